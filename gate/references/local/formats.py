"""What can be imported: which format a file is in, and the entities in it, one by one."""

from __future__ import annotations

import re
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import BufferedReader
from pathlib import Path

import orjson

from gate.errors import SnapshotError
from gate.model import Entity, Identifier, Kind, Record, Statement
from gate.properties import LABEL_PROPERTY
from gate.rdf.iris import entity_iri, identifier_iri
from gate.references import crossref_record, datacite_record
from gate.references.local.archives import is_archive, members
from gate.references.local.csv_table import read_table
from gate.references.local.dumps import DUMPS, dump_of
from gate.references.local.files import ENTITY_LINES, RDF_FORMATS, opened, read_entities, unpacked_name
from gate.references.local.identity import statement_identifiers
from gate.references.local.json_stream import json_objects
from gate.settings import Settings

_UNLIMITED = 1 << 62
_HEAD = 4096
_OWN_NAMES = frozenset({"creators", "name", "names", "heading", "prefLabel", "citations", "kind"})
_DENOTING = ("doi", "pmid", "arxiv", "wikidata", "iri", "orcid", "viaf", "gnd", "lccn", "oclc")


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are to be read."""

    format: str
    kind: Kind | None
    settings: Settings
    languages: tuple[str, ...] = ()
    skip: Skip = field(default_factory=lambda: Skip())


@dataclass(slots=True)
class Skip:
    """How many items of a file an import that goes on has no need of; those that are cheap to pass over are not even made."""

    left: int = 0

    def takes(self, number: int) -> bool:
        """Whether so many items can be passed over; they are then counted as such."""
        if number > self.left:
            return False
        self.left -= number
        return True


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a file: an entity, or None for what is none; and the flags that it puts on other works, by IRI.

    ``named`` is False where the entity has no identifier and is called by its key or place, which others may have too.
    ``counted_as`` is under what the manifest counts what is no entity.
    """

    entity: Entity | None
    notices: tuple[tuple[str, str], ...] = ()
    named: bool = True
    counted_as: str = "skipped"


def entities_in(path: Path, reading: Reading) -> Iterator[Item]:
    """Every item of a file, or of the files in an archive, unpacked. Raises :class:`SnapshotError` naming what cannot be read."""
    try:
        if is_archive(path):
            yield from _archived(path, reading)
            return
        name = format_of(path) if reading.format == "auto" else reading.format
        if name in _STREAMED:
            with opened(path) as file:
                yield from _STREAMED[name](file, str(path), reading)
        else:
            yield from _FORMATS[name](path, reading)
    except (OSError, EOFError, zlib.error, tarfile.TarError, UnicodeDecodeError) as error:
        raise SnapshotError(f"{path}: {error}") from error


def _archived(path: Path, reading: Reading) -> Iterator[Item]:
    if reading.format not in ("auto", *_STREAMED):
        raise SnapshotError(f"{path}: in archives are read {', '.join(_STREAMED)}, not {reading.format}")
    for name, file in members(path):
        if file is None:
            yield Item(None, counted_as="skipped_files")
            continue
        form = reading.format
        if form == "auto":
            form = "pubmed" if file.peek(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else "json"
        yield from _STREAMED[form](file, f"{path}: {name}", reading)


def format_of(path: Path) -> str:
    """The format of a file, by its name, else by how it begins. Raises :class:`SnapshotError` where that cannot be told."""
    suffix = Path(unpacked_name(path.name.lower())).suffix
    if path.name.endswith(ENTITY_LINES):
        return "entities"
    if suffix in RDF_FORMATS:
        return dump_of(path) or "rdf" if suffix in (".nt", ".ttl") else "rdf"
    if suffix in (".csv", ".tsv"):
        return "csv"
    try:
        with opened(path) as file:
            head = file.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path}: {error}") from error
    if head.startswith(b"<"):
        if re.search(rb"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle|MedlineCitation)\b", head):
            return "pubmed"
        if b"<rdf:RDF" in head or b"22-rdf-syntax-ns#" in head:
            return "rdf"
    if head.startswith((b"{", b"[")):
        return "rdf" if b'"@context"' in head or b'"@graph"' in head else "json"
    if suffix in (".bib", ".mrc", ".marc", ".xml"):
        return {".bib": "bibtex", ".xml": "dc"}.get(suffix, "marc")
    raise SnapshotError(f"{path}: cannot tell the format; name one of {', '.join(IMPORT_FORMATS)}")


def _entities(path: Path, reading: Reading) -> Iterator[Item]:
    yield from (Item(entity) for entity in read_entities(path, reading.kind))


def _rdf(path: Path, reading: Reading) -> Iterator[Item]:
    from gate.references.local.files import read_rdf

    yield from (Item(entity) for entity in read_rdf(path, reading.kind))


def _csv(path: Path, reading: Reading) -> Iterator[Item]:
    yield from (Item(entity) for entity in read_table(path, reading.kind))


def _pubmed(file: BufferedReader, where: str, reading: Reading) -> Iterator[Item]:
    from lxml import etree

    from gate.references.pubmed_record import work

    del reading
    tags = ("PubmedArticle", "PubmedBookArticle", "MedlineCitation")
    try:
        # No network, no document type, no entities: a record file needs none of them.
        for _, element in etree.iterparse(
            file, tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
        ):
            parent = element.getparent()
            if parent is not None and parent.tag in tags:
                continue  # a MedlineCitation within its PubmedArticle
            yield Item(work(element))
            element.clear()
            while element.getprevious() is not None and parent is not None:
                del parent[0]
    except etree.XMLSyntaxError as error:
        raise SnapshotError(f"{where}: {error}") from error


def _json(file: BufferedReader, where: str, reading: Reading) -> Iterator[Item]:
    """Works of Crossref, DataCite, CSL, or records with the gate's own names: each read as what it is, or as ``format`` says."""
    name = where.rpartition("/")[2]
    for number, item in enumerate(json_objects(file, where), 1):
        known = reading.format if reading.format in ("crossref", "datacite", "csl") else _kind_of_item(item)
        match known:
            case "crossref" | "" if reading.skip.takes(1):
                continue
            case "crossref":
                notices = tuple((identifier_iri(doi), flag) for doi, flag in crossref_record.updates(item))
                yield Item(crossref_record.work(item), notices)
            case "datacite":
                found = datacite_record.attributes_in(item)
                if reading.skip.takes(len(found) or 1):
                    continue
                yield from (Item(datacite_record.work(attributes)) for attributes in found)
                if not found:
                    yield Item(None)
            case "csl" | "json":
                yield from _records(orjson.dumps([item]), name, known, reading, number)
            case _:
                yield Item(None)


def _kind_of_item(item: dict[str, object]) -> str:
    if "attributes" in item or "titles" in item or "data" in item:
        return "datacite"
    if "DOI" in item and (isinstance(item.get("title"), list) or {"indexed", "prefix", "member", "reference-count"} & set(item)):
        return "crossref"
    if _OWN_NAMES & set(item):
        return "json"
    return "csl" if "title" in item or "author" in item else ""


def _through_reader(path: Path, reading: Reading) -> Iterator[Item]:
    """A file of records in any format that the gate checks: the records are taken for true."""
    with opened(path) as file:
        yield from _records(file.read(), path.name, reading.format if reading.format != "auto" else format_of(path), reading)


def _records(data: bytes, name: str, form: str, reading: Reading, place: int = 0) -> Iterator[Item]:
    """The records in ``data``; where it is one item of a file, ``place`` is its number there."""
    from gate.records.readers import reader

    settings = replace(reading.settings, max_file_bytes=_UNLIMITED, max_records=_UNLIMITED)
    for record in reader(form).read(data, name, settings):
        if not isinstance(record, Record):
            yield Item(None)
            continue
        if place and record.id.startswith("#"):
            record = replace(record, id=f"#{place}")
        entity = entity_of(record)
        yield Item(entity, named=bool(_best_of(entity.statements)))


def entity_of(record: Record) -> Entity:
    """A record as a source holds it: without paths, known by its best identifier, else by file and place."""
    statements = tuple(_without_path(s) for s in record.statements)
    own = f"{record.file}{record.id}" if record.id.startswith("#") else record.id
    label = record.first(LABEL_PROPERTY[record.kind])
    return Entity(_best_of(statements) or entity_iri(own), record.kind, label.value if label is not None else own, statements)


def _best_of(statements: Iterable[Statement]) -> str:
    return best_iri([identifier for s in statements for identifier in statement_identifiers(s)])


def has_identifier(entity: Entity) -> bool:
    """Whether it is called by an identifier of its own, not by its key or place in a file."""
    return bool(_best_of(entity.statements))


def best_iri(known: list[Identifier]) -> str:
    """The IRI of the first identifier that has one and denotes the thing itself: DOI, PMID, arXiv, Wikidata, then the others."""
    denoting = sorted((i for i in known if i.scheme in _DENOTING), key=lambda i: _DENOTING.index(i.scheme))
    return next((iri for i in denoting if (iri := identifier_iri(i))), "")


def _without_path(s: Statement) -> Statement:
    return replace(s, path="", parts=tuple(_without_path(part) for part in s.parts))


_STREAMED: dict[str, Callable[[BufferedReader, str, Reading], Iterator[Item]]] = {
    "crossref": _json,
    "datacite": _json,
    "csl": _json,
    "json": _json,
    "pubmed": _pubmed,
}
"""By name, what reads an open file: these are also read in archives."""
_FORMATS: dict[str, Callable[[Path, Reading], Iterator[Item]]] = {
    "rdf": _rdf,
    "csv": _csv,
    "bibtex": _through_reader,
    "marc": _through_reader,
    "marcxml": _through_reader,
    "marcjson": _through_reader,
    "dc": _through_reader,
    "entities": _entities,
}
IMPORT_FORMATS = ("auto", *_FORMATS, *_STREAMED, *DUMPS)
"""What ``format`` may be. ``json`` is Crossref, DataCite, CSL or the gate's own names, told item by item; ``entities`` is what
imports are kept in."""
