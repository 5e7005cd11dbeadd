"""The schema of the queue and its versions: a new database is made at the newest, an older one is brought there step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, inspect, select, text, update

from gate.errors import QueueError
from gate.queue.database import Database
from gate.queue.tables import meta, metadata

Step = Callable[[Connection], None]

#: STEPS[n] brings a database of version n + 1 to version n + 2. A step is never changed once it was released.
STEPS: tuple[Step, ...] = ()

#: the database itself refuses to change or delete a line of the log, whoever asks
_TRIGGERS = {
    "sqlite": tuple(
        f"CREATE TRIGGER events_no_{verb.lower()} BEFORE {verb} ON events "
        "BEGIN SELECT RAISE(ABORT, 'the event log only grows'); END"
        for verb in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION gate_events_only_grow() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the event log only grows'; END $$",
        "CREATE TRIGGER events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION gate_events_only_grow()",
    ),
}
_VERSION = "schema_version"
_LOCK = 0x67617465  # any number, the same in every process: "gate"


def bring_up(database: Database, steps: Sequence[Step] = STEPS) -> int:
    """Make or renew the schema; gives the version. Two processes at once do it one after the other.

    Raises :class:`QueueError` where a newer version of the gate made the database: it may keep things that this one would lose.
    """
    newest = len(steps) + 1
    with database.reading() as connection:
        found = _version(connection)
    if found == newest:
        return found
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
        found = _version(connection)
        if found is None:
            metadata.create_all(connection)
            for trigger in _TRIGGERS[database.dialect]:
                connection.exec_driver_sql(trigger)
            connection.execute(meta.insert().values(key=_VERSION, value=str(newest)))
            return newest
        if found > newest:
            raise QueueError(f"{database.name}: made by a newer version of the gate (schema {found}, this one knows {newest})")
        for step in steps[found - 1 :]:
            step(connection)
        connection.execute(update(meta).where(meta.c.key == _VERSION).values(value=str(newest)))
    return newest


def version(database: Database) -> int | None:
    """The schema's version in a database as it is; None in one without a queue. Raises :class:`QueueError`."""
    with database.reading() as connection:
        return _version(connection)


def _version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(meta.name):
        return None
    found = connection.execute(select(meta.c.value).where(meta.c.key == _VERSION)).scalar()
    return int(found) if found is not None else None
