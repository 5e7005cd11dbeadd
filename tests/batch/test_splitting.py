"""Files cut into slices: the records come out as if the file were read whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.batch.splitting import Piece, cut, iso2709, json_list, read_piece, singles
from gate.model import Record, Unreadable
from gate.records import read
from gate.settings import Settings
from tests.shared import shared

SETTINGS = Settings()
OAI = "http://www.openarchives.org/OAI/2.0/"


def pieces(path: Path, room: int = 3, size: int = 2) -> list[Piece]:
    found = cut(path, "", room, size, SETTINGS)
    assert found is not None
    assert [p.first for p in found] == [sum(p.count for p in found[:n]) for n in range(len(found))]
    return found


def sliced(path: Path, room: int = 3, size: int = 2) -> list[Record | Unreadable]:
    return [item for piece in pieces(path, room, size) for item in read_piece(piece, SETTINGS)]


def one_by_one(path: Path) -> list[Record | Unreadable]:
    found = [single for piece in pieces(path) for single in singles(piece, SETTINGS)]
    assert all(single.count == 1 for single in found)
    return [item for single in found for item in read_piece(single, SETTINGS)]


def whole(path: Path) -> list[Record | Unreadable]:
    return list(read(path, settings=SETTINGS))


def comparable(items: list[Record | Unreadable]) -> list[Record | Unreadable]:
    """Without the reason of what is damaged: a damaged record is told about by another reason where less is around it."""
    return [replace(item, reason="") if isinstance(item, Unreadable) else item for item in items]


@pytest.mark.parametrize("folder", ["marc", "dc", "mods", "csl", "datacite", "authority", "bibtex", "ris"])
def test_real_files_read_in_slices_as_they_do_whole(folder: str) -> None:
    found = 0
    for path in sorted(shared("records", folder).rglob("*")):
        if path.is_file() and cut(path, "", 3, 2, SETTINGS) is not None:
            found += 1
            same = list if pieces(path)[0].how in ("bibtex", "tagged", "list") else comparable
            assert same(sliced(path)) == same(one_by_one(path)) == same(whole(path)), path.name
    assert found or folder in ("csl", "datacite")


#: by the suffix of a file: what it is put together of, and the format
TEXTS = {
    ".bib": (
        "bibtex",
        """@string{a = "x"}\n|@book{k1, title={A}, crossref={k2}}\n|@book{k2, title=a # b, year=1999}\n"""
        """|@book{k2, title={again}}\n|@xdata{x, publisher={P}}\n|@book{k3, xdata={x}, title={X}}\n|@comment{foo}\n"""
        """|@comment{unclosed\n|junk\n|@book{k4, title={unclosed\n|@book{k5, title="q"\n"""
        """|  @article{k6, author={A and B}, crossref={x,k3}}\n|foo\\\n|\n"""
        """|@book(k7, title="p)"\n|@book{k1, title="twice"}\r\n|@{}\n|@book{,title={z}}\n|a@b.c {x}\n"""
        """|@misc{é, title={É}}\n|}\n|"\n""",
    ),
    ".ris": (
        "ris",
        "TY  - JOUR\n|ER  - \n|ER  - \r\n|AU  - X, Y\n|stray\n|\n|TY  - BOOK\n|ID  - q\n|  more\n|PY  - 1999\r|T1  - é\n",
    ),
    ".nbib": ("nbib", "PMID- 1\n|TI  - a\n|      more\n|\n|stray\n|PMID- 2\n|AU  - É Y\n"),
    ".isi": ("isi", "FN x\n|PT J\n|TI é\n|   more\n|ER\n|EF\n|stray\n|\n|AU X\n"),
    ".enw": ("refer", "%0 Book\n|%T é\n|   more\n|\n|%A a\n|stray\n"),
    ".json": (
        "json",
        """{"id":"a"}|,|1|"x"|null|{"id":"b","x":[1,{"y":"]"}]}| |\n|[1]|{"title":"\\""}|{|}|"|{"a":1 "b"}|[|]|x|{"id":"é"},""",
    ),
}


@pytest.mark.parametrize("suffix", TEXTS)
@given(data=st.data())
def test_anything_in_slices_is_what_it_is_in_the_whole(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, data: st.DataObject
) -> None:
    form, texts = TEXTS[suffix]
    text = "".join(data.draw(st.lists(st.sampled_from(texts.split("|")), max_size=14)))
    path = tmp_path_factory.mktemp("texts") / f"f{suffix}"
    path.write_bytes((data.draw(st.sampled_from(["", "\ufeff"])) + ("[" if suffix == ".json" else "") + text).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_list, "WINDOW", data.draw(st.integers(4, 30)))
        found = cut(path, form, data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3)), SETTINGS)
        if found is not None:
            expected = list(read(path, format=form, settings=SETTINGS))
            assert sum(piece.count for piece in found) == len(expected)
            assert [item for piece in found for item in read_piece(piece, SETTINGS)] == expected
            alone = [single for piece in found for single in singles(piece, SETTINGS)]
            assert [item for single in alone for item in read_piece(single, SETTINGS)] == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("macro.bib", '@book{a, title=b}\n@string{b = "B"}\n'),
        ("twice.bib", '@string{b = "B"}\n@string{b = "C"}\n@book{a, title=b}\n'),
        ("line.bib", "@book{a, title={A}} @book{b, title={B}}\n"),
        ("latin.bib", "@book{a, title={\xe9}}\n"),
        ("latin.ris", "TY  - BOOK\nTI  - \xe9\nER  - \n"),
        ("none.ris", "nothing\n"),
        ("two.json", '[{"id": "a"}] [{"id": "b"}]'),
        ("wrapped.json", '{"items": [{"id": "a"}, {"id": "b"}]}'),
    ],
)
def test_what_cannot_be_cut(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("latin-1"))
    assert cut(path, {"bib": "bibtex", "json": "json", "ris": "ris"}[name.split(".")[1]], 2, 2, SETTINGS) is None


@given(
    st.lists(
        st.sampled_from(['{"id": "a"}', "", "  ", "nonsense", '{"id": "b", "x": [1', "[1]", '{"kind": "agent"}']), max_size=12
    )
)
def test_json_lines_with_anything_in_them(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("lines") / "r.jsonl"
    path.write_text("\n".join(['{"id": "first"}', '{"id": "second"}', *lines]))
    assert sliced(path) == one_by_one(path) == whole(path)


def test_a_byte_order_mark_and_line_numbers(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join(b'{"id": "%d"}' % n for n in range(9)) + b"\n\n{broken\n")
    assert sliced(path) == whole(path)
    last = sliced(path)[-1]
    assert isinstance(last, Unreadable)
    assert (last.position, last.reason.split(" ")[:2]) == (10, ["line", "11"])


def test_a_marc_file_is_read_a_window_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    path = shared("records", "marc") / "lagbolt_sample-marc-file.mrc"
    expected = whole(path)
    monkeypatch.setattr(iso2709, "WINDOW", 1_000)
    assert len(expected) > 50
    assert sliced(path, 7, 20) == expected


def oai(*pages: str) -> str:
    inner = "".join(f'<OAI-PMH xmlns="{OAI}"><request>x</request><ListRecords>{page}</ListRecords></OAI-PMH>' for page in pages)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<harvest note="a &lt; &quot;b&quot;">\n{inner}</harvest>'


def record(number: int) -> str:
    return (
        f"<record><header><identifier>oai:x:{number}</identifier></header><metadata>"
        '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>Títle &amp; {number}</dc:title></oai_dc:dc></metadata></record>"
    )


def test_a_dump_of_several_oai_pmh_pages(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    first = "\n".join(map(record, range(5))) + "<resumptionToken>more</resumptionToken>"
    path.write_text(oai(first, "".join(map(record, range(5, 8)))), encoding="utf-8")
    found = sliced(path, 2, 2)
    assert [item.id for item in found] == [f"oai:x:{n}" for n in range(8)]
    assert comparable(found) == comparable(whole(path)) == comparable(one_by_one(path))


def test_xml_that_breaks_off_gives_what_stands_before(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(oai("".join(map(record, range(5))))[:-300], encoding="utf-8")
    assert comparable(sliced(path)) == comparable(whole(path))
    assert isinstance(sliced(path)[-1], Unreadable)


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "b">]><x><record/><record/></x>',
        '<?xml version="1.0" encoding="utf-16"?><x><record/></x>',
        oai(record(1), "<error code='badVerb'/>"),
        oai(record(1), "<other><deep/></other>"),
        '{"one": 1}',
        "",
    ],
)
def test_what_is_not_records_side_by_side_is_read_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(text, encoding="utf-8")
    assert cut(path, "dc" if text.startswith("<") else "", 2, 2, SETTINGS) is None


def test_rows_of_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    rows = [
        {"id": f"r{n}", "kind": "work", "title": f"Title {n}", "date": 1990 + n, "creators": ["A", "B"][: n % 3], "doi": None}
        for n in range(11)
    ]
    path = tmp_path / "records.parquet"
    write_table(pa.Table.from_pylist(rows), path, row_group_size=4)
    found = sliced(path, 3, 5)
    assert [item.id for item in found] == [f"r{n}" for n in range(11)]
    assert [item.position for item in found] == list(range(1, 12))
    assert found == one_by_one(path)
    last = found[-1]
    assert isinstance(last, Record)
    assert {s.property: s.value for s in last.statements} == {"title": "Title 10", "date": "2000", "creators": "A"}
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and nothing more")
    assert cut(tmp_path / "bad.parquet", "", 3, 3, SETTINGS) is None
