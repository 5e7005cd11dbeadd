"""Everything a service, or what stands in front of it, is known to do wrong. Each fault writes to the connection itself."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache
from typing import TYPE_CHECKING

from gate.model import Reason

if TYPE_CHECKING:
    from tests.authorities.server import Handler, Response

PAGE = b"<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Welcome to the library network</h1></body></html>"
_DRIP_S = 0.05


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """``act(handler, response)`` in place of sending ``response``; ``reason`` is what the gate must call it."""

    act: Callable[[Handler, Response], None]
    reason: Reason
    retried: bool = False


def _status(
    status: int, body: bytes = b"", content_type: str = "text/plain", **headers: str
) -> Callable[[Handler, Response], None]:
    def act(handler: Handler, response: Response) -> None:
        handler.write(status, body, content_type, {name.replace("_", "-"): value for name, value in headers.items()})

    return act


def _body(change: Callable[[bytes], bytes], **headers: str) -> Callable[[Handler, Response], None]:
    """The right answer with its body changed, and an honest length."""

    def act(handler: Handler, response: Response) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.write(200, change(response.bytes), response.type, named)

    return act


def _wrong_type(body: bytes) -> bytes:
    if body.lstrip().startswith(b"<"):
        return b'<?xml version="1.0"?><other><thing/></other>'
    value = json.loads(body)
    return json.dumps({"data": value} if isinstance(value, list) else [value]).encode()


def _reset(handler: Handler, response: Response) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def _reset_midway(handler: Handler, response: Response) -> None:
    handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n" + response.bytes)
    time.sleep(_DRIP_S)
    _reset(handler, response)


def _hang(handler: Handler, response: Response) -> None:
    handler.authority.over.wait(120)
    handler.close_connection = True


def _drip(head: bytes, piece: bytes) -> Callable[[Handler, Response], None]:
    def act(handler: Handler, response: Response) -> None:
        handler.raw(head)
        while not handler.authority.over.wait(_DRIP_S):
            handler.raw(piece)
        handler.close_connection = True

    return act


def _endless(head: bytes) -> Callable[[Handler, Response], None]:
    def act(handler: Handler, response: Response) -> None:
        handler.raw(head + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        piece = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        while not handler.authority.over.is_set():
            handler.raw(piece)
        handler.close_connection = True

    return act


@cache
def _packed() -> bytes:
    return gzip.compress(b" " * 50_000_000)


def _bomb(handler: Handler, response: Response) -> None:
    handler.write(200, _packed(), "application/json", {"Content-Encoding": "gzip"})


def _length(share: float) -> Callable[[Handler, Response], None]:
    """A Content-Length that is not that of the body."""

    def act(handler: Handler, response: Response) -> None:
        length = str(int(len(response.bytes) * share)).encode()
        head = b"HTTP/1.1 200 OK\r\nContent-Type: " + response.type.encode() + b"\r\nContent-Length: " + length + b"\r\n\r\n"
        handler.raw(head + response.bytes)
        handler.close_connection = True

    return act


def _to(place: str) -> Callable[[Handler, Response], None]:
    def act(handler: Handler, response: Response) -> None:
        handler.write(302, b"", "text/plain", {"Location": place})

    return act


def _round_and_round(handler: Handler, response: Response) -> None:
    handler.write(302, b"", "text/plain", {"Location": handler.path})


def _dated(handler: Handler, response: Response) -> None:
    handler.write(429, b"slower", "text/plain", {"Retry-After": formatdate(time.time() + 2, usegmt=True)})


def _garbage(handler: Handler, response: Response) -> None:
    handler.raw(b"220 mail.example ESMTP ready\r\n")
    handler.close_connection = True


_OPEN = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"

MISBEHAVIOURS: dict[str, Misbehaviour] = {
    "reset": Misbehaviour(_reset, Reason.NETWORK, retried=True),
    "reset_midway": Misbehaviour(_reset_midway, Reason.NETWORK, retried=True),
    "not_http": Misbehaviour(_garbage, Reason.NETWORK, retried=True),
    "hang": Misbehaviour(_hang, Reason.TIMEOUT),
    "slow_drip": Misbehaviour(_drip(_OPEN, b" "), Reason.TIMEOUT),
    "slow_head": Misbehaviour(_drip(b"HTTP/1.1 200 OK\r\nX-Padding: ", b"x"), Reason.TIMEOUT),
    "408": Misbehaviour(_status(408), Reason.TIMEOUT, retried=True),
    "425": Misbehaviour(_status(425), Reason.TIMEOUT, retried=True),
    "429": Misbehaviour(_status(429, b"slower"), Reason.RATE_LIMITED, retried=True),
    "429_1": Misbehaviour(_status(429, b"slower", Retry_After="1"), Reason.RATE_LIMITED, retried=True),
    "429_date": Misbehaviour(_dated, Reason.RATE_LIMITED, retried=True),
    "429_3600": Misbehaviour(_status(429, b"slower", Retry_After="3600"), Reason.RATE_LIMITED),
    "500": Misbehaviour(_status(500, b'{"error": "oops"}', "application/json"), Reason.SERVER, retried=True),
    "502": Misbehaviour(_status(502, PAGE, "text/html"), Reason.SERVER, retried=True),
    "503": Misbehaviour(_status(503), Reason.SERVER, retried=True),
    "504": Misbehaviour(_status(504, PAGE, "text/html"), Reason.SERVER, retried=True),
    "400": Misbehaviour(_status(400, b'{"status": "error"}', "application/json"), Reason.BAD_REQUEST),
    "414": Misbehaviour(_status(414), Reason.BAD_REQUEST),
    "401": Misbehaviour(_status(401, WWW_Authenticate="Basic"), Reason.REFUSED),
    "403": Misbehaviour(_status(403, PAGE, "text/html"), Reason.REFUSED),
    "407": Misbehaviour(_status(407), Reason.REFUSED),
    "511": Misbehaviour(_status(511, PAGE, "text/html"), Reason.REFUSED),
    "login": Misbehaviour(_to("/accounts/login?next=%2F"), Reason.REFUSED),
    "off_host": Misbehaviour(_to("http://127.0.0.2:9/"), Reason.REFUSED),
    "file": Misbehaviour(_to("file:///etc/passwd"), Reason.REFUSED),
    "redirect_loop": Misbehaviour(_round_and_round, Reason.MALFORMED),
    "304": Misbehaviour(_status(304), Reason.MALFORMED),
    "204": Misbehaviour(_status(204), Reason.MALFORMED),
    "206": Misbehaviour(_status(206, b"{}", "application/json"), Reason.MALFORMED),
    "html": Misbehaviour(_status(200, PAGE, "text/html"), Reason.MALFORMED),
    "html_as_data": Misbehaviour(_body(lambda _: PAGE), Reason.MALFORMED),
    "html_404": Misbehaviour(_status(404, PAGE, "text/html"), Reason.MALFORMED),
    "empty": Misbehaviour(_body(lambda _: b""), Reason.MALFORMED),
    "truncated": Misbehaviour(_body(lambda body: body[: len(body) // 2]), Reason.MALFORMED),
    "wrong_type": Misbehaviour(_body(_wrong_type), Reason.MALFORMED),
    "not_text": Misbehaviour(_body(lambda _: b"\xff\xfe\x00\x80"), Reason.MALFORMED),
    "bad_gzip": Misbehaviour(_body(lambda body: body, Content_Encoding="gzip"), Reason.MALFORMED),
    "gzip_bomb": Misbehaviour(_bomb, Reason.MALFORMED),
    "endless": Misbehaviour(_endless(b"HTTP/1.1 200 OK"), Reason.MALFORMED),
    "endless_404": Misbehaviour(_endless(b"HTTP/1.1 404 Not Found"), Reason.MALFORMED),
    "endless_redirect": Misbehaviour(_endless(b"HTTP/1.1 302 Found\r\nLocation: /elsewhere"), Reason.MALFORMED),
    "length_too_long": Misbehaviour(_length(1.5), Reason.MALFORMED, retried=True),
    "length_too_short": Misbehaviour(_length(0.5), Reason.MALFORMED),
}
"""By name. ``refuse``, which closes the port, is :meth:`Authority.refuse` and is not in here."""
