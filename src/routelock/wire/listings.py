"""Listings: the public lists of models and endpoints, joined into one catalogue document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from routelock.catalogue import prefixes
from routelock.errors import CatalogueError, Problem

Json = Mapping[str, Any]
Check = Callable[[object, str], Iterator[Problem]]
"""What is wrong with a value that stands at a JSON path; nothing where it fits."""


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
    such as `$.endpoints["a/b"].data[0].tag`.

    >>> models = {"data": [{"id": "acme/one", "canonical_slug": "acme/one-2025"}]}
    >>> endpoints = {"acme/one": {"data": {"endpoints": [{"tag": "host/eu"}]}}}
    >>> policies = {"host": {"tags": {"host/eu": {"regions": ["europe"]}}}}
    >>> row = catalogue_document(models, endpoints, policies)["endpoints"][0]
    >>> row["provider"], row["canonical_slug"], row["regions"]
    ('host', 'acme/one-2025', ['europe'])
    >>> row["data_policy"]["retains_prompts"] is None
    True
    """
    if problems := [*_problems(models, endpoints, policies)]:
        raise CatalogueError(problems)
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
        "data_policy": {claim: claims.get(claim) for claim in _CLAIMS},
        "regions": [*facts.get("regions", ())],
    }


def _rows(body: Json) -> list[Json]:
    data = body["data"]
    rows: list[Json] = data["endpoints"] if isinstance(data, Mapping) else data
    return rows


def _is_alias(model: Json) -> bool:
    return model.get("alias_target") is not None


# --- checking: small checks make big ones, and each tells all that it sees ------------------------


def _problems(
    models: Json, endpoints: Mapping[str, Json], policies: Mapping[str, Json]
) -> Iterator[Problem]:
    misfits = [*_MODELS(models, "$.models")]
    yield from misfits
    # A broken list of models does not say which ids exist, so it accuses no other list.
    known = None if misfits else {model["id"]: model for model in models["data"]}
    yield from _keyed(lambda name: _listing(name, known))(endpoints, "$.endpoints")
    yield from _keyed(_host)(policies, "$.policies")


def _listing(name: str, known: Mapping[str, Json] | None) -> Check:
    if known is not None and name not in known:
        return _refused(f"no model `{name}` is listed", "fetch models and endpoints together")
    if known is not None and _is_alias(known[name]):
        return _anything
    own = _leaf(f"`{name}`, whose list this is", lambda value: value == name)
    rows = _each(_object({"tag": _tag}, {"model_id": own}), "tag")
    whole = _object({"endpoints": rows}, {"id": own})
    return _object(
        {"data": lambda value, path: (rows if isinstance(value, list) else whole)(value, path)}
    )


def _host(host: str) -> Check:
    tags = _keyed(lambda tag: _below(host, tag))
    return _in_lower_case(host, _object({}, {**_FACTS, "tags": tags}, closed=True))


def _below(host: str, tag: str) -> Check:
    if host not in prefixes(tag):
        return _refused(f"is no tag of `{host}`", f"start it with `{host}/`")
    return _in_lower_case(tag, _object({}, _FACTS, closed=True))


def _in_lower_case(name: str, check: Check) -> Check:
    if name != name.casefold():
        return _refused("is not in lower case", f"write `{name.casefold()}`")
    return check


# --- checks of one value ------------------------------------------------------------------------


def _anything(_value: object, _path: str) -> Iterator[Problem]:
    yield from ()


def _refused(message: str, hint: str) -> Check:
    def check(_value: object, path: str) -> Iterator[Problem]:
        yield Problem(path, message, hint)

    return check


def _leaf(expected: str, fits: Callable[[Any], bool]) -> Check:
    def check(value: object, path: str) -> Iterator[Problem]:
        if not fits(value):
            yield Problem(path, f"must be {expected}, got {_shown(value)}")

    return check


def _shown(value: object) -> str:
    """A value of JSON in few words: what holds others by its kind, the rest cut short."""
    if isinstance(value, Mapping | list):
        return "an object" if isinstance(value, Mapping) else "a list"
    return f"`{json.dumps(value, default=repr)[:60]}`"


_text = _leaf("text that is not empty", lambda value: isinstance(value, str) and value != "")
_tag = _leaf(
    "a host slug, its parts set off by `/`",
    lambda value: isinstance(value, str) and all(value.split("/")),
)
_claim = _leaf("true, false or null", lambda value: value is None or isinstance(value, bool))
_days = _leaf(
    "a whole number of days or null",
    lambda value: value is None or (type(value) is int and value >= 0),
)


# --- checks of what holds others ----------------------------------------------------------------


def _object(
    required: Mapping[str, Check],
    optional: Mapping[str, Check] | None = None,
    *,
    closed: bool = False,
) -> Check:
    """An object with these fields; any others are kept, or refused by a `closed` one."""
    fields = {**required, **(optional or {})}
    known = ", ".join(f"`{name}`" for name in fields)

    def check(value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, Mapping):
            yield Problem(path, f"must be an object, got {_shown(value)}")
            return
        for name in (name for name in required if name not in value):
            yield Problem(_at(path, name), "is missing", "every such row has it")
        for name, part in value.items():
            if name in fields:
                yield from fields[name](part, _at(path, name))
            elif closed:
                yield Problem(_at(path, name), "unknown field", f"use {known}")

    return check


def _keyed(part: Callable[[str], Check]) -> Check:
    """An object whose keys are names, each with a check of its own."""

    def check(value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, Mapping):
            yield Problem(path, f"must be an object, got {_shown(value)}")
            return
        for name, entry in value.items():
            yield from part(name)(entry, f"{path}[{json.dumps(name)}]")

    return check


def _each(part: Check, identity: str = "") -> Check:
    """A list, every item checked, no two with the same value of the field `identity`."""

    def check(value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(path, f"must be a list, got {_shown(value)}")
            return
        for place, item in enumerate(value):
            yield from part(item, f"{path}[{place}]")
        yield from _repeated(value, identity, path)

    return check


def _repeated(rows: list[Any], field: str, path: str) -> Iterator[Problem]:
    first: dict[object, int] = {}
    for place, row in enumerate(rows):
        name = row.get(field) if isinstance(row, Mapping) else None
        if isinstance(name, str) and first.setdefault(name, place) != place:
            message = f"`{name}` stands at `{path}[{first[name]}]` already"
            yield Problem(f"{path}[{place}].{field}", message, "list it once")


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if name.isidentifier() else f"{path}[{json.dumps(name)}]"


# --- shapes -------------------------------------------------------------------------------------

_CLAIMS: Mapping[str, Check] = {
    "retains_prompts": _claim,
    "retention_days": _days,
    "trains_on_prompts": _claim,
    "publishes_prompts": _claim,
}
_policy = _object({}, _CLAIMS, closed=True)  # closed: a typing error would hide what a host does
_FACTS: Mapping[str, Check] = {
    # null: nobody established a policy
    "data_policy": lambda value, path: (_anything if value is None else _policy)(value, path),
    "regions": _each(_text),
}
_MODELS = _object({"data": _each(_object({"id": _text, "canonical_slug": _text}), "id")})
