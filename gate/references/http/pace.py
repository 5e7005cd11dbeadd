"""How fast a host is asked, by all threads and processes of this machine together.

A request takes a lease. It counts until one window after its answer came, so that, whatever the network does to the order and
spacing of requests, the host never sees more than its limit in any window: a request reaches it before its answer does, and the
request that takes its place leaves one window after that. A limit that counts departures cannot promise this.

Leases are rows of a small SQLite file; one that a dead process left behind runs out by itself. Times are on the monotonic
clock, which all processes of a machine share, so that setting the wall clock changes nothing. After a restart of the machine
that clock begins anew, and leases that end absurdly late are dropped.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from gate.references.http.clock import Clock
from gate.references.http.service import Limit

_POLL_S = 0.02
_FORGET_S = 900.0
_SCHEMA = """
create table if not exists leases (id integer primary key, host text not null, ends real not null, under_way integer not null);
create index if not exists leases_of_host on leases (host, ends);
"""


class Pace:
    """The leases of a run. Without a usable ``file`` it holds among the threads of this process only."""

    def __init__(self, file: Path | None, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self.warning = ""
        self._file = file
        self._connection: sqlite3.Connection | None = None

    @contextlib.contextmanager
    def lease(self, host: str, limit: Limit, *, until: float, longest: float) -> Iterator[bool]:
        """Wait for a place and hold it; gives False where none is free before ``until`` (monotonic seconds).

        ``longest`` is how many seconds the request may take.
        """
        number = self._wait(host, limit, until, longest)
        try:
            yield number is not None
        finally:
            if number is not None:
                self._write(
                    "update leases set ends = ?, under_way = 0 where id = ?", self._clock.monotonic() + limit.seconds, number
                )

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _wait(self, host: str, limit: Limit, until: float, longest: float) -> int | None:
        while True:
            now = self._clock.monotonic()
            if now >= until:
                return None
            number, wait = self._take(host, limit, now, longest)
            if number is not None:
                return number
            if now + wait >= until:
                return None
            self._clock.sleep(wait)

    def _take(self, host: str, limit: Limit, now: float, longest: float) -> tuple[int | None, float]:
        """A lease, or None and how long to wait before asking again."""
        try:
            with self._lock, self._transaction() as connection:
                connection.execute("delete from leases where ends <= ? or ends > ?", (now, now + _FORGET_S + limit.seconds))
                rows = connection.execute("select ends, under_way from leases where host = ? order by ends", (host,)).fetchall()
                under_way = sum(1 for _, flag in rows if flag)
                if len(rows) < limit.requests and under_way < limit.concurrency:
                    cursor = connection.execute(
                        "insert into leases (host, ends, under_way) values (?, ?, 1)", (host, now + longest + limit.seconds)
                    )
                    return cursor.lastrowid, 0.0
        except sqlite3.DatabaseError as error:
            self._start_anew(error)
            return None, _POLL_S
        if under_way:  # when a request that is under way will end is not known
            return None, _POLL_S
        return None, max(float(rows[len(rows) - limit.requests][0]) - now, 0.001)

    def _write(self, statement: str, *values: object) -> None:
        # a lease that cannot be given back runs out by itself
        with self._lock, contextlib.suppress(sqlite3.DatabaseError), self._transaction() as connection:
            connection.execute(statement, values)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        if connection is None:
            connection = self._connection = self._open()
        connection.execute("begin immediate")
        try:
            yield connection
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    def _open(self) -> sqlite3.Connection:
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                return self._prepared(str(self._file))
            except (OSError, sqlite3.DatabaseError) as error:
                self.warning = f"{self._file}: {error}; the pace of requests is not shared with other processes"
                self._file = None
        return self._prepared(":memory:")

    @staticmethod
    def _prepared(name: str) -> sqlite3.Connection:
        connection = sqlite3.connect(name, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("pragma synchronous = off")  # worth nothing after a crash of the machine
            connection.executescript(_SCHEMA)
        except BaseException:
            connection.close()
            raise
        return connection

    def _start_anew(self, error: sqlite3.DatabaseError) -> None:
        """Leave a file that cannot be used; a lock that is merely held too long is waited for once more."""
        if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
            return
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            if self._file is not None:
                self.warning = f"{self._file}: {error}; it was made anew"
                with contextlib.suppress(OSError):
                    self._file.unlink()
