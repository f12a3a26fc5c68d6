"""Compare: two sets of guardrails, or two catalogues, or both, and what lies between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.reasons import Source
from routelock.whatif.comparison import (
    Change,
    Cheapest,
    Comparison,
    Cost,
    Left,
    Lonely,
    Setting,
)
from routelock.whatif.planes import CHANGED, alone, row, side_by_side
from routelock.whatif.prices import cheapest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from routelock.catalogue import Endpoint
    from routelock.clearance import Clearance
    from routelock.policy import Policy
    from routelock.reasons import Reason
    from routelock.whatif.planes import Planes, Row, Rows

Survivors = dict[str, list["Endpoint"]]


def compare(before: Clearance, after: Clearance, guardrails: Iterable[Source] = ()) -> Comparison:
    """What a change does: the two sides may differ in their policies, their catalogues, or both.

    Rows of two snapshots are the same where model id and tag are. `guardrails` names those of the
    later side that may be without a clause, so that they too are told where they change nothing.

    >>> from routelock import Catalogue, Clearance, Policy
    >>> nothing = Clearance(Policy(), Catalogue([], []))
    >>> compare(nothing, nothing).alike
    True
    """
    rows = side_by_side(before.catalogue, after.catalogue)
    left = rows.before.left(before.policy), rows.after.left(after.policy)
    changed = left[0] ^ left[1]
    ours, theirs = _by_model(before), _by_model(after)
    return Comparison(
        tuple(_changes(rows.picked(changed & left[0]), before, after)),
        tuple(_changes(rows.picked(changed & left[1]), after, before)),
        tuple(model for model in ours if model not in theirs),
        tuple(model for model in theirs if model not in ours),
        Left(left[0].bit_count(), len(ours)),
        Left(left[1].bit_count(), len(theirs)),
        tuple(_settings(rows, before.policy, after.policy)),
        tuple(_idle(rows.after, after.policy, guardrails)),
        tuple(_lonely(ours, theirs)),
        tuple(_cheapest(ours, theirs)),
    )


def _changes(changed: Iterable[Row], kept: Clearance, barred: Clearance) -> Iterator[Change]:
    """Changed rows in the order of the side that keeps them, with why the other does not."""
    wanted = set(changed)
    said = dict(zip(map(row, barred.catalogue.endpoints), barred.reasons(), strict=True))
    for name in map(row, kept.catalogue.endpoints) if wanted else ():
        if name in wanted:
            yield Change(*name, said.get(name, (CHANGED,)))


def _by_model(clearance: Clearance) -> Survivors:
    found: Survivors = {}
    for endpoint in clearance.survivors():
        found.setdefault(endpoint.model.id, []).append(endpoint)
    return found


# --- settings and guardrails ----------------------------------------------------------------------


class _Told(NamedTuple):
    """A setting on one side: what it says, and what that costs."""

    says: frozenset[object]
    cost: Cost


def _settings(rows: Rows, before: Policy, after: Policy) -> Iterator[Setting]:
    ours, theirs = _told(rows.before, before), _told(rows.after, after)
    for reason in sorted({*ours, *theirs}, key=lambda reason: reason.sort_key()):
        one, two = ours.get(reason), theirs.get(reason)
        changed = one is None or two is None or one.says != two.says
        yield Setting(reason, one and one.cost, two and two.cost, changed)


def _told(planes: Planes, policy: Policy) -> Mapping[Reason, _Told]:
    settings = planes.settings(policy)
    single = alone(settings.values())
    return {
        reason: _Told(
            frozenset(clause for clause in policy.clauses if clause.reason == reason),
            Cost(bits.bit_count(), (bits & single).bit_count()),
        )
        for reason, bits in settings.items()
    }


def _idle(planes: Planes, policy: Policy, guardrails: Iterable[Source]) -> Iterator[Source]:
    """The guardrails whose clauses refuse only what others refuse, and that do nothing else."""
    busy = {rule.source for rule in policy.rules} | {limit.source for limit in policy.limits}
    refused = dict.fromkeys(guardrails, 0)
    for reason, bits in planes.settings(policy).items():
        source = Source(reason.layer, reason.guardrail)
        refused[source] = refused.get(source, 0) | bits
    single = alone(refused.values())
    for source, bits in refused.items():
        if source.guardrail is not None and source not in busy and not bits & single:
            yield source


# --- models ---------------------------------------------------------------------------------------


def _lonely(before: Survivors, after: Survivors) -> Iterator[Lonely]:
    for model, endpoints in after.items():
        hosts = _hosts(endpoints)
        if len(hosts) == 1:
            yield Lonely(model, hosts.pop(), len(_hosts(before.get(model, ()))))


def _hosts(endpoints: Iterable[Endpoint]) -> set[str]:
    return {endpoint.tags[0] for endpoint in endpoints}


def _cheapest(before: Survivors, after: Survivors) -> Iterator[Cheapest]:
    for model in dict.fromkeys((*after, *before)):
        yield Cheapest(model, cheapest(before.get(model, ())), cheapest(after.get(model, ())))
