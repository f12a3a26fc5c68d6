"""Shapes: what replies look like, as JSON Schema in the words of spec 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.guardrail import Interval
from routelock.service.guardrails import HOMED, OURS
from routelock.store.rows import Status
from routelock.wire.guardrails import REQUIRED, Form
from routelock.wire.schema import schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from routelock.vendors import Vendors

Json = dict[str, Any]


def record(*optional: str, **fields: Json) -> Json:
    """An object with these fields; all are always there but the `optional` ones."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": fields, "required": required}


def array(items: Json) -> Json:
    """A list of one kind of value."""
    return {"type": "array", "items": items}


def nullable(shape: Json) -> Json:
    """The same value, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def shape(name: str) -> Json:
    """The shape of this name, wherever it stands."""
    return {"$ref": f"#/components/schemas/{name}"}


def wrapped(name: str) -> Json:
    """One value under `data`."""
    return record(data=shape(name))


def page(name: str) -> Json:
    """A page of values under `data`, and how many there are in all."""
    return record(data=array(shape(name)), total_count=COUNT)


TEXT = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}
COUNT = {"type": "integer", "minimum": 0}
FLAG = {"type": "boolean"}
ID = {"type": "string", "format": "uuid"}
TIME = {"type": "string", "format": "date-time"}
INTERVAL = {"type": "string", "enum": [*Interval]}
PRICES = record(completion=TEXT, image=TEXT, prompt=TEXT, request=TEXT)
PERCENTILES = record(p50=NUMBER, p75=NUMBER, p90=NUMBER, p99=NUMBER)
BEYOND = (
    "native_tools",
    "service_tier",
    "supports_diarization",
    "supports_tool_choice",
    "last_used_at",
)
"""Fields that the specification does not have, and newer clients want."""

USAGES = ("usage", "usage_daily", "usage_weekly", "usage_monthly")

ENDPOINT = record(
    *BEYOND,
    model_id=TEXT,
    model_name=TEXT,
    name=TEXT,
    provider_name=TEXT,
    tag=TEXT,
    quantization=nullable(TEXT),
    context_length=INTEGER,
    max_completion_tokens=nullable(INTEGER),
    max_prompt_tokens=nullable(INTEGER),
    pricing=PRICES,
    supported_parameters=array(TEXT),
    supports_implicit_caching=FLAG,
    supports_voice_cloning=FLAG,
    status=INTEGER,
    latency_last_30m=nullable(PERCENTILES),
    throughput_last_30m=nullable(PERCENTILES),
    uptime_last_5m=nullable(NUMBER),
    uptime_last_30m=nullable(NUMBER),
    uptime_last_1d=nullable(NUMBER),
    native_tools={"type": "object"},
    service_tier=nullable(TEXT),
    supports_diarization=FLAG,
    supports_tool_choice=record(auto=FLAG, function=FLAG, none=FLAG, required=FLAG),
)

ARCHITECTURE = record(
    input_modalities=array(TEXT),
    output_modalities=array(TEXT),
    modality=nullable(TEXT),
    tokenizer=nullable(TEXT),
    instruct_type=nullable(TEXT),
)

VERSION = record(
    id=ID,
    preset_id=ID,
    version=INTEGER,
    config={"type": "object"},
    system_prompt=nullable(TEXT),
    creator_id=nullable(TEXT),
    created_at=TIME,
    updated_at=TIME,
)

PRESET: Json = {
    "id": ID,
    "name": TEXT,
    "slug": {"type": "string", "minLength": 1},
    "description": nullable(TEXT),
    "status": {"type": "string", "enum": ["active", "disabled", "archived"]},
    "status_updated_at": nullable(TIME),
    "designated_version_id": nullable(ID),
    "creator_user_id": nullable(TEXT),
    "workspace_id": nullable(ID),
    "created_at": TIME,
    "updated_at": TIME,
}

REASON = record(code=TEXT, layer=TEXT, guardrail=nullable(TEXT), field=TEXT)
PROBLEM = record(path=TEXT, message=TEXT, hint=TEXT)

SHAPES: dict[str, Json] = {
    "Key": record(
        *BEYOND,
        hash=TEXT,
        name=TEXT,
        label=TEXT,
        disabled=FLAG,
        limit=nullable(NUMBER),
        limit_remaining=nullable(NUMBER),
        limit_reset=nullable(INTERVAL),
        include_byok_in_limit=FLAG,
        **dict.fromkeys((*USAGES, *(f"byok_{name}" for name in USAGES)), NUMBER),
        created_at=TIME,
        updated_at=nullable(TIME),
        expires_at=nullable(TIME),
        creator_user_id=nullable(TEXT),
        workspace_id=ID,
        external_user=nullable(TEXT),
        last_used_at=nullable(TIME),
    ),
    "ScimGroup": record(
        id=ID,
        display_name=TEXT,
        external_id=TEXT,
        organization_id=TEXT,
        created_at=TIME,
        updated_at=TIME,
    ),
    "ScimGroupMapping": record(
        id=ID,
        scim_group_id=ID,
        workspace_id=ID,
        organization_id=TEXT,
        role={"type": "string", "enum": ["admin", "member"]},
        created_at=TIME,
        updated_at=TIME,
    ),
    "Endpoint": ENDPOINT,
    "Model": record(
        id=TEXT,
        canonical_slug=TEXT,
        name=TEXT,
        description=TEXT,
        created=INTEGER,
        context_length=nullable(INTEGER),
        architecture=ARCHITECTURE,
        pricing=PRICES,
        supported_parameters=array(TEXT),
        top_provider=record(
            context_length=nullable(INTEGER),
            max_completion_tokens=nullable(INTEGER),
            is_moderated=FLAG,
        ),
        links=record(details=TEXT),
        default_parameters=nullable({"type": "object"}),
        expiration_date=nullable(TEXT),
        knowledge_cutoff=nullable(TEXT),
        per_request_limits=nullable({"type": "object"}),
        supported_voices=nullable(array(TEXT)),
    ),
    "ModelEndpoints": record(
        id=TEXT,
        name=TEXT,
        created=INTEGER,
        description=TEXT,
        architecture=ARCHITECTURE,
        endpoints=array(shape("Endpoint")),
    ),
    "Preset": record(**PRESET),
    "PresetVersion": VERSION,
    "PresetWithVersion": record(**PRESET, designated_version=nullable(shape("PresetVersion"))),
    "Video": record(
        "generation_id",
        "unsigned_urls",
        "usage",
        id=TEXT,
        polling_url=TEXT,
        status={"type": "string", "enum": [*Status]},
        generation_id=TEXT,
        unsigned_urls=array(TEXT),
        usage=record(cost=nullable(NUMBER), is_byok=FLAG),
    ),
    "KeyAssignment": record(
        id=ID,
        guardrail_id=ID,
        key_hash=TEXT,
        key_name=TEXT,
        key_label=TEXT,
        assigned_by=nullable(TEXT),
        created_at=TIME,
    ),
    "MemberAssignment": record(
        id=ID,
        guardrail_id=ID,
        user_id=TEXT,
        organization_id=TEXT,
        assigned_by=nullable(TEXT),
        created_at=TIME,
    ),
    "Error": record(
        "service_metadata",
        "user_id",
        error=record(
            "metadata",
            code=INTEGER,
            message=TEXT,
            metadata=nullable(
                record("problems", "reasons", problems=array(PROBLEM), reasons=array(REASON))
            ),
        ),
        service_metadata=nullable({"type": "object"}),
        user_id=nullable(TEXT),
    ),
}
"""Every value that replies hold, by name; a guardrail depends on the deployment."""

REPLIES: dict[str, Json] = {
    "Guardrail": wrapped("Guardrail"),
    "Guardrails": page("Guardrail"),
    "KeyAssignments": page("KeyAssignment"),
    "MemberAssignments": page("MemberAssignment"),
    "Assigned": record(assigned_count=COUNT),
    "Unassigned": record(unassigned_count=COUNT),
    "Deleted": record(deleted={"type": "boolean", "const": True}),
    "Key": wrapped("Key"),
    "Keys": page("Key"),
    "NewKey": record(data=shape("Key"), key=TEXT),
    "ScimGroups": page("ScimGroup"),
    "ScimGroupMapping": wrapped("ScimGroupMapping"),
    "ScimGroupMappings": page("ScimGroupMapping"),
    "Endpoints": record(data=array(shape("Endpoint"))),
    "ModelEndpoints": wrapped("ModelEndpoints"),
    "Models": record(
        data=array(shape("Model")), links=record(next=nullable(TEXT)), total_count=COUNT
    ),
    "Presets": page("Preset"),
    "Preset": wrapped("PresetWithVersion"),
    "PresetVersions": page("PresetVersion"),
    "Video": shape("Video"),
}
"""The body of every reply, by name."""


def guardrails(vendors: Vendors) -> tuple[dict[str, Json], Json]:
    """A guardrail under the vendor words of a deployment: as it is read, created and changed.

    First `Guardrail` and its parts by name, then the bodies `create` and `change`.
    """
    whole = _moved(schema(vendors))
    parts: dict[str, Json] = whole.pop("$defs")
    fields: Json = whole["properties"]
    parts["CustomFilter"]["properties"]["pattern"]["format"] = "regex"
    fields["content_filters"]["anyOf"][0]["maxItems"] = 100
    read = {"type": "object", "properties": fields, "required": [*REQUIRED[Form.WIRE]]}
    create = {**_without(fields, OURS), "required": ["name"]}
    return parts | {"Guardrail": read}, {"create": create, "change": _without(fields, HOMED)}


def _without(fields: Json, ours: Iterable[str]) -> Json:
    """A body that has every field but those that the server sets."""
    said = {name: field for name, field in fields.items() if name not in ours}
    return {"type": "object", "properties": said, "additionalProperties": False}


def _moved(value: Any) -> Any:  # noqa: ANN401 (JSON may be anything)
    """The same schema with its parts where OpenAPI keeps them."""
    if isinstance(value, dict):
        return {name: _moved(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [*map(_moved, value)]
    return value.replace("#/$defs/", "#/components/schemas/") if isinstance(value, str) else value
