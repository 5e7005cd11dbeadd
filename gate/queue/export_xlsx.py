"""A workbook to decide in: a sheet of items with cells to fill in, a sheet of their claims, a sheet of the reason codes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gate.decision.names import SCORE_NAMES
from gate.errors import MissingExtraError
from gate.queue.cells import fitting, neutral
from gate.queue.export import Tell
from gate.queue.export_rows import OF_CLAIM, OF_ITEM, TO_EDIT, Cell, claim_rows, item_cells, score_cells
from gate.queue.reasons import REASONS
from gate.queue.values import DECISIONS, Item

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

ITEMS, CLAIMS, REASON_SHEET = "items", "claims", "reasons"
OF_FINDING = ("severity", "tier", "code", "path", "message")
ITEM_COLUMNS = (*OF_ITEM, *OF_FINDING, *TO_EDIT, *SCORE_NAMES)
CLAIM_COLUMNS = ("item", "record", *OF_CLAIM)
_WIDTHS = {
    "label": 50,
    "message": 60,
    "record": 24,
    "value": 40,
    "held": 40,
    "note": 40,
    "reason": 20,
    "url": 30,
    "candidate_label": 40,
}
_ROWS = 1_048_576  # of a sheet


def to_xlsx(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """The workbook. Cells that can be edited are shaded; decision and reason offer what can be chosen.

    Raises :class:`MissingExtraError` without openpyxl.
    """
    try:
        from openpyxl import Workbook
    except ModuleNotFoundError as error:
        raise MissingExtraError("a workbook", "xlsx") from error
    book = Workbook()
    book.remove(book.worksheets[0])
    of_items = _sheet(book, ITEMS, ITEM_COLUMNS)
    of_claims = _sheet(book, CLAIMS, CLAIM_COLUMNS)
    rows = claims = left = 0
    for item in items:
        head = item_cells(item)
        row = item.row
        finding = (row.severity, row.tier, row.code, row.path, row.message)
        _append(of_items, (*head, *finding, *("",) * len(TO_EDIT), *score_cells(item)))
        rows += 1
        for claim in claim_rows(item):
            if claims + 1 < _ROWS:
                _append(of_claims, (head[0], head[3], *claim))
                claims += 1
            else:
                left += 1
    if left:
        tell(f"{left:,} claims are not in the workbook: a sheet holds {_ROWS:,} rows; export fewer items at a time")
    _reasons(book)
    _to_choose(of_items, rows)
    buffer = io.BytesIO()
    book.save(buffer)
    yield buffer.getvalue()


def _sheet(book: Workbook, title: str, columns: Sequence[str]) -> Worksheet:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    sheet: Worksheet = book.create_sheet(title)
    sheet.append(list(columns))
    for number, name in enumerate(columns, 1):
        sheet.cell(1, number).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(number)].width = _WIDTHS.get(name, 14)
    sheet.freeze_panes = "B2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}1"
    return sheet


def _append(sheet: Worksheet, cells: Iterable[Cell]) -> None:
    sheet.append([fitting(neutral(cell)) if isinstance(cell, str) else cell for cell in cells])


def _to_choose(sheet: Worksheet, rows: int) -> None:
    """Shade the cells to fill in, and let decision and reason offer their words."""
    from openpyxl.styles import PatternFill
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    if not rows:
        return
    shade = PatternFill("solid", fgColor="FFF2CC")
    letters = {name: get_column_letter(ITEM_COLUMNS.index(name) + 1) for name in TO_EDIT}
    for letter in letters.values():
        for (cell,) in sheet[f"{letter}2:{letter}{rows + 1}"]:
            cell.fill = shade
    lists = {"decision": '"' + ",".join(DECISIONS) + '"', "reason": f"{REASON_SHEET}!$A$2:$A${len(REASONS) + 1}"}
    for name, choice in lists.items():
        offered = DataValidation(type="list", formula1=choice, allow_blank=True, showErrorMessage=True)
        offered.add(f"{letters[name]}2:{letters[name]}{rows + 1}")
        sheet.add_data_validation(offered)


def _reasons(book: Workbook) -> None:
    sheet = _sheet(book, REASON_SHEET, ("reason", "meaning", "for", "needs a note"))
    words = {state: word for word, state in DECISIONS.items()}
    for reason in REASONS.values():
        fits = ", ".join(words[state] for state in DECISIONS.values() if state in reason.states)
        sheet.append([reason.code, reason.meaning, fits, "yes" if reason.needs_note else ""])
