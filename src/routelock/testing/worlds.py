"""Worlds: Hypothesis strategies of values, made of the documents of `routelock.testing.strategies`.

Needs the extra `routelock[testing]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from routelock.filters.builtin import BUILTINS
from routelock.policy import compose
from routelock.reasons import Layer
from routelock.testing.strategies import catalogues, guardrail_documents, vendor_words
from routelock.vendors import Vendors
from routelock.wire import catalogue, guardrails

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.catalogue import Catalogue
    from routelock.filters.rule import Rule
    from routelock.policy import Policy


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
    layers = st.sampled_from([Layer.ACCOUNT, Layer.DEFAULT, Layer.MEMBER, Layer.KEY])
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


def rules(most: int = 3) -> st.SearchStrategy[tuple[Rule, ...]]:
    """Content rules of a few guardrails: builtins that have a detector, and custom patterns."""
    documents = st.lists(guardrail_documents(), min_size=1, max_size=most)
    return documents.map(lambda papers: tuple(_rules(papers)))


def texts() -> st.SearchStrategy[str]:
    """Texts with something to find in them, near misses, and characters that are hard to count."""
    pieces = st.sampled_from(PIECES) | st.text(max_size=6)
    return st.lists(pieces, max_size=8).map("".join)


PIECES = (
    "ada@example.org", "ada@", "4111 1111 1111 1111", "4111-1111", "10.0.0.1", "2001:db8::1", "::",
    "x@10.0.0.1", " ", ", ", "xx", "[EMAIL]",
    "\u0301", "\U0001f600", "\ud800", "\x00", "\u05d0\u05d1",
)  # fmt: skip


def _rules(papers: list[dict[str, Any]]) -> Iterator[Rule]:
    for place, paper in enumerate(papers):
        policy = _policy(Layer.KEY, paper, Vendors(), f"g{place}")
        yield from (rule for rule in policy.rules if rule.slug is None or rule.slug in BUILTINS)
