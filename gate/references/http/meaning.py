"""What an HTTP answer means: the one table.

Only a completed, well-formed answer counts. Status codes are those of RFC 9110, section 15, RFC 6585 (429, 511), RFC 7725
(451) and RFC 8470 (425). What happens before there is a status (no name, no connection, a time-out, a redirect to another
house) is told apart in :mod:`gate.references.http.transport`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from gate.model import Reason
from gate.references.http.bodies import Malformed, is_page
from gate.references.http.values import Failure, Fault, Raw

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Meaning:
    """``reason`` None means that there is an answer: the thing asked for where ``held``, else that it is not held.

    ``retry``   another attempt may bring an answer
    ``counts``  the status says something of the host, not only of this question: it brings the breaker nearer
    """

    reason: Reason | None
    held: bool = False
    retry: bool = False
    counts: bool = True


ANSWERED = Meaning(None, held=True)
NOT_HELD = Meaning(None)
_REFUSED = Meaning(Reason.REFUSED)
_NOT_UNDERSTOOD = Meaning(Reason.BAD_REQUEST, counts=False)
_LATER = Meaning(Reason.TIMEOUT, retry=True)

STATUSES: dict[int, Meaning] = {
    200: ANSWERED,
    404: NOT_HELD,
    410: NOT_HELD,
    401: _REFUSED,
    402: _REFUSED,
    403: _REFUSED,
    407: _REFUSED,
    451: _REFUSED,
    511: _REFUSED,  # a network that wants a login first
    408: _LATER,
    425: _LATER,
    429: Meaning(Reason.RATE_LIMITED, retry=True),
}
"""Single status codes; :data:`CLASSES` has the others by their hundreds."""

CLASSES: dict[int, Meaning] = {
    2: Meaning(Reason.MALFORMED),  # accepted but not done, no content, a part: never the whole answer
    3: Meaning(Reason.MALFORMED),  # a redirect that leads nowhere
    4: _NOT_UNDERSTOOD,
    5: Meaning(Reason.SERVER, retry=True),
}
_UNKNOWN = Meaning(Reason.MALFORMED)


def of_status(status: int) -> Meaning:
    """What a status code means, before the body is looked at."""
    return STATUSES.get(status) or CLASSES.get(status // 100, _UNKNOWN)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What was asked for, read."""

    value: T


@dataclass(frozen=True, slots=True)
class Missing:
    """It is not held; with the JSON that said so, if it was JSON."""

    value: object


def judge(
    raw: Raw,
    read: Callable[[Raw], T | Malformed],
    *,
    absent: bool = True,
    html_absent: bool = False,
    fault: Callable[[T], Fault | None] | None = None,
    wall: float = 0.0,
) -> Answer[T] | Missing | Failure:
    """What an answer means.

    ``read``         gives the value of the body, or says what is wrong with it
    ``absent``       "not held" is an answer to this question; where it is asked of an address that always exists, it is none
    ``html_absent``  a page for people with status 404 means "not held"
    ``fault``        the source's own check of a well-formed value
    ``wall``         now, in seconds since 1970, for a ``Retry-After`` that is a date
    """
    meaning = of_status(raw.status)
    if meaning.reason is not None:
        wait = retry_after(raw.header("retry-after"), wall)
        return Failure(meaning.reason, _said(raw), meaning.retry, wait, counts=meaning.counts)
    if not meaning.held:
        if not absent:
            return Failure(Reason.MALFORMED, f"status {raw.status} from an address that always exists")
        if is_page(raw.body, raw.content_type) and not html_absent:
            return Failure(Reason.MALFORMED, f"an HTML page with status {raw.status}")
        return Missing(_json_or_none(raw.body))
    if raw.header("x-sql-state"):  # Virtuoso: the time was up, and the rows are those found until then
        return Failure(Reason.TIMEOUT, "a part of the answer: the service's own time was up")
    value = read(raw)
    if isinstance(value, Malformed):
        return Failure(Reason.MALFORMED, str(value))
    found = fault(value) if fault is not None else None
    if found is not None:
        retry = found.reason in {Reason.SERVER, Reason.RATE_LIMITED, Reason.TIMEOUT}
        wait = retry_after(raw.header("retry-after"), wall)
        return Failure(found.reason, found.detail, retry, wait, counts=retry or found.reason is Reason.REFUSED)
    return Answer(value)


def retry_after(value: str, wall: float) -> float | None:
    """Seconds that ``Retry-After`` asks for: a number, or a date (RFC 9110, section 10.2.3) seen from ``wall``; or None."""
    from email.utils import parsedate_to_datetime  # not needed offline

    text = value.strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.fromtimestamp(wall, UTC)).total_seconds())


def _said(raw: Raw) -> str:
    """Status and the beginning of what the service says of it, unless that is a page."""
    if is_page(raw.body, raw.content_type):
        return f"status {raw.status}"
    words = " ".join(raw.body[:300].decode("utf-8", errors="replace").split())[:120]
    return f"status {raw.status}: {words}" if words else f"status {raw.status}"


def _json_or_none(body: bytes) -> object:
    try:
        value: object = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value
