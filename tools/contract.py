"""Contract: schemathesis tries the API of a demo server against the description that it serves.

Run by `make contract` with the environment that has schemathesis.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(sys.prefix) / "bin"
EXAMPLES, SEED = "60", "7"


def main(words: list[str]) -> int:
    """The exit status of schemathesis, which is the first word; all its checks, with one seed."""
    [schemathesis] = words
    with demo() as told:
        command = [
            *(schemathesis, "run", f"{told['url']}/openapi.json", "--checks", "all"),
            *("--header", f"Authorization: Bearer {told['management_key']}"),
            *("--max-examples", EXAMPLES, "--seed", SEED),
        ]
        return subprocess.run(command, check=False).returncode


@contextmanager
def demo() -> Iterator[dict[str, str]]:
    """A server on a throw-away database, and what it says of itself when it is ready."""
    command = [str(HERE / "routelock"), "serve", "--demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield json.loads((server.stdout or sys.stdin).readline())
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
