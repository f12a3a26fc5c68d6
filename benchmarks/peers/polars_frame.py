"""Polars: a frame of endpoints, an expression for each setting, one select."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import polars as pl
from polars import col

from benchmarks.contender import ALL, Contender

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.question import Question, Said, Setting

REFUSES: dict[str, Callable[[list[str]], pl.Expr]] = {
    "ignored_providers": lambda entries: col("host").is_in(entries),
    "allowed_providers": lambda entries: ~col("host").is_in(entries),
    "allowed_models": lambda entries: ~col("slug").is_in(entries),
    "enable_free_model_training": lambda _: col("trains") & col("free"),
    "enable_paid_model_training": lambda _: col("trains") & ~col("free"),
    "enforce_zdr": lambda words: col("retains") & (col("word") == words[0]),
}


def prepare(question: Question) -> Contender:
    """A frame, and expressions built once; the columns of an answer are the reasons."""
    frame = pl.DataFrame([row._asdict() for row in question.rows])
    runs = {name: (start, stop - start) for name, (start, stop) in question.runs.items()}
    refused = [expression(n, setting) for n, setting in enumerate(question.settings)]
    said = [setting.said for setting in question.settings]

    def told(answer: object) -> list[frozenset[Said]]:
        rows = cast("pl.DataFrame", answer).iter_rows()
        return [frozenset(s for s, hit in zip(said, row, strict=True) if hit) for row in rows]

    return Contender(
        ALL,
        told,
        lambda: frame.select(refused),
        lambda name: frame.slice(*runs[name]).select(refused),
    )


def expression(number: int, setting: Setting) -> pl.Expr:
    """The column that says whom a setting refuses."""
    return REFUSES[setting.kind]([*setting.entries]).alias(str(number))
