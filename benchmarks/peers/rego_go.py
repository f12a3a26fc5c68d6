"""Rego in Go: OPA itself, as a library inside the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opa_bindings import OpaEngine

from benchmarks.peers import rego

if TYPE_CHECKING:
    from benchmarks.contender import Contender
    from benchmarks.question import Question


def prepare(question: Question) -> Contender:
    """An engine with module and data loaded; it prepares a query when it is first asked."""
    engine = OpaEngine()
    engine.add_policy("routing.rego", rego.module(question))
    engine.add_data(rego.data(question))
    return rego.contender(
        question, lambda rule, document: engine.eval_document(f"{rego.PACKAGE}.{rule}", document)
    )
