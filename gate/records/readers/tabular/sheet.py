"""XLSX (Office Open XML, ECMA-376): the rows of one sheet, within limits. Needs the extra ``xlsx``."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from gate.errors import MissingExtraError
from gate.model import Ignored, Record, Unreadable
from gate.records.readers.tabular.mapping import Mapping, load_mapping
from gate.records.readers.tabular.rows import Cell, Layout, Row, layout_of, record_of
from gate.settings import Settings

if TYPE_CHECKING:
    from openpyxl.cell import Cell as SheetCell
    from openpyxl.cell import MergedCell
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell
    from openpyxl.workbook import Workbook

    AnyCell = SheetCell | MergedCell | ReadOnlyCell | EmptyCell

#: rows of a sheet, ECMA-376 18.3.1.73: what lies beyond is no sheet that Excel wrote
MAX_ROWS = 1_048_576
#: empty rows in succession after which a sheet is taken to end: a style set for a whole column makes a million of them
MAX_EMPTY = 10_000
_UNSAVED = "a formula whose value is not saved: open and save the workbook in Excel"
_CHUNK = 1 << 20
_FORMULA = (b"<f>", b"<f ", b":f>", b":f ")
_DAY, _MONTH = re.compile(r"d", re.IGNORECASE), re.compile(r"m", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
#: how openpyxl, zipfile and the XML parser fail on a damaged part; the parser's error is a SyntaxError
_DAMAGE = (
    ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, SyntaxError, TypeError, ValueError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True, slots=True)
class Xlsx:
    """Workbooks of Excel; of each the first sheet that is shown, or the one that the mapping names."""

    name: str = "xlsx"
    suffixes: tuple[str, ...] = (".xlsx", ".xlsm")
    media_types: tuple[str, ...] = ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",)

    def sniff(self, head: bytes) -> int:
        """90 for a packed document that begins as a workbook, 40 for a spreadsheet of another kind, which :meth:`read` names."""
        if head.startswith(_OLD):
            return 40
        if not head.startswith(b"PK\x03\x04"):
            return 0
        if b"application/vnd.oasis.opendocument.spreadsheet" in head[:200]:
            return 40
        return 90 if b"[Content_Types].xml" in head or b"xl/" in head else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every row below the header, one by one; a workbook that is damaged, encrypted or over a limit is named.

        Raises :class:`~gate.errors.MappingError` for a mapping (setting ``mapping``) that cannot be used, and
        :class:`~gate.errors.MissingExtraError` without openpyxl.
        """
        mapping = load_mapping(settings.mapping)
        try:
            import openpyxl  # noqa: F401 - here only to see whether it is there
        except ModuleNotFoundError as error:
            raise MissingExtraError("a spreadsheet (XLSX)", "xlsx") from error
        return _read(data, file, mapping, settings, self.name)


def _read(data: bytes, file: str, mapping: Mapping, settings: Settings, form: str) -> Iterator[Record | Unreadable]:
    if data.startswith(_OLD):
        yield Unreadable(file, "an old or encrypted workbook (.xls); save it as .xlsx or CSV, without a password", format=form)
        return
    formulas = _looked_into(data, settings.max_file_bytes)
    if isinstance(formulas, str):
        yield Unreadable(file, formulas, format=form)
        return
    shown = _opened(data, values=True)
    if isinstance(shown, str):
        yield Unreadable(file, shown, format=form)
        return
    written = _opened(data, values=False) if formulas else None
    title, others = _chosen(shown, mapping.sheet)
    if not title:
        yield Unreadable(file, f"no sheet is called {mapping.sheet!r}; there are {', '.join(map(repr, others))}", format=form)
        return
    try:
        yield from _records(shown, None if isinstance(written, str) else written, title, others, file, mapping, form)
    except _DAMAGE as error:
        yield Unreadable(file, f"sheet {title!r} is damaged: {_named(error)}", format=form)


def _looked_into(data: bytes, limit: int) -> bool | str:
    """Whether any sheet has formulas; or why the workbook is not opened. Sizes are those that unpacking cannot exceed."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            size = sum(member.file_size for member in packed.infolist())
            if size > limit:
                return f"unpacks to {size:,} bytes, limit {limit:,}; raise max_file_bytes"
            names = packed.namelist()
            if "mimetype" in names:
                return "an OpenDocument spreadsheet; save it as .xlsx or CSV"
            for name in names:
                if name.startswith("xl/worksheets/") and name.endswith(".xml") and _holds_formula(packed, name):
                    return True
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        return f"no workbook that can be opened: {error}"
    return False


def _holds_formula(packed: zipfile.ZipFile, name: str) -> bool:
    end = b""
    with packed.open(name) as part:
        while chunk := part.read(_CHUNK):
            if any(mark in end + chunk for mark in _FORMULA):
                return True
            end = chunk[-3:]
    return False


def _opened(data: bytes, *, values: bool) -> Workbook | str:
    """The workbook, its cells read as they are asked for: with the values that Excel saw last, or with the formulas."""
    import warnings

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of extensions (styles, validation) that say nothing about the values
        try:
            return load_workbook(BytesIO(data), read_only=True, data_only=values, keep_links=False)
        except (InvalidFileException, *_DAMAGE) as error:
            return f"no workbook that can be opened: {_named(error)}"


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _chosen(book: Workbook, wanted: str) -> tuple[str, list[str]]:
    """The sheet to be read, and the names of the others."""
    sheets = [sheet.title for sheet in book.worksheets if wanted or sheet.sheet_state == "visible"]
    title = next((t for t in sheets if t == wanted or (not wanted)), "")
    return title, [t for t in sheets if t != title]


def _records(
    shown: Workbook, written: Workbook | None, title: str, others: list[str], file: str, mapping: Mapping, form: str
) -> Iterator[Record | Unreadable]:
    layout: Layout | None = None
    position = 0
    ignored = tuple(Ignored(f"sheet {other}", "a further sheet; a mapping can name it") for other in others)
    for number, cells in _rows(shown, written, title):
        if not any(cell.value for cell in cells) or (layout is None and number < mapping.header):
            continue
        if layout is None:
            found = layout_of(_without_end([cell.value for cell in cells]), mapping)
            if isinstance(found, str):
                yield Unreadable(file, found, format=form)
                return
            layout = found
            continue
        position += 1
        filled = max(n for n, cell in enumerate(cells) if cell.value) + 1
        padded = [*cells[:filled], *[Cell()] * (len(layout.names) - filled)]
        read = record_of(Row(number, padded, partial(_place, title, number)), layout, file, position, form)
        if position == 1 and ignored and isinstance(read, Record):
            read = Record(
                read.kind, read.id, read.statements, form, file, position, (*read.ignored, *ignored), read.notes, read.raw
            )
        yield read
    if layout is None:
        yield Unreadable(file, f"sheet {title!r} has no row with the names of the columns", format=form)


def _without_end(names: list[str]) -> list[str]:
    while names and not names[-1]:
        names.pop()
    return names


def _place(title: str, row: int, column: int) -> str:
    from openpyxl.utils import get_column_letter

    plain = title if re.fullmatch(r"\w+", title) else "'" + title.replace("'", "''") + "'"
    return f"{plain}!{get_column_letter(column + 1)}{row}"


def _rows(shown: Workbook, written: Workbook | None, title: str) -> Iterator[tuple[int, list[Cell]]]:
    sheet = shown[title]
    sheet.reset_dimensions()  # what a sheet says of its size is often wrong
    rows: Iterator[Sequence[AnyCell]] = iter(sheet.rows)
    formulas: Iterator[Sequence[AnyCell]] = iter(())
    if written is not None:
        written[title].reset_dimensions()
        formulas = iter(written[title].rows)
    empty = 0
    for number, cells in enumerate(rows, 1):
        beside = next(formulas, ())
        read = [_cell(cell, beside[n] if n < len(beside) else None) for n, cell in enumerate(cells)]
        empty = 0 if any(cell.value for cell in read) else empty + 1
        if empty > MAX_EMPTY or number > MAX_ROWS:
            return
        yield number, read


def _cell(cell: AnyCell, beside: AnyCell | None) -> Cell:
    """What a cell shows. A formula counts with the value that was calculated last; where there is none it is not read."""
    value = cell.value
    if value is None:
        return Cell("(formula)", _UNSAVED, lost=True) if beside is not None and beside.value is not None else Cell()
    if isinstance(value, str):
        if cell.data_type == "e":
            return Cell(value, "an error of the spreadsheet, not a value", lost=True)
        return Cell(value.strip())
    if isinstance(value, bool):
        return Cell(str(value).upper())
    if isinstance(value, (datetime, date)):
        return Cell(_date(value, str(cell.number_format or "")))
    if isinstance(value, (int, float)):
        whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e16
        return Cell(str(int(value)) if whole else repr(value), number=True)
    if isinstance(value, (time, timedelta)):
        return Cell(str(value), "a time of day, not a date", lost=True)
    return Cell(str(value))


def _date(value: datetime | date, form: str) -> str:
    """A date as EDTF, no finer than its cell shows: 1 January 1999 shown as ``1999`` is the year."""
    day = value.date() if isinstance(value, datetime) else value
    shown = _QUOTED.sub("", form)
    if not _DAY.search(shown) and "y" in shown.lower():
        return f"{day.year:04}-{day.month:02}" if _MONTH.search(shown) else f"{day.year:04}"
    return day.isoformat()
