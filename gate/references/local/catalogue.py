"""Which snapshots there are: the shipped ones and the user's own; what each says, and whether it is still what it was."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from gate.errors import GateError, SnapshotError, UsageError
from gate.locations import data_folder
from gate.model import Kind, Reason, Role
from gate.references.local.building import Progress, quiet
from gate.references.local.files import checksum, read_entities
from gate.references.local.index import index_key
from gate.references.local.manifest import MANIFEST_FILE, Manifest, load_manifest
from gate.references.local.store import LocalSnapshot
from gate.references.local.unavailable import UnavailableSnapshot
from gate.settings import Settings

# What the package ships. One that is not there is an answer that is missing, not a source that knows nothing.
SHIPPED: dict[str, tuple[Kind, Role]] = {
    "philosophers": (Kind.AGENT, Role.REFERENCE),
    "thesaurus": (Kind.CONCEPT, Role.REFERENCE),
    "thesaurus-supplement": (Kind.CONCEPT, Role.ORACLE),
    "works": (Kind.WORK, Role.REFERENCE),
}


LocalSource: TypeAlias = LocalSnapshot | UnavailableSnapshot


@dataclass(frozen=True, slots=True)
class Listed:
    """A snapshot as ``gate refs list`` shows it: ``manifest`` is None where ``fault`` says why."""

    name: str
    folder: Path
    shipped: bool
    manifest: Manifest | None
    fault: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """What ``gate refs verify`` found: every fault in a sentence, none when the snapshot is what it says."""

    name: str
    faults: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]

    @property
    def sound(self) -> bool:
        """Whether there is no fault."""
        return not self.faults


def list_snapshots(settings: Settings) -> tuple[Listed, ...]:
    """Every snapshot: the shipped ones (also those that are missing), then the user's own, each by name."""
    try:
        shipped = data_folder("reference_graphs")
        found = [_listed(shipped / name, shipped=True) for name in sorted(SHIPPED)]
    except GateError as error:
        found = [Listed(name, Path(name), True, None, str(error), True) for name in sorted(SHIPPED)]
    own = settings.references
    if own.is_dir():
        folders = sorted(folder for folder in own.iterdir() if folder.is_dir() and not folder.name.startswith("."))
        found += [_own(folder) for folder in folders]
    return tuple(found)


def local_sources(settings: Settings, *, progress: Progress = quiet) -> tuple[LocalSource, ...]:
    """Every snapshot as a source, in the order of :func:`list_snapshots`."""
    return tuple(_source(listed, settings, progress) for listed in list_snapshots(settings))


def info(name: str, settings: Settings) -> Manifest:
    """The manifest of a snapshot. Raises UsageError where there is none of this name, SnapshotError where it is damaged."""
    listed = _find(name, settings)
    if listed.manifest is None:
        raise SnapshotError(listed.fault)
    return listed.manifest


def verify(name: str, settings: Settings) -> Verified:
    """Compute the checksums and counts of a snapshot anew. Raises as :func:`info` does."""
    manifest = info(name, settings)
    faults: list[str] = []
    entities = statements = 0
    for data, path in zip(manifest.files, manifest.paths, strict=True):
        try:
            found = checksum(path)
            if found != data.sha256:
                faults.append(f"{path}: SHA-256 is {found}, the manifest says {data.sha256}")
            for entity in read_entities(path, next(iter(manifest.kinds)) if len(manifest.kinds) == 1 else None):
                entities += 1
                statements += len(entity.statements)
        except OSError as error:
            faults.append(f"{path}: {error.strerror or error}")
        except SnapshotError as error:
            faults.append(str(error))
    counts = (("entities", entities), ("statements", statements))
    said = dict(manifest.counts)
    faults += [f"{n} counted: {count}, the manifest says {said[n]}" for n, count in counts if n in said and said[n] != count]
    return Verified(name, tuple(faults), counts)


def remove(name: str, settings: Settings) -> Path:
    """Delete one of the user's own snapshots and its index; gives the folder that is gone. Shipped ones stay: UsageError."""
    listed = _find(name, settings)
    if listed.shipped:
        raise UsageError(f"{name!r} comes with the package and cannot be removed")
    if listed.manifest is not None:
        (settings.cache / "indexes" / f"{index_key(listed.manifest)}.sqlite").unlink(missing_ok=True)
    shutil.rmtree(listed.folder)
    return listed.folder


def _find(name: str, settings: Settings) -> Listed:
    listed = list_snapshots(settings)
    for one in listed:
        if one.name == name:
            return one
    raise UsageError(f"no snapshot is called {name!r}; known: {', '.join(one.name for one in listed)}")


def _listed(folder: Path, *, shipped: bool) -> Listed:
    try:
        manifest = load_manifest(folder)
        if manifest.name != folder.name:
            raise SnapshotError(f"{folder / MANIFEST_FILE}: name: {manifest.name!r} must be the folder's name")
    except SnapshotError as error:
        return Listed(folder.name, folder, shipped, None, str(error), not (folder / MANIFEST_FILE).exists())
    return Listed(folder.name, folder, shipped, manifest)


def _own(folder: Path) -> Listed:
    if folder.name in SHIPPED:
        return Listed(f"{folder.name}-own", folder, False, None, f"{folder}: {folder.name!r} is the name of a shipped snapshot")
    return _listed(folder, shipped=False)


def _source(listed: Listed, settings: Settings, progress: Progress) -> LocalSource:
    kinds, role = frozenset(Kind), Role.REFERENCE
    if listed.shipped:
        kinds, role = frozenset({SHIPPED[listed.name][0]}), SHIPPED[listed.name][1]
    if listed.manifest is None:
        reason = Reason.MISSING if listed.missing else Reason.DAMAGED
        return UnavailableSnapshot(listed.name, reason, listed.fault, kinds, role)
    return LocalSnapshot(listed.manifest, settings, progress=progress)
