"""Question: what every contender is asked, as plain facts it may arrange as it likes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.policy import Policy, compose
from routelock.reasons import Layer
from routelock.testing import catalogues
from routelock.vendors import OTHER, Vendors
from routelock.wire import catalogue as catalogue_wire
from routelock.wire import guardrails as guardrail_wire

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from routelock.catalogue import Catalogue

    Json = dict[str, Any]

Said = tuple[str, str]
"""A reason in the words that all contenders share: the guardrail's id and the field's pointer."""

SEED = 1
LAYERS = (Layer.DEFAULT, Layer.MEMBER, Layer.KEY)
VENDORS = Vendors(catalogues.VENDORS)
FLAG = "enforce_zdr_"
SETTINGS = (
    "ignored_providers",
    "allowed_providers",
    "allowed_models",
    "enable_free_model_training",
    "enable_paid_model_training",
)


class Row(NamedTuple):
    """One endpoint: its facts as a loop written by hand would keep them, unknown read strictly."""

    model: str
    slug: str
    host: str
    word: str
    retains: bool
    trains: bool
    free: bool


class Setting(NamedTuple):
    """One setting of a guardrail: whose it is, its field without a vendor word, what it lists."""

    said: Said
    kind: str
    entries: tuple[str, ...] = ()


class Question(NamedTuple):
    """A catalogue and three guardrails; `runs` says where the endpoints of each model stand."""

    rows: tuple[Row, ...]
    runs: Mapping[str, tuple[int, int]]
    guardrails: tuple[Json, ...]
    settings: tuple[Setting, ...]
    catalogue: Catalogue
    policy: Policy

    @property
    def stored(self) -> list[bytes]:
        """The guardrails as a store would keep them."""
        return [json.dumps(document).encode() for document in self.guardrails]


def ask(size: int) -> Question:
    """The question at one size; the same for the same size on every machine."""
    document = catalogues.generate(size, seed=SEED)
    guardrails = catalogues.guardrails(document, seed=SEED)
    rows = tuple(map(_row, document["endpoints"]))
    settings = tuple(setting for guardrail in guardrails for setting in _settings(guardrail))
    catalogue = catalogue_wire.decode(document)
    return Question(rows, _runs(rows), guardrails, settings, catalogue, policy(guardrails))


def policy(guardrails: tuple[Json, ...]) -> Policy:
    """The guardrails composed, each at its own layer."""
    decoded = (guardrail_wire.decode(document, VENDORS) for document in guardrails)
    pairs = zip(decoded, LAYERS, strict=True)
    return compose(guardrail_wire.policy(each, layer, VENDORS) for each, layer in pairs)


def _row(endpoint: Json) -> Row:
    author = endpoint["model_id"].partition("/")[0]
    claims = endpoint["data_policy"]
    return Row(
        endpoint["model_id"],
        endpoint["canonical_slug"],
        endpoint["provider"],
        VENDORS.word(author),
        claims["retains_prompts"] is not False,
        claims["trains_on_prompts"] is not False,
        _free(endpoint["pricing"]),
    )


def _free(pricing: Mapping[str, str]) -> bool:
    """Prompt and completion cost nothing, nor does anything else whose price is known."""
    prices = {unit: float(price) for unit, price in pricing.items()}
    tokens = prices["prompt"] == prices["completion"] == 0
    return tokens and not any(price > 0 for price in prices.values())


def _settings(guardrail: Json) -> Iterator[Setting]:
    for field, value in guardrail.items():
        said = (guardrail["id"], f"/{field}")
        if field in SETTINGS:
            yield Setting(said, field, tuple(value or ()))
        elif field.startswith(FLAG) and value:
            yield Setting(said, "enforce_zdr", (field.removeprefix(FLAG),))


def _runs(rows: tuple[Row, ...]) -> dict[str, tuple[int, int]]:
    starts = {row.model: place for place, row in reversed([*enumerate(rows)])}
    ends = {row.model: place for place, row in enumerate(rows, 1)}
    return {model: (starts[model], ends[model]) for model in ends}


WORDS = (*catalogues.VENDORS, OTHER)
