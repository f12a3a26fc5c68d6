"""Rego in Rust: regorus through opa-eval."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from opa_eval import OpaEval

from benchmarks.peers import rego

if TYPE_CHECKING:
    from benchmarks.contender import Contender
    from benchmarks.question import Question


def prepare(question: Question) -> Contender:
    """An engine for each of the two rules, with module and data loaded; modules come from files."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "routing.rego"
        path.write_text(rego.module(question), encoding="utf-8")
        data = json.dumps(rego.data(question))
        engines = {
            rule: OpaEval(str(path), data, f"data.{rego.PACKAGE}.{rule}")
            for rule in (rego.ONE, rego.WHOLE)
        }
    return rego.contender(
        question, lambda rule, document: engines[rule].evaluate_parsed(json.dumps(document))
    )
