"""Detectors: the yes/no table of each, and the same answer whatever stands around."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from routelock.filters.builtin import BUILTINS
from routelock.filters.detector import Span, TextDetector, prepared
from routelock.guardrail import Action, Slug
from tests.filters.given import ADA, CARD, MODULES, every, part, texts

EXAMPLES = [(slug, sample) for slug, module in MODULES.items() for sample in module.EXAMPLES]
OTHERS = [(slug, sample) for slug, module in MODULES.items() for sample in module.COUNTEREXAMPLES]
BARE = CARD.replace(" ", "")
AROUND = [
    "{}",
    "see {}, please",
    "({})",
    "\n{}\n",
    "<{}>",
    "{}.",
    "\U0001f600 {} e\u0301",
    "\ud83d{}",
]


def found(slug: Slug, text: str) -> list[str]:
    return [text[span.start : span.end] for span in BUILTINS[slug].find(text)]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("slug", "sample"), EXAMPLES)
def test_an_example_is_found_whole(slug: Slug, sample: str, around: str) -> None:
    assert found(slug, around.format(sample)) == [sample]


@pytest.mark.parametrize("around", ["{}", "see {}, please"])
@pytest.mark.parametrize(("slug", "sample"), OTHERS)
def test_a_counterexample_is_not_found(slug: Slug, sample: str, around: str) -> None:
    assert found(slug, around.format(sample)) == []


@pytest.mark.parametrize(
    ("slug", "text", "expected"),
    [
        (Slug.EMAIL, "ada@example.com, bob@example.org", [ADA, "bob@example.org"]),
        (Slug.EMAIL, "请联系ada@example.com谢谢", [ADA]),
        (Slug.EMAIL, "mailto:ada@example.com?subject=hi", [ADA]),
        (Slug.EMAIL, "to=ada@example.com|x", [ADA]),
        (Slug.EMAIL, "**ada@example.com**", [ADA]),
        (Slug.EMAIL, "'ada@example.com'", [ADA]),
        (Slug.EMAIL, f"{'a' * 64}@example.com", [f"{'a' * 64}@example.com"]),
        (Slug.EMAIL, f"{'a' * 65}@example.com", []),
        (Slug.EMAIL, "a@b.com@c.com", ["a@b.com"]),
        (Slug.EMAIL, 'name = "" + "@example.com"', []),
        (Slug.CREDIT_CARD, f"{BARE} 4111-1111-1111-1111", [BARE, "4111-1111-1111-1111"]),
        (Slug.CREDIT_CARD, f"{CARD} {CARD}", [CARD, CARD]),
        (Slug.CREDIT_CARD, f"{CARD} 1225 123", [CARD]),
        (Slug.CREDIT_CARD, f"{BARE} 12/27 123", [BARE]),
        (Slug.CREDIT_CARD, f'{{"card":{BARE}}}', [BARE]),
        (Slug.IP_ADDRESS, "http://10.0.0.1:8080/", ["10.0.0.1"]),
        (Slug.IP_ADDRESS, "10.0.0.1-10.0.0.9", ["10.0.0.1", "10.0.0.9"]),
        (Slug.IP_ADDRESS, "10.0.0.7/8", ["10.0.0.7"]),
        (Slug.IP_ADDRESS, "10.0.0.0/99", ["10.0.0.0"]),
        (Slug.IP_ADDRESS, "[2001:db8::1]:443", ["2001:db8::1"]),
        (Slug.IP_ADDRESS, "addr:fe80::1", ["fe80::1"]),
        (Slug.IP_ADDRESS, "fe80::1: no route", ["fe80::1"]),
        (Slug.IP_ADDRESS, "fe80::1%eth0/64", ["fe80::1%eth0"]),
        (Slug.IP_ADDRESS, "name::ffff:192.0.2.1", ["192.0.2.1"]),
        (Slug.IP_ADDRESS, "2001:db8::/64", ["2001:db8::/64"]),
        (Slug.IP_ADDRESS, "地址10.0.0.1。", ["10.0.0.1"]),
        (Slug.IP_ADDRESS, "::", ["::"]),
        (Slug.IP_ADDRESS, "use ::", []),
        (Slug.IP_ADDRESS, "1::", ["1::"]),
        (Slug.IP_ADDRESS, "http://[::1]/", ["::1"]),
    ],
)  # fmt: skip
def test_what_stands_around_decides(slug: Slug, text: str, expected: list[str]) -> None:
    assert found(slug, text) == expected


@given(texts)
@example("0000.0000.0000 10.10.10.10 1:2:3:4:5:6:7:8 4111-1111-1111-1111")
def test_the_shared_gate_hides_nothing_that_a_detector_finds(text: str) -> None:
    alone = {(slug, *span) for slug in MODULES for span in BUILTINS[slug].find(text)}
    planned = every(Action.FLAG).scan(part(text))
    assert {(each.slug, each.start, each.end, each.rule) for each in planned} == alone


@pytest.mark.parametrize("place", [0, 1 << 14, (1 << 14) - 3, 3 << 14, 100_000])
def test_the_gate_sees_what_lies_on_the_edge_of_its_windows(place: int) -> None:
    text = f"{'x' * place} 10.0.0.1 {'y' * 20_000}"
    [finding] = every(Action.FLAG).scan(part(text))
    assert text[finding.start : finding.end] == "10.0.0.1"


@given(texts)
def test_spans_are_inside_the_text_in_order_and_apart(text: str) -> None:
    for detector in BUILTINS.values():
        ends = sorted(edge for start, end, _ in detector.find(text) for edge in (start, end))
        spans = sorted((start, end) for start, end, _ in detector.find(text))
        assert [edge for span in spans for edge in span] == ends
        assert not ends or (ends[0] >= 0 and ends[-1] <= len(text))


class Clumsy:
    """An engine of somebody else that counts wrongly."""

    def find(self, text: str) -> list[Span]:
        far = 10 * len(text)
        places = [(-5, 2), (1, far), (3, 3), (4, 2), (far, far + 1)]
        return [Span(start, end, "x") for start, end in places]


def test_spans_of_a_foreign_detector_are_cut_to_the_text_and_empty_ones_dropped() -> None:
    assert prepared(Clumsy()).find("abcde") == [Span(0, 2, "x"), Span(1, 5, "x")]


def test_a_detector_that_reads_texts_is_taken_as_it_is() -> None:
    detector = TextDetector(lambda _: [])
    assert prepared(detector) is detector
