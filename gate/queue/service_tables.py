"""The tables of the service, in the database of the queue: tokens, kept answers, uploaded batches, callbacks.

They are made when the service first opens the queue, and have a version of their own, so that a queue without a service has none.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, MetaData, Table, Text, insert, inspect, select, text

from gate.errors import QueueError
from gate.queue.database import Database
from gate.queue.tables import Number, Packed

VERSION = "1"
_LOCK = 0x67617466

service_metadata = MetaData()

service_meta = Table(
    "service_meta", service_metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False)
)

tokens = Table(
    "service_tokens",
    service_metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
)

answers = Table(
    "service_answers",
    service_metadata,
    Column("key", Text, primary_key=True),  # digest of caller and Idempotency-Key
    Column("request", Text, nullable=False),  # digest of what was asked
    Column("begun", BigInteger, nullable=False, index=True),
    Column("owner", Text, nullable=False),
    Column("status", Integer),  # empty while it is being answered
    Column("headers", Text),
    Column("body", Packed),
)

jobs = Table(
    "service_jobs",
    service_metadata,
    Column("number", Number, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("caller", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("state", Text, nullable=False, index=True),
    Column("total", Integer),
    Column("done", Integer, nullable=False),
    Column("accepted", Integer, nullable=False),
    Column("review", Integer, nullable=False),
    Column("unreadable", Integer, nullable=False),
    Column("unchecked", Integer, nullable=False),
    Column("fault", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("lease", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

job_inputs = Table(
    "service_job_inputs",
    service_metadata,
    Column("job", Text, ForeignKey("service_jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Packed, nullable=False),
)

job_results = Table(
    "service_job_results",
    service_metadata,
    Column("job", Text, ForeignKey("service_jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("report", Packed, nullable=False),
)

callbacks = Table(
    "service_callbacks",
    service_metadata,
    Column("batch", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("told", BigInteger, nullable=False),  # number of the last event that was delivered or does not concern it
    Column("attempts", Integer, nullable=False),
    Column("next", BigInteger, nullable=False, index=True),
    Column("fault", Text, nullable=False),
    Column("owner", Text, nullable=False),
)


def bring_up_service(database: Database) -> None:
    """Make the tables of the service where they are missing. Raises :class:`QueueError` for those of a newer version."""
    with database.reading() as connection:
        there = inspect(connection).has_table(service_meta.name)
        found = (
            connection.execute(select(service_meta.c.value).where(service_meta.c.key == "version")).scalar() if there else None
        )
    if found == VERSION:
        return
    if found is not None:
        raise QueueError(f"{database.name}: the service's tables have version {found}, this gate knows {VERSION}")
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
        if not inspect(connection).has_table(service_meta.name):
            service_metadata.create_all(connection)
            connection.execute(insert(service_meta).values(key="version", value=VERSION))
