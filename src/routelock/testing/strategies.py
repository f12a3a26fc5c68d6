"""Strategies: raw documents for Hypothesis, drawn from small pools so that failures shrink well.

Needs the extra `routelock[testing]`. Every document is valid input for its decoder, and every field
that knows three states (absent, null, a value) is drawn in all of them.

>>> from hypothesis import given
>>> from routelock.testing.oracle import decide
>>> @given(catalogues(), layers())
... def test_a_guardrail_only_restricts(catalogue, applied):
...     fewer, more = decide(catalogue, applied)["endpoints"], decide(catalogue, [])["endpoints"]
...     assert all(endpoint in more for endpoint in fewer)
>>> test_a_guardrail_only_restricts()
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import strategies as st

from routelock.testing.cases.guardrails import FLAGS, INTERVALS, LAYERS, LIMITS, WORDS, zdr_fields
from routelock.testing.cases.rows import (
    AUTHORS,
    FACETS,
    HOSTS,
    SUFFIXES,
    TAGS,
    UNHEARD_OF,
    VARIANTS,
    endpoint,
    model,
    model_entries,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Json = dict[str, Any]
    Draw = st.DrawFn
    Strategy = st.SearchStrategy[Json]
    Fields = dict[str, st.SearchStrategy[Any]]

T = TypeVar("T")

SLUGS = (
    "email", "phone", "ssn", "credit-card", "ip-address", "secrets", "person-name", "address",
    "regex-prompt-injection",
)  # fmt: skip
ACTIONS = ("redact", "block", "flag")
PATTERNS = (
    "x", "[a-z]{3}[0-9]{2}", r"\bTICKET-\d{4,6}\b", "(?i)project falcon", r"\w+@example\.com",
    "^internal:", "secret$", "(?:ab|cd){2,3}", "é+", "x*",
)  # fmt: skip
LABELS = (None, "", "[TICKET]", "a" * 100)
MOMENTS = ("2026-01-05T08:00:00Z", "2026-01-05T08:00:00.123Z", "2026-02-28T23:59:59+02:00")
UUIDS = tuple(f"00000000-0000-4000-8000-{place:012d}" for place in range(8))
SNIPPETS = (
    "hello", "ada@example.com", "4111 1111 1111 1111", "192.0.2.7", "2001:db8::1", "TICKET-4711",
    "project falcon", "+1 202 555 0147", "a\u200bda@example.com", "naïve ﬁne", "🙂", "\n", "xx",
)  # fmt: skip
IMAGE = "data:image/png;base64,iVBORw0KGgo="
QUANTIZATIONS = ("fp8", "bf16", "int4", "unknown")
UNITS = ("prompt", "completion", "request", "image")
TOKENS = (None, 0, 1, 256, 4_096, 100_000)
PRICES = (None, 0, 0.5, 2, 100)
PARAMETERS: Json = {"temperature": 0.5, "seed": 7, "top_p": 0.9, "stop": None, "unlisted": 1}


def vendor_words() -> st.SearchStrategy[dict[str, list[str]]]:
    """Vendor words of a deployment, each with authors of its own; there may be no word at all."""
    groups = st.dictionaries(st.sampled_from(AUTHORS), st.sampled_from(WORDS), max_size=4)
    return groups.map(_grouped)


def _grouped(word_of: Mapping[str, str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for author, word in word_of.items():
        groups.setdefault(word, []).append(author)
    return groups


# --- catalogues ---------------------------------------------------------------------------------


@st.composite
def catalogues(draw: Draw, most_models: int = 3, most_endpoints: int = 3) -> Json:
    """Catalogue documents: models with variants and shared slugs, aliases, endpoints of each.

    `most_models` counts models without their variants, `most_endpoints` those of one model.
    """
    real: list[Json] = []
    for number in range(draw(st.integers(1, most_models))):
        real += draw(_families(number, [row["canonical_slug"] for row in real]))
    offered = [draw(_offers(row, most_endpoints)) for row in real]
    targets = st.sampled_from([name for row in real for name in (row["id"], row["canonical_slug"])])
    aliases = [
        model(f"~{row['id']}-latest", stands_for=draw(targets)) for row in draw(_few(real, 2))
    ]
    endpoints = [row for rows in offered for row in rows]
    return {"version": "drawn", "models": [*real, *aliases], "endpoints": endpoints}


@st.composite
def _families(draw: Draw, number: int, slugs: list[str]) -> list[Json]:
    name = f"{draw(st.sampled_from(AUTHORS))}/m{number}"
    slug = draw(st.sampled_from([name, f"{name}-2026", *slugs]))
    return [model(name + variant, slug) for variant in ("", *draw(_few(VARIANTS, 2)))]


def _offers(row: Json, most: int) -> st.SearchStrategy[list[Json]]:
    return _drawn(most).map(lambda drawn: [endpoint(row, tag, facts) for tag, facts in drawn])


@cache  # building a strategy costs more than drawing from it
def _drawn(most: int) -> st.SearchStrategy[list[tuple[str, Json]]]:
    facts = st.fixed_dictionaries({name: st.sampled_from(pool) for name, pool in FACETS.items()})
    pairs = st.tuples(st.sampled_from(TAGS), facts)
    return st.lists(pairs, max_size=most, unique_by=lambda pair: pair[0])


def _few(pool: Collection[T], most: int) -> st.SearchStrategy[list[T]]:
    """Some of a pool, each once."""
    return st.lists(st.sampled_from([*range(len(pool))]), max_size=most, unique=True).map(
        lambda places: [[*pool][place] for place in places]
    )


# --- guardrails ---------------------------------------------------------------------------------


def guardrail_documents(
    vendors: Mapping[str, Collection[str]] | None = None, catalogue: Json | None = None
) -> Strategy:
    """Guardrail documents (spec 2.1) as files have them: a `name`, and any few of all other fields.

    `vendors` are the deployment's words (None: those of the specification); lists of models name
    rows of `catalogue`, where one is given. A builtin's `label` is left out: decoding drops it.
    """
    entries = model_entries(catalogue["models"] if catalogue else [model("vendor_a/m0")])
    fields = _identity() | _budget() | _lists(entries) | _filters() | _flags(zdr_fields(vendors))
    said = st.one_of([st.tuples(st.just(name), drawn) for name, drawn in fields.items()])
    some = st.lists(said, max_size=8, unique_by=lambda pair: pair[0])
    return some.map(lambda pairs: {"name": "g", **dict(pairs)})


def _identity() -> Fields:
    return {
        "id": st.sampled_from(UUIDS),
        "workspace_id": st.none() | st.sampled_from(UUIDS),
        "created_at": st.sampled_from(MOMENTS),
        "updated_at": st.none() | st.sampled_from(MOMENTS),
        "description": st.none() | st.text(max_size=8),
    }


def _budget() -> Fields:
    return {
        "limit_usd": st.none() | st.sampled_from(LIMITS),
        "reset_interval": st.sampled_from(INTERVALS),
        "include_byok_in_budgets": st.booleans(),
    }


def _lists(entries: list[str]) -> Fields:
    hosts, models = (st.none() | st.lists(st.sampled_from(pool)) for pool in (HOSTS, entries))
    return {
        "allowed_providers": hosts,
        "ignored_providers": hosts,
        "allowed_models": models,
        "ignored_models": models,
    }


def _flags(zdr: list[str]) -> Fields:
    return {field: st.none() | st.booleans() for field in (*FLAGS, "enforce_zdr", *zdr)}


@cache
def _filters() -> Fields:
    action = st.sampled_from(ACTIONS)
    builtins = st.fixed_dictionaries(
        {"slug": st.sampled_from(SLUGS), "action": action},
        optional={"scan_scope": st.sampled_from(("all_messages", "user_only"))},
    )
    customs = st.fixed_dictionaries(
        {"pattern": st.sampled_from(PATTERNS), "action": action},
        optional={"label": st.sampled_from(LABELS)},
    )
    return {
        "content_filter_builtins": st.none() | st.lists(builtins, max_size=3),
        "content_filters": st.none() | st.lists(customs, max_size=3),
    }


def layers(
    vendors: Mapping[str, Collection[str]] | None = None,
    catalogue: Json | None = None,
    most: int = 3,
) -> st.SearchStrategy[list[tuple[str, str, Json]]]:
    """Guardrails that apply together: up to `most` `(layer, name, document)` of different names."""
    papers = st.tuples(st.sampled_from(LAYERS), guardrail_documents(vendors, catalogue))
    return st.lists(papers, max_size=most).map(
        lambda drawn: [_applied(place, *pair) for place, pair in enumerate(drawn)]
    )


def _applied(place: int, layer: str, paper: Json) -> tuple[str, str, Json]:
    if layer == "account":  # account settings have neither identity nor budget
        owned = {*_identity(), *_budget()}
        paper = {field: value for field, value in paper.items() if field not in owned}
    elif "id" in paper:
        paper = {**paper, "id": UUIDS[place % len(UUIDS)]}
    return layer, f"g{place}", paper


# --- requests -----------------------------------------------------------------------------------


@st.composite
def requests(draw: Draw, catalogue: Json | None = None) -> Json:
    """Chat bodies with every preference in every shape, over the models of a catalogue.

    They hold `messages` or a legacy `prompt`, and name a model, a list of them or both.
    """
    rows = catalogue["models"] if catalogue else [model("vendor_a/m0")]
    name = st.builds(
        str.__add__,
        st.sampled_from([*(row["id"] for row in rows), UNHEARD_OF]),
        st.sampled_from(("", *SUFFIXES)),
    )
    body = dict(draw(_contents()))
    body |= draw(
        st.fixed_dictionaries({"model": name}, optional={"models": st.none() | st.lists(name)})
        | st.fixed_dictionaries({"models": st.lists(name, min_size=1, max_size=3)})
    )
    body |= draw(_options())
    body |= {field: PARAMETERS[field] for field in draw(_few([*PARAMETERS], 2))}
    return body


@cache
def _contents() -> Strategy:
    said = st.fixed_dictionaries({"messages": messages()})
    return said | st.fixed_dictionaries({"prompt": _texts()})


@cache
def _texts() -> st.SearchStrategy[str]:
    pieces = st.sampled_from(SNIPPETS) | st.text(max_size=4)
    return st.lists(pieces, max_size=4).map(" ".join)


def _some(pool: Collection[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([*pool]), max_size=4)


@cache
def _options() -> Strategy:
    prices = {unit: st.sampled_from(PRICES) for unit in UNITS}
    said: Fields = {
        "only": _some(HOSTS),
        "ignore": _some(HOSTS),
        "order": _some(HOSTS),
        "sort": st.sampled_from(("price", "throughput", "latency")),
        "zdr": st.booleans(),
        "data_collection": st.sampled_from(("allow", "deny")),
        "quantizations": _some(QUANTIZATIONS),
        "max_price": st.fixed_dictionaries({}, optional=prices),
        "require_parameters": st.booleans(),
        "allow_fallbacks": st.booleans(),
    }
    preferences = {name: st.none() | drawn for name, drawn in said.items()}
    options: Fields = {
        "provider": st.none() | st.fixed_dictionaries({}, optional=preferences),
        "max_tokens": st.sampled_from(TOKENS),
        "max_completion_tokens": st.sampled_from(TOKENS),
    }
    return st.fixed_dictionaries({}, optional=options)


# --- messages -----------------------------------------------------------------------------------


@cache
def messages() -> st.SearchStrategy[list[Json]]:
    """Chat messages: plain text, text and image parts, tool calls and their results, with names."""
    return st.lists(st.one_of(_spoken(), _calls(), _results()), max_size=4)


def _spoken() -> Strategy:
    text = st.fixed_dictionaries({"type": st.just("text"), "text": _texts()})
    image = st.builds(lambda: {"type": "image_url", "image_url": {"url": IMAGE}})
    return st.fixed_dictionaries(
        {
            "role": st.sampled_from(("user", "system", "assistant")),
            "content": _texts() | st.lists(text | image, max_size=3),
        },
        optional={"name": st.sampled_from(("ada", "ada@example.com"))},
    )


def _calls() -> Strategy:
    """An assistant's calls: arguments are JSON in a string, or what a model wrote instead."""
    values = st.recursive(
        _texts() | st.integers(0, 99) | st.booleans() | st.none(),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_texts(), inner, max_size=2),
        max_leaves=4,
    )
    written = st.builds(json.dumps, values, ensure_ascii=st.booleans()) | _texts()
    call = written.map(
        lambda text: {
            "id": "call_1",
            "type": "function",
            "function": {"name": "find", "arguments": text},
        }
    )
    return st.fixed_dictionaries(
        {
            "role": st.just("assistant"),
            "content": st.none() | _texts(),
            "tool_calls": st.lists(call, min_size=1, max_size=2),
        }
    )


def _results() -> Strategy:
    fixed = {"role": st.just("tool"), "tool_call_id": st.just("call_1"), "content": _texts()}
    return st.fixed_dictionaries(fixed)
