"""Parquet: a record a row, read as a JSON object of the columns that hold something."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import orjson

from gate.batch.parquet_files import opened

MAGIC = b"PAR1"
_BATCH = 1_000


def rows(path: Path) -> int:
    """Number of rows. Raises :class:`~gate.errors.InputError` for a file that is no Parquet, or without the extra ``parquet``."""
    with opened(path) as file:
        return file.metadata.num_rows


def lines(path: Path, start: int, stop: int) -> bytes:
    """The rows from ``start`` to before ``stop`` as JSON Lines, read a batch at a time."""
    return b"".join(_lines(path, start, stop))


def _lines(path: Path, start: int, stop: int) -> Iterator[bytes]:
    with opened(path) as file:
        first = 0
        for group in range(file.metadata.num_row_groups):
            count = file.metadata.row_group(group).num_rows
            if first < stop and first + count > start:
                at = first
                for batch in file.iter_batches(_BATCH, row_groups=[group]):
                    low, high = max(start - at, 0), min(stop - at, batch.num_rows)
                    for row in batch.slice(low, high - low).to_pylist() if low < high else ():
                        yield orjson.dumps(_filled(row), default=_shown, option=orjson.OPT_NON_STR_KEYS) + b"\n"
                    at += batch.num_rows
                    if at >= stop:
                        break
            first += count


def _filled(value: object) -> object:
    """Without what is null: in a table every row has every column."""
    if isinstance(value, dict):
        return {key: _filled(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        if value and all(isinstance(item, tuple) and len(item) == 2 for item in value):  # a map
            return {key: _filled(item) for key, item in value if item is not None}
        return [_filled(item) for item in value if item is not None]
    return value


def _shown(value: object) -> str:
    """A value that JSON has no form for: bytes in base 64, all else (a decimal, a time span) as it prints."""
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else str(value)
