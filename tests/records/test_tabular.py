"""CSV and TSV: columns known by their names, and what goes wrong with tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Kind, Record, Unreadable
from gate.queue.originals import assemble
from gate.records import read, read_bytes
from gate.records.readers.tabular.rows import MAX_CELL
from gate.records.readers.tabular.text import rows_of
from gate.settings import Settings
from tests.shared import shared


def rows(data: bytes | str, name: str = "t.csv", mapping: str = "") -> list[Record | Unreadable]:
    raw = data if isinstance(data, bytes) else data.encode()
    return list(read_bytes(raw, name, settings=Settings(mapping=mapping)))


def one(data: bytes | str, name: str = "t.csv") -> Record:
    (record,) = rows(data, name)
    assert isinstance(record, Record), record
    return record


def said(record: Record) -> list[tuple[str, str, str]]:
    return [(s.property, s.value, s.path) for s in record.statements]


def test_the_columns_of_dspace_are_known() -> None:
    record = one(
        "id,collection,dc.title[en_US],dc.title[de],dc.contributor.author,dc.contributor.editor,dc.date.issued,dc.date.accessioned,"
        "dc.identifier.doi,dc.subject.mesh[en],dc.relation.ispartof,oaire.citation.volume,dc.language.iso,dc.rights\n"
        'a1,123/4,Eels,Aale,"Berg, Nora::f3a1::600||Kahn, Ida","Ruiz, P.",1998-05,2020-01-01,10.1000/x,Eels||Rivers,'
        "Journal of Fish,7,en,CC0\n"
    )
    assert record.id == "a1"
    assert record.kind is Kind.WORK
    assert said(record) == [
        ("title", "Eels", 'row 2, column "dc.title[en_US]"'),
        ("creators", "Berg, Nora", 'row 2, column "dc.contributor.author"[1]'),
        ("creators", "Kahn, Ida", 'row 2, column "dc.contributor.author"[2]'),
        ("creators", "Ruiz, P.", 'row 2, column "dc.contributor.editor"'),
        ("date", "1998-05", 'row 2, column "dc.date.issued"'),
        ("container", "Journal of Fish", 'row 2, column "dc.relation.ispartof"'),
        ("volume", "7", 'row 2, column "oaire.citation.volume"'),
        ("language", "en", 'row 2, column "dc.language.iso"'),
        ("concepts", "Eels", 'row 2, column "dc.subject.mesh[en]"[1]'),
        ("concepts", "Rivers", 'row 2, column "dc.subject.mesh[en]"[2]'),
        ("doi", "10.1000/x", 'row 2, column "dc.identifier.doi"'),
    ]
    title, first, _, editor = record.statements[:4]
    assert (title.lang, title.forms) == ("en-US", ("Aale",))
    assert (first.role, editor.role) == ("aut", "edt")
    assert record.all("concepts")[0].part("vocabulary") == "mesh"
    assert {i.path: i.reason for i in record.ignored} == {
        'row 2, column "collection"': "handling, not description",
        'row 2, column "dc.date.accessioned"': "a date that is not the publication",
        'row 2, column "dc.rights"': "rights statement",
    }


def test_the_columns_of_islandora_workbench_are_known() -> None:
    record = one(
        "id,file,title,field_linked_agent,field_edtf_date_issued,field_subject,field_model,published\n"
        "7,a.tif,Eels,relators:aut:person:Berg\\, Nora|relators:edt:person:Kahn\\, Ida|28,1998,Eels|Rivers,Image,1\n".replace(
            "\\,", ""
        )
    )
    assert [(s.value, s.role) for s in record.all("creators")] == [("Berg Nora", "aut"), ("Kahn Ida", "edt")]
    assert [s.value for s in record.all("concepts")] == ["Eels", "Rivers"]
    assert [s.value for s in record.all("date")] == ["1998"], "the column published is a switch there, no date"
    assert "a term number of Islandora, not a name" in {i.reason for i in record.ignored}


def test_plain_names_as_zotero_and_scopus_write_them() -> None:
    record = one(
        "Key,Item Type,Publication Year,Author,Title,Publication Title,ISSN,DOI,Page start,Page end,Manual Tags\n"
        'K1,journalArticle,1998,"Berg, Nora; Kahn, Ida",Eel larvae,Fish,0028-0836,10.1000/x,3,9,eels; rivers\n'
    )
    assert record.id == "K1"
    assert [s.value for s in record.all("creators")] == ["Berg, Nora", "Kahn, Ida"]
    assert [s.value for s in record.all("pages")] == ["3-9"]
    assert [s.value for s in record.all("concepts")] == ["eels", "rivers"]
    assert [s.value for s in record.all("container")] == ["Fish"]


def test_people_and_concepts_are_told_by_their_columns() -> None:
    person = one("name,born,died,place of birth,occupation\nKant,1724,1804,Königsberg,philosopher|teacher\n")
    assert person.kind is Kind.AGENT
    assert [s.property for s in person.statements] == ["name", "birth", "death", "birth_place", "occupations", "occupations"]
    concept = one("heading;alt labels;broader\nEels;Anguilla|Freshwater eels;Fish\n")
    assert concept.kind is Kind.CONCEPT
    assert [s.value for s in concept.all("alt_labels")] == ["Anguilla", "Freshwater eels"]


TABLE = "id;Title;Author\n1;Über Aale;Müller, Jörg\n2;Zweitens;Çelik\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"])
def test_every_encoding_gives_the_same(encoding: str) -> None:
    data = TABLE.encode(encoding)
    found = rows(data)
    assert [said(r) for r in found if isinstance(r, Record)] == [said(r) for r in rows(TABLE) if isinstance(r, Record)]
    doubts = [n.code for r in found if isinstance(r, Record) for n in r.notes]
    assert doubts == (["encoding-doubtful"] * 2 if encoding == "latin-1" else [])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "latin-1"])
@pytest.mark.parametrize("start", ["", "sep=;\r\n", "\r\n"])
def test_the_bytes_of_a_row_read_again_give_the_row_and_rows_come_together_again(encoding: str, start: str) -> None:
    found = [r for r in rows((start + TABLE.replace("\n", "\r\n")).encode(encoding)) if isinstance(r, Record)]
    assert len(found) == 2
    for record in found:
        again = one(record.raw)
        assert [s.value for s in again.statements] == [s.value for s in record.statements]
    together = [r for r in rows(assemble("csv", [r.raw for r in found])) if isinstance(r, Record)]
    assert [said(r) for r in together] == [said(r) for r in found]
    assert rows_of(found[0].raw)[0] == rows_of(found[1].raw)[0]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_header(delimiter: str) -> None:
    record = one(
        f'id{delimiter}title{delimiter}"author, or ; editor"{delimiter}year\n1{delimiter}Eels{delimiter}x{delimiter}1998\n'
    )
    assert [(s.property, s.value) for s in record.statements] == [("title", "Eels"), ("date", "1998")]


def test_line_breaks_in_quotes_empty_rows_and_rows_as_a_spreadsheet_counts_them() -> None:
    found = rows('title,year\n\n"Eels\nand rivers",1998\n,\nHerrings,1999\n')
    assert [(r.id, r.position, said(r)[0]) for r in found if isinstance(r, Record)] == [
        ("#1", 1, ("title", "Eels\nand rivers", 'row 3, column "title"')),
        ("#2", 2, ("title", "Herrings", 'row 5, column "title"')),
    ]


def test_ragged_rows() -> None:
    short, long, padded = rows("id,title,year\n1,Eels\n2,Eels, larvae,1998,1\n3,Eels,1998,,\n")
    assert isinstance(short, Record)
    assert [(n.code, n.path) for n in short.notes] == [("value-unreadable", "row 2")]
    assert isinstance(long, Unreadable)
    assert long.id == "2"
    assert "row 3 has 5 cells, the header 3" in long.reason
    assert isinstance(padded, Record)
    assert padded.notes == ()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('"Eels" larvae,1998', "row 2: text follows a closing quotation mark"),
        ('"Eels,1998\nHerrings,1999', "row 2: a quotation mark opens a value and none closes it"),
        ("a" * (MAX_CELL + 1) + ",1998", "row 2: a value of more than 131,072 characters"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row: str, reason: str) -> None:
    found = rows(f"title,year\n{row}\n")
    assert isinstance(found[0], Unreadable)
    assert found[0].reason.startswith(reason)


def test_one_bad_row_stops_no_other() -> None:
    bad, good = rows('title,year\n"Eels" larvae,1998\nHerrings,1999\n')
    assert isinstance(bad, Unreadable)
    assert isinstance(good, Record)


def test_numbers_as_spreadsheets_damage_them() -> None:
    record = one("title,year,isbn,issn,doi\nEels,1998.0,387310738,3785955,10.1000/x\n")
    assert [(s.property, s.value) for s in record.statements if s.property in ("date", "isbn", "issn")] == [
        ("date", "1998"),
        ("isbn", "0387310738"),
        ("issn", "03785955"),
    ]
    assert [n.path for n in record.notes] == ['row 2, column "isbn"', 'row 2, column "issn"']
    assert "leading zeros are lost" in record.notes[0].detail
    rounded = one("title,isbn\nEels,9.78026E+12\n")
    assert rounded.all("isbn") == ()
    assert "rounded" in rounded.notes[0].detail


def test_zeros_are_only_added_where_the_check_digit_is_right() -> None:
    record = one("title,isbn\nEels,387310739\n")
    assert [s.value for s in record.all("isbn")] == ["387310739"]
    assert record.notes == ()


def test_what_has_no_known_column_or_no_row_is_named() -> None:
    (unknown,) = rows("foo,bar\n1,2\n")
    assert isinstance(unknown, Unreadable)
    assert 'no column is known by its name: "foo", "bar"' in unknown.reason
    (empty,) = rows("title,year\n")
    assert isinstance(empty, Unreadable)
    assert empty.reason == "holds no record"
    (blank,) = rows(" ,\n,\n")
    assert isinstance(blank, Unreadable)
    assert "no row with the names" in blank.reason


def test_two_columns_of_one_name_are_told_apart() -> None:
    record = one("title,author,author\nEels,Berg,Kahn\n")
    assert [(s.value, s.path) for s in record.all("creators")] == [
        ("Berg", 'row 2, column "author" (2)'),
        ("Kahn", 'row 2, column "author" (3)'),
    ]


@given(
    st.lists(st.lists(st.text(max_size=8), min_size=1, max_size=6), max_size=6), st.sampled_from(["utf-8", "utf-16", "latin-1"])
)
def test_nothing_raises(cells: list[list[str]], encoding: str) -> None:
    text = "\n".join(["title,author,isbn,date,subject", *(",".join(row) for row in cells)])
    for item in rows(text.encode(encoding, "replace")):
        assert isinstance(item, (Record, Unreadable))


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    for item in read_bytes(data, "t.csv", "csv", settings=Settings()):
        assert isinstance(item, (Record, Unreadable))


@pytest.mark.parametrize(
    "name", ["references/a3k_doaj.csv", "labelled/headings/kltng_test-batch-10.csv", "references/a3k_titleFile.csv"]
)
def test_real_tables_are_read_by_the_names_of_their_columns(name: str) -> None:
    path = shared(*name.split("/"))
    found = list(read(Path(path), settings=Settings()))
    records = [r for r in found if isinstance(r, Record)]
    assert len(records) > 0.9 * len(found)
    assert all(r.first("title") or r.first("container") for r in records)
