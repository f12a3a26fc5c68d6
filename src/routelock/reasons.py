"""Reasons: why something was refused, as data with stable words."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Layer(StrEnum):
    """Where a setting comes from; the order of the members is the order of every listing."""

    ACCOUNT = "account"
    DEFAULT = "default"
    MEMBER = "member"
    KEY = "key"
    REQUEST = "request"
    REGION = "region"
    CATALOGUE = "catalogue"  # no layer of a request: what a comparison of two snapshots finds

    __hash__ = str.__hash__  # Enum's own is a Python function, and every clause is hashed


RANK = {layer: rank for rank, layer in enumerate(Layer)}


class Code(StrEnum):
    """Every way to be refused; the words are a contract with the programs that read them."""

    PROVIDER_NOT_ALLOWED = "provider_not_allowed"
    PROVIDER_IGNORED = "provider_ignored"
    MODEL_NOT_ALLOWED = "model_not_allowed"
    MODEL_IGNORED = "model_ignored"
    ZDR_REQUIRED = "zdr_required"
    FREE_TRAINING_FORBIDDEN = "free_training_forbidden"
    PAID_TRAINING_FORBIDDEN = "paid_training_forbidden"
    FREE_PUBLICATION_FORBIDDEN = "free_publication_forbidden"
    DATA_COLLECTION_DENIED = "data_collection_denied"
    QUANTIZATION_MISMATCH = "quantization_mismatch"
    PRICE_EXCEEDED = "price_exceeded"
    PARAMETER_UNSUPPORTED = "parameter_unsupported"
    LENGTH_EXCEEDED = "length_exceeded"
    NOT_FIRST_CHOICE = "not_first_choice"
    REGION_MISMATCH = "region_mismatch"
    MODEL_UNKNOWN = "model_unknown"
    BUDGET_EXCEEDED = "budget_exceeded"
    KEY_DISABLED = "key_disabled"
    KEY_EXPIRED = "key_expired"
    CONTENT_BLOCKED = "content_blocked"
    CONTENT_UNDECIDED = "content_undecided"
    CATALOGUE_CHANGED = "catalogue_changed"

    __hash__ = str.__hash__


class Reason(NamedTuple):
    """One setting that refused: its code, layer and guardrail, and the JSON pointer of its field.

    `guardrail` is the id of the document or the stem of its file, `None` for what a request, a
    hostname or the state of a key says.

    >>> Reason(Code.KEY_EXPIRED, Layer.KEY, None, "/expires_at").as_json()
    {'code': 'key_expired', 'layer': 'key', 'guardrail': None, 'field': '/expires_at'}
    """

    code: Code
    layer: Layer
    guardrail: str | None
    field: str

    def as_json(self) -> dict[str, str | None]:
        """The four words as plain strings, ready for a JSON encoder."""
        return {
            "code": self.code.value,
            "layer": self.layer.value,
            "guardrail": self.guardrail,
            "field": self.field,
        }

    def sort_key(self) -> tuple[int, str, str, str]:
        """What reasons sort by: layer, guardrail, field (semantics of section 4), then code."""
        return (RANK[self.layer], self.guardrail or "", self.field, self.code)


def distinct(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Each reason once, sorted by layer, guardrail and field."""
    return tuple(sorted(set(reasons), key=Reason.sort_key))


class Source(NamedTuple):
    """Where a document applies: the layer and the name that its reasons carry."""

    layer: Layer
    guardrail: str | None = None
