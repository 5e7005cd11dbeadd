"""A vocabulary as a snapshot: which format a file is in, every heading in it as a stream, and what was left out, by name."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Kind, Role
from gate.references.local.building import Progress, quiet
from gate.references.local.files import RDF_FORMATS, opened
from gate.references.local.keeping import Description, Tally, beside, settle, target_for, write_data
from gate.references.local.manifest import Completeness, Manifest
from gate.references.vocabulary import jskos, jsonld, labels, marc, mesh, mesh_ascii
from gate.references.vocabulary.heading import Heading, Item, LeftOut
from gate.settings import Settings

_HEAD = 4096
_RDF_ROOT = re.compile(rb"<(?:\w+:)?RDF[\s>]")
_EVERY = 1_000
_NAMED = 200


@dataclass(frozen=True, slots=True)
class Imported:
    """The snapshot, and what of the files is no heading: at most 200 by name, and how many there are."""

    manifest: Manifest
    left_out: tuple[LeftOut, ...]
    number_left_out: int


def import_vocabulary(
    paths: Sequence[Path],
    settings: Settings,
    *,
    name: str,
    code: str = "",
    format: str = "auto",
    title: str = "",
    role: Role = Role.REFERENCE,
    source: str = "",
    retrieved: str = "",
    licence: str = "not stated",
    complete_for: Iterable[str] = (),
    replacing: bool = False,
    progress: Progress = quiet,
) -> Imported:
    """Read files as a controlled vocabulary and keep it as the snapshot ``name``.

    ``code`` is the code of the vocabulary in MARC's list of subject sources (``lcsh``, ``mesh``, ``gnd``); the name where it is
    not given. ``complete_for`` may hold ``headings:FILE``: without it, a heading that is not held is no fault of the record.
    The other arguments are those of :func:`~gate.references.local.importing.import_snapshot`, and so are the errors.
    """
    target = target_for(name, settings, replacing=replacing)
    try:
        claims = tuple(Completeness.parse(line) for line in complete_for)
    except ValueError as error:
        raise UsageError(f"complete_for: {error}") from None
    if format not in VOCABULARY_FORMATS:
        raise UsageError(f"{format!r} is no format of a vocabulary; known: {', '.join(VOCABULARY_FORMATS)}")
    files = list(_files(paths))
    told = Description(
        title=title or name,
        role=role,
        source=source or ", ".join(file.name for file in files[:5]) + (" ..." if len(files) > 5 else ""),
        retrieved=retrieved,
        licence=licence,
        build=f"gate refs import --as vocabulary --name {name} --from {format}",
        complete_for=claims,
        vocabulary=code or name,
    )
    with beside(target) as part:
        tally = Tally(Kind.CONCEPT)
        left: list[LeftOut] = []
        data = write_data(part, name, _entities(files, format, tally, left, progress), tally)
        if not tally.entities:
            reasons = "; ".join(f"{one.where}: {one.reason}" for one in left[:3])
            raise SnapshotError(f"{', '.join(map(str, files))}: no heading in it{': ' if reasons else ''}{reasons}")
        manifest = settle(part, target, data, tally, told)
    return Imported(manifest, tuple(left), tally.more.get("skipped", 0))


def headings_in(path: Path, format: str = "auto") -> Iterator[Item]:
    """Every heading of a file, and what is none with the reason. Raises :class:`SnapshotError` naming the file."""
    chosen = format_of(path) if format == "auto" else format
    try:
        yield from _FORMATS[chosen](path)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise SnapshotError(f"{path}: {error}") from error


def format_of(path: Path) -> str:
    """The format of a file, by its name, else by how it begins. Raises :class:`SnapshotError` where that cannot be told."""
    name = path.name.lower().removesuffix(".gz")
    suffix = Path(name).suffix
    if suffix in RDF_FORMATS:
        return "rdf"
    if suffix in (".tsv", ".csv"):
        return "labels"
    if suffix in (".mrc", ".marc"):
        return "marc"
    try:
        with opened(path) as file:
            head = file.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path}: {error}") from error
    if head.startswith(mesh_ascii.MARK):
        return "mesh-ascii"
    if suffix == ".txt":
        return "labels"
    if head.startswith(b"<"):
        return _xml_format(head)
    if head.startswith((b"{", b"[")):
        if b'"prefLabel"' in head or b'"uri"' in head:
            return "jskos"
        if b'"@context"' in head or b'"@graph"' in head:
            return "jsonld"
        return "marcjson"
    raise SnapshotError(f"{path}: cannot tell the format; name one of {', '.join(VOCABULARY_FORMATS)}")


def _xml_format(head: bytes) -> str:
    if any(mark in head for mark in (b"<DescriptorRecord", b"<SupplementalRecord", b"<QualifierRecord")):
        return "mesh"
    if _RDF_ROOT.search(head):  # FAST's RDF declares the namespace of MARC too
        return "rdf"
    marc_marks = (b"datafield", b"controlfield", b"MARC21/slim", b"<leader", b"marcxchange")
    return "rdf" if b"22-rdf-syntax-ns#" in head and not any(m in head for m in marc_marks) else "marcxml"


def _entities(files: Sequence[Path], form: str, tally: Tally, left: list[LeftOut], progress: Progress) -> Iterator[Entity]:
    seen = 0
    for file in files:
        for item in headings_in(file, form):
            seen += 1
            if seen % _EVERY == 0:
                progress(f"importing {file.name}", seen, None)
            if isinstance(item, Heading):
                yield item.entity()
                continue
            tally.add("skipped")
            if len(left) < _NAMED:
                left.append(item)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
            if not found:
                raise SnapshotError(f"{path}: an empty folder")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise SnapshotError(f"{path}: no such file")


def _rdf(path: Path) -> Iterator[Item]:
    from gate.references.local.triples import triples_of
    from gate.references.vocabulary.rdf import read_triples

    with triples_of(path) as triples:
        yield from read_triples(triples)


_FORMATS: dict[str, Callable[[Path], Iterator[Item]]] = {
    "rdf": _rdf,
    "jsonld": jsonld.read_lines,
    "marc": marc.read_binary,
    "marcxml": marc.read_xml,
    "marcjson": marc.read_json,
    "mesh": mesh.read,
    "mesh-ascii": mesh_ascii.read,
    "jskos": jskos.read,
    "labels": labels.read,
}
VOCABULARY_FORMATS = ("auto", *_FORMATS)
