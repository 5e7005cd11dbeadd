"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from gate.errors import UsageError

UNFINISHED = ".tmp"


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` beside ``path`` and put it in its place. Raises :class:`UsageError` where it cannot be written."""
    beside = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
