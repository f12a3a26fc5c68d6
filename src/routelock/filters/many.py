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
    names = {each: each.partition("/") for each in set(told)}
    columns = (
        *map(repeat, (rule.slug, rule.label, part.message, part.path)),
        *(map(place, spans) for place in (_START, _END)),
        *map(repeat, (rule.action, rule.source, rule.field)),
        map({each: name for each, (name, _, _) in names.items()}.__getitem__, told),
        map({each: view for each, (_, _, view) in names.items()}.__getitem__, told),
    )
    return map(_finding, zip(*columns, strict=False))


_START, _END, _TOLD = map(itemgetter, range(3))
