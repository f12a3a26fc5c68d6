"""Schema on the command line: what the library draws, for the deployment's words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from routelock.data import example as bundled
from routelock.vendors import Vendors
from routelock.wire.schema import schema
from routelock.wire.vendors import read

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., Any]


def test_it_prints_the_schema_for_the_vendor_words(run: Run) -> None:
    ended = run("schema", "--vendors", "vendors.json")
    assert ended.returncode == 0
    assert json.loads(ended.stdout) == schema(read(bundled("vendors.json")))


def test_without_words_those_of_the_specification_are_meant(invoke: Run) -> None:
    assert json.loads(invoke("schema").stdout) == schema(Vendors())
