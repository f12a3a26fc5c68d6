"""Worlds: Hypothesis strategies of values, made of the documents of `routelock.testing.strategies`.

Needs the extra `routelock[testing]`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from routelock.filters.builtin import BUILTINS
from routelock.filters.rule import Rule
from routelock.guardrail import Action, Scope
from routelock.policy import compose
from routelock.reasons import Layer, Source
from routelock.testing.cases.screenings import PATTERNS, screening
from routelock.testing.cases.texts import GLUE, ODD, samples
from routelock.testing.strategies import catalogues, guardrail_documents, vendor_words
from routelock.vendors import Vendors
from routelock.wire import catalogue, guardrails

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue
    from routelock.policy import Policy


LAYERS = (Layer.ACCOUNT, Layer.DEFAULT, Layer.MEMBER, Layer.KEY)


class World(NamedTuple):
    """A snapshot, the vendor words of a deployment, and policies that may apply together."""

    catalogue: Catalogue
    vendors: Vendors
    policies: tuple[Policy, ...]


@st.composite
def worlds(draw: st.DrawFn, policies: int = 3) -> World:
    """A small catalogue and that many policies, each of up to two guardrails of any layer.

    >>> worlds().example().policies  # doctest: +SKIP
    """
    rows = draw(catalogues())
    words = Vendors(draw(vendor_words()))
    documents = guardrail_documents(words.authors, rows)
    drawn = [draw(st.lists(documents, max_size=2)) for _ in range(policies)]
    layers = st.sampled_from(LAYERS)
    return World(
        catalogue.decode(rows),
        words,
        tuple(
            compose(_policy(draw(layers), document, words, f"g{place}") for document in part)
            for place, part in enumerate(drawn)
        ),
    )


def _policy(layer: Layer, document: dict[str, Any], words: Vendors, name: str) -> Policy:
    return guardrails.policy(guardrails.decode(document, words), layer, words, name)


def rules(most: int = 6) -> st.SearchStrategy[tuple[Rule, ...]]:
    """Content rules of a few guardrails: builtins that have a detector, and custom patterns."""
    return st.lists(_rules(), max_size=most, unique=True).map(tuple)


@cache
def _rules() -> st.SearchStrategy[Rule]:
    sources = st.builds(Source, st.sampled_from(LAYERS), st.sampled_from([None, "g", "h"]))
    fields = st.sampled_from([f"/content_filters/{place}" for place in range(4)])
    said = (sources, fields, st.sampled_from(Action))
    scope = st.sampled_from(Scope)
    return st.one_of(
        st.builds(Rule, *said, slug=st.sampled_from([*BUILTINS]), scope=scope),
        st.builds(Rule, *said, slug=st.sampled_from([*BUILTINS]), scope=scope),
        st.builds(Rule, *said, pattern=st.sampled_from(PATTERNS), label=st.sampled_from(LABELS)),
    )


def texts() -> st.SearchStrategy[str]:
    """Texts with something to find in them, near misses, and characters that are hard to count."""
    return _texts()


@cache
def _texts() -> st.SearchStrategy[str]:
    short = [sample for sample in samples() if len(sample) <= LONGEST]
    pieces = st.one_of(
        st.sampled_from(short), st.sampled_from(GLUE), st.sampled_from(ODD), st.text(max_size=6)
    )
    return st.lists(pieces, max_size=8).map("".join)


def bodies() -> st.SearchStrategy[dict[str, Any]]:
    """Chat bodies with texts of that kind in every place that filters cover, and in others."""
    return st.builds(screening, st.integers(0, 2**32), st.integers(0, 2**32)).map(
        lambda drawn: drawn.request
    )


@cache
def arguments() -> st.SearchStrategy[Any]:
    """Arguments of a tool call, as a value of JSON with such texts as keys and strings."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | texts(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(), inner, max_size=3),
        max_leaves=6,
    )


LONGEST = 60
LABELS = (None, "[TICKET]", "[EMAIL]")
