"""Log: what a record of requests has to have, so that they can be replayed."""

from __future__ import annotations

from typing import NamedTuple

from routelock.errors import InputError


class LogError(InputError):
    """Whoever wrote the log has to mend it, or say which of its columns is which."""

    what = "log"


class Field(NamedTuple):
    """A column of a log: what it means, and what a row without a usable value there cannot tell."""

    name: str
    means: str
    without: str | None = None


FIELDS = (
    Field("ts", "when the request came", "its day, and whether a budget was spent"),
    Field("api_key", "the id of the key"),
    Field("member", "the id of the member"),
    Field("workspace", "the id of the workspace"),
    Field("model", "the model as it was asked for", "anything: it is counted and left out"),
    Field("provider", "the host that served it, or its tag", "whether it is rerouted"),
    Field("prompt_tokens", "tokens that went in", "what it would cost"),
    Field("completion_tokens", "tokens that came out", "what it would cost"),
    Field("cost_usd", "USD that it did cost", "what it did cost"),
)
"""The columns that a replay reads; every other column of a log is left alone."""

OPTIONAL = (
    Field("is_byok", "whether the caller's own key paid", "who paid: it counts as credits"),
    Field("text", "what the request said"),
)
"""Columns that may be missing, or null: then credits paid, and there is nothing to screen."""

KNOWN = (*FIELDS, *OPTIONAL)
"""All columns that a replay knows."""

NAMES = ("api_key", "member", "workspace", "model", "provider")
"""The columns that hold names."""
