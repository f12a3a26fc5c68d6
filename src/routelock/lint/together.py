"""Together: guardrails that leave nothing, by themselves or side by side."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from routelock.clauses import LISTS
from routelock.clearance import Clearance
from routelock.lint.lists import PAIRS, above, entries, meet
from routelock.lint.remark import Remark, RemarkCode
from routelock.policy import compose, resolve
from routelock.problems import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from routelock.catalogue import Catalogue
    from routelock.guardrail import Guardrail
    from routelock.policy import Policy
    from routelock.reasons import Source
    from routelock.vendors import Vendors


class Applied(NamedTuple):
    """A guardrail and where it applies."""

    source: Source
    guardrail: Guardrail


def contradictory(documents: Sequence[Applied], catalogue: Catalogue | None) -> Iterator[Remark]:
    """Allow lists of two guardrails that have nothing in common."""
    for (one, first), (other, second) in combinations(documents, 2):
        for field, _ in PAIRS:
            if LISTS[field].column == "models" and catalogue is None:
                continue  # an id and a slug may mean one model
            lists = [
                [above(field, entry, catalogue) for entry in entries(guardrail, field)]
                for guardrail in (first, second)
            ]
            if all(lists) and not meet(*lists):
                name = quoted(one.guardrail or one.layer.value)
                message = f"has nothing in common with that of {name}: together they allow nothing"
                hint = "name in both what both may use"
                yield Remark(RemarkCode.CONTRADICTORY, f"$.{field}", message, hint, *other)


def nothing_left(
    documents: Sequence[Applied], vendors: Vendors, catalogue: Catalogue
) -> Iterator[Remark]:
    """Guardrails that leave no endpoint of the catalogue; all together where no one does alone."""
    policies = [resolve(guardrail, source, vendors) for source, guardrail in documents]
    barred = [
        document
        for document, policy in zip(documents, policies, strict=True)
        if _bars(policy, catalogue)
    ]
    hint = "`routelock decide` gives the reasons"
    for source, guardrail in barred:
        if not _empty(guardrail):  # of an empty allow list that is said already
            message = "leaves no endpoint of the catalogue"
            yield Remark(RemarkCode.NOTHING_LEFT, "$", message, hint, *source)
    if not barred and _bars(compose(policies), catalogue):
        message = "the guardrails together leave no endpoint of the catalogue"
        yield Remark(RemarkCode.NOTHING_LEFT, "$", message, hint)


def _empty(guardrail: Guardrail) -> bool:
    return any(getattr(guardrail, field) == () for field, _ in PAIRS)


def _bars(policy: Policy, catalogue: Catalogue) -> bool:
    return bool(catalogue.endpoints) and not Clearance(policy, catalogue).survivors()
