"""Keeping entities as a snapshot of the user's own: packed lines, counted, with a manifest; there whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Kind, Role
from gate.references.local.files import ENTITY_LINES, checksum, read_entities, write_lines
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


class Tally:
    """What went through: numbers, kinds, and the flags that notices put on other works."""

    def __init__(self, kind: Kind | None = None) -> None:
        self.kinds: set[Kind] = {kind} if kind is not None else set()
        self.entities = self.statements = 0
        self.more: dict[str, int] = {}
        self.flags: dict[str, set[str]] = {}

    def counted(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        """The entities, counted as they go by."""
        for entity in entities:
            self.entities += 1
            self.statements += len(entity.statements)
            self.kinds.add(entity.kind)
            yield entity

    def add(self, what: str, number: int = 1) -> None:
        """Count something else, such as ``skipped`` items."""
        self.more[what] = self.more.get(what, 0) + number

    def counts(self) -> tuple[tuple[str, int], ...]:
        """The counts of a manifest."""
        found = {"entities": self.entities, "statements": self.statements}
        return tuple(sorted((found | {what: number for what, number in self.more.items() if number}).items()))


@dataclass(frozen=True, slots=True)
class Description:
    """What a manifest says of where its data is from; ``retrieved`` is today where it is not given."""

    title: str
    role: Role
    source: str
    retrieved: str
    licence: str
    build: str
    complete_for: tuple[Completeness, ...] = ()
    vocabulary: str = ""


def target_for(name: str, settings: Settings, *, replacing: bool) -> Path:
    """The folder of a snapshot that is to be. Raises :class:`UsageError` for a name that cannot be taken."""
    from gate.references.local.catalogue import SHIPPED

    if not valid_name(name):
        raise UsageError(f"{name!r} cannot name a snapshot: lower-case letters, digits and hyphens can")
    if name in SHIPPED:
        raise UsageError(f"{name!r} is the name of a shipped snapshot")
    target = settings.references / name
    if target.exists() and not replacing:
        raise UsageError(f"there is a snapshot {name!r} already, in {target}; replace it, or take another name")
    return target


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A folder to make a snapshot in, gone afterwards. What the file system refuses is a :class:`SnapshotError`."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        yield part
    except OSError as error:
        raise SnapshotError(f"{error.filename or target}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def write_data(part: Path, name: str, entities: Iterable[Entity], tally: Tally) -> Path:
    """Write the data file of a snapshot in ``part``, as a stream; flags that notices gave are put on at the end."""
    data = part / f"{name}{ENTITY_LINES}"
    write_lines(data, tally.counted(entities))
    if tally.flags:
        flags = tally.flags
        flagged = data.with_name(f"flagged{ENTITY_LINES}")
        write_lines(flagged, (replace(e, flags=e.flags | flags[e.id]) if e.id in flags else e for e in read_entities(data)))
        flagged.replace(data)
    return data


def settle(part: Path, target: Path, data: Path, tally: Tally, told: Description) -> Manifest:
    """Describe what lies in ``part``, check it, and move it to its place."""
    manifest = Manifest(
        name=target.name,
        title=told.title,
        kinds=frozenset(tally.kinds),
        role=told.role,
        source=told.source,
        retrieved=told.retrieved or date.today().isoformat(),
        licence=told.licence,
        build=told.build,
        complete_for=told.complete_for,
        counts=tally.counts(),
        files=(DataFile(data.name, checksum(data)),),
        folder=part,
        vocabulary=told.vocabulary,
    )
    (part / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8")
    load_manifest(part)
    _put(part, target)
    return load_manifest(target)


def _put(part: Path, target: Path) -> None:
    """Move a finished snapshot to its place; an older one goes only when the new one is ready to take it."""
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    part.rename(target)
    shutil.rmtree(old, ignore_errors=True)
