"""Secrets: each kind is found whole, in any syntax, and nothing that only looks like one."""

from __future__ import annotations

import re
from importlib import import_module
from random import Random
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from routelock.filters.builtin.secrets import COUNTEREXAMPLES, DETECTOR, EXAMPLES, LITERALS, at
from routelock.filters.builtin.secrets.kinds import KINDS, Kind
from routelock.filters.builtin.secrets.values import Strength, is_dummy, strength
from routelock.filters.text import Text
from tests.filters.given import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

AROUND = [
    "{}",
    "see {}, please",
    "({})",
    "\n{}\n",
    "<{}>",
    "{}.",
    "'{}'",
    "a\\n{}\\nb",
    "\U0001f600 {} e\u0301",
    "\ud83d{}\x00",
    "\u202e{}\u202c",
    "葉{}葉",
]
VALUE, UUID = "Zx81kQm2Lp09vTr4", "0c9d8f4e-2b61-4e7a-9c3f-5a1d7e8b6f20"
HEX = "9f2c7d41a05be863d7c14f0e2a9b58c6d3e7f120"
SYNTAXES = [
    "api_key={}",
    "export API_KEY='{}'",
    "API_KEY: {}",
    '"apiKey": "{}",',
    "'api-key' : '{}'",
    '{{\\"api_key\\": \\"{}\\"}}',
    "api.key = {}",
    "api_key := `{}`",
    ":api_key => '{}',",
    'config["api_key"] = "{}"',
    'let apiKey: String = "{}"',
    'api_key: str = "{}"',
    'var apiKey string = "{}"',
    'set_token("{}")',
    'setProperty("api.token", "{}")',
    'Token: aws.String("{}")',
    'token = b"{}"',
    'if token != "{}":',
    "<api_key>\n    {}\n</api_key>",
    '<add key="ApiToken" value="{}"/>',
    "- name: API_TOKEN\n  value: {}",
    'variable "api_token" {{\n  default = "{}"',
    "https://api.example.com/v1?page=2&api_key={}",
    "https://api.example.com/v1?api_key={}&page=2",
    "tool --api-token {} --verbose",
    "tool --token={}",
    "X-Api-Key: {}",
    "Authorization: Bearer {}",
    "authorization: {}",
    '"Authorization": "token {}"',
    "Bearer {}",
    "client_secret: {}",
    "oauth_token_secret={}",
    "the api key is {}.",
    "your token: **{}**",
    "SharedAccessKey={};EndpointSuffix=x",
    "secret {}",
    "TOKEN {}",
]
TABLE = [
    ("password: hunter2", ["hunter2"]),
    ("my password is hunter2.", ["hunter2"]),
    ("the password for ada@example.com is hunter2", ["hunter2"]),
    ("my password is: Tr0ub4dor&3!", ["Tr0ub4dor&3!"]),
    ("PASSWORD=Adm1nP@ssw0rd", ["Adm1nP@ssw0rd"]),
    ("password='a\"b,c(9)'", ['a"b,c(9)']),
    ('password = "it\'s-n0t"', ["it's-n0t"]),
    ('password = "x9<kLm>2qP;="', ["x9<kLm>2qP;="]),
    ("Server=db;User Id=ada;Password=x9!kLm2q;Database=d", ["x9!kLm2q"]),
    ("mysql --password hunter22 -u root", ["hunter22"]),
    ("machine example.com login ada password hunter2x", ["hunter2x"]),
    ("PGPASSWORD=x9kLm2qP psql", ["x9kLm2qP"]),
    ("password := decrypt(v2)", []),
    ("compass: 'n9-e4x'", []),
    ("bypass('localhost:8080')", []),
    (f"token=a=b&c={VALUE}", []),
    ("auth_token=9aB=x7Kq2LmZp8==", ["9aB=x7Kq2LmZp8=="]),
    (f"heroku_api_key: {UUID}", [UUID]),
    (f"//registry.example.org/:_authToken={UUID}", [UUID]),
    (f"key: {UUID}", []),
    (f"signing_key = '{HEX}'", [HEX]),
    (f"commit {HEX}", []),
    (f"public_key = '{HEX}'", []),
    (f"bitbucket_token = '{HEX}'", [HEX]),
    ("otpauth://totp/Ada?secret=JBSWY3DPEHPK3PXQ&issuer=x", ["JBSWY3DPEHPK3PXQ"]),
    ("arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-a1b2c3", []),
    (f'"AWS::IAM::AccessKey": "{HEX}"', []),
    ("secrets:\n  v1alpha2:", []),
    (f"at google-auth-python/commit/{HEX}", []),
    (f"MIIEowIBAAKCAQEAuKEY\n{HEX}{HEX}", []),
    ("postgres://ada:x9kLm2q@db.example.com:5432/d", ["x9kLm2q"]),
    ("postgres://ada:s2Tf2k@rLMy@db.example.com/d", ["s2Tf2k@rLMy"]),
    ("mongodb+srv://ada:p4ss%40w0rd@cluster0.example.net", ["p4ss%40w0rd"]),
    ("redis://:x9kLm2qP@cache", ["x9kLm2qP"]),
    ("https://ada:ada@example.com", []),
    ("curl -u ada:x9kLm2q https://example.com", ["ada:x9kLm2q"]),
    ("curl --user 'ada:x9kLm2q'", ["ada:x9kLm2q"]),
    ("curl -u $USER:$PASS https://example.com", []),
    (f"credentials: 'AKIA0QPX3767IOGY7DRY:{HEX}'", [f"AKIA0QPX3767IOGY7DRY:{HEX}"]),
    ("prefix_AKIA0QPX3767IOGY7DRY", []),
    ("AKIA0QPX3767IOGY7DRYX", []),
    ("ico-7a388b69018576d24b59331fd60aab0c.png", ["ico-7a388b69018576d24b59331fd60aab0c"]),
    ("logo.ico-7a388b69018576d24b59331fd60aab0c.png", []),
]
PEM = "-----BEGIN {0}-----{1}{2}{1}-----END {0}-----"
BASE64 = "MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAq7BFUpkGp3LQmlQ"
TRIGGERS = ["key ", "token: ", " sk-", "eyJ", "password=", "://", "AKIA", "-----BEGIN "]
NEAR_MISSES = [
    "key=a1b2c3d4 ",
    "secret: a1: ",
    "token=a1=",
    "auth:auth:",
    "://a:b@",
    " -u a:b ",
    " sk-aaaaaaaa",
    "/IQoJb3JpZ2luX2Vj",
    "eyJaaaaaaaaaaaa.",
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "password for a b c ",
    'key="',
    "a" * 100 + "://",
]


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in DETECTOR.find(text)]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("sample", EXAMPLES)
def test_an_example_is_found_whole(sample: str, around: str) -> None:
    assert found(around.format(sample)) == [sample]


@pytest.mark.parametrize("around", ["{}", "see {}, please"])
@pytest.mark.parametrize("sample", COUNTEREXAMPLES)
def test_a_counterexample_is_not_found(sample: str, around: str) -> None:
    assert found(around.replace("{}", sample)) == []


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_value_is_found_whole_in_every_syntax(syntax: str) -> None:
    assert found(syntax.format(VALUE)) == [VALUE]


@pytest.mark.parametrize("syntax", SYNTAXES)
@pytest.mark.parametrize("value", ["${API_KEY_1}", "<your-key-1>", "xxxxxxxxxxxxxxxx", "********"])
def test_a_placeholder_is_found_in_no_syntax(syntax: str, value: str) -> None:
    assert found(syntax.format(value)) == []


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_what_stands_around_decides(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "name",
    ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"],
)
@pytest.mark.parametrize("between", ["\n", "\r\n", "\\n", '\\n" +\n  "'])
def test_a_private_key_is_found_from_its_first_line_to_its_last(name: str, between: str) -> None:
    key = PEM.format(name, between, BASE64)
    assert found(f'key = "{key}"; x') == [key]


def test_a_private_key_that_is_cut_off_is_found_as_far_as_it_goes() -> None:
    key = f"-----BEGIN PRIVATE KEY-----\n{BASE64}\n{BASE64}"
    assert found(f"{key}!") == [key]


def test_public_keys_and_keys_without_a_body_are_not_found() -> None:
    assert found(PEM.format("PUBLIC KEY", "\n", BASE64)) == []
    assert found(PEM.format("PRIVATE KEY", "\n", "")) == []
    assert found(PEM.format("PRIVATE KEY", "\n", f"{BASE64}...")) == []


def test_there_are_hundreds_of_kinds_and_none_is_named_twice_for_one_literal() -> None:
    assert len({kind.name for kind in KINDS}) >= 200
    assert len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.name}-{kind.literal}")
def test_any_token_of_a_kind_is_found_whole(kind: Kind) -> None:
    for token in drawn(kind, 5):
        assert found(f"see {token}, please") == [token]
        assert found(f'x = "{token}"') == [token]


def drawn(kind: Kind, count: int) -> Iterator[str]:
    """Tokens of a kind, the same in each run, none that is a dummy by chance."""
    random = Random(kind.name)  # noqa: S311 - nothing here is secret
    while count:
        before = random.choice(kind.before or ("",))
        pattern = f"{before}{re.escape(kind.literal)}{kind.rest}"
        token = written(PARSER.parse(pattern), random)
        rest = token.replace(kind.literal, "", 1).encode()
        if re.fullmatch(pattern, token, re.ASCII) and not (is_dummy(rest) or token.endswith(".")):
            count -= 1
            yield token


PARSER: Any = import_module("re._parser")
WORD = f"{ascii_letters}{digits}_"


def written(tree: Any, random: Random) -> str:
    """A text for a parsed pattern, its repeats not much longer than they have to be."""
    return "".join(WRITERS[str(op)](given, random) for op, given in tree)


def members(given: Any) -> str:
    ranges = [range(part[0], part[1] + 1) for op, part in given if str(op) == "RANGE"]
    literals = [part for op, part in given if str(op) == "LITERAL"]
    words = [WORD for op, part in given if str(part) == "CATEGORY_WORD"]
    return "".join([*map(chr, literals), *(chr(code) for each in ranges for code in each), *words])


def repeated(given: Any, random: Random) -> str:
    least, most, tree = given
    times = random.randint(least, min(most, least + 6))
    return "".join(written(tree, random) for _ in range(times))


WRITERS: dict[str, Any] = {
    "LITERAL": lambda given, _: chr(given),
    "IN": lambda given, random: random.choice(members(given)),
    "MAX_REPEAT": repeated,
    "SUBPATTERN": lambda given, random: written(given[-1], random),
    "BRANCH": lambda given, random: written(random.choice(given[1]), random),
    "ASSERT": lambda *_: "",
    "AT": lambda *_: "",
}


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(EXAMPLES))
def test_a_token_is_found_between_any_texts(before: str, after: str, token: str) -> None:
    spans = DETECTOR.find(f"{before} {token} {after}")
    start = len(before) + 1
    assert any(s <= start and start + len(token) <= e for s, e, _ in spans)


@pytest.mark.parametrize("trigger", TRIGGERS)
@pytest.mark.parametrize("sample", [*EXAMPLES, f"token={VALUE}", "password: hunter2", "x"])
def test_a_flood_of_triggers_hides_nothing(sample: str, trigger: str) -> None:
    flood = trigger * (9_000 // len(trigger))
    expected = found(f"\n{sample}\n")
    assert found(f"{flood}\n{sample}\n{flood}") == expected
    assert found(f"{flood}{flood}\n{sample}\n") == expected


@pytest.mark.parametrize("border", [4_096, 8_192, 135_168])
def test_the_borders_of_blocks_hide_nothing(border: int) -> None:
    for shift in range(-45, 3, 4):
        text = f"{'x ' * ((border + shift) // 2)}{EXAMPLES[9]} y password: hunter2 {'z ' * 3000}"
        assert found(text) == [EXAMPLES[9], "hunter2"]


@given(texts)
@example(" ".join(EXAMPLES))
@example("://a:b\n-----BEGIN ")
def test_spans_are_in_order_apart_and_inside_any_text(text: str) -> None:
    edges = [edge for start, end, _ in DETECTOR.find(text) for edge in (start, end)]
    assert edges == sorted(edges)
    assert not edges or (edges[0] >= 0 and edges[-1] <= len(text))


@given(st.lists(st.sampled_from([literal.decode() for literal in LITERALS]), max_size=30))
def test_any_heap_of_literals_is_read(pieces: list[str]) -> None:
    text = " ".join(pieces) + "=".join(pieces) + "".join(pieces)
    assert all(0 <= start < end <= len(text) for start, end, _ in DETECTOR.find(text))


@pytest.mark.parametrize("sample", [*EXAMPLES, f"token = '{VALUE}'", f"Bearer {VALUE}"])
def test_a_literal_alone_tells_where_to_look(sample: str) -> None:
    text = Text(f"see {sample}, please")
    places = [
        (number, place.start())
        for number, literal in enumerate(LITERALS)
        for place in re.finditer(re.escape(literal), text.ascii)
    ]
    spans = {span for number, start in places if (span := at(text, number, start))}
    assert set(DETECTOR.locate(text)) <= spans


@given(texts)
def test_a_literal_that_tells_nothing_is_no_error(text: str) -> None:
    for number in range(0, len(LITERALS), 17):
        span = at(Text(text), number, 0)
        assert span is None or 0 <= span.start < span.end <= len(text)


def test_nothing_found_names_its_text() -> None:
    assert VALUE not in repr(DETECTOR.find(f"token={VALUE}"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("token", Strength.NONE),
        ("user_name_field", Strength.NONE),
        ("process.env.TOKEN2", Strength.NONE),
        ("/etc/ssl/private/server1.pem", Strength.NONE),
        ("projects/12345/secrets/mine/versions/1", Strength.NONE),
        ("https://example.com/a8f7d9c2e1b45f60a8f7d9c2", Strength.NONE),
        ("sha256", Strength.NONE),
        ("^7.1.3", Strength.NONE),
        ("localhost:8080", Strength.NONE),
        ("aaaaaaaaaaaaaaaa1", Strength.NONE),
        ("%(password1)s", Strength.NONE),
        ("\\u5b89\\u5ba4", Strength.NONE),
        ("password1", Strength.WEAK),
        ("geheim$parole", Strength.WEAK),
        ("a8f7d9c2e1b4", Strength.FAIR),
        ("95701831658689236767995812555148", Strength.FAIR),
        (UUID, Strength.UUID),
        (HEX, Strength.STRONG),
        ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ8Lk2Vn0T", Strength.STRONG),
        ("XvqNiQQhxWTcDgNPD3VgTX9DgJzqRvZQ", Strength.STRONG),
    ],
)
def test_a_value_is_as_strong_as_it_looks_drawn(value: str, expected: Strength) -> None:
    assert strength(value.encode()) is expected


@given(st.binary(max_size=600))
def test_any_value_has_a_strength(value: bytes) -> None:
    assert strength(value) in Strength
    assert is_dummy(value) in (True, False)


FLOODS = [*(literal.decode() for literal in LITERALS[::7]), *TRIGGERS, *NEAR_MISSES]
