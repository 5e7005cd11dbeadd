"""Building an index: entities in a stream, memory bounded, one new file that appears whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TypeAlias, TypeVar

from gate.model import Entity
from gate.references.local.codec import encode
from gate.references.local.headings import heading_keys
from gate.references.local.identity import cited_identifiers, identifiers_of, key_text
from gate.references.local.keys import entity_keys, facets_of, vocabulary
from gate.references.local.ranking import brief_of
from gate.references.local.tables import INDEX_FORMAT, SCHEMA, deletions

Progress: TypeAlias = "Callable[[str, int, int | None], None]"
"""Called now and then with what is being done, how many are done, and how many there are, if known."""

_BATCH = 2000
T = TypeVar("T")

# The unsorted halves of four tables. They are sorted once at the end, in temporary files: filing 10^7 keys one by one into a
# sorted table would read and write every page of it many times.
_UNSORTED = """
CREATE TEMP TABLE new_block (key INTEGER NOT NULL, n INTEGER NOT NULL);
CREATE TEMP TABLE new_identifier (key TEXT NOT NULL, n INTEGER NOT NULL);
CREATE TEMP TABLE new_cited (key TEXT NOT NULL, n INTEGER NOT NULL, place INTEGER NOT NULL);
CREATE TEMP TABLE new_heading (key TEXT NOT NULL, rank INTEGER NOT NULL, n INTEGER NOT NULL);
CREATE TEMP TABLE new_word (word TEXT PRIMARY KEY) WITHOUT ROWID;
"""


def quiet(what: str, done: int, total: int | None) -> None:
    """Report no progress."""


def build_index(target: Path, entities: Iterable[Entity], *, total: int | None = None, progress: Progress = quiet) -> int:
    """Write the index of ``entities`` to ``target`` and give their number; of two with one id the first is kept.

    ``target`` appears only when it is whole. Raises OSError where the folder cannot be written, and what ``entities`` raises.
    """
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            count = _fill(connection, entities, total, progress)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return count


def _fill(connection: sqlite3.Connection, entities: Iterable[Entity], total: int | None, progress: Progress) -> int:
    # No journal: a build that stops midway leaves a file that nobody opens.
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA cache_size = -64000")
    connection.execute("PRAGMA temp_store = FILE")
    connection.executescript(SCHEMA)
    connection.executescript(_UNSORTED)
    count = seen = 0
    for batch in _batches(iter(entities), _BATCH):
        connection.execute("BEGIN")
        count += _add(connection, batch, seen + 1)
        connection.execute("COMMIT")
        seen += len(batch)
        progress("reading", seen, total)
    progress("sorting", seen, total)
    connection.execute("BEGIN")
    connection.execute("INSERT OR IGNORE INTO block SELECT key, n FROM new_block ORDER BY key, n")
    connection.execute("INSERT OR IGNORE INTO identifier SELECT key, n FROM new_identifier ORDER BY key, n")
    connection.execute("INSERT OR IGNORE INTO cited SELECT key, n, place FROM new_cited ORDER BY key, n, place")
    connection.execute("INSERT OR IGNORE INTO heading SELECT key, rank, n FROM new_heading ORDER BY key, rank, n")
    _add_spellings(connection)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", [("entities", count), ("repeated", seen - count)])
    connection.execute(f"PRAGMA user_version = {INDEX_FORMAT}")
    connection.execute("COMMIT")
    progress("done", seen, seen)
    return count


def _batches(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while batch := list(islice(items, size)):
        yield batch


def _add(connection: sqlite3.Connection, batch: list[Entity], first: int) -> int:
    """File a batch under the numbers from ``first`` on; gives how many of it are new."""
    rows = ((n, _plain(entity.id), encode(entity)) for n, entity in enumerate(batch, first))
    connection.executemany("INSERT OR IGNORE INTO entity VALUES (?, ?, ?)", rows)
    new = {n for (n,) in connection.execute("SELECT n FROM entity WHERE n >= ?", (first,))}
    briefs: list[tuple[int, str]] = []
    blocks: list[tuple[int, int]] = []
    known: list[tuple[str, int]] = []
    cited: list[tuple[str, int, int]] = []
    labels: list[tuple[str, int, int]] = []
    words: set[str] = set()
    for n, entity in enumerate(batch, first):
        if n in new:
            facets = facets_of(entity)
            briefs.append((n, brief_of(facets).text()))
            blocks += [(key, n) for key in entity_keys(facets)]
            known += [(key_text(identifier), n) for identifier in identifiers_of(entity)]
            cited += [(key_text(identifier), n, place) for place, identifier in cited_identifiers(entity)]
            labels += [(_plain(key), rank, n) for key, rank in heading_keys(entity)]
            words.update(vocabulary(facets))
    connection.executemany("INSERT INTO brief VALUES (?, ?)", briefs)
    connection.executemany("INSERT INTO new_block VALUES (?, ?)", blocks)
    connection.executemany("INSERT INTO new_identifier VALUES (?, ?)", known)
    connection.executemany("INSERT INTO new_cited VALUES (?, ?, ?)", cited)
    connection.executemany("INSERT INTO new_heading VALUES (?, ?, ?)", labels)
    connection.executemany("INSERT OR IGNORE INTO new_word VALUES (?)", [(word,) for word in words])
    return len(new)


def _plain(text: str) -> str:
    """Without lone surrogates, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _add_spellings(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TEMP TABLE new_spelling (key INTEGER NOT NULL, word TEXT NOT NULL)")
    words = connection.execute("SELECT word FROM new_word")
    connection.executemany(
        "INSERT INTO new_spelling VALUES (?, ?)", ((key, word) for (word,) in words for key in set(deletions(word)))
    )
    connection.execute("INSERT OR IGNORE INTO spelling SELECT key, word FROM new_spelling ORDER BY key, word")
