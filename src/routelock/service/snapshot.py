"""Snapshot: a catalogue with every row of it made ready to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.errors import CatalogueError
from routelock.service.outcome import encoded
from routelock.wire import catalogue as catalogues
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from routelock.catalogue import Catalogue, Endpoint, Model

Json = dict[str, Any]


class Row(NamedTuple):
    """A model as the lists have it: the model that it is or stands for, and its JSON."""

    model_id: str
    body: bytes


class Snapshot(NamedTuple):
    """A catalogue and its rows as JSON; those of endpoints stand in the order of their numbers.

    `heads` has what the list of one model's endpoints says of the model, by id.
    """

    catalogue: Catalogue
    models: tuple[Row, ...]
    endpoints: tuple[bytes, ...]
    heads: Mapping[str, Json]

    def of(self, model: Model) -> Sequence[bytes]:
        """The rows of one model's endpoints."""
        return self.endpoints[model.start : model.stop]


def read(data: bytes, prefix: str = "/api/v1") -> Snapshot:
    """The snapshot of a catalogue file; `CatalogueError` with all that is wrong with it.

    `prefix` stands before the paths that rows lead to.
    """
    document: Any = read_json(data, CatalogueError, largest=None)
    catalogue = catalogues.decode(document)
    written = {(row["model_id"], row["tag"]): row for row in document["endpoints"]}
    models = {row["id"]: row for row in document["models"]}
    offers = [written[endpoint.model.id, endpoint.tag] for endpoint in catalogue.endpoints]
    rows = [
        {**row, **model_row(row, _offered(catalogue, row["id"], offers), prefix)}
        for row in models.values()
    ]
    return Snapshot(
        catalogue,
        tuple(Row(catalogue.aliases.get(row["id"], row["id"]), encoded(row)) for row in rows),
        tuple(
            encoded(endpoint_row(row, models[endpoint.model.id], endpoint))
            for endpoint, row in zip(catalogue.endpoints, offers, strict=True)
        ),
        {row["id"]: {name: row[name] for name in HEAD} for row in rows},
    )


HEAD = ("id", "name", "created", "description", "architecture")
INTERNAL = frozenset(("provider", "canonical_slug", "regions", "data_policy"))
"""What rows of endpoints have for deciding, and the lists do not show (spec 2.5)."""

UNKNOWN = "-1"
"""An unknown price, as public lists write it; reading one gives unknown again."""


def model_row(row: Mapping[str, Any], offers: Sequence[Mapping[str, Any]], prefix: str) -> Json:
    """The fields of spec 2.6 that a row of a model leaves out, from its endpoints."""
    length = max([offer["context_length"] for offer in offers], default=None)
    top = offers[0] if offers else {}
    parameters = sorted({name for offer in offers for name in _parameters(offer)})
    return {
        "id": row["id"],
        "canonical_slug": row["canonical_slug"],
        "name": row.get("name", row["id"]),
        "description": row.get("description", ""),
        "created": row.get("created", 0),
        "context_length": row.get("context_length", length),
        "architecture": _ARCHITECTURE | (row.get("architecture") or {}),
        "pricing": _pricing(row if "pricing" in row else top),
        "supported_parameters": row.get("supported_parameters", parameters),
        "top_provider": _top(top) | (row.get("top_provider") or {}),
        "links": row.get("links") or {"details": f"{prefix}/models/{row['id']}/endpoints"},
        **{name: row.get(name) for name in _OPEN},
    }


def endpoint_row(row: Mapping[str, Any], model: Mapping[str, Any], endpoint: Endpoint) -> Json:
    """The fields of spec 2.5, those that the row leaves out filled in."""
    host = endpoint.tag.partition("/")[0]
    uptime = row.get("uptime_last_30m")
    shown = {name: value for name, value in row.items() if name not in INTERNAL}
    return _NULLABLE | {
        "model_name": model.get("name", model["id"]),
        "name": f"{host} | {model['id']}",
        "provider_name": host,
        "supported_parameters": [],
        "supports_implicit_caching": False,
        "supports_voice_cloning": False,
        "status": status(uptime),
        **_beyond(row),
        **shown,
        "pricing": _pricing(row),
    }


def status(uptime: float | None) -> int:
    """What 30 minutes of uptime (per cent) make of an endpoint: 0, -2 or -5 (spec 2.5).

    >>> [status(uptime) for uptime in (None, 95, 80, 79.9)]
    [0, 0, -2, -5]
    """
    if uptime is None or uptime >= 95:  # noqa: PLR2004 (the two bounds are the definition)
        return 0
    return -2 if uptime >= 80 else -5  # noqa: PLR2004


_NULLABLE = dict.fromkeys(
    ("quantization", "max_completion_tokens", "max_prompt_tokens", "latency_last_30m",
     "throughput_last_30m", "uptime_last_5m", "uptime_last_30m", "uptime_last_1d")
)  # fmt: skip
_OPEN = (
    "default_parameters", "expiration_date", "knowledge_cutoff", "per_request_limits",
    "supported_voices",
)  # fmt: skip
_ARCHITECTURE: Json = {
    "input_modalities": ["text"],
    "output_modalities": ["text"],
    "modality": "text->text",
    "tokenizer": "Other",
    "instruct_type": None,
}


def _beyond(row: Mapping[str, Any]) -> Json:
    """What newer clients read beyond the specification, as far as the parameters tell."""
    tools = "tool_choice" in _parameters(row)
    return {
        "native_tools": {},
        "service_tier": None,
        "supports_diarization": False,
        "supports_tool_choice": dict.fromkeys(("auto", "function", "none", "required"), tools),
    }


def _offered(
    catalogue: Catalogue, name: str, offers: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    model = catalogue.models[catalogue.aliases.get(name, name)]
    return offers[model.start : model.stop]


def _parameters(offer: Mapping[str, Any]) -> Iterable[str]:
    return offer.get("supported_parameters") or ()


def _pricing(row: Mapping[str, Any]) -> Json:
    told = {name: price for name, price in (row.get("pricing") or {}).items() if price is not None}
    return dict.fromkeys(("completion", "image", "prompt", "request"), UNKNOWN) | {
        name: str(price) if name in _PRICES else price for name, price in told.items()
    }


_PRICES = frozenset(("completion", "image", "prompt", "request"))


def _top(offer: Mapping[str, Any]) -> Json:
    return {
        "context_length": offer.get("context_length"),
        "max_completion_tokens": offer.get("max_completion_tokens"),
        "is_moderated": False,
    }
