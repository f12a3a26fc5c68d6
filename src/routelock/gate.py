"""Gate: all of it, ready to say whether a request may go, where to and with what text."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.budget import Budget, Limit, Spent, exceeded
from routelock.caller import Caller, budgets
from routelock.filters.builtin import BUILTINS
from routelock.filters.engine import plan
from routelock.filters.screen import Screening, screen
from routelock.guardrail import Action
from routelock.reasons import Code, Reason, distinct
from routelock.request import Request, read
from routelock.routing import Routing, route

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from routelock.catalogue import Endpoint
    from routelock.clearance import Clearance, Excluded
    from routelock.filters.detector import Detector
    from routelock.filters.fallback import Fallback
    from routelock.filters.finding import Finding
    from routelock.guardrail import Slug


class Stage(StrEnum):
    """The four stages of a decision, in the order in which they are passed."""

    KEY = "key"
    BUDGETS = "budgets"
    ROUTING = "routing"
    CONTENT = "content"


class Observed(NamedTuple):
    """What guardrails that only look would have refused."""

    reasons: tuple[Reason, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    findings: tuple[Finding, ...] = ()


class Cleared(NamedTuple):
    """The request may go: to these endpoints, in this order, with this body and no other.

    `excluded` holds the other endpoints of the models that it names, each with its reasons.
    `body` is what goes upstream to the first endpoint's model: messages redacted, `provider.only`
    and `provider.order` set to the tags of its endpoints.
    """

    endpoints: tuple[Endpoint, ...]
    excluded: tuple[Excluded, ...]
    body: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()
    observed: Observed | None = None

    def body_for(self, model_id: str) -> dict[str, Any]:
        """The body for another model of a fallback list, confined to that model's endpoints."""
        tags = [endpoint.tag for endpoint in self.endpoints if endpoint.model.id == model_id]
        provider = {**self.body["provider"], "only": tags, "order": tags}
        return {**self.body, "model": model_id, "provider": provider}

    def __repr__(self) -> str:
        return f"<Cleared: {len(self.endpoints)} endpoints, {len(self.findings)} findings>"


class Refused(NamedTuple):
    """The request may not go; `reasons` are those of `stage`, or of all stages on `explain`.

    `body` is the redacted body where every stage ran and no filter blocked; it may not be sent.
    """

    stage: Stage
    reasons: tuple[Reason, ...]
    endpoints: tuple[Endpoint, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    findings: tuple[Finding, ...] = ()
    observed: Observed | None = None
    body: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        return f"<Refused at {self.stage}: {', '.join(reason.code for reason in self.reasons)}>"


ANYBODY = Caller()


class Gate:
    """A clearance with its content rules planned, for one caller; immutable and safe to share.

    `budgets` says which spend `decide` wants to know: one `Budget` for each limit, observed ones
    included. With a `fallback` patterns that RE2 rejects run too, in windows against its clock.
    Raises `DocumentError` when a pattern does not compile or a builtin has no detector.
    """

    __slots__ = ("_limits", "_watch", "budgets", "caller", "clearance", "plan")

    def __init__(
        self,
        clearance: Clearance,
        caller: Caller = ANYBODY,
        detectors: Mapping[Slug, Detector] = BUILTINS,
        fallback: Fallback | None = None,
    ) -> None:
        self.clearance = clearance
        self.caller = caller
        self.plan = plan(clearance.policy.rules, detectors, fallback)
        seen = clearance.observed
        unlimited = caller._replace(limit=None)
        self._watch = Gate(seen, unlimited, detectors, fallback) if seen else None
        self._limits = budgets(clearance.policy.limits, caller)
        watched = self._watch.budgets if self._watch else ()
        self.budgets: tuple[tuple[Budget, Limit], ...] = (*self._limits, *watched)

    def decide(
        self,
        request: bytes | str | Mapping[str, Any] | Request,
        spend: Mapping[Budget, Spent],
        now: datetime,
        *,
        prompt_tokens: int | None = None,
        explain: bool = False,
    ) -> Cleared | Refused:
        """May this request go, where to, and with what text; `RequestError` if it cannot be read.

        The stages are key, budgets, routing, content; the first that refuses decides, and gives
        all its reasons. With `explain` all stages run. A budget without spend has spent nothing.
        """
        asked = request if isinstance(request, Request) else read(request)
        state = self.caller.refusals(now)
        if state and not explain:
            return Refused(Stage.KEY, state)
        over = self.over(spend) if self._limits else ()
        if over and not explain:
            return Refused(Stage.BUDGETS, over)
        routing = route(asked, self.clearance, prompt_tokens)
        observed = self._observed(asked, spend) if self._watch else None
        if not routing.endpoints and not explain:
            return Refused(Stage.ROUTING, routing.reasons, (), routing.excluded, (), observed)
        screening = self.screened(asked)
        body = screening.body
        if routing.endpoints and body is not None and not (state or over):
            sent = _confined(body, routing.endpoints)
            return Cleared(*routing[:2], sent, screening.findings, observed)
        refusals = {
            Stage.KEY: state,
            Stage.BUDGETS: over,
            Stage.ROUTING: () if routing.endpoints else routing.reasons,
            Stage.CONTENT: _blocked(screening),
        }
        return _refused(refusals, routing, screening, observed)

    def screened(self, asked: Request) -> Screening:
        """What the content rules say of a request."""
        # Without a rule nobody reads the texts: whether they are well formed is not for us to say.
        return (
            screen(asked.body, self.plan)
            if self.clearance.policy.rules
            else Screening((), None, asked.body)
        )

    def over(self, spend: Mapping[Budget, Spent]) -> tuple[Reason, ...]:
        """Why nothing more may be spent: the limits that are reached."""
        nothing = Spent()
        return distinct(
            limit.reason
            for budget, limit in self._limits
            if exceeded(limit, spend.get(budget, nothing))
        )

    def _observed(self, asked: Request, spend: Mapping[Budget, Spent]) -> Observed:
        watch = self._watch
        if watch is None:
            return Observed()
        routing = route(asked._replace(provider=None, lengths=(), longest=1), watch.clearance)
        screening = watch.screened(asked)
        reasons = distinct((*watch.over(spend), *_blocked(screening)))
        return Observed(reasons, routing.excluded, screening.findings)

    def __repr__(self) -> str:
        return f"<Gate: {self.clearance!r}>"


_CODES = {False: Code.CONTENT_BLOCKED, True: Code.CONTENT_UNDECIDED}


def _blocked(screening: Screening) -> tuple[Reason, ...]:
    if screening.verdict is not Action.BLOCK:
        return ()
    return distinct(
        Reason(_CODES[finding.undecided], *finding.source, finding.field)
        for finding in screening.findings
        if finding.refuses
    )


def _refused(
    refusals: Mapping[Stage, tuple[Reason, ...]],
    routing: Routing,
    screening: Screening,
    observed: Observed | None,
) -> Refused:
    stage = next(stage for stage, reasons in refusals.items() if reasons)
    reasons = distinct(reason for told in refusals.values() for reason in told)
    findings, _, body = screening
    return Refused(stage, reasons, *routing[:2], findings, observed, body)


def _confined(body: Mapping[str, Any], endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The body for the first endpoint's model, which names no endpoint that was refused."""
    model = endpoints[0].model
    tags = [endpoint.tag for endpoint in endpoints if endpoint.model is model]
    sent = {**body, "provider": {**(body.get("provider") or {}), "only": tags, "order": tags}}
    if sent.pop("models", None) is not None:
        # A fallback list would let a router take one model to a host that only another may use.
        sent["model"] = model.id
    return sent
