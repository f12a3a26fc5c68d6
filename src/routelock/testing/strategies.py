"""Strategies: raw documents for Hypothesis, drawn from small pools so that failures shrink well.

Needs the extra `routelock[testing]`. Every document is valid input of its decoder; three states
(absent, null, a value) are drawn for each field that has them.
"""

from __future__ import annotations


