"""Filters: content filters of one guardrail that do nothing, or outdo each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import MISSING

from routelock.filters.custom import PatternError, compile_pattern
from routelock.filters.finding import UNLABELLED
from routelock.guardrail import Action, Scope, Slug
from routelock.lint.remark import Remark, RemarkCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.catalogue import Catalogue
    from routelock.guardrail import BuiltinFilter, Guardrail
    from routelock.vendors import Vendors

PLACEHOLDERS = (*(slug.placeholder for slug in Slug), UNLABELLED)


class _Entry(NamedTuple):
    """One filter entry: where it stands, what it looks for, and what it does then."""

    path: str
    looks_for: tuple[str, ...]
    action: Action


def scopes(guardrail: Guardrail, _: Vendors, __: Catalogue | None) -> Iterator[Remark]:
    """Scopes on filters that read all messages anyway."""
    for path, entry in _builtins(guardrail):
        if entry.slug is not Slug.PROMPT_INJECTION and entry.scan_scope is not MISSING:
            message = f"has no effect on `{entry.slug}`: it reads all messages"
            hint = f"leave it out: only `{Slug.PROMPT_INJECTION}` has a scope"
            yield Remark(RemarkCode.SCOPE_UNUSED, f"{path}.scan_scope", message, hint)


def doubled(guardrail: Guardrail, _: Vendors, __: Catalogue | None) -> Iterator[Remark]:
    """Entries that look for what an earlier one looks for."""
    first: dict[tuple[str, ...], _Entry] = {}
    for entry in _entries(guardrail):
        before = first.setdefault(entry.looks_for, entry)
        if before is entry:
            continue
        if before.action is entry.action:
            message = f"says the same as `{before.path}`"
            yield Remark(RemarkCode.REPEATED, entry.path, message, "leave it out")
        else:
            strongest = min(before.action, entry.action, key=[*Action].index)
            message = f"looks for the same as `{before.path}`: {strongest} wins"
            yield Remark(RemarkCode.SEVERAL_ACTIONS, entry.path, message, "keep one action")


def patterns(guardrail: Guardrail, _: Vendors, __: Catalogue | None) -> Iterator[Remark]:
    """Custom patterns that match what a redaction leaves, or nothing at all."""
    for path, pattern in _customs(guardrail):
        try:
            find, in_front = compile_pattern(pattern).find, compile_pattern(f"(?:{pattern})x").find
        except PatternError:
            continue  # a deployment's second engine may run it; what it matches is not tried here
        matched = [placeholder for placeholder in PLACEHOLDERS if [*find(placeholder)]]
        if matched:
            message = f"matches the placeholder `{matched[0]}`: redacting twice is not once"
            hint = "leave `[` and `]` out of what it matches"
            yield Remark(RemarkCode.MATCHES_PLACEHOLDER, path, message, hint)
        # The empty match is no finding, so ask for one in front of a sign.
        if [*in_front("x")]:
            message = "matches the empty text, which is never a finding"
            yield Remark(RemarkCode.MATCHES_EMPTY, path, message, "ask for one sign at least")


def _entries(guardrail: Guardrail) -> Iterator[_Entry]:
    for path, entry in _builtins(guardrail):
        scoped = entry.slug is Slug.PROMPT_INJECTION and entry.scan_scope is Scope.USER_ONLY
        yield _Entry(path, (entry.slug, "user" if scoped else ""), entry.action)
    customs = guardrail.content_filters
    for place, custom in enumerate(() if customs is MISSING else customs or ()):
        yield _Entry(f"$.content_filters[{place}]", (custom.pattern,), custom.action)


def _builtins(guardrail: Guardrail) -> Iterator[tuple[str, BuiltinFilter]]:
    builtins = guardrail.content_filter_builtins
    for place, entry in enumerate(() if builtins is MISSING else builtins or ()):
        yield f"$.content_filter_builtins[{place}]", entry


def _customs(guardrail: Guardrail) -> Iterator[tuple[str, str]]:
    customs = guardrail.content_filters
    for place, entry in enumerate(() if customs is MISSING else customs or ()):
        yield f"$.content_filters[{place}].pattern", entry.pattern
