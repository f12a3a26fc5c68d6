"""Listings: the public lists of models and endpoints, joined into one catalogue document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from routelock.catalogue import prefixes
from routelock.errors import CatalogueError, Problem
from routelock.problems import problems, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Mapping[str, Any]


def catalogue_document(
    models: Json, endpoints: Mapping[str, Json], policies: Mapping[str, Json], *, version: str = ""
) -> dict[str, Any]:
    """The catalogue document that public lists and a table of host policies make together.

    `models` is the body of the list of models, `{"data": [model...]}` (spec 2.6). `endpoints` maps
    a model id to the body of its list, `{"data": {"endpoints": [endpoint...]}}` or `{"data":
    [endpoint...]}` (spec 2.5); an id that is not there has no endpoints, and what is listed under
    an alias is left out, because it belongs to the target. `policies` maps a host slug to
    `{"data_policy": {...} | null, "regions": [...], "tags": {tag: {...}}}`, where an entry of
    `tags` replaces those fields for that tag and the tags below it. What the table does not say
    is unknown, thus null.

    Endpoints come in the order of the models. Rows keep the fields that nobody knows; `model_id`,
    `canonical_slug`, `provider`, `regions` and `data_policy` are written anew, so no list speaks
    for its own policy. No argument is changed. Raises `CatalogueError` with every misfit, at paths
    such as `$.endpoints["a/b"].data[0].tag`; all other fields and repeated rows are for
    `routelock.wire.catalogue` to check.

    >>> models = {"data": [{"id": "acme/one", "canonical_slug": "acme/one-2025"}]}
    >>> endpoints = {"acme/one": {"data": {"endpoints": [{"tag": "host/eu"}]}}}
    >>> policies = {"host": {"tags": {"host/eu": {"regions": ["europe"]}}}}
    >>> row = catalogue_document(models, endpoints, policies)["endpoints"][0]
    >>> row["provider"], row["canonical_slug"], row["regions"]
    ('host', 'acme/one-2025', ['europe'])
    >>> row["data_policy"]["retains_prompts"] is None
    True
    """
    if found := [*_problems(models, endpoints, policies)]:
        raise CatalogueError(found)
    return {
        "version": version,
        "models": [{**model} for model in models["data"]],
        "endpoints": [
            _joined(model, row, policies)
            for model in models["data"]
            if not _is_alias(model)
            for row in _rows(endpoints.get(model["id"], {"data": []}))
        ],
    }


# --- joining: every shape is known to fit -------------------------------------------------------


def _joined(model: Json, row: Json, policies: Mapping[str, Json]) -> dict[str, Any]:
    return {
        **row,
        "model_id": model["id"],
        "canonical_slug": model["canonical_slug"],
        "provider": row["tag"].partition("/")[0],
        **_facts(row["tag"], policies),
    }


def _facts(tag: str, policies: Mapping[str, Json]) -> dict[str, Any]:
    """The policy and regions of a tag: what its host says, replaced by ever deeper entries."""
    host, *deeper = prefixes(tag)
    facts = policies.get(host, {})
    overrides = facts.get("tags", {})
    for prefix in (host, *deeper):
        facts = {**facts, **overrides.get(prefix, {})}
    claims = facts.get("data_policy") or {}
    return {
        "data_policy": {claim: claims.get(claim) for claim in _DataPolicy.model_fields},
        "regions": [*facts.get("regions", ())],
    }


def _rows(body: Json) -> list[Json]:
    data = body["data"]
    rows: list[Json] = data["endpoints"] if isinstance(data, Mapping) else data
    return rows


def _is_alias(model: Json) -> bool:
    return model.get("alias_target") is not None


# --- shapes: only what joining reads ------------------------------------------------------------


def _tag(text: str) -> str:
    if not all(text.split("/")):
        kind, message = "tag", "must be a host slug and perhaps parts, set off by `/`"
        raise PydanticCustomError(kind, message)
    return text


def _own(name: str, info: ValidationInfo) -> str:
    if name != info.context:
        kind, message = "owner", "must be the model whose list this is"
        raise PydanticCustomError(kind, message)
    return name


Text = Annotated[StrictStr, Field(min_length=1)]
Own = Annotated[StrictStr, AfterValidator(_own)]


class _Model(BaseModel):
    id: Text
    canonical_slug: Text


class _Models(BaseModel):
    data: tuple[_Model, ...]


class _Endpoint(BaseModel):
    tag: Annotated[StrictStr, AfterValidator(_tag)]
    model_id: Own = ""


class _Flat(BaseModel):
    data: tuple[_Endpoint, ...]


class _Listed(BaseModel):
    id: Own = ""
    endpoints: tuple[_Endpoint, ...]


class _Nested(BaseModel):
    data: _Listed


class _DataPolicy(BaseModel):
    # a misspelt claim would leave a policy unknown without a word
    model_config = ConfigDict(extra="forbid")

    retains_prompts: StrictBool | None = None
    retention_days: Annotated[StrictInt, Field(ge=0)] | None = None
    trains_on_prompts: StrictBool | None = None
    publishes_prompts: StrictBool | None = None


class _Facts(BaseModel):
    model_config = ConfigDict(extra="forbid")

    data_policy: _DataPolicy | None = None
    regions: tuple[Text, ...] = ()


class _Host(_Facts):
    tags: dict[str, object] = {}


class _Table(RootModel[dict[str, object]]):
    pass


_KNOWN = {"$": _Host.model_fields, "$.data_policy": _DataPolicy.model_fields}


# --- checking -----------------------------------------------------------------------------------


def _problems(models: Any, endpoints: object, policies: object) -> Iterator[Problem]:  # noqa: ANN401 (bad input has any shape)
    broken = [*_misfits(_Models, models, "$.models")]
    yield from broken
    # A broken list of models does not say which ids exist, so it accuses no other list.
    known = None if broken else {model["id"]: model for model in models["data"]}
    yield from _misfits(_Table, endpoints, "$.endpoints")
    for name, body in _entries(endpoints):
        yield from _listing(name, body, known)
    yield from _misfits(_Table, policies, "$.policies")
    for name, host in _entries(policies):
        yield from _host(name, host)


def _listing(name: str, body: object, known: Mapping[str, Json] | None) -> Iterator[Problem]:
    where = f"$.endpoints[{json.dumps(name)}]"
    if known is not None and name not in known:
        message = f"there is no model {quoted(name)} in the list"
        yield Problem(where, message, "fetch both lists together")
    elif known is None or not _is_alias(known[name]):
        flat = isinstance(body, Mapping) and isinstance(body.get("data"), list)
        yield from _misfits(_Flat if flat else _Nested, body, where, name)


def _host(name: str, host: object) -> Iterator[Problem]:
    where = f"$.policies[{json.dumps(name)}]"
    yield from _in_lower_case(name, where)
    yield from _misfits(_Host, host, where)
    for tag, facts in _entries(host.get("tags") if isinstance(host, Mapping) else None):
        at = f"{where}.tags[{json.dumps(tag)}]"
        yield from _in_lower_case(tag, at)
        yield from _misfits(_Facts, facts, at)
        if name.casefold() not in prefixes(tag):
            yield Problem(at, f"is no tag of {quoted(name)}", "start it with the host and `/`")


def _in_lower_case(name: str, where: str) -> Iterator[Problem]:
    if name != name.casefold():
        yield Problem(where, f"{quoted(name)} is not in lower case", "slugs are compared so")


def _entries(table: object) -> list[tuple[str, Any]]:
    return [*table.items()] if isinstance(table, Mapping) else []


def _misfits(
    shape: type[BaseModel], value: object, where: str, owner: str = ""
) -> Iterator[Problem]:
    try:
        shape.model_validate(value, context=owner)
    except ValidationError as error:
        for problem in problems(error, _KNOWN):
            yield problem._replace(path=where + problem.path.removeprefix("$"))
