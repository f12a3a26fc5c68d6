"""Comparison: what a change does to a catalogue, as a frozen value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.whatif import notebook

if TYPE_CHECKING:
    from routelock.catalogue import Endpoint
    from routelock.reasons import Reason, Source

Json = dict[str, Any]


class Change(NamedTuple):
    """An endpoint that was lost or gained.

    `reasons` are what refuses it now, or what refused it before and fell away.
    """

    model_id: str
    tag: str
    reasons: tuple[Reason, ...]

    def as_json(self) -> Json:
        """The endpoint with its reasons, as `routelock decide` writes an excluded one."""
        reasons = [reason.as_json() for reason in self.reasons]
        return {"model_id": self.model_id, "tag": self.tag, "reasons": reasons}


class Cost(NamedTuple):
    """What a setting costs: the endpoints that it refuses, and those that no other refuses."""

    refuses: int
    alone: int

    def as_json(self) -> Json:
        """The two counts."""
        return self._asdict()


class Setting(NamedTuple):
    """A setting before and after; `None` where it is not there, `changed` where it says more."""

    reason: Reason
    before: Cost | None
    after: Cost | None
    changed: bool

    def as_json(self) -> Json:
        """The four words of its reason, and what it costs."""
        return {
            **self.reason.as_json(),
            "changed": self.changed,
            "before": self.before and self.before.as_json(),
            "after": self.after and self.after.as_json(),
        }


class Lonely(NamedTuple):
    """A model that one host alone serves after the change, and how many hosts served it before."""

    model_id: str
    host: str
    hosts_before: int

    def as_json(self) -> Json:
        """The model, its host and the count."""
        return self._asdict()


class Cheapest(NamedTuple):
    """The cheapest endpoint that a model is left with, before and after; `None` for none priced."""

    model_id: str
    before: Endpoint | None
    after: Endpoint | None

    def as_json(self) -> Json:
        """The model with the tag and the prices of each (USD per token, as decimal text)."""
        return {
            "model_id": self.model_id,
            "before": self.before and _priced(self.before),
            "after": self.after and _priced(self.after),
        }


class Left(NamedTuple):
    """How much survives."""

    endpoints: int
    models: int

    def as_json(self) -> Json:
        """The two counts."""
        return self._asdict()


class Comparison(NamedTuple):
    """What changes between two clearances: values in catalogue order, reasons sorted.

    `idle` are guardrails of the later one without which the same endpoints would survive, and that
    neither filter nor limit. `single_host` and `cheapest` have a row for each model they are about,
    whether the change touched it or not.
    """

    endpoints_lost: tuple[Change, ...]
    endpoints_gained: tuple[Change, ...]
    models_lost: tuple[str, ...]
    models_gained: tuple[str, ...]
    before: Left
    after: Left
    settings: tuple[Setting, ...]
    idle: tuple[Source, ...]
    single_host: tuple[Lonely, ...]
    cheapest: tuple[Cheapest, ...]

    @property
    def alike(self) -> bool:
        """Whether the same endpoints survive."""
        return not self.endpoints_lost and not self.endpoints_gained

    def as_json(self) -> Json:
        """What `routelock diff --json` prints, ready for a JSON encoder."""
        return {
            "endpoints_lost": [change.as_json() for change in self.endpoints_lost],
            "endpoints_gained": [change.as_json() for change in self.endpoints_gained],
            "models_lost": [*self.models_lost],
            "models_gained": [*self.models_gained],
            "before": self.before.as_json(),
            "after": self.after.as_json(),
            "settings": [setting.as_json() for setting in self.settings],
            "idle": [{"layer": layer.value, "guardrail": name} for layer, name in self.idle],
            "single_host": [row.as_json() for row in self.single_host],
            "cheapest": [row.as_json() for row in self.cheapest],
        }

    def _repr_html_(self) -> str:
        return notebook.html(self.as_json())


def _priced(endpoint: Endpoint) -> Json:
    prices = {"prompt": endpoint.pricing.prompt, "completion": endpoint.pricing.completion}
    return {"tag": endpoint.tag} | {unit: f"{price:f}" for unit, price in prices.items()}
