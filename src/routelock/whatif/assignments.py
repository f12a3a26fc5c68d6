"""Assignments: which guardrails apply to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.policy import Policy, compose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NOBODY: Mapping[str, Policy] = {}


class Who(NamedTuple):
    """Who sent a request; `None` where nobody is known."""

    key: str | None = None
    member: str | None = None
    workspace: str | None = None


class Assignments(NamedTuple):
    """Policies by the key, member and workspace that they are assigned to, and what all have.

    Whoever is not named has only what everyone has: belonging to a workspace applies nothing but
    the default of that workspace.
    """

    everyone: Policy = Policy()
    workspaces: Mapping[str, Policy] = _NOBODY
    members: Mapping[str, Policy] = _NOBODY
    keys: Mapping[str, Policy] = _NOBODY

    def parts(self, who: Who) -> tuple[Policy, ...]:
        """The policies that apply to someone, one for each layer that has one.

        >>> Assignments().parts(Who("key-1", "ada", "staff")) == (Policy(),)
        True
        """
        found = (
            self.workspaces.get(who.workspace or ""),
            self.members.get(who.member or ""),
            self.keys.get(who.key or ""),
        )
        return (self.everyone, *(policy for policy in found if policy is not None))

    def policies(self) -> Iterator[Policy]:
        """Each policy, whoever it is assigned to."""
        yield self.everyone
        for named in (self.workspaces, self.members, self.keys):
            yield from named.values()

    @property
    def together(self) -> Policy:
        """All policies at once, whoever they are assigned to."""
        return compose(self.policies())
