"""Vendor words: which authors stand behind a word."""

import pytest

from routelock.errors import VendorsError
from routelock.vendors import Vendors


def test_the_words_of_the_specification_are_the_default() -> None:
    words = ["vendor_a", "vendor_b", "vendor_c", "vendor_d", "other"]
    assert [*Vendors()] == words
    assert Vendors().word("vendor_c") == "vendor_c"


def test_an_author_that_no_word_claims_is_other() -> None:
    vendors = Vendors({"xai": ["x-ai", "x-labs"]})
    assert [vendors.word(author) for author in ("x-ai", "x-labs", "xai")] == ["xai", "xai", "other"]


def test_a_deployment_without_words_governs_everybody_by_other() -> None:
    assert [*Vendors({})] == ["other"]


def test_all_problems_of_the_words_are_told_at_once() -> None:
    with pytest.raises(VendorsError) as caught:
        Vendors({"other": [], "Bad Word": [], "a": ["x"], "b": ["x"]})
    assert [problem.path for problem in caught.value.problems] == ["$.other", "$", "$.b"]


def test_equal_words_are_equal_and_hash_alike() -> None:
    one, two = Vendors({"a": ["x", "y"]}), Vendors({"a": ["y", "x"]})
    assert one == two
    assert hash(one) == hash(two)
    assert one != Vendors({"a": ["x"]})


def test_vendors_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Vendors().words = ()
