"""Fields: flags and limits of one guardrail that do nothing, or more than they seem to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import MISSING

from routelock.clauses import FLAGS
from routelock.guardrail import Interval
from routelock.lint.remark import Remark, RemarkCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from routelock.catalogue import Catalogue
    from routelock.guardrail import Guardrail
    from routelock.vendors import Vendors


def retention(
    guardrail: Guardrail, vendors: Vendors, catalogue: Catalogue | None
) -> Iterator[Remark]:
    """The deprecated flag, and flags of words that govern nobody in the catalogue."""
    if guardrail.enforce_zdr is not MISSING:
        message = "is deprecated: it stands for every flag below it that is not mentioned"
        hint = f"write {', '.join(f'`{vendors.field(word)}`' for word in vendors.words)}"
        yield Remark(RemarkCode.DEPRECATED, "$.enforce_zdr", message, hint)
    if catalogue is None:
        return
    governed = {vendors.word(model.author) for model in catalogue.models.values()}
    for word, enforced in guardrail.zdr.items():
        if enforced and word not in governed:
            message = "governs no author of the catalogue: it enforces nothing"
            hint = "check the authors of the vendor words"
            yield Remark(RemarkCode.NO_AUTHOR, f"$.{vendors.field(word)}", message, hint)


def permissions(guardrail: Guardrail, _: Vendors, __: Catalogue | None) -> Iterator[Remark]:
    """Flags that are true: a guardrail can only restrict."""
    for field in FLAGS:
        if getattr(guardrail, field) is True:
            message = "says nothing when true: a guardrail can only restrict"
            yield Remark(RemarkCode.PERMITS_NOTHING, f"$.{field}", message, "write false or null")


def spending(guardrail: Guardrail, _: Vendors, __: Catalogue | None) -> Iterator[Remark]:
    """A limit that refuses everything, and settings of a limit that is not there."""
    if guardrail.limit_usd == 0:
        message, hint = "refuses every request: nothing may be spent", "write null for no limit"
        yield Remark(RemarkCode.LIMIT_ZERO, "$.limit_usd", message, hint)
    if guardrail.limit_usd is not None and guardrail.limit_usd is not MISSING:
        return
    settings = {
        "reset_interval": isinstance(guardrail.reset_interval, Interval),
        "include_byok_in_budgets": guardrail.include_byok_in_budgets is True,
    }
    for field in (field for field, given in settings.items() if given):
        message, hint = "does nothing without `limit_usd`", "add a limit, or leave it out"
        yield Remark(RemarkCode.NO_LIMIT, f"$.{field}", message, hint)
