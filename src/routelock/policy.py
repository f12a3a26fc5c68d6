"""Policy: a set of clauses, content rules and limits. Putting policies together is set union."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pydantic import MISSING

from routelock.budget import Limit
from routelock.clauses import FLAGS, LISTS, Clause, Refusal, forbidden, listed, no_retention
from routelock.filters.rule import Rule
from routelock.guardrail import Guardrail, Scope
from routelock.reasons import Code, Layer, Reason, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.vendors import Vendors

Entry = TypeVar("Entry")


class Policy(NamedTuple):
    """What refuses: clauses over endpoints, rules over text, limits on spend; and what only looks.

    Union (`|`) is commutative, associative and idempotent, and `Policy()` is neutral. `observed`
    is a policy that refuses nothing: what it would have refused is told apart.
    """

    clauses: frozenset[Refusal] = frozenset()
    rules: frozenset[Rule] = frozenset()
    limits: frozenset[Limit] = frozenset()
    observed: Policy | None = None

    def __or__(self, other: Policy) -> Policy:
        return compose((self, other))

    @property
    def digest(self) -> str:
        """A name for what this policy says, the same in every process: a key for caches."""
        return sha256(repr(_written(self)).encode()).hexdigest()


def compose(policies: Iterable[Policy]) -> Policy:
    """All policies together: an endpoint survives when no clause of any of them refuses it.

    >>> compose([]) == Policy()
    True
    """
    parts = tuple(policies)
    watched = [part.observed for part in parts if part.observed is not None]
    return Policy(
        frozenset().union(*[part.clauses for part in parts]),
        frozenset().union(*[part.rules for part in parts]),
        frozenset().union(*[part.limits for part in parts]),
        compose(watched) if watched else None,
    )


def observe(policy: Policy) -> Policy:
    """The same policy applied for a look only: it refuses nothing."""
    seen = policy._replace(observed=None)
    return Policy(observed=compose(part for part in (seen, policy.observed) if part is not None))


def region(name: str) -> Policy:
    """What a regional hostname asks: endpoints of that region; one without regions has none."""
    reason = Reason(Code.REGION_MISMATCH, Layer.REGION, None, "/region")
    return Policy(frozenset((Clause(reason, "regions", frozenset((name,)), only=True),)))


def resolve(guardrail: Guardrail, source: Source, vendors: Vendors) -> Policy:
    """What a guardrail means where it applies; absent, null and [] get their meaning here alone.

    `source` names the layer and the guardrail in every reason. The deprecated `enforce_zdr` covers
    the words that the document does not mention (spec 2.1).
    """
    lists, flags = _lists(guardrail, source), _flags(guardrail, source)
    return Policy(
        frozenset((*lists, *flags, *_zdr(guardrail, source, vendors))),
        frozenset((*_builtins(guardrail, source), *_patterns(guardrail, source))),
        frozenset(_limits(guardrail, source)),
    )


def _lists(guardrail: Guardrail, source: Source) -> Iterator[Clause]:
    for name, kind in LISTS.items():
        entries = getattr(guardrail, name)
        if entries is MISSING or entries is None:
            continue
        # An empty allow list refuses everything; an empty ignore list says nothing.
        if entries or kind.only:
            yield listed(source, f"/{name}", kind, entries)


def _flags(guardrail: Guardrail, source: Source) -> Iterator[Clause]:
    for name, (code, deeds) in FLAGS.items():
        if getattr(guardrail, name) is False:
            yield forbidden(source, f"/{name}", code, deeds)


def _zdr(guardrail: Guardrail, source: Source, vendors: Vendors) -> Iterator[Clause]:
    for word, enforced in guardrail.zdr.items():
        if enforced:
            # A stored word that this deployment does not know is read strictly: it covers all.
            words = (word,) if word in vendors.words else vendors.words
            yield no_retention(source, f"/{vendors.field(word)}", words, vendors)
    if guardrail.enforce_zdr is True:
        unmentioned = [word for word in vendors.words if word not in guardrail.zdr]
        if unmentioned:
            yield no_retention(source, "/enforce_zdr", unmentioned, vendors)


def _builtins(guardrail: Guardrail, source: Source) -> Iterator[Rule]:
    for place, entry in _entries(guardrail.content_filter_builtins):
        scope = Scope.ALL_MESSAGES if entry.scan_scope is MISSING else entry.scan_scope
        pointer = f"/content_filter_builtins/{place}"
        yield Rule(source, pointer, entry.action, slug=entry.slug, scope=scope)


def _patterns(guardrail: Guardrail, source: Source) -> Iterator[Rule]:
    for place, entry in _entries(guardrail.content_filters):
        label = None if entry.label is MISSING else entry.label or None
        pointer = f"/content_filters/{place}"
        yield Rule(source, pointer, entry.action, pattern=entry.pattern, label=label)


def _limits(guardrail: Guardrail, source: Source) -> Iterator[Limit]:
    amount = guardrail.limit_usd
    if amount is not MISSING and amount is not None:
        interval = guardrail.reset_interval
        byok = guardrail.include_byok_in_budgets is True
        yield Limit(source, "/limit_usd", amount, None if interval is MISSING else interval, byok)


def _entries(entries: tuple[Entry, ...] | MISSING | None) -> Iterator[tuple[int, Entry]]:
    return iter(()) if entries is MISSING else enumerate(entries or ())


def _written(policy: Policy) -> object:
    observed = policy.observed and _written(policy.observed)
    parts = (policy.clauses, policy.rules, policy.limits)
    return (*(sorted(map(_plain, part)) for part in parts), observed)


def _plain(value: object) -> str:
    """A repr in which sets are sorted: the same words give the same digest in every process."""
    if isinstance(value, frozenset):
        return repr(sorted(map(_plain, value)))
    return repr(tuple(map(_plain, value))) if isinstance(value, tuple) else repr(value)
