"""Boxes, military mail and corners: addresses that begin with words of their own."""

from __future__ import annotations

import regex

from routelock.filters.builtin.address.page import Page, address, tail
from routelock.filters.detector import Span

LITERALS = (
    b"box", b"postfach", b"apartado", b"casilla", b"postbus", b"p.o.b.", b"apo a", b"fpo a",
    b"dpo a", b" pob ", b"bo?te postale", b"apdo", b"corner of",
)  # fmt: skip
"""What each of them has in it, in small letters, `?` for what is not ASCII."""

_BOX_BEFORE = regex.compile(
    r"(?ri)(?<![\p{L}\p{N}])(?:p[. ]{0,2}o[. ]{0,2}|post[ ]?office[ ]|postal[ ]|lock[ ]?"
    r"|(?:rr|r\.r\.|rural route|rfd|r\.f\.d\.|hcr?|rt|rte|route|psc|unit|cmr|fm)\.?[ ]?"
    r"(?:no\.?|\#)?[ ]?(?:\d+\w{0,3}[ ,]{1,2})?(?:p\.?o\.?[ ])?)"
)
_BOX = regex.compile(
    r"(?i)(?:box|postfach|apartado(?: de correos| postal)?|casilla(?: de correo)?|postbus"
    r"|p\.o\.b\.?|pob|bo[îi]te postale|apdo\.?)[ ]?(?:no\.?|\#|number)?[ ]?"
    r"(?:\d[\d-]{0,8}\d|\d)[a-z]?(?![\p{L}\p{N}])"
)
_FORCES = regex.compile(r"(?i)[ ,]*\n?[ ]*[afd]po,?[ ]a[aep][ ]\d{5}(?:-\d{4})?")
_SHIP = regex.compile(r"(?ri)us(?:s|ns|nv|cgc)[ ][\p{L}'\u2019 -]{2,30}[ ,]*\n?[ ]*")
_SHIP_REACH, _BOX_REACH = 50, 30


def at_word(page: Page, start: int) -> Span | None:
    """The address around one of the words of `LITERALS`, which stands at `start`."""
    return next(filter(None, (reads(page, start) for reads in _WAYS)), None)


def _ship(page: Page, start: int) -> Span | None:
    forces = _FORCES.match(page.source, start)
    ship = _SHIP.match(page.source, max(0, start - _SHIP_REACH), start) if forces else None
    return Span(ship.start(), forces.end(), "forces") if forces and ship else None


def _corner(page: Page, start: int) -> Span | None:
    corner = page.grammar.corner.match(page.source, start)
    if not corner:
        return None
    the = page.source[max(0, start - len("the ")) : start].lower() == "the "
    return Span(start - len("the ") * the, corner.end(), "corner")


def _box(page: Page, start: int) -> Span | None:
    source = page.source
    start += source.startswith(" ", start)
    number = _BOX.match(source, start)
    if not number:
        return None
    begin = start
    if number[0][: len("box")].lower() == "box":
        before = _BOX_BEFORE.match(source, max(0, start - _BOX_REACH), start)
        begin = before.start() if before else -1
    if forces := _FORCES.match(source, number.end()):
        return Span(max(begin, 0), forces.end(), "forces")
    if begin < 0 or source[begin : begin + len("unit")].lower() == "unit":
        return None
    end, kinds = tail(page, number.end())
    return address(page, begin, end, kinds, "box")


_WAYS = (_ship, _corner, _box)
