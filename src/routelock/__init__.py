"""Decides which endpoints a request to an LLM gateway may use, with what text, and why no other."""

from routelock.budget import Budget, Limit, Spent, window
from routelock.caller import Caller
from routelock.catalogue import Catalogue, Endpoint, Model
from routelock.clearance import Clearance, Verdict
from routelock.errors import (
    CatalogueError,
    DocumentError,
    InputError,
    Problem,
    RequestError,
    RoutelockError,
    VendorsError,
)
from routelock.gate import Cleared, Gate, Refused, Stage
from routelock.guardrail import Guardrail
from routelock.policy import Policy, compose, observe, region, resolve
from routelock.reasons import Code, Layer, Reason, Source
from routelock.vendors import Vendors

__all__ = [
    "Budget",
    "Caller",
    "Catalogue",
    "CatalogueError",
    "Clearance",
    "Cleared",
    "Code",
    "DocumentError",
    "Endpoint",
    "Gate",
    "Guardrail",
    "InputError",
    "Layer",
    "Limit",
    "Model",
    "Policy",
    "Problem",
    "Reason",
    "Refused",
    "RequestError",
    "RoutelockError",
    "Source",
    "Spent",
    "Stage",
    "Vendors",
    "VendorsError",
    "Verdict",
    "compose",
    "observe",
    "region",
    "resolve",
    "window",
]
__version__ = "0.1.0"
