"""gate queue, from the command line: what a curator and a cron job see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from gate.cli.exit_codes import ExitCode
from gate.queue.store import open_queue
from gate.report.terminal import width
from gate.settings import Settings, load_settings
from tests.cli.run import Ran, gate, spawn
from tests.queue.runs import doubtful, fine, review, run, unchecked

ROOT = Path(__file__).resolve().parents[2]
Gate = Callable[..., Ran]


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], cache: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))

    def called(*arguments: str | Path) -> Ran:
        return gate(capsys, "queue", *arguments)

    return called


@pytest.fixture
def filled(call: Gate) -> Gate:
    with open_queue(load_settings()) as queue:
        queue.take_in(run(review(1), doubtful(2), unchecked(3), fine(4)), batch="monday", source="batch.json")
    return call


def test_an_empty_queue_says_so(call: Gate) -> None:
    assert call("list") == Ran(0, "nothing fits\n", "")


@pytest.mark.parametrize("columns", [40, 60, 72, 80, 120, 200])
def test_a_list_fits_the_terminal(filled: Gate, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    filled("assign", "Ann Çelik 一二三四五六七八九十", "1", "--by", "chief")
    ran = filled("list")
    both = filled("list", "--state", "pending", "--state", "rejected").out
    assert max(width(line) for line in both.splitlines()) <= columns
    assert ran.code == 0
    assert max(width(line) for line in ran.out.splitlines()) <= columns
    assert ran.out.splitlines()[-1] == "1-3 of 3"
    assert ("Title 1" in ran.out) or columns < 80


def test_a_list_shows_verdict_finding_title_and_whose_it_is(filled: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    filled("assign", "anna", "1", "--by", "chief")
    head, first, *rest = filled("list").out.splitlines()
    assert head.split() == ["item", "gate", "says", "tier", "worst", "finding", "title", "assignee"]
    assert first.split() == ["1", "review", "identity", "citation-wrong-metadata", "+3", "Title", "1", "anna"]
    assert len(rest) == 3
    both = filled("list", "--state", "pending", "--state", "rejected").out
    assert "pending (review)" in both
    assert "pending (unchecked)" in both


def test_filters_and_json(filled: Gate) -> None:
    found = json.loads(filled("list", "--format", "json", "--verdict", "unchecked", "--batch", "monday").out)
    assert (found["total"], [row["record"] for row in found["items"]]) == (1, ["r3"])
    assert (
        json.loads(filled("list", "--format", "json", "--code", "creator-contradicted", "--tier", "identity").out)["total"] == 1
    )
    assert json.loads(filled("list", "--format", "json", "--older-than", "1d").out)["total"] == 0
    assert json.loads(filled("list", "--format", "json", "--younger-than", "2h", "--assignee", "-").out)["total"] == 3
    assert (
        json.loads(filled("list", "--format", "json", "--limit", "1", "--offset", "2", "--sort", "id").out)["items"][0]["id"] == 3
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "--state", "open"], "--state open: there are pending, accepted"),
        (["list", "--tier", "1"], "--tier 1: there are identity"),
        (["list", "--older-than", "soon"], "--older-than soon: say 30m"),
        (["list", "--sort", "x"], "no order 'x'"),
        (["list", "--format", "yaml"], "no format 'yaml'"),
        (["show", "99"], "the queue has no item 99"),
        (["decide", "keep", "1"], "no decision 'keep'; there are accept, reject, correct, expire"),
        (["decide", "reject", "1", "--by", "a"], "to reject needs a reason"),
        (["decide", "reject", "--reason", "invented", "--by", "a"], "name the items, filter them, or say --yes"),
        (["decide", "reject", "1", "--batch", "x", "--reason", "invented", "--by", "a"], "not both"),
        (["decide", "reject", "--batch", "monday", "--reason", "invented", "--by", "a"], "reject: 3 items? Say --yes"),
        (["decide", "accept", "1", "2", "--version", "1", "--by", "a"], "are about one item"),
        (["decide", "accept", "2", "--by", "gate"], "the name that the gate itself has"),
        (["purge", "--by", "a"], "closed items for good? Say --yes"),
        (["purge", "--state", "pending", "--yes", "--by", "a"], "pending items are not purged"),
        (["export", "--format", "pdf"], "no export format 'pdf'"),
        (["export", "--format", "csv", "--new", "--out", "x.csv"], "--new is for"),
        (["export", "--format", "csv", "--stamp-marc"], "holds no MARC records"),
        (["export", "--out", "/nowhere/x.jsonl"], "there is no folder"),
        (["import", "/nowhere.xlsx"], "/nowhere.xlsx: No such file"),
    ],
)
def test_what_cannot_be_meant_is_one_line_and_changes_nothing(filled: Gate, arguments: list[str], message: str) -> None:
    ran = filled(*arguments)
    assert ran.code == ExitCode.BAD_INPUT
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert json.loads(filled("list", "--format", "json").out)["total"] == 3


def test_an_item_is_shown_with_its_findings_and_history(filled: Gate) -> None:
    filled("decide", "reject", "1", "--reason", "invented", "--note", "no such work", "--by", "anna")
    out = filled("show", "1").out
    for words in (
        "state     rejected, by anna (invented)",
        "gate      review; fabrication is 0.25",
        "place     record 1 (r1) of batch.json, batch monday",
        "violation (identity): creator-contradicted at creators[0]",
        "given   Watson, J. D.",
        "held    Crick, F. H. C.",
        "rejected by anna: invented (no such work)",
        "queued by gate (machine), verdict review",
        "version   2",
    ):
        assert words in out
    shown = json.loads(filled("show", "1", "--format", "json").out)
    assert (shown["state"], shown["verdict"], len(shown["events"])) == ("rejected", "review", 2)
    assert filled("show", "1", "--raw").out == '{"id": "r1", "title": "Title 1"}'


def test_decide_conflict_undo(filled: Gate) -> None:
    assert filled("decide", "accept", "1", "--reason", "source-wrong", "--by", "anna") == Ran(0, "1 item accepted\n", "")
    second = filled("decide", "reject", "1", "--reason", "invented", "--by", "bob")
    assert (second.code, second.out) == (2, "0 items rejected, 1 left as it was\n")
    assert "item 1 is accepted already, by anna" in second.err
    assert filled("undo", "1", "--by", "bob").out == "1 item open again\n"
    late = filled("decide", "reject", "1", "--version", "1", "--reason", "invented", "--by", "bob")
    assert late.code == 2
    assert "undone by bob" in late.err
    assert filled("decide", "reject", "1", "--version", "3", "--reason", "invented", "--by", "bob").code == 0


def test_many_at_once_by_filter(filled: Gate) -> None:
    ran = filled("decide", "expire", "--batch", "monday", "--yes", "--by", "cron")
    assert ran.out == "3 items expired\n"
    assert filled("undo", "--state", "expired", "--yes", "--by", "anna").out == "3 items open again\n"
    assert filled("assign", "bob", "--verdict", "unchecked", "--yes", "--by", "anna").out == "1 item given to bob\n"
    assert "assigned to bob" in filled("assign", "eve", "3", "--by", "eve").err
    assert filled("assign", "eve", "3", "--take-over", "--by", "eve").code == 0


def test_a_corrected_record_takes_the_place_of_the_original(filled: Gate, tmp_path: Path) -> None:
    corrected = tmp_path / "right.json"
    corrected.write_text('{"id": "r1", "title": "Right"}')
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1, 2]")
    assert "one record in the format json is needed" in filled("decide", "correct", "1", "--record", wrong, "--by", "a").err
    decide = ("decide", "correct", "1", "--record", corrected, "--offline", "--by", "anna")
    assert "needs a reason" in filled(*decide).err, (
        "nothing holds a record of a title alone: it is not accepted by being corrected"
    )
    ran = filled(*decide, "--reason", "values-mended")
    assert ran.code == 0
    assert ran.out.startswith("checked again: review, ")
    assert filled("export", "--format", "records").out == '[\n{"id": "r1", "title": "Right"}\n]\n'


def test_stats_count_by_everything(filled: Gate) -> None:
    filled("decide", "reject", "1", "--reason", "invented", "--by", "anna")
    out = filled("stats").out
    assert "state       2 pending, 1 rejected" in out
    assert "4 records on" in out
    assert "3 review, 0 unreadable, 1 unchecked; 2 wait now" in " ".join(out.split())
    counts = json.loads(filled("stats", "--format", "json", "--state", "pending").out)
    assert counts["verdicts"] == {"review": 1, "unchecked": 1}
    assert counts["batch_runs"][0]["waiting"] == 2


def test_a_workbook_goes_out_is_filled_in_and_comes_back(filled: Gate, tmp_path: Path) -> None:
    path = tmp_path / "queue.xlsx"
    assert filled("export", "--format", "xlsx", "--out", path).code == 0
    book = openpyxl.load_workbook(path)
    sheet = book["items"]
    names = [str(cell.value) for cell in sheet[1]]
    sheet.cell(2, names.index("decision") + 1, "reject")
    sheet.cell(2, names.index("reason") + 1, "duplicate")
    sheet.cell(3, names.index("decision") + 1, "nonsense")
    book.save(path)
    dry = filled("import", path, "--dry-run")
    assert (dry.code, dry.out) == (2, "item 1: rejected, duplicate\n1 item would be decided, 1 left as it was\n")
    assert json.loads(filled("list", "--format", "json").out)["total"] == 3
    ran = filled("import", path, "--by", "anna")
    assert (ran.code, ran.out) == (2, "1 item decided, 1 left as it was\n")
    assert "'nonsense' is no decision" in ran.err
    assert json.loads(filled("list", "--format", "json").out)["total"] == 2
    late = filled("import", path, "--dry-run")  # what another curator, or an earlier try, decided is told before anything is done
    assert (late.code, late.out) == (2, "0 items would be decided, 2 left as they were\n")
    assert "item 1 is rejected already, by anna" in late.err


def test_records_are_handed_over_once_and_again_when_decided_anew(filled: Gate, tmp_path: Path) -> None:
    out = tmp_path / "accepted.json"

    def taken() -> list[str]:
        out.unlink(missing_ok=True)
        ran = filled("export", "--format", "records", "--new", "--out", out, "--by", "loader")
        assert ran.code == 0
        return [record["id"] for record in json.loads(out.read_bytes() or b"[]")]

    filled("decide", "accept", "2", "--by", "anna")
    assert taken() == ["r2"]
    assert taken() == []
    assert "exported by loader, to accepted.json" in filled("show", "2").out
    filled("undo", "2", "--by", "anna")
    filled("decide", "accept", "2", "--by", "anna")
    assert taken() == ["r2"]


def test_what_cannot_be_written_is_not_handed_over(filled: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gate.hook import files

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    filled("decide", "accept", "2", "--by", "anna")
    monkeypatch.setattr(files, "write_whole", full)
    ran = filled("export", "--format", "records", "--new", "--out", tmp_path / "x.json", "--by", "loader")
    assert ran.code == 2
    assert "No space left" in ran.err
    assert "exported" not in filled("show", "2").out


def test_csv_for_openrefine(filled: Gate) -> None:
    rows = list(csv.DictReader(io.StringIO(filled("export", "--format", "csv").out, newline="")))
    assert {row["outcome"] for row in rows if row["item"] == "1"} >= {"supported", "contradicted"}


def test_purge_deletes_what_is_closed(filled: Gate) -> None:
    filled("decide", "reject", "1", "--reason", "invented", "--by", "anna")
    assert filled("purge", "--yes", "--by", "chief").out == "1 item deleted\n"
    assert "was purged" in filled("show", "1").err


def test_check_fills_the_queue_and_says_so(
    call: Gate, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, true = ROOT / "examples" / "philosopher-wrong-death.json", ROOT / "examples" / "philosopher-true.json"
    ran = gate(capsys, "check", "--offline", "--queue", "--batch", "first", wrong, true)
    assert (ran.code, ran.err) == (1, "gate: 1 queued as batch first\n")
    again = gate(capsys, "check", "--offline", "--queue", "--batch", "first", "--format", "json", wrong, true)
    assert again.err == "gate: 0 queued as batch first, 1 were there before\n"
    assert json.loads(again.out)["summary"]["review"] == 1
    assert gate(capsys, "check", "--offline", "--quiet", wrong) == Ran(1, "", "")
    monkeypatch.setenv("GATE_QUEUE_REVIEWS", "true")
    named = gate(capsys, "check", "--offline", wrong)
    assert "1 queued as batch 20" in named.err
    assert "philosopher-wrong-death.json" in named.err
    assert gate(capsys, "check", "--offline", "--no-queue", wrong).err == ""
    assert json.loads(call("list", "--format", "json").out)["total"] == 2


def test_when_the_queue_is_away_the_report_is_printed_and_the_code_is_its_own(
    capsys: pytest.CaptureFixture[str], call: Gate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GATE_QUEUE_URL", f"sqlite:///{tmp_path}/file/queue.db")
    ran = gate(capsys, "check", "--offline", "--queue", ROOT / "examples" / "philosopher-wrong-death.json")
    assert ran.code == ExitCode.QUEUE
    assert ran.out.startswith("REVIEW")
    assert "the review queue cannot be made" in ran.err
    assert call("list").code == ExitCode.QUEUE


def test_recheck_empties_the_queue_of_what_is_accepted_now(call: Gate, capsys: pytest.CaptureFixture[str]) -> None:
    true = ROOT / "examples" / "philosopher-true.json"
    from dataclasses import replace

    from gate.model import Record
    from gate.records import read_bytes
    from tests.report.samples import UNCHECKED, reviewed

    (record,) = read_bytes(true.read_bytes(), str(true), settings=Settings())
    assert isinstance(record, Record)
    with open_queue(load_settings()) as queue:
        queue.take_in(run(reviewed(replace(record), (), UNCHECKED)), batch="outage")
    assert json.loads(call("list", "--format", "json", "--verdict", "unchecked").out)["total"] == 1
    ran = call("recheck", "--offline")
    assert (ran.code, ran.out) == (0, "1 accepted, 0 to review, 0 still unchecked\n")
    shown = json.loads(call("show", "1", "--format", "json").out)
    assert (shown["state"], shown["verdict"], shown["decided_by"]) == ("accepted", "accept", "gate")
    assert shown["events"][-1]["machine"] is True


def test_hostile_records_cannot_steer_the_terminal(call: Gate) -> None:
    from dataclasses import replace

    from gate.model import Statement

    one = review(1)
    evil = replace(one.record, id="\x1b[2J", statements=(Statement("title", "\x1b]0;x\x07\u202etitle\x00\ud800", "title"),))
    with open_queue(load_settings()) as queue:
        queue.take_in(run(replace(one, record=evil)), batch="b1")
    for arguments in (["list"], ["show", "1"], ["stats"], ["export", "--format", "csv"], ["export", "--format", "jsonl"]):
        out = call(*arguments).out
        assert not {"\x1b", "\x07", "\u202e", "\x00"} & set(out), arguments


def test_two_processes_decide_at_once(filled: Gate) -> None:
    import os
    from concurrent.futures import ThreadPoolExecutor

    env = {"XDG_DATA_HOME": os.environ["XDG_DATA_HOME"]}

    def decide(name: str) -> Ran:
        return spawn("queue", "decide", "reject", "1", "--reason", "invented", "--by", name, env=env)

    with ThreadPoolExecutor(3) as pool:
        ran = list(pool.map(decide, ("anna", "bob", "eve")))
    assert sorted(one.code for one in ran) == [0, 2, 2]
    winner = ("anna", "bob", "eve")[[one.code for one in ran].index(0)]
    assert all(f"by {winner}" in one.err for one in ran if one.code)
