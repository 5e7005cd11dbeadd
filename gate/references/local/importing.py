"""A user's own data as a snapshot: read as a stream, kept as packed lines, beside the shipped snapshots."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Kind, Role
from gate.references.local.archives import is_archive
from gate.references.local.building import Progress, quiet
from gate.references.local.dumps import DUMPS, dump
from gate.references.local.formats import IMPORT_FORMATS, Reading, entities_in, format_of
from gate.references.local.keeping import Description, Tally, beside, settle, target_for, write_data
from gate.references.local.manifest import Completeness, Manifest
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
    with beside(target) as part:
        tally = Tally(kind)
        data = write_data(
            part, name, _read(files, Reading(format, kind, settings, tuple(languages)), tally, part, progress), tally
        )
        if not tally.entities:
            skipped = tally.more.get("skipped", 0)
            raise SnapshotError(f"{', '.join(map(str, files))}: no work, person or concept among {skipped} items")
        return settle(part, target, data, tally, told)


def _read(files: Sequence[Path], reading: Reading, tally: Tally, part: Path, progress: Progress) -> Iterator[Entity]:
    """Every entity of every file; the files of a dump all together, and after the others."""
    dumped: dict[str, list[Path]] = {}
    seen = 0
    names: dict[str, dict[int, str]] = {}
    for file in files:
        form = format_of(file) if reading.format == "auto" and not is_archive(file) else reading.format
        if form in DUMPS:
            dumped.setdefault(form, []).append(file)
            continue
        for item in entities_in(file, reading):
            seen += 1
            if seen % _EVERY == 0:
                progress(f"importing {file.name}", seen, None)
            for iri, flag in item.notices:
                tally.flags.setdefault(iri, set()).add(flag)
            if item.entity is None:
                tally.add(item.counted_as)
            else:
                yield item.entity if item.named else _apart(item.entity, names)
    for form, together in dumped.items():
        try:
            for entity in dump(form)(together, part, reading.kind, reading.languages, progress):
                seen += 1
                if seen % _EVERY == 0:
                    progress(f"importing {form}", seen, None)
                yield entity
        except (OSError, EOFError, zlib.error) as error:
            raise SnapshotError(f"{', '.join(map(str, together))}: {error}") from error


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
