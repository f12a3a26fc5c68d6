"""Presidio: its analyzer as a detector, for names and places that need a language model.

The builtin filters for names and addresses go by lists and by form. An engine that reads sentences
finds more and costs a thousand times as much. Whoever wants it plugs it in for those two slugs:
`plan(rules, {**BUILTINS, **detectors(engine(nlp))})`. The extra `presidio` installs what it needs,
save for a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from routelock.errors import RoutelockError
from routelock.filters.detector import Span
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENTITIES: Mapping[Slug, tuple[str, ...]] = MappingProxyType(
    {Slug.PERSON_NAME: ("PERSON",), Slug.ADDRESS: ("LOCATION",)}
)
"""What Presidio calls the things that a slug is about, where `detectors` is not told otherwise."""

_LEAST = 0.5
_LONGEST = 100_000  # spaCy refuses texts of more than a million characters
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


class Result(Protocol):
    """A place that an analyzer has found: code points of the text, the end exclusive."""

    entity_type: str
    start: int
    end: int
    score: float


class Analyzer(Protocol):
    """What is asked of an engine: `presidio_analyzer.AnalyzerEngine`, or any object like it."""

    def analyze(self, text: str, language: str, entities: list[str]) -> Iterable[Result]:
        """Every entity of these kinds in a text."""
        ...


class EngineError(RoutelockError):
    """The engine failed on a text; says with which error, and nothing of the text."""


@dataclass(frozen=True, slots=True, repr=False)
class PresidioDetector:
    """A detector for `{**BUILTINS, slug: detector}`: what the analyzer finds at `least` as surely.

    A text is given to the engine in pieces of at most 100,000 characters, cut between words, with
    U+FFFD for lone surrogates, which language models do not read. Raises `EngineError`.
    """

    analyzer: Analyzer
    entities: tuple[str, ...]
    language: str = "en"
    least: float = _LEAST

    def find(self, text: str, /) -> list[Span]:
        """Every place of `text` that the engine takes for one of the entities."""
        readable = _LONE_SURROGATES.sub("\ufffd", text)
        return [
            span for start, end in _pieces(readable) for span in self._read(readable, start, end)
        ]

    def _read(self, text: str, start: int, end: int) -> list[Span]:
        try:
            found = self.analyzer.analyze(
                text=text[start:end], language=self.language, entities=[*self.entities]
            )
            return [
                Span(start + each.start, start + each.end, each.entity_type.lower())
                for each in found
                if each.score >= self.least and each.entity_type in self.entities
            ]
        except Exception as error:  # noqa: BLE001 - whatever a foreign engine raises
            kind = type(error).__name__
        # outside of the handler: what a foreign error says, and what it holds, may be the text
        message = f"the engine failed with `{kind}`: see its own log, or unplug it"
        raise EngineError(message)

    def __repr__(self) -> str:
        return f"<PresidioDetector: {', '.join(self.entities)}>"


def detectors(
    analyzer: Analyzer,
    *,
    entities: Mapping[Slug, tuple[str, ...]] = ENTITIES,
    language: str = "en",
    least: float = _LEAST,
) -> dict[Slug, PresidioDetector]:
    """A detector for each slug of `entities`; mix them in: `{**BUILTINS, **detectors(engine)}`.

    >>> class Nobody:
    ...     def analyze(self, text, language, entities):
    ...         return []
    >>> detectors(Nobody())[Slug.PERSON_NAME]
    <PresidioDetector: PERSON>
    """
    return {
        slug: PresidioDetector(analyzer, names, language, least) for slug, names in entities.items()
    }


def engine(nlp: Any, language: str = "en") -> Analyzer:  # noqa: ANN401 - a spaCy pipeline
    """An `AnalyzerEngine` around a spaCy pipeline that is loaded already; nothing is downloaded.

    Raises `ModuleNotFoundError` without the extra `presidio`.
    """
    presidio: Any = import_module("presidio_analyzer")
    spacy_engine: Any = import_module("presidio_analyzer.nlp_engine").SpacyNlpEngine(
        models=[{"lang_code": language, "model_name": nlp.meta["name"]}]
    )
    spacy_engine.nlp = {language: nlp}
    made: Analyzer = presidio.AnalyzerEngine(
        nlp_engine=spacy_engine, supported_languages=[language]
    )
    return made


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > _LONGEST:
        end = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST) + 1 or start + _LONGEST
        yield start, end
        start = end
    yield start, len(text)
