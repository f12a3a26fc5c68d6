"""Strategies: raw documents for Hypothesis, drawn from small pools so that failures shrink well.

Needs the extra `routelock[testing]`. Every document is valid input of its decoder; three states
(absent, null, a value) are drawn for each field that has them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from routelock.testing.cases.catalogues import (
    AUTHORS,
    COMPLETIONS,
    CONTEXTS,
    ENDPOINT,
    MODEL,
    PARAMETERS,
    POLICIES,
    PRICES,
    QUANTIZATIONS,
    REGIONS,
    TAGS,
    VARIANTS,
    figures,
    policy,
)
from routelock.testing.cases.guardrails import HOSTS, LAYERS, LIMITS, WORDS
from routelock.testing.cases.requests import SUFFIXES

