"""Answers of earlier runs, in one SQLite file that several processes may use at once.

Only completed, well-formed answers are kept: what is held for ``cache_days``; what is not held, and a search that found nothing,
for ``cache_absent_days``. A failure is never kept. An answer past its term is used by an offline run alone, and marked.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from gate.references.http.clock import Clock, iso
from gate.references.http.meaning import of_status
from gate.references.http.values import Raw, Request
from gate.settings import Settings

T = TypeVar("T")

FILE = "answers-1.sqlite"  # the number is that of the form below
_DAY_S = 86_400.0
_BUSY_S = 1.0
_KEEP_DAYS = 365
_SCHEMA = """
create table if not exists answers (
    key text primary key, source text not null, url text not null, status integer not null, content_type text not null,
    headers text not null, body blob not null, given real not null
);
create index if not exists answers_of_source on answers (source);
"""


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What the cache holds: by source how many answers, ``absent`` of them "not held"; ``size`` in bytes; ``oldest`` ISO 8601."""

    file: Path
    size: int
    answers: tuple[tuple[str, int], ...]
    absent: int
    oldest: str
    newest: str


class Cache:
    """The answers kept on this machine. ``folder`` None keeps nothing. ``warning`` says what went wrong, if anything did."""

    def __init__(self, folder: Path | None, days: int, absent_days: int, clock: Clock) -> None:
        self._file = None if folder is None else folder / FILE
        self._days = days
        self._absent_days = absent_days
        self._clock = clock
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self.warning = ""

    def get(self, request: Request, *, stale: bool = False) -> Raw | None:
        """The answer kept for ``request``, if it is within its term; with ``stale`` also one that is held but past it."""
        if self._connection is None and (self._file is None or not self._file.is_file()):
            return None  # nothing was ever kept, so no file need be made for it
        row = self._run(lambda connection: _read(connection, request.key), None)
        if row is None:
            return None
        raw, given = row
        held = of_status(raw.status).held and not raw.empty
        age = self._clock.wall() - given
        past = age > (self._days if held else self._absent_days) * _DAY_S
        past |= age < -_DAY_S  # from the future: the clock was set back, and the term cannot be told
        return None if past and not (stale and held) else raw.aged(past)

    def put(self, request: Request, raw: Raw) -> None:
        """Keep an answer that was read as well-formed, or as "not held"."""
        values = (request.key, request.source, request.url, raw.status, raw.content_type, json.dumps(raw.headers))
        packed = zlib.compress(raw.body, 1)
        given = datetime.fromisoformat(raw.as_of).timestamp()
        statement = "insert or replace into answers values (?, ?, ?, ?, ?, ?, ?, ?)"
        self._run(lambda connection: connection.execute(statement, (*values, packed, given)).rowcount, 0)

    def info(self) -> CacheInfo | None:
        """What is kept; None where nothing was ever kept, or it cannot be read."""
        if self._file is None or not self._file.is_file():
            return None
        file = self._file
        size = sum(one.stat().st_size for one in file.parent.glob(f"{FILE}*"))
        return self._run(lambda connection: _info(connection, file, size), None)

    def clear(self) -> int:
        """Forget everything; how many answers that were."""
        if self._file is None or not self._file.is_file():
            return 0
        count = self._run(lambda connection: connection.execute("delete from answers").rowcount, 0)
        self._run(lambda connection: connection.execute("vacuum").rowcount, 0)
        return count

    def close(self) -> None:
        """Drop what no run would use any more, and let go of the file."""
        if self._connection is None:
            return
        now = self._clock.wall()
        ends = (now - max(_KEEP_DAYS, self._days) * _DAY_S, now - self._absent_days * _DAY_S)
        statement = "delete from answers where given < ? or (status <> 200 and given < ?)"
        self._run(lambda connection: connection.execute(statement, ends).rowcount, 0)
        with self._lock:
            self._disconnect()

    def _run(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Do ``work``. A cache that cannot be used costs the answers kept, never a run: a damaged file is made anew."""
        with self._lock:
            if self._file is None:
                return otherwise
            try:
                if self._connection is None:
                    self._connection = _open(self._file)
                return work(self._connection)
            except (OSError, sqlite3.OperationalError) as error:
                self._excuse(error)
            except (sqlite3.DatabaseError, zlib.error, ValueError, TypeError) as error:
                self._begin_anew(error)
            return otherwise

    def _excuse(self, error: Exception) -> None:
        words = str(error)
        if "locked" in words:
            return  # another process writes for long; this one answer is not kept
        self.warning = f"{self._file}: {words}; answers are not kept"
        if "readonly" not in words:
            self._disconnect()
            self._file = None

    def _begin_anew(self, error: Exception) -> None:
        self._disconnect()
        if self._file is None:
            return
        self.warning = f"{self._file}: damaged ({error}); the cache of answers was begun anew"
        try:
            for one in self._file.parent.glob(f"{FILE}*"):
                one.unlink()
        except OSError:
            self._file = None

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _open(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(file, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("pragma synchronous = normal")
        connection.executescript(_SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _read(connection: sqlite3.Connection, key: str) -> tuple[Raw, float] | None:
    query = "select status, content_type, headers, body, given from answers where key = ?"
    row = connection.execute(query, (key,)).fetchone()
    if row is None:
        return None
    status, content_type, headers, body, given = row
    fields = tuple((str(name), str(value)) for name, value in json.loads(headers))
    return Raw(int(status), zlib.decompress(body), content_type, fields, iso(given)), float(given)


def _info(connection: sqlite3.Connection, file: Path, size: int) -> CacheInfo:
    answers = connection.execute("select source, count(*) from answers group by source order by source").fetchall()
    absent = connection.execute("select count(*) from answers where status <> 200").fetchone()[0]
    oldest, newest = connection.execute("select min(given), max(given) from answers").fetchone()
    return CacheInfo(
        file,
        size,
        tuple((name, count) for name, count in answers),
        absent,
        iso(oldest) if oldest else "",
        iso(newest) if newest else "",
    )


def folder(settings: Settings) -> Path:
    """Where answers and the pace of requests are kept."""
    return settings.cache / "live"


def cache_info(settings: Settings) -> CacheInfo | None:
    """What the cache of live answers holds (``gate refs cache info``); None where there is none."""
    cache = Cache(folder(settings), settings.cache_days, settings.cache_absent_days, Clock())
    try:
        return cache.info()
    finally:
        cache.close()


def cache_clear(settings: Settings) -> int:
    """Forget every live answer (``gate refs cache clear``); how many there were."""
    cache = Cache(folder(settings), settings.cache_days, settings.cache_absent_days, Clock())
    try:
        return cache.clear()
    finally:
        cache.close()
