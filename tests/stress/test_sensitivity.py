"""Saved reports under other rules: the same decisions as a check under these rules, without any source."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from gate.checking import check
from gate.decision import rules
from gate.decision.ruleset import RuleSet
from gate.decision.sensitivity import CATEGORIES, REVIEW, VARIABLES, again, as_saved, associations, kept, offered
from gate.errors import InputError
from gate.locations import data_folder
from gate.model import Report
from gate.records import read
from gate.references import open_sources
from gate.report.json import to_json
from gate.report.saved import SavedReport, read_saved
from gate.settings import Settings
from gate.stress.results import Cell, Result, records
from gate.stress.sensitivity import SAVED, sensitivity
from tests.cli.run import gate

LOOSE = """
extends = "default"
title = "Loose"
coverage_min = 0.1

rise_share = 0.1
top_share = 1.0
concentration_margin = 0.0
tolerated_codes = ["value-fabricated", "identifier-conflict"]
[limits]
fabrication_strict = 1.0
fabrication_permissive = 1.0
omission = 1.0
citation_omission = 0.0
[required_supported]
work = []
agent = []
[severities]
violation = ["fact-omitted"]
[tiers]
operational = ["value-fabricated"]
"""


def checked(by: RuleSet) -> Report:
    settings = Settings()
    listed = [r for f in sorted(data_folder("examples").glob("*.json")) for r in read(f, format="auto", settings=settings)]
    with open_sources(settings, offline=True) as sources:
        return check(listed, rules=by, sources=sources, settings=settings, offline=True, today=date(2026, 11, 30))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> SavedReport:
    path = tmp_path_factory.mktemp("saved") / "report.json"
    path.write_bytes(to_json(checked(rules.load("default"))))
    (found,) = read_saved(path)
    return found


@pytest.fixture
def loose(tmp_path: Path) -> RuleSet:
    (tmp_path / "loose.toml").write_text(LOOSE, encoding="utf-8")
    return rules.load(str(tmp_path / "loose.toml"))


def test_the_own_rules_decide_as_saved(saved: SavedReport) -> None:
    own = rules.load(saved.rules)
    assert own.sha256 == saved.rules_sha256
    assert len(saved.records) > 10
    for report in saved.records:
        now, before = again(report, own), as_saved(report)
        assert (now.verdict.decision, now.verdict.skipped, now.tiers) == (
            before.verdict.decision,
            before.verdict.skipped,
            before.tiers,
        )
        assert sorted(r.rule for r in now.verdict.reasons) == sorted(r.rule for r in before.verdict.reasons)
    assert kept(own, own) == ()


@pytest.mark.parametrize("name", ["lenient", "strict", "loose"])
def test_other_rules_decide_as_a_check_under_them(name: str, saved: SavedReport, loose: RuleSet) -> None:
    other = loose if name == "loose" else rules.load(name)
    moved = 0
    for report, fresh in zip(saved.records, checked(other).records, strict=True):
        now = again(report, other)
        assert now.verdict.decision is fresh.verdict.decision
        assert {r.rule for r in now.verdict.reasons} == {r.rule for r in fresh.verdict.reasons}
        assert now.tiers == {str(f.tier) for f in fresh.findings}
        moved += now.verdict.decision is not report.verdict.decision
    assert moved > 0 or name == "strict"


def rows(result: Result, table: str, **wanted: str) -> list[dict[str, Cell]]:
    return [r for r in records(result.table(table)) if all(r[k] == v for k, v in wanted.items())]


def test_tables_by_hand(saved: SavedReport, loose: RuleSet) -> None:
    result = sensitivity(saved.records, [loose], rules.load("default"), {})
    before = sum(r.verdict.decision.value == REVIEW for r in saved.records)
    (then,) = rows(result, "rates", category=REVIEW, rules=SAVED)
    (now,) = rows(result, "rates", category=REVIEW, rules="loose")
    assert (then["n"], then["of"], then["change"]) == (before, len(saved.records), None)
    (moves,) = rows(result, "moves")
    gone, come = moves["review to accepted"], moves["accepted to review"]
    assert isinstance(gone, int)
    assert isinstance(come, int)
    assert now["n"] == before - gone + come
    assert len(rows(result, "moved")) == gone + come
    (mapped,) = rows(result, "mapping", code="value-fabricated")
    assert (mapped["as saved"], mapped["loose"]) == ("identity", "operational")
    assert mapped["records"] == sum(any(f.code == "value-fabricated" for f in r.findings) for r in saved.records)
    assert [s.label for s in getattr(result.figures[0], "series", ())] == [SAVED, "loose"]


def test_what_defines_a_category_is_never_its_predictor(saved: SavedReport, loose: RuleSet) -> None:
    by_name = {v.name: v for v in VARIABLES}
    default = rules.load("default")
    assert not any(offered(by_name[n], REVIEW, default) for n in ("coverage", "anchored", "a source was lost"))
    assert offered(by_name["claims"], "identity", default)
    assert not offered(by_name["citations"], "identity", default)  # invented citations are of this tier
    assert offered(by_name["fields not read"], "identity", default)
    assert not offered(by_name["fields not read"], "epistemic", default)
    for found in associations([again(r, loose) for r in saved.records], loose):
        if found.reason == "it helps to define this":
            assert (found.high, found.low, found.odds) == ((0, 0), (0, 0), None)
        assert offered(found.variable, found.category, loose) or found.reason == "it helps to define this"


def test_a_code_that_moves_to_another_tier_moves_what_is_offered(tmp_path: Path) -> None:
    (tmp_path / "moved.toml").write_text(
        'extends = "default"\ntitle = "m"\n[tiers]\nidentity = ["field-ignored"]\n', encoding="utf-8"
    )
    unread = next(v for v in VARIABLES if v.name == "fields not read")
    assert not offered(unread, "identity", rules.load(str(tmp_path / "moved.toml")))


def test_an_association_by_hand(saved: SavedReport) -> None:
    default = rules.load("default")
    judged = [as_saved(r) for r in saved.records]
    found = {(a.variable.name, a.category): a for a in associations(judged, default)}["claims", REVIEW]
    sizes = sorted(len(j.report.comparison.claims) for j in judged if j.report.comparison)
    middle = sizes[len(sizes) // 2]
    high = [j for j in judged if j.report.comparison and len(j.report.comparison.claims) > middle]
    assert found.high == (sum(j.of(REVIEW) for j in high), len(high))
    assert found.odds is not None
    a, b, c, d = found.high[0], found.high[1] - found.high[0], found.low[0], found.low[1] - found.low[0]
    assert found.odds[0] == pytest.approx(a * d / (b * c))
    assert found.odds[1] < found.odds[0] < found.odds[2]


def test_what_cannot_be_applied_is_told(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('extends = "default"\ntitle = "o"\n[weights.work]\ntitle = 0.1\n', encoding="utf-8")
    own, default = rules.load(str(tmp_path / "own.toml")), rules.load("default")
    assert "weighs omissions otherwise" in kept(own, default)[0]
    assert "not at hand" in kept(own, None)[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("x", "no JSON report"),
        ("[]", "not an object"),
        ('{"format": "x"}', "no gate-report/1"),
        ('{"format": "gate-report/1", "records": [{"kind": "ghost"}]}', r"records\[0\].*kind: no such value: 'ghost'"),
        ('{"format": "gate-report/1", "records": 3}', "records: not a list"),
    ],
)
def test_what_is_no_report(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_saved(tmp_path / "r.json")


def test_a_record_that_no_source_was_compared_with_stays_in_review(saved: SavedReport, loose: RuleSet) -> None:
    from gate.decision import not_checked

    unchecked = not_checked(saved.records[0].record, "a stage failed")
    judged = again(unchecked, loose)
    assert (judged.verdict.decision.value, judged.verdict.unchecked, judged.of("epistemic")) == (REVIEW, True, True)
    with pytest.raises(InputError, match="no record"):
        sensitivity([], [loose], None, {})


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = gate(capsys, "check", data_folder("examples") / "philosophers.json", "--offline", "--format", "json")
    (tmp_path / "one.json").write_text(ran.out, encoding="utf-8")
    line = json.dumps(json.loads(ran.out))
    (tmp_path / "lines.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
    (tmp_path / "loose.toml").write_text(LOOSE, encoding="utf-8")
    common: list[str | Path] = ["rules", "sensitivity", tmp_path / "one.json", tmp_path / "lines.jsonl"]
    told = gate(capsys, *common, "--profiles", tmp_path / "loose.toml", "strict", "--format", "json", "--out", tmp_path / "out")
    assert told.code == 0, told.err
    result: Mapping[str, Mapping[str, object]] = json.loads(told.out)
    assert {r[1] for r in table(result, "rates")} == {SAVED, "loose", "strict"}
    number = len(json.loads(line)["records"])
    assert all(r[3] == 3 * number for r in table(result, "rates"))
    assert (tmp_path / "out" / "figures" / "rates.png").is_file()
    assert (tmp_path / "out" / "tables" / "moves.csv").is_file()
    assert gate(capsys, *common, "--profiles", "nothing").code == 2
    assert gate(capsys, "rules", "sensitivity", "a.toml", "--profiles", "strict").code == 2
    assert len(CATEGORIES) == 4


def table(result: Mapping[str, Mapping[str, object]], name: str) -> list[list[object]]:
    found = result["tables"][name]
    assert isinstance(found, dict)
    listed = found["rows"]
    assert isinstance(listed, list)
    return listed
