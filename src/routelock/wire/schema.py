"""Schema: the JSON Schema of a guardrail file, for the vendor words of a deployment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic.json_schema import GenerateJsonSchema

from routelock.guardrail import Guardrail
from routelock.vendors import OTHER
from routelock.wire.guardrails import REQUIRED, Form

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.vendors import Vendors

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(vendors: Vendors) -> Json:
    """What a guardrail file may say (spec 2.1), as JSON Schema 2020-12.

    It agrees with `decode`, save for what a schema cannot say: whether a pattern compiles, whether
    a key stands there twice, half characters (lone surrogates). Annotations are meant for editors.

    >>> from routelock.vendors import Vendors
    >>> schema(Vendors({"xai": ["x-ai"]}))["properties"]["enforce_zdr_xai"]["description"]
    'True refuses endpoints that may retain prompts, for models of x-ai.'
    """
    drawn = Guardrail.model_json_schema(schema_generator=_Drawn)
    fields = drawn["properties"]
    flag = fields.pop("zdr")["additionalProperties"]
    told = FIELDS | {vendors.field(word): _governs(word, vendors) for word in vendors.words}
    fields |= {vendors.field(word): flag for word in vendors.words}
    parts = {name: _part(part) for name, part in drawn["$defs"].items()}
    parts["BuiltinFilter"]["properties"]["label"] |= _READ_ONLY
    return {
        "$schema": DIALECT,
        "title": "Guardrail",
        "description": "A guardrail file of routelock.",
        "type": "object",
        "properties": {name: _described(name, field, told) for name, field in fields.items()},
        "required": [*REQUIRED[Form.FILE]],
        "additionalProperties": False,
        "$defs": parts,
    }


FIELDS = {
    "id": "Unique identifier; reasons name the guardrail by it, else by the name of its file.",
    "name": "Name of the guardrail.",
    "workspace_id": "Owning workspace; null from before there were workspaces.",
    "include_byok_in_budgets": "Whether spend on own provider keys counts towards the limit.",
    "created_at": "When it was created.",
    "updated_at": "When it was last changed.",
    "description": "What it is for.",
    "limit_usd": "Spending limit in USD for each interval, or for ever without one.",
    "reset_interval": "How often the limit starts anew, in UTC.",
    "allowed_providers": "Hosts or tags that may be used; an empty list allows nothing.",
    "ignored_providers": "Hosts or tags that may not be used, whatever is allowed.",
    "allowed_models": "Canonical slugs that may be used; an empty list allows nothing.",
    "ignored_models": "Canonical slugs that may not be used, whatever is allowed.",
    "content_filter_builtins": "Builtin content filters.",
    "content_filters": "Custom content filters.",
    "enable_free_model_publication": "False refuses free endpoints that may publish prompts.",
    "enable_free_model_training": "False refuses free endpoints that may train on prompts.",
    "enable_paid_model_training": "False refuses paid endpoints that may train on prompts.",
    "enforce_zdr": "Deprecated: stands for each of the flags below that is not mentioned.",
    "slug": "What the filter looks for.",
    "action": "What is done with a finding.",
    "label": "What stands in the text where something was redacted.",
    "scan_scope": "Whose messages are read; means something for regex-prompt-injection alone.",
    "pattern": "Regular expression that the text of a request is searched for.",
}
"""One sentence for each field of a guardrail and of its entries."""

_READ_ONLY = {"description": "Assigned by the system; dropped when sent.", "readOnly": True}
_SAID_OTHERWISE: Mapping[str, Json] = {
    # decimal text is a way to give the model a number, not one that a document has
    "limit_usd": {"anyOf": [{"type": "number", "minimum": 0}, {"type": "null"}]},
    "enforce_zdr": {"deprecated": True},
}


class _Drawn(GenerateJsonSchema):
    """The schema as pydantic draws it, without a title for each field."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Never: a title would only repeat the name."""
        del schema
        return False


def _governs(word: str, vendors: Vendors) -> str:
    if word == OTHER:
        claimed = ", ".join(sorted(vendors.claimed))
        whose = f"everybody but {claimed}" if claimed else "everybody"
    else:
        whose = ", ".join(sorted(vendors.authors[word])) or "nobody"
    return f"True refuses endpoints that may retain prompts, for models of {whose}."


def _described(name: str, field: Json, told: Mapping[str, str]) -> Json:
    return {"description": told[name], **field, **_SAID_OTHERWISE.get(name, {})}


def _part(part: Json) -> Json:
    """A definition without its texts about Python, its fields described."""
    plain = {name: value for name, value in part.items() if name not in ("title", "description")}
    if "properties" in plain:
        fields = plain["properties"].items()
        plain["properties"] = {name: _described(name, field, FIELDS) for name, field in fields}
    return plain
