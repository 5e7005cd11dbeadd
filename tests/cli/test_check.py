"""gate check, from the command line to the exit code, on shipped snapshots and on ones made here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from gate.cli.exit_codes import ExitCode
from tests.cli.run import Ran, gate, spawn
from tests.schema import complaints

ROOT = Path(__file__).resolve().parents[2]
TRUE = ROOT / "examples" / "philosopher-true.json"
WRONG = ROOT / "examples" / "philosopher-wrong-death.json"
BROKEN = '{"kind": "agent", "name": "Kant'


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))


def report(ran: Ran) -> dict[str, list[dict[str, object]]]:
    assert complaints(ran.out.encode()) == []
    return cast("dict[str, list[dict[str, object]]]", json.loads(ran.out))


def decisions(ran: Ran) -> list[object]:
    return [record["decision"] for record in report(ran)["records"]]


def test_a_true_record_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "--offline", TRUE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("ACCEPT  Karl Marx\n")
    assert "\x1b" not in ran.out


def test_a_false_record_is_under_review_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "--offline", WRONG)
    assert (ran.code, ran.err) == (1, "")
    assert "date-contradicted" in ran.out
    assert "given   1893-03-14" in ran.out
    assert "held    1883-03-14" in ran.out


def test_several_files_and_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "records"
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "b.json").write_text(WRONG.read_text())
    (folder / "a.json").write_text(TRUE.read_text())
    ran = gate(capsys, "check", "--offline", "--format", "json", TRUE, folder)
    assert ran.code == 1
    assert decisions(ran) == ["accept", "accept", "review"]
    assert [record["file"] for record in report(ran)["records"]] == [str(TRUE), f"{folder}/a.json", f"{folder}/below/b.json"]


@pytest.mark.parametrize("form", ["one", "list", "lines"])
def test_standard_input_holds_one_record_a_list_or_lines(form: str, cache: Path) -> None:
    one = json.loads(TRUE.read_text())
    text = {"one": json.dumps(one), "list": json.dumps([one, one]), "lines": f"{json.dumps(one)}\n{json.dumps(one)}\n"}[form]
    ran = spawn("check", "--offline", "--format", "json", "-", stdin=text.encode(), env={"GATE_CACHE_FOLDER": str(cache)})
    assert (ran.code, ran.err) == (0, "")
    assert decisions(ran) == ["accept"] * (1 if form == "one" else 2)
    assert report(ran)["records"][0]["file"] == "<stdin>"


def test_one_unreadable_record_is_named_and_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tmp_path / "batch.jsonl"
    one = json.dumps(json.loads(TRUE.read_text()))
    lines.write_text(f"{one}\n{BROKEN}\n{one}\n")
    ran = gate(capsys, "check", "--offline", "--format", "json", lines, tmp_path / "none.json", WRONG)
    assert ran.code == 2
    assert decisions(ran) == ["accept", "accept", "review"]
    first, second = report(ran)["unreadable"]
    assert (first["file"], first["position"]) == (str(lines), 2)
    assert (second["file"], second["reason"]) == (str(tmp_path / "none.json"), "No such file or directory")
    monkeypatch.setenv("COLUMNS", "300")
    assert f"UNREADABLE  {lines}, record 2" in gate(capsys, "check", "--offline", lines, WRONG).out


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "the file is empty"), (b"\x00\xff\xfe\x01" * 50, ""), (b'[{"kind": "agent"', ""), (b"[]", "holds no record")],
    ids=["empty", "junk", "truncated", "no record"],
)
def test_input_without_a_record_is_2_and_says_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, reason: str
) -> None:
    file = tmp_path / "input.json"
    file.write_bytes(content)
    ran = gate(capsys, "check", "--offline", "--format", "json", file)
    assert (ran.code, ran.err) == (2, "")
    (unreadable,) = report(ran)["unreadable"]
    assert unreadable["file"] == str(file)
    assert reason in str(unreadable["reason"])


def test_an_empty_folder_and_empty_or_closed_standard_input_are_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = gate(capsys, "check", "--offline", tmp_path)
    assert ran.code == 2
    assert "UNREADABLE" in ran.out
    ran = spawn("check", "--offline", "-")
    assert (ran.code, ran.err) == (2, "")
    assert "the file is empty" in ran.out
    command = ["sh", "-c", '"$0" -m gate check --offline - <&-', sys.executable]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"gate: standard input is closed\n")


def test_the_report_goes_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    ran = gate(capsys, "check", "--offline", "--format", "json", "--out", out, TRUE)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"gate: 1 accepted, 0 review, 0 unreadable, 0 unchecked; the report is in {out}\n"
    assert complaints(out.read_bytes()) == []


@pytest.mark.parametrize("option", ["--out", "--graph"])
def test_where_nothing_can_be_written_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    ran = gate(capsys, "check", "--offline", option, tmp_path, TRUE)
    assert (ran.code, ran.out, ran.err) == (2, "", f"gate: {tmp_path}: is a folder, not a file to write to\n")
    ran = gate(capsys, "check", "--offline", option, tmp_path / "none" / "x", TRUE)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(("name", "form"), [("claims.ttl", "turtle"), ("claims.nt", "nt")])
def test_the_claim_graph_is_written_as_rdf(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, form: str) -> None:
    from rdflib import Graph, Literal

    out = tmp_path / name
    assert gate(capsys, "check", "--offline", "--quiet", "--graph", out, TRUE, WRONG).code == 1
    graph = Graph().parse(out, format=form)
    values = {str(value) for value in graph.objects() if isinstance(value, Literal)}
    assert {"Karl Marx", "1893-03-14", "1883-03-14"} <= values
    assert "death" in values  # the path of the claim


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert gate(capsys, "check", "--quiet", "--offline", WRONG) == Ran(1, "", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "defualt"], "no rule set 'defualt'"),
        (["--from", "pica"], "unknown format 'pica'"),
        (["--format", "yaml"], "no report format 'yaml'"),
    ],
)
def test_a_bad_call_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    ran = gate(capsys, "check", "--offline", TRUE, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"gate: {message}")
    assert ran.err.count("\n") == 1


def test_bad_rules_are_refused_with_file_and_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "default"\ncoverage_min = 2\n')
    ran = gate(capsys, "check", "--offline", "--rules", bad, TRUE)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"gate: {bad}:2: coverage_min ")


def test_other_rules_decide_otherwise(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "default"\n[required_present]\nagent = ["name", "biography"]\n')
    ran = gate(capsys, "check", "--offline", "--rules", own, TRUE)
    assert ran.code == 1
    assert "[required_present]" in ran.out


def test_the_same_input_gives_the_same_bytes_times_apart(cache: Path) -> None:
    def run(seed: str) -> dict[str, object]:
        env = {"GATE_CACHE_FOLDER": str(cache), "PYTHONHASHSEED": seed}
        examples = sorted((ROOT / "examples").glob("*.json"))
        ran = spawn("check", "--offline", "--format", "json", *examples, env=env)
        return {**json.loads(ran.out), "times": None}

    assert json.dumps(run("1")) == json.dumps(run("2"))


def test_a_source_that_should_have_answered_and_did_not_is_3(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "snapshots" / "ours"
    own.mkdir(parents=True)
    (own / "manifest.toml").write_text("damaged")
    monkeypatch.setenv("GATE_REFERENCES_FOLDER", str(own.parent))
    ran = gate(capsys, "check", "--offline", "--format", "json", TRUE)
    assert ran.code == 3
    (record,) = report(ran)["records"]
    assert (record["decision"], record["unchecked"]) == ("review", True)
    shown = gate(capsys, "check", "--offline", TRUE)
    assert shown.out.startswith("REVIEW  Karl Marx (not all of it could be checked)")
    assert gate(capsys, "check", "--offline", "--quiet", TRUE, tmp_path / "none.json").code == 2


def test_what_no_snapshot_covers_is_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    unknown = tmp_path / "unknown.json"
    unknown.write_text(
        '{"kind": "work", "title": "On a book that no snapshot can know", "creators": ["Nobody, N."], "date": "1999"}'
    )
    ran = gate(capsys, "check", "--offline", "--format", "json", unknown)
    assert ran.code == 1
    assert report(ran)["records"][0]["unchecked"] is False


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.json")), ids=lambda path: path.stem)
def test_every_example_gives_a_valid_report_and_the_code_of_its_verdicts(
    capsys: pytest.CaptureFixture[str], example: Path
) -> None:
    ran = gate(capsys, "check", "--offline", "--format", "json", example)
    accepted = set(decisions(ran)) == {"accept"}
    assert ran.code == (ExitCode.ACCEPTED if accepted else ExitCode.REVIEW)
    text = gate(capsys, "check", "--offline", example)
    assert text.code == ran.code
    assert text.out.splitlines()[0].split()[0] == ("ACCEPT" if accepted else "REVIEW")


def test_hostile_values_steer_no_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "hostile.json"
    file.write_text(
        json.dumps({"kind": "agent", "id": "\x1b]0;owned\x07", "name": "Marx\u202e\x1b[2J\ud800", "death": "\x9b31m"})
    )
    ran = gate(capsys, "check", "--offline", file)
    assert ran.code in {1, 2}
    assert not [c for c in ran.out if c in "\x1b\x07\x9b\u202e"]
    gate(capsys, "check", "--offline", "--format", "json", file)


def test_without_a_network_it_says_so_and_accuses_nobody(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Online by default: with every service out of reach the run ends soon, unchecked, and holds nothing against the record."""
    for name in ("CROSSREF", "DATACITE", "DOI", "PUBMED", "WIKIDATA", "DBPEDIA", "OPENALEX"):
        monkeypatch.setenv(f"GATE_{name}_URL", "http://127.0.0.1:9/")  # the discard port: nobody listens
    ran = gate(capsys, "check", TRUE)
    assert ran.code == 3
    assert "not all of it could be checked" in ran.out
    assert "contradicted" not in ran.out
    assert "violation" not in ran.out


def test_the_graph_holds_what_a_text_says_marked_with_its_span(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from rdflib import Graph, URIRef
    from rdflib.term import Node

    from gate.properties import GATE
    from gate.rdf import from_graph

    notes = "David Hume (22 April 1714 - 25 August 1776) was a Scottish philosopher. David Hume wrote an essay on human nature."
    record = {"kind": "agent", "id": "d1", "name": "David Hume", "birth": "1711-05-07", "biography": notes}
    (tmp_path / "a.json").write_text(json.dumps([record, record]), encoding="utf-8")
    plain, full = tmp_path / "plain.ttl", tmp_path / "full.ttl"
    gate(capsys, "check", "--offline", "--no-text", "--graph", plain, tmp_path / "a.json")
    gate(capsys, "check", "--offline", "--text", "--graph", full, tmp_path / "a.json")
    graph = Graph().parse(full)
    assert sorted(from_graph(graph), key=str) == sorted(from_graph(Graph().parse(plain)), key=str)
    claims = list(graph.subjects(predicate=None, object=URIRef(GATE + "ExtractedClaim")))

    def said(claim: Node, name: str) -> str:
        return str(graph.value(claim, URIRef(name if ":" in name else GATE + name)))

    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    assert len({said(claim, "extractedFrom") for claim in claims}) == 2
    assert {said(claim, "path") for claim in claims} == {"biography"}
    for claim in claims:
        assert said(claim, rdf + "value") == notes[int(said(claim, "start")) : int(said(claim, "end"))]
    about = {said(claim, rdf + "predicate") for claim in claims}
    assert {GATE + "mentions", GATE + "relatesTo"} < about
    for claim in claims:
        if said(claim, rdf + "predicate") == GATE + "relatesTo":
            assert {said(claim, rdf + end) for end in ("subject", "object")} <= {str(claim) for claim in claims}
