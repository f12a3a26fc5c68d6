"""Errors: the error body of the API from one table (spec 7)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from routelock.service.outcome import Fault

SENTENCES: Mapping[int, str] = {
    400: "Invalid request parameters",
    401: "No usable API key in the Authentication header",
    403: "Only management keys may perform this operation",
    404: "Resource not found",
    405: "This path does not have this method",
    408: "The body of the request did not arrive in time",
    409: "Resource conflict, please try again later",
    413: "The body of the request is too large",
    429: "Rate limit exceeded, please try again later",
    500: "Unexpected server error",
}
"""What every status says; a fault inside says nothing else, whatever it was."""

REFUSED = {
    403: "The request is refused by a budget or a content filter",
    404: "No endpoint is left for this request",
}
"""What a status says where guardrails refused, with their reasons."""

SHOWN = 100
"""Problems that one error tells at most; who has more mends these first."""


def body(fault: Fault, request_id: str) -> bytes:
    """The error body: what the status says, the first problem in words, all of them as data."""
    said = fault.sentence or (REFUSED if fault.reasons else SENTENCES)[fault.status]
    if fault.problems:
        said = f"{said}: {fault.problems[0]}"
    error: dict[str, Any] = {"code": fault.status, "message": said, "metadata": _metadata(fault)}
    told = {"error": error, "service_metadata": {"request_id": request_id}}
    return json.dumps(told | {"user_id": fault.user_id}, separators=(",", ":")).encode()


def headers(fault: Fault) -> tuple[tuple[bytes, bytes], ...]:
    """What a client is told beside the body."""
    if fault.retry_after is not None:
        return ((b"retry-after", b"%d" % fault.retry_after),)
    return _HEADERS.get(fault.status, ())


_HEADERS = {401: ((b"www-authenticate", b"Bearer"),)}


def _metadata(fault: Fault) -> dict[str, Any] | None:
    if fault.problems:
        return {"problems": [problem._asdict() for problem in fault.problems[:SHOWN]]}
    if fault.reasons:
        return {"reasons": [reason.as_json() for reason in fault.reasons]}
    return None
