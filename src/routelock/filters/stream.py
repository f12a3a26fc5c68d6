"""Stream: a text of any length, screened in bounded memory as if it were read whole.

A detector sees windows that overlap. A finding in the overlap is decided by the window that shows
more of what stands around it, and a window ends where no finding is, after a line where it can.
What a redaction brings to light is found by a stage of the same kind, which reads what the stage
before it lets out.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from routelock.filters.redact import redact
from routelock.filters.screen import ROUNDS
from routelock.guardrail import Action
from routelock.message import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from routelock.filters.engine import Plan
    from routelock.filters.finding import Finding

    Scan = Callable[[Part], list[Finding]]

LONGEST = 1 << 13
"""How long a finding may be, in code points, to be the same as in the text read whole."""

STRETCH = 1 << 18
"""How many code points are let out at a time, at most; half as many at least."""


class Piece(NamedTuple):
    """What a stream gives next: more of the text as it is let out, and findings.

    The findings have places in the whole input. They are told as soon as they are decided, so the
    text around them comes with a later piece. `changed` says whether something in the text was
    replaced.
    """

    text: str
    findings: tuple[Finding, ...] = ()
    changed: bool = True

    def __repr__(self) -> str:
        return f"<Piece: {len(self.text)} characters, {len(self.findings)} findings>"


def stream(
    chunks: Iterable[str], plan: Plan, *, longest: int = LONGEST, stretch: int = STRETCH
) -> Iterator[Piece]:
    """Findings and text of `screen_text` on all chunks together, piece by piece.

    How the text is cut into chunks does not matter. The answer is that of the text read whole as
    long as no finding is longer than `longest` code points and what decides about one stands at
    most so far from it. A longer one may be found in parts, one after the other, or be missed
    where its end is what tells it. `stretch` counts as four times `longest` at least.

    A stretch that is refused is not let out, and nothing after it is read: its findings
    are the last. What stood before it has gone out. A stretch that does not come clean after
    `ROUNDS` redactions becomes one placeholder, where otherwise all of the text would.

    >>> from routelock.filters.engine import plan
    >>> from routelock.filters.rule import Rule
    >>> from routelock.guardrail import Slug
    >>> from routelock.reasons import Layer, Source
    >>> rule = Rule(Source(Layer.REQUEST), "/0", Action.REDACT, slug=Slug.EMAIL)
    >>> for piece in stream(["to ada@exam", "ple.com"], plan([rule])):
    ...     print(repr(piece.text), [(found.start, found.end) for found in piece.findings])
    '' [(3, 18)]
    'to [EMAIL]' []
    """
    size = _Size(2 * longest, max(stretch, 4 * longest))
    pieces = _first(_short(chunks, size.stretch), _Window(plan.scan, size))
    for left in reversed(range(ROUNDS)):
        pieces = _again(pieces, _Window(plan.rescan, size), give_up=not left)
    return (piece for piece in pieces if piece.text or piece.findings)


class _Size(NamedTuple):
    """How much of a text is shown on both sides of what is let out, and how much is let out."""

    reach: int
    stretch: int


class _Stretch(NamedTuple):
    """Text that is decided: `text` from `left` on, which is `base` code points into the whole.

    `found` has places in `text`.
    """

    text: str
    left: int
    base: int
    found: list[Finding]

    def without(self, found: Iterable[Finding]) -> str:
        return redact(self.text, found)[self.left :]


class _Window:
    """What is in memory of a text: from `base` on, of which the first `left` are let out."""

    def __init__(self, scan: Scan, size: _Size) -> None:
        self.scan, self.size = scan, size
        self.held, self.base, self.left = "", 0, 0
        self.torn = False  # whether `left` is inside a finding, too long to be decided whole
        self.unread = 0  # where the last text ends that no detector has seen as it is

    def read(self, piece: Piece) -> Iterator[_Stretch]:
        """The stretches about which enough is known with one more piece of a text that goes on."""
        self.held += piece.text
        if piece.changed:
            self.unread = self.base + len(self.held)
        while len(self.held) >= self.left + sum(self.size):
            yield self._next()

    def rest(self) -> Iterator[_Stretch]:
        """All that is left when the text has ended."""
        yield self._decided(self.held, self._found(self.held))

    def _next(self) -> _Stretch:
        reach, most = self.size
        shown = self.held[: self.left + most + reach]
        found = self._found(shown)
        matches = [finding for finding in found if not finding.undecided]
        cut = _free(shown, self.left + most // 2, self.left + most, matches)
        stretch = self._decided(shown[:cut], found)
        base = _free(shown, max(0, cut - 2 * reach), max(0, cut - reach), matches)
        self.held, self.base, self.left = self.held[base:], self.base + base, cut - base
        self.torn = any(finding.start < cut < finding.end for finding in matches)
        return stretch

    def _found(self, shown: str) -> list[Finding]:
        if self.unread <= self.base:
            return []  # nothing was replaced here, and the stage before has found the rest
        found = self.scan(Part(None, "/prompt", "user", shown))
        if self.torn or not self.base:
            return found
        # A pattern may take the start of a window for the start of the text. What really starts
        # there and goes on for so long would have torn the window before.
        return [finding for finding in found if finding.start or finding.undecided]

    def _decided(self, text: str, found: list[Finding]) -> _Stretch:
        return _Stretch(text, self.left, self.base, _inside(found, self.left, len(text)))


def _short(chunks: Iterable[str], most: int) -> Iterator[Piece]:
    for chunk in chunks:
        yield from (Piece(chunk[start : start + most]) for start in range(0, len(chunk), most))


def _first(pieces: Iterator[Piece], window: _Window) -> Iterator[Piece]:
    """What the rules find, and the text without it, up to a stretch that is refused."""
    for stretch in chain(chain.from_iterable(map(window.read, pieces)), window.rest()):
        told = tuple(_moved(finding, stretch.base) for finding in stretch.found)
        if any(finding.refuses for finding in told):
            yield Piece("", told)
            return
        redacts = [finding for finding in stretch.found if finding.action is Action.REDACT]
        yield Piece(stretch.without(redacts), told, changed=bool(redacts))


def _again(pieces: Iterator[Piece], window: _Window, *, give_up: bool) -> Iterator[Piece]:
    """The text without what has come to light, or without the stretch in which something did."""
    clean = _given_up if give_up else _cleaned
    for piece in pieces:
        yield Piece("", piece.findings, changed=False)
        yield from map(clean, window.read(piece))
    yield from map(clean, window.rest())


def _cleaned(stretch: _Stretch) -> Piece:
    return Piece(stretch.without(stretch.found), changed=bool(stretch.found))


def _given_up(stretch: _Stretch) -> Piece:
    whole = [
        finding._replace(start=stretch.left, end=len(stretch.text))
        for finding in stretch.found[-1:]
    ]
    return _cleaned(stretch._replace(found=whole))


def _moved(finding: Finding, by: int) -> Finding:
    return finding._replace(start=finding.start + by, end=finding.end + by)


def _inside(found: Iterable[Finding], left: int, right: int) -> list[Finding]:
    """The findings between two places. One that is too long to be decided whole is cut there."""
    return [
        finding
        if left <= finding.start and finding.end <= right
        else finding._replace(start=max(left, finding.start), end=min(right, finding.end))
        for finding in found
        if left < finding.end and finding.start < right
    ]


def _free(text: str, low: int, high: int, found: Sequence[Finding]) -> int:
    """The last place from `low` to `high` after a line and in no finding.

    Where there is none, the last that is in no finding, else `high`.
    """
    gaps = _gaps(low, high, found)
    for first, last in reversed(gaps):
        line = text.rfind("\n", max(0, first - 1), last)
        if line >= 0:
            return line + 1
    return gaps[-1][1] if gaps else high


def _gaps(low: int, high: int, found: Sequence[Finding]) -> list[tuple[int, int]]:
    """The places from `low` to `high` that no finding reaches over, as first and last ones."""
    gaps = []
    for finding in found:
        if finding.start >= high:
            break
        if low <= finding.start:
            gaps.append((low, finding.start))
        low = max(low, finding.end)
    return [*gaps, (low, high)] if low <= high else gaps
