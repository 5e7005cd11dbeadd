"""A live service, as the HTTP layer sees it: where it is, how fast it may be asked, and how it wants to be told who asks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit, urlunsplit


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``requests`` in any ``seconds``, and ``concurrency`` at a time."""

    requests: int
    seconds: float
    concurrency: int

    @classmethod
    def of_rate(cls, rate: float, concurrency: int) -> Limit:
        """The limit for ``rate`` requests a second, which may be a fraction; no window is shorter than a second."""
        requests = max(1, math.floor(rate))
        return cls(requests, requests / rate, concurrency)


@dataclass(frozen=True, slots=True)
class Service:
    """One live service.

    ``name``               the source's name
    ``url``                base address; every request goes to it or below it
    ``limit``              how fast it may be asked
    ``hosts``              further hosts that it may redirect to
    ``contact_parameter``  the query parameter that carries the user's address, if any (``mailto``, ``email``)
    ``key_parameter``      the query parameter that carries the user's key, or
    ``key_header``         the header field that does, with ``key_prefix`` before the key
    ``login``              user name and password out of the configured address
    ``html_absent``        its "not found" is a page for people; elsewhere such a page proves nothing
    ``absent_mark``        a text that its own page for "not found" has, and by which that page is known
    """

    name: str
    url: str
    limit: Limit
    hosts: frozenset[str] = frozenset()
    contact_parameter: str = ""
    key_parameter: str = ""
    key_header: str = ""
    key_prefix: str = ""
    api_key: str = field(default="", repr=False)
    login: tuple[str, str] | None = field(default=None, repr=False)
    html_absent: bool = False
    absent_mark: str = ""

    @property
    def host(self) -> str:
        """Host and port: what limits and breakers are kept by."""
        return urlsplit(self.url).netloc.lower()

    def at(self, *segments: str) -> str:
        """The address of ``segments`` below the base, each escaped in full: a DOI stays one segment whatever is in it.

        Raises ValueError on a segment that is empty or made of dots, which would denote another place.
        """
        for segment in segments:
            if segment in {"", ".", ".."}:
                raise ValueError(f"not a path segment: {segment!r}")
        return "/".join((self.url.rstrip("/"), *(quote(segment, safe="") for segment in segments)))

    def covers(self, url: str) -> bool:
        """Whether ``url`` is this service's base address or below it."""
        base, asked = urlsplit(self.url), urlsplit(url)
        if (base.scheme, base.netloc) != (asked.scheme, asked.netloc):
            return False
        root = base.path.rstrip("/")
        return asked.path == base.path or asked.path == root or asked.path.startswith(root + "/")


def without_login(url: str) -> tuple[str, tuple[str, str] | None]:
    """An address without user name and password, and those two, where it had them."""
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url, None
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])), (parts.username or "", parts.password or "")
