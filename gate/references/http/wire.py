"""A request as it goes out: with contact and key, which the request itself does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode, urlsplit

from gate.references.http.service import Service
from gate.references.http.values import Request

Params = Mapping[str, str] | Iterable[tuple[str, str]]
_TELLING = 6
"""Shorter texts are no secret worth the name, and would be found in many an innocent body."""


@dataclass(frozen=True, slots=True)
class Wire:
    """What is sent. ``hosts`` is where a redirect may lead, ``secrets`` are the texts that must not come back in an answer."""

    method: str
    url: str = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    hosts: frozenset[str]
    body: bytes = b""
    login: tuple[str, str] | None = field(default=None, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)


def wire(request: Request, service: Service, contact: str) -> Wire:
    """``request`` as ``service`` wants it. ``contact`` is an e-mail address, or empty."""
    extra: list[tuple[str, str]] = []
    headers = {"Accept": request.accept}
    if request.content_type:
        headers["Content-Type"] = request.content_type
    if contact and service.contact_parameter:
        extra.append((service.contact_parameter, contact))
    if service.api_key and service.key_parameter:
        extra.append((service.key_parameter, service.api_key))
    elif service.api_key and service.key_header:
        headers[service.key_header] = service.key_prefix + service.api_key
    hosts = {service.host, urlsplit(service.url).hostname or "", *service.hosts}
    secrets = tuple(form for text in (service.api_key, contact) if len(text) >= _TELLING for form in (text, quote(text, safe="")))
    return Wire(request.method, address(request.url, extra), headers, frozenset(hosts), request.body, service.login, secrets)


def address(url: str, params: Params) -> str:
    """``url`` with ``params`` as its query, or after the query it has; each escaped in full."""
    text = encoded(params)
    if not text:
        return url
    return f"{url}{'&' if '?' in url else '?'}{text}"


def encoded(params: Params) -> str:
    """``params`` as a query or a form: ``%20`` for a blank, since not every service reads ``+``."""
    return urlencode(list(params.items() if isinstance(params, Mapping) else params), quote_via=quote)
