"""A store in PostgreSQL: the tables of an index file in a schema of the database, one schema a snapshot.

Filing is a transaction a batch, with the journal in it; indexes are made at the end, and the schema then takes the place of the
published one in one transaction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, SupportsBytes, SupportsInt, cast

import psycopg
import sqlalchemy
from psycopg import sql
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from gate.model import Reason
from gate.references.local.filing import Filed
from gate.references.local.tables import INDEX_FORMAT, RARE, deletions
from gate.references.stores.backend import StoreFailedError

_TABLES = """
CREATE TABLE entity (n bigint PRIMARY KEY, iri text NOT NULL UNIQUE, brief text NOT NULL, data bytea NOT NULL);
CREATE TABLE identifier (key text NOT NULL, n bigint NOT NULL);
CREATE TABLE cited (key text NOT NULL, n bigint NOT NULL, place integer NOT NULL);
CREATE TABLE block (key bigint NOT NULL, n bigint NOT NULL);
CREATE TABLE heading (key text NOT NULL, rank integer NOT NULL, n bigint NOT NULL);
CREATE TABLE spelling (key bigint NOT NULL, word text NOT NULL);
CREATE TABLE word (word text PRIMARY KEY);
CREATE TABLE frequent (key bigint PRIMARY KEY, number bigint NOT NULL);
CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL);
"""
# A hash index would do for the texts, but it has no order: what is asked comes by number.
_INDEXES = f"""
CREATE INDEX ON block (key, n);
INSERT INTO frequent SELECT key, count(*) FROM block GROUP BY key HAVING count(*) > {RARE};
CREATE INDEX ON identifier (key, n);
CREATE INDEX ON cited (key, n, place);
CREATE INDEX ON heading (key, rank, n);
CREATE INDEX ON spelling (key, word);
ANALYZE entity, identifier, cited, block, heading, spelling, frequent;
"""  # noqa: S608 - a number


class _Value(SupportsInt, SupportsBytes, Protocol):
    """A number or bytes, as the column has it."""


_SAFE = re.compile(r"[a-z0-9_]+")


class Postgres:
    """See :class:`gate.references.stores.backend.Backend`."""

    def __init__(self, url: str, name: str, timeout: float) -> None:
        """``timeout``: seconds for one statement of a look-up."""
        self._timeout = timeout
        self._schema = f"gate_{name.replace('-', '_')}"
        self._new = f"{self._schema}__new"
        if not _SAFE.fullmatch(self._new) or len(self._new) > 63:
            raise StoreFailedError(Reason.BAD_REQUEST, f"{name!r} cannot name a schema")
        self._engine = sqlalchemy.create_engine(
            sqlalchemy.make_url(url).set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=20,
            pool_timeout=timeout,
            connect_args={"connect_timeout": 5, "options": f"-c search_path={self._schema} -c client_encoding=UTF8"},
        )

    def manifest(self) -> str:
        """See :class:`~gate.references.stores.backend.Backend`."""
        with self._asked() as connection:
            if connection.execute(text("SELECT to_regclass(:t)"), {"t": f"{self._schema}.meta"}).scalar() is None:
                return ""
            told = _pairs(connection)
        if told.get("format") != str(INDEX_FORMAT):
            wanted, found = INDEX_FORMAT, told.get("format")
            raise StoreFailedError(Reason.DAMAGED, f"published in format {found}, and this gate reads {wanted}: publish it again")
        return told.get("manifest", "")

    def identified(self, key: str) -> tuple[int, bytes] | None:
        """See :class:`~gate.references.local.rows.Rows`."""
        query = "SELECT e.n, e.data FROM identifier i JOIN entity e USING (n) WHERE i.key = :key ORDER BY i.n LIMIT 1"
        row = next(iter(self._all(query, key=key)), None)
        return None if row is None else (int(row[0]), bytes(row[1]))

    def cited(self, key: str, most: int) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        rows = self._all("SELECT n, place FROM cited WHERE key = :key ORDER BY n, place LIMIT :most", key=key, most=most)
        return [(int(n), int(place)) for n, place in rows]

    def data(self, number: int) -> bytes | None:
        """See :class:`~gate.references.local.rows.Rows`."""
        row = next(iter(self._all("SELECT data FROM entity WHERE n = :n", n=number)), None)
        return None if row is None else bytes(row[0])

    def headed(self, keys: Sequence[str]) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        rows = self._all("SELECT DISTINCT rank, n FROM heading WHERE key = ANY(:keys) ORDER BY rank, n", keys=[*keys])
        return [(int(rank), int(n)) for rank, n in rows]

    def frequencies(self, keys: Sequence[int]) -> dict[int, int]:
        """See :class:`~gate.references.local.rows.Rows`."""
        rows = self._all("SELECT key, number FROM frequent WHERE key = ANY(CAST(:keys AS bigint[]))", keys=[*keys])
        return {int(key): int(number) for key, number in rows}

    def sharing(self, keys: Sequence[int], most: int) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        query = """
            SELECT n, count(*) AS c FROM block WHERE key = ANY(CAST(:keys AS bigint[]))
            GROUP BY n ORDER BY c DESC, n LIMIT :most
        """
        return [(int(n), int(count)) for n, count in self._all(query, keys=[*keys], most=most)]

    def briefs(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        rows = self._all("SELECT n, brief FROM entity WHERE n = ANY(CAST(:numbers AS bigint[]))", numbers=[*numbers])
        return [(int(n), str(brief)) for n, brief in rows]

    def words(self, keys: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        rows = self._all("SELECT key, word FROM spelling WHERE key = ANY(CAST(:keys AS bigint[]))", keys=[*keys])
        return [(int(key), str(word)) for key, word in rows]

    def begin(self, manifest: str, sha256: str) -> int:
        """See :class:`~gate.references.stores.backend.Backend`."""
        with self._filing() as connection:
            if connection.execute(text("SELECT to_regclass(:t)"), {"t": f"{self._new}.meta"}).scalar() is not None:
                told = _pairs(connection)
                if told.get("sha256") == sha256 and told.get("format") == str(INDEX_FORMAT) and told.get("manifest") == manifest:
                    return int(told["seen"])
            connection.execute(text(f"DROP SCHEMA IF EXISTS {self._new} CASCADE"))
            connection.execute(text(f"CREATE SCHEMA {self._new}"))
            self._run(connection, _TABLES)
            rows = {"manifest": manifest, "sha256": sha256, "format": str(INDEX_FORMAT), "seen": "0"}
            told_rows = [{"name": name, "value": value} for name, value in rows.items()]
            connection.execute(text("INSERT INTO meta VALUES (:name, :value)"), told_rows)
            return 0

    def add(self, rows: Sequence[Filed], seen: int) -> None:
        """See :class:`~gate.references.stores.backend.Backend`."""
        with self._filing() as connection:
            held = connection.execute(text("SELECT iri FROM entity WHERE iri = ANY(:iris)"), {"iris": [row.iri for row in rows]})
            known = set(held.scalars())
            new: list[Filed] = []
            for row in rows:
                if row.iri not in known:
                    known.add(row.iri)
                    new.append(row)
            _copy(connection, "entity", ("n", "iri", "brief", "data"), [(r.number, r.iri, nul(r.brief), r.data) for r in new])
            _copy(connection, "identifier", ("key", "n"), [(nul(key), r.number) for r in new for key in r.identifiers])
            _copy(connection, "cited", ("key", "n", "place"), [(nul(k), r.number, place) for r in new for k, place in r.cited])
            _copy(connection, "block", ("key", "n"), [(key, r.number) for r in new for key in r.blocks])
            _copy(connection, "heading", ("key", "rank", "n"), [(nul(k), rank, r.number) for r in new for k, rank in r.headings])
            words = [nul(word) for word in sorted(set().union(*(r.words for r in new)))]
            query = "INSERT INTO word SELECT unnest(CAST(:words AS text[])) ON CONFLICT DO NOTHING RETURNING word"
            fresh = [*connection.execute(text(query), {"words": words}).scalars()]
            _copy(connection, "spelling", ("key", "word"), [(key, word) for word in fresh for key in set(deletions(word))])
            connection.execute(text("UPDATE meta SET value = :seen WHERE name = 'seen'"), {"seen": str(seen)})

    def finish(self) -> None:
        """See :class:`~gate.references.stores.backend.Backend`."""
        with self._filing() as connection:
            self._run(connection, _INDEXES)
            connection.execute(text(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE"))
            connection.execute(text(f"ALTER SCHEMA {self._new} RENAME TO {self._schema}"))

    def close(self) -> None:
        """See :class:`~gate.references.stores.backend.Backend`."""
        self._engine.dispose()

    def _all(self, query: str, **values: object) -> list[tuple[_Value, ...]]:
        with self._asked() as connection:
            return [tuple(row) for row in connection.execute(text(query), values)]

    @contextmanager
    def _asked(self) -> Iterator[sqlalchemy.Connection]:
        """A connection that reads, and gives up after the time-out."""
        with _told(), self._engine.connect() as connection:
            connection.execute(text(f"SET statement_timeout = {int(self._timeout * 1000)}"))
            yield connection

    @contextmanager
    def _filing(self) -> Iterator[sqlalchemy.Connection]:
        """A transaction in the schema that is being filled."""
        with _told(), self._engine.begin() as connection:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text(f"SET LOCAL search_path = {self._new}"))
            yield connection

    def _run(self, connection: sqlalchemy.Connection, script: str) -> None:
        for statement in script.strip().split(";\n"):
            connection.execute(text(statement))


def _pairs(connection: sqlalchemy.Connection) -> dict[str, str]:
    return {str(name): str(value) for name, value in connection.execute(text("SELECT name, value FROM meta"))}


def nul(value: str) -> str:
    """A text without NUL, which PostgreSQL has not."""
    return value.replace("\x00", "\ufffd")


def _copy(connection: sqlalchemy.Connection, table: str, names: Sequence[str], rows: Sequence[tuple[object, ...]]) -> None:
    """Add rows, in the transaction of ``connection``, by ``COPY``: a statement a table, not a row."""
    if rows:
        driver = cast("psycopg.Connection[tuple[object, ...]]", connection.connection.driver_connection)
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names))
        )
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)


@contextmanager
def _told() -> Iterator[None]:
    """What the database refuses, as the reason of a source."""
    try:
        yield
    except PoolTimeoutError as error:
        raise StoreFailedError(Reason.TIMEOUT, "every connection is in use") from error
    except (psycopg.Error, DBAPIError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise StoreFailedError(*_reason(cause)) from error


def _reason(cause: BaseException | None) -> tuple[Reason, str]:
    """What an error of the driver means, and what the server said."""
    said = str(cause).strip().partition("\n")[0]
    match cause:
        case psycopg.OperationalError() if "timeout" in said or "canceling statement" in said:
            return Reason.TIMEOUT, said
        case psycopg.OperationalError() if any(word in said for word in ("authentication", "password", "does not exist")):
            return Reason.REFUSED, said
        case psycopg.OperationalError():
            return Reason.NETWORK, said
        case psycopg.ProgrammingError():
            return Reason.DAMAGED, said
        case _:
            return Reason.SERVER, said
