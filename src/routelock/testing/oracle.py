"""The oracle: routing, budgets and key state read aloud over raw JSON; it imports nothing of ours.

The tables are the rules: a field whose value `v` says something (absent and null do not) may refuse
an endpoint with the facts `e`, and nothing readmits. Under 150 lines of code, to be read at one go.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from types import SimpleNamespace as Facts
from typing import Any

Json = dict[str, Any]
Rules = list[tuple[str, str, Callable[[Any, Any], object]]]  # field, code, v and e -> refuses?
Reasons = set[tuple[str, str, str | None, str]]  # code, layer, guardrail, field

LAYERS = ("account", "default", "member", "key", "request", "region")
VENDORS = {f"vendor_{letter}": (f"vendor_{letter}",) for letter in "abcd"}
VIRTUAL = ("nitro", "floor", "exacto", "online", "extended")
CONDUCT = ("retains_prompts", "trains_on_prompts", "publishes_prompts")
PER = {"prompt": 1_000_000, "completion": 1_000_000, "request": 1, "image": 1}
UNKNOWN = Decimal("Infinity")  # above every limit, last in every order

KEY: Rules = [
    ("disabled", "key_disabled", lambda v, _: v),
    ("expires_at", "key_expired", lambda v, e: not e.now or e.now >= datetime.fromisoformat(v)),
    ("limit", "budget_exceeded", lambda _, e: e.limit_remaining <= 0),
]
BUDGET: Rules = [("limit_usd", "budget_exceeded", lambda v, e: e.spent >= number(v))]
GUARDRAIL: Rules = [
    ("allowed_providers", "provider_not_allowed", lambda v, e: not e.hosted_by(v)),
    ("ignored_providers", "provider_ignored", lambda v, e: e.hosted_by(v)),
    ("allowed_models", "model_not_allowed", lambda v, e: not e.covered_by(v)),
    ("ignored_models", "model_ignored", lambda v, e: e.covered_by(v)),
    ("enable_free_model_training", "free_training_forbidden", lambda v, e: not v and e.free_trains),
    ("enable_paid_model_training", "paid_training_forbidden", lambda v, e: not v and e.paid_trains),
    ("enable_free_model_publication", "free_publication_forbidden", lambda v, e: not v and e.leaks),
]
REQUEST: Rules = [
    ("provider/only", "provider_not_allowed", lambda v, e: not e.hosted_by(v)),
    ("provider/ignore", "provider_ignored", lambda v, e: e.hosted_by(v)),
    ("provider/zdr", "zdr_required", lambda v, e: v and e.retains),
    ("provider/data_collection", "data_collection_denied", lambda v, e: v == "deny" and e.collects),
    ("provider/quantizations", "quantization_mismatch", lambda v, e: e.precision not in v),
    ("provider/require_parameters", "parameter_unsupported", lambda v, e: v and e.lacks),
    ("provider/max_price/prompt", "price_exceeded", lambda v, e: e.prompt > number(v)),
    ("provider/max_price/completion", "price_exceeded", lambda v, e: e.completion > number(v)),
    ("provider/max_price/request", "price_exceeded", lambda v, e: e.request > number(v)),
    ("provider/max_price/image", "price_exceeded", lambda v, e: e.image > number(v)),
    ("max_tokens", "length_exceeded", lambda v, e: v > e.room),
    ("max_completion_tokens", "length_exceeded", lambda v, e: v > e.room),
    ("messages", "length_exceeded", lambda v, e: v > e.context_length),  # v counts their tokens
]
SECOND: Rules = [("provider/allow_fallbacks", "not_first_choice", lambda v, _: not v)]
REGION: Rules = [("region", "region_mismatch", lambda v, e: v not in (e.regions or []))]


def decide(  # noqa: PLR0913 (a decision depends on exactly these values)
    catalogue: Json, guardrails: Sequence[tuple[str, str, Json]], request: Json | None = None, *,
    vendors: Mapping[str, Iterable[str]] | None = None, region: str | None = None,
    spend: Mapping[str, Mapping[str, str]] | None = None, key: Mapping[str, Any] | None = None,
    now: datetime | None = None, prompt_tokens: int | None = None,
) -> Json:  # fmt: skip
    """What `routelock decide --json` prints, content filters apart, with every stage run.

    `guardrails` are `(layer, name, document)`; a document's `id` goes before the name, and `spend`
    is keyed by whichever it is. What an observed one would refuse: decide again with it. Without a
    request the whole catalogue is asked about, and refused means that nothing survives.

    >>> decide({"models": [], "endpoints": []}, [], {"model": "a/b"})["reasons"]
    [{'code': 'model_unknown', 'layer': 'request', 'guardrail': None, 'field': '/model'}]
    """
    papers = [(layer, paper.get("id", name), paper) for layer, name, paper in guardrails]
    groups = (VENDORS if vendors is None else vendors).items()
    flags = {author: f"enforce_zdr_{word}" for word, authors in groups for author in authors}
    models = {row["id"]: row for row in catalogue["models"] if not row.get("alias_target")}
    ids = {name: name for name in models} | aliases(catalogue["models"], models)
    said, names = read(request or {}, prompt_tokens)
    found = {field: resolve(name, ids) for field, name in names.items()}
    wanted = [*models] if request is None else [*dict.fromkeys(filter(None, found.values()))]
    known = {name for row in catalogue["endpoints"] for name in row["supported_parameters"]}
    rows = [row for wish in wanted for row in catalogue["endpoints"] if row["model_id"] == wish]
    seen = [facts(row, models, ids, said, prompt_tokens) for row in rows]
    for e in seen:
        e.lacks = known.intersection(request or {}).difference(e.supported_parameters)
        e.why = refusals(REQUEST, said, "request", None, e)
        e.why |= refusals(REGION, {"region": region}, "region", None, e)
        flag = flags.get(e.model_id.split("/")[0], "enforce_zdr_other")
        for layer, name, paper in papers:
            zdr = flag if flag in paper else "enforce_zdr"
            rules = [*GUARDRAIL, (zdr, "zdr_required", lambda v, e: v and e.retains)]
            e.why |= refusals(rules, paper, layer, name, e)
    left = sorted((e for e in seen if not e.why), key=lambda e: (wanted.index(e.model_id), e.rank))
    for e in left[1:]:
        e.why = refusals(SECOND, said, "request", None, e)
    left = [e for e in left if not e.why]
    state, budgets = ({}, []) if request is None else (dict(key or {}), papers)
    stops = refusals(KEY, state, "key", None, Facts(now=now, **state))
    for layer, name, paper in budgets:
        mine = (spend or {}).get(name, {})
        byok = mine.get("byok_usd", 0) if paper.get("include_byok_in_budgets") else 0
        spent = number(mine.get("spent_usd", 0)) + number(byok)
        stops |= refusals(BUDGET, paper, layer, name, Facts(spent=spent))
    if not left:
        offered = {e.model_id for e in seen}
        unknown = [field for field in found if found[field] not in offered]
        stops |= {("model_unknown", "request", None, f"/{field}") for field in unknown}
        stops = stops.union(*(e.why for e in seen))
    return {
        "outcome": "refused" if stops or not left else "cleared",
        "endpoints": [e.place for e in left],
        "models": [*dict.fromkeys(e.model_id for e in left)],
        "excluded": [{**e.place, "reasons": listed(e.why)} for e in seen if e.why],
        "reasons": listed(stops),
    }


def aliases(rows: Sequence[Json], models: Mapping[str, Json]) -> dict[str, str]:
    """The id that each alias stands for, which it names by id or by slug: then its base model's."""
    base_first = sorted(models.values(), key=lambda row: ":" in row["id"])
    slugs = {row["canonical_slug"]: row["id"] for row in reversed(base_first)}
    targets = {row["id"]: row["alias_target"]["slug"] for row in rows if row["id"] not in models}
    for _ in rows:  # an alias may stand for an alias
        targets = {alias: targets.get(name, name) for alias, name in targets.items()}
    return {alias: name if name in models else slugs[name] for alias, name in targets.items()}


def read(request: Json, prompt_tokens: int | None) -> tuple[Json, dict[str, str]]:
    """What a body says and the models that it names, by pointer."""
    prefs, fallbacks = request.get("provider") or {}, request.get("models") or []
    names = {"model": request.get("model")} | {f"models/{i}": n for i, n in enumerate(fallbacks)}
    said = request | {f"provider/{name}": value for name, value in prefs.items()}
    said |= {f"provider/max_price/{unit}": v for unit, v in (prefs.get("max_price") or {}).items()}
    limits = [request.get("max_tokens"), request.get("max_completion_tokens")]
    said["messages"] = prompt_tokens if limits == [None, None] else None
    return said, {field: name for field, name in names.items() if name is not None}


def resolve(name: str, ids: Mapping[str, str]) -> str | None:
    """The id that a request means: virtual suffixes go, one by one, until the name has a row."""
    bare, _, suffix = name.rpartition(":")
    return ids.get(name) if name in ids or suffix not in VIRTUAL else resolve(bare, ids)


def number(given: object) -> Decimal:
    """A number read exactly; one that is missing or negative is not known."""
    return UNKNOWN if given is None or Decimal(str(given)) < 0 else Decimal(str(given))


def facts(row: Json, models: Json, ids: Json, said: Json, tokens: int | None) -> Facts:
    """What the rules read of an endpoint; what nobody knows counts against it."""
    e = Facts(**row, **{unit: number(row["pricing"].get(unit)) * per for unit, per in PER.items()})
    e.place = {"model_id": row["model_id"], "tag": row["tag"]}
    e.retains, trains, publishes = ((row["data_policy"] or {}).get(x) is not False for x in CONDUCT)
    free = e.prompt == e.completion == 0 and {e.request, e.image} <= {0, UNKNOWN}
    e.free_trains, e.paid_trains = free and trains, not free and trains
    e.leaks, e.collects = free and publishes, trains or publishes
    e.precision = row["quantization"] or "unknown"
    e.room = e.context_length if e.max_completion_tokens is None else e.max_completion_tokens
    e.room = e.room if tokens is None else min(e.room, e.context_length - tokens)
    tag, slug = f"{row['tag']}/".lower(), models[row["model_id"]]["canonical_slug"]
    slugs = {model["canonical_slug"] for model in models.values()}
    e.hosted_by = lambda entries: any(tag.startswith(f"{entry}/".lower()) for entry in entries)
    e.covered_by = lambda entries: any(
        entry == slug if entry in slugs else ids.get(entry) == row["model_id"] for entry in entries
    )
    e.rank = rank(e, said.get("provider/order") or [], said.get("provider/sort"))
    return e


def rank(e: Facts, order: Sequence[str], sort: str | None) -> Decimal | int:
    """Where the caller wants an endpoint among those of its model, the lowest first."""
    if order:
        return next((i for i, entry in enumerate(order) if e.hosted_by([entry])), len(order))
    wait, speed = e.latency_last_30m or {}, e.throughput_last_30m or {}
    slowness = UNKNOWN if speed.get("p50") is None else -number(speed["p50"])
    ranks = {"price": e.prompt + e.completion, "latency": number(wait.get("p50"))}
    return 0 if sort is None else ranks.get(sort, slowness)


def refusals(rules: Rules, said: Json, layer: str, name: str | None, e: Facts) -> Reasons:
    """A reason for each rule whose field says something that refuses."""
    return {
        (code, layer, name, f"/{field}")
        for field, code, refuses in rules
        if said.get(field) is not None and refuses(said[field], e)
    }


def listed(reasons: Reasons) -> list[Json]:
    """Reasons as JSON, by layer, guardrail and field."""
    order = sorted(reasons, key=lambda why: (LAYERS.index(why[1]), why[2] or "", why[3]))
    return [dict(zip(("code", "layer", "guardrail", "field"), why, strict=True)) for why in order]
