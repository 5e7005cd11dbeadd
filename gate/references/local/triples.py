"""Triples of an RDF file in a temporary table: a file of any size is read in bounded memory, and then asked by subject."""

from __future__ import annotations

import logging
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from gate.errors import SnapshotError
from gate.references.local.files import RDF_FORMATS, opened
from gate.references.local.ntriples import Row, row

_BATCH = 5000


class Node(NamedTuple):
    """The object of a triple: ``kind`` is ``iri``, ``blank`` or ``literal``; only a literal has a language."""

    kind: str
    text: str
    lang: str = ""


class Keeper(Protocol):
    """What triples are added to."""

    def add(self, subject: str, predicate: str, node: Node) -> None:
        """Keep one triple."""
        ...


class TripleTable:
    """Triples by subject. Blank nodes are known by their label in the file, with ``_:`` before it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: list[tuple[str, str, str, str, str]] = []
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(
            "CREATE TABLE triple (s TEXT NOT NULL, p TEXT NOT NULL, kind TEXT NOT NULL, o TEXT NOT NULL, lang TEXT)"
        )

    def add(self, subject: str, predicate: str, node: Node) -> None:
        """Keep one triple. Lone surrogates, which no database takes, become ``?``."""
        row = (subject, predicate, node.kind, node.text, node.lang)
        self._rows.append(tuple(text.encode("utf-8", "replace").decode("utf-8") for text in row))  # type: ignore[arg-type]
        if len(self._rows) >= _BATCH:
            self._write()

    def add_rows(self, rows: Iterable[Row]) -> None:
        """Keep many triples that hold no lone surrogate: subject, predicate, kind and text of the object, language."""
        self._connection.executemany("INSERT INTO triple VALUES (?, ?, ?, ?, ?)", rows)

    def finish(self) -> None:
        """Sort by subject; call it once, when everything is added."""
        self._write()
        self._connection.execute("CREATE INDEX by_subject ON triple (s)")

    def _write(self) -> None:
        self._connection.executemany("INSERT INTO triple VALUES (?, ?, ?, ?, ?)", self._rows)
        self._rows.clear()

    def subjects(self) -> Iterator[str]:
        """Every subject that has an IRI, sorted."""
        rows = self._connection.execute("SELECT DISTINCT s FROM triple WHERE s NOT LIKE '\\_:%' ESCAPE '\\' ORDER BY s")
        yield from (row[0] for row in rows)

    def about(self, subject: str) -> list[tuple[str, Node]]:
        """What is said of a subject, sorted, without repetitions."""
        rows = self._connection.execute(
            "SELECT DISTINCT p, kind, o, lang FROM triple WHERE s = ? ORDER BY p, lang, o", (subject,)
        )
        return [(p, Node(kind, o, lang or "")) for p, kind, o, lang in rows]


@contextmanager
def triples_of(path: Path) -> Iterator[TripleTable]:
    """The triples of an RDF file, by the format its name says. Raises :class:`SnapshotError` naming the file."""
    with tempfile.TemporaryDirectory(prefix="gate-triples-") as folder:
        connection = sqlite3.connect(Path(folder, "triples.sqlite"), isolation_level=None)
        try:
            connection.execute("PRAGMA cache_size = -32000")
            table = TripleTable(connection)
            connection.execute("BEGIN")
            _parse(path, table)
            table.finish()
            connection.execute("COMMIT")
            yield table
        finally:
            connection.close()


def _lines(path: Path) -> Iterator[Row]:
    """The triples of N-Triples, some five times as fast as by a parser of RDF in general."""
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            try:
                found = row(line)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
            if found is not None:
                yield found


def _parse(path: Path, table: TripleTable) -> None:
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    form = RDF_FORMATS.get(suffix, "xml")
    if form == "nt":
        try:
            table.add_rows(_lines(path))
        except (ValueError, EOFError, zlib.error, OSError) as error:
            raise SnapshotError(f"{path}: not readable as {form}: {error}") from error
        return
    _parse_with_rdflib(path, form, table)


def _parse_with_rdflib(path: Path, form: str, table: TripleTable) -> None:
    from xml.sax import SAXException

    import rdflib
    from rdflib.store import Store

    class Keeping(Store):
        """A store that hands on what is added and holds nothing."""

        def add(self, triple: object, context: object, quoted: bool = False) -> None:
            del context, quoted
            keep(table, triple)

    # What a date's literal means does not matter here, and rdflib logs a traceback for each that is none.
    logging.getLogger("rdflib.term").addFilter(_quiet)
    try:
        with opened(path) as file:
            if form in ("nquads", "trig"):
                whole = rdflib.Dataset(default_union=True)
                whole.parse(data=file.read(), format=form)
                for subject, predicate, value in whole.triples((None, None, None)):
                    keep(table, (subject, predicate, value))
            else:
                stream = rdflib.parser.InputSource(path.as_uri() if path.is_absolute() else None)
                stream.setByteStream(file)
                rdflib.Graph(store=Keeping(), bind_namespaces="none").parse(source=stream, format=form)
    except (SyntaxError, ValueError, rdflib.exceptions.Error, SAXException, EOFError, zlib.error, OSError) as error:
        raise SnapshotError(f"{path}: not readable as {form}: {error}") from error
    finally:
        logging.getLogger("rdflib.term").removeFilter(_quiet)


def _quiet(entry: logging.LogRecord) -> bool:
    return entry.levelno >= logging.ERROR


def keep(table: Keeper, triple: object) -> None:
    """Add a triple of rdflib's to ``table``."""
    from rdflib import BNode, Literal

    if not isinstance(triple, tuple):
        raise TypeError(f"not a triple: {triple!r}")
    subject, predicate, value = triple
    own = f"_:{subject}" if isinstance(subject, BNode) else str(subject)
    if isinstance(value, Literal):
        node = Node("literal", str(value), value.language or "")
    else:
        node = Node("blank", f"_:{value}") if isinstance(value, BNode) else Node("iri", str(value))
    table.add(own, str(predicate), node)
