"""The pages of the API are those that its table of operations writes."""

from __future__ import annotations

from tools import operations


def test_the_pages_of_the_api_are_those_of_its_table() -> None:
    assert operations.main(["--check"]) == 0, "write them anew: python -m tools.operations"
