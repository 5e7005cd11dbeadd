"""A user's own data as a snapshot: read as a stream, kept as packed lines, beside the shipped snapshots."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Kind, Role
from gate.references.local.building import Progress, quiet
from gate.references.local.files import ENTITY_LINES, checksum, read_entities, write_lines
from gate.references.local.formats import IMPORT_FORMATS, Reading, entities_in
from gate.references.local.manifest import (
    MANIFEST_FILE,
    Completeness,
    DataFile,
    Manifest,
    load_manifest,
    manifest_text,
    valid_name,
)
from gate.settings import Settings

__all__ = ["IMPORT_FORMATS", "import_snapshot"]

_EVERY = 1_000


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
    progress: Progress = quiet,
) -> Manifest:
    """Read files (or all files of folders, by name) and keep them as the snapshot ``name`` in the user's references folder.

    ``format``       one of :data:`IMPORT_FORMATS`; ``auto`` tells by name and content
    ``kind``         what the things are, where the data does not say: untyped RDF and CSV need it
    ``retrieved``    date of the data, ISO 8601; today where it is not given
    ``complete_for`` lines as in :class:`~gate.references.local.manifest.Completeness`; by default nothing is claimed
    ``replacing``    a snapshot of this name may be replaced; it is, whole, only when the new one is ready

    What is no work, person or concept in the data is left out and counted as ``skipped``. Raises :class:`SnapshotError` naming
    the file where nothing can be read, and :class:`UsageError` for a name, format or claim that cannot be meant.
    """
    target = _target(name, settings, replacing=replacing)
    claims = _claims(complete_for)
    if format not in IMPORT_FORMATS:
        raise UsageError(f"{format!r} is no import format; known: {', '.join(IMPORT_FORMATS)}")
    files = list(_files(paths))
    part = target.with_name(f".{name}.{os.getpid()}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True)
        data = part / f"{name}{ENTITY_LINES}"
        tally = _Tally(kind)
        write_lines(data, tally.counted(_read(files, Reading(format, kind, settings), tally, progress)))
        if not tally.entities:
            raise SnapshotError(f"{', '.join(map(str, files))}: no work, person or concept among {tally.skipped} items")
        if tally.flags:
            _flag(data, tally.flags)
        manifest = Manifest(
            name=name,
            title=title or name,
            kinds=frozenset(tally.kinds),
            role=role,
            source=source or ", ".join(file.name for file in files[:5]) + (" ..." if len(files) > 5 else ""),
            retrieved=retrieved or date.today().isoformat(),
            licence=licence,
            build=f"gate refs import --name {name} --format {format}",
            complete_for=claims,
            counts=tally.counts(),
            files=(DataFile(data.name, checksum(data)),),
            folder=part,
        )
        (part / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8")
        load_manifest(part)
        _put(part, target)
    except OSError as error:
        raise SnapshotError(f"{error.filename or target}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return load_manifest(target)


class _Tally:
    """What went through: numbers, kinds, and the flags that notices put on other works."""

    def __init__(self, kind: Kind | None) -> None:
        self.kinds: set[Kind] = {kind} if kind is not None else set()
        self.entities = self.statements = self.skipped = 0
        self.flags: dict[str, set[str]] = {}

    def counted(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        for entity in entities:
            self.entities += 1
            self.statements += len(entity.statements)
            self.kinds.add(entity.kind)
            yield entity

    def counts(self) -> tuple[tuple[str, int], ...]:
        found = {"entities": self.entities, "statements": self.statements}
        return tuple(sorted((found | ({"skipped": self.skipped} if self.skipped else {})).items()))


def _read(files: Sequence[Path], reading: Reading, tally: _Tally, progress: Progress) -> Iterator[Entity]:
    seen = 0
    for file in files:
        for item in entities_in(file, reading):
            seen += 1
            if seen % _EVERY == 0:
                progress(f"importing {file.name}", seen, None)
            for iri, flag in item.notices:
                tally.flags.setdefault(iri, set()).add(flag)
            if item.entity is None:
                tally.skipped += 1
            else:
                yield item.entity


def _flag(data: Path, flags: dict[str, set[str]]) -> None:
    """Put on the works of ``data`` the flags that notices elsewhere in it give them."""
    flagged = data.with_name(f"flagged{ENTITY_LINES}")
    write_lines(flagged, (replace(e, flags=e.flags | flags[e.id]) if e.id in flags else e for e in read_entities(data)))
    flagged.replace(data)


def _target(name: str, settings: Settings, *, replacing: bool) -> Path:
    from gate.references.local.catalogue import SHIPPED

    if not valid_name(name):
        raise UsageError(f"{name!r} cannot name a snapshot: lower-case letters, digits and hyphens can")
    if name in SHIPPED:
        raise UsageError(f"{name!r} is the name of a shipped snapshot")
    target = settings.references / name
    if target.exists() and not replacing:
        raise UsageError(f"there is a snapshot {name!r} already, in {target}; replace it, or take another name")
    return target


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


def _put(part: Path, target: Path) -> None:
    """Move a finished snapshot to its place; an older one goes only when the new one is ready to take it."""
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    part.rename(target)
    shutil.rmtree(old, ignore_errors=True)
