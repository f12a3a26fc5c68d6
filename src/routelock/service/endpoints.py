"""Endpoints: those that ZDR leaves, and those of one model (spec 4.6, 2.6 `links.details`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from routelock.clearance import Clearance
from routelock.policy import compose
from routelock.service import layers
from routelock.service.outcome import NOT_FOUND, Outcome, Reply, data, encoded

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue, Model
    from routelock.policy import Policy
    from routelock.service.call import Call
    from routelock.service.world import World


def zdr(call: Call) -> Outcome:
    """What account settings and the ZDR clause of every word leave; guardrails are not applied."""
    world = call.world
    settings, digest = layers.named(world, (layers.account(call),))
    key = (digest, world.snapshot.catalogue.version)
    return world.views.preview.get(key, lambda: _left(world, settings))


def _left(world: World, settings: Policy) -> Reply:
    whole = compose((settings, layers.zero_retention(world)))
    reasons = Clearance(whole, world.snapshot.catalogue).reasons()
    rows = zip(world.snapshot.endpoints, reasons, strict=True)
    return Reply(b'{"data":[%b]}' % b",".join(row for row, why in rows if not why))


def of_model(call: Call) -> Outcome:
    """All endpoints of one model, by its id, an alias of it or its canonical slug."""
    snapshot = call.world.snapshot
    name = f"{call.path['author']}/{call.path['model']}"
    models = _meant(snapshot.catalogue, name)
    if not models:
        return NOT_FOUND
    rows = b",".join(row for model in models for row in snapshot.of(model))
    head = encoded(snapshot.heads[models[0].id])
    return data(b'%b,"endpoints":[%b]}' % (head[:-1], rows))


def _meant(catalogue: Catalogue, name: str) -> tuple[Model, ...]:
    """The model of an id or alias, else all of a canonical slug, the one without a suffix first."""
    model = catalogue.models.get(catalogue.aliases.get(name, name))
    if model is not None:
        return (model,)
    return tuple(sorted(catalogue.by_slug.get(name, ()), key=lambda model: ":" in model.id))
