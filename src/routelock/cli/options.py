"""Options: how words of the command line are read, and what is said of those that cannot be."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import click

from routelock.cli.files import Layered
from routelock.filters.builtin import BUILTINS
from routelock.filters.custom import PatternError, compile_pattern
from routelock.guardrail import Action, Slug
from routelock.problems import suggestion
from routelock.reasons import Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

LAYERS = (Layer.ACCOUNT, Layer.DEFAULT, Layer.MEMBER, Layer.KEY)
"""The layers at which a guardrail can apply."""

LAYERED, SLUG, REGEX = "[LAYER=]FILE", "SLUG[:ACTION]", "REGEX[:ACTION]"


class Sought(NamedTuple):
    """What `screen` is to look for, a builtin or a pattern, and what to do where it is found."""

    slug: Slug | None
    pattern: str | None
    action: Action = Action.REDACT


def layered(value: str) -> Layered:
    """`[LAYER=]FILE`; a file whose name has a `=` in it needs a layer.

    >>> layered("member=staff.json"), layered("staff.json").layer.value
    (Layered(layer=<Layer.MEMBER: 'member'>, file='staff.json'), 'key')
    """
    word, equals, file = value.partition("=")
    if not equals:
        return Layered(Layer.KEY, value)
    return Layered(Layer(_known(word, LAYERS, "layer")), file)


def moment(value: str) -> datetime:
    """A moment in ISO 8601 with its time zone."""
    try:
        read = datetime.fromisoformat(value)
    except ValueError:
        message = f"`{value}` is no time: write it like 2026-11-21T09:00:00Z"
        raise click.BadParameter(message) from None
    if read.tzinfo is None:
        message = f"`{value}` has no time zone: end it with Z for UTC"
        raise click.BadParameter(message)
    return read


def builtin(value: str) -> Sought:
    """`SLUG[:ACTION]`.

    >>> builtin("email:block").action.value, builtin("email").action.value
    ('block', 'redact')
    """
    word, colon, action = value.partition(":")
    slug = _known(word, [*BUILTINS], "builtin filter")
    told = _known(action, [*Action], "action") if colon else Action.REDACT
    return Sought(Slug(slug), None, Action(told))


def pattern(value: str) -> Sought:
    """`REGEX[:ACTION]`: the action is what follows the last colon, if that is one."""
    regex, colon, action = value.rpartition(":")
    named = colon and action in [*Action]
    sought = Sought(None, regex, Action(action)) if named else Sought(None, value)
    try:
        compile_pattern(sought.pattern or "")
    except PatternError as error:
        said = "; ".join(f"{problem.message} ({problem.hint})" for problem in error.problems)
        raise click.BadParameter(said) from None
    return sought


def _known(word: str, known: Sequence[str], what: str) -> str:
    if word in known:
        return word
    hint = suggestion(word, known) or f"it is one of {', '.join(known)}"
    message = f"`{word}` is no {what} ({hint})"
    raise click.BadParameter(message)
