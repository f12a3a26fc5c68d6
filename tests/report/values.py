"""What the tests of reports show: a comparison and a replay, a kind and a hostile one."""

from __future__ import annotations

import json
from decimal import Decimal

from routelock.reasons import Code, Layer, Reason, Source
from routelock.whatif.comparison import Change, Comparison, Cost, Left, Lonely, Setting
from routelock.whatif.replayed import DIMENSIONS, Replayed, Totals

HOSTILE = "</style></script><script>hacked = 1</script><img src=x onerror=hacked=1>\"'&`\x1b\ud800"
"""A name that tries to be markup, to leave an attribute, to command a terminal, to be no text."""

IGNORED = Reason(Code.PROVIDER_IGNORED, Layer.KEY, "ours", "/ignored_providers")
RETAINS = Reason(Code.ZDR_REQUIRED, Layer.MEMBER, "theirs", "/enforce_zdr_openai")


def comparison(name: str = "acme/large") -> Comparison:
    """Forty endpoints lost, one gained; `name` is a model, a host and a guardrail."""
    strange = IGNORED._replace(guardrail=name)
    lost = (
        Change(name, name, (strange,)),
        *(
            Change(f"acme/model-{n}", f"host-{n % 13}/eu", (RETAINS, IGNORED)[n % 3 == 0 :])
            for n in range(39)
        ),
    )
    settings = (Setting(strange, None, Cost(12, 7), changed=True),)
    return Comparison(
        lost,
        (Change("acme/small", "host-2", (RETAINS,)),),
        (name, "acme/model-2"),
        (),
        Left(60, 30),
        Left(21, 28),
        settings,
        (Source(Layer.ACCOUNT, name),),
        (Lonely("acme/one", name, 3),),
        (),
    )


def replay(name: str = "acme/large") -> Replayed:
    """Twenty days of requests; `name` is a model, a key and a guardrail."""
    every: dict[str | None, Totals] = {
        f"2026-03-{day:02}": Totals(
            100 + day, 2, 7 + day, 5 + day, 0, 9, 1, Decimal(12 + day), Decimal("8.25")
        )
        for day in range(1, 21)
    }
    total = Totals()
    for one in every.values():
        total = total.plus(one)
    written = json.dumps(IGNORED._replace(guardrail=name).as_json())
    by: dict[str, dict[str | None, Totals]] = {dimension: {} for dimension in DIMENSIONS}
    by["by_day"] = {**every, None: Totals(rows=3)}
    by["by_reason"] = {written: total}
    by["by_model"] = {name: total, "acme/quiet": Totals(rows=4)}
    by["by_key"] = {name: total, None: Totals(rows=1, rerouted=1), **_keys()}
    return Replayed(total, {"ts": 3}, by)


def _keys() -> dict[str | None, Totals]:
    return {f"key-{n}": Totals(rows=n, newly_refused=n) for n in range(30, 0, -1)}
