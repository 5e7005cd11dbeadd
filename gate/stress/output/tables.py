"""Tables as text, CSV and JSON."""

from __future__ import annotations

import csv
import io

from gate.report.json import encode
from gate.report.json_values import Json, number
from gate.report.terminal import Layout, safe, shorten, width
from gate.stress.results import Cell, Result, Table

FORMAT = "gate-stress/1"
WIDEST = 40


def shown(cell: Cell, digits: int = 3) -> str:
    """A cell for people: floats to three digits after the point, an undefined one as a dash."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.{digits}f}"
    return f"{cell:,}" if isinstance(cell, int) and abs(cell) >= 10_000 else safe(str(cell))


def as_text(result: Result, columns: int) -> str:
    """Title, tables and notes, for a terminal of ``columns`` columns; wide tables are not folded."""
    layout = Layout(columns)
    lines = [*layout.text(result.title)]
    for table in result.tables:
        lines += ["", *layout.text(table.title), *_aligned(table)]
        if table.note:
            lines += layout.text(table.note)
    if result.notes:
        lines += ["", *(line for note in result.notes for line in layout.text(note))]
    return "\n".join(lines) + "\n"


def _aligned(table: Table) -> list[str]:
    rows = [[shorten(shown(cell), WIDEST) for cell in row] for row in table.rows]
    if not rows:
        return ["  (empty)"]
    heads = list(table.columns)
    widths = [max(width(head), *(width(row[i]) for row in rows)) for i, head in enumerate(heads)]
    numeric = [all(cell is None or isinstance(cell, (int, float)) for cell in column) for column in zip(*table.rows, strict=True)]

    def line(cells: list[str]) -> str:
        placed = []
        for cell, room, right in zip(cells, widths, numeric, strict=True):
            gap = " " * (room - width(cell))
            placed.append(gap + cell if right else cell + gap)
        return ("  " + "  ".join(placed)).rstrip()

    return [line(heads), *(line(row) for row in rows)]


_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(table: Table) -> str:
    """A table as RFC 4180, UTF-8, undefined cells empty. A text that a spreadsheet would take for a formula gets a quote before
    it.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow([_csv_cell(cell) for cell in row])
    return buffer.getvalue()


def _csv_cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return repr(number(cell)) if number(cell) is not None else ""
    if isinstance(cell, int):
        return str(cell)
    return "'" + cell if cell.startswith(_FORMULA) else cell


def as_json(result: Result) -> bytes:
    """``gate-stress/1``: tables as lists of objects; the same bytes for the same answers."""
    tables: dict[str, Json] = {
        table.name: {
            "title": table.title,
            "note": table.note,
            "columns": list(table.columns),
            "rows": [[number(cell) if isinstance(cell, float) else cell for cell in row] for row in table.rows],
        }
        for table in result.tables
    }
    return encode(
        {
            "format": FORMAT,
            "protocol": result.protocol,
            "title": result.title,
            "methods": list(result.methods),
            "parameters": dict(result.parameters),
            "notes": list(result.notes),
            "versions": dict(result.versions),
            "tables": tables,
        }
    )
