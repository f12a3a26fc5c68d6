"""Worlds: Hypothesis strategies of values, made of the documents of `routelock.testing.strategies`.

Needs the extra `routelock[testing]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from routelock.policy import compose
from routelock.reasons import Layer
from routelock.testing.strategies import catalogues, guardrail_documents, vendor_words
from routelock.vendors import Vendors
from routelock.wire import catalogue, guardrails

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue
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
