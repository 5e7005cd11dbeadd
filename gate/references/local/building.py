"""Building an index: entities in a stream, memory bounded, one new file that appears whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from gate.collector import uncollected
from gate.model import Entity
from gate.references.local.filing import Filed, filed
from gate.references.local.tables import INDEX_FORMAT, RARE, SCHEMA, deletions

Progress: TypeAlias = "Callable[[str, int, int | None], None]"
"""Called now and then with what is being done, how many are done, and how many there are, if known."""

_BATCH = 2000

# The unsorted halves of four tables, in a file of their own that goes in the end. They are sorted once: filing 10^7 keys one by
# one into a sorted table would read and write every page of it many times.
_UNSORTED = """
CREATE TABLE unsorted.new_block (key INTEGER NOT NULL, n INTEGER NOT NULL);
CREATE TABLE unsorted.new_identifier (key TEXT NOT NULL, n INTEGER NOT NULL);
CREATE TABLE unsorted.new_cited (key TEXT NOT NULL, n INTEGER NOT NULL, place INTEGER NOT NULL);
CREATE TABLE unsorted.new_heading (key TEXT NOT NULL, rank INTEGER NOT NULL, n INTEGER NOT NULL);
CREATE TABLE unsorted.new_word (word TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE unsorted.progress (seen INTEGER NOT NULL, added INTEGER NOT NULL, sorted INTEGER NOT NULL);
INSERT INTO unsorted.progress VALUES (0, 0, -1);
"""
_SORTING = (
    "INSERT OR IGNORE INTO block SELECT key, n FROM new_block ORDER BY key, n",
    f"INSERT INTO frequent SELECT key, count(*) FROM block GROUP BY key HAVING count(*) > {RARE}",  # noqa: S608 - a number
    "INSERT OR IGNORE INTO identifier SELECT key, n FROM new_identifier ORDER BY key, n",
    "INSERT OR IGNORE INTO cited SELECT key, n, place FROM new_cited ORDER BY key, n, place",
    "INSERT OR IGNORE INTO heading SELECT key, rank, n FROM new_heading ORDER BY key, rank, n",
)


def quiet(what: str, done: int, total: int | None) -> None:
    """Report no progress."""


def build_index(target: Path, entities: Iterable[Entity], *, total: int | None = None, progress: Progress = quiet) -> int:
    """Write the index of ``entities`` to ``target`` and give their number; of two with one id the first is kept.

    ``target`` appears only when it is whole. A build that was killed goes on where its last transaction ended, when it is called
    for the same target with the same entities; only one at a time may build a target. Raises OSError where the folder cannot be
    written, and what ``entities`` raises.
    """
    part, unsorted = parts_of(target)
    try:
        count = _built(part, unsorted, entities, total, progress)
    except sqlite3.DatabaseError:
        if not part.exists():
            raise
        forget(target)  # what an earlier build left is no use
        count = _built(part, unsorted, entities, total, progress)
    except (Exception, GeneratorExit):  # of the data: it would come again
        forget(target)
        raise
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    forget(target)
    return count


def parts_of(target: Path) -> tuple[Path, Path]:
    """The two files that a build of ``target`` works in."""
    return target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.unsorted.part")


def forget(target: Path) -> None:
    """Remove what a build of ``target`` that was killed has left."""
    for file in parts_of(target):
        for name in (file.name, f"{file.name}-journal"):
            file.with_name(name).unlink(missing_ok=True)


def _built(part: Path, unsorted: Path, entities: Iterable[Entity], total: int | None, progress: Progress) -> int:
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        # A rollback journal, so that a transaction that was cut off leaves nothing, in both files together
        # (https://www.sqlite.org/atomiccommit.html#multi_file_commit). Nothing waits for the disk: this is proof against a
        # killed process; after a power cut the parts may be damaged, which the next build sees.
        connection.execute("PRAGMA journal_mode = TRUNCATE")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -128000")
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute("ATTACH ? AS unsorted", (str(unsorted),))
        connection.execute("PRAGMA unsorted.journal_mode = TRUNCATE")
        connection.execute("PRAGMA unsorted.synchronous = OFF")
        connection.execute("PRAGMA unsorted.cache_size = -64000")
        return _fill(connection, entities, total, progress)


def _fill(connection: sqlite3.Connection, entities: Iterable[Entity], total: int | None, progress: Progress) -> int:
    if not connection.execute("SELECT 1 FROM unsorted.sqlite_master WHERE name = 'progress'").fetchone():
        connection.executescript(f"BEGIN; {SCHEMA} {_UNSORTED} COMMIT;")
    seen, count, done = map(int, connection.execute("SELECT seen, added, sorted FROM progress").fetchone())
    if done < 0:
        remaining = islice(entities, seen, None)
        while rows := _filed(remaining, seen + 1):
            connection.execute("BEGIN")
            count += _add(connection, rows)
            seen += len(rows)
            connection.execute("UPDATE progress SET seen = ?, added = ?", (seen, count))
            connection.execute("COMMIT")
            progress("reading", seen, total)
    progress("sorting", seen, total)
    for step, statement in enumerate(_SORTING[max(done, 0) :], max(done, 0)):
        connection.execute("BEGIN")
        connection.execute(statement)
        connection.execute("UPDATE progress SET sorted = ?", (step + 1,))
        connection.execute("COMMIT")
    connection.execute("BEGIN")
    _add_spellings(connection)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", [("entities", count), ("repeated", seen - count)])
    connection.execute(f"PRAGMA user_version = {INDEX_FORMAT}")
    connection.execute("COMMIT")
    progress("done", seen, seen)
    return count


def _filed(entities: Iterator[Entity], first: int) -> list[Filed]:
    """The next batch, under the numbers from ``first`` on."""
    with uncollected():  # its searches took a quarter of the time
        return [filed(n, entity) for n, entity in enumerate(islice(entities, _BATCH), first)]


def _add(connection: sqlite3.Connection, rows: list[Filed]) -> int:
    """File a batch; gives how many of it are new."""
    first = rows[0].number
    connection.executemany("INSERT OR IGNORE INTO entity VALUES (?, ?, ?)", [(row.number, row.iri, row.data) for row in rows])
    new = {n for (n,) in connection.execute("SELECT n FROM entity WHERE n >= ?", (first,))}
    rows = [row for row in rows if row.number in new]
    insert = connection.executemany
    insert("INSERT INTO brief VALUES (?, ?)", [(row.number, row.brief) for row in rows])
    insert("INSERT INTO new_block VALUES (?, ?)", [(key, row.number) for row in rows for key in row.blocks])
    insert("INSERT INTO new_identifier VALUES (?, ?)", [(key, row.number) for row in rows for key in row.identifiers])
    insert("INSERT INTO new_cited VALUES (?, ?, ?)", [(key, row.number, place) for row in rows for key, place in row.cited])
    insert("INSERT INTO new_heading VALUES (?, ?, ?)", [(key, rank, row.number) for row in rows for key, rank in row.headings])
    insert("INSERT OR IGNORE INTO new_word VALUES (?)", [(word,) for word in set().union(*(row.words for row in rows))])
    return len(new)


def _add_spellings(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TEMP TABLE new_spelling (key INTEGER NOT NULL, word TEXT NOT NULL)")
    words = connection.execute("SELECT word FROM new_word")
    connection.executemany(
        "INSERT INTO new_spelling VALUES (?, ?)", ((key, word) for (word,) in words for key in set(deletions(word)))
    )
    connection.execute("INSERT OR IGNORE INTO spelling SELECT key, word FROM new_spelling ORDER BY key, word")
