"""Guardrail: the document that a person wrote, with absent, null and empty told apart."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import (
    MISSING,
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    StrictStr,
)
from pydantic_core import PydanticCustomError


class Slug(StrEnum):
    """The builtin content filters, in the order that breaks ties (spec 2.1)."""

    EMAIL = "email"
    PHONE = "phone"
    SSN = "ssn"
    CREDIT_CARD = "credit-card"
    IP_ADDRESS = "ip-address"
    SECRETS = "secrets"
    PERSON_NAME = "person-name"
    ADDRESS = "address"
    PROMPT_INJECTION = "regex-prompt-injection"

    @property
    def placeholder(self) -> str:
        """What stands in a text where this filter redacted: the read-only label of spec 2.1.

        >>> Slug.CREDIT_CARD.placeholder, Slug.PROMPT_INJECTION.placeholder
        ('[CREDIT_CARD]', '[PROMPT_INJECTION]')
        """
        return f"[{self.removeprefix('regex-').replace('-', '_').upper()}]"


class Action(StrEnum):
    """What to do with a finding, the strongest first."""

    BLOCK = "block"
    REDACT = "redact"
    FLAG = "flag"


class Scope(StrEnum):
    """Whose messages the prompt-injection filter reads."""

    USER_ONLY = "user_only"
    ALL_MESSAGES = "all_messages"


class Interval(StrEnum):
    """How often a limit starts anew; a limit without one lasts for ever."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"


def _no_number() -> PydanticCustomError:
    return PydanticCustomError("number_type", "must be a number")


def _number(value: object) -> object:
    """A JSON number as an exact Decimal; whatever else it is, the validator behind refuses it."""
    if isinstance(value, bool | str):
        raise _no_number()  # Decimal would read "12.5"
    return Decimal(repr(value)) if isinstance(value, int | float) else value


def _decimal_text(value: object) -> object:
    if isinstance(value, bool):
        raise _no_number()
    return str(value) if isinstance(value, int | float) else value


def _double(amount: Decimal) -> int | float:
    """A Decimal as the JSON number that it was read from (spec 2.1: double)."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _dropped(_: object) -> object:
    return MISSING


_UUID = r"^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"
_DATE = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|z|[+-]\d\d(?::?\d\d)?)?"

Label = Annotated[StrictStr, Field(max_length=100)]
Money = Annotated[
    Decimal, Field(ge=0, allow_inf_nan=False), PlainSerializer(_double, when_used="json")
]
Usd = Annotated[Money, BeforeValidator(_decimal_text)]
"""An amount that may also be written as decimal text."""
Names = tuple[StrictStr, ...]
Timestamp = Annotated[StrictStr, Field(pattern=rf"^{_DATE}[Tt ]{_TIME}$")]
Uuid = Annotated[StrictStr, Field(pattern=_UUID)]


class _Document(BaseModel):
    # Built when first used: whoever only decides does not wait for it at import.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class BuiltinFilter(_Document):
    """One entry of `content_filter_builtins`; a `label` that is sent is dropped (spec 2.1)."""

    slug: Slug
    action: Action
    label: Annotated[Label | MISSING, AfterValidator(_dropped)] = MISSING
    scan_scope: Scope | MISSING = MISSING


class CustomFilter(_Document):
    """One entry of `content_filters`: a regular expression and what to do where it matches."""

    pattern: Annotated[StrictStr, Field(min_length=1)]
    action: Action
    label: Label | MISSING | None = MISSING


class Guardrail(_Document):
    """A guardrail document (spec 2.1); a field nobody mentioned is `MISSING`, null is `None`.

    `zdr` holds the per-vendor flags by vendor word; the flat `enforce_zdr_<word>` names of the wire
    are `routelock.wire.guardrails`' business, as is saying what is wrong with a document.

    >>> guardrail = Guardrail(name="staff", ignored_providers=["deepinfra"], zdr={"openai": True})
    >>> guardrail.ignored_providers, guardrail.allowed_models is MISSING
    (('deepinfra',), True)
    """

    id: Uuid | MISSING = MISSING
    name: StrictStr | MISSING = MISSING
    workspace_id: Uuid | MISSING | None = MISSING
    include_byok_in_budgets: StrictBool | MISSING = MISSING
    created_at: Timestamp | MISSING = MISSING
    updated_at: Timestamp | MISSING | None = MISSING
    description: StrictStr | MISSING | None = MISSING
    limit_usd: Annotated[Money | None, BeforeValidator(_number)] | MISSING = MISSING
    reset_interval: Interval | MISSING | None = MISSING
    allowed_providers: Names | MISSING | None = MISSING
    ignored_providers: Names | MISSING | None = MISSING
    allowed_models: Names | MISSING | None = MISSING
    ignored_models: Names | MISSING | None = MISSING
    content_filter_builtins: tuple[BuiltinFilter, ...] | MISSING | None = MISSING
    content_filters: tuple[CustomFilter, ...] | MISSING | None = MISSING
    enable_free_model_publication: StrictBool | MISSING | None = MISSING
    enable_free_model_training: StrictBool | MISSING | None = MISSING
    enable_paid_model_training: StrictBool | MISSING | None = MISSING
    enforce_zdr: StrictBool | MISSING | None = MISSING
    zdr: Mapping[str, StrictBool | None] = Field(default_factory=dict)
