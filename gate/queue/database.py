"""The connection to the queue's database: SQLite embedded, PostgreSQL by URL; transactions, and what becomes of failures.

An acknowledged write survives ``kill -9`` and a power cut: SQLite runs with a write-ahead log and ``synchronous=FULL``,
PostgreSQL with ``synchronous_commit=on`` whatever the server's default is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from gate.errors import MissingExtraError, QueueError, SettingsError

WAIT_S = 30  # for another writer


class Database:
    """A database that is there and can be reached. Threads and processes can share it; close it when done."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        self._refused: tuple[float, str] | None = None

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the database throughout. Raises :class:`QueueError`."""
        with self._failures(), self._engine.connect() as plain:
            connection = plain
            if self.dialect == "postgresql":
                connection = plain.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: when the block ends, all of it is on disk; when it raises, nothing is. Raises :class:`QueueError`."""
        with self._failures(), self._engine.connect() as plain:
            connection = plain.execution_options(gate_writes=True)
            try:
                with connection.begin():
                    yield connection
            except DBAPIError as error:
                if _is_of_the_disk(error):
                    self._refused = time.monotonic(), _short(error)
                raise

    def refused(self, within_s: float) -> str:
        """What the disk said to a write of this process at most ``within_s`` seconds ago, where that came to nothing; else empty.

        A disk that is full, or that the kernel made read-only, can still be read, and often written in what is allocated.
        """
        refused = self._refused
        return refused[1] if refused is not None and time.monotonic() - refused[0] <= within_s else ""

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except (OperationalError, PoolTimeoutError) as error:
            raise QueueError(f"the review queue cannot be used ({self.name}): {_short(error)}") from error
        except DBAPIError as error:
            if not (error.connection_invalidated or _is_outage(error) or _is_damaged(error)):
                raise
            raise QueueError(f"the review queue cannot be used ({self.name}): {_short(error)}") from error


def open_database(url: str, file: Path) -> Database:
    """The database of ``url``, or the SQLite file ``file`` where it is empty; its folder is made.

    Raises :class:`SettingsError` for an address that cannot be meant, :class:`MissingExtraError` without the driver, and
    :class:`QueueError` where nothing can be made there. Whether the database answers is seen at first use.
    """
    parsed = _parsed(url, file)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    try:
        engine = sqlalchemy.create_engine(
            parsed,
            pool_pre_ping=True,
            connect_args={
                "connect_timeout": 10,
                "tcp_user_timeout": WAIT_S * 1000,  # a server whose machine is gone, not only its process
                "options": f"-c synchronous_commit=on -c lock_timeout={WAIT_S}s -c client_encoding=UTF8",
            },
        )
    except ModuleNotFoundError as error:
        raise MissingExtraError("a review queue in PostgreSQL", "postgres") from error
    return Database(engine, parsed.render_as_string(hide_password=True))


def _parsed(url: str, file: Path) -> URL:
    if not url:
        return URL.create("sqlite", database=str(file))
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        backend = ""
    if backend not in ("sqlite", "postgresql"):
        # the address itself is not shown: it may hold a password
        raise SettingsError("queue_url is no address of a database: sqlite:///FILE or postgresql://USER@HOST/NAME")
    if backend == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise SettingsError("queue_url: a queue in memory would be lost; name a file, sqlite:///FILE")
        return parsed.set(drivername="sqlite")
    return parsed.set(drivername="postgresql+psycopg")


def _sqlite(url: URL) -> Database:
    path = Path(url.database or "")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise QueueError(f"the review queue cannot be made ({path}): {error.strerror or error}") from error
    engine = sqlalchemy.create_engine(url, connect_args={"timeout": WAIT_S})

    @event.listens_for(engine, "connect")
    def configure(raw: object, _: ConnectionPoolEntry) -> None:
        import sqlite3

        if not isinstance(raw, sqlite3.Connection):
            return
        raw.isolation_level = None  # the driver opens no transaction of its own; see begin below
        cursor = raw.cursor()
        for pragma in (f"busy_timeout={WAIT_S * 1000}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes its place in the queue at once: one that reads first and writes later could find the lock taken for good.
        writes = connection.get_execution_options().get("gate_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return Database(engine, str(path))


def _short(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:300] or type(cause).__name__


def _is_of_the_disk(error: DBAPIError) -> bool:
    """Whether there is no room, or nothing can be written (SQLSTATE 25006, classes 53 and 58; SQLite by its own names)."""
    state = str(getattr(error.orig, "sqlstate", None) or "")
    named = str(getattr(error.orig, "sqlite_errorname", ""))
    return state == "25006" or state[:2] in ("53", "58") or named.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"))


def _is_damaged(error: DBAPIError) -> bool:
    """Whether SQLite says that the file is no database, or a broken one (SQLITE_NOTADB, SQLITE_CORRUPT)."""
    return getattr(error.orig, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT")


def _is_outage(error: DBAPIError) -> bool:
    """Whether the server is shutting down, out of room or out of connections: SQLSTATE classes 08, 53, 55, 57, 58.

    Or the file is no database, or a damaged one: the only errors that SQLite's driver gives no closer class.
    """
    if type(error) is DatabaseError:
        return True
    state = getattr(error.orig, "sqlstate", None)
    return isinstance(state, str) and state[:2] in {"08", "53", "55", "57", "58"}
