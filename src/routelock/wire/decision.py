"""Decisions as JSON: what `routelock decide --json` prints (a contract with other programs)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.gate import Cleared, Refused
from routelock.reasons import distinct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.catalogue import Endpoint
    from routelock.clearance import Clearance, Excluded
    from routelock.reasons import Reason

Json = dict[str, Any]


def decided(outcome: Cleared | Refused) -> Json:
    """One decision on one request, without the text of any finding.

    `messages` holds the redacted messages, and is null where a filter blocked them.
    """
    body = outcome.body
    told = _routed(outcome.endpoints, outcome.excluded)
    told["outcome"] = "cleared" if isinstance(outcome, Cleared) else "refused"
    told["reasons"] = _reasons(outcome.reasons) if isinstance(outcome, Refused) else []
    told["findings"] = [finding.as_json() for finding in outcome.findings]
    told["messages"] = None if body is None else body.get("messages", [])
    if outcome.observed is not None:
        told["observed"] = {
            "reasons": _reasons(outcome.observed.reasons),
            "excluded": _excluded(outcome.observed.excluded),
            "findings": [finding.as_json() for finding in outcome.observed.findings],
        }
    return told


def swept(clearance: Clearance) -> Json:
    """A policy over a whole catalogue: refused means that nothing survives."""
    rows = [*zip(clearance.catalogue.endpoints, clearance.reasons(), strict=True)]
    endpoints = [endpoint for endpoint, why in rows if not why]
    excluded = [(endpoint, why) for endpoint, why in rows if why]
    told = _routed(endpoints, excluded)
    told["outcome"] = "cleared" if endpoints else "refused"
    told["reasons"] = [] if endpoints else _reasons(distinct(_all(excluded)))
    told["findings"] = told["messages"] = []
    if clearance.observed is not None:
        seen = zip(clearance.catalogue.endpoints, clearance.observed.reasons(), strict=True)
        would = _excluded((endpoint, why) for endpoint, why in seen if why)
        told["observed"] = {"reasons": [], "excluded": would, "findings": []}
    return told


def _routed(endpoints: Iterable[Endpoint], excluded: Iterable[Excluded]) -> Json:
    kept = tuple(endpoints)
    return {
        "outcome": "",
        "endpoints": [endpoint.as_json() for endpoint in kept],
        "models": [*dict.fromkeys(endpoint.model.id for endpoint in kept)],
        "excluded": _excluded(excluded),
    }


def _excluded(rows: Iterable[Excluded]) -> list[Json]:
    return [endpoint.as_json() | {"reasons": _reasons(why)} for endpoint, why in rows]


def _reasons(reasons: Iterable[Reason]) -> list[Json]:
    return [reason.as_json() for reason in reasons]


def _all(rows: Iterable[Excluded]) -> Iterable[Reason]:
    return (reason for _, why in rows for reason in why)
