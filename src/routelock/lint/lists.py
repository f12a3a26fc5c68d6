"""Lists: entries of the four lists that cover nothing, each other, or what no list lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import MISSING

from routelock.catalogue import VIRTUAL, prefixes
from routelock.clauses import LISTS
from routelock.lint.remark import Remark, RemarkCode
from routelock.problems import quoted, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from routelock.catalogue import Catalogue
    from routelock.guardrail import Guardrail
    from routelock.vendors import Vendors

PAIRS = (("allowed_providers", "ignored_providers"), ("allowed_models", "ignored_models"))


def listed(guardrail: Guardrail, _: Vendors, catalogue: Catalogue | None) -> Iterator[Remark]:
    """Every doubt about the lists of one guardrail."""
    for field in LISTS:
        yield from _empty(guardrail, field)
        yield from _doubled(guardrail, field, catalogue)
    for allowed, ignored in PAIRS:
        yield from _ignored(guardrail, allowed, ignored, catalogue)
        yield from _unreached(guardrail, allowed, ignored, catalogue)
    if catalogue is not None:
        yield from _hosts(guardrail, catalogue)
        yield from _models(guardrail, catalogue)


def entries(guardrail: Guardrail, field: str) -> tuple[str, ...]:
    """The entries of a list; none where it says nothing."""
    names = getattr(guardrail, field)
    return () if names is MISSING or names is None else names


def above(field: str, entry: str, catalogue: Catalogue | None) -> tuple[str, ...]:
    """The entries of such a list that cover this one, the widest first and itself last.

    Two entries have something in common only where one covers the other: tags are a tree, and so
    are the ids below their canonical slugs.
    """
    if LISTS[field].column == "tags":
        return prefixes(entry)
    if catalogue is None or entry in catalogue.by_slug or not catalogue.covered(entry):
        return (entry,)
    model = catalogue.covered(entry)[0]
    return (model.canonical_slug, model.id)


def meet(one: Iterable[tuple[str, ...]], other: Iterable[tuple[str, ...]]) -> bool:
    """Whether some entry of one list (each as `above` has it) covers some entry of the other."""
    mine, others = [*one], [*other]
    wide, others_wide = {names[-1] for names in mine}, {names[-1] for names in others}
    below = any(wide.intersection(names) for names in others)
    return below or any(others_wide.intersection(names) for names in mine)


def _empty(guardrail: Guardrail, field: str) -> Iterator[Remark]:
    if LISTS[field].only and getattr(guardrail, field) == ():
        message = "is an empty allow list: it allows nothing"
        hint = "list what may be used, or write null"
        yield Remark(RemarkCode.ALLOWS_NOTHING, f"$.{field}", message, hint)


def _doubled(guardrail: Guardrail, field: str, catalogue: Catalogue | None) -> Iterator[Remark]:
    covers = [above(field, entry, catalogue) for entry in entries(guardrail, field)]
    first = {names[-1]: place for place, names in reversed([*enumerate(covers)])}
    for place, names in enumerate(covers):
        path, hint = f"$.{field}[{place}]", "leave it out"
        if first[names[-1]] != place:
            message = f"says the same as `$.{field}[{first[names[-1]]}]`"
            yield Remark(RemarkCode.REPEATED, path, message, hint)
        elif wider := [name for name in names[:-1] if name in first]:
            message = f"is covered by `$.{field}[{first[wider[0]]}]` already"
            yield Remark(RemarkCode.SHADOWED, path, message, hint)


def _ignored(
    guardrail: Guardrail, allowed: str, ignored: str, catalogue: Catalogue | None
) -> Iterator[Remark]:
    out = {above(ignored, entry, catalogue)[-1] for entry in entries(guardrail, ignored)}
    for place, entry in enumerate(entries(guardrail, allowed)):
        if not out.isdisjoint(above(allowed, entry, catalogue)):
            message = f"is allowed here and ignored by `$.{ignored}`: ignoring wins"
            path, hint = f"$.{allowed}[{place}]", "keep it in one of the lists"
            yield Remark(RemarkCode.ALLOWED_AND_IGNORED, path, message, hint)


def _unreached(
    guardrail: Guardrail, allowed: str, ignored: str, catalogue: Catalogue | None
) -> Iterator[Remark]:
    let = [above(allowed, entry, catalogue) for entry in entries(guardrail, allowed)]
    if not let or (LISTS[allowed].column == "models" and catalogue is None):
        return  # without a catalogue nobody knows whether an id and a slug mean one model
    for place, entry in enumerate(entries(guardrail, ignored)):
        if not meet([above(ignored, entry, catalogue)], let):
            message = f"is not allowed by `$.{allowed}` anyway"
            path, hint = f"$.{ignored}[{place}]", "leave it out"
            yield Remark(RemarkCode.UNREACHED, path, message, hint)


def _hosts(guardrail: Guardrail, catalogue: Catalogue) -> Iterator[Remark]:
    known = catalogue.columns["tags"].cells
    for path, entry in _placed(guardrail, "tags"):
        if entry.casefold() not in known:
            message = f"no endpoint of the catalogue is at {quoted(entry)}"
            hint = suggestion(entry.casefold(), known)
            yield Remark(RemarkCode.HOST_UNKNOWN, path, message, hint)


def _models(guardrail: Guardrail, catalogue: Catalogue) -> Iterator[Remark]:
    for path, entry in _placed(guardrail, "models"):
        for code, (holds, message, hint) in _MODELS.items():
            if holds(entry, catalogue):
                yield Remark(code, path, message.format(quoted(entry)), hint(entry, catalogue))


def _placed(guardrail: Guardrail, column: str) -> Iterator[tuple[str, str]]:
    for field in (field for field, kind in LISTS.items() if kind.column == column):
        for place, entry in enumerate(entries(guardrail, field)):
            yield f"$.{field}[{place}]", entry


def _one_of_several(entry: str, catalogue: Catalogue) -> bool:
    if ":" in entry or entry in catalogue.by_slug or entry not in catalogue.models:
        return False
    return len(catalogue.by_slug[catalogue.models[entry].canonical_slug]) > 1


def _is_alias(entry: str, catalogue: Catalogue) -> bool:
    return entry in catalogue.aliases and entry not in catalogue.by_slug


def _slug(entry: str, catalogue: Catalogue) -> str:
    return f"write the canonical slug `{catalogue.covered(entry)[0].canonical_slug}`"


def _nearest(entry: str, catalogue: Catalogue) -> str:
    base, _, suffix = entry.rpartition(":")
    if suffix in VIRTUAL and catalogue.covered(base):
        return f"write `{base}`: lists know no virtual suffix"
    return suggestion(entry, [*catalogue.by_slug, *catalogue.models])


Question = Callable[[str, "Catalogue"], bool]
Answer = Callable[[str, "Catalogue"], str]

_MODELS: dict[RemarkCode, tuple[Question, str, Answer]] = {
    RemarkCode.MODEL_UNKNOWN: (
        lambda entry, catalogue: not catalogue.covered(entry),
        "the catalogue has no model {}",
        _nearest,
    ),
    RemarkCode.ALIAS_MOVES: (
        _is_alias,
        "{} is an alias: it covers another model when its target changes",
        _slug,
    ),
    RemarkCode.ONE_VARIANT: (
        _one_of_several,
        "{} is an id: it covers none of the other variants of its model",
        _slug,
    ),
}
