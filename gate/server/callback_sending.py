"""Sending one callback: a JSON body, signed, to an address that was allowed.

``Gate-Signature: t=SECONDS,v1=HEX`` is HMAC-SHA-256 over ``SECONDS.BODY`` with ``callback_secret``; by its time a receiver can
refuse what is old. ``Gate-Event`` is the number of the event: a receiver that has seen it can acknowledge without acting again.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import socket
import ssl
import time

from gate.queue.export_jsonl import event_value
from gate.queue.service_callbacks import Due
from gate.server.callback_addresses import Address, ForbiddenAddressError, resolve
from gate.settings import Settings
from gate.version import __version__

TIMEOUT_S = 10


def send(due: Due, settings: Settings) -> str:
    """Tell the subscriber; gives an empty text where it acknowledged (2xx), else why it did not."""
    body = json.dumps({"format": "gate-event/1", **event_value(due.event)}, ensure_ascii=True, sort_keys=True).encode("ascii")
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"catalog-gate/{__version__}",
        "Gate-Event": str(due.event.id),
        "Gate-Signature": signature(body, settings.callback_secret, int(time.time())),
    }
    try:
        status = _post(resolve(due.url, settings), body, headers)
    except ForbiddenAddressError as error:
        return str(error)
    except (OSError, http.client.HTTPException) as error:
        return f"{type(error).__name__}: {error}"
    return "" if 200 <= status < 300 else f"answered {status}"


def signature(body: bytes, secret: str, seconds: int) -> str:
    """The value of ``Gate-Signature``."""
    digest = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={digest}"


def _post(address: Address, body: bytes, headers: dict[str, str]) -> int:
    connected: socket.socket = socket.create_connection((address.ip, address.port), TIMEOUT_S)
    try:
        if address.secure:
            connected = ssl.create_default_context().wrap_socket(connected, server_hostname=address.host)
        connection = http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT_S)
        connection.sock = connected
        connection.request("POST", address.path, body, headers)
        return connection.getresponse().status
    finally:
        connected.close()
