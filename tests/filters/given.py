"""What the tests of filters are made of: rules, plans, bodies and texts full of near misses."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from routelock.filters.builtin import credit_card, email, ip_address, phone, secrets, ssn
from routelock.filters.engine import Plan, plan
from routelock.filters.rule import Rule
from routelock.guardrail import Action, Scope, Slug
from routelock.message import Part
from routelock.reasons import Layer, Source

MODULES = {
    Slug.EMAIL: email,
    Slug.PHONE: phone,
    Slug.SSN: ssn,
    Slug.CREDIT_CARD: credit_card,
    Slug.IP_ADDRESS: ip_address,
    Slug.SECRETS: secrets,
}
ADA, CARD, HOST = "ada@example.com", "4111 1111 1111 1111", "10.0.0.1"
CANARY = "canary7f3a9c"


def rule(
    what: Slug | str, action: Action = Action.REDACT, *, layer: Layer = Layer.KEY, **fields: Any
) -> Rule:
    """A rule for a builtin or for a pattern."""
    is_builtin = isinstance(what, Slug)
    name = "content_filter_builtins" if is_builtin else "content_filters"
    kind: dict[str, Any] = {"slug" if is_builtin else "pattern": what}
    return Rule(
        Source(layer, fields.pop("guardrail", "g")),
        fields.pop("field", f"/{name}/0"),
        action,
        **kind,
        **fields,
    )


def every(action: Action) -> Plan:
    """All builtins with one action."""
    return plan(rule(slug, action) for slug in MODULES)


def part(text: str, role: str = "user") -> Part:
    return Part(0, "/content", role, text)


def body(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text} for text in texts], **fields}


def arguments(source: str) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": source}}
    return {"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}


_SAMPLES = [
    sample for module in MODULES.values() for sample in (*module.EXAMPLES, *module.COUNTEREXAMPLES)
]
_ODD = ["\U0001f600", "e\u0301", "\ud83d", "\udc00", "\x00", "\u202eabc\u202c", "שלום", "é", "葉"]
_GLUE = [" ", "", ", ", "\n", ".", "-", "@", ":", "::", "/", "[", "]", '"', "1", "0000", "a", "_"]

words = st.one_of(st.sampled_from(_SAMPLES), st.sampled_from(_ODD), st.sampled_from(_GLUE))
texts = st.lists(st.one_of(words, st.text(max_size=4)), max_size=12).map("".join)
actions = st.sampled_from(Action)
patterns = st.sampled_from(
    ["x*", r"\d+", "a+", r"\w+@", r"[\s\S]", r"(?i)x.y", r"\[[A-Z_]+\]", "é|葉"]
)
labels = st.sampled_from([None, "", "[X]", "ID"])

_sources = st.builds(Source, st.sampled_from(Layer), st.sampled_from([None, "a", "b"]))
_fields = st.integers(0, 3).map(lambda place: f"/content_filters/{place}")
_scopes = st.sampled_from(Scope)
builtin_rules = st.builds(
    Rule, _sources, _fields, actions, slug=st.sampled_from(list(MODULES)), scope=_scopes
)
custom_rules = st.builds(
    Rule,
    _sources,
    _fields,
    actions,
    pattern=patterns,
    label=labels.map(lambda label: label or None),
)
rules = st.lists(st.one_of(builtin_rules, custom_rules), max_size=6, unique=True)
roles = st.sampled_from(["user", "system", "assistant", "tool"])
json_values: st.SearchStrategy[Any] = st.deferred(
    lambda: st.one_of(
        texts,
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.lists(json_values, max_size=3),
        st.dictionaries(texts, json_values, max_size=3),
    )
)
