"""A user's own data as a snapshot: read as a stream, kept as packed lines, beside the shipped snapshots."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Kind, Role
from gate.references.local.archives import is_archive
from gate.references.local.building import Progress, quiet
from gate.references.local.dumps import DUMPS, WAITING, dump
from gate.references.local.files import ENTITY_LINES
from gate.references.local.formats import IMPORT_FORMATS, Reading, entities_in, format_of, has_identifier
from gate.references.local.journal import Journal, journalled
from gate.references.local.keeping import Description, Tally, settle, target_for
from gate.references.local.manifest import Completeness, Manifest
from gate.references.local.tables import INDEX_FORMAT
from gate.settings import Settings
from gate.version import __version__

__all__ = ["IMPORT_FORMATS", "import_snapshot"]

_EVERY = 1_000
_NUMBERED = re.compile(r"~[1-9]\d*\Z", re.ASCII)


def import_snapshot(
    paths: Sequence[Path],
    settings: Settings,
    *,
    name: str,
    format: str = "auto",
    kind: Kind | None = None,
    title: str = "",
    role: Role = Role.REFERENCE,
    source: str = "",
    retrieved: str = "",
    licence: str = "not stated",
    complete_for: Iterable[str] = (),
    replacing: bool = False,
    languages: Sequence[str] = (),
    progress: Progress = quiet,
) -> Manifest:
    """Read files (or all files of folders, by name) and keep them as the snapshot ``name`` in the user's references folder.

    ``format``       one of :data:`IMPORT_FORMATS`; ``auto`` tells by name and content
    ``kind``         what the things are, where the data does not say: untyped RDF and CSV need it
    ``retrieved``    date of the data, ISO 8601; today where it is not given
    ``complete_for`` lines as in :class:`~gate.references.local.manifest.Completeness`; by default nothing is claimed
    ``replacing``    a snapshot of this name may be replaced; it is, whole, only when the new one is ready
    ``languages``    of labels in dumps, best first; by default those that the source's own look-ups use

    An import that was killed goes on, with the same call, where it was (:mod:`gate.references.local.journal`).

    What is no work, person or concept in the data is left out and counted as ``skipped``. Raises :class:`SnapshotError` naming
    the file where nothing can be read, and :class:`UsageError` for a name, format or claim that cannot be meant.
    """
    target = target_for(name, settings, replacing=replacing)
    claims = _claims(complete_for)
    if format not in IMPORT_FORMATS:
        raise UsageError(f"{format!r} is no import format; known: {', '.join(IMPORT_FORMATS)}")
    files = list(_files(paths))
    told = Description(
        title=title or name,
        role=role,
        source=source or ", ".join(file.name for file in files[:5]) + (" ..." if len(files) > 5 else ""),
        retrieved=retrieved,
        licence=licence,
        build=f"gate refs import --name {name} --from {format}",
        complete_for=claims,
    )
    with journalled(target, _call(files, format, kind, languages)) as journal:
        part, tally = journal.folder, journal.tally(kind)
        data = part / f"{name}{ENTITY_LINES}"
        reading = Reading(format, kind, settings, tuple(languages))
        journal.write(data, _read(files, reading, tally, journal, progress), tally)
        for left in part.glob(f"*{WAITING}*"):
            left.unlink()
        if not tally.entities:
            skipped = tally.more.get("skipped", 0)
            raise SnapshotError(f"{', '.join(map(str, files))}: no work, person or concept among {skipped} items")
        return settle(part, target, data, tally, told)


def _call(files: Sequence[Path], format: str, kind: Kind | None, languages: Sequence[str]) -> str:
    """What an import that goes on must have in common with the one that stopped."""
    told = [f"{INDEX_FORMAT} {__version__} {format} {kind} {' '.join(languages)}"]
    for file in files:
        status = file.stat()
        told.append(f"{file.absolute()} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogateescape")).hexdigest()


def _read(files: Sequence[Path], reading: Reading, tally: Tally, journal: Journal, progress: Progress) -> Iterator[Entity]:
    """Every entity of every file that is not written yet; the files of a dump all together, and after the others."""
    dumped: dict[str, list[Path]] = {}
    names = _names_given(journal)
    seen = tally.entities
    for number, file in enumerate(files):
        form = format_of(file) if reading.format == "auto" and not is_archive(file) else reading.format
        if form in DUMPS:
            dumped.setdefault(form, []).append(file)
            continue
        if not journal.begin(number):
            continue
        reading.skip.left = journal.items
        for item in entities_in(file, reading):
            if reading.skip.takes(1):
                continue
            journal.items += 1
            seen += 1
            if seen % _EVERY == 0:
                progress(f"importing {file.name}", seen, None)
            for iri, flag in item.notices:
                tally.flags.setdefault(iri, set()).add(flag)
            if item.entity is None:
                tally.add(item.counted_as)
            else:
                yield item.entity if item.named else _apart(item.entity, names)
    for number, (form, together) in enumerate(dumped.items(), len(files)):
        if journal.begin(number):
            journal.claim()
            yield from _dumped(form, together, reading, journal, seen, progress)


def _dumped(
    form: str, together: Sequence[Path], reading: Reading, journal: Journal, seen: int, progress: Progress
) -> Iterator[Entity]:
    """The entities of a dump that are not written yet."""
    entities = dump(form)(together, journal.folder, reading.kind, reading.languages, progress)
    try:
        for entity in islice(entities, journal.items, None):
            journal.items += 1
            seen += 1
            if seen % _EVERY == 0:
                progress(f"importing {form}", seen, None)
            yield entity
    except (OSError, EOFError, zlib.error, sqlite3.DatabaseError) as error:
        raise SnapshotError(f"{', '.join(map(str, together))}: {error}") from error


def _names_given(journal: Journal) -> dict[str, dict[int, str]]:
    """What :func:`_apart` called the entities without an identifier that are written already."""
    names: dict[str, dict[int, str]] = {}
    for entity in journal.written():
        if not has_identifier(entity):
            _apart(replace(entity, id=_NUMBERED.sub("", entity.id)), names)
    return names


def _apart(entity: Entity, names: dict[str, dict[int, str]]) -> Entity:
    """The entity under an id that no other thing has: of two with one id, the index would keep the first alone.

    Works of two files may have the same key. The same thing twice keeps its id. ``names`` are those given so far.
    """
    given = names.setdefault(entity.id, {})
    called = given.setdefault(hash(entity.statements), f"{entity.id}~{len(given) + 1}" if given else entity.id)
    return entity if called == entity.id else replace(entity, id=called)


def _claims(lines: Iterable[str]) -> tuple[Completeness, ...]:
    try:
        return tuple(Completeness.parse(line) for line in lines)
    except ValueError as error:
        raise UsageError(f"complete_for: {error}") from None


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
