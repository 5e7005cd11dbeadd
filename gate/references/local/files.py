"""The data files of a snapshot: their checksums, and the entities in them.

Two forms are read. RDF (``.nt``, ``.ttl``, ``.rdf``, ``.jsonld``, each also ``.gz``) is what the shipped snapshots are in. Lines
(``.entities.jsonl.gz``), one entity a line as :mod:`gate.references.local.codec` writes it, are what imports are kept in.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from gate.errors import SnapshotError
from gate.model import Entity, Kind
from gate.references.local.codec import decode, encode

ENTITY_LINES = ".entities.jsonl.gz"
RDF_FORMATS = {
    ".nt": "nt",
    ".ttl": "turtle",
    ".rdf": "xml",
    ".owl": "xml",
    ".jsonld": "json-ld",
    ".nq": "nquads",
    ".trig": "trig",
    ".n3": "n3",
}
_BY_CONTENT = {".json": "json-ld", ".xml": "xml"}  # names that also others have


def checksum(path: Path) -> str:
    """The SHA-256 of a file's bytes. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def opened(path: Path) -> io.BufferedReader:
    """``path`` for reading, unpacked where its name ends in ``.gz``."""
    return io.BufferedReader(gzip.GzipFile(path)) if path.suffix == ".gz" else path.open("rb")


def read_entities(path: Path, default_kind: Kind | None = None) -> Iterator[Entity]:
    """Every entity in a data file. Raises :class:`SnapshotError` naming the file where it cannot be read."""
    try:
        if path.name.endswith(ENTITY_LINES):
            yield from _read_lines(path)
        else:
            yield from read_rdf(path, default_kind)
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path}: {error}") from error


def read_rdf(path: Path, default_kind: Kind | None = None) -> Iterator[Entity]:
    """Every entity of an RDF file, by the format its name says. The whole graph is held in memory while it is read."""
    from xml.sax import SAXException

    import rdflib

    from gate.rdf import from_graph

    name = path.name.removesuffix(".gz")
    form = (RDF_FORMATS | _BY_CONTENT).get(Path(name).suffix.lower())
    if form is None:
        raise SnapshotError(f"{path}: {Path(name).suffix or 'no suffix'} is none of {', '.join(RDF_FORMATS)}")
    graph = rdflib.Graph()
    with opened(path) as file:
        try:
            graph.parse(data=file.read(), format=form)
        except (SyntaxError, ValueError, rdflib.exceptions.Error, SAXException) as error:
            raise SnapshotError(f"{path}: not readable as {form}: {error}") from error
    yield from from_graph(graph, default_kind)


def write_lines(path: Path, entities: Iterable[Entity]) -> int:
    """Write entities one a line, packed so that the same entities give the same bytes; gives their number."""
    count = 0
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6) as file:
        for entity in entities:
            file.write(encode(entity) + b"\n")
            count += 1
    return count


def _read_lines(path: Path) -> Iterator[Entity]:
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            try:
                yield decode(line)
            except ValueError as error:
                raise SnapshotError(f"{path}:{number}: {error}") from error
