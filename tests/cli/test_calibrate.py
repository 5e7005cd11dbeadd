"""gate rules calibrate."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from gate.decision import rules
from tests.cli.run import gate
from tests.schema import validator

WORKS = [
    {"kind": "work", "title": f"Eel larvae in the {place} of {year}", "creators": ["Berg, Nils"], "date": str(year)}
    for place in ("fjord", "harbour", "estuary", "lagoon")
    for year in range(1950, 1980)
]


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def labelled(folder: Path) -> Path:
    rows: list[dict[str, object]] = [{"label": "valid", "citation": work} for work in WORKS]
    rows += [{"label": "invalid", "citation": {**work, "creators": ["Wu, Li"]}} for work in WORKS[::6]]
    path = folder / "labelled.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    held = tmp_path / "held.json"
    held.write_text(json.dumps(WORKS), encoding="utf-8")
    ran = gate(
        capsys, "refs", "import", held, "--name", "eels", "--from", "json", "--kind", "work", "--complete-for", "entities:work"
    )
    assert ran.code == 0, ran.err
    return labelled(tmp_path)


ASKED = ("--rules", "bibliography", "--offline", "--bound", "0.05")


def test_it_prints_the_curve_and_writes_rules_that_a_report_tells_of(
    data: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    own = tmp_path / "own.toml"
    ran = gate(capsys, "rules", "calibrate", data, *ASKED, "--out", own)
    assert (ran.code, ran.err) == (0, "")
    assert sum(line.startswith("*") for line in ran.out.splitlines()) == 1
    assert "0 / 84" in ran.out
    found = rules.load(str(own)).evidence
    assert found is not None
    assert found.sha256 == hashlib.sha256(data.read_bytes()).hexdigest()
    assert (found.data, found.bound, found.confidence, found.valid, found.false_alarms) == ("labelled.jsonl", 0.05, 0.95, 84, 0)
    assert (found.detected, found.invalid) == (14, 14)
    assert "eels " in found.checked

    entry = tmp_path / "list.json"
    entry.write_text(json.dumps(WORKS[:1]), encoding="utf-8")
    asked = ("check", entry, "--as", "bibliography", "--rules", own, "--offline")
    text = gate(capsys, *asked)
    assert text.code == 0
    assert "of valid records at most 5 % go to review" in text.out
    assert "labelled.jsonl" in text.out
    assert "it holds for records that come as those did" in " ".join(text.out.split())
    report = json.loads(gate(capsys, *asked, "--format", "json").out)
    validator().validate(report)
    assert report["manifest"]["rules"]["evidence"]["bound"] == 0.05
    assert report["manifest"]["rules"]["evidence"]["holds_for"]


def test_without_out_the_rules_are_printed(data: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = gate(capsys, "rules", "calibrate", data, *ASKED)
    printed = tmp_path / "printed.toml"
    printed.write_text(ran.out[ran.out.index("# Written by") :], encoding="utf-8")
    assert rules.load(str(printed)).evidence is not None


def test_where_no_rule_set_holds_none_is_written_and_the_code_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No snapshot holds these works: nothing can be checked, and that is never loosened."""
    own = tmp_path / "own.toml"
    ran = gate(capsys, "rules", "calibrate", labelled(tmp_path), *ASKED, "--out", own)
    assert ran.code == 1
    assert "No rule set holds" in ran.out
    assert not own.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bound", "0"], "--bound must be over 0"),
        (["--confidence", "1"], "--confidence must be"),
        (["--held-out", "1.5"], "--held-out must be"),
        (["--bound", "0.01"], "it takes 299"),
    ],
)
def test_bad_calls_are_one_line_and_2(options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "rules", "calibrate", labelled(tmp_path), "--offline", *options)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_lines_that_cannot_be_read_are_named_and_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"label": "valid", "citation": "A"}\nnonsense\n', encoding="utf-8")
    ran = gate(capsys, "rules", "calibrate", path, "--offline")
    assert ran.code == 2
    assert "line 2 is no JSON" in ran.err
    assert gate(capsys, "rules", "calibrate", tmp_path / "none.jsonl").code == 2
