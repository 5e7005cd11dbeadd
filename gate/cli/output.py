"""Where output goes: standard output or a file, notes to standard error; what the terminal can show."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from gate.errors import UsageError
from gate.report.terminal import safe


class OutputClosedError(Exception):
    """Whoever reads standard output went away."""


def columns() -> int:
    """Width to write in: ``COLUMNS``, or the terminal's, or 80."""
    return shutil.get_terminal_size((80, 24)).columns


def colour() -> bool:
    """Colour only on a terminal that can show it, and only where ``NO_COLOR`` is unset or empty (no-color.org)."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(data: bytes | str) -> None:
    """Write to standard output; UTF-8, save on a terminal of another encoding, which gets ``?`` for what it lacks.

    Raises :class:`OutputClosedError` when the reader is gone, :class:`UsageError` when nothing can be written.
    """
    encoded = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    if is_terminal() and sys.stdout.encoding.lower().replace("-", "") != "utf8":
        encoded = encoded.decode("utf-8", "replace").encode(sys.stdout.encoding, "replace")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(encoded)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        abandon()
        raise OutputClosedError from None
    except OSError as error:
        abandon()
        raise UsageError(f"standard output: {error.strerror or error}") from error


def abandon() -> None:
    """Let standard output lead nowhere, so that Python does not fail on what is left in its buffer as it ends."""
    with contextlib.suppress(OSError, ValueError):  # it leads to no file: then there is nothing to flush either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def writable(path: Path) -> Path:
    """``path``, if a file can be written there as far as can be told beforehand. Raises :class:`UsageError`."""
    if path.is_dir():
        raise UsageError(f"{path}: is a folder, not a file to write to")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path}: cannot be written: permission denied")
    return path


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``. Raises :class:`UsageError` when it cannot be."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error


def note(message: str) -> None:
    """One line on standard error. Whatever is in it cannot steer the terminal."""
    with contextlib.suppress(OSError, ValueError):  # standard error is gone: there is nowhere left to say so
        if sys.stderr is not None:
            sys.stderr.write(f"gate: {safe(message)}\n")
            sys.stderr.flush()
