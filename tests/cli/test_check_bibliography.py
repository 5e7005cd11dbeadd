"""gate check --as bibliography, from the command line to the exit code; and every real BibTeX file there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.checking import check
from gate.decision import rules
from gate.records import read
from gate.records.bibliography import as_bibliography
from gate.references import open_sources
from gate.report.text import to_text
from gate.settings import Settings
from tests.cli.run import Ran, gate
from tests.schema import complaints, validated
from tests.shared import shared

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "examples" / "reading-list.bib"
VERIFIED = ["tkaczyk2015", "tkaczyk2014", "tkaczyk2015b", "tkaczyk2012", "zou2010", "ogorman1993", "mccallum2000", "cioffi2022"]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(cache))
    monkeypatch.setenv("COLUMNS", "80")


def record_of(ran: Ran) -> dict[str, object]:
    assert complaints(ran.out.encode()) == []
    (record,) = json.loads(ran.out)["records"]
    assert isinstance(record, dict)
    return record


def without(*keys: str) -> str:
    """The example without some of its entries."""
    head, *entries = LIST.read_text(encoding="utf-8").split("\n@")
    return "\n@".join([head, *(e for e in entries if not any("{" + key + "," in e for key in keys))])


def test_the_example_goes_to_review_for_its_two_wrong_entries(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "--offline", "--as", "bibliography", "--format", "json", LIST)
    assert (ran.code, ran.err) == (1, "")
    record = record_of(ran)
    assert {key: record[key] for key in ("id", "kind", "as", "decision", "unchecked")} == {
        "id": "reading-list.bib",
        "kind": "work",
        "as": "bibliography",
        "decision": "review",
        "unchecked": False,
    }
    findings = {(f["code"], f["path"]) for f in record["findings"]}  # type: ignore[attr-defined]
    assert findings == {("citation-identifier-conflict", "lopez2009.doi"), ("citation-not-assessed", "halvorsen2019")}
    outcomes = {c["path"]: c["outcome"] for c in record["citations"]}  # type: ignore[attr-defined]
    assert [path for path, outcome in outcomes.items() if outcome == "verified"] == [*VERIFIED, "massari2024"]
    assert record["bibliography"]["outcomes"]["identifier_conflict"] == 1  # type: ignore[index]
    assert record["claims"] == []


def test_without_them_it_is_accepted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    right = tmp_path / "right.bib"
    right.write_text(without("lopez2009", "halvorsen2019"), encoding="utf-8")
    ran = gate(capsys, "check", "--offline", "--as", "bibliography", right)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("ACCEPT  right.bib\n        bibliography of 9 works,")


def test_the_text_has_a_table_of_works_and_the_problems_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    shown = gate(capsys, "check", "--offline", "--as", "bibliography", LIST).out
    flat = " ".join(shown.split())
    assert "Works 11 verified 9: tkaczyk2015, tkaczyk2014," in flat
    assert "identifier conflict 1: lopez2009 not assessed 1: halvorsen2019" in flat
    assert "violation citation-identifier-conflict (identity) at lopez2009.doi" in flat
    assert "Bibliography; no reference list is known authors Gini" in flat
    for silent in ("About", "fabrication", "skipped, for their measure"):
        assert silent not in shown


def test_each_entry_is_a_record_where_nothing_else_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--as", "record"]):
        ran = gate(capsys, "check", "--offline", "--format", "json", *arguments, LIST)
        records = json.loads(ran.out)["records"]
        assert len(records) == 11
        assert {r["as"] for r in records} == {"record"}


def test_the_rules_are_those_of_bibliographies_unless_others_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    def rules_of(*arguments: str) -> str:
        ran = gate(capsys, "check", "--offline", "--format", "json", *arguments, LIST)
        return str(json.loads(ran.out)["manifest"]["rules"]["name"])

    assert rules_of("--as", "bibliography") == "bibliography"
    assert rules_of("--as", "bibliography", "--rules", "lenient") == "lenient"
    assert rules_of() == "default"


def test_anything_else_is_a_bad_call(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "check", "--as", "syllabus", LIST)
    assert (ran.code, ran.out) == (2, "")
    assert "--as syllabus: the input can be checked as record or as bibliography" in ran.err


def test_an_entry_that_cannot_be_read_is_bad_input_and_the_rest_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.bib"
    broken.write_text(without("lopez2009", "halvorsen2019") + "\n@article{torn, title = {No end", encoding="utf-8")
    ran = gate(capsys, "check", "--offline", "--as", "bibliography", broken)
    assert ran.code == 2
    assert "1 accepted, 0 review, 1 unreadable" in ran.out


@pytest.mark.parametrize("text", ["", "% only a comment\n", "@agent"])
def test_an_empty_list_is_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    empty = tmp_path / "empty.bib"
    empty.write_text(text)
    assert gate(capsys, "check", "--offline", "--as", "bibliography", empty).code == 2


def test_without_its_snapshot_the_list_is_unchecked() -> None:
    settings = Settings()
    with open_sources(settings, without=["works"]) as sources:
        found = as_bibliography(read(LIST, settings=settings))
        report = check(found, rules=rules.load("bibliography"), sources=sources, settings=settings)
    (record,) = report.records
    assert record.verdict.unchecked
    assert {f.code for f in record.findings} == {"citation-not-assessed", "source-unavailable"}


def test_every_real_file_is_checked_to_the_end() -> None:
    """Each of the files that reference managers wrote or choked on, as one bibliography, in both forms of the report."""
    settings, files = Settings(), sorted(shared("records", "bibtex").iterdir())
    rule_set = rules.load("bibliography")
    works = 0
    with open_sources(settings) as sources:
        for file in files:
            report = check(as_bibliography(read(file, settings=settings)), rules=rule_set, sources=sources, settings=settings)
            assert report.records or report.unreadable, file
            assert len(report.records) <= 1
            for record in report.records:
                places = [s.path for s in record.record.all("citations")]
                assert len(set(places)) == len(places) == len(record.comparison.citations if record.comparison else ())
                assert all(f.path == "" or f.path.startswith(tuple(places)) for f in record.findings), file
                works += len(places)
            validated(report)
            to_text(report)
    assert (len(files), works > 400) == (175, True)
