"""Many: the findings of a text all at once, where there are so many that each one counts."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from routelock.filters.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from routelock.filters.detector import Span
    from routelock.filters.rule import Rule
    from routelock.message import Part

_finding: Callable[[Iterable[Any]], Finding] = partial(tuple.__new__, Finding)


def findings(spans: list[Span], rule: Rule, part: Part) -> Iterator[Finding]:
    """The findings of a rule in a part, in the order of the spans."""
    told = [*map(_TOLD, spans)]
    columns: tuple[Iterable[Any], ...] = (
        *map(repeat, (rule.slug, rule.label, part.message, part.path)),
        *(map(place, spans) for place in (_START, _END)),
        *map(repeat, (rule.action, rule.source, rule.field)),
        *_named(told),
    )
    return map(_finding, zip(*columns, strict=False))


def _named(told: list[str]) -> tuple[Iterable[str], Iterable[str]]:
    """The rules and the views that spans tell of; most tell of no view."""
    names = {each: each.partition("/") for each in set(told)}
    if not any(cut for _, cut, _ in names.values()):
        return told, repeat("")
    rules = {each: name for each, (name, _, _) in names.items()}
    views = {each: view for each, (_, _, view) in names.items()}
    return map(rules.__getitem__, told), map(views.__getitem__, told)


_START, _END, _TOLD = map(itemgetter, range(3))
