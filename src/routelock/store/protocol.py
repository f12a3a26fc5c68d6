"""Protocol: what a server needs of a store; every call names the organization that it is for.

Another organization's rows are not there, whatever is asked; the one exception is finding a key by
its secret. Time and new ids are arguments. What is not found is `None` or `False`; errors are those
of `routelock.store.errors`. Many threads may use one store. What a call wrote is kept once it has
returned, and a call that raised has written nothing.

Reading never waits for a writer. In memory and on SQLite it takes some ten microseconds, so that an
event loop may read by itself; what writes, and whatever PostgreSQL does, belongs in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from routelock.store import rows

Row = TypeVar("Row")
Field = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a listing, and how many it has in all."""

    rows: tuple[Row, ...]
    total: int


class Shelf(Protocol[Row]):
    """The rows of one kind (`routelock.store.rows`), organization by organization.

    A row's id is its `id`, but `hash` for keys, `key_hash` and `member_id` for assignments.
    """

    def get(self, organization_id: str, row_id: str, /) -> Row | None:
        """The row with this id."""
        ...

    def find(self, organization_id: str, /, **fields: Field) -> Row | None:
        """The first row, in the order of `page`, whose fields have these values."""
        ...

    def page(
        self, organization_id: str, /, *, offset: int = 0, limit: int | None = None, **fields: Field
    ) -> Page[Row]:
        """The rows whose fields have these values, the oldest first (`created_at`, then id).

        Fields are those of `routelock.store.kinds`; another one is a `TypeError`.
        """
        ...

    def add(self, organization_id: str, /, *new: Row) -> None:
        """All the rows are there, or none: `ConflictError` where an id or a unique field is taken.

        `AbsentError` where one refers to what is not there; `ValueError` where one belongs to
        another organization, or has a text with NUL or half a character (a lone surrogate).
        """
        ...

    def update(
        self, organization_id: str, row_id: str, change: Callable[[Row], Row], /
    ) -> Row | None:
        """The row after `change`, no other writer coming between; `None` where it is not there.

        `change` is pure, may run more than once, and what it raises comes out. Its id and its
        organization stay (`ValueError`). Errors as for `add`, and `ConflictError` also for a move
        that a video may not make (`routelock.store.moves`) and for any change of a version.
        """
        ...

    def remove(self, organization_id: str, row_id: str, /) -> bool:
        """Whether the row was there; it is gone, and so is what belonged to it.

        Assignments go with their guardrail, key or member, mappings with their group or workspace,
        versions with their preset; a workspace loses the default guardrail that is removed. Keys,
        guardrails, presets and videos keep the id of a workspace or key that is gone.
        """
        ...


class Keys(Shelf["rows.Key"], Protocol):
    """The keys, which a caller may also find by what it has."""

    def by_secret(self, secret_sha256: str, /) -> rows.Key | None:
        """The key whose secret has this SHA-256, in whatever organization."""
        ...


class Bucket(NamedTuple):
    """What one entity spends in one window, and a limit on it in nano-USD; without one it counts.

    The window is part of the name (`routelock.store.buckets`). `byok` says whether spend on the
    caller's own provider keys counts towards the limit. One name may come with several limits.
    """

    name: str
    limit: int | None = None
    byok: bool = False


class Tally(NamedTuple):
    """What a bucket holds in nano-USD: spent and reserved, with credits and (BYOK) apart."""

    spent: int = 0
    byok_spent: int = 0
    reserved: int = 0
    byok_reserved: int = 0


class Ledger(Protocol):
    """Spend in integer nano-USD: reserve, then settle or release; a reservation expires.

    The calls in one bucket are serial, so no number of callers passes a limit by reserving.
    """

    def reserve(  # noqa: PLR0913 (a reservation is these values)
        self,
        organization_id: str,
        reservation_id: str,
        /,
        buckets: Sequence[Bucket],
        estimate: int,
        *,
        expires_at: datetime,
        now: datetime,
        byok: bool = False,
    ) -> Bucket | None:
        """`None` when the estimate is reserved in every bucket; else the first one that refuses.

        A limit refuses when spent + reserved ≥ limit or when the estimate would pass it; nothing is
        reserved then. `byok` says that the estimate will be spent on a provider key of the caller:
        limits that leave BYOK out do not count it. What has expired by `now` holds nothing back.
        One that is held is granted again and counts once; `ConflictError` where it has expired.
        Once it was settled or released, its id is free for another one.
        """
        ...

    def settle(
        self, organization_id: str, reservation_id: str, /, *, cost: int = 0, byok_cost: int = 0
    ) -> bool:
        """Whether this call counted the cost, in the windows of the reserve; it can be only once.

        False where the reservation is unknown, settled or released. One that expired is counted
        too, since the money is spent. The cost may be more than the estimate.
        """
        ...

    def release(self, organization_id: str, reservation_id: str, /) -> bool:
        """Whether this call gave back what was reserved; nothing is counted."""
        ...

    def expire(self, organization_id: str, /, now: datetime) -> int:
        """How many reservations this call ended because they had expired by `now`."""
        ...

    def forget(self, organization_id: str, /, before: datetime) -> int:
        """How many reservations that ended by expiring, before then, were dropped.

        Until then they can be settled late; after that, settling them counts nothing.
        """
        ...

    def tallies(self, organization_id: str, names: Iterable[str], /) -> Mapping[str, Tally]:
        """What each named bucket holds; nothing where it is new."""
        ...


class Store(Protocol):
    """Everything that a deployment keeps."""

    @property
    def organizations(self) -> Shelf[rows.Organization]:
        """Each organization, inside its own wall."""
        ...

    @property
    def workspaces(self) -> Shelf[rows.Workspace]:
        """Workspaces."""
        ...

    @property
    def members(self) -> Shelf[rows.Member]:
        """Members."""
        ...

    @property
    def keys(self) -> Keys:
        """API keys, by hash."""
        ...

    @property
    def guardrails(self) -> Shelf[rows.Guardrail]:
        """Guardrails."""
        ...

    @property
    def key_assignments(self) -> Shelf[rows.KeyAssignment]:
        """The guardrail of a key, by its hash."""
        ...

    @property
    def member_assignments(self) -> Shelf[rows.MemberAssignment]:
        """The guardrail of a member, by its id."""
        ...

    @property
    def groups(self) -> Shelf[rows.Group]:
        """SCIM groups."""
        ...

    @property
    def mappings(self) -> Shelf[rows.Mapping]:
        """SCIM group mappings; a pair of group and workspace is unique."""
        ...

    @property
    def presets(self) -> Shelf[rows.Preset]:
        """Presets; a slug is unique: `presets.find(organization_id, slug=...)`."""
        ...

    @property
    def versions(self) -> Shelf[rows.Version]:
        """Versions of presets; a number is unique within its preset."""
        ...

    @property
    def videos(self) -> Shelf[rows.Video]:
        """Video jobs, which an operator's worker moves on by `update`."""
        ...

    @property
    def ledger(self) -> Ledger:
        """What was spent and what is reserved."""
        ...

    def transaction(self) -> AbstractContextManager[Store]:
        """A store whose writes are all kept when the block ends, or none when it raises.

        It is for one thread, and other writers wait: keep the block short. A transaction inside it
        is a part that may fail alone.
        """
        ...

    def words(self) -> tuple[str, ...] | None:
        """The vendor words that the documents were written under; `None` before they were set."""
        ...

    def set_words(self, words: Sequence[str], change: Callable[[bytes], bytes], /) -> None:
        """Put every guardrail and settings document through `change`, and note the words, at once.

        Of the whole deployment; `routelock.store.words` is what uses it. `ConflictError` where
        another server has just done the same.
        """
        ...

    def check(self) -> None:
        """Nothing where the store answers and has the newest form, else `UnavailableError`."""
        ...

    def close(self) -> None:
        """No connection is open any more."""
        ...
