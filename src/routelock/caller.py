"""Caller: who asks: the state of a key, and whose spend its budgets look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.budget import Budget, Limit
from routelock.reasons import Code, Layer, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime


class Caller(NamedTuple):
    """Who asks: the state of the key, and the entities whose spend its budgets look at.

    `limit` is the key's own spending limit (spec 2.2), beside those of guardrails.
    """

    key: str = ""
    member: str | None = None
    disabled: bool = False
    expires_at: datetime | None = None
    limit: Limit | None = None

    def entity(self, layer: Layer) -> str:
        """Whose spend a limit of this layer looks at: the account's, the member's or the key's."""
        if layer is Layer.ACCOUNT:
            return "account"
        named = self.member is not None and layer is not Layer.KEY
        return f"member:{self.member}" if named else f"key:{self.key}"

    def refusals(self, now: datetime) -> tuple[Reason, ...]:
        """Why this key may not be used at all at `now`; it expires at `expires_at`, not after."""
        if not self.disabled and self.expires_at is None:
            return ()
        expired = self.expires_at is not None and now >= self.expires_at
        told = ((self.disabled, _DISABLED), (expired, _EXPIRED))
        return tuple(reason for holds, reason in told if holds)


_DISABLED = Reason(Code.KEY_DISABLED, Layer.KEY, None, "/disabled")
_EXPIRED = Reason(Code.KEY_EXPIRED, Layer.KEY, None, "/expires_at")


def budgets(limits: Iterable[Limit], caller: Caller) -> tuple[tuple[Budget, Limit], ...]:
    """Each limit that looks at this caller's spend, and the key under which it is given."""
    own = () if caller.limit is None else (caller.limit,)
    ordered = sorted(limits, key=lambda limit: limit.reason.sort_key())
    return tuple((_budget(limit, caller), limit) for limit in (*ordered, *own))


def _budget(limit: Limit, caller: Caller) -> Budget:
    return Budget(caller.entity(limit.source.layer), limit.source.guardrail)
