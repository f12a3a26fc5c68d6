"""Lint: settings that do nothing, contradict each other, or refuse more than they seem to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.lint.fields import permissions, retention, spending
from routelock.lint.filters import doubled, patterns, scopes
from routelock.lint.lists import listed
from routelock.lint.remark import Remark, RemarkCode
from routelock.lint.together import Applied, contradictory, nothing_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.catalogue import Catalogue
    from routelock.vendors import Vendors

__all__ = ["Applied", "Remark", "RemarkCode", "lint"]

CHECKS = (listed, permissions, retention, spending, scopes, doubled, patterns)


def lint(
    applied: Iterable[Applied], vendors: Vendors, catalogue: Catalogue | None = None
) -> tuple[Remark, ...]:
    """Every doubt about guardrails that apply together, each once, sorted by place.

    What only a catalogue can tell is left out where none is given. Raises `PatternError` for a
    pattern that does not compile, which decoding a document rules out.

    >>> from routelock import Guardrail, Layer, Source, Vendors
    >>> staff = Applied(Source(Layer.KEY, "staff"), Guardrail(name="Staff", allowed_models=[]))
    >>> [(remark.code.value, remark.path) for remark in lint([staff], Vendors())]
    [('allows_nothing', '$.allowed_models')]
    """
    documents = tuple(applied)
    found = set(_alone(documents, vendors, catalogue))
    found.update(contradictory(documents, catalogue))
    if catalogue is not None:
        found.update(nothing_left(documents, vendors, catalogue))
    return tuple(sorted(found, key=Remark.sort_key))


def _alone(
    documents: Iterable[Applied], vendors: Vendors, catalogue: Catalogue | None
) -> Iterator[Remark]:
    for (layer, name), guardrail in documents:
        for check in CHECKS:
            for remark in check(guardrail, vendors, catalogue):
                yield remark._replace(layer=layer, guardrail=name)
