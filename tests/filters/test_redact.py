"""Redact: the output is kept intervals of the original and placeholders, in order."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routelock.filters.finding import Finding, in_order
from routelock.filters.redact import redact
from routelock.guardrail import Action, Slug
from routelock.reasons import Layer, Source


def finding(
    start: int, end: int, slug: Slug | None = Slug.EMAIL, label: str | None = None
) -> Finding:
    source = Source(Layer.KEY)
    return Finding(slug, label, 0, "/content", start, end, Action.REDACT, source, "/f/0")


def slowly(text: str, findings: list[Finding]) -> str:
    """The same by paint: each code point gets the number of the heap of spans that covers it."""
    paint = [0] * len(text)
    first: dict[int, str] = {}
    for number, each in enumerate(findings, 1):
        heap = next((color for color in paint[each.start : each.end] if color), number)
        first.setdefault(heap, each.placeholder)
        paint[each.start : each.end] = [heap] * (each.end - each.start)
    pieces = groupby(zip(paint, text, strict=True), key=lambda pair: pair[0])
    return "".join(
        first[heap] if heap else "".join(kept for _, kept in run) for heap, run in pieces
    )


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], "abcdef"),
        ([finding(1, 3)], "a[EMAIL]def"),
        ([finding(0, 6)], "[EMAIL]"),
        ([finding(0, 2), finding(2, 4, Slug.SSN)], "[EMAIL][SSN]ef"),
        ([finding(0, 3), finding(2, 4, Slug.SSN)], "[EMAIL]ef"),
        ([finding(0, 6), finding(1, 2, Slug.SSN)], "[EMAIL]"),
        ([finding(1, 2), finding(1, 3, Slug.SSN)], "a[SSN]def"),
        ([finding(0, 2), finding(1, 4), finding(3, 5, Slug.SSN)], "[EMAIL]f"),
        ([finding(1, 3, None, "NAME")], "aNAMEdef"),
        ([finding(1, 3, None)], "a[REDACTED]def"),
        ([finding(1, 3, None, "")], "a[REDACTED]def"),
        ([finding(1, 3, Slug.PROMPT_INJECTION)], "a[PROMPT_INJECTION]def"),
        ([finding(5, 6), finding(0, 1)], "[EMAIL]bcde[EMAIL]"),
    ],
)
def test_spans_that_share_a_code_point_become_one(findings: list[Finding], expected: str) -> None:
    assert redact("abcdef", in_order(findings)) == expected


slugs = st.sampled_from([Slug.EMAIL, Slug.SSN, Slug.SECRETS])
spans = st.tuples(st.integers(0, 11), st.integers(1, 4), slugs).map(
    lambda made: finding(made[0], min(made[0] + made[1], 12), made[2])
)


@given(st.lists(spans, max_size=6))
def test_redacting_is_painting(found: list[Finding]) -> None:
    ordered = in_order(found)
    assert redact("abcdefghijkl", ordered) == slowly("abcdefghijkl", ordered)


@given(st.lists(spans, max_size=6))
def test_nothing_that_is_kept_was_inside_a_span(found: list[Finding]) -> None:
    covered = {place for each in found for place in range(each.start, each.end)}
    kept = [letter for place, letter in enumerate("abcdefghijkl") if place not in covered]
    left = redact("abcdefghijkl", in_order(found))
    assert [letter for letter in left if letter.islower()] == kept
