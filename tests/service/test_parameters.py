from __future__ import annotations

import re

import pytest

from routelock.errors import RequestError
from routelock.service.operations import OPERATIONS
from routelock.service.paging import Span, paged, span, whole_or_span
from routelock.service.parameters import FARTHEST, PLACES, Parameter, misfits, read

PAGED = paged(100)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ([], Span(0, 50)),
        ([("offset", "3")], Span(3, 50)),
        ([("limit", "100")], Span(0, 100)),
        ([("offset", "9" * 30), ("colour", "red")], Span(FARTHEST, 50)),
    ],
)
def test_a_query_asks_for_a_part(query: list[tuple[str, str]], expected: Span) -> None:
    assert span(read(PAGED, query)) == expected


def test_the_models_of_a_user_come_whole_or_in_long_parts() -> None:
    assert whole_or_span({}) == Span(0, None)
    assert whole_or_span({"offset": 2}) == Span(2, 500)
    assert whole_or_span({"limit": 2}) == Span(0, 2)


def test_all_that_is_wrong_is_told() -> None:
    query = [("offset", "x"), ("limit", "0"), ("limit", "1")]
    with pytest.raises(RequestError) as caught:
        read(PAGED, query)
    assert [problem.path for problem in caught.value.problems] == [
        "$.query.offset", "$.query.limit", "$.query.limit",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False)])
def test_a_flag_is_a_word(text: str, value: bool) -> None:
    flag = Parameter("all", {"type": "boolean"}, "")
    assert read([flag], [("all", text)]) == {"all": value}
    with pytest.raises(RequestError):
        read([flag], [("all", text.title())])


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("id", "nonsense", 404),
        ("id", "123e4567-e89b-42d3-a456-42661417400g", 404),
        ("hash", "a\x00b", 404),
        ("slug", "a b", 400),
        ("slug", "a\n", 400),
        ("slug", "\u00e4", 400),
    ],
)
def test_what_can_name_nothing_is_a_misfit(name: str, text: str, status: int) -> None:
    found = misfits({name: text})
    assert found is not None
    assert found[0] == status
    assert bool(found[1]) is (status == 400)


def test_what_can_name_something_is_none() -> None:
    named = {"id": "123e4567-e89b-42d3-A456-426614174000", "hash": "x", "slug": "a.b~c-d_E"}
    assert misfits(named) is None


def test_every_place_in_a_path_is_known() -> None:
    used = {name for row in OPERATIONS for name in re.findall(r"{(\w+)}", row.path)}
    assert used == set(PLACES)
