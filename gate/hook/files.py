"""Files that are there whole or not at all: written beside their place, brought to disk, then renamed into it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from gate.errors import UsageError

TEMPORARY = ".gate-writing-"


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file in one step for whoever looks. Raises OSError; then the old file, if any, is still there."""
    temporary = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
    try:
        with temporary.open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def put_in_place(folder: Path, stem: str, ways: Iterable[str], files: Iterable[tuple[str, str, bytes]]) -> list[Path]:
    """Write the files of a split into ``folder``, in their order, after what an earlier split of the same name left is gone.

    Raises :class:`UsageError` where a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for way in reversed(tuple(ways)):  # the accepted records first: none of an old run may stand beside a new one
            for old in sorted(folder.iterdir()):
                if old.name == f"{stem}.{way}" or old.name.startswith(f"{stem}.{way}."):
                    old.unlink()
        written = []
        for _, name, data in files:
            write_whole(folder / name, (data,))
            written.append(folder / name)
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from error
    return written


def sync_folder(folder: Path) -> None:
    """Bring renames in a folder to disk, where the system can."""
    if os.name == "nt":  # folders cannot be opened there
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
