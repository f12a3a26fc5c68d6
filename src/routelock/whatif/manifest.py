"""Manifest: a document that says which guardrail file applies to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from routelock.errors import InputError
from routelock.problems import problems
from routelock.reasons import Layer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class ManifestError(InputError):
    """Whoever wrote the manifest has to mend it."""

    what = "manifest"


class Manifest(BaseModel):
    """The files of the account, and of workspaces (their defaults), members and keys by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    account: StrictStr | None = None
    workspaces: dict[StrictStr, StrictStr] = {}
    members: dict[StrictStr, StrictStr] = {}
    keys: dict[StrictStr, StrictStr] = {}

    def files(self) -> Iterator[tuple[Layer, str | None, str]]:
        """The layer, the id of whom it applies to, and the file, of each entry."""
        if self.account is not None:
            yield Layer.ACCOUNT, None, self.account
        for layer, named in self._named().items():
            yield from ((layer, name, file) for name, file in named.items())

    def _named(self) -> Mapping[Layer, Mapping[str, str]]:
        return {Layer.DEFAULT: self.workspaces, Layer.MEMBER: self.members, Layer.KEY: self.keys}


def meant(document: object) -> bool:
    """Whether a document is a manifest, and no guardrail; the empty object applies nothing.

    >>> meant({}), meant({"keys": {"key-1": "key.json"}}), meant({"name": "staff"})
    (True, True, False)
    """
    return isinstance(document, dict) and (
        not document or not Manifest.model_fields.keys().isdisjoint(document)
    )


def decode(document: object) -> Manifest:
    """The manifest of a document; `ManifestError` names everything that is wrong with it."""
    try:
        return Manifest.model_validate(document)
    except ValidationError as error:
        raise ManifestError(problems(error, {"$": Manifest.model_fields})) from None
