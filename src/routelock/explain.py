"""Explain: reasons and outcomes as sentences, plain text and Markdown; all prose in one file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from routelock.clearance import Clearance, Excluded
from routelock.filters.masked import masked
from routelock.gate import Cleared, Observed, Refused, Stage
from routelock.guardrail import Action
from routelock.reasons import Code, Layer, Reason, distinct

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Sized

    from routelock.catalogue import Endpoint
    from routelock.filters.finding import Finding


# --- one reason -----------------------------------------------------------------------------------


def sentence(reason: Reason) -> str:
    """What a reason says to a person: one line without a full stop, its names in backticks.

    >>> print(sentence(Reason(Code.PROVIDER_IGNORED, Layer.KEY, "g1", "/ignored_providers")))
    the host is in `ignored_providers` of the key's guardrail `g1`
    >>> print(sentence(Reason(Code.KEY_DISABLED, Layer.KEY, None, "/disabled")))
    the key is disabled
    """
    return _SAID[reason.code].format(setting=setting(reason))


def release(reason: Reason) -> str:
    """What to do so that this setting holds back nothing any more: one line.

    >>> release(Reason(Code.PROVIDER_IGNORED, Layer.KEY, "g1", "/ignored_providers"))
    'take the host out of the list'
    """
    return _RELEASED[reason.code]


def setting(reason: Reason) -> str:
    """Where the setting behind a reason is written: the field and whose it is.

    >>> setting(Reason(Code.PRICE_EXCEEDED, Layer.REQUEST, None, "/provider/max_price/prompt"))
    '`provider.max_price.prompt` of the request'
    """
    return f"{_code(_field(reason.field))} of {_owner(reason)}"


def _field(pointer: str) -> str:
    """A JSON pointer as people write it: `/content_filters/0` is `content_filters[0]`."""
    return re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", pointer.removeprefix("/").replace("/", "."))


def _owner(reason: Reason) -> str:
    if reason.guardrail is None:
        return _OWNERS[reason.layer]
    return f"{_OWNED[reason.layer]} {_code(reason.guardrail)}"


def _code(name: str) -> str:
    """A name in backticks, fit for plain text and Markdown, whatever it is made of."""
    shown = _shown(name)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    return f"{fence}{shown}{fence}" if len(fence) == 1 else f"{fence} {shown} {fence}"


def _shown(name: str) -> str:
    """A name that can neither break a table nor command a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


_OWNERS = {
    Layer.ACCOUNT: "the account settings",
    Layer.DEFAULT: "the workspace default guardrail",
    Layer.MEMBER: "the member's guardrail",
    Layer.KEY: "the key",
    Layer.REQUEST: "the request",
    Layer.REGION: "the hostname",
    Layer.CATALOGUE: "the catalogue",
}
_OWNED = _OWNERS | {Layer.KEY: "the key's guardrail"}

_SAID: Mapping[Code, str] = {
    Code.PROVIDER_NOT_ALLOWED: "the host is not in {setting}",
    Code.PROVIDER_IGNORED: "the host is in {setting}",
    Code.MODEL_NOT_ALLOWED: "the model is not in {setting}",
    Code.MODEL_IGNORED: "the model is in {setting}",
    Code.ZDR_REQUIRED: "the host may retain prompts, against {setting}",
    Code.FREE_TRAINING_FORBIDDEN: "the free endpoint may train on prompts, against {setting}",
    Code.PAID_TRAINING_FORBIDDEN: "the paid endpoint may train on prompts, against {setting}",
    Code.FREE_PUBLICATION_FORBIDDEN: "the free endpoint may publish prompts, against {setting}",
    Code.DATA_COLLECTION_DENIED: "the host may train on or publish prompts, against {setting}",
    Code.QUANTIZATION_MISMATCH: "the precision is not in {setting}",
    Code.PRICE_EXCEEDED: "a price is unknown or above {setting}",
    Code.PARAMETER_UNSUPPORTED: "the endpoint does not honour every parameter, against {setting}",
    Code.LENGTH_EXCEEDED: "there is no room for {setting}",
    Code.NOT_FIRST_CHOICE: "another endpoint comes first and is the only one by {setting}",
    Code.REGION_MISMATCH: "the endpoint does not list the {setting}",
    Code.MODEL_UNKNOWN: "the catalogue has no model for {setting}",
    Code.BUDGET_EXCEEDED: "the spend has reached {setting}",
    Code.KEY_DISABLED: "the key is disabled",
    Code.KEY_EXPIRED: "the key has expired",
    Code.CONTENT_BLOCKED: "the text holds what is blocked by {setting}",
    Code.CONTENT_UNDECIDED: "the search did not end in time for {setting}",
    Code.CATALOGUE_CHANGED: "only one side has it in {setting}",
}
_RELEASED: Mapping[Code, str] = {
    Code.PROVIDER_NOT_ALLOWED: "add the host to the list, or leave the list out",
    Code.PROVIDER_IGNORED: "take the host out of the list",
    Code.MODEL_NOT_ALLOWED: "add the canonical slug of the model, or leave the list out",
    Code.MODEL_IGNORED: "take the model out of the list",
    Code.ZDR_REQUIRED: "set the flag to false, or establish that the host retains nothing",
    Code.FREE_TRAINING_FORBIDDEN: "set the flag to null",
    Code.PAID_TRAINING_FORBIDDEN: "set the flag to null",
    Code.FREE_PUBLICATION_FORBIDDEN: "set the flag to null",
    Code.DATA_COLLECTION_DENIED: "leave the preference out",
    Code.QUANTIZATION_MISMATCH: "add the precision to the list, or leave the list out",
    Code.PRICE_EXCEEDED: "raise the price, or leave it out",
    Code.PARAMETER_UNSUPPORTED: "leave the parameter out, or do not require it",
    Code.LENGTH_EXCEEDED: "ask for fewer tokens, or send a shorter prompt",
    Code.NOT_FIRST_CHOICE: "leave the preference out",
    Code.REGION_MISMATCH: "send the request to a hostname without a region",
    Code.MODEL_UNKNOWN: "name a model of the catalogue",
    Code.BUDGET_EXCEEDED: "raise the limit, or wait for the next window",
    Code.KEY_DISABLED: "enable the key",
    Code.KEY_EXPIRED: "use another key, or set a later time",
    Code.CONTENT_BLOCKED: "take out of the text what was found",
    Code.CONTENT_UNDECIDED: "simplify the pattern",
    Code.CATALOGUE_CHANGED: "compare under one catalogue to leave such rows out",
}


# --- a whole outcome ------------------------------------------------------------------------------


class Column(NamedTuple):
    """A column of a table, and whether its cells hold names, one on each line, or sentences."""

    title: str
    names: bool = False


class Table(NamedTuple):
    """Rows of text under columns; a cell of several lines holds one thing on each."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Report(NamedTuple):
    """What there is to say of an outcome: one sentence, and the tables that are not empty."""

    sentence: str
    tables: tuple[Table, ...]


Told = Cleared | Refused | Clearance | Iterable[Excluded] | Report
"""What can be explained: a decision, a policy over its catalogue, or excluded rows of one."""


def report(told: Told) -> Report:
    """What there is to say; neither text of a request nor what a filter found is in it."""
    if isinstance(told, Report):
        return told
    if isinstance(told, Cleared | Refused):
        return _decided(told)
    return _swept(told) if isinstance(told, Clearance) else _report("", _excluded(told))


def screened(findings: Sequence[Finding], verdict: Action | None) -> Report:
    """What there is to say of one text that filters have read."""
    said = f"{_VERDICTS[verdict]}: {_count(findings, 'finding')}" if verdict else "nothing found"
    rows = tuple(
        (_found(finding), str(finding.start), str(finding.end), finding.action.value)
        for finding in findings
    )
    columns = (Column("what", names=True), *map(Column, ("from", "to", "action")))
    return _report(said, Table("found in the text", columns, rows))


def table(told: Told) -> str:
    """The report as aligned plain text, as wide as its sentences are.

    >>> from routelock.policy import Policy
    >>> from routelock.catalogue import Catalogue
    >>> table(Clearance(Policy(), Catalogue([], [])))
    'refused: no endpoint of the catalogue is left'
    """
    whole = report(told)
    return "\n\n".join(filter(None, (whole.sentence, *map(_text, whole.tables))))


def markdown(told: Told) -> str:
    """The report as Markdown: a paragraph, then a heading and a table for each part."""
    whole = report(told)
    return "\n\n".join(filter(None, (whole.sentence, *map(_markdown, whole.tables))))


def looked(findings: Sequence[Finding], verdict: Action | None, text: str) -> Report:
    """How the findings of one text came about, each with the outline of what it is about."""
    rows = tuple(
        (
            *(_found(finding), _shown(finding.rule), _viewed(finding), masked(finding, text)),
            *(str(finding.start), str(finding.end), finding.action.value),
        )
        for finding in findings
    )
    names = (Column("what", names=True), Column("rule", names=True), Column("read"))
    columns = (*names, Column("masked", names=True), *map(Column, ("from", "to", "action")))
    said = screened(findings, verdict).sentence
    return _report(said, Table("found in the text", columns, rows))


def how(finding: Finding) -> str:
    """How a finding came about: the detector, its rule, and how the text was read for it.

    >>> from routelock.filters.finding import Finding
    >>> from routelock.guardrail import Slug
    >>> from routelock.reasons import Source
    >>> place = {"message": 0, "part": "/content", "start": 3, "end": 60}
    >>> origin = {"action": Action.BLOCK, "source": Source(Layer.KEY), "field": "/f/0"}
    >>> how(Finding(Slug.SECRETS, None, **place, **origin, rule="github-pat", view="base64"))
    'found by `secrets`, rule `github-pat`, in the text decoded from base64'
    """
    detector = f"`{finding.slug.value}`" if finding.slug else "a custom pattern"
    rule = f", rule {_code(finding.rule)}" if finding.slug and finding.rule else ""
    if finding.undecided:
        return f"not decided by {detector}: the search did not end in time"
    return f"found by {detector}{rule}, in the text {_viewed(finding)}"


def _viewed(finding: Finding) -> str:
    """How a text was read, view after view."""
    names = re.findall("[^/+]+", finding.view)
    return ", then ".join(_VIEWS.get(name) or f"as {_code(name)}" for name in names) or "as it is"


_VIEWS = {
    "parts": "over all parts of the message",
    "clean": "without what has no width, in form NFKC",
    "fold": "with look-alikes as Latin letters",
    "join": "with letters together that stand apart",
    "leet": "with digits and signs as letters",
    "unscramble": "with scrambled words set right",
    "reversed": "from its end to its start",
    "rot13": "with letters 13 places on",
    "base64": "decoded from base64",
    "hex": "decoded from hex",
    "url": "decoded from URL escapes",
    "unicode": "decoded from Unicode escapes",
    "html": "decoded from HTML entities",
}


def _report(said: str, *tables: Table) -> Report:
    return Report(said, tuple(part for part in tables if part.rows))


def _decided(told: Cleared | Refused) -> Report:
    said = told.reasons if isinstance(told, Refused) else ()
    return _report(
        _headline(told),
        _refusals("refused because", said),
        _left(told.endpoints),
        _excluded(told.excluded),
        _settings(told.excluded),
        _nearest(told),
        _findings("found in the text", told.findings),
        *_observed(told.observed or Observed()),
    )


def _headline(told: Cleared | Refused) -> str:
    if isinstance(told, Refused):
        return f"refused: {_STAGES[told.stage]}"
    return f"cleared: {_count(told.endpoints, 'endpoint')} left, {len(told.excluded)} excluded"


def _swept(clearance: Clearance) -> Report:
    left, excluded = clearance.survivors(), _barred(clearance)
    whole = f"{len(left)} of {_count(clearance.catalogue.endpoints, 'endpoint')}"
    models = f"{len(clearance.models())} of {_count(clearance.catalogue.models, 'model')}"
    said = f"cleared: {whole} and {models} left" if left else f"refused: {_STAGES[None]}"
    parts = (_left(left), _excluded(excluded), _settings(excluded))
    seen = clearance.observed
    return _report(said, *parts, *_observed(Observed(excluded=_barred(seen) if seen else ())))


def _barred(clearance: Clearance) -> tuple[Excluded, ...]:
    """Every endpoint of its catalogue that a policy excludes, with the reasons, in order."""
    rows = zip(clearance.catalogue.endpoints, clearance.reasons(), strict=True)
    return tuple((endpoint, why) for endpoint, why in rows if why)


_VERDICTS = {Action.BLOCK: "blocked", Action.REDACT: "redacted", Action.FLAG: "flagged"}
_STAGES = {
    Stage.KEY: "the key may not be used",
    Stage.BUDGETS: "a budget is used up",
    Stage.ROUTING: "no endpoint is left",
    Stage.CONTENT: "the text is blocked",
    None: "no endpoint of the catalogue is left",
}


# --- its tables -----------------------------------------------------------------------------------


def _left(endpoints: Iterable[Endpoint]) -> Table:
    rows = tuple((_shown(endpoint.model.id), _shown(endpoint.tag)) for endpoint in endpoints)
    return Table("left", (Column("model", names=True), Column("tag", names=True)), rows)


def _excluded(excluded: Iterable[Excluded], title: str = "excluded") -> Table:
    rows = tuple((_both(endpoint), _lines(map(sentence, why))) for endpoint, why in excluded)
    return Table(title, (Column("endpoint", names=True), Column("because")), rows)


def _refusals(title: str, reasons: Iterable[Reason]) -> Table:
    rows = tuple((sentence(reason), release(reason)) for reason in reasons)
    return Table(title, (Column("reason"), Column("to release")), rows)


def _settings(excluded: Sequence[Excluded]) -> Table:
    """What each setting excludes: in all, and with no other setting beside it."""
    told = [why for _, why in excluded]
    rows = tuple(
        (
            setting(reason),
            str(sum(reason in why for why in told)),
            str(told.count((reason,))),
            release(reason),
        )
        for reason in distinct(chain.from_iterable(told))
    )
    titles = ("setting", "excludes", "alone", "to release")
    return Table("settings", tuple(map(Column, titles)), rows)


def _nearest(told: Cleared | Refused) -> Table:
    """For each model with nothing left, the endpoint with the fewest settings to release."""
    left = {endpoint.model.id for endpoint in told.endpoints}
    nearest: dict[str, Excluded] = {}
    for row in sorted(told.excluded, key=lambda row: len(row[1])):
        nearest.setdefault(row[0].model.id, row)
    rows = tuple(
        (_both(endpoint), _lines(map(setting, why)))
        for model, (endpoint, why) in nearest.items()
        if model not in left
    )
    columns = (Column("endpoint", names=True), Column("settings to release"))
    return Table("nearest to being used", columns, rows)


def _findings(title: str, findings: Iterable[Finding]) -> Table:
    rows = tuple(
        (_found(finding), _place(finding), finding.action.value, setting(_asked(finding)))
        for finding in findings
    )
    columns = (Column("what", names=True), *map(Column, ("where", "action", "asked for by")))
    return Table(title, columns, rows)


def _observed(seen: Observed) -> tuple[Table, ...]:
    return (
        _refusals("observed only: would be refused because", seen.reasons),
        _excluded(seen.excluded, "observed only: would be excluded"),
        _findings("observed only: found in the text", seen.findings),
    )


def _found(finding: Finding) -> str:
    kind = finding.slug.value if finding.slug else _shown(finding.label or "custom pattern")
    return f"{kind} (undecided)" if finding.undecided else kind


def _place(finding: Finding) -> str:
    whole = "prompt" if finding.message is None else f"message {finding.message}"
    return f"{whole} {_code(finding.part)} from {finding.start} to {finding.end}"


def _asked(finding: Finding) -> Reason:
    return Reason(Code.CONTENT_BLOCKED, *finding.source, finding.field)


def _both(endpoint: Endpoint) -> str:
    return f"{_shown(endpoint.model.id)}\n{_shown(endpoint.tag)}"


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _count(things: Sized, noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"


# --- how they are written -------------------------------------------------------------------------


def _text(part: Table) -> str:
    heads = tuple(column.title for column in part.columns)
    grid = [line for row in (heads, *part.rows) for line in _unstacked(row)]
    widths = [max(map(len, cells)) for cells in zip(*grid, strict=True)]
    grid.insert(1, tuple("-" * width for width in widths))
    lines = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in grid)
    return _lines((f"{part.title}:", *lines))


def _unstacked(row: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return zip_longest(*(cell.split("\n") for cell in row), fillvalue="")


def _markdown(part: Table) -> str:
    heads = tuple(column.title for column in part.columns)
    rows = [tuple(map(_cell, part.columns, row)) for row in part.rows]
    grid = (heads, tuple("---" for _ in heads), *rows)
    return _lines((f"### {part.title}", "", *(f"| {' | '.join(row)} |" for row in grid)))


def _cell(column: Column, text: str) -> str:
    lines = map(_code, text.split("\n")) if column.names else text.split("\n")
    return "<br>".join(lines).replace("|", "\\|")
