"""Where a callback may go: to public addresses over HTTP(S), never into the network that the server itself stands in.

The name is looked up once, every address it has must be allowed, and the connection is made to one of exactly these, so that a
name whose address changes between the look and the call gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from gate.server.problems import ProblemError
from gate.settings import Settings

LIMIT = 2000  # characters


class ForbiddenAddressError(Exception):
    """The name leads where no callback may go, or nowhere."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to connect, and the name to ask for there. ``path`` holds the query too."""

    secure: bool
    host: str
    port: int
    ip: str
    path: str


def check_address(url: str, settings: Settings) -> None:
    """Raise 422 for an address that can never be called back. Names are looked up only when the callback is sent."""
    if not settings.callback_secret:
        raise ProblemError(422, "callback", "this server sends no callbacks: callback_secret is not set")
    try:
        _, host, _, _ = _taken_apart(url)
        _allowed_literal(host, settings)
    except ForbiddenAddressError as error:
        raise ProblemError(422, "callback", str(error)) from error


def resolve(url: str, settings: Settings) -> Address:
    """Look the name up. Raises :class:`ForbiddenAddressError`."""
    secure, host, port, path = _taken_apart(url)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ForbiddenAddressError(f"{host} cannot be found") from error
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        if not settings.callback_private and not _is_public(address):
            raise ForbiddenAddressError(f"{host} is a private address; callback_private would allow it")
    return Address(secure, host, port, addresses[0], path)


def _taken_apart(url: str) -> tuple[bool, str, int, str]:
    if len(url) > LIMIT or not url.isascii() or not url.isprintable() or " " in url:
        raise ForbiddenAddressError("a callback is an http or https address in ASCII")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ForbiddenAddressError("a callback is an http or https address") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ForbiddenAddressError("a callback is an http or https address without a user name")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return secure, parts.hostname, port or (443 if secure else 80), path


def _allowed_literal(host: str, settings: Settings) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost" and not settings.callback_private:
            raise ForbiddenAddressError("localhost is a private address; callback_private would allow it") from None
        return
    if not settings.callback_private and not _is_public(host):
        raise ForbiddenAddressError(f"{host} is a private address; callback_private would allow it")


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    if isinstance(mapped, ipaddress.IPv4Address):
        ip = mapped
    return ip.is_global and not ip.is_multicast
