"""Sides: what applies before or after a change: a guardrail file, a folder of them, a manifest."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from routelock.cli.files import STDIN, FileError, Layered, about, contents, shown
from routelock.errors import DocumentError, RoutelockError
from routelock.filters.engine import plan
from routelock.policy import Policy, compose, resolve
from routelock.reasons import Layer, Source
from routelock.whatif import manifest
from routelock.whatif.assignments import Assignments
from routelock.wire import guardrails
from routelock.wire.reading import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from routelock.vendors import Vendors

ENDING = ".json"

Value = TypeVar("Value")
Other = TypeVar("Other")


class Side(NamedTuple):
    """What applies on one side: policies by whom they apply to, and where each came from."""

    assignments: Assignments
    sources: tuple[Source, ...]


class SeveralError(RoutelockError):
    """All that is wrong with several files, one line for each problem."""


class _Applied(NamedTuple):
    source: Source
    policy: Policy


def attempted(jobs: Iterable[Callable[[], Value]]) -> list[Value]:
    """What each job gives; where some fail, the others still run and all errors are told."""
    values, errors = [], []
    for job in jobs:
        try:
            values.append(job())
        except RoutelockError as error:
            errors.append(error)
    if errors:
        raise SeveralError("\n".join(dict.fromkeys(map(str, errors))))
    return values


def both(one: Callable[[], Value], other: Callable[[], Other]) -> tuple[Value, Other]:
    """What two jobs of different kinds give, or all errors of both."""
    jobs: list[Callable[[], object]] = [one, other]
    first, second = attempted(jobs)
    return cast("Value", first), cast("Other", second)


def side(named: Layered, vendors: Vendors) -> Side:
    """What a path means: all files of a folder apply together, a manifest says to whom.

    `SeveralError` has every problem of every file.
    """
    if named.file != STDIN and Path(named.file).is_dir():
        return _everyone([named._replace(file=file) for file in _folder(named.file)], vendors)
    data = contents(named.file)
    with about(named.file):
        document = read_json(data, DocumentError)
        if manifest.meant(document):
            return _assigned(manifest.decode(document), Path(named.file).parent, vendors)
    return _everyone([named], vendors, data)


def _folder(name: str) -> list[str]:
    found = sorted(str(file) for file in Path(name).iterdir() if file.suffix == ENDING)
    if not found:
        message = f"{shown(name)}: has no guardrail in it (files that end in `{ENDING}` are read)"
        raise FileError(message)
    return found


def _everyone(files: list[Layered], vendors: Vendors, data: bytes | None = None) -> Side:
    applied = attempted([partial(_read, one, vendors, data) for one in files])
    policy = compose(one.policy for one in applied)
    return Side(Assignments(policy), tuple(one.source for one in applied))


def _assigned(entries: manifest.Manifest, folder: Path, vendors: Vendors) -> Side:
    named = [
        (layer, name, Layered(layer, str(folder / file))) for layer, name, file in entries.files()
    ]
    once = [*dict.fromkeys(file for _, _, file in named)]  # one file may apply to many
    applied = attempted([partial(_read, one, vendors) for one in once])
    read = dict(zip(once, applied, strict=True))
    by_layer: dict[Layer, dict[str, Policy]] = {layer: {} for layer in Layer}
    for layer, name, file in named:
        by_layer[layer][name or ""] = read[file].policy
    return Side(
        Assignments(
            compose(by_layer[Layer.ACCOUNT].values()),
            by_layer[Layer.DEFAULT],
            by_layer[Layer.MEMBER],
            by_layer[Layer.KEY],
        ),
        tuple(one.source for one in applied),
    )


def _read(named: Layered, vendors: Vendors, data: bytes | None = None) -> _Applied:
    """One guardrail where it applies, its content filters known to run."""
    account = named.layer is Layer.ACCOUNT
    form = guardrails.Form.ACCOUNT if account else guardrails.Form.FILE
    found = contents(named.file) if data is None else data
    with about(named.file):
        guardrail = guardrails.read(found, vendors, form)
        name = guardrail.id if isinstance(guardrail.id, str) else named.stem
        source = Source(named.layer, name)
        policy = resolve(guardrail, source, vendors)
        plan(policy.rules)
    return _Applied(source, policy)
