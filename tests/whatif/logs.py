"""Logs for tests: seeded rows over a seeded catalogue, and a replay that goes row by row."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from routelock.policy import compose
from routelock.reasons import Layer
from routelock.testing import oracle
from routelock.testing.catalogues import VENDORS, generate
from routelock.vendors import Vendors
from routelock.whatif.assignments import Assignments
from routelock.whatif.trial import Trial
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Json = dict[str, Any]
Papers = dict[str, dict[str, Json]]

CATALOGUE = generate(60, seed=5)
HOSTS = sorted({row["provider"] for row in CATALOGUE["endpoints"]})
MODELS = [row["id"] for row in CATALOGUE["models"]]
LAYERS = {"workspaces": Layer.DEFAULT, "members": Layer.MEMBER, "keys": Layer.KEY}
COLUMNS = {"workspaces": "workspace", "members": "member", "keys": "api_key"}
START = datetime(2026, 3, 1, 22, tzinfo=UTC)


def papers(seed: int) -> Papers:
    """Guardrails of some workspaces, members and keys, and the account's."""
    rng = Random(seed)  # noqa: S311 - a seed is to give the same guardrails again
    named: Papers = {
        layer: {f"{layer}-{n}": _paper(rng, f"{layer}-{n}") for n in range(many)}
        for layer, many in (("workspaces", 2), ("members", 4), ("keys", 6))
    }
    return named | {"account": {"account": {"ignored_providers": rng.sample(HOSTS, 2)}}}


def _paper(rng: Random, name: str) -> Json:
    fields = {
        "allowed_providers": rng.sample(HOSTS, len(HOSTS) * 3 // 4),
        "ignored_models": rng.sample(MODELS, 4),
        "enforce_zdr_openai": True,
        "enable_paid_model_training": False,
    }
    return {"name": name} | {each: said for each, said in fields.items() if rng.random() < 0.4}


def assignments(named: Papers) -> Assignments:
    """The same guardrails as policies."""
    words = Vendors(VENDORS)

    def read(layer: Layer, name: str, paper: Json) -> Any:
        form = guardrails.Form.ACCOUNT if layer is Layer.ACCOUNT else guardrails.Form.FILE
        return guardrails.policy(guardrails.decode(paper, words, form), layer, words, name)

    return Assignments(
        compose(read(Layer.ACCOUNT, *item) for item in named["account"].items()),
        **{
            part: {name: read(layer, name, paper) for name, paper in named[part].items()}
            for part, layer in LAYERS.items()
        },
    )


def trial(before: Papers, after: Papers) -> Trial:
    return Trial(assignments(before), assignments(after), catalogues.decode(CATALOGUE))


def rows(count: int, seed: int = 0) -> list[Json]:
    """Rows as they may come: unknown models and hosts, nobody, and values that are missing."""
    rng = Random(seed)  # noqa: S311 - a seed is to give the same rows again
    return [_row(rng, number) for number in range(count)]


def _row(rng: Random, number: int) -> Json:
    served = rng.choice(CATALOGUE["endpoints"])
    row = {
        "ts": (START + timedelta(seconds=37 * number)).isoformat(),
        "api_key": f"keys-{rng.randrange(9)}",
        "member": f"members-{rng.randrange(6)}",
        "workspace": f"workspaces-{rng.randrange(3)}",
        "model": rng.choice(MODELS) if rng.random() < 0.2 else served["model_id"],
        "provider": served[rng.choice(("provider", "tag"))],
        "prompt_tokens": rng.randrange(5_000),
        "completion_tokens": rng.randrange(900),
        "cost_usd": rng.randrange(10**9) / 10**9,
        "is_byok": rng.random() < 0.1,
    }
    for name in row:
        if rng.random() < 0.01:
            row[name] = None
    if rng.random() < 0.02:
        row["model"] = f"{row['model']}:nitro" if rng.random() < 0.5 else "nobody/knows"
    if rng.random() < 0.01:
        row[rng.choice(("prompt_tokens", "completion_tokens", "cost_usd"))] = -1
    return row


@dataclass
class Slow:
    """A replay that goes row by row and asks the oracle; nothing of it is shared with the fast one.

    `by` has the counts of each dimension and name, `totals` those of all rows.
    """

    before: Papers
    after: Papers
    totals: Counter[str] = field(default_factory=Counter)
    by: Mapping[str, Mapping[Any, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    cost: dict[str, Decimal] = field(
        default_factory=lambda: {"before": Decimal(0), "after": Decimal(0)}
    )
    unusable: Counter[str] = field(default_factory=Counter)

    def run(self, log: Iterable[Json]) -> Slow:
        for row in log:
            self.totals["rows"] += 1
            self._doubts(row)
            if row["model"] is not None:
                self._one(row)
        return self

    def _doubts(self, row: Json) -> None:
        for name in ("ts", "model", "provider"):
            self.unusable[name] += row[name] is None
        for name in ("prompt_tokens", "completion_tokens", "cost_usd"):
            self.unusable[name] += row[name] is None or row[name] < 0

    def _one(self, row: Json) -> None:
        was, now = (self._decided(side, row) for side in (self.before, self.after))
        counts = Counter[str]()
        counts["refused_before"] = not was["endpoints"]
        counts["refused_after"] = not now["endpoints"]
        counts["newly_refused"] = bool(was["endpoints"] and not now["endpoints"])
        counts["newly_allowed"] = bool(now["endpoints"] and not was["endpoints"])
        counts["rerouted"] = bool(now["endpoints"]) and not any(
            f"{one['tag']}/".lower().startswith(f"{row['provider']}/".lower())
            for one in now["endpoints"]
        )
        if row["provider"] is None:
            counts["rerouted"] = 0
        spent = self._spent(row, now)
        counts["unpriced"] = bool(now["endpoints"]) and spent is None
        self.cost["after"] += spent or 0
        if row["cost_usd"] is not None and row["cost_usd"] >= 0:
            self.cost["before"] += Decimal(str(row["cost_usd"]))
        self.totals += counts
        counts["rows"] = 1
        day = row["ts"] and datetime.fromisoformat(row["ts"]).astimezone(UTC).date().isoformat()
        for dimension, name in (
            ("by_key", row["api_key"]), ("by_member", row["member"]), ("by_day", day),
            ("by_workspace", row["workspace"]), ("by_model", row["model"]),
            ("by_host", row["provider"]),
        ):  # fmt: skip
            self.by[dimension][name] += counts

    def _decided(self, side: Papers, row: Json) -> Json:
        applied = [(Layer.ACCOUNT.value, "account", side["account"]["account"])]
        for part, column in (
            ("workspaces", "workspace"),
            ("members", "member"),
            ("keys", "api_key"),
        ):
            paper = side[part].get(row[column])
            if paper is not None:
                applied.append((LAYERS[part].value, row[column], paper))
        return _asked(repr(applied), row["model"])

    def _spent(self, row: Json, now: Json) -> Decimal | None:
        tokens = row["prompt_tokens"], row["completion_tokens"]
        if None in tokens or min(tokens) < 0 or not now["endpoints"]:
            return None
        named = [(one["model_id"], one["tag"]) for one in now["endpoints"]]
        prices = [
            tuple(Decimal(each["pricing"][unit]) for unit in ("prompt", "completion"))
            for each in CATALOGUE["endpoints"]
            if (each["model_id"], each["tag"]) in named
        ]
        known = [price for price in prices if min(price) >= 0]
        if not known:
            return None
        prompt, completion = min(known, key=sum)
        return Decimal(tokens[0] * prompt + tokens[1] * completion)


@cache
def _asked(applied: str, model: str) -> Json:
    papers_ = eval(applied)  # noqa: S307 - written by `repr` a line above: a key that can be hashed
    return oracle.decide(CATALOGUE, papers_, {"model": model}, vendors=VENDORS)
