"""BibTeX: a file is cut where a block begins a line, which is where bibtexparser begins a new one whatever came before.

An entry does not stand alone: macros, parents, and whether its key was there before are matters of the whole file. So the entries
are listed in a temporary database, which is on disk where it grows, and a slice is read behind the blocks that it needs.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import BinaryIO, NamedTuple

from gate.batch.splitting.unit import NotSplittableError, Unit
from gate.records.readers.bibtex import blocks_of, entry_of, is_item, macros_of
from gate.records.readers.bibtex_inheritance import LINKS, linked

Span = tuple[int, int]

_BLOCK = re.compile(r"[^\S\n]*@\w*[ \t]*[{(]")
#: bibtexparser counts no line that ends with a backslash
_LINE_END = re.compile(rb"(?<!\\)\n")
_BOM = b"\xef\xbb\xbf"
_TABLES = """
CREATE TABLE unit (start INTEGER PRIMARY KEY, stop INTEGER, line INTEGER, key TEXT, links TEXT);
CREATE TABLE entry (key TEXT, item INTEGER, start INTEGER, stop INTEGER, links TEXT, PRIMARY KEY (key, item)) WITHOUT ROWID;
"""


class _Chunk(NamedTuple):
    """The bytes from the beginning of a block to that of the next, where they start, and how many lines come before."""

    text: str
    start: int
    stop: int
    line: int


class _Said(NamedTuple):
    """What a chunk holds: whether a record, or what should be one; the macros; the key of an entry, and those of its parents."""

    item: bool
    macros: list[str]
    key: str
    links: list[str]


class Listed:
    """The entries of a file, listed in a temporary database."""

    def __init__(self, file: BinaryIO, limit: int, database: sqlite3.Connection) -> None:
        self._file = file
        self._database = database
        self._head: Span | None = None
        database.executescript(_TABLES)
        self._list(limit)

    def _list(self, limit: int) -> None:
        begin: int | None = None  # of blocks that are no record, and come along with the next
        line = stop = 0
        macros: set[str] = set()
        for chunk in _chunks(self._file, limit):
            said = _said(chunk.text)
            if begin is None:
                begin, line = chunk.start, chunk.line
            if said.macros and self._head is not None:
                raise NotSplittableError("a macro is defined behind the first entry")
            if macros.intersection(said.macros):
                raise NotSplittableError("a macro is defined twice")
            macros.update(said.macros)
            if said.key or said.links:
                self._database.execute(
                    "INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?)",
                    (said.key, said.item, chunk.start, chunk.stop, ",".join(said.links)),
                )
            if said.item:
                if self._head is None:
                    self._head = (begin, chunk.start)
                    begin, line = chunk.start, chunk.line
                row = (begin, chunk.stop, line, said.key, ",".join(said.links))
                self._database.execute("INSERT INTO unit VALUES (?, ?, ?, ?, ?)", row)
                begin = None
            stop = chunk.stop
        if self._head is None:
            raise NotSplittableError("no entry in this file")
        if begin is not None:
            self._database.execute("UPDATE unit SET stop = ? WHERE start = (SELECT max(start) FROM unit)", (stop,))

    def units(self) -> Iterator[Unit]:
        """The records, in order."""
        for start, stop, line in self._database.execute("SELECT start, stop, line FROM unit ORDER BY start"):
            yield Unit(start, stop, line)

    def around(self, start: int, stop: int) -> tuple[tuple[Span, ...], int, int]:
        """The spans of the file that the records from byte ``start`` to before ``stop`` are read behind, and the records in them.

        The last is how many bytes behind ``stop`` are read too: the beginning of the next block, which ends one that is open.
        """
        head = self._head or (0, 0)
        needed: dict[Span, int] = {}
        asked: set[str] = set()
        waiting: list[str] = []
        rows = "SELECT key, links FROM unit WHERE start >= ? AND start < ? ORDER BY start"
        again = "SELECT start, stop, item FROM entry WHERE key = ? AND item AND start < ?"
        for key, links in self._database.execute(rows, (start, stop)).fetchall():
            waiting += links.split(",") if links else ()
            for *span, item in self._database.execute(again, (key, start)) if key else ():
                needed[span[0], span[1]] = item
        while waiting:
            key = waiting.pop()
            if key not in asked:
                asked.add(key)
                first = "SELECT start, stop, item, links FROM entry WHERE key = ? ORDER BY start LIMIT 1"
                for *span, item, links in self._database.execute(first, (key,)):
                    needed[span[0], span[1]] = item
                    waiting += links.split(",") if links else ()
        outside = {span: item for span, item in needed.items() if not start <= span[0] < stop and span[0] >= head[1]}
        spans = (head, *sorted(outside))
        return tuple(_joined(spans)), sum(outside.values()), self._opening(stop)

    def _opening(self, at: int) -> int:
        self._file.seek(at)
        found = _BLOCK.match(self._file.readline().decode())
        return len(found[0].encode()) if found else 0


@contextmanager
def listed(file: BinaryIO, limit: int) -> Iterator[Listed]:
    """The entries of a file.

    Raises :class:`NotSplittableError` for text that is not UTF-8, a block longer than ``limit`` bytes, a macro that is defined
    behind the first entry or twice, two blocks that begin in one line, and where there is no entry.
    """
    with closing(sqlite3.connect("")) as database:  # a file that has no name, and is gone when it is closed
        yield Listed(file, limit, database)


def before(file: BinaryIO, spans: Iterable[Span]) -> bytes:
    """The bytes that a slice is read behind."""
    pieces = []
    for start, stop in spans:
        file.seek(start)
        piece = file.read(stop - start)
        pieces.append(piece if piece.endswith(b"\n") else piece + b"\n")
    return b"".join(pieces)


def line_count(data: bytes) -> int:
    """How many lines end in ``data``, as bibtexparser counts them."""
    return len(_LINE_END.findall(data))


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans that touch as one; empty ones are left out."""
    held: Span | None = None
    for start, stop in spans:
        if start == stop:
            continue
        if held is not None and held[1] == start:
            held = held[0], stop
            continue
        if held is not None:
            yield held
        held = start, stop
    if held is not None:
        yield held


def _chunks(file: BinaryIO, limit: int) -> Iterator[_Chunk]:
    file.seek(0)
    held: list[str] = []
    size = start = at = line = counted = 0
    while data := file.readline(limit + 1):
        if at == 0:
            if data[1:2] == b"\0":
                raise NotSplittableError("not UTF-8")
            if data.startswith(_BOM):
                data = data[len(_BOM) :]
                start = at = len(_BOM)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotSplittableError("not UTF-8") from error
        if _BLOCK.match(text) and held:
            yield _Chunk("".join(held), start, at, line)
            held, size, start, line = [], 0, at, counted
        held.append(text)
        size += len(data)
        at += len(data)
        counted += line_count(data)
        if size > limit:
            raise NotSplittableError(f"a block has more than {limit:,} bytes")
    if held:
        yield _Chunk("".join(held), start, at, line)


def _said(text: str) -> _Said:
    blocks = blocks_of(text)
    items = sum(map(is_item, blocks))
    macros = macros_of(blocks)
    entries = [entry for block in blocks if (entry := entry_of(block)) is not None]
    if items > 1 or len(entries) > 1 or (macros and (items or entries)):
        raise NotSplittableError("two blocks begin in one line")
    for entry in entries:
        fields = {f.key.lower(): f.value for f in entry.fields}
        return _Said(items > 0, macros, entry.key, [key for link in LINKS if link in fields for key in linked(fields[link])])
    return _Said(items > 0, macros, "", [])
