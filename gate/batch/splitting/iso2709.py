"""MARC in ISO 2709: where a record begins and ends, by the reader's own rules, a window of the file at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gate.batch.splitting.unit import NotSplittableError, Unit
from gate.records.readers.marc_iso2709 import chunks

WINDOW = 4_000_000
#: where a record ends is told by what stands at its length in the leader, five figures, and by the leader that follows
_LOOKS_AHEAD = 99_999 + 24


def units(file: BinaryIO, start: int, stop: int, limit: int) -> Iterator[Unit]:
    """The records from byte ``start`` to before ``stop``.

    Raises :class:`NotSplittableError` where none ends within ``limit`` bytes.
    """
    file.seek(start)
    held = b""
    while True:
        block = file.read(min(WINDOW, stop - start - len(held)))
        held += block
        done = 0
        for chunk in chunks(held):
            end = chunk.offset + len(chunk.data)
            if block and end + _LOOKS_AHEAD > len(held):
                break
            yield Unit(start + chunk.offset, start + end)
            done = end
        if not block:
            return
        held = held[done:]
        start += done
        if len(held) > limit:
            raise NotSplittableError(f"no MARC record ends within {limit:,} bytes")
