"""Answer: one request to one operation, from its credentials to its outcome."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.errors import RequestError
from routelock.service import bodies, parameters
from routelock.service.access import REFUSED, Standing, shown
from routelock.service.call import Call
from routelock.service.outcome import Fault, Outcome
from routelock.store.errors import AbsentError, ConflictError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from routelock.service.operations import Operation
    from routelock.service.world import World
    from routelock.store.rows import Key


class Asked(NamedTuple):
    """A request as a framework hands it over: nothing of it has been looked at."""

    authorization: str | None
    path: Mapping[str, str]
    query: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    host: str = ""

    def __repr__(self) -> str:
        return "<Asked>"  # it has a secret and a body


def answer(world: World, operation: Operation, asked: Asked) -> Outcome:
    """What comes of a request; a fault inside comes out as the exception that it is.

    Credentials come first: whoever may not ask is told nothing about what they asked for.
    """
    now = world.clock()
    standing, key = shown(asked.authorization, world.store.keys, now)
    refused = REFUSED[operation.access].get(standing)
    if refused is not None or key is None:
        return Fault(refused or 401, sentence=SENTENCES.get((refused, standing), ""))
    wait = world.limiter.wait(key.hash, now.timestamp())
    outcome = (
        Fault(429, retry_after=ceil(wait)) if wait else _run(world, operation, asked, key, now)
    )
    if isinstance(outcome, Fault):
        return outcome._replace(user_id=key.creator_user_id)
    return outcome


def _run(world: World, operation: Operation, asked: Asked, key: Key, now: datetime) -> Outcome:
    """What the operation says, once it is known that this key may ask."""
    if misfit := parameters.misfits(asked.path):
        return Fault(*misfit)
    try:
        query = parameters.read(operation.query, asked.query) if operation.query else {}
        body = _body(operation, asked.body)
        return operation.run(Call(world, key, now, asked.path, query, body, asked.host))
    except RequestError as error:
        return Fault(400, error.problems)
    except AbsentError:
        return Fault(404)
    except ConflictError:
        return Fault(409)


SENTENCES: Mapping[tuple[int | None, Standing], str] = {
    (401, Standing.MISSING): "Missing Authentication header",
    (401, Standing.ORDINARY): "No management key in the Authentication header",
}
"""What is said instead of the sentence of the status (spec 5)."""


def _body(operation: Operation, data: bytes) -> Any:  # noqa: ANN401 (each operation knows its own)
    if operation.body is None:
        return None
    if isinstance(operation.body, str):
        return bodies.value(data)
    return bodies.read(data, operation.body)
