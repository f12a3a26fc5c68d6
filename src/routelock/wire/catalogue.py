"""Catalogue documents: rows in the field names of the public lists, checked and numbered."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)

from routelock.catalogue import Catalogue, DataPolicy, Listing, Offer, Pricing
from routelock.errors import CatalogueError, Problem
from routelock.problems import problems, quoted
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


def _price(value: object) -> object:
    """A price as it is written: a decimal string; what is negative or no number is unknown."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        price = Decimal(str(value))
    except InvalidOperation:
        return None
    return price if price.is_finite() and price >= 0 else None


Fact = TypeVar("Fact", Pricing, frozenset[str])
Price = Annotated[Decimal | None, BeforeValidator(_price)]


class _Prices(BaseModel):
    prompt: Price = None
    completion: Price = None
    request: Price = None
    image: Price = None


class _Percentiles(BaseModel):
    p50: float | None = None


class _DataPolicy(BaseModel):
    retains_prompts: StrictBool | None = None
    trains_on_prompts: StrictBool | None = None
    publishes_prompts: StrictBool | None = None


class _Alias(BaseModel):
    slug: StrictStr


class _Model(BaseModel):
    id: Annotated[StrictStr, Field(pattern="^[^/]+/.+$")]
    canonical_slug: StrictStr
    alias_target: _Alias | None = None


class _Endpoint(BaseModel):
    model_id: StrictStr
    tag: Annotated[StrictStr, Field(min_length=1)]
    provider: StrictStr | None = None
    canonical_slug: StrictStr | None = None
    quantization: StrictStr | None = None
    context_length: StrictInt
    max_completion_tokens: StrictInt | None = None
    pricing: _Prices = _Prices()
    supported_parameters: tuple[StrictStr, ...] = ()
    latency_last_30m: _Percentiles | None = None
    throughput_last_30m: _Percentiles | None = None
    regions: tuple[StrictStr, ...] | None = ()
    data_policy: _DataPolicy | None = None


class _Document(BaseModel):
    version: StrictStr = ""
    models: list[_Model]
    endpoints: list[_Endpoint]


def read(data: bytes) -> Catalogue:
    """The snapshot of a catalogue file, of any size; `CatalogueError` as `decode`."""
    return decode(read_json(data, CatalogueError, largest=None))


def decode(document: object) -> Catalogue:
    """The snapshot of a catalogue document; `CatalogueError` names every row that is wrong.

    Repeated ids and endpoints, endpoints and aliases that point nowhere and circles of aliases are
    reported by their place. An unknown data policy, price or quantization stays unknown.
    """
    try:
        rows = _Document.model_validate(document)
    except ValidationError as error:
        raise CatalogueError(problems(error, {})) from None
    if found := [*chain(_models(rows.models), _aliases(rows.models), _endpoints(rows))]:
        raise CatalogueError(found)
    return Catalogue(map(_listing, rows.models), _shared(rows.endpoints), rows.version)


def _listing(row: _Model) -> Listing:
    alias = row.alias_target
    return Listing(row.id, row.canonical_slug, None if alias is None else alias.slug)


def _shared(rows: Iterable[_Endpoint]) -> Iterator[Offer]:
    """The rows as offers that share their equal parts."""
    seen: dict[object, object] = {}
    return (_offer(row, seen) for row in rows)


def _offer(row: _Endpoint, seen: dict[object, object]) -> Offer:
    def one(value: Fact) -> Fact:
        return cast("Fact", seen.setdefault(value, value))

    prices = row.pricing
    policy = row.data_policy or _DataPolicy()
    return Offer(
        row.model_id,
        row.tag,
        row.context_length,
        row.max_completion_tokens,
        row.quantization,
        one(Pricing(prices.prompt, prices.completion, prices.request, prices.image)),
        DataPolicy(policy.retains_prompts, policy.trains_on_prompts, policy.publishes_prompts),
        row.regions or (),
        one(frozenset(row.supported_parameters)),
        _median(row.throughput_last_30m),
        _median(row.latency_last_30m),
    )


def _median(figures: _Percentiles | None) -> float | None:
    return None if figures is None else figures.p50


def _models(rows: Sequence[_Model]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for place, row in enumerate(rows):
        if first.setdefault(row.id, place) != place:
            message = f"the id {quoted(row.id)} stands at $.models[{first[row.id]}] too"
            yield Problem(f"$.models[{place}].id", message, "keep one row of a model")


def _aliases(rows: Sequence[_Model]) -> Iterator[Problem]:
    targets = {row.id: row.alias_target.slug for row in rows if row.alias_target}
    known = {row.id for row in rows}
    known |= {row.canonical_slug for row in rows if not row.alias_target}
    for place, row in enumerate(rows):
        where = f"$.models[{place}].alias_target.slug"
        if row.alias_target and row.alias_target.slug not in known:
            yield Problem(where, f"there is no model {quoted(row.alias_target.slug)}")
        elif row.alias_target and _circles(row.id, targets):
            yield Problem(where, "the alias leads back to itself", "name a model with endpoints")


def _circles(alias: str, targets: Mapping[str, str]) -> bool:
    seen: set[str] = set()
    name: str | None = alias
    while name is not None and name not in seen:
        seen.add(name)
        name = targets.get(name)
    return name is not None


def _endpoints(document: _Document) -> Iterator[Problem]:
    models = {row.id: row for row in document.models}
    first: dict[tuple[str, str], int] = {}
    for place, row in enumerate(document.endpoints):
        where = f"$.endpoints[{place}]"
        named = (row.model_id, row.tag)
        if first.setdefault(named, place) != place:
            message = (
                f"the tag {quoted(row.tag)} of this model stands at $.endpoints[{first[named]}] too"
            )
            yield Problem(f"{where}.tag", message, "keep one of them")
        yield from _dangling(where, row, models.get(row.model_id))


def _dangling(where: str, row: _Endpoint, model: _Model | None) -> Iterator[Problem]:
    if model is None:
        yield Problem(f"{where}.model_id", f"there is no model {quoted(row.model_id)}")
    elif model.alias_target:
        yield Problem(
            f"{where}.model_id", "an alias has no endpoints of its own", "name its target"
        )
    elif row.canonical_slug not in (None, model.canonical_slug):
        message = f"{quoted(row.canonical_slug)} is not the slug of its model"
        yield Problem(f"{where}.canonical_slug", message)
    if row.provider is not None and row.provider.casefold() != row.tag.partition("/")[0].casefold():
        message = f"{quoted(row.provider)} is not the first part of the tag {quoted(row.tag)}"
        yield Problem(f"{where}.provider", message)
