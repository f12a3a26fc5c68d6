"""Rego in C++: rego-cpp through regopy, its query compiled to a bundle once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from regopy import Interpreter

from benchmarks.peers import rego

if TYPE_CHECKING:
    from benchmarks.contender import Contender
    from benchmarks.question import Question


def prepare(question: Question) -> Contender:
    """An interpreter with module and data loaded and both rules built."""
    entries = {rule: f"{rego.PACKAGE}/{rule}" for rule in (rego.ONE, rego.WHOLE)}
    engine = Interpreter()
    engine.add_module(rego.PACKAGE, rego.module(question))
    engine.add_data(rego.data(question))
    engine.set_input({})
    bundle = engine.build("true", [*entries.values()])

    def evaluate(rule: str, document: dict[str, str]) -> object:
        engine.set_input(document)
        output = engine.query_bundle_entrypoint(bundle, entries[rule])
        return json.loads(str(output))["expressions"][0]

    return rego.contender(question, evaluate)
