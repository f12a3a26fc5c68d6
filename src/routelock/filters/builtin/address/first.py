"""Addresses with the number first: `12 Main St`, `12 West Adams`, `12 rue de Rivoli`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from routelock.filters.builtin.address import words
from routelock.filters.builtin.address.page import CODE, UNIT, Page, address, is_cued, is_line, tail

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.filters.detector import Span

_STREETS, _KINDS = frozenset(words.STREETS), frozenset(words.KINDS)
_COUNTED = frozenset(words.COUNTED)
_SMALL = frozenset({"of", "the", "de", "la", "and", "y", "du", "des"})
_MORE = regex.compile(r"[ ,]+\d{1,4}(?!\d)")
_FEW, _SHORT = 2, 2


def from_number(page: Page, begin: int) -> Span | None:
    """The address that begins with the number at `begin`."""
    return next(filter(None, (reads(page, begin) for reads in _WAYS)), None)


def _street(page: Page, begin: int) -> Span | None:
    found = page.grammar.street.match(page.source, begin)
    if not found:
        return None
    end, kinds = tail(page, found.end())
    supported = bool(kinds) or is_line(page.source, begin, end)
    is_street = _is_street(found, page, kinds, supported=supported)
    return address(page, begin, end, kinds, "street") if is_street else None


def _is_street(found: regex.Match[str], page: Page, kinds: str, *, supported: bool) -> bool:
    """Whether it is one, by how it is written, by what goes on with it and by its line."""
    name, kind = (found["name"] or "").split(), _kind(found)
    if name and name[0] in _COUNTED and CODE not in kinds:
        return False
    if supported and (kind is None or kind.lower() in _STREETS):
        return True
    directed, cued = bool(found["direction"]), is_cued(page.source, found.start())
    if kind is None:
        return cued and _is_big(found[0].split()[1])
    big = _is_big(kind) and all(map(_is_big, name))
    if kind.lower() not in _STREETS:
        return (big and (supported or directed)) or CODE in kinds or UNIT in kinds
    few = len(name) <= _FEW and len(name[-1]) > _SHORT and _COUNTED.isdisjoint(name)
    return big or (cued and (few or directed))


def _kind(found: regex.Match[str]) -> str | None:
    """What kind of street it is: of `Old Mill Street` the last word, though a mill is one too."""
    kind: str | None = found["kind"]
    sure = (word for word in found["more"].split() if word.strip(",.").lower() in _STREETS)
    return kind and next(sure, kind).strip(",.")


def _is_big(word: str) -> bool:
    return not word[0].islower() or word in _SMALL


def _directed(page: Page, begin: int) -> Span | None:
    found = page.grammar.directed.match(page.source, begin)
    for stop in _stops(found) if found else ():
        end, kinds = tail(page, stop)
        if CODE in kinds or UNIT in kinds or is_line(page.source, begin, end):
            return address(page, begin, end, kinds, "directed")
    return None


def _stops(found: regex.Match[str]) -> Iterator[int]:
    """Where the name may end, the longest first."""
    yield found.end()
    for gap in reversed([*regex.finditer(r"[ ]+", found["name"])]):
        yield found.start("name") + gap.start()


def _of_kind(page: Page, begin: int) -> Span | None:
    found = page.grammar.after_kind.match(page.source, begin)
    if not found or not found["house"] or _MORE.match(page.source, found.end()):
        return None
    end, kinds = tail(page, found.end())
    cued = found["kind"][0].isupper() and is_cued(page.source, begin)
    sure = found["kind"].lower() in _KINDS or kinds or cued
    return address(page, begin, end, kinds, "kind") if sure else None


def _plain(page: Page, begin: int) -> Span | None:
    found = page.grammar.plain.match(page.source, begin)
    if not found or found["name"].split()[0] in _COUNTED:
        return None
    end, kinds = tail(page, found.end())
    sure = CODE in kinds or (UNIT in kinds and (page.small or not found["name"][0].islower()))
    return address(page, begin, end, kinds, "plain") if sure else None


_WAYS = (_street, _directed, _of_kind, _plain)
