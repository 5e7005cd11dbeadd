"""What goes to a service and what comes back, as values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias, TypeVar

from gate.model import Evidence, Reason, Unavailable

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
_EMPTY = "x-gate-empty"  # a mark of ours among the header fields kept


@dataclass(frozen=True, slots=True)
class Request:
    """One question, without secrets: neither key nor contact is in it, so it can be kept and shown as it stands."""

    source: str
    method: str
    url: str
    accept: str
    body: bytes = b""
    content_type: str = ""

    @property
    def key(self) -> str:
        """The name of this question in the cache and among recorded exchanges: a SHA-256 in hexadecimal."""
        parts = (self.source, self.method, self.url, self.accept, self.content_type)
        return hashlib.sha256("\n".join(parts).encode() + b"\n" + self.body).hexdigest()


@dataclass(frozen=True, slots=True)
class Raw:
    """An HTTP answer as it came: status, body (unpacked), the few header fields that carry meaning, and when it was given.

    ``as_of``       ISO 8601, UTC
    ``from_cache``  it was given in an earlier run
    ``stale``       it is older than the cache's term, and was used because the run is offline
    """

    status: int
    body: bytes = field(repr=False)
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    as_of: str = ""
    from_cache: bool = False
    stale: bool = False

    def header(self, name: str) -> str:
        """A header field by its lower-case name, or the empty string."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def empty(self) -> bool:
        """Whether it was found to say that nothing is held, in a body of status 200."""
        return bool(self.header(_EMPTY))

    def marked_empty(self) -> Raw:
        """This answer, as one that says that nothing is held."""
        return replace(self, headers=(*self.headers, (_EMPTY, "1")))

    def aged(self, stale: bool) -> Raw:
        """This answer, as one out of the cache."""
        return replace(self, from_cache=True, stale=stale)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a source's own reading of a well-formed body finds wrong with it: an error told with status 200, for example.

    SERVER, RATE_LIMITED and TIMEOUT are tried again; these and REFUSED bring the host's breaker nearer, other reasons do not.
    """

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """One attempt that brought no answer.

    ``retry``        another attempt may bring one
    ``retry_after``  seconds that the service asks us to wait
    ``unreachable``  nobody was reached at all: no name, no connection, no TLS
    ``counts``       whether it says something of the host, not only of this question
    """

    reason: Reason
    detail: str = ""
    retry: bool = False
    retry_after: float | None = None
    unreachable: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Reply(Generic[T_co]):
    """A completed, well-formed answer (status 200). ``url`` has no secrets; the other fields are as in :class:`Raw`."""

    source: str
    body: T_co
    url: str
    as_of: str
    from_cache: bool = False
    stale: bool = False
    status: int = 200

    @property
    def evidence(self) -> Evidence:
        """Who said so, when, and where to look."""
        return Evidence(self.source, self.as_of, self.url, self.stale)


@dataclass(frozen=True, slots=True)
class NotHeld:
    """A completed answer that says "not here" (status 404 or 410): Absent or Silent, as the source knows.

    ``body`` is the JSON value that came with it, or None where that was something else.
    """

    source: str
    status: int
    body: object
    url: str
    as_of: str
    from_cache: bool = False
    stale: bool = False

    @property
    def evidence(self) -> Evidence:
        """Who said so, when, and where to look."""
        return Evidence(self.source, self.as_of, self.url, self.stale)


Got: TypeAlias = Reply[T] | NotHeld | Unavailable
