"""Advice beside a report: what is held against what, in text and JSON, and that the decision is the same to the byte."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import orjson
import pytest

from gate.model import Outcome, Report
from gate.report.json import SCHEMA_FILE, to_json
from gate.report.text import to_text
from gate.semantic import Cached, advice, minilm, paired
from gate.semantic.classifier import Classifier, Logistic
from gate.semantic.classifier_file import save
from tests.cli.run import gate
from tests.report import samples
from tests.semantic.doubles import Letters

EDITS = Classifier(
    ("edit_distance",), Logistic((0.5,), (1.0,), (2.0,), 0.0), "", "person", "", "ab" * 32, 9, 9, 4, frozenset(), {}, {}
)  # fmt: skip
ROOT = Path(__file__).resolve().parent.parent.parent


def decided(value: object) -> bytes:
    """All of a report but what the advice adds."""
    assert isinstance(value, dict)
    for record in value["records"]:
        record.pop("similarities", None)
    for name in ("semantic_model", "semantic_classifier"):
        value["manifest"]["settings"].pop(name, None)
    value.pop("times")
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def batch() -> Report:
    return samples.batch()


@pytest.mark.parametrize("classifier", [None, EDITS])
def test_the_decision_is_the_same_to_the_byte(classifier: Classifier | None) -> None:
    plain = batch()
    advised = advice.advise(plain, Letters(), classifier)
    assert [r.verdict for r in advised.records] == [r.verdict for r in plain.records]
    assert [r.findings for r in advised.records] == [r.findings for r in plain.records]
    assert [r.scores for r in advised.records] == [r.scores for r in plain.records]
    assert decided(json.loads(to_json(advised))) == decided(json.loads(to_json(plain)))


def test_json_has_them_by_its_schema_and_only_where_asked() -> None:
    schema = json.loads(SCHEMA_FILE.read_bytes())
    plain, advised = (json.loads(to_json(r)) for r in (batch(), advice.advise(batch(), Letters(), EDITS)))
    for report in (plain, advised):
        jsonschema.Draft202012Validator(schema).validate(report)
    assert all(record["similarities"] is None for record in plain["records"])
    assert all(record["similarities"] is not None for record in advised["records"])
    told = [one for record in advised["records"] for one in record["similarities"]]
    assert told
    assert all((one["cosine"] is None) == bool(one["reason"]) == (one["probability"] is None) for one in told)
    assert advised["manifest"]["settings"]["semantic_model"] == "letters 1"
    assert advised["manifest"]["settings"]["semantic_classifier"] == "abababababab, 9 pairs, labels by person"


def test_a_contradicted_value_stands_against_the_held_one_and_dates_against_nothing() -> None:
    report = advice.advise(batch(), Letters(), EDITS)
    for record in report.records:
        assert record.similarities is not None
        claims = {c.claim.path: c for c in record.comparison.claims} if record.comparison else {}
        for one in record.similarities:
            if one.outcome == Outcome.CONTRADICTED:
                claim = claims[one.path]
                assert one.given == claim.claim.statement.value
                assert one.held in claim.held.split("; ")
                assert claim.claim.property not in ("date", "doi", "volume", "pages", "language")
                assert one.cosine == pytest.approx(float(paired(Letters(), [(one.given, one.held)])[0]))
                assert one.probability == pytest.approx(EDITS.probabilities([(one.given, one.held)], Letters())[0])


def test_a_fabricated_value_stands_against_the_nearest_that_is_held_and_says_where_there_is_none() -> None:
    record, claim = next((r, c) for r in batch().records if r.comparison for c in r.comparison.claims)
    assert record.comparison is not None
    statement = replace(claim.claim.statement, property="concepts", value="marine eels", path="concepts[0]")
    made = replace(claim, outcome=Outcome.FABRICATED, held="", claim=replace(claim.claim, statement=statement))
    held = [replace(made, outcome=Outcome.SUPPORTED, held=text) for text in ("bridges", "marine eel", "logic")]
    bare = replace(record.comparison, claims=(made,), omissions=(), citations=(), omitted_citations=())
    alone = advice.advise(replace(batch(), records=(replace(record, comparison=bare),), unreadable=()), Letters())
    assert alone.records[0].similarities is not None
    (one,) = alone.records[0].similarities
    assert (one.cosine, one.held, one.reason) == (None, "", advice.NOTHING_HELD)
    beside = replace(bare, claims=(made, *held))
    full = advice.advise(replace(batch(), records=(replace(record, comparison=beside),), unreadable=()), Letters(), EDITS)
    assert full.records[0].similarities is not None
    (near,) = full.records[0].similarities
    assert (near.path, near.given, near.held) == ("concepts[0]", "marine eels", "marine eel")
    shown = " ".join(to_text(full).split())
    assert "Similarity of meaning (advice: no decision rests on it)" in shown
    assert f"concepts[0]: fabricated; cosine {near.cosine:.2f}, probability that it is wrong {near.probability:.2f}" in shown
    assert advice.NOTHING_HELD in " ".join(to_text(alone).split())


def test_a_name_stands_against_the_nearest_of_a_closed_list() -> None:
    record, claim = next((r, c) for r in batch().records if r.comparison for c in r.comparison.claims)
    assert record.comparison is not None
    statement = replace(claim.claim.statement, property="creators", value="Moreau, P.", path="creators[0]")
    held = "Lindqvist, Astrid; Moreau, Paul"
    wrong = replace(claim, outcome=Outcome.CONTRADICTED, held=held, claim=replace(claim.claim, statement=statement))
    bare = replace(record.comparison, claims=(wrong,), omissions=(), citations=(), omitted_citations=())
    report = advice.advise(replace(batch(), records=(replace(record, comparison=bare),)), Letters())
    assert report.records[0].similarities is not None
    assert [one.held for one in report.records[0].similarities] == ["Moreau, Paul"]


def test_a_record_that_was_not_compared_has_none() -> None:
    lost = replace(batch().records[0], comparison=None)
    assert advice.advise(replace(batch(), records=(lost,)), Letters()).records[0].similarities == ()


def test_on_the_command_line_all_but_the_advice_is_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(minilm, "load", lambda: Cached(Letters()))
    save(EDITS, tmp_path / "model.json")
    examples = sorted((ROOT / "examples").glob("*.json"))
    base: tuple[str | Path, ...] = ("check", "--offline", "--no-queue", "--format", "json", *examples)
    plain = gate(capsys, *base)
    advised = gate(capsys, *base, "--semantic", "--classifier", tmp_path / "model.json")
    assert plain.code == advised.code
    assert decided(json.loads(plain.out)) == decided(json.loads(advised.out))
    told = [one for record in json.loads(advised.out)["records"] for one in record["similarities"]]
    assert any(one["probability"] is not None for one in told)


def test_what_cannot_be_meant_is_said_before_anything_is_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save(EDITS, tmp_path / "model.json")
    example = ROOT / "examples" / "work-true.json"
    alone = gate(capsys, "check", "--offline", example, "--classifier", tmp_path / "model.json")
    assert (alone.code, alone.out, "--classifier is a part of --semantic" in alone.err) == (2, "", True)
    (tmp_path / "none.json").write_text("{}")
    bad = gate(capsys, "check", "--offline", example, "--semantic", "--classifier", tmp_path / "none.json")
    assert (bad.code, bad.out, "no classifier" in bad.err) == (2, "", True)
    monkeypatch.setattr(minilm, "PACKAGES", ("no_such_package",))
    minilm.load.cache_clear()
    missing = gate(capsys, "check", "--offline", example, "--semantic")
    assert (missing.code, missing.out, "catalog-gate[semantic]" in missing.err) == (2, "", True)
