"""XLSX: cells of every type, sheets, and workbooks that are damaged or hostile."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest

from gate.errors import MissingExtraError
from gate.model import Record, Unreadable
from gate.records import read_bytes
from gate.settings import Settings


def book(*rows: Sequence[object], title: str = "Sheet1", formats: dict[str, str] | None = None) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for cell, form in (formats or {}).items():
        sheet[cell].number_format = form
    return saved(made)


def saved(made: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def read(data: bytes, name: str = "t.xlsx", settings: Settings | None = None) -> list[Record | Unreadable]:
    return list(read_bytes(data, name, settings=settings or Settings()))


def one(data: bytes) -> Record:
    (record,) = read(data)
    assert isinstance(record, Record), record
    return record


def test_cells_are_named_as_the_sheet_names_them() -> None:
    record = one(book(("id", "title", "author", "year"), (), ("a", "Eels", "Berg, N.; Kahn, I.", 1998.0)))
    assert (record.id, record.format) == ("a", "xlsx")
    assert [(s.value, s.path) for s in record.statements] == [
        ("Eels", "Sheet1!B3"),
        ("Berg, N.", "Sheet1!C3[1]"),
        ("Kahn, I.", "Sheet1!C3[2]"),
        ("1998", "Sheet1!D3"),
    ]
    assert one(book(("title",), ("Eels",), title="Titel 'neu'")).statements[0].path == "'Titel ''neu'''!A2"


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        (datetime(1998, 5, 17), "yyyy-mm-dd", "1998-05-17"),
        (date(1998, 5, 17), "dd.mm.yyyy", "1998-05-17"),
        (datetime(1998, 1, 1), "yyyy", "1998"),
        (datetime(1998, 5, 1), "mmm yyyy", "1998-05"),
        (datetime(1998, 5, 1), '[$-407]"Tag" yyyy', "1998"),
        (1998, "General", "1998"),
        ("[ca. 1998]", "General", "[ca. 1998]"),
    ],
)
def test_dates_are_as_fine_as_they_are_shown(value: object, form: str, expected: str) -> None:
    record = one(book(("title", "date"), ("Eels", value), formats={"B2": form}))
    assert [s.value for s in record.all("date")] == [expected]


def test_a_formula_counts_with_the_value_that_was_saved_and_is_named_without() -> None:
    data = book(("title", "year", "other"), ("Eels", "=1990+8", "=1+1"))
    record = one(data)
    assert record.all("date") == ()
    assert [(n.path, n.detail) for n in record.notes] == [
        ("Sheet1!B2", "a formula whose value is not saved: open and save the workbook in Excel")
    ]
    assert [i.path for i in record.ignored] == ["Sheet1!C2"]
    record = one(_with(data, b"<f>1990+8</f><v></v>", b"<f>1990+8</f><v>1998</v>"))
    assert [s.value for s in record.all("date")] == ["1998"]
    assert record.notes == ()


def _with(data: bytes, old: bytes, new: bytes) -> bytes:
    """The workbook with other bytes in its first sheet."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in packed.namelist():
            part = packed.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert old in part, part
                part = part.replace(old, new)
            made.writestr(name, part)
    return out.getvalue()


def test_numbers_as_spreadsheets_damage_them() -> None:
    record = one(book(("title", "isbn", "issn", "times cited"), ("Eels", 387310738, 3785955, True)))
    assert [(s.property, s.value) for s in record.statements if s.property in ("isbn", "issn")] == [
        ("isbn", "0387310738"),
        ("issn", "03785955"),
    ]
    assert [n.path for n in record.notes] == ["Sheet1!B2", "Sheet1!C2"]
    record = one(book(("title", "isni"), ("Eels", 1234567890123456)))
    assert record.all("identifiers") == ()
    assert "a number keeps 15 digits" in record.notes[0].detail


def test_an_error_of_the_spreadsheet_is_no_value() -> None:
    record = one(book(("title", "year"), ("Eels", "#REF!")))
    assert record.all("date") == ()
    assert record.notes[0].path == "Sheet1!B2"


def test_the_first_sheet_that_is_shown_or_the_one_that_is_named(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.worksheets[0].title = "hidden"
    made.worksheets[0].sheet_state = "hidden"
    for name in ("A", "B"):
        sheet = made.create_sheet(name)
        sheet.append(["title"])
        sheet.append([f"in {name}"])
    data = saved(made)
    record = one(data)
    assert record.statements[0].value == "in A"
    assert [i.path for i in record.ignored] == ["sheet B"]
    mapping = tmp_path / "map.toml"
    mapping.write_text("sheet = 'B'\n[columns]\ntitle = 'title'\n")
    (named,) = read(data, settings=Settings(mapping=str(mapping)))
    assert isinstance(named, Record)
    assert named.statements[0].value == "in B"
    mapping.write_text("sheet = 'C'\n[columns]\ntitle = 'title'\n")
    (fault,) = read(data, settings=Settings(mapping=str(mapping)))
    assert isinstance(fault, Unreadable)
    assert "no sheet is called 'C'; there are 'hidden', 'A', 'B'" in fault.reason


def test_rows_that_slipped_and_rows_in_between() -> None:
    good, bad = read(book(("title", "year"), ("Eels",), (), ("Eels", 1998, "x")))
    assert isinstance(good, Record)
    assert good.notes == ()
    assert isinstance(bad, Unreadable)
    assert "row 4 has 3 cells" in bad.reason


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked() -> None:
    data = book(("title",), ("Eels",))
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/bomb.xml", b"0" * 5_000_000)
    assert len(out.getvalue()) < 100_000
    (fault,) = read(out.getvalue(), settings=Settings(max_file_bytes=1_000_000))
    assert isinstance(fault, Unreadable)
    assert "unpacks to" in fault.reason
    assert "max_file_bytes" in fault.reason


def test_entities_are_refused() -> None:
    data = _with(book(("title",), ("Eels",)), b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet')
    (fault,) = read(data)
    assert isinstance(fault, Unreadable)
    assert fault.reason.startswith("no workbook that can be opened")


def test_a_row_far_below_ends_the_reading() -> None:
    data = _with(book(("title",), ("Eels",), ("Rivers",)), b'<row r="3"', b'<row r="900000000"')
    assert len(read(data)) == 1


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "t.xls", "an old or encrypted workbook"),
        (b"PK\x03\x04 no zip", "t.xlsx", ""),
    ],
)
def test_other_workbooks_are_named(data: bytes, name: str, reason: str) -> None:
    (fault,) = read(data, name)
    assert isinstance(fault, Unreadable)
    assert reason in fault.reason


def test_an_open_document_is_named() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", "<x/>")
    (fault,) = read(out.getvalue(), "t.ods")
    assert isinstance(fault, Unreadable)
    assert "OpenDocument" in fault.reason


def test_a_workbook_cut_anywhere_is_named_or_read() -> None:
    data = book(("title", "year"), ("Eels", 1998))
    for end in range(4, len(data), 97):
        for item in read_bytes(data[:end], "t.xlsx", "xlsx", settings=Settings()):
            assert isinstance(item, (Record, Unreadable))


def test_without_openpyxl_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    data = book(("title",), ("Eels",))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'catalog-gate\[xlsx\]'"):
        read(data)
