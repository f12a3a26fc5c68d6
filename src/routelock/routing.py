"""Routing: the endpoints that one request may use, in the order in which to try them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.preferences import FIRST, SOURCE, clauses, lengths, ranked
from routelock.reasons import Code, Reason, distinct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from routelock.catalogue import Endpoint
    from routelock.clauses import Refusal
    from routelock.clearance import Clearance, Excluded, Verdict
    from routelock.request import Candidate, Request


class Routing(NamedTuple):
    """The endpoints in order, the others of the same models with reasons, and unknown models."""

    endpoints: tuple[Endpoint, ...]
    excluded: tuple[Excluded, ...] = ()
    unknown: tuple[Reason, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason for which an endpoint or a model is out, each once."""
        return distinct((*self.unknown, *(said for _, why in self.excluded for said in why)))


def route(request: Request, clearance: Clearance, prompt_tokens: int | None = None) -> Routing:
    """Where a request may go under a clearance and its own preferences.

    `prompt_tokens` is the length of its prompt, where the caller counted it.
    """
    if request.provider is None and prompt_tokens is None and len(request.candidates) == 1:
        verdict = clearance.verdict(request.candidates[0].name)
        if verdict is not None and verdict.model.room >= request.longest:
            return Routing(verdict.survivors, verdict.excluded)
    return _narrowed(request, clearance, prompt_tokens)


def _narrowed(request: Request, clearance: Clearance, prompt_tokens: int | None) -> Routing:
    asked = (*clauses(request, clearance.catalogue), *lengths(request, prompt_tokens))
    found = [(candidate, clearance.verdict(candidate.name)) for candidate in request.candidates]
    verdicts = {verdict.model.id: verdict for _, verdict in found if verdict is not None}
    said: dict[Endpoint, tuple[Reason, ...]] = {}
    tried: list[Endpoint] = []
    for verdict in verdicts.values():
        rows = _reasons(verdict, clearance, asked)
        said |= rows
        tried += ranked([endpoint for endpoint, why in rows.items() if not why], request.provider)
    if request.provider is not None and request.provider.allow_fallbacks is False:
        said |= dict.fromkeys(tried[1:], (FIRST,))
        del tried[1:]
    excluded = tuple((endpoint, why) for endpoint, why in said.items() if why)
    return Routing(tuple(tried), excluded, tuple(_unknown(found)))


def _reasons(
    verdict: Verdict, clearance: Clearance, asked: Sequence[Refusal]
) -> dict[Endpoint, tuple[Reason, ...]]:
    """Each endpoint of a model with all its reasons, those of the request among them."""
    policy = dict(verdict.excluded)
    rows = {}
    for endpoint in clearance.catalogue.of(verdict.model):
        own = [clause.reason for clause in asked if clause.refuses(endpoint)]
        before = policy.get(endpoint, ())
        rows[endpoint] = distinct((*before, *own)) if own else before
    return rows


def _unknown(found: Iterable[tuple[Candidate, Verdict | None]]) -> Iterator[Reason]:
    """What is said of a model that the catalogue does not have, or has without any endpoint."""
    for candidate, verdict in found:
        if verdict is None or verdict.model.start == verdict.model.stop:
            yield Reason(Code.MODEL_UNKNOWN, *SOURCE, candidate.field)
