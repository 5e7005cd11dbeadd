"""Errors as RFC 9457 problem details. Each kind has a name of its own, which programs can go by."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import orjson
from starlette.responses import Response

from gate.errors import ConflictError, GateError, QueueError, UsageError
from gate.queue.cells import visible

MEDIA_TYPE = "application/problem+json"
RETRY_S = 5


class ProblemError(Exception):
    """An answer that is an error: status, name of its kind, a sentence, and what else there is to know."""

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        self.more = dict(more or {})


def response(problem: ProblemError) -> Response:
    """The problem as a response."""
    value = {
        **problem.more,
        "type": f"urn:catalog-gate:problem:{problem.kind}",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": visible(problem.detail),
    }
    return Response(orjson.dumps(value), problem.status, problem.headers, MEDIA_TYPE)


def of_error(error: GateError) -> ProblemError:
    """What a refusal of the gate itself is to a caller."""
    if isinstance(error, ConflictError):
        return ProblemError(409, "conflict", str(error))
    if isinstance(error, QueueError):
        return ProblemError(503, "queue-unavailable", str(error), headers={"Retry-After": str(RETRY_S)})
    if isinstance(error, UsageError):
        return ProblemError(422, "refused", str(error))
    return ProblemError(500, "misconfigured", str(error))
