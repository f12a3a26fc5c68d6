"""Bundled files: a small example of every kind of document, written for this library."""

from __future__ import annotations

from importlib.resources import files

EXAMPLES = (
    "catalogue.json",
    "vendors.json",
    "workspace-default.json",
    "member.json",
    "key.json",
    "request.json",
    "spend.json",
)
"""The names that `example` knows."""


def example(name: str) -> bytes:
    """The bytes of the bundled example `name`, one of `EXAMPLES`; `KeyError` for another name.

    >>> import json
    >>> json.loads(example("vendors.json"))["xai"]
    ['x-ai']
    """
    if name not in EXAMPLES:
        message = f"no example `{name}`: take one of {', '.join(EXAMPLES)}"
        raise KeyError(message)
    return files(__name__).joinpath("example", name).read_bytes()
