"""Explain: every code has a sentence, and nothing that is shown can break its frame."""

from __future__ import annotations

import base64
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from routelock import Catalogue, Clearance, Gate, Guardrail, Vendors, explain
from routelock.catalogue import Listing, Offer
from routelock.filters import sight
from routelock.filters.builtin import prompt_injection, secrets
from routelock.filters.engine import plan
from routelock.filters.finding import Finding
from routelock.filters.rule import Rule
from routelock.filters.screen import screen_text
from routelock.gate import Cleared, Refused, Stage
from routelock.guardrail import Action, Slug
from routelock.policy import compose, observe, region, resolve
from routelock.reasons import Code, Layer, Reason, Source

if TYPE_CHECKING:
    from routelock.policy import Policy

CANARY = "xylophone-7731"
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
KEY = Source(Layer.KEY, "g1")


def catalogue() -> Catalogue:
    listings = [Listing("a/one", "a/one-2026"), Listing("b/two", "b/two")]
    offers = [Offer("a/one", "hosty/eu", 1000), Offer("a/one", "other", 1000)]
    return Catalogue(listings, [*offers, Offer("b/two", "hosty", 1000)])


def policy(source: Source = KEY, **fields: Any) -> Policy:
    return resolve(Guardrail(**fields), source, Vendors())


def decided(*policies: Policy, **body: object) -> Cleared | Refused:
    gate = Gate(Clearance(compose(policies), catalogue()))
    messages = [{"role": "user", "content": f"{CANARY}@example.org"}]
    request = {"model": "a/one", "messages": messages, **body}
    return gate.decide(request, {}, NOW, explain=True)


def titles(told: explain.Told) -> list[str]:
    return [table.title for table in explain.report(told).tables]


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("guardrail", ["g1", None])
def test_every_code_has_one_line_that_says_what_and_one_that_says_how_to_release(
    code: Code, guardrail: str | None
) -> None:
    reason = Reason(code, Layer.KEY, guardrail, "/allowed_providers")
    for said in (explain.sentence(reason), explain.release(reason)):
        assert re.fullmatch(r"[a-z][^\n{}]+[^\n.{}]", said)


def test_no_two_codes_say_the_same() -> None:
    said = {explain.sentence(Reason(code, *KEY, "/field")) for code in Code}
    assert len(said) == len(Code)


@pytest.mark.parametrize("layer", list(Layer))
def test_a_sentence_names_the_guardrail_and_the_field(layer: Layer) -> None:
    said = explain.sentence(Reason(Code.PROVIDER_IGNORED, layer, "g1", "/ignored_providers"))
    assert "`ignored_providers`" in said
    assert said.endswith("`g1`")


@pytest.mark.parametrize(
    ("pointer", "shown"),
    [
        ("/allowed_models", "`allowed_models`"),
        ("/provider/max_price/prompt", "`provider.max_price.prompt`"),
        ("/models/12", "`models[12]`"),
        ("/content_filters/0", "`content_filters[0]`"),
        ("/enforce_zdr_other", "`enforce_zdr_other`"),
    ],
)
def test_a_pointer_is_shown_as_people_write_it(pointer: str, shown: str) -> None:
    reason = Reason(Code.PRICE_EXCEEDED, Layer.REQUEST, None, pointer)
    assert explain.setting(reason) == f"{shown} of the request"


@pytest.mark.parametrize("name", ["a`b", "`", "a\nb", "\x1b[31m", "\u202e", "a``b`"])
def test_a_name_stays_in_its_code_span_whatever_it_is_made_of(name: str) -> None:
    said = explain.setting(Reason(Code.MODEL_IGNORED, Layer.KEY, name, "/ignored_models"))
    span = said.removeprefix("`ignored_models` of the key's guardrail ")
    fence = re.match("`+", span)
    assert span.isprintable()
    assert fence is not None
    assert span.endswith(fence[0])
    assert len(re.findall(f"(?<!`){fence[0]}(?!`)", span)) == 2


def test_a_cleared_request_is_told_with_what_is_left_and_what_is_not() -> None:
    outcome = decided(policy(ignored_providers=("other",)))
    assert isinstance(outcome, Cleared)
    assert titles(outcome) == ["left", "excluded", "settings"]


def test_a_refused_request_is_told_with_every_reason_and_the_nearest_endpoint() -> None:
    outcome = decided(policy(ignored_providers=("other",)), region("eu"))
    assert isinstance(outcome, Refused)
    assert outcome.stage is Stage.ROUTING
    assert titles(outcome) == ["refused because", "excluded", "settings", "nearest to being used"]
    nearest = explain.report(outcome).tables[-1].rows
    assert [row[0] for row in nearest] == ["a/one\nhosty/eu"]


def test_a_setting_is_told_with_what_it_excludes_in_all_and_alone() -> None:
    outcome = decided(policy(ignored_providers=("other",), allowed_models=()))
    (settings,) = (part for part in explain.report(outcome).tables if part.title == "settings")
    assert [row[1:3] for row in settings.rows] == [("2", "1"), ("1", "0")]


def test_a_budget_a_key_and_an_unknown_model_are_told() -> None:
    outcome = decided(policy(limit_usd=0), model="nobody/knows")
    assert isinstance(outcome, Refused)
    assert outcome.stage is Stage.BUDGETS
    said = explain.table(outcome)
    assert explain.sentence(Reason(Code.BUDGET_EXCEEDED, *KEY, "/limit_usd")) in said
    unknown = Reason(Code.MODEL_UNKNOWN, Layer.REQUEST, None, "/model")
    assert explain.sentence(unknown) in said


@pytest.mark.parametrize("show", [explain.table, explain.markdown])
@pytest.mark.parametrize("action", list(Action))
def test_what_a_filter_found_is_told_without_its_text(show: Any, action: Action) -> None:
    filters = [{"slug": "email", "action": action}]
    outcome = decided(policy(content_filter_builtins=filters))
    assert "found in the text" in titles(outcome)
    assert CANARY not in show(outcome)


def test_what_an_observed_guardrail_would_refuse_is_told_apart() -> None:
    filters = [{"slug": "email", "action": "block"}]
    watched = policy(ignored_providers=("other",), content_filter_builtins=filters)
    assert titles(decided(observe(watched))) == [
        "left",
        "observed only: would be refused because",
        "observed only: would be excluded",
        "observed only: found in the text",
    ]


def test_a_whole_catalogue_is_told_in_counts() -> None:
    swept = Clearance(policy(ignored_providers=("other",)), catalogue())
    assert explain.report(swept).sentence == "cleared: 2 of 3 endpoints and 2 of 2 models left"
    assert titles(swept) == ["left", "excluded", "settings"]


def test_a_whole_catalogue_that_nothing_survives_is_refused() -> None:
    swept = Clearance(policy(allowed_models=()), catalogue())
    assert explain.report(swept).sentence.startswith("refused")
    assert titles(swept) == ["excluded", "settings"]


def test_an_observed_guardrail_is_told_over_a_whole_catalogue_too() -> None:
    swept = Clearance(observe(policy(ignored_providers=("other",))), catalogue())
    assert titles(swept) == ["left", "observed only: would be excluded"]


def test_excluded_rows_are_told_by_themselves() -> None:
    excluded = decided(policy(ignored_providers=("other",))).excluded
    assert titles(excluded) == ["excluded"]
    assert explain.table(excluded).splitlines()[0] == "excluded:"
    assert explain.report(explain.report(excluded)) == explain.report(excluded)


def test_nothing_excluded_is_told_in_no_words() -> None:
    assert explain.table([]) == explain.markdown([]) == ""


def test_the_columns_of_plain_text_are_aligned() -> None:
    shown = explain.table(decided(policy(ignored_providers=("other",))).excluded)
    _, head, rule, *rows = shown.splitlines()
    second = rule.index(" ") + 2
    assert all(line[second - 2 : second].strip() == "" for line in (head, *rows))
    assert head[second:] == "because"


@pytest.mark.parametrize("name", ["a|b", "a`|`b", "a\nb", "|", "`"])
def test_no_name_breaks_a_markdown_table(name: str) -> None:
    listings, offers = [Listing("a/one", "a/one")], [Offer("a/one", f"h/{name}", 1000)]
    ignoring = resolve(Guardrail(ignored_providers=("h",)), Source(Layer.KEY, name), Vendors())
    shown = explain.markdown(Clearance(ignoring, Catalogue(listings, offers)))
    rows = [line for line in shown.splitlines() if line.startswith("|")]
    tables = re.split(r"(?m)^### .*$", shown)[1:]
    widths = [len(re.findall(r"(?<!\\)\|", row)) for row in rows]
    assert sum(table.count("\n|") for table in tables) == len(rows)
    assert widths == [3, 3, 3, 5, 5, 5]


def test_a_text_by_itself_is_told_by_its_verdict() -> None:
    assert explain.screened((), None) == explain.Report("nothing found", ())
    outcome = decided(policy(content_filter_builtins=[{"slug": "email", "action": "flag"}]))
    shown = explain.screened(outcome.findings, Action.FLAG)
    assert shown.sentence == "flagged: 1 finding"
    assert shown.tables[0].rows == (("email", "0", "26", "flag"),)


def test_how_a_text_was_read_is_told_in_words() -> None:
    """For every view by which an example is found, behind an encoding too."""
    examples = [*prompt_injection.EXAMPLES, *secrets.EXAMPLES]
    hidden = [base64.b64encode(text.encode()).decode() for text in examples if "&" not in text]
    rules = [Rule(Source(Layer.KEY), "/f/0", Action.FLAG, slug) for slug in sight.DECODING]
    ready = plan(rules)
    told = {
        explain.how(each) for text in (*examples, *hidden) for each in screen_text(text, ready)[0]
    }
    words = {line.partition(", in the text ")[2] for line in told}
    assert len(words) > 10
    assert not [line for line in words if "`" in line]


def test_a_view_of_another_detector_is_told_by_its_name() -> None:
    place, source = (0, "/content", 0, 9), Source(Layer.KEY)
    each = Finding(None, None, *place, Action.FLAG, source, "/f/0", "pattern", "x-ray")
    assert explain.how(each) == "found by a custom pattern, in the text as `x-ray`"
    undecided = each._replace(rule="undecided")
    assert explain.how(undecided) == (
        "not decided by a custom pattern: the search did not end in time"
    )


def test_a_text_by_itself_is_told_with_what_found_it_and_an_outline() -> None:
    text = "to a\u200bda@example.com"
    rule = Rule(Source(Layer.KEY), "/f/0", Action.FLAG, Slug.EMAIL)
    findings, verdict, _ = screen_text(text, plan([rule]))
    report = explain.looked(findings, verdict, text)
    assert report.sentence == "flagged: 2 findings"
    assert report.tables[0].rows[0] == (
        "email", "address", "without what has no width, in form NFKC", "a***@*******.**m",
        "3", "19", "flag",
    )  # fmt: skip
    assert explain.looked((), None, "") == explain.Report("nothing found", ())
