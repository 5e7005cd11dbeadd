"""Packed inputs are unpacked into the folder of the batch, and are then files like others, until the batch is finished."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from gate.errors import UsageError
from gate.records import archives, shown_path
from gate.settings import Settings

UNPACKED = "unpacked"
_HEAD = 1_000_000


def place(folder: Path, number: int, member: int) -> Path:
    """Where a file of the input with a ``number`` is unpacked."""
    return folder / UNPACKED / f"{number:06d}-{member:06d}"


def unpacked(folder: Path, number: int, path: Path, settings: Settings) -> list[tuple[Path, str]] | None:
    """The files in a packed input and what they go by; None where it is not packed, or has to be read as a whole.

    Raises :class:`UsageError` where the folder cannot be written.
    """
    try:
        with path.open("rb") as file:
            if not archives.is_packed(file.read(_HEAD)):
                return None
    except OSError:
        return None
    (folder / UNPACKED).mkdir(exist_ok=True)
    try:
        return archives.unpack(path, shown_path(path), settings, lambda member: place(folder, number, member))
    except OSError as error:
        raise UsageError(f"{path}: cannot be unpacked into {folder}: {error.strerror or error}") from error


def restore(folder: Path, files: tuple[Path, ...], settings: Settings) -> None:
    """Unpack all inputs once more, where a finished batch has removed what was unpacked."""
    if not (folder / UNPACKED).exists():
        for number, path in enumerate(files):
            unpacked(folder, number, path, settings)


def remove(folder: Path) -> None:
    """Remove what was unpacked."""
    shutil.rmtree(folder / UNPACKED, ignore_errors=True)


def inputs(folder: Path, files: tuple[Path, ...], settings: Settings) -> Iterator[tuple[int, int, Path, str]]:
    """Every file to read: the number of the input, that of the file in it (-1: it is the input), the file and what it goes by."""
    for number, path in enumerate(files):
        found = unpacked(folder, number, path, settings)
        if found is None:
            yield number, -1, path, ""
        else:
            yield from ((number, member, file, shown) for member, (file, shown) in enumerate(found))
