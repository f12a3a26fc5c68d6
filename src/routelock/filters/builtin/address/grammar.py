"""Grammar: the patterns of the parts of an address, made when a text first needs them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex

from routelock.filters.builtin.address import words

_CODES = [row.rpartition(" ")[2] for row in words.STATES]
_STATES = [row.rpartition(" ")[0] for row in words.STATES]
_LISTS = {
    "street": [*words.STREETS, *words.OTHERS],
    "direction": words.DIRECTIONS,
    "highway": words.HIGHWAYS,
    "named": words.NAMED,
    "unit": words.UNITS,
    "state": [*_STATES, *_CODES],
    "code": _CODES,
    "country": words.COUNTRIES,
    "kind": [*words.KINDS, *words.KINDS_TOO],
}
STATE_CODES = frozenset(_CODES)


class Grammar(NamedTuple):
    """The patterns whose words begin with a capital letter, or with any in a text without."""

    street: regex.Pattern[str]
    directed: regex.Pattern[str]
    plain: regex.Pattern[str]
    after_kind: regex.Pattern[str]
    ended: regex.Pattern[str]
    bare: regex.Pattern[str]
    corner: regex.Pattern[str]
    unit: regex.Pattern[str]
    country: regex.Pattern[str]
    city: regex.Pattern[str]
    with_code: tuple[regex.Pattern[str], ...]


_WORD = r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'\u2019./&-]*+"
_HOUSE = (
    r"(?:\d{1,6}(?:[-\u2013/]\d{1,6})?+"
    r"(?:-?[A-Za-z](?![\p{L}\p{N}])-?|[ ](?![NSEW]\b)[A-Z](?=[ ](?!(?i:st|ave)\b))-?)?+(?:[ ]1/2)?"
    r"|[NSEW]\d{1,5}[ ]?[NSEW]\d{1,5})"
)
_DIRECTION = r"(?:[nsNS]\.[ ]?[ewEW]|\L<direction>)\b\.?"
_ROAD = r"(?:[ -](?:no\.?[ ]?|\#[ ]?)?(?:\d{1,5}[a-z]?|[a-z]{1,2})|\d{1,5})\b"
_LINK = (
    r"(?:de|da|do|del|della|dei|la|le|les|l|sur|an|der|am|im|und|of|the|upon|nad|di|du|dos|des|den"
    r"|in|on|by|los|las|el|e|et|y|van|von)"
)
_CODE = (
    r"(?:\d{5}(?:-?\d{4})?(?![\d-])|[A-Z]\d[A-Z][ ]?\d[A-Z]\d\b"
    r"|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}\b|\d{4}[ ][A-Z]{2}\b|\d{2}-\d{3}\b|\d{4}-\d{3}\b"
    r"|\d{3}[ ]\d{2}\b|(?!(?:19|20)\d\d)\d{4}(?!\d))"
)
_UNIT_NUMBER = r"(?:\p{L}?\d[\p{L}\d-]*|[A-Z](?:-?\d[\w-]*)?)(?!\p{L})"
SEPARATOR = regex.compile(r"[ \t]*[,;]?[ \t]*(?:(?:\r?\n[ >?\t]*){1,2},?[ ]*)?|[ ][-\u2013][ ]")
POSTCODE = regex.compile(r"\d{5}(?:-\d{4})?(?![\d-])")


@cache
def grammar(*, small: bool) -> Grammar:
    """The patterns for a text without capitals (`small`), or for another one."""
    big = r"\p{L}" if small else r"\p{Lu}"
    # A full stop belongs to a name only where it goes on, or after an abbreviation.
    name = (
        rf"{big}(?:[\p{{L}}\p{{M}}'\u2019-]|\.(?=[ ]?\p{{L}}))*\.?"
        r"(?:(?<=\b\p{L}{1,3}\.)|(?<!\.))"
    )
    names = rf"{name}(?:[ -](?:{_LINK}[ ])*{name}){{0,4}}"
    city = rf"{name}(?:[ -]{_LINK}\b|[ -]{name}){{0,4}}"
    gap = r"[ ]*,?[ ]*\n?[ ]*,?[ ]*"
    return Grammar(
        # 12 Main Street, 12 N Main St. NW, 12 State Route 5, 12 Avenue H, 12 Broadway
        street=_made(
            rf"(?i)(?P<house>{_HOUSE}),?[ ]+(?:(?P<direction>{_DIRECTION})[ ]+)?(?:"
            r"(?:(?:u\.?[ ]?s\.?|state|county|old|township|\L<code>)[ ])?"
            rf"(?P<road>\L<highway>)\.?{_ROAD}"
            r"(?:[ ]\L<highway>\b)?"
            r"|(?:ave(?:nue)?\.?|street|road)[ ](?![nsew]\b)(?:[a-z]|\d{1,3})\b|\L<named>\b"
            rf"|(?P<name>(?:{_WORD}[ ]+){{1,5}}?)(?P<kind>\L<street>)\b)\.?"
            rf"(?P<more>(?:[ ,]{{1,2}}(?:\L<street>\b|{_DIRECTION}|alt)\.?(?![ ]*\d))*)"
        ),
        # 12 West Adams
        directed=_made(
            rf"(?i){_HOUSE},?[ ]+{_DIRECTION}[ ]+(?P<name>{_WORD}(?:[ ]+{_WORD}){{0,2}})"
            rf"(?:[ ]{_DIRECTION})?"
        ),
        # 12 Rosewood, before what nothing but an address goes on with
        plain=_made(
            rf"(?i){_HOUSE},?[ ]+(?P<name>{_WORD}(?:[ ]+{_WORD}){{0,5}}?)"
            r"(?=[ ,\n]+\L<unit>\b\.?[ ]?\#?[ ]?[\w-]|[ ,]+\#|,?[ ]+\L<state>,?[ ]+\d{5}"
            r"|,[ ][\p{L} .'-]{2,30},?[ ]\L<state>\b)"
        ),
        # 12 rue de Rivoli, rue de Rivoli
        after_kind=_made(
            rf"(?:(?P<house>{_HOUSE}),?[ ]+)?(?P<kind>(?i:\L<kind>))\b\.?[ ]+"
            rf"(?:(?:{_LINK}|d['\u2019]|l['\u2019])[ ]?)*(?:\p{{Ll}}+[ ])?{names}"
        ),
        # Lange Gasse, backwards
        ended=_made(
            rf"(?r)(?<![\p{{L}}\p{{N}}])(?:{name}[ ](?:{_LINK}[ ])*){{0,3}}"
            r"[\p{L}\p{M}'\u2019-]+\.?,?[ ]+(?:(?i:no|nr)[:.]?[ ]?)?"
        ),
        # any names, backwards
        bare=_made(
            rf"(?r)(?<![\p{{L}}\p{{N}}])(?:{name}[ ]+(?:{_LINK}[ ]+){{0,2}}){{0,4}}"
            rf"{big}[\p{{L}}\p{{M}}'\u2019.-]+,?[ ]+"
        ),
        corner=_made(
            r"(?i:corner of)[ ](?:\d{1,6}[ ])?"
            r"(?:[\p{L}\d][\p{L}\p{M}\d.'\u2019-]*[ ]){1,7}?and[ ]"
            rf"(?:{name}|\d+)(?:[ ](?:{name}|\d+|{_LINK}\b))*"
        ),
        unit=_made(
            rf"(?i)(?:lock[ ]box|mail[ ]stop|\L<unit>)\b\.?[ ]?(?:\#|no\.?)?[ ]?{_UNIT_NUMBER}"
            r"|\#[ ]?(?:\d[\w-]*|[A-Z]\b)|\d{1,3}(?:st|nd|rd|th)[ ](?:floor|flr?)\b\.?"
            r"|(?:first|second|third|fourth|fifth|ground|top)[ ](?:floor|flr?)\b"
        ),
        country=_made(r"(?i)\L<country>(?!\p{L})"),
        city=_made(city),
        with_code=(
            _made(rf"(?:(?i:\L<state>)\b\.?,?[ \n]*{_CODE}|\L<state>\b)"),
            _made(rf"(?:[A-Z]{{1,2}}-)?(?:{_CODE})[ ]+{city}"),
            _made(
                rf"(?i:(?:[\p{{L}}'\u2019.-]+[ ]){{0,3}}[\p{{L}}'\u2019.-]+)(?:,[ ]?|[ ]|\n)*"
                rf"(?:\L<state>\b\.?|(?i:\L<state>),?[ ]+\d{{5}}(?:-\d{{4}})?)(?:,?[ \n]*{_CODE})?"
            ),
            _made(
                rf"{city}(?:{gap}(?:nan|[A-Z]{{2,3}})\b)?{gap}"
                rf"(?:{city}[ ](?:\([\p{{L}} ]+\)[ ])?)?{_CODE}"
            ),
        ),
    )


def _made(pattern: str) -> regex.Pattern[str]:
    made: regex.Pattern[str] = regex.compile(pattern, ignore_unused=True, **_LISTS)
    return made
