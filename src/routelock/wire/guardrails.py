"""Guardrail documents: decode, encode, spread and migrate, with the flat names of the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import MISSING, ValidationError
from pydantic_core import from_json

from routelock.errors import DocumentError, Problem, VendorsError
from routelock.filters.custom import PatternError, compile_pattern
from routelock.guardrail import BuiltinFilter, CustomFilter, Guardrail, Slug
from routelock.policy import Policy, resolve
from routelock.problems import kind, problems, unknown
from routelock.reasons import Layer, Source
from routelock.vendors import OTHER, PREFIX, Vendors
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from routelock.filters.fallback import Fallback

Document = dict[str, Any]


class Form(StrEnum):
    """Where a document stands: what has to be in it depends on that."""

    FILE = "file"
    ACCOUNT = "account"
    WIRE = "wire"


REQUIRED: Mapping[Form, tuple[str, ...]] = {
    Form.FILE: ("name",),
    Form.ACCOUNT: (),
    Form.WIRE: ("id", "name", "include_byok_in_budgets", "created_at", "workspace_id"),
}


class Allowed(NamedTuple):
    """How many custom patterns a guardrail may have, how long they may be, and what may run them.

    `longest` counts code points. Patterns that RE2 rejects are problems unless there is a
    `fallback`; gates that are to run them need the same one.
    """

    most: int = 100
    longest: int = 100_000
    fallback: Fallback | None = None


ALLOWED = Allowed()


def decode(
    document: object, vendors: Vendors, form: Form = Form.FILE, allowed: Allowed = ALLOWED
) -> Guardrail:
    """The guardrail that a decoded JSON document means; `DocumentError` names all that is wrong.

    An unknown field is an error: a misspelt `ignored_provider` would switch protection off.
    `allowed` says what custom patterns may be.

    >>> decode({"name": "staff", "enforce_zdr_other": True}, Vendors()).zdr
    {'other': True}
    """
    if not isinstance(document, dict):
        raise DocumentError([Problem("$", f"must be an object, got {kind(document)}")])
    named, flags, found = _split(document, vendors)
    found += [Problem(f"$.{name}", "is missing") for name in REQUIRED[form] if name not in document]
    try:
        guardrail = Guardrail.model_validate({**named, "zdr": flags})
    except ValidationError as error:
        raise DocumentError([*found, *_told(error, vendors)]) from None
    if found := [*found, *_patterns(guardrail, allowed)]:
        raise DocumentError(found)
    return guardrail


def stored(data: bytes, vendors: Vendors) -> Guardrail:
    """The guardrail of a stored row: checked when it was written, so read leniently.

    Unknown fields are kept; a flag of a word that the deployment lacks is kept under its word.
    """
    try:
        if _FLAG not in data:
            return Guardrail.model_validate_json(data, extra="allow")
        document = from_json(data)
        flags = {
            name.removeprefix(PREFIX): document.pop(name)
            for name in [*document]
            if name.startswith(PREFIX)
        }
        return Guardrail.model_validate({**document, "zdr": flags}, extra="allow")
    except ValidationError as error:
        raise DocumentError(_told(error, vendors)) from None
    except (ValueError, AttributeError, TypeError):
        raise DocumentError([Problem("$", "the stored row is no JSON object")]) from None


_FLAG = PREFIX.encode()


def read(data: bytes, vendors: Vendors, form: Form = Form.FILE) -> Guardrail:
    """The guardrail of a file or a body: strict JSON, then `decode`."""
    return decode(read_json(data, DocumentError), vendors, form)


def encode(guardrail: Guardrail) -> Document:
    """The document of a guardrail: what decoding it gives is the same guardrail again."""
    document = guardrail.model_dump(mode="json")
    flags = document.pop("zdr")
    for name in ("content_filter_builtins", "content_filters"):
        if rows := document.get(name):
            kept = [entry.model_extra or {} for entry in getattr(guardrail, name)]
            document[name] = [row | more for row, more in zip(rows, kept, strict=True)]
    document |= {f"{PREFIX}{word}": enforced for word, enforced in flags.items()}
    return document | (guardrail.model_extra or {})


def spread(document: Mapping[str, Any], vendors: Vendors) -> Document:
    """The same body with `enforce_zdr` copied into every vendor field that it does not mention.

    Spec 2.1; null is copied too, and what the body mentions stays.

    >>> spread({"enforce_zdr": True, "enforce_zdr_a": None}, Vendors({"a": ["a"]}))
    {'enforce_zdr': True, 'enforce_zdr_a': None, 'enforce_zdr_other': True}
    """
    if "enforce_zdr" not in document:
        return dict(document)
    fields = map(vendors.field, vendors.words)
    silent = [name for name in fields if name not in document]
    return {**document, **dict.fromkeys(silent, document["enforce_zdr"])}


def labelled(document: Document) -> Document:
    """The document with the label that the system assigns to each builtin filter (spec 2.1).

    >>> labelled({"content_filter_builtins": [{"slug": "ssn", "action": "flag"}]})
    {'content_filter_builtins': [{'slug': 'ssn', 'action': 'flag', 'label': '[SSN]'}]}
    """
    entries = document.get("content_filter_builtins")
    if not entries:
        return document
    named = [{**entry, "label": Slug(entry["slug"]).placeholder} for entry in entries]
    return document | {"content_filter_builtins": named}


def migrate(document: Mapping[str, Any], before: Vendors, after: Vendors) -> Document:
    """A stored document under one more vendor word: the new field takes the value of `other`.

    Raises `VendorsError` where a word would be lost, since what it enforced would be lost too.
    """
    lost = [word for word in before.words if word not in after.words]
    if lost:
        message = f"the word `{lost[0]}` is in use and would be lost"
        raise VendorsError([Problem("$", message, "words can be added, not taken away")])
    other = Vendors.field(OTHER)
    if other not in document:
        return dict(document)
    new = [Vendors.field(word) for word in after.words if word not in before.words]
    return {**dict.fromkeys(new, document[other]), **document}


def policy(guardrail: Guardrail, layer: Layer, vendors: Vendors, name: str | None = None) -> Policy:
    """What a guardrail means at a layer; its reasons carry its id, or `name` where it has none."""
    named = name if guardrail.id is MISSING else guardrail.id
    return resolve(guardrail, Source(layer, named), vendors)


def _split(
    document: Mapping[str, Any], vendors: Vendors
) -> tuple[Document, Document, list[Problem]]:
    """The plain fields, the vendor flags by word, and the flags of words that nobody knows."""
    fields = {vendors.field(word): word for word in vendors.words}
    flags = {fields[name]: value for name, value in document.items() if name in fields}
    named = {name: value for name, value in document.items() if name not in fields}
    strange = [name for name in named if name.startswith(PREFIX) or name == "zdr"]
    found = [unknown("$", name, _names(vendors)) for name in strange]
    return {name: named[name] for name in named if name not in strange}, flags, found


def _names(vendors: Vendors) -> list[str]:
    fields = [name for name in Guardrail.model_fields if name != "zdr"]
    return [*fields, *map(vendors.field, vendors.words)]


def _told(error: ValidationError, vendors: Vendors) -> Iterator[Problem]:
    known: Mapping[str, Iterable[str]] = {
        "$": _names(vendors),
        "$.content_filter_builtins": BuiltinFilter.model_fields,
        "$.content_filters": CustomFilter.model_fields,
    }
    for problem in problems(error, known):
        yield problem._replace(path=problem.path.replace("$.zdr.", f"$.{PREFIX}"))


def _patterns(guardrail: Guardrail, allowed: Allowed) -> Iterator[Problem]:
    most, longest, fallback = allowed
    entries = guardrail.content_filters
    written = [] if entries is MISSING else [entry.pattern for entry in entries or ()]
    if len(written) > most:
        message = f"has {len(written)} patterns, at most {most} are allowed"
        yield Problem("$.content_filters", message, "join some of them with `|`, or leave some out")
        return
    for place, pattern in enumerate(written):
        where = f"$.content_filters[{place}].pattern"
        if len(pattern) > longest:
            message = f"is {len(pattern)} characters long, at most {longest} are allowed"
            yield Problem(where, message, "split it in two entries")
            continue
        try:
            compile_pattern(pattern, fallback)
        except PatternError as error:
            yield from (problem._replace(path=where) for problem in error.problems)
