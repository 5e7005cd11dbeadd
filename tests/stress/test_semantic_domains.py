"""Stage 3 of the domains: similarity by hand, the classifier's probabilities, the study's own classifier as circular."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.errors import MissingExtraError
from gate.model import Kind
from gate.semantic import minilm, paired
from gate.semantic.classifier import Classifier, Logistic
from gate.settings import Settings
from gate.stress import philosophers, running, truth
from gate.stress.answers import load
from gate.stress.results import Result, records
from gate.stress.semantic.domains import Stage
from tests.cli.run import gate
from tests.semantic.doubles import Letters
from tests.stress.endpoint import saved, truthful

DOMAIN = philosophers.DOMAIN
PEOPLE = truth.sample(truth.load("philosophers", Kind.AGENT, Settings()), 12, 42)
CHOSEN = running.Chosen(PEOPLE, PEOPLE, {}, {})
ALWAYS = Classifier(
    ("edit_distance",), Logistic((0.5,), (1.0,), (2.0,), 0.0), "", "person", "", "0" * 64, 9, 9, 4, frozenset(), {}, {}
)  # fmt: skip


def run(folder: Path, stage: Stage | None) -> Result:
    return running.run(DOMAIN, CHOSEN, load(folder), running.How(replicates=0, stage=stage))


def test_without_it_the_report_says_that_it_was_not_run(tmp_path: Path) -> None:
    saved(tmp_path, "m", truthful(DOMAIN, PEOPLE))
    result = run(tmp_path, None)
    assert any("Stage 3" in note and "was not run" in note for note in result.notes)
    assert "similarity" not in {t.name for t in result.tables}


def test_the_truth_is_as_near_as_can_be_and_the_rest_is_the_mean_over_records(tmp_path: Path) -> None:
    saved(tmp_path, "truth", truthful(DOMAIN, PEOPLE))
    birth = [(t, t.values("birth_place")) for t in PEOPLE if t.values("birth_place")]
    saved(tmp_path, "wrong", {t.item: json.dumps({"birth_place": "Graz"}) for t, _ in birth})
    result = run(tmp_path, Stage(Letters()))
    rows = {(row["model"], row["field"]): row for row in records(result.table("similarity"))}
    for field in DOMAIN.fields:
        row = rows["truth", field.key]
        assert row["mean"] is None if row["records"] == 0 else row["mean"] == pytest.approx(1), row
    held = [("Graz", ", ".join(DOMAIN.true(t)["place_of_birth"])) for t, _ in birth]
    expected = [float(v) for v in paired(Letters(), held)]
    row = rows["wrong", "place_of_birth"]
    assert row["records"] == len(expected)
    assert row["mean"] == pytest.approx(sum(expected) / len(expected))
    assert rows["wrong", "influenced_by"]["records"] == 0
    assert rows["wrong", "influenced_by"]["mean"] is None
    assert "similarity" in {f.name for f in result.figures}
    assert any("letters 1" in paragraph for paragraph in result.methods)
    assert any("--allow-circular" in note for note in result.notes)


def test_a_trained_classifier_gives_each_field_its_probability(tmp_path: Path) -> None:
    saved(tmp_path, "truth", truthful(DOMAIN, PEOPLE))
    saved(tmp_path, "wrong", {t.item: json.dumps({"birth_place": "zzzz"}) for t in PEOPLE})
    table = run(tmp_path, Stage(Letters(), ALWAYS)).table("hallucination-probability")
    rows = {(row["model"], row["field"]): row for row in records(table)}
    assert all(row["differing"] == 0 and row["mean probability"] is None for (model, _), row in rows.items() if model == "truth")
    wrong = rows["wrong", "place_of_birth"]
    assert wrong["differing"] == wrong["values"] == wrong["called wrong"]
    assert isinstance(wrong["mean probability"], float)
    assert wrong["mean probability"] > 0.7


def test_the_classifier_of_the_study_is_shown_as_circular_and_says_why_where_it_cannot_learn(tmp_path: Path) -> None:
    saved(tmp_path, "truth", truthful(DOMAIN, PEOPLE))
    mixed = {}
    for t in PEOPLE:
        near = {f.key: [f"the {value}" for value in t.values(f.property)[:1]] for f in DOMAIN.fields if not f.single}
        mixed[t.item] = json.dumps({key: [*values, "zzzz qqqq"] for key, values in near.items()})
    saved(tmp_path, "mixed", mixed)
    result = run(tmp_path, Stage(Letters(), circular=True))
    assert any(note.startswith("truth: no classifier on the labels of stage 2") for note in result.notes)
    assert any(note.startswith("circular: ") and "token-set-ratio" in note for note in result.notes), result.notes
    table = result.table("classifier-circular")
    assert "circular" in table.title
    assert [row["model"] for row in records(table)] == ["mixed"]


def test_options_of_stage_3_need_it_and_it_needs_its_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path, "m", truthful(DOMAIN, PEOPLE))
    base = ("stress", "philosophers", "--answers", tmp_path, "--oracle", "none")
    alone = gate(capsys, *base, "--allow-circular")
    assert (alone.code, "--allow-circular is a part of --semantic" in alone.err) == (2, True)
    monkeypatch.setattr(minilm, "PACKAGES", ("no_such_package",))
    minilm.load.cache_clear()
    missing = gate(capsys, *base, "--semantic")
    assert missing.code == MissingExtraError.exit_code
    assert "catalog-gate[semantic]" in missing.err
