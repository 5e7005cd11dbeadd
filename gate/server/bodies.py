"""Bodies of requests: how much is taken, how long is waited for it, and in which format it is."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from gate.errors import UsageError
from gate.records import readers
from gate.server.problems import ProblemError

WAIT_S = 60  # for a body to arrive
#: types that say how something is written and not what it is
_GENERAL = frozenset(
    {
        "",
        "application/octet-stream",
        "application/json",
        "application/ld+json",
        "application/x-ndjson",
        "application/jsonl",
        "application/xml",
        "text/xml",
        "text/plain",
    }
)


async def body_of(request: Request, limit: int) -> bytes:
    """The body, at most ``limit`` bytes of it. Raises 408, 411, 413 or 415."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise ProblemError(415, "packed", "send the body as it is: packed bodies are not taken")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length) > limit:
        raise _too_large(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(WAIT_S):
            async for part in request.stream():
                size += len(part)
                if size > limit:
                    raise _too_large(limit)
                parts.append(part)
    except TimeoutError:
        raise ProblemError(408, "slow", f"the body did not arrive within {WAIT_S} seconds") from None
    except ClientDisconnect:
        raise ProblemError(400, "cut-off", "the body was cut off") from None
    return b"".join(parts)


def format_of(request: Request, body: bytes, name: str) -> str:
    """The format of the body: as ``?format=`` says, as the content type says, or as it is seen from the body. Raises 415, 422."""
    asked = request.query_params.get("format", "")
    if asked and asked != readers.AUTO:
        try:
            readers.reader(asked)
        except UsageError as error:
            raise ProblemError(422, "format", str(error)) from error
        return asked
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _GENERAL:
        known = readers.by_media_type(kind)
        if known == readers.AUTO:
            raise ProblemError(415, "type", f"no reader for {kind!r}; there are {', '.join(readers.FORMATS)}, see ?format=")
        return known
    if not body.strip(b" \t\r\n\x00\xef\xbb\xbf"):
        return readers.AUTO  # empty: the reading says so
    found = readers.sniff(body, name)
    if found is None:
        raise ProblemError(415, "type", f"in no known format; there are {', '.join(readers.FORMATS)}, see ?format=")
    return found.name


def _too_large(limit: int) -> ProblemError:
    return ProblemError(413, "too-large", f"more than {limit:,} bytes", more={"limit": limit}, headers={"Connection": "close"})
