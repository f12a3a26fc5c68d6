"""Builtin: the detectors that a slug of a guardrail stands for, one module each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from routelock.guardrail import Slug

if TYPE_CHECKING:
    from routelock.filters.detector import Detector

MODULES = MappingProxyType(
    {
        Slug.EMAIL: "email",
        Slug.PHONE: "phone",
        Slug.SSN: "ssn",
        Slug.CREDIT_CARD: "credit_card",
        Slug.IP_ADDRESS: "ip_address",
        Slug.SECRETS: "secrets",
        Slug.PERSON_NAME: "person_name",
        Slug.ADDRESS: "address",
        Slug.PROMPT_INJECTION: "prompt_injection",
    }
)
"""The module of each builtin."""


class _Builtins(Mapping[Slug, "Detector"]):
    """A detector for each slug; its module is loaded, and its patterns compiled, when asked for."""

    def __getitem__(self, slug: Slug) -> Detector:
        found: Detector = import_module(f"{__name__}.{MODULES[slug]}").DETECTOR
        return found

    def __iter__(self) -> Iterator[Slug]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


BUILTINS: Mapping[Slug, Detector] = _Builtins()
