"""The shipped examples end as they must, against the shipped snapshots, and every report validates."""

import json
from pathlib import Path

import pytest

from gate.checking import check
from gate.decision import rules
from gate.locations import data_folder
from gate.model import Report
from gate.records import read
from gate.references import open_sources
from gate.report.json import to_json
from gate.settings import Settings
from tests.schema import validated

EXAMPLES = data_folder("examples")

EXPECTED = {
    "concept-true.json": (None, ""),
    "philosopher-true.json": (None, ""),
    "philosophers.json": (None, ""),
    "work-true.json": (None, ""),
    "concepts-recentred.json": ("graph-recentred", "nouns[0]"),
    "philosopher-invented-influence.json": ("value-unconfirmed", "influenced_by[3]"),
    "philosopher-wrong-death.json": ("date-contradicted", "death"),
    "work-citations-left-out.json": ("citations-omitted", "citations"),
    "work-doi-of-another.json": ("identifier-conflict", "doi"),
    "work-invented-doi.json": ("identifier-contradicted", "doi"),
    "work-swapped-authors.json": ("creator-contradicted", "creators[0]"),
    "work-unknown.json": ("anchor-absent", "title"),
}


def run(path: Path, settings: Settings, **more: object) -> Report:
    with open_sources(settings, **more) as sources:  # type: ignore[arg-type]
        return check(read(path, settings=settings), rules=rules.load("default"), sources=sources, settings=settings)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_example(name: str) -> None:
    report = run(EXAMPLES / name, Settings())
    code, path = EXPECTED[name]
    assert not report.unreadable
    found = {(f.code, f.path) for r in report.records for f in r.findings}
    decisions = {str(r.verdict.decision) for r in report.records}
    if code is None:
        assert decisions == {"accept"}, [reason.text for r in report.records for reason in r.verdict.reasons]
    else:
        assert decisions == {"review"}
        assert (code, path) in found
    validated(report)


@pytest.mark.parametrize("name", sorted(EXPECTED))
@pytest.mark.parametrize("lost", ["works", "philosophers", "thesaurus", "thesaurus-supplement"])
def test_losing_a_snapshot_never_accepts_and_never_accuses(name: str, lost: str) -> None:
    whole = run(EXAMPLES / name, Settings())
    for options in ({"without": [lost]}, {"only": [s for s in _names() if s != lost]}):
        less = run(EXAMPLES / name, Settings(), **options)
        for before, after in zip(whole.records, less.records, strict=True):
            assert not (before.verdict.decision == "review" and after.verdict.decision == "accept")
            assert _fabricated(after) <= _fabricated(before)


def test_same_input_same_bytes() -> None:
    one = json.loads(to_json(run(EXAMPLES / "work-true.json", Settings())))
    two = json.loads(to_json(run(EXAMPLES / "work-true.json", Settings())))
    for report in (one, two):
        del report["times"]
    assert one == two


def test_every_example_is_expected() -> None:
    assert {p.name for p in EXAMPLES.glob("*.json")} == set(EXPECTED)


def _names() -> list[str]:
    with open_sources(Settings()) as sources:
        return [s.name for s in sources.all]


def _fabricated(report: object) -> set[str]:
    comparison = report.comparison  # type: ignore[attr-defined]
    claims = {c.claim.path for c in comparison.claims if c.outcome == "fabricated"}
    return claims | {c.path for c in comparison.citations if c.outcome == "non_retrievable"}
