"""Screenings: bodies with texts in every covered place, and guardrails with content filters."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from routelock.guardrail import Action, Scope, Slug
from routelock.testing.cases.draw import chance, one, share, some, up_to
from routelock.testing.cases.guardrails import LAYERS
from routelock.testing.cases.texts import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Json = dict[str, Any]
    Applied = tuple[tuple[str, str, Json], ...]

Answer = TypeVar("Answer")

ROLES = ("user", "user", "user", "system", "assistant", "tool", "developer")
LABELS = (None, "", "[X]", "ID", "[EMAIL]")
PATTERNS = (
    "x*", r"\d+", "a+", r"\w+@", r"[\s\S]", r"(?i)k.y", r"\[[A-Z_]+\]", "é|葉", r"\bA\w+\b", r"^.",
    r"\B-\B", r".$", r"(?m)^\w+$", r"(?s)a.b", "(?i)[a-f]{3}", r"[^\W\d]{5,}?", r"\s+", r"\S{12}",
    r"\p{Lu}", r"(?<id>\u0041|\u{1F600})", "[^]{3}", "[]|z", r"\P{L}{4}", "(?:ab|a)(?:c|bcd)",
    r"\x00|\ufffd", r"\(\d{3}\)", r"[\u0430-\u044f]+", "1{2,3}", r"(?:\d[ -]?){13,16}", "|a",
    "(?i)straße|\u017f",
)  # fmt: skip


@dataclass(frozen=True)
class Screening:
    """One screening's inputs as raw documents, under the names of `filters_oracle.screen`.

    >>> from routelock.testing.filters_oracle import screen
    >>> sorted(screening(seed=1, number=0).ask(screen))
    ['body', 'findings', 'verdict']
    """

    guardrails: Applied
    request: Json

    def ask(self, screen: Callable[..., Answer]) -> Answer:
        """What a function with the parameters of `filters_oracle.screen` says of this case."""
        return screen(**vars(self))


TOGETHER = 10
"""So many cases in a row have the same guardrails, as the requests of a gateway do."""


def screening(seed: int, number: int) -> Screening:
    """The case with a number out of those of a seed: some thousand a second, each on its own."""
    applied = _guardrails(Random(f"{seed}/{number // TOGETHER}"))
    return Screening(applied, _body(Random(f"{seed}/{number}/body")))


# --- guardrails ---------------------------------------------------------------------------------


def _guardrails(rng: Random) -> Applied:
    """One to three documents; now and then all of filters that a gate on shapes may spare."""
    slugs = SHAPED if chance(rng, 0.2) else [*Slug]
    return tuple(
        (one(rng, LAYERS), f"g{place}", _paper(rng, slugs)) for place in range(1 + up_to(rng, 2))
    )


SHAPED = [Slug.EMAIL, Slug.PHONE, Slug.SSN, Slug.CREDIT_CARD, Slug.IP_ADDRESS]


def _paper(rng: Random, slugs: list[Slug]) -> Json:
    chosen = share(rng, slugs, one(rng, (0.2, 0.5, 1.0)))
    twice = [one(rng, slugs)] if chance(rng, 0.2) else []
    paper: Json = {"name": "g"}
    paper["content_filter_builtins"] = [_builtin(rng, slug) for slug in (*chosen, *twice)]
    if slugs is not SHAPED and chance(rng, 0.4):
        paper["content_filters"] = [_custom(rng) for _ in range(1 + up_to(rng, 3))]
    return paper


def _action(rng: Random) -> str:
    return one(rng, (Action.REDACT,) * 12 + (Action.FLAG,) * 5 + (Action.BLOCK,)).value


def _builtin(rng: Random, slug: Slug) -> Json:
    entry = {"slug": slug.value, "action": _action(rng)}
    return entry | {"scan_scope": one(rng, [*Scope]).value} if chance(rng, 0.3) else entry


def _custom(rng: Random) -> Json:
    entry = {"pattern": pattern(rng), "action": _action(rng)}
    return entry | {"label": one(rng, LABELS)} if chance(rng, 0.5) else entry


def pattern(rng: Random) -> str:
    """A pattern of the dialect: one of a list, or a few alternatives of terms."""
    if chance(rng, 0.6):
        return one(rng, PATTERNS)
    return "|".join(_terms(rng) for _ in range(1 + up_to(rng, 2)))


ATOMS = (
    "a",
    "o",
    "1",
    "é",
    r"\d",
    r"\w",
    ".",
    "[aeiou]",
    r"[^\s]",
    "(?:ab|a)",
    "(an|a)",
    r"\.",
    "葉",
)
REPEATS = ("", "", "", "?", "*", "+", "{2}", "{1,3}", "+?", "*?", "??")


def _terms(rng: Random) -> str:
    return "".join(one(rng, ATOMS) + one(rng, REPEATS) for _ in range(1 + up_to(rng, 3)))


# --- bodies -------------------------------------------------------------------------------------


def _body(rng: Random) -> Json:
    body: Json = {"model": "a/b"}
    if chance(rng, 0.9):
        body["messages"] = [one(rng, MESSAGES)(rng) for _ in range(one(rng, (1, 1, 1, 2, 3)))]
    if "messages" not in body or chance(rng, 0.1):
        body["prompt"] = text(rng) if chance(rng, 0.6) else [text(rng), text(rng)]
    return body


def _spoken(rng: Random) -> Json:
    said: Json = {"role": one(rng, ROLES), "content": text(rng)}
    return {"name": text(rng), **said} if chance(rng, 0.1) else said


def _parted(rng: Random) -> Json:
    """A message of several parts, which may be one text that was torn apart."""
    pieces = [_piece(rng) for _ in range(up_to(rng, 3))]
    if chance(rng, 0.6):
        whole = text(rng)
        spaces = [place for place, sign in enumerate(whole) if sign == " "]
        pool = spaces if spaces and chance(rng, 0.5) else range(len(whole) + 1)
        places = sorted(some(rng, pool, 1 + up_to(rng, 1)))
        torn = [whole[start:end] for start, end in pairwise((0, *places, len(whole)))]
        torn = [piece.strip() for piece in torn] if chance(rng, 0.5) else torn
        pieces += [{"type": "text", "text": piece} for piece in torn]
    return {"role": one(rng, ROLES), "content": pieces}


def _piece(rng: Random) -> Json:
    if chance(rng, 0.15):
        return {"type": "image_url", "image_url": {"url": text(rng)}}
    return {"type": one(rng, ("text", "text", "input_text")), "text": text(rng)}


def _calling(rng: Random) -> Json:
    arguments = _arguments(rng)
    called: Json = {
        "function": {"function": {"name": "f", "arguments": arguments}},
        "custom": {"custom": {"name": "f", "input": arguments}},
    }[one(rng, ("function", "function", "custom"))]
    message: Json = {"role": "assistant", "content": one(rng, (None, "", text(rng)))}
    if chance(rng, 0.15):
        return message | {"function_call": {"name": "f", "arguments": arguments}}
    return message | {"tool_calls": [{"id": "c", "type": "function", **called}]}


MESSAGES = (_spoken, _spoken, _spoken, _parted, _parted, _calling)


def _arguments(rng: Random) -> str:
    """JSON in a string, in any spelling; now and then something else."""
    if chance(rng, 0.1):
        return text(rng)
    value, ascii_only = _value(rng, 0), chance(rng, 0.5)
    written = json.dumps(value, ensure_ascii=ascii_only, indent=one(rng, (None, None, 1)))
    return written.replace(*one(rng, ESCAPES)) if chance(rng, 0.3) else written


ESCAPES = (("a", "\\u0061"), ("@", "\\u0040"), ("1", "\\u0031"), ("/", "\\/"), ("-", "\\u002D"))
"""Other spellings of a character in a string of JSON; in a number it makes JSON no more."""


def _value(rng: Random, depth: int) -> object:
    kinds: Sequence[Callable[[], object]] = (
        lambda: text(rng),
        lambda: text(rng),
        lambda: int("".join(some(rng, "0123456789", 1 + up_to(rng, 15)))),
        lambda: one(rng, (None, True, 4111111111111111, 1.5e10, -0.0)),
        lambda: [_value(rng, depth + 1) for _ in range(up_to(rng, 2))],
        lambda: {text(rng): _value(rng, depth + 1) for _ in range(1 + up_to(rng, 1))},
        lambda: {"to": _value(rng, depth + 1)},
    )
    return one(rng, kinds if depth < 2 else kinds[:4])()  # noqa: PLR2004 - it ends somewhere
