"""Pages: what stands around a place in a text, read once where it stands there again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import regex

from routelock.filters.builtin.address import words
from routelock.filters.builtin.address.grammar import POSTCODE, SEPARATOR, Grammar, grammar
from routelock.filters.builtin.gazetteer import PLACE, codes, fold
from routelock.filters.detector import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.filters.text import Text

    Reads = Callable[["Page", int], Span | None]


class Page(NamedTuple):
    """A piece of a text, its bytes, whether that text has no capitals, and the grammar for it."""

    source: str
    plain: bytes
    small: bool
    grammar: Grammar


@dataclass(slots=True, repr=False)
class Reader:
    """Reads a text in pieces around its places; no address is longer than what a piece holds.

    In a flood the same piece comes again and again, so the last ones are remembered. `done` is
    where the last address ends.
    """

    text: Text
    small: bool = field(init=False)
    done: int = 0
    known: dict[tuple[str, int], Span | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.small = self.text.original.islower()

    def __repr__(self) -> str:
        return f"<Reader: {self.text!r}>"

    def read(self, place: int, reads: Reads) -> Span | None:
        """What `reads` finds at a place of the text, unless an address reaches over it."""
        low, high = max(0, place - _BEHIND), place + _AHEAD
        piece = self.text.original[low:high]
        key = (piece, place - low)
        if key not in self.known:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            page = Page(piece, self.text.ascii[low:high], self.small, grammar(small=self.small))
            self.known[key] = reads(page, place - low)
        span = self.known[key]
        if span is None or span.start + low < self.done:
            return None
        self.done = span.end + low
        return Span(span.start + low, self.done, span.rule)


_BEHIND, _AHEAD, _MOST_KNOWN = 200, 400, 64
CLOSE = 24
"""Places nearer to one another than this are read without a look before."""

# --- how an address goes on after its street ----------------------------------------------------

UNIT, STATE, TOWN, CODE = "u", "s", "t", "c"
_MOST_PARTS = 8


def tail(page: Page, end: int) -> tuple[int, str]:
    """Where an address ends whose street ends here, and the kinds of the parts between."""
    kinds = ""
    for _ in range(_MOST_PARTS):
        gap = SEPARATOR.match(page.source, end)
        if gap is None or gap.end() == end:
            break
        part = _part(page, gap.end(), gap[0], kinds)
        if part is None:
            break
        end, kind = part
        kinds += kind
    return end, kinds


def _part(page: Page, at: int, gap: str, kinds: str) -> tuple[int, str] | None:
    grammar, source = page.grammar, page.source
    if found := grammar.unit.match(source, at):
        return found.end(), UNIT
    if CODE in kinds:
        found = grammar.country.match(source, at)
        return (found.end(), TOWN) if found and TOWN not in kinds else None
    for pattern in grammar.with_code:
        if found := pattern.match(source, at):
            has_code = any(character.isdigit() for character in found[0])
            return found.end(), CODE if has_code else STATE
    if (kinds[-1:] in (TOWN, STATE) or "," in gap) and (found := POSTCODE.match(source, at)):
        return found.end(), CODE
    return _town(page, at, gap, kinds)


def _town(page: Page, at: int, gap: str, kinds: str) -> tuple[int, str] | None:
    """A town or a country that is known, or a town on a line of its own before one."""
    found = page.grammar.city.match(page.source, at)
    if not found:
        return None
    named = found[0].rpartition(" ")[2] if UNIT in kinds else found[0]
    if _is_place(page, found[0]) or _is_place(page, named):
        return found.end(), TOWN
    if "\n" not in gap or kinds[-1:] != UNIT:
        return None
    after = SEPARATOR.match(page.source, found.end())
    land = page.grammar.city.match(page.source, after.end()) if after else None
    return (land.end(), TOWN) if land and _is_place(page, land[0]) else None


def _is_place(page: Page, name: str) -> bool:
    key = fold(name).rstrip(".")
    if key.islower() or key.isupper():
        key = key.title()
    return bool(codes().get(key, 0) & PLACE) or bool(page.grammar.country.fullmatch(name))


# --- what stands around it ----------------------------------------------------------------------

_LONGEST_LINE, _CUE_REACH, _TOLD_REACH, _BEFORE_REACH = 160, 12, 70, 30
_CUE = regex.compile(
    r"(?ri)(?:\b(?:at|to|on|in|address|is|near|from|of|lives|located|live|street|site|\d+)[ ]"
    r"|[:(>\"'\[|\t][ ]?|\n[ >?]*|\A[ >?]*|,[ ])"
)
_TELLING_PLACE = regex.compile(
    r"(?ri)(?:\baddress(?:es)?(?:[ ]is|:|[ ]of[ ][^\n]{1,40}[ ]is)?"
    r"|\b(?:lives?|lived|living|located|based|resid(?:es|ing)|situated|stay(?:s|ing)?)[ ]"
    r"(?:at|on|in)"
    r"|\b(?:off|meet (?:you|me|us|them)|is)[ ](?:at|on)"
    r"|\b(?:sent|ship(?:ped)?|deliver(?:ed)?|mail(?:ed)?|return|taxi|cab)[ ](?:it[ ])?to"
    r"|\bcorner of)[ ]*(?:\d{1,6}[ ]+)?"
)
_FULL_STOP = regex.compile(r"(?r)\p{L}{5}\.")
_NUMBER_BEFORE = regex.compile(r"(?r)(?<![\p{L}\p{N}.,:/#-])\d{1,6}[ ]+")
_UNIT_BEFORE = regex.compile(
    r"(?ri)(?<![\p{L}\p{N}])\L<unit>\.?[ ]\#?[ ]?[\p{L}\d-]{1,6},?[ ]+(?:\d{1,6}[ ]+)?",
    unit=words.UNITS,
)


def is_cued(source: str, begin: int) -> bool:
    """Whether what stands right before may stand before an address."""
    return _CUE.match(source, max(0, begin - _CUE_REACH), begin) is not None


def is_told(source: str, begin: int) -> bool:
    """Whether the words before say that an address follows."""
    return _TELLING_PLACE.match(source, max(0, begin - _TOLD_REACH), begin) is not None


def is_line(source: str, begin: int, end: int) -> bool:
    """Whether it stands on a line of its own."""
    first = source.rfind("\n", max(0, begin - _LONGEST_LINE), begin) + 1
    if not first and begin > _LONGEST_LINE:
        return False
    last = source.find("\n", end, end + _LONGEST_LINE)
    rest = source[end : last if last >= 0 else end + _LONGEST_LINE]
    return not source[first:begin].strip(" \t>?*-\"',|") and not rest.strip(" \t.,;\"'|\r")


def address(page: Page, begin: int, end: int, kinds: str, rule: str) -> Span:
    """With the unit or the number before it, where more than the street is told."""
    if UNIT in kinds or CODE in kinds:
        before = _UNIT_BEFORE.match(page.source, max(0, begin - _BEFORE_REACH), begin)
        before = before or _NUMBER_BEFORE.match(page.source, max(0, begin - _BEFORE_REACH), begin)
        begin = before.start() if before else begin
    return Span(begin, end - bool(_FULL_STOP.match(page.source, begin, end)), rule)
