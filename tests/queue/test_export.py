"""Every export format, on both databases, also with values that nobody would want to meet."""

from __future__ import annotations

import base64
import csv
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import openpyxl
import pymarc
import pytest

from gate.errors import InputError, UsageError
from gate.model import Record, Statement
from gate.queue.export import EXPORT_FORMATS, exporter
from gate.queue.export_rows import COLUMNS
from gate.queue.import_decisions import decisions_of, read_decisions
from gate.queue.store import Queue
from gate.queue.values import Filter, State, Wanted
from gate.records import read_bytes
from gate.settings import Settings
from tests.queue.runs import doubtful, numbered, review, run
from tests.report.samples import failed, reviewed


@pytest.fixture(autouse=True)
def large_fields() -> Iterator[None]:
    """A title of a megabyte is read back here; the limit is the whole process's, so it is given back."""
    limit = csv.field_size_limit(10_000_000)
    yield
    csv.field_size_limit(limit)


BOMB = '=HYPERLINK("http://x","y")'
HOSTILE = {
    "formula": BOMB,
    "plus": "+1+cmd|' /C calc'!A0",
    "at": "@SUM(1)",
    "tab": "\t=1",
    "direction": "\u202egnp.exe",
    "nul": "a\x00b",
    "surrogate": "a\ud800b",
    "markup": "<script>alert(1)</script>]]>&",
    "lines": 'quote " comma , line\r\nbreak',
    "long": "x" * 1_000_000,
}


def hostile(n: int, value: str) -> Record:
    record = numbered(n)
    return replace(record, id=value[:2000], statements=(Statement("title", value, "title"), *record.statements[1:]))


@pytest.fixture
def filled(queue: Queue) -> Queue:
    """Two ordinary items, one on which a stage failed, and one a hostile value."""
    records = [reviewed(hostile(n, value)) for n, value in enumerate(HOSTILE.values(), 10)]
    queue.take_in(run(review(1), doubtful(2), failed(), *records), batch="b1")
    return queue


def made(queue: Queue, format: str, filter: Filter = Filter(), *, stamped: bool = False) -> tuple[bytes, list[str]]:  # noqa: B008
    told: list[str] = []
    return b"".join(exporter(format, stamped=stamped)(queue.items(filter), told.append)), told


def test_json_lines_hold_everything_exactly(filled: Queue) -> None:
    data, told = made(filled, "jsonl")
    assert told == []
    assert data.isascii()
    lines = [json.loads(line) for line in data.splitlines()]
    items = {item.row.id: item for item in filled.items()}
    assert len(lines) == len(items)
    for line in lines:
        item = items[line["id"]]
        assert line["format"] == "gate-queue-item/1"
        assert base64.b64decode(line["raw"]) == item.raw
        assert line["read"]["statements"][0]["value"] == item.record.statements[0].value
        assert line["report"] == json.loads(item.report)
        assert [e["action"] for e in line["events"]] == ["queued"]
        assert (line["state"], line["verdict"]) == (item.row.state, item.row.verdict)


@pytest.mark.parametrize(("format", "mark"), [("csv", b""), ("csv-excel", b"\xef\xbb\xbf")])
def test_csv_has_a_row_a_claim_with_one_thing_a_column(filled: Queue, format: str, mark: bytes) -> None:
    data, _ = made(filled, format)
    assert data.startswith(mark + b"item,version,batch,record,")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert set(rows[0]) == set(COLUMNS)
    first = [row for row in rows if row["item"] == "1"]
    assert [(r["path"], r["property"], r["outcome"]) for r in first] == [
        ("title", "title", "supported"),
        ("creators[0]", "creators", "contradicted"),
        ("citations[0]", "citations", "wrong_metadata"),
        ("citations[1]", "citations", "non_retrievable"),
        ("citations[2]", "citations", "verified"),
    ]
    assert (first[1]["value"], first[1]["held"]) == ("Watson, J. D.", "Crick, F. H. C.")
    assert (first[0]["candidate_id"], first[0]["candidate_score"]) == ("10.1038/171737a0", "1")
    assert first[2]["candidate_id"] == "10.1073/pnas.39.2.84"
    assert first[3]["candidate_id"] == ""
    assert (first[0]["fabrication_permissive"], first[0]["divergence"]) == ("0.25", "")
    stage_failed = [row for row in rows if row["verdict"] == "unchecked"]
    assert [(row["path"], row["why"]) for row in stage_failed] == [("", "a stage failed")]


@pytest.mark.parametrize("format", ["csv", "csv-excel"])
def test_no_cell_of_a_csv_is_a_formula_and_every_item_is_there(filled: Queue, format: str) -> None:
    data, _ = made(filled, format)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert {row[0] for row in rows[1:]} == {str(item.row.id) for item in filled.items()}
    for row in rows:
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "@", "-")), cell[:50]
            assert "\x00" not in cell
            assert "\u202e" not in cell
            assert len(cell) <= (32_767 if format == "csv-excel" else 1_000_001)
    labels = {row[COLUMNS.index("label")][:40] for row in rows[1:]}
    assert {"'" + BOMB, "<U+202E>gnp.exe", "a<U+0000>b", "a<U+D800>b"} <= labels


def workbook(queue: Queue, tmp_path: Path) -> Path:
    path = tmp_path / "queue.xlsx"
    path.write_bytes(made(queue, "xlsx")[0])
    return path


def filled_in(path: Path, decisions: dict[int, tuple[str, str, str]]) -> None:
    book = openpyxl.load_workbook(path)
    sheet = book["items"]
    names = [str(cell.value) for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        wanted = decisions.get(int(str(row[0].value)))
        for name, value in zip(("decision", "reason", "note"), wanted or (), strict=False):
            row[names.index(name)].value = value
    book.save(path)


def test_a_workbook_can_be_decided_in_and_taken_back(filled: Queue, tmp_path: Path) -> None:
    path = workbook(filled, tmp_path)
    filled_in(path, {1: ("reject", "invented", "'=not a formula"), 2: ("Accept", "", ""), 4: ("expire", "", "")})
    read = read_decisions(path)
    assert read.refused == ()
    assert read.decisions == (
        Wanted(1, 1, State.REJECTED, "invented", "=not a formula"),
        Wanted(2, 1, State.ACCEPTED),
        Wanted(4, 1, State.EXPIRED),
    )
    filled.decide(4, State.REJECTED, who="bob", reason="duplicate")
    done = filled.decide_each(read.decisions, who="anna")
    assert done.done == (1, 2)
    assert "by bob" in done.refused[0].why
    assert filled.get(1).events[-1].note == "=not a formula"
    assert filled.decide_each(read.decisions, who="anna").done == ()  # twice is not twice


def test_a_workbook_has_no_formula_and_offers_what_can_be_chosen(filled: Queue, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(workbook(filled, tmp_path))
    assert book.sheetnames == ["items", "claims", "reasons"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell.coordinate for cell in cells if cell.data_type == "f"]
    assert max(len(str(cell.value)) for cell in cells) <= 32_767
    assert {cell.value for cell in cells} >= {"'" + BOMB, "<U+202E>gnp.exe"}
    assert len(book["items"].data_validations.dataValidation) == 2
    assert book["items"].max_row == 1 + len(list(filled.items()))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_saved_by_a_spreadsheet_is_taken_back_too(filled: Queue, tmp_path: Path, separator: str) -> None:
    rows = list(csv.DictReader(io.StringIO(made(filled, "csv")[0].decode(), newline="")))
    for row in rows:
        if row["item"] == "1" and row["path"] == "title":
            row |= {"decision": "reject", "reason": "duplicate", "note": "held as 4711"}
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    path = tmp_path / "edited.csv"
    path.write_text("\ufeff" + buffer.getvalue(), encoding="utf-8")
    assert read_decisions(path).decisions == (Wanted(1, 1, State.REJECTED, "duplicate", "held as 4711"),)


def test_a_damaged_workbook_is_told_and_never_a_fault(filled: Queue) -> None:
    data = made(filled, "xlsx")[0]
    chance = random.Random(3)
    told = 0
    for _ in range(100):
        damaged = bytearray(data)
        for _ in range(4):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            decisions_of(bytes(damaged), "x.xlsx")
        except InputError:
            told += 1
    assert told > 10


def test_rows_that_cannot_be_meant_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    lines = [
        "item,version,decision,reason,note",
        "1,1,burn,,",
        "x,1,accept,,",
        "2,1,accept,,",
        "2,1,reject,other,",
        "3,1,,,",
        "4,1,accept",
    ]
    path.write_text("\n".join(lines))
    read = read_decisions(path)
    assert [(r.item, r.why.split(";")[0]) for r in read.refused] == [
        (1, "row 2: 'burn' is no decision"),
        (0, "row 3: item 'x', version '1': not whole numbers"),
        (2, "row 5: another row asks for another decision on item 2"),
    ]
    assert [wanted.item for wanted in read.decisions] == [4]


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2\n", b"PK\x03\x04broken", b"\xff\xfe\x00", b'item,"unclosed'])
def test_what_is_no_spreadsheet_of_ours_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"x\.xlsx"):
        read_decisions(path)


def test_records_come_out_as_they_came_or_corrected(filled: Queue) -> None:
    raw = filled.get(2).raw
    filled.decide(1, State.CORRECTED, who="anna", corrected=b'{"title": "Right"}')
    filled.decide(2, State.ACCEPTED, who="anna")
    filled.decide(4, State.CORRECTED, who="anna")
    passed = Filter(states=("accepted", "corrected"))
    data, told = made(filled, "records", passed)
    assert data == b'[\n{"title": "Right"},\n' + raw + b"\n]\n"
    assert told == ["item 4 was corrected elsewhere; its record is not here, so it is left out"]
    assert made(filled, "records", Filter(states=("expired",)))[0] == b""


def test_a_file_has_one_format(queue: Queue) -> None:
    other = review(2)
    queue.take_in(run(review(1), replace(other, record=replace(other.record, format="bibtex"))), batch="b1")
    with pytest.raises(UsageError, match=r"several formats \(bibtex, json\)"):
        made(queue, "records")
    assert made(queue, "records", Filter(formats=("bibtex",)))[0].startswith(b'{"id": "r2"')


MARC: dict[str, bytes | str] = {
    "marc": b"00072nam a2200049 a 4500001000200000245001000002\x1e7\x1e10\x1faA \xc3\xa9\x1e\x1d",
    "marcxml": '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>'
    '<controlfield tag="001">7</controlfield><datafield tag="245" ind1="1" ind2="0"><subfield code="a">A é</subfield></datafield>'
    "</record>",
    "marcjson": '{"leader":"00000nam a2200000 a 4500","fields":[{"001":"7"},'
    '{"245":{"ind1":"1","ind2":"0","subfields":[{"a":"A é"}]}}]}',
}


@pytest.fixture
def marc(queue: Queue) -> Queue:
    reports = [review(9)]
    for n, (format, raw) in enumerate(MARC.items()):
        data = raw if isinstance(raw, bytes) else raw.encode()
        (record,) = read_bytes(data, f"f{n}", format, settings=Settings())
        assert isinstance(record, Record), record
        reports.append(reviewed(record))
    queue.take_in(run(*reports), batch="b1")
    return queue


@pytest.mark.parametrize("stamped", [False, True])
def test_marcxml_holds_what_came_as_marc_in_whatever_form(marc: Queue, stamped: bool) -> None:
    data, told = made(marc, "marcxml", stamped=stamped)
    assert told == ["item 1 came as json, not as MARC; it is left out"]
    read = pymarc.parse_xml_to_array(io.BytesIO(data))  # type: ignore[no-untyped-call]
    assert [(r["001"].data, r["245"]["a"], str(r.leader)[9]) for r in read] == [("7", "A é", "a")] * 3
    assert [bool(r.get_fields("883")) and bool(r.get_fields("885")) for r in read] == [stamped] * 3
    if stamped:
        assert read[0]["885"]["b"] == "under review"


def test_stamped_records_say_who_let_them_pass(marc: Queue) -> None:
    marc.decide(2, State.ACCEPTED, who="anna", reason="source-wrong")
    data, _ = made(marc, "records", Filter(states=("accepted",)), stamped=True)
    (read,) = list(pymarc.MARCReader(io.BytesIO(data)))
    assert read is not None
    assert read["883"]["a"].endswith(": accepted by a curator (source-wrong)")
    with pytest.raises(UsageError, match="no MARC records to stamp"):
        exporter("csv", stamped=True)


def test_omissions_are_events_as_dspace_reads_them(filled: Queue) -> None:
    data, _ = made(filled, "dspace", Filter(ids=(1,)))
    events = json.loads(data)
    assert events == [
        {
            "originalId": "r1",
            "title": "Title 1",
            "topic": "ENRICH/MISSING/CREATORS",
            "trust": 1.0,
            "message": {"creators[0]": "Crick, F. H. C."},
        },
        {
            "originalId": "r1",
            "title": "Title 1",
            "topic": "ENRICH/MISSING/CITATIONS",
            "trust": 1.0,
            "message": {"citations[0]": "Franklin 1953 Molecular configuration"},
        },
    ]
    assert b"\x00" not in made(filled, "dspace")[0]


@pytest.mark.parametrize(
    ("name", "topic", "message"),
    [
        ("doi", "ENRICH/MISSING/PID", {"pids[0].type": "doi", "pids[0].value": "x"}),
        ("abstract", "ENRICH/MISSING/ABSTRACT", {"abstracts[0]": "x"}),
        ("subjects", "ENRICH/MISSING/SUBJECT", {"subjects[0]": "x"}),
    ],
)
def test_topics_are_those_of_dspace(name: str, topic: str, message: dict[str, str]) -> None:
    from gate.queue.export_dspace import _message

    assert _message({"property": name, "held": "x"}) == (topic, message)


def test_a_record_without_an_id_of_its_own_is_no_event(queue: Queue) -> None:
    one = review(1)
    queue.take_in(run(replace(one, record=replace(one.record, id="#1"))), batch="b1")
    data, told = made(queue, "dspace")
    assert json.loads(data) == []
    assert "no id of its own" in told[0]


@pytest.mark.parametrize("format", EXPORT_FORMATS)
def test_an_empty_queue_gives_an_empty_file_of_its_kind(queue: Queue, format: str) -> None:
    data, told = made(queue, format)
    assert told == []
    assert data.count(b"\n") <= 5 or format == "xlsx"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UsageError, match="no export format 'pdf'; there are jsonl, csv"):
        exporter("pdf")
