"""CSV (RFC 4180): a row a claim, for OpenRefine, scripts and spreadsheets."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Iterator

from gate.queue.cells import EXCEL_LIMIT, fitting, neutral
from gate.queue.export import Tell
from gate.queue.export_rows import COLUMNS, TO_EDIT, Cell, claim_rows, item_cells, score_cells
from gate.queue.values import Item


def to_csv(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """UTF-8 without a byte order mark, which other tools than Excel take for a part of the first column's name."""
    del tell
    yield from _rows(items, None)


def to_csv_for_excel(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """With the byte order mark without which Excel takes UTF-8 for something else, and no cell longer than it can hold."""
    del tell
    yield codecs.BOM_UTF8
    yield from _rows(items, EXCEL_LIMIT)


def _rows(items: Iterable[Item], limit: int | None) -> Iterator[bytes]:
    yield _line(COLUMNS, None)
    for item in items:
        head, scores = item_cells(item), score_cells(item)
        for claim in claim_rows(item):
            yield _line((*head, *("",) * len(TO_EDIT), *claim, *scores), limit)


def _line(cells: Iterable[Cell], limit: int | None) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow([_cell(cell, limit) for cell in cells])
    return buffer.getvalue().encode("utf-8")


def _cell(cell: Cell, limit: int | None) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
    safe = neutral(cell)
    return safe if limit is None else fitting(safe, limit)
