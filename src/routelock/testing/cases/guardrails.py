"""Guardrails of cases: every field in every state, on any layer, with the spend they look at."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from routelock.testing.cases.draw import chance, one, share, some, up_to
from routelock.testing.cases.rows import AUTHORS, HOSTS, model_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    Json = dict[str, Any]
    Applied = tuple[tuple[str, str, Json], ...]

LAYERS = ("account", "default", "member", "key")
DEFAULT_WORDS = ("vendor_a", "vendor_b", "vendor_c", "vendor_d")
WORDS = ("acme", "acme_2", "xai", "north", "vendor_a")
FLAGS = (
    "enable_free_model_training", "enable_paid_model_training", "enable_free_model_publication",
)  # fmt: skip
INTERVALS = (None, "daily", "weekly", "monthly")
LIMITS = (0, 0.1, 5, 12.5, 100, 1000)
# What is spent of a limit: a share of it, and USD beside that.
SPENT = (("0", "0"), ("0.5", "0"), ("0.9", "0"), ("1", "-0.01"), ("1", "0"), ("1", "0.01"))


def vendors(rng: Random) -> dict[str, list[str]] | None:
    """A deployment's vendor words with authors that no two of them share; None: the default."""
    if chance(rng, 0.4):
        return None
    words = share(rng, WORDS, 0.6)
    groups: dict[str, list[str]] = {word: [] for word in words}
    for author in AUTHORS:
        if words and chance(rng, 0.6):
            groups[one(rng, words)].append(author)
    return groups


def guardrails(rng: Random, models: Sequence[Json], words: Iterable[str] | None) -> Applied:
    """Up to five documents with layer and name; the last may be an earlier one applied again."""
    entries, flags = model_entries(models), zdr_fields(words)
    applied = [_applied(rng, f"g{place}", entries, flags) for place in range(up_to(rng, 5))]
    if applied and chance(rng, 0.05):
        _, name, paper = one(rng, applied)
        applied.append((one(rng, LAYERS[1:]), name, paper))
    return tuple(applied[-5:])


def zdr_fields(words: Iterable[str] | None) -> list[str]:
    """The wire names of the flags of a deployment with these vendor words."""
    return [
        f"enforce_zdr_{word}" for word in (*(DEFAULT_WORDS if words is None else words), "other")
    ]


def spend(rng: Random, applied: Applied) -> dict[str, dict[str, str]]:
    """What the entity that asks has spent, by guardrail: seldom as much as it may."""
    return {
        paper.get("id", name): _spent(rng, Decimal(str(paper.get("limit_usd") or 10)))
        for _, name, paper in applied
        if chance(rng, 0.7)
    }


def _spent(rng: Random, limit: Decimal) -> dict[str, str]:
    part, beside = one(rng, SPENT) if chance(rng, 0.15) else ("0.5", "0")
    spent = {"spent_usd": str(max(Decimal(0), limit * Decimal(part) + Decimal(beside)))}
    if chance(rng, 0.4):
        spent["byok_usd"] = str(limit * Decimal("0.5")) if chance(rng, 0.3) else "0.01"
    return spent


def _applied(rng: Random, name: str, entries: list[str], flags: list[str]) -> tuple[str, str, Json]:
    layer = one(rng, LAYERS)
    paper = {"name": name, **_lists(rng, entries), **_flags(rng, flags)}
    if layer != "account":  # account settings have neither identity nor budget
        paper |= _identity(rng) | _budget(rng)
    return layer, name, paper


def _identity(rng: Random) -> Json:
    if chance(rng, 0.5):
        return {}
    digits = f"{rng.getrandbits(128):032x}"
    uuid = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return {"id": uuid, "workspace_id": None, "created_at": "2026-01-05T08:00:00Z"}


def _budget(rng: Random) -> Json:
    budget: Json = {}
    if chance(rng, 0.5):
        budget["limit_usd"] = one(rng, LIMITS) if chance(rng, 0.8) else None
    if chance(rng, 0.5):
        budget["reset_interval"] = one(rng, INTERVALS)
    if chance(rng, 0.6):
        budget["include_byok_in_budgets"] = chance(rng, 0.5)
    return budget


def _lists(rng: Random, models: list[str]) -> Json:
    drawn = {
        "allowed_providers": share(rng, HOSTS, 0.7),
        "ignored_providers": some(rng, HOSTS, up_to(rng, 2)),
        "allowed_models": share(rng, models, 0.7),
        "ignored_models": some(rng, models, up_to(rng, 1)),
    }
    return {field: _stated(rng, entries) for field, entries in drawn.items() if chance(rng, 0.25)}


def _stated(rng: Random, entries: list[str]) -> list[str] | None:
    if chance(rng, 0.85):
        return entries
    return None if chance(rng, 0.7) else []


def _flags(rng: Random, fields: list[str]) -> Json:
    flags = {field: one(rng, (None, True, False)) for field in FLAGS if chance(rng, 0.25)}
    if chance(rng, 0.25):
        flags["enforce_zdr"] = one(rng, (None, True, True, False))
    flags |= {field: one(rng, (None, True, False)) for field in fields if chance(rng, 0.12)}
    return flags
