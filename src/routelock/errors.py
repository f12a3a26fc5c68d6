"""Errors: one base, few leaves, each says whose fault it is; a refusal is a value, no error."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem(NamedTuple):
    """One thing that is wrong with an input: where (a JSON path), what, and what to do.

    >>> print(Problem("$.limit_usd", "must be a number, got text", "write 12.5 without quotes"))
    $.limit_usd: must be a number, got text (write 12.5 without quotes)
    """

    path: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.path}: {self.message}{hint}"


class RoutelockError(Exception):
    """Base of every error that routelock raises on purpose."""


class InputError(RoutelockError):
    """An input that cannot be used; `problems` holds all that was found in it."""

    what = "input"

    def __init__(self, problems: Iterable[Problem], name: str = "") -> None:
        self.problems = tuple(problems)
        self.name = name
        super().__init__(self.problems, name)

    def __str__(self) -> str:
        where = f"{self.what} {self.name}".rstrip()
        return "\n".join(f"{where}: {problem}" for problem in self.problems)

    def named(self, name: str) -> InputError:
        """The same problems with the name of the file or row that has them."""
        return type(self)(self.problems, name)


class DocumentError(InputError):
    """The author of a guardrail document has to mend it."""

    what = "guardrail"


class CatalogueError(InputError):
    """Whoever wrote or loaded the catalogue has to mend it."""

    what = "catalogue"


class VendorsError(InputError):
    """The deployment's vendor words are not usable."""

    what = "vendors"


class RequestError(InputError):
    """The caller sent a request that cannot be read; it never holds text of the request."""

    what = "request"
