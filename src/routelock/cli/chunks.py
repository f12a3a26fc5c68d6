"""Chunks: a file read and decoded bit by bit, and what is said where that cannot be done."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from stat import S_ISREG
from typing import IO, TYPE_CHECKING, NamedTuple

from routelock.cli import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CHUNK = 1 << 17
"""How many bytes are read at a time."""


class Source(NamedTuple):
    """An open file, and the name that errors give it."""

    file: IO[bytes]
    name: str


@contextmanager
def source(name: str) -> Iterator[Source]:
    """A file, or standard input for `-`, open as long as it is needed."""
    if name == files.STDIN:
        yield Source(sys.stdin.buffer, name)
    else:
        with opened(name, "rb") as file:
            yield Source(file, name)


@contextmanager
def opened(name: str, mode: str) -> Iterator[IO[bytes]]:
    """A file of bytes to read or to write."""
    done = "read" if mode == "rb" else "written"
    with about(name, done):
        file = Path(name).open(mode)  # noqa: SIM115 - closed below, where an error has its name
    try:
        yield file
    finally:
        with about(name, done):  # what could not be written is tried once more
            file.close()


@contextmanager
def about(name: str, done: str) -> Iterator[None]:
    """Whatever the system says in here is about this file; a pipe that nobody reads is no error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a name that a file can have"
        message = f"{files.shown(name)}: cannot be {done}: {reason.lower()}"
        raise files.FileError(message) from None


def chunks(source: Source) -> Iterator[bytes]:
    """What is in a file, `CHUNK` by `CHUNK`."""
    while chunk := _read(source):
        yield chunk


def texts(name: str, chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of chunks of UTF-8, without a byte order mark; no character is ever in halves.

    >>> [*texts("-", [b"caf\xc3", b"\xa9"])]
    ['caf', 'é', '']
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0
    for chunk in chain(chunks, [b""]):
        pending, _ = decoder.getstate()
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            place = done - len(pending) + error.start
            message = f"{files.shown(name)}: byte {place} is not UTF-8"
            raise files.FileError(message) from None
        yield text if done else text.removeprefix("\ufeff")
        done += len(chunk)


def status(source: Source) -> os.stat_result | None:
    """What the system knows of a file of a known size; nothing of a pipe."""
    try:
        told = os.fstat(source.file.fileno())
    except (OSError, ValueError):
        return None
    return told if S_ISREG(told.st_mode) else None


def check_apart(source: Source, other: Callable[[], os.stat_result], what: str) -> None:
    """A file that is written while it is read would be lost, or never end."""
    try:
        read = status(source)
        same = read is not None and os.path.samestat(read, other())
    except (OSError, ValueError):
        return  # the other one is no file, or not there yet
    if same:
        message = f"{files.shown(source.name)}: is {what} too: write to another file"
        raise files.FileError(message)


def _read(source: Source) -> bytes:
    with about(source.name, "read"):
        return source.file.read(CHUNK)
