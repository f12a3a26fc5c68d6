"""Catalogue: what could be routed to; an immutable, numbered snapshot of models and endpoints."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

PAGE = 255
VIRTUAL = ("nitro", "floor", "exacto", "online", "extended")
"""Suffixes that ask for a way of routing; without a row of their own they are stripped."""


class Pricing(NamedTuple):
    """USD per token (prompt, completion) or per unit (request, image); `None` where unknown."""

    prompt: Decimal | None = None
    completion: Decimal | None = None
    request: Decimal | None = None
    image: Decimal | None = None

    @property
    def free(self) -> bool:
        """Whether prompt and completion are known and every known price is zero."""
        known = self.prompt is not None and self.completion is not None
        return known and not any(self)


class DataPolicy(NamedTuple):
    """What a host does with prompts; `None` means that nobody established it, so: yes."""

    retains: bool | None = None
    trains: bool | None = None
    publishes: bool | None = None


class Offer(NamedTuple):
    """The facts of one endpoint as a loader read them, before the snapshot numbers it."""

    model_id: str
    tag: str
    context_length: int
    max_completion_tokens: int | None = None
    quantization: str | None = None
    pricing: Pricing = Pricing()
    policy: DataPolicy = DataPolicy()
    regions: tuple[str, ...] = ()
    parameters: frozenset[str] = frozenset()
    throughput: float | None = None
    latency: float | None = None


class Listing(NamedTuple):
    """The names of one model as a loader read them; `alias_of` is the id or slug it stands for."""

    id: str
    canonical_slug: str
    alias_of: str | None = None


class Model(NamedTuple):
    """One model id: its author, the list entries that cover it, its run of endpoint numbers.

    `room` is the number of completion tokens that each of its endpoints can produce: 0 for none.
    """

    id: str
    canonical_slug: str
    author: str
    names: tuple[str, ...]
    start: int
    stop: int
    room: int


class Endpoint:
    """One endpoint of a snapshot (spec 2.5), with what routing asks of it; equal to itself alone.

    `host`, `tags`, `conduct`, `regions` and `precision` are the names by which clauses cover it:
    the first part of its tag, the tag with all that stands above it, what the host does with
    prompts (the author's name where it retains them, else `""`), the regions, the quantization.
    Throughput is tokens a second (p50), latency milliseconds (p50). `room` is the completion tokens
    it can produce: its own limit, or its context length where that is null. Equal values are shared
    between endpoints.
    """

    __slots__ = (
        "conduct", "context_length", "latency", "model",
        "parameters", "precision", "pricing", "regions", "room", "tag", "tags", "throughput",
    )  # fmt: skip

    model: Model
    tag: str
    tags: tuple[str, ...]
    conduct: tuple[str, ...]
    regions: tuple[str, ...]
    precision: tuple[str, ...]
    context_length: int
    room: int
    pricing: Pricing
    parameters: frozenset[str]
    throughput: float | None
    latency: float | None

    @property
    def host(self) -> tuple[str, ...]:
        """The list entry that covers all tags of its host."""
        return self.tags[:1]

    @property
    def models(self) -> tuple[str, ...]:
        """The list entries that cover its model."""
        return self.model.names

    def as_json(self) -> dict[str, str]:
        """The two words that name it on the wire."""
        return {"model_id": self.model.id, "tag": self.tag}

    def __repr__(self) -> str:
        return f"<Endpoint {self.model.id} at {self.tag}>"


class Column:
    """One property of all endpoints: its distinct values, numbered from 1, and who has which.

    `numbers` holds one value number per endpoint. `pages` holds the same as lanes of bytes, one
    lane for each 255 values, where 0 means that the value stands on another page.
    """

    __slots__ = ("_cells", "numbers", "pages", "values")

    def __init__(self, values: Sequence[tuple[str, ...]]) -> None:
        numbering = {value: number for number, value in enumerate(dict.fromkeys(values), 1)}
        numbers = [numbering[value] for value in values]
        self.values: tuple[tuple[str, ...], ...] = ((), *numbering)
        self.pages: tuple[bytes, ...] = tuple(_pages(numbers, len(numbering)))
        one = len(self.pages) == 1
        self.numbers: Sequence[int] = (
            self.pages[0] if one else array("H" if len(numbering) < 2**16 else "I", numbers)
        )
        self._cells: Mapping[str, Sequence[int]] | None = None

    @property
    def cells(self) -> Mapping[str, Sequence[int]]:
        """For each name where the values that have it stand in a row of pages, 256 cells a page.

        An index, made when it is first looked into: a column that no clause reads needs none.
        """
        if self._cells is None:
            self._cells = _cells(self.values[1:])
        return self._cells


def _pages(numbers: Sequence[int], count: int) -> Iterator[bytes]:
    for below in range(0, max(count, 1), PAGE):
        top = below + PAGE
        yield bytes([number - below if below < number <= top else 0 for number in numbers])


def _cells(values: Sequence[tuple[str, ...]]) -> dict[str, list[int]]:
    cells: dict[str, list[int]] = {}
    for number, names in enumerate(values):
        page, place = divmod(number, PAGE)
        for name in names:
            cells.setdefault(name, []).append(page * (PAGE + 1) + place + 1)
    return cells


class _Columns(dict[str, Column]):
    """The columns of a snapshot by name, each made when a clause first asks for it."""

    __slots__ = ("endpoints",)

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self.endpoints = endpoints

    def __missing__(self, name: str) -> Column:
        self[name] = column = Column([getattr(endpoint, name) for endpoint in self.endpoints])
        return column


class Catalogue:
    """An immutable snapshot: endpoints numbered in order, those of one model adjacent.

    `models` maps each model id to its `Model`, in catalogue order; `aliases` maps an alias to the
    id that it stands for. `parameters` are all request keys that some endpoint lists. A loader
    (`routelock.wire.catalogue`) checks rows first: here names are taken to be whole and unique.
    `version` is the caller's name for the snapshot.
    """

    __slots__ = (
        "aliases",
        "by_slug",
        "columns",
        "endpoints",
        "longest",
        "models",
        "parameters",
        "version",
    )

    def __init__(
        self, listings: Iterable[Listing], offers: Iterable[Offer], version: str = ""
    ) -> None:
        rows = tuple(listings)
        self.version = version
        self.aliases: Mapping[str, str] = dict(_aliases(rows))
        offered = _by_model(offers)
        self.models: Mapping[str, Model] = _models(rows, self.aliases, offered)
        self.endpoints: tuple[Endpoint, ...] = tuple(_endpoints(self.models, offered))
        self.parameters: frozenset[str] = frozenset().union(
            *{endpoint.parameters for endpoint in self.endpoints}
        )
        self.columns: Mapping[str, Column] = _Columns(self.endpoints)
        self.by_slug: Mapping[str, tuple[Model, ...]] = _by_slug(self.models)
        self.longest = max((model.stop - model.start for model in self.models.values()), default=0)

    def of(self, model: Model) -> tuple[Endpoint, ...]:
        """The endpoints of one model, in catalogue order."""
        return self.endpoints[model.start : model.stop]

    def find(self, name: str) -> Model | None:
        """The model that a request means by `name`: an id, an alias, or one with a virtual suffix.

        A name with a row of its own is that row; else one virtual suffix is stripped at a time.
        """
        while (model := self.models.get(self.aliases.get(name, name))) is None:
            name, colon, suffix = name.rpartition(":")
            if not colon or suffix not in VIRTUAL:
                return None
        return model

    def covered(self, entry: str) -> tuple[Model, ...]:
        """The models that a list entry covers: all of a canonical slug, else the one of an id."""
        if (models := self.by_slug.get(entry)) is not None:
            return models
        model = self.models.get(self.aliases.get(entry, entry))
        return () if model is None else (model,)

    def __repr__(self) -> str:
        counts = f"{len(self.models)} models, {len(self.endpoints)} endpoints"
        return f"<Catalogue {self.version}: {counts}>"


def author(model_id: str) -> str:
    """What stands before the `/` of a model id: whoever made the model, never its host."""
    return model_id.partition("/")[0]


def _aliases(rows: Sequence[Listing]) -> Iterator[tuple[str, str]]:
    """Alias id → the id of the model at the end of its chain."""
    targets = {row.id: row.alias_of for row in rows if row.alias_of is not None}
    by_slug = {row.canonical_slug: row.id for row in reversed(rows) if row.alias_of is None}
    bases = {row.canonical_slug: row.id for row in reversed(rows) if _base(row)}
    ids = {row.id for row in rows}
    for alias in targets:
        name = alias
        while (target := targets.get(name)) is not None:
            name = target if target in ids else bases.get(target) or by_slug[target]
        yield alias, name


def _base(row: Listing) -> bool:
    return row.alias_of is None and ":" not in row.id


def _by_model(offers: Iterable[Offer]) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.model_id, []).append(offer)
    return found


def _models(
    rows: Sequence[Listing], aliases: Mapping[str, str], offered: Mapping[str, Sequence[Offer]]
) -> dict[str, Model]:
    slugs = {row.canonical_slug for row in rows if row.alias_of is None}
    called: dict[str, list[str]] = {}
    for alias, target in aliases.items():
        called.setdefault(target, []).append(alias)
    models: dict[str, Model] = {}
    start = 0
    for row in rows:
        if row.alias_of is not None:
            continue
        own = offered.get(row.id, ())
        stop = start + len(own)
        room = min([_room(offer) for offer in own], default=0)
        # A list entry is compared with canonical slugs first: an id that is also somebody's
        # canonical slug names that model and its variants, not the id.
        others = [name for name in (row.id, *called.get(row.id, ())) if name not in slugs]
        names = (row.canonical_slug, *others)
        models[row.id] = Model(row.id, row.canonical_slug, author(row.id), names, start, stop, room)
        start = stop
    return models


def _endpoints(
    models: Mapping[str, Model], offered: Mapping[str, Sequence[Offer]]
) -> Iterator[Endpoint]:
    shared: dict[Hashable, object] = {}
    for model in models.values():
        for offer in offered.get(model.id, ()):
            yield _endpoint(model, offer, shared)


def _endpoint(model: Model, offer: Offer, shared: dict[Hashable, object]) -> Endpoint:
    endpoint = Endpoint()
    endpoint.model = model
    facts = {
        "tag": offer.tag,
        "tags": prefixes(offer.tag),
        "conduct": conduct(model.author, offer.policy, free=offer.pricing.free),
        "regions": offer.regions,
        "precision": (offer.quantization or "unknown",),
        "context_length": offer.context_length,
        "room": _room(offer),
        "pricing": offer.pricing,
        "parameters": offer.parameters,
        "throughput": offer.throughput,
        "latency": offer.latency,
    }
    for name, fact in facts.items():
        # Equal facts of many endpoints are one object: what keeps a snapshot small.
        setattr(endpoint, name, shared.setdefault((name, fact), fact))
    return endpoint


def _room(offer: Offer) -> int:
    limit = offer.max_completion_tokens
    return offer.context_length if limit is None else limit


def prefixes(tag: str) -> tuple[str, ...]:
    """The list entries that cover a tag: its host, and each deeper part, without regard to case.

    >>> prefixes("Google-Vertex/europe/fp8")
    ('google-vertex', 'google-vertex/europe', 'google-vertex/europe/fp8')
    """
    tag = tag.casefold()
    cuts = [place for place, sign in enumerate(tag) if sign == "/"]
    return (*(tag[:cut] for cut in cuts), tag)


TRAINS_FREE, TRAINS_PAID = ":trains-free", ":trains-paid"
PUBLISHES_FREE, COLLECTS = ":publishes-free", ":collects"


def conduct(maker: str, policy: DataPolicy, *, free: bool) -> tuple[str, ...]:
    """What a host does with prompts, as names that clauses cover; unknown counts as yes.

    The first is the model's author where prompts are retained, else `""`.
    """
    retains, trains, publishes = (claim is not False for claim in policy)
    names = [maker if retains else ""]
    if trains:
        names.append(TRAINS_FREE if free else TRAINS_PAID)
    if publishes and free:
        names.append(PUBLISHES_FREE)
    if trains or publishes:
        names.append(COLLECTS)
    return tuple(names)


def _by_slug(models: Mapping[str, Model]) -> dict[str, tuple[Model, ...]]:
    found: dict[str, tuple[Model, ...]] = {}
    for model in models.values():
        found[model.canonical_slug] = (*found.get(model.canonical_slug, ()), model)
    return found
