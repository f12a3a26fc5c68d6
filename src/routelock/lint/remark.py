"""Remark: one doubt about a guardrail, as data with stable words."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from routelock.reasons import RANK, Layer


class RemarkCode(StrEnum):
    """Every doubt that a guardrail can raise."""

    ALLOWS_NOTHING = "allows_nothing"
    HOST_UNKNOWN = "host_unknown"
    MODEL_UNKNOWN = "model_unknown"
    REPEATED = "repeated"
    SHADOWED = "shadowed"
    ALLOWED_AND_IGNORED = "allowed_and_ignored"
    UNREACHED = "unreached"
    ALIAS_MOVES = "alias_moves"
    ONE_VARIANT = "one_variant"
    DEPRECATED = "deprecated"
    NO_AUTHOR = "no_author"
    PERMITS_NOTHING = "permits_nothing"
    LIMIT_ZERO = "limit_zero"
    NO_LIMIT = "no_limit"
    SCOPE_UNUSED = "scope_unused"
    SEVERAL_ACTIONS = "several_actions"
    MATCHES_PLACEHOLDER = "matches_placeholder"
    MATCHES_EMPTY = "matches_empty"
    CONTRADICTORY = "contradictory"
    NOTHING_LEFT = "nothing_left"


class Remark(NamedTuple):
    """One doubt about a guardrail: where in its document (a JSON path), what, and what to do.

    `layer` and `guardrail` are `None` for a doubt about several guardrails together.
    """

    code: RemarkCode
    path: str
    message: str
    hint: str = ""
    layer: Layer | None = None
    guardrail: str | None = None

    def as_json(self) -> dict[str, str | None]:
        """The fields as plain strings, ready for a JSON encoder."""
        layer = None if self.layer is None else self.layer.value
        return {**self._asdict(), "code": self.code.value, "layer": layer}

    def sort_key(self) -> tuple[int, str, list[int | str], str, str]:
        """Layer, guardrail, place in the document with numbers as numbers, then code."""
        rank = len(RANK) if self.layer is None else RANK[self.layer]
        steps = re.split(r"(\d+)", self.path)
        places = [int(step) if step.isdecimal() else step for step in steps]
        return rank, self.guardrail or "", places, self.code, self.message
