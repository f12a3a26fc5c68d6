"""Engines: where a replay runs: each reads logs, gives them to one function and adds up."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from routelock.errors import RoutelockError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from routelock.whatif.trial import Trial


class Run(Protocol):
    """What an engine does: the rows of the tally of all logs; of one name there may be several."""

    def __call__(
        self, files: Sequence[str], columns: Mapping[str, str], trial: Trial
    ) -> Iterator[dict[str, Any]]:
        """`columns` says what the columns of the logs are called, where they have other names."""


class Needs(NamedTuple):
    """What an engine needs: modules, and the extra that installs them."""

    extra: str
    modules: tuple[str, ...]


ENGINES = {
    "process": Needs("whatif", ("pyarrow",)),
    "spark": Needs("spark", ("pyspark", "pandas", "pyarrow")),
}
"""The engines; each is a module of this package by its name."""


class MissingExtraError(RoutelockError):
    """An engine that is not installed."""


def engine(name: str) -> Run:
    """What runs a replay; `MissingExtraError` says what to install."""
    needs = ENGINES[name]
    if missing := [module for module in needs.modules if find_spec(module) is None]:
        message = (
            f"the engine `{name}` needs {' and '.join(missing)}: "
            f'pip install "routelock[{needs.extra}]"'
        )
        raise MissingExtraError(message)
    return cast("Run", import_module(f"routelock.cli.engines.{name}").tally)
