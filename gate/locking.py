"""A lock file held by one process at a time, released by the operating system when its holder ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE_S = 0.05

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(file: Path, *, timeout_s: float = 3600.0) -> Iterator[None]:
    """Hold ``file`` as a lock, waiting up to ``timeout_s`` seconds for another holder.

    The file stays behind: removing it would let two processes lock two different files of the same name.
    Raises TimeoutError when the time is up, and OSError where the folder cannot be written.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        ends = time.monotonic() + timeout_s
        while not _try(descriptor):
            if time.monotonic() > ends:
                raise TimeoutError(f"{file}: another process has held this lock for {timeout_s:.0f} s")
            time.sleep(_PAUSE_S)
        yield
    finally:
        os.close(descriptor)
