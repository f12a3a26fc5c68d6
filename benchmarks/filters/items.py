"""Items: invented values of each kind that content filters look for."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from benchmarks.filters.phrases import CITIES, FIRST, HOSTS, LAST, OVERRIDES, STREETS, TOLD

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Make = Callable[[random.Random], str]

WORDS = string.ascii_letters + string.digits


def told(kind: str, rng: random.Random) -> str:
    """A sentence with an item of a kind."""
    return rng.choice(TOLD[kind]).format(MAKERS[kind](rng))


def record(rng: random.Random) -> str:
    """A line of nothing but items, as a table of customers has them."""
    kinds = rng.sample(("email", "phone", "ssn", "credit-card", "ip-address", "secrets"), 3)
    items = [person(rng), address(rng), *(MAKERS[kind](rng) for kind in kinds)]
    return " | ".join(items)


def email(rng: random.Random) -> str:
    """An address at a host that is kept for examples."""
    name = f"{rng.choice(FIRST)}.{rng.choice(LAST)}{rng.randrange(100)}"
    return f"{name.lower()}@{rng.choice(HOSTS)}"


def phone(rng: random.Random) -> str:
    """A number of North America, in one of the usual forms."""
    area, line = rng.choice((212, 305, 415, 512, 617, 713)), f"555-01{rng.randrange(100):02}"
    return rng.choice(("({}) {}", "{}-{}", "+1 {} {}")).format(area, line)


def ssn(rng: random.Random) -> str:
    """A number in an area that is assigned."""
    numbers = rng.randint(100, 665), rng.randint(10, 99), rng.randint(1000, 9999)
    return "-".join(map(str, numbers))


def card(rng: random.Random) -> str:
    """A number of sixteen digits whose check digit is right."""
    digits = [4, *(rng.randrange(10) for _ in range(14))]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[::2])
    digits.append(-(sum(doubled) + sum(digits[1::2])) % 10)
    plain = "".join(map(str, digits))
    apart = rng.choice(("", " ", "-"))
    return apart.join(plain[start : start + 4] for start in range(0, 16, 4))


def ip(rng: random.Random) -> str:
    """An address of either version, most often the older one."""
    if rng.random() < 0.8:  # noqa: PLR2004 (four of five)
        return ".".join(str(rng.randint(1, 254)) for _ in range(4))
    return f"2001:db8:{rng.randrange(1 << 16):x}::{rng.randint(1, 999):x}"


def secret(rng: random.Random) -> str:
    """A token of a kind whose form its vendor has published."""
    prefix, size, letters = rng.choice(
        (
            ("ghp_", 36, WORDS),
            ("AKIA", 16, string.ascii_uppercase + "234567"),
            ("glpat-", 20, WORDS),
            ("npm_", 36, WORDS),
            ("sk_live_", 24, WORDS),
        )
    )
    return prefix + "".join(rng.choices(letters, k=size))


def person(rng: random.Random) -> str:
    """A first and a last name."""
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def address(rng: random.Random) -> str:
    """House, street and city."""
    return f"{rng.randint(1, 9999)} {rng.choice(STREETS)}, {rng.choice(CITIES)}"


def override(rng: random.Random) -> str:
    """What is meant to make a model forget its instructions."""
    return rng.choice(OVERRIDES)


MAKERS: dict[str, Make] = {
    "email": email,
    "phone": phone,
    "ssn": ssn,
    "credit-card": card,
    "ip-address": ip,
    "secrets": secret,
    "person-name": person,
    "address": address,
    "regex-prompt-injection": override,
}
