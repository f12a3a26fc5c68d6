"""Matrix: the test suite on each supported Python that is here, the first time with coverage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SUPPORTED = ("3.11", "3.12", "3.13")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
COVERAGE = ("--cov", "--cov-report=term-missing")


def main() -> int:
    """Run them all, then say for each what came of it; the status is 1 when one did not pass."""
    ran = {HERE: suite(Path(sys.prefix), COVERAGE)}
    for version in SUPPORTED:
        if version != HERE and (python := find(version)):
            ran[version] = suite(install(version, python))
    print("\n== tests")
    for version in sorted({HERE, *SUPPORTED}):
        print(f"python {version}: {ran[version][1]}" if version in ran else not_run(version))
    return int(any(status for status, _ in ran.values()))


def not_run(version: str) -> str:
    """Say so: a Python that is not here is no success."""
    return f"not run: python{version} is not here"


def find(version: str) -> str | None:
    """The first interpreter of this version that starts: a shim may be no more than a name."""
    return next((python for python in candidates(version) if starts(python, version)), None)


def candidates(version: str) -> Iterator[str]:
    """Where it may be: on PATH, then among what pyenv has installed."""
    yield f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob(f"versions/{version}*/bin/python{version}")))


def starts(python: str, version: str) -> bool:
    """Whether it runs, is of that version, and can make a virtual environment."""
    check = f"import ensurepip, sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
    try:
        ended = subprocess.run([python, "-c", check], capture_output=True, check=False)
    except OSError:
        return False
    return ended.returncode == 0


def install(version: str, python: str) -> Path:
    """An environment of its own for that interpreter, set up by the Makefile's one recipe."""
    venv = f".venv-{version}"
    make = ["make", "--no-print-directory", f"VENV={venv}", f"PYTHON={python}", f"{venv}/.dev"]
    subprocess.run(make, check=True)
    return Path(venv)


def suite(venv: Path, extra: tuple[str, ...] = ()) -> tuple[int, str]:
    """The exit status of one run of the suite, and what it says in the end."""
    print(f"\n== pytest in {venv.name}", flush=True)
    command = [str(venv / "bin" / "python"), "-m", "pytest", "-n", "2", *extra]
    covered = closing = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout or ():
            print(line, end="", flush=True)
            covered = line.strip() if "Required test coverage" in line else covered
            closing = line.strip("= \n") or closing
    return running.returncode, ". ".join(filter(None, (closing, covered)))


if __name__ == "__main__":
    sys.exit(main())
