"""The index file of a snapshot: found in the cache, or built there once, however many processes ask for it at once."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gate.errors import SnapshotError
from gate.locking import locked
from gate.model import Entity, Kind
from gate.references.local.building import Progress, build_index, forget, quiet
from gate.references.local.files import checksum, read_entities
from gate.references.local.manifest import Manifest
from gate.references.local.tables import INDEX_FORMAT
from gate.settings import Settings

# Data up to this size is checked against its checksum whenever it is opened; larger data when its size or time has changed.
_ALWAYS_CHECKED_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Index:
    """A ready index file; ``warning`` says when it could not be kept where it belongs."""

    path: Path
    warning: str = ""


class DamagedError(SnapshotError):
    """The data of a snapshot is there, but is not what its manifest says."""


class MissingError(SnapshotError):
    """The data of a snapshot is not there."""


def ready_index(manifest: Manifest, settings: Settings, *, progress: Progress = quiet, rebuild: bool = False) -> Index:
    """The index of a snapshot, built if need be (and anew with ``rebuild``).

    Raises :class:`MissingError` or :class:`DamagedError` where the data is not what the manifest promises, and
    :class:`SnapshotError` where no folder can hold the index.
    """
    check_data(manifest, settings)
    name = f"{index_key(manifest)}.sqlite"
    cached = settings.cache / "indexes" / name
    if not rebuild and is_index(cached):
        return Index(cached)
    try:
        return Index(_build(cached, manifest, progress, rebuild=rebuild))
    except (OSError, sqlite3.OperationalError) as error:
        reason = str(error)
    try:
        return Index(
            _build(_temporary_folder() / name, manifest, progress, rebuild=rebuild),
            f"{cached.parent} cannot be written ({reason}); the index of {manifest.name!r} is kept in a temporary folder",
        )
    except (OSError, sqlite3.OperationalError) as error:
        raise SnapshotError(f"no folder can hold the index of {manifest.name!r}: {reason}; {error}") from error


def index_key(manifest: Manifest) -> str:
    """What an index is named by: a hash of the data's checksums and of the index format."""
    return hashlib.sha256(f"{INDEX_FORMAT} {manifest.sha256}".encode()).hexdigest()


def is_index(path: Path) -> bool:
    """Whether ``path`` is a whole index of today's format. A build renames its file last, so being there means being whole."""
    if not path.is_file():
        return False
    try:
        connection = open_read_only(path)
    except sqlite3.DatabaseError:
        return False
    try:
        version = connection.execute("PRAGMA user_version").fetchone()
        pages = connection.execute("PRAGMA page_count").fetchone()
        size = connection.execute("PRAGMA page_size").fetchone()
        return bool(version[0] == INDEX_FORMAT and pages[0] * size[0] == path.stat().st_size)
    except (sqlite3.DatabaseError, OSError):
        return False
    finally:
        connection.close()


def open_read_only(path: Path) -> sqlite3.Connection:
    """A connection that never writes and takes no lock. Raises sqlite3.DatabaseError."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)


def check_data(manifest: Manifest, settings: Settings) -> None:
    """See that the data files are there and are what the manifest says. Raises MissingError or DamagedError."""
    for data, path in zip(manifest.files, manifest.paths, strict=True):
        try:
            status = path.stat()
            stamp = f"{data.sha256} {status.st_size} {status.st_mtime_ns} {path}"
            if status.st_size > _ALWAYS_CHECKED_BYTES and _stamped(settings, data.sha256, stamp):
                continue
            found = checksum(path)
        except FileNotFoundError:
            raise MissingError(f"{path} is missing") from None
        except OSError as error:
            raise MissingError(f"{path}: {error.strerror or error}") from error
        if found != data.sha256:
            raise DamagedError(f"{path} is not the file of the manifest: SHA-256 {found[:12]}..., not {data.sha256[:12]}...")
        if status.st_size > _ALWAYS_CHECKED_BYTES:
            _leave_stamp(settings, data.sha256, stamp)


def _stamp_file(settings: Settings, digest: str) -> Path:
    return settings.cache / "indexes" / f"{digest}.checked"


def _stamped(settings: Settings, digest: str, stamp: str) -> bool:
    try:
        return _stamp_file(settings, digest).read_text(encoding="utf-8") == stamp
    except (OSError, UnicodeDecodeError):
        return False


def _leave_stamp(settings: Settings, digest: str, stamp: str) -> None:
    file = _stamp_file(settings, digest)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(stamp, encoding="utf-8")
        part.replace(file)
    except OSError:
        return  # a cache that cannot be written costs another checksum next time, nothing else


def _build(target: Path, manifest: Manifest, progress: Progress, *, rebuild: bool) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    seen = _identity(target)
    with locked(target.with_suffix(".lock")):
        # Whoever held the lock before us may have built (or, when it was damaged, rebuilt) just what we need.
        if is_index(target) and (not rebuild or _identity(target) != seen):
            return target
        if rebuild:
            forget(target)
        build_index(target, entities_of(manifest), total=dict(manifest.counts).get("entities"), progress=progress)
    return target


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def entities_of(manifest: Manifest) -> Iterator[Entity]:
    """Every entity of a snapshot, in the order of its data. Raises :class:`SnapshotError`."""
    kind: Kind | None = next(iter(manifest.kinds)) if len(manifest.kinds) == 1 else None
    for path in manifest.paths:
        for entity in read_entities(path, kind):
            if entity.kind in manifest.kinds:
                yield entity


def _temporary_folder() -> Path:
    """A folder of our own among the temporary files, so that the next run finds its indexes there. Raises OSError."""
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    folder = Path(tempfile.gettempdir()) / f"catalog-gate-{owner}" / "indexes"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    status = folder.parent.lstat()
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or folder.parent.is_symlink()):
        raise PermissionError(f"{folder.parent} belongs to another user")
    return folder
