"""Connections that tell the attempt they serve when they are made, so that it can be ended from outside, whatever it hangs on.

A read time-out of the HTTP library is a limit on each piece, so a server that drips a byte a second is never caught by it;
name resolution has no limit at all.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

if TYPE_CHECKING:
    from urllib3.connectionpool import ConnectionPool
    from urllib3.poolmanager import PoolManager, ProxyManager

_here = threading.local()


class Attempt:
    """One request under way in a thread of its own. ``connected`` is set once it is sent, or has failed before that."""

    def __init__(self) -> None:
        self.connected = threading.Event()
        self.ended = threading.Event()
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def begin(self) -> None:
        """The thread that calls this works for this attempt."""
        _here.attempt = self

    def uses(self, sock: socket.socket | None) -> None:
        """The request was sent over this socket."""
        with self._lock:
            self._socket = sock
            if self.ended.is_set():
                self._shut()
        self.connected.set()

    def end(self) -> None:
        """Give up: what the thread still waits for comes to nothing."""
        with self._lock:
            self.ended.set()
            self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # it may be closed already
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)  # the plain one: TLS would first say goodbye


def _tell(sock: object) -> None:
    attempt = getattr(_here, "attempt", None)
    if isinstance(attempt, Attempt):
        attempt.uses(sock if isinstance(sock, socket.socket) else None)


class _Connection(HTTPConnection):
    def send(self, data: object) -> None:
        super().send(data)  # type: ignore[arg-type]
        _tell(self.sock)


class _SecureConnection(HTTPSConnection):
    def send(self, data: object) -> None:
        super().send(data)  # type: ignore[arg-type]
        _tell(self.sock)


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class Adapter(HTTPAdapter):
    """The adapter of our sessions, for direct and for proxied connections."""

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **more: object) -> None:
        """Make the pools, of our connections."""
        super().init_poolmanager(connections, maxsize, block, **more)
        _ours(self.poolmanager)

    def proxy_manager_for(self, proxy: str, **more: object) -> ProxyManager:
        """The pools of a proxy, of our connections."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **more)
        _ours(manager)
        return manager


def _ours(manager: PoolManager) -> None:
    classes: dict[str, type[ConnectionPool]] = {"http": _Pool, "https": _SecurePool}
    manager.pool_classes_by_scheme = classes
