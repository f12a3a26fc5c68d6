"""Builtin detectors by slug (spec 2.1); whoever wants another one passes another mapping."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from routelock.filters.builtin import credit_card, email, ip_address
from routelock.guardrail import Slug

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.filters.detector import Detector

BUILTINS: Mapping[Slug, Detector] = MappingProxyType(
    {
        Slug.EMAIL: email.DETECTOR,
        Slug.CREDIT_CARD: credit_card.DETECTOR,
        Slug.IP_ADDRESS: ip_address.DETECTOR,
    }
)
"""The detectors that come with the package; mix in your own: `{**BUILTINS, Slug.PHONE: mine}`."""
