"""JSON Lines: a record a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import orjson

from gate.batch.splitting.unit import NotSplittableError, Unit

_BLANK = b" \t\r\n\x1e"  # with the record separator of RFC 7464
_BOM = b"\xef\xbb\xbf"
FIRST = b"{}\n"
"""A line that is put before a slice, so that it is read by line whatever its own first line is like; what it gives is dropped."""


def are_lines(head: bytes) -> bool:
    """Whether the first line of ``head`` is a JSON object, and another one begins on the next line that is not blank."""
    first, _, rest = head.removeprefix(_BOM).lstrip(_BLANK).partition(b"\n")
    if not first.startswith(b"{") or not rest.lstrip(_BLANK).startswith(b"{"):
        return False
    try:
        return isinstance(orjson.loads(first.strip(_BLANK)), dict)
    except orjson.JSONDecodeError:
        return False


def units(file: BinaryIO, start: int, stop: int, line: int, limit: int) -> Iterator[Unit]:
    """The lines from byte ``start`` to before ``stop`` that are not blank; ``line`` lines come before.

    Raises :class:`NotSplittableError` for a line longer than ``limit`` bytes.
    """
    file.seek(start)
    while start < stop:
        text = file.readline(limit + 1)
        if not text:
            return
        if len(text) > limit:
            raise NotSplittableError(f"line {line + 1} has more than {limit:,} bytes")
        begin = start + (len(_BOM) if start == 0 and text.startswith(_BOM) else 0)
        start += len(text)
        if text[begin - start :].strip(_BLANK):
            yield Unit(begin, start, line - FIRST.count(b"\n"))
        line += 1
