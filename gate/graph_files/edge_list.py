"""Edge lists: two or three columns a line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from gate.graph_files.builder import Builder
from gate.graph_files.text import decoded
from gate.model import Graph
from gate.settings import Settings

SOURCE = ("source", "from", "subject", "src")
TARGET = ("target", "to", "object", "dst")
TYPE = ("type", "relation", "predicate", "label")
DIRECTEDNESS = frozenset({"directed", "undirected"})
COMMENTS = ("#", "%")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]


def read(data: bytes, file: str, settings: Settings) -> Graph:
    """One edge a line: source, target, and perhaps a type.

    With a header the columns are found by name (``source``/``from``/``subject``, ``target``/``to``/``object``,
    ``type``/``relation``/``predicate``/``label``, as Gephi, Cytoscape and triple tables write them) and others are passed over; a
    ``Type`` column of ``Directed`` and ``Undirected`` says just that. Without a header there are two or three columns; a third
    column of numbers alone, or of networkx's ``{...}``, holds weights, not types. Lines that begin with ``#`` or ``%`` are
    comments.
    """
    builder = Builder(file, settings)
    text = decoded(data, file)
    if odd := _CONTROL.search(text):
        raise builder.fault(f"line {text.count(chr(10), 0, odd.start()) + 1}", "not an edge list: there is a control character")
    try:
        rows = list(_rows(text, PurePath(file).suffix.lower()))
    except csv.Error as error:
        raise builder.fault("", f"not a table: {error}") from error
    if not rows:
        raise builder.fault("", "there is no edge in this file")
    header = _columns(rows[0].cells)
    if header is None:
        _without_header(builder, rows)
    else:
        _with_header(builder, rows, header)
    return builder.graph()


def _rows(text: str, suffix: str) -> Iterator[_Row]:
    first = next((line for line in io.StringIO(text, newline=None) if line.strip() and not line.startswith(COMMENTS)), "")
    delimiter = _delimiter(first, suffix)
    if delimiter is None:
        for number, line in enumerate(io.StringIO(text, newline=None), 1):
            if line.strip() and not line.startswith(COMMENTS):
                edge, brace, attributes = line.partition("{")
                yield _Row(number, edge.split() + ([brace + attributes.strip()] if brace else []))
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells) and not cells[0].startswith(COMMENTS):
            yield _Row(reader.line_num, [cell.strip() for cell in cells])


def _delimiter(line: str, suffix: str) -> str | None:
    """What sets columns apart; None for blanks."""
    if suffix in (".tsv", ".tab") or "\t" in line:
        return "\t"
    if suffix == ".csv":
        return ";" if line.count(";") > line.count(",") else ","
    return next((mark for mark in (",", ";") if mark in line), None)


def _columns(cells: list[str]) -> dict[str, int] | None:
    """The columns by name; None where this row is no header."""
    places = {cell.casefold(): place for place, cell in reversed(list(enumerate(cells)))}
    if not any(name in places for name in SOURCE) or not any(name in places for name in TARGET):
        return None
    return places


def _with_header(builder: Builder, rows: list[_Row], columns: dict[str, int]) -> None:
    source, target = (next(columns[n] for n in names if n in columns) for names in (SOURCE, TARGET))
    typed = [columns[n] for n in TYPE if n in columns]
    directedness: int | None = None
    if "type" in columns:
        values = {_cell(row, columns["type"]).casefold() for row in rows[1:]}
        if values and values <= DIRECTEDNESS:
            directedness = typed.pop(0)
    for row in rows[1:]:
        ends = _cell(row, source), _cell(row, target)
        if not all(ends):
            raise builder.fault(f"line {row.line}", "an edge without source or target")
        undirected = directedness is not None and _cell(row, directedness).casefold() == "undirected"
        builder.edge(ends[0], _cell(row, typed[0]) if typed else "", ends[1], directed=not undirected, place=f"line {row.line}")
    if not rows[1:]:
        raise builder.fault("", "there is no edge in this file")


def _without_header(builder: Builder, rows: list[_Row]) -> None:
    for row in rows:
        if len(row.cells) not in (2, 3) or not all(row.cells[:2]):
            message = f"not an edge list: {len(row.cells)} columns, where source, target and perhaps a type are expected"
            raise builder.fault(f"line {row.line}", message)
    weights = all(_is_weight(row.cells[2]) for row in rows if len(row.cells) == 3)
    for row in rows:
        type_ = row.cells[2] if len(row.cells) == 3 and not weights else ""
        builder.edge(row.cells[0], type_, row.cells[1], place=f"line {row.line}")


def _cell(row: _Row, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


def _is_weight(cell: str) -> bool:
    if cell.startswith("{"):
        return True
    try:
        float(cell)
    except ValueError:
        return not cell
    return True
