"""What every part of the server shares: settings, queue, checker, tokens, limits, measures."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread
from starlette.requests import HTTPConnection

from gate.queue import open_queue
from gate.queue.service_answers import Answers
from gate.queue.service_callbacks import Callbacks
from gate.queue.service_jobs import Jobs
from gate.queue.service_tokens import Tokens
from gate.queue.store import Queue
from gate.server.checker import Checker
from gate.server.metrics import Metrics
from gate.server.problems import ProblemError
from gate.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")
_CHECKING_OFFLINE = 1  # a check is work for one core; more threads of one process would only take turns
_CHECKING_LIVE = 8  # live checks mostly wait
_ASKING = 8  # calls to the database at once
INDEXING_RETRY_S = 3
_log = logging.getLogger("gate.server")


@dataclass(frozen=True, slots=True)
class Options:
    """How ``gate serve`` was called. ``rules`` empty means those of the settings."""

    rules: str = ""
    offline: bool = False


class Service:
    """One server process. Raises :class:`~gate.errors.GateError` where the queue or the rules cannot be used at the start."""

    def __init__(self, settings: Settings, options: Options = Options()) -> None:
        self.settings = settings
        self.checker = Checker(settings, options.rules, offline=options.offline)
        self.queue: Queue = open_queue(settings)
        owner = secrets.token_hex(8)
        self.tokens = Tokens(self.queue.database)
        self.answers = Answers(self.queue.database, owner)
        self.jobs = Jobs(self.queue.database, owner)
        self.callbacks = Callbacks(self.queue.database, owner)
        self.session_key = self.tokens.session_key()
        self.metrics = Metrics()
        self._checking = anyio.CapacityLimiter(_CHECKING_OFFLINE if options.offline else _CHECKING_LIVE)
        self._asking = anyio.CapacityLimiter(_ASKING)
        self._waiting = 0
        self.indexed = threading.Event()

    def now(self) -> datetime:
        """The time, UTC."""
        return datetime.now(UTC)

    async def ask(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Make a short call, to the database say, off the event loop."""
        return await anyio.to_thread.run_sync(lambda: call(*args, **kwargs), limiter=self._asking)

    def make_indexes(self) -> None:
        """Make the indexes that the sources lack, which takes a while at the first start; until then checks are put off."""
        try:
            self.checker.warm()
        except Exception:  # noqa: BLE001 - not hidden: it is told here, and again, record by record, by every check
            _log.exception("the sources could not be made ready")
        self.indexed.set()

    async def work(self, call: Callable[[], T]) -> T:
        """Make a long call, a check, in turn. Raises 429 where too many wait already, and 503 while indexes are made."""
        if not self.indexed.is_set():
            detail = "the snapshots are being indexed for the first time; come back later"
            raise ProblemError(503, "indexing", detail, headers={"Retry-After": str(INDEXING_RETRY_S)})
        if self._waiting >= self.settings.server_waiting:
            self.metrics.refused.inc()
            detail = f"{self._waiting} checks run or wait here already; come back later"
            raise ProblemError(429, "busy", detail, headers={"Retry-After": "2"})
        self._waiting += 1
        self.metrics.waiting.set(self._waiting)
        try:
            return await anyio.to_thread.run_sync(call, limiter=self._checking)
        finally:
            self._waiting -= 1
            self.metrics.waiting.set(self._waiting)

    def close(self) -> None:
        """Close sources and database. Sources that are being indexed end with the process; a part of an index is no index."""
        if self.indexed.is_set():
            self.checker.close()
        self.queue.close()


def service_of(connection: HTTPConnection) -> Service:
    """The service that a request came to."""
    service = connection.app.state.service
    assert isinstance(service, Service)  # noqa: S101 - set where the application is made
    return service
