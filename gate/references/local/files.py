"""The data files of a snapshot: their checksums, and the entities in them.

Two forms are read. RDF (``.nt``, ``.ttl``, ``.rdf``, ``.jsonld``, each also ``.gz`` or ``.bz2``) is what the shipped snapshots
are in. Lines (``.entities.jsonl.gz``), one entity a line as :mod:`gate.references.local.codec` writes it, are what imports are
kept in.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from gate.errors import SnapshotError
from gate.model import Entity, Kind
from gate.references.local.codec import decode, encode

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_BUFFER = 1 << 18
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
    """``path`` for reading, unpacked where its name ends in ``.gz`` or ``.bz2``."""
    return unpacked(path.open("rb"), path.name)


def unpacked(file: BinaryIO, name: str) -> io.BufferedReader:
    """``file``, unpacked as its ``name`` says. Closing what is given here closes it too."""
    if name.endswith(".gz"):
        return io.BufferedReader(_Owning(gzip.GzipFile(fileobj=file), file), _BUFFER)
    if name.endswith(".bz2"):
        return io.BufferedReader(_Owning(bz2.BZ2File(file), file), _BUFFER)
    return file if isinstance(file, io.BufferedReader) else io.BufferedReader(_Owning(file, file), _BUFFER)


def unpacked_name(name: str) -> str:
    """The name of a file without ``.gz`` or ``.bz2``."""
    return name.removesuffix(".gz").removesuffix(".bz2")


class _Owning(io.RawIOBase):
    """A stream that closes what it reads from; also that of an archive, which is no raw stream of its own."""

    def __init__(self, stream: BinaryIO | gzip.GzipFile | bz2.BZ2File, owner: BinaryIO) -> None:
        self._stream = stream
        self._owner = owner

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read as much as there is room for."""
        view = memoryview(buffer).cast("B")
        data = self._stream.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close both."""
        if not self.closed:
            self._stream.close()
            self._owner.close()
        super().close()


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

    name = unpacked_name(path.name)
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
