"""Dumps of whole graphs, which are read by rules of their own: Wikidata's truthy statements, and DBpedia's files.

They are read in more than one go, all files of a dump together, and keep what has to wait in a database of their own, not in
memory. How far each go is stands in it too, so that one that was killed goes on there.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import cast

from gate.errors import SnapshotError
from gate.model import Entity, Kind
from gate.references.local.building import Progress
from gate.references.local.files import opened

Dump = Callable[[Sequence[Path], Path, Kind | None, Sequence[str], Progress], Iterator[Entity]]
"""Called with the files, a folder for what has to wait, the kind that is wanted, languages of labels (none: the source's own
list), and progress."""

DUMPS = {
    "wikidata": "gate.references.local.wikidata_dump:read_wikidata",
    "dbpedia": "gate.references.local.dbpedia_dump:read_dbpedia",
}
_HEAD = 16_384
WAITING = ".waiting.sqlite"
"""What the name of such a database ends with."""


class Waiting:
    """What of a dump has to wait, in tables of its own. ``step`` is the go through the dump, and ``lines`` how many lines of it
    are done; what is filed between two calls of :meth:`note` is there whole or not at all."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.rows = connection
        self.step, self.lines = map(int, connection.execute("SELECT step, lines FROM place").fetchone())
        connection.execute("BEGIN")

    def note(self, step: int, lines: int) -> None:
        """Everything before this place is filed."""
        self.rows.execute("UPDATE place SET step = ?, lines = ?", (step, lines))
        self.rows.execute("COMMIT")
        self.rows.execute("BEGIN")
        self.step, self.lines = step, lines


@contextmanager
def waiting(folder: Path, name: str, tables: str) -> Iterator[Waiting]:
    """The database of a dump in ``folder``, made with ``tables`` where it is not there. It stays, until the folder is cleared."""
    with closing(sqlite3.connect(folder / f"{name}{WAITING}", isolation_level=None)) as connection:
        # proof against a killed process, as an index that is built (gate.references.local.building)
        for pragma in ("journal_mode = TRUNCATE", "synchronous = OFF", "temp_store = FILE", "cache_size = -8000"):
            connection.execute(f"PRAGMA {pragma}")
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'place'").fetchone():
            place = "CREATE TABLE place (step INTEGER NOT NULL, lines INTEGER NOT NULL); INSERT INTO place VALUES (0, 0);"
            connection.executescript(f"BEGIN; {place} {tables} COMMIT;")
        yield Waiting(connection)


def dump(name: str) -> Dump:
    """The reader of a dump."""
    module, _, function = DUMPS[name].partition(":")
    return cast("Dump", getattr(import_module(module), function))


def dump_of(path: Path) -> str:
    """Which dump a file of N-Triples is of, seen from how it begins; empty where it is of none."""
    try:
        with opened(path) as file:
            head = file.read(_HEAD)
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path}: {error}") from error
    lines = [line for line in head.splitlines() if line and not line.startswith(b"#")]
    if any(line.startswith(b"@") or line[:6].upper() == b"PREFIX" for line in lines):
        return ""  # Turtle with prefixes, which is read as any other RDF
    if b"<http://www.wikidata.org/prop/direct/" in head or b"<https://www.wikidata.org/wiki/Special:EntityData/" in head:
        return "wikidata"
    return "dbpedia" if lines and lines[0].startswith(b"<http://dbpedia.org/resource/") else ""
