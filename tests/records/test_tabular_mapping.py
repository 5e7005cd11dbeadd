"""The mapping file: what it can say, and how it is told that it says nothing that can be meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.errors import MappingError
from gate.model import Kind, Record, Unreadable
from gate.records import read_bytes
from gate.records.readers.tabular.date_form import as_edtf, is_form
from gate.records.readers.tabular.mapping import PIECES, load_mapping
from gate.settings import Settings

FULL = """\
id = "Sig."
delimiter = ";"
encoding = "latin-1"
separator = "/"

[columns]
"Titel" = "title"
"Zusatz" = "subtitle"
"Verfasser" = { property = "creators", role = "aut" }
"Hrsg." = { property = "creators", role = "Herausgeber", separator = " & " }
"Erschienen" = { property = "date", form = "DD.MM.YYYY" }
"GND" = { property = "identifiers", scheme = "gnd" }
"Schlagwort" = { property = "concepts", scheme = "gnd", language = "de" }
"ISBN" = "isbn"
"Bemerkung" = "ignore"
"Preis" = { property = "ignore", optional = true }
"""
TABLE = (
    "Sig.;Titel;Zusatz;Verfasser;Hrsg.;Erschienen;GND;Schlagwort;ISBN;Bemerkung;Standort\n"
    "A 1;Über Aale;Larven;Müller, A./Çelik, B.;Berg & Kahn;03.04.2021;118540238;Aal/Fluß;978-0-262-03561-3;x;Keller\n"
)


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    file = tmp_path / "map.toml"
    file.write_text(FULL, encoding="utf-8")
    return file


def read(data: str | bytes, mapping: Path) -> list[Record | Unreadable]:
    raw = data if isinstance(data, bytes) else data.encode("latin-1")
    return list(read_bytes(raw, "t.csv", settings=Settings(mapping=str(mapping))))


def test_everything_that_a_mapping_says(mapping: Path) -> None:
    (record,) = read(TABLE, mapping)
    assert isinstance(record, Record)
    assert (record.id, record.kind) == ("A 1", Kind.WORK)
    assert [(s.property, s.value, s.role, s.lang) for s in record.statements] == [
        ("title", "Über Aale: Larven", "", ""),
        ("creators", "Müller, A.", "aut", ""),
        ("creators", "Çelik, B.", "aut", ""),
        ("creators", "Berg", "edt", ""),
        ("creators", "Kahn", "edt", ""),
        ("date", "2021-04-03", "", ""),
        ("concepts", "Aal", "", "de"),
        ("concepts", "Fluß", "", "de"),
        ("isbn", "978-0-262-03561-3", "", ""),
        ("identifiers", "118540238", "", ""),
    ]
    assert record.all("identifiers")[0].identifiers[0].scheme == "gnd"
    assert record.all("concepts")[0].part("vocabulary") == "gnd"
    assert [(i.path, i.reason) for i in record.ignored] == [
        ('row 2, column "Bemerkung"', "the mapping leaves it out"),
        ('row 2, column "Standort"', "column is not mapped"),
    ]


def test_a_mapped_column_that_is_not_there_is_named_with_its_line(mapping: Path) -> None:
    (fault,) = read("Sig.;Title\nA 1;x\n", mapping)
    assert isinstance(fault, Unreadable)
    assert fault.reason.startswith(f'{mapping}:7: columns."Titel": the table has no such column; it has "Sig.", "Title"')


def test_columns_that_are_not_mapped_can_be_read_by_their_names(mapping: Path) -> None:
    text = 'unmapped = "by name"\n[columns]\n"Ti" = "title"\n'
    mapping.write_text(text)
    (record,) = read("Ti;author\nx;Berg\n", mapping)
    assert isinstance(record, Record)
    assert [s.property for s in record.statements] == ["title", "creators"]


def test_a_date_not_in_its_form_is_noted_and_no_claim(mapping: Path) -> None:
    (record,) = read(TABLE.replace("03.04.2021", "04/03/2021"), mapping)
    assert isinstance(record, Record)
    assert record.all("date") == ()
    assert [(n.code, n.path) for n in record.notes] == [("value-unreadable", 'row 2, column "Erschienen"')]


def test_an_empty_separator_leaves_cells_whole(mapping: Path) -> None:
    mapping.write_text("[columns]\nt = 'title'\na = {property = 'creators', separator = ''}\n")
    (record,) = read("t,a\nEels,Smith; Jones and Co.\n", mapping)
    assert isinstance(record, Record)
    assert [s.value for s in record.all("creators")] == ["Smith; Jones and Co."]


def test_quotation_marks_and_the_row_of_the_header_can_be_named(mapping: Path) -> None:
    mapping.write_text('quote = ""\ndelimiter = "\\t"\nheader = 3\n[columns]\nt = "title"\ny = "date"\n')
    (record,) = read('List of 2024, "all"\n\nt\ty\n"Eels" and rivers\t1998\n', mapping)
    assert isinstance(record, Record)
    assert [(s.value, s.path) for s in record.statements] == [
        ('"Eels" and rivers', 'row 4, column "t"'),
        ("1998", 'row 4, column "y"'),
    ]
    assert [s.value for s in read(record.raw, mapping)[0].statements] == ['"Eels" and rivers', "1998"]  # type: ignore[union-attr]


def test_a_byte_order_mark_says_more_than_the_mapping(mapping: Path) -> None:
    (record,) = read(TABLE.encode("utf-16"), mapping)
    assert isinstance(record, Record)
    assert record.all("title")[0].value == "Über Aale: Larven"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: columns: a table is wanted"),
        ("[columns]\n", "1: columns: a table is wanted"),
        ("colums = 1\n[columns]\na = 'title'\n", "1: colums: unknown key"),
        ("id = 1\n[columns]\na = 'title'\n", "1: id: text in quotes is wanted, not 1"),
        ("\nkind = 'book'\n[columns]\na = 'title'\n", "2: kind: 'book' is none of work, agent, concept"),
        ("delimiter = ';;'\n[columns]\na = 'title'\n", "1: delimiter: one character is wanted"),
        ("encoding = 'klingon'\n[columns]\na = 'title'\n", "1: encoding: no encoding is called 'klingon'"),
        ("encoding = 'base64'\n[columns]\na = 'title'\n", "1: encoding: no encoding is called 'base64'"),
        ("header = 0\n[columns]\na = 'title'\n", "1: header: the number of a row is wanted"),
        ("header = true\n[columns]\na = 'title'\n", "1: header: the number of a row is wanted"),
        ("unmapped = 'guess'\n[columns]\na = 'title'\n", "1: unmapped: 'guess' is neither 'ignore' nor 'by name'"),
        ("[columns]\na = 'titel'\n", "2: columns.a.property: no property is called 'titel'"),
        ("[columns]\na = 3\n", "2: columns.a: the name of a property"),
        ("[columns]\n'b c' = {property = 'title', sep = ';'}\n", '2: columns."b c".sep: unknown key'),
        ("[columns]\na = {property = 'birth'}\nb = 'title'\n", "2: columns.a.property: a record of kind work has no birth"),
        ("[columns]\na = {property = 'title', role = 'aut'}\n", "2: columns.a.role: only creators have a role"),
        ("[columns]\na = {property = 'creators', role = 'chef'}\n", "2: columns.a.role: 'chef' is no relator"),
        ("[columns]\na = {property = 'title', scheme = 'gnd'}\n", "2: columns.a.scheme: only identifiers, concepts and"),
        ("[columns]\na = {property = 'identifiers', scheme = 'gdn'}\n", "2: columns.a.scheme: 'gdn' is none of"),
        ("[columns]\na = {property = 'date', form = 'DD.MM'}\n", "2: columns.a.form: 'DD.MM': the form of a date"),
        ("[columns]\na = {property = 'title', form = 'YYYY'}\n", "2: columns.a.form: 'YYYY': the form of a date"),
        ("[columns]\na = {property = 'title', optional = 'yes'}\n", "2: columns.a.optional: true or false is wanted"),
        ("[columns]\na = {property = 'title', language = ''}\n", "2: columns.a.language: the code of a language"),
        ("[columns]\na = 'family'\nb = 'title'\n", "2: columns.a.property: family is no piece of a record of kind work"),
    ],
)
def test_what_cannot_be_meant_is_named_with_line_and_key(text: str, message: str, mapping: Path) -> None:
    mapping.write_text(text)
    with pytest.raises(MappingError) as error:
        read(TABLE, mapping)
    assert str(error.value).startswith(f"{mapping}:{message}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[columns\n", "not a TOML file: "),
        (b"a = '\xff'", "not UTF-8 (byte 5)"),
        (b"#" * 1_000_001, "1,000,001 bytes, limit 1,000,000"),
    ],
)
def test_a_file_that_is_no_mapping(data: bytes, message: str, mapping: Path) -> None:
    mapping.write_bytes(data)
    with pytest.raises(MappingError, match=r"map\.toml: ") as error:
        load_mapping(str(mapping))
    assert message in str(error.value)


def test_a_mapping_that_is_not_there() -> None:
    with pytest.raises(MappingError, match=r"nowhere.toml: No such file"):
        load_mapping("nowhere.toml")


def test_every_piece_can_be_mapped(mapping: Path) -> None:
    for name in PIECES:
        kind, label = ("agent", "birth") if name in ("family", "given") else ("work", "date")
        mapping.write_text(f"kind = '{kind}'\n[columns]\na = '{name}'\nb = '{label}'\n")
        (record,) = read("a,b\nx,1998\n", mapping)
        assert isinstance(record, Record)
        assert len(record.statements) == 2, name


@pytest.mark.parametrize(
    ("value", "form", "edtf"),
    [
        ("03.04.2021", "DD.MM.YYYY", "2021-04-03"),
        ("3.4.2021", "D.M.YYYY", "2021-04-03"),
        ("04/03/2021", "MM/DD/YYYY", "2021-04-03"),
        ("20210403", "YYYYMMDD", "2021-04-03"),
        ("04/2021", "MM/YYYY", "2021-04"),
        ("2021", "DD.MM.YYYY", "2021"),
        ("2021-04-03", "DD.MM.YYYY", "2021-04-03"),
        ("31.02.2021", "DD.MM.YYYY", ""),
        ("04/13/2021", "DD/MM/YYYY", ""),
    ],
)
def test_dates_in_a_form(value: str, form: str, edtf: str) -> None:
    assert is_form(form)
    assert as_edtf(value, form) == edtf


@given(st.dates(), st.sampled_from(["DD.MM.YYYY", "MM/DD/YYYY", "YYYYMMDD", "YYYY-MM-DD"]))
def test_every_date_comes_back(day: object, form: str) -> None:
    year, month, date = str(day).split("-")
    assert as_edtf(form.replace("YYYY", year).replace("MM", month).replace("DD", date), form) == str(day)
