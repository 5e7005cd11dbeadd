"""Some rows of a workbook as a workbook of their own. Needs the extra ``xlsx``.

A row of a workbook has no bytes of its own: its texts and styles are kept elsewhere in the package. So the rows are written anew.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from gate.errors import InputError
from gate.model import Record

if TYPE_CHECKING:
    from openpyxl.cell import Cell as SheetCell
    from openpyxl.cell import MergedCell
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet
    from openpyxl.worksheet.worksheet import Worksheet

_PLACE = re.compile(r"(?:'((?:[^']|'')+)'|(\w+))!([A-Z]+)(\d+)(?:\[\d+\])?")


def place_of(record: Record) -> tuple[str, int]:
    """The sheet and the row, counted from 1, that a record stands in. Raises :class:`InputError` where nothing of it says so."""
    paths = [s.path for s in record.statements] + [i.path for i in record.ignored] + [n.path for n in record.notes]
    for path in paths:
        if match := _PLACE.fullmatch(path):
            return (match[1] or "").replace("''", "'") or match[2], int(match[4])
    raise InputError(f"{record.file}, record {record.position}: it is not known in which row it stands")


def of_rows(data: bytes, records: Sequence[Record], header: int) -> bytes:
    """The rows of ``records`` below the names of the columns and what stands above those.

    The names are in the first row from ``header`` on (counted from 1) that has a value. Values, their types and how numbers and
    dates are shown are those of the workbook ``data``; of a formula the value that was saved with it. Rows close up. Further
    sheets, comments, colours, charts and macros are not in it.
    """
    from openpyxl import Workbook, load_workbook

    places = {place_of(record) for record in records}
    (sheet,) = {title for title, _ in places}  # one sheet of a workbook is read
    numbers = {row for _, row in places}
    made = Workbook(write_only=True)
    target = made.create_sheet(sheet)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of extensions that say nothing about the values
        read = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        shown = read[sheet]
        shown.reset_dimensions()
        above = True
        for number, cells in enumerate(shown.iter_rows(max_row=max(numbers)), 1):
            if above or number in numbers:
                target.append([_copied(target, cell) for cell in cells])
            above = above and not (number >= header and any(str(cell.value or "").strip() for cell in cells))
    buffer = BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def _copied(target: WriteOnlyWorksheet | Worksheet, cell: SheetCell | MergedCell | ReadOnlyCell | EmptyCell) -> object:
    from openpyxl.cell import WriteOnlyCell

    if cell.value is None:
        return None
    made = WriteOnlyCell(target, cell.value)  # type: ignore[arg-type]  # any value that a cell was read with
    made.number_format = str(cell.number_format or "General")
    if isinstance(cell.value, str):
        made.data_type = cell.data_type if cell.data_type == "e" else "s"  # a text that begins with = stays a text
    return made
