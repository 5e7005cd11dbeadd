"""A file split by its verdicts: every byte of every record ends where it belongs."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from gate.errors import InputError
from gate.hook.splitting import Split, batch_name, split
from gate.model import Record
from gate.queue.store import open_queue
from gate.queue.values import Filter, State
from gate.records import read_bytes
from gate.settings import Settings
from tests.hook.samples import Judge, judge, lines, listed
from tests.schema import complaints
from tests.shared import shared


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/queue.db"


def run(url: str, data: bytes, name: str = "batch.jsonl", **options: object) -> Split:
    with open_queue(Settings(queue_url=url)) as queue:
        return split(data, name, judge(url), queue, **options)  # type: ignore[arg-type]


def files(done: Split) -> dict[str, bytes]:
    return {name: data for way, name, data in done.staged.files if way != "report"}


def test_json_lines_are_split_line_by_line(url: str) -> None:
    data = lines("good one", "bad two", "good three", "lost four")
    one, two, three, four = data.splitlines(keepends=True)
    done = run(url, data)
    assert files(done) == {"batch.review.jsonl": two + four, "batch.accepted.jsonl": one + three}
    assert [way for way, _, _ in done.staged.files] == ["report", "review", "accepted"]
    assert str(done.counts) == "2 accepted, 2 review, 0 unreadable, 1 unchecked"
    (report,) = [content for way, _, content in done.staged.files if way == "report"]
    assert complaints(report) == []


def test_a_list_stays_a_list(url: str) -> None:
    done = run(url, listed("good one", "bad two", "good three"), "b.json")
    assert [r["id"] for r in json.loads(files(done)["b.accepted.json"])] == ["r1", "r3"]
    assert [r["id"] for r in json.loads(files(done)["b.review.json"])] == ["r2"]


def test_records_in_a_wrapper_can_be_split_too(url: str) -> None:
    data = b'{"records": [{"id": "r1", "title": "good"}, {"id": "r2",  "title": "bad"}]}'
    assert files(run(url, data, "b.json"))["b.review.json"] == b'[\n{"id": "r2",  "title": "bad"}\n]\n'


def test_one_record_alone_is_the_file_itself(url: str) -> None:
    data = b'{"id": "r1",\n "title": "good"}\n'
    assert files(run(url, data, "b.json")) == {"b.accepted.json": data}


def test_what_cannot_be_read_is_there_as_it_came(url: str) -> None:
    data = lines("good one") + b'{"id": "r2", "title": \n' + lines("good three")
    done = run(url, data)
    assert files(done)["batch.unreadable.jsonl"] == b'{"id": "r2", "title": \n'
    assert files(done)["batch.accepted.jsonl"].count(b"\n") == 2
    nothing = run(url, b"\x00\x01 this is no record", "x.bin")
    assert files(nothing) == {"x.unreadable.bin": b"\x00\x01 this is no record"}


def test_real_marc_is_split_byte_for_byte(url: str) -> None:
    data = shared("records", "marc", "lagbolt_sample-marc-file.mrc").read_bytes()
    found = [r for r in read_bytes(data, "a.mrc", settings=Settings()) if isinstance(r, Record)]
    damaged = data[: len(found[0].raw)] + b"00100broken\x1d" + data[len(found[0].raw) :]
    done = files(run(url, damaged, "a.mrc"))
    assert done["a.unreadable.mrc"] == b"00100broken\x1d"
    assert done["a.review.mrc"] == data
    assert "a.accepted.mrc" not in done


def test_only_what_is_accepted_is_stamped(url: str) -> None:
    record = (
        '<record><leader>00000nam a2200000 a 4500</leader><datafield tag="245" ind1="1" ind2="0">'
        '<subfield code="a">{}</subfield></datafield></record>'
    )
    data = f"<collection>{record.format('good one')}{record.format('bad two')}</collection>".encode()
    plain, stamped = files(run(url, data, "a.xml")), files(run(url, data, "a.xml", stamped=True))
    assert b'tag="883"' not in plain["a.accepted.xml"]
    assert b'tag="883"' in stamped["a.accepted.xml"]
    assert stamped["a.review.xml"] == plain["a.review.xml"]


def test_the_same_file_again_is_the_same_batch(url: str) -> None:
    data = lines("good one", "bad two")
    first, again = run(url, data), run(url, data)
    assert first.batch == again.batch == batch_name(data, "batch.jsonl")
    assert (first.intake.added, again.intake.added, again.intake.present) == (1, 0, 1)
    assert first.staged.files == tuple((way, name, content) for way, name, content in first.staged.files)
    assert batch_name(data + b"\n", "batch.jsonl") != first.batch


def test_what_a_curator_rejected_is_not_staged_though_the_gate_accepts_it_now(url: str) -> None:
    data = lines("lost one", "lost two", "good three")
    run(url, data, batch="b")
    with open_queue(Settings(queue_url=url)) as queue:
        queue.decide(1, State.REJECTED, who="anna", reason="duplicate")
    better = judge(url)
    check = better.check

    class Now(type(better)):  # type: ignore[misc]
        def check(self, records: object) -> object:
            from tests.report.samples import accepted, report

            return report(*(accepted(r.record) for r in check(records).records))  # type: ignore[arg-type]

    with open_queue(Settings(queue_url=url)) as queue:
        done = split(data, "batch.jsonl", Now(better.settings), queue, batch="b")
        assert queue.page(Filter(states=("accepted",))).total == 1
    one, two, three = data.splitlines(keepends=True)
    assert files(done) == {"batch.review.jsonl": one, "batch.accepted.jsonl": two + three}


def test_a_file_whose_bytes_cannot_be_told_apart_is_not_split_and_not_queued(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from gate.hook import splitting

    def without_bytes(*arguments: object, **options: object) -> object:
        return (replace(r, raw=b"") for r in read_bytes(*arguments, **options) if isinstance(r, Record))  # type: ignore[arg-type]

    monkeypatch.setattr(splitting, "read_bytes", without_bytes)
    with pytest.raises(InputError, match="cannot be split"):
        run(url, lines("good one", "bad two"))
    with open_queue(Settings(queue_url=url)) as queue:
        assert queue.page(Filter()).total == 0
    assert files(run(url, lines("good one", "good two"))) == {"batch.accepted.jsonl": lines("good one", "good two")}


@pytest.mark.parametrize(("name", "batch"), [("ü" * 200 + ".mrc", 193), ("a\nb\udc80.mrc", 21), ("x", 14)])
def test_a_batch_has_a_name_that_files_and_the_queue_can_bear(name: str, batch: int) -> None:
    made = batch_name(b"data", name)
    assert made.isprintable()
    assert len(made.encode()) <= 255
    assert len(made.encode()) <= batch


def workbook(*rows: tuple[object, ...], before: tuple[tuple[object, ...], ...] = ()) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Neue Titel"
    for row in (*before, ("id", "title", "date", "doi", "price"), *rows):
        sheet.append(list(row))
    sheet["C3"].number_format = "yyyy"
    sheet["B2"].data_type = "s"
    book.create_sheet("notes").append(["not for loading"])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def cells(data: bytes) -> list[tuple[object, ...]]:
    return [tuple(row) for row in openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)]


def test_the_rows_of_a_workbook_are_split_below_the_names_of_its_columns(url: str) -> None:
    day = datetime(1999, 1, 1)
    data = workbook(
        ("r1", "good =1+1", "2001", "10.1234/a", 0.5),
        ("r2", "bad two", day, None, 7),
        ("r3", "good three", day, "10.1234/c", None, None, "slipped"),
        ("r4", "good four", 1999, "10.1234/d", True),
    )
    done = files(run(url, data, "b.xlsm"))
    assert set(done) == {"b.accepted.xlsx", "b.review.xlsx", "b.unreadable.xlsm"}
    head = ("id", "title", "date", "doi", "price")
    assert cells(done["b.accepted.xlsx"]) == [
        head,
        ("r1", "good =1+1", "2001", "10.1234/a", 0.5),
        ("r4", "good four", 1999, "10.1234/d", True),
    ]
    assert cells(done["b.review.xlsx"]) == [head, ("r2", "bad two", day, None, 7)]
    assert done["b.unreadable.xlsm"] == data  # where a row that cannot be read ends is for the librarian to say
    before = {r.id: r.statements for r in read_bytes(data, "b.xlsx", settings=Settings()) if isinstance(r, Record)}
    for way in ("accepted", "review"):
        for record in read_bytes(done[f"b.{way}.xlsx"], "b.xlsx", settings=Settings()):
            assert isinstance(record, Record)
            assert [(s.property, s.value) for s in record.statements] == [(s.property, s.value) for s in before[record.id]]


def test_what_looks_like_a_formula_stays_the_text_it_was(url: str) -> None:
    data = workbook(("r1", "good", "2001", None, None), ("r2", "bad", "2002", None, None))
    book = openpyxl.load_workbook(io.BytesIO(data))
    cell = book.worksheets[0]["D2"]
    cell.value, cell.data_type = "=1+1", "s"
    buffer = io.BytesIO()
    book.save(buffer)
    accepted = files(run(url, buffer.getvalue(), "b.xlsx"))["b.accepted.xlsx"]
    cell = openpyxl.load_workbook(io.BytesIO(accepted)).worksheets[0]["D2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_what_stands_above_the_names_comes_along(url: str, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('header = 3\nid = "id"\n[columns]\n"title" = "title"\n', encoding="utf-8")
    data = workbook(("r1", "bad"), ("r2", "good"), before=(("Neuerwerbungen",), (None, "2026")))
    with open_queue(Settings(queue_url=url)) as queue:
        runner = Judge(Settings(queue_url=url, mapping=str(tmp_path / "m.toml")))
        done = files(split(data, "b.xlsx", runner, queue))
    assert [row[:2] for row in cells(done["b.accepted.xlsx"])] == [
        ("Neuerwerbungen", None),
        (None, "2026"),
        ("id", "title"),
        ("r2", "good"),
    ]


def test_by_another_mapping_a_table_is_another_batch(url: str, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.toml", tmp_path / "right.toml"
    wrong.write_text('[columns]\n"Reihe" = "title"\n', encoding="utf-8")
    right.write_text('[columns]\n"Titel" = "title"\n', encoding="utf-8")
    data, marc = b"Titel,Reihe\ngood one,bad series\n", shared("records", "marc", "lagbolt_sample-marc-file.mrc").read_bytes()
    with open_queue(Settings(queue_url=url)) as queue:
        runs = [split(data, "b.csv", Judge(Settings(mapping=str(m))), queue) for m in (wrong, right, right)]
        assert [str(done.counts).split(",")[0] for done in runs] == ["0 accepted", "1 accepted", "1 accepted"]
        assert "b.accepted.csv" in files(runs[1])
        assert runs[1].batch == runs[2].batch != runs[0].batch
        assert queue.page(Filter()).total == 1
    assert batch_name(marc, "a.mrc", str(wrong)) == batch_name(marc, "a.mrc")
