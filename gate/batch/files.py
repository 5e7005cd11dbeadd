"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from gate.errors import UsageError

UNFINISHED = ".tmp"


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` beside ``path`` and put it in its place. Raises :class:`UsageError` where it cannot be written."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(8)}{UNFINISHED}")  # two may write the same, on two machines
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
