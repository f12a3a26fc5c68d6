"""Files: what the commands read, and which file an error is about."""

from __future__ import annotations

import codecs
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from routelock.errors import InputError, RoutelockError
from routelock.filters.engine import plan
from routelock.lint import Applied
from routelock.policy import Policy, resolve
from routelock.reasons import Layer, Source
from routelock.vendors import Vendors
from routelock.wire import guardrails
from routelock.wire import spend as spends
from routelock.wire import vendors as words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from routelock.budget import Spent

Value = TypeVar("Value")

STDIN = "-"


class FileError(RoutelockError):
    """A file that cannot be read."""


class Layered(NamedTuple):
    """A guardrail as the command line names it: where it applies, and its file."""

    layer: Layer
    file: str

    @property
    def stem(self) -> str:
        """What stands for the id of a guardrail that has none."""
        return "stdin" if self.file == STDIN else Path(self.file).stem


def shown(file: str) -> str:
    """The name of a file as an error may print it, on one line and without control characters."""
    return file if file.isprintable() else ascii(file)


def contents(file: str) -> bytes:
    """The bytes of a file, or of standard input for `-`, without a byte order mark."""
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a name that a file can have"
        message = f"{shown(file)}: cannot be read: {reason.lower()}"
        raise FileError(message) from None
    return data.removeprefix(codecs.BOM_UTF8)


@contextmanager
def about(file: str) -> Iterator[None]:
    """Whatever is wrong in here is wrong with this file."""
    try:
        yield
    except InputError as error:
        raise error.named(shown(file)) from None


def loaded(file: str, read: Callable[[bytes], Value]) -> Value:
    """What `read` makes of a file; its problems name the file."""
    data = contents(file)
    with about(file):
        return read(data)


def vendors(file: str | None) -> Vendors:
    """The vendor words of a file; without one, those of the specification."""
    return Vendors() if file is None else loaded(file, words.read)


def applied(named: Layered, vendors: Vendors) -> Applied:
    """The guardrail of a file, where it applies; reasons carry its id, else the file's stem."""
    account = named.layer is Layer.ACCOUNT
    form = guardrails.Form.ACCOUNT if account else guardrails.Form.FILE
    guardrail = loaded(named.file, lambda data: guardrails.read(data, vendors, form))
    name = guardrail.id if isinstance(guardrail.id, str) else named.stem
    return Applied(Source(named.layer, name), guardrail)


def policy(named: Layered, vendors: Vendors) -> Policy:
    """What the guardrail of a file means, its content filters known to run."""
    source, guardrail = applied(named, vendors)
    resolved = resolve(guardrail, source, vendors)
    with about(named.file):
        plan(resolved.rules)
    return resolved


def spend(file: str | None, policies: Mapping[Layered, Policy]) -> dict[str, Spent]:
    """What has been spent, by the names that reasons carry; the file may use stems for ids."""
    spent = {} if file is None else loaded(file, spends.read)
    stems = {
        limit.source.guardrail: named.stem
        for named, policy in policies.items()
        for limit in policy.limits
    }
    by_stem = {name: spent[stem] for name, stem in stems.items() if name and stem in spent}
    return by_stem | spent
