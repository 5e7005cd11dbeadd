"""Training and scoring: figures by hand, records kept whole, circular figures refused or labelled, on the command line too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.semantic import NoEmbedding
from gate.semantic.features import FEATURES, LEXICAL
from gate.stress.results import records
from gate.stress.semantic import measures, pairs, report
from gate.stress.semantic.pairs import RULES, Pair
from gate.stress.semantic.training import cross_validate, train
from tests.cli.run import gate
from tests.semantic.doubles import Letters

NAMES = ("Karl Marx", "Georg Hegel", "Immanuel Kant", "David Hume", "John Locke", "Ada Lovelace", "Jane Austen", "Mary Shelley")
PEOPLE = [f"{name} {number}" for number in ("the Elder", "the Younger", "of Graz") for name in NAMES]


def labelled(rule: str = "person") -> list[Pair]:
    """Two pairs a record: another form of the name, and another person."""
    found = []
    for i, name in enumerate(PEOPLE):
        first, last, *rest = name.split()
        found.append(Pair(f"{last}, {first[0]}. {' '.join(rest)}", name, False, name, rule))
        found.append(Pair(PEOPLE[(i + 5) % len(PEOPLE)], name, True, name, rule))
    return found


def test_figures_by_hand() -> None:
    found = measures.figures([True, True, False, False], [0.9, 0.4, 0.6, 0.1])
    assert found.reasons == ()
    values = found.values
    assert (values["precision"], values["recall"], values["F1"], values["accuracy"]) == (0.5, 0.5, 0.5, 0.5)
    assert values["ROC-AUC"] == 0.75
    assert values["MCC"] == 0.0
    assert values["Brier"] == pytest.approx((0.01 + 0.36 + 0.36 + 0.01) / 4)
    assert values["log-loss"] == pytest.approx(0.5108256)  # -(ln .9 + ln .4 + ln .4 + ln .9) / 4
    assert values["calibration error"] == pytest.approx((0.1 + 0.6 + 0.6 + 0.1) / 4)


def test_the_figures_of_the_bootstrap_are_those_of_scikit_learn() -> None:
    from sklearn.metrics import log_loss, roc_auc_score

    wrong = [i % 3 == 0 for i in range(60)]
    probabilities = [round(0.01 + 0.98 * (i * 37 % 60) / 60, 1) for i in range(60)]  # with ties
    assert measures.auc(wrong, probabilities) == pytest.approx(roc_auc_score(wrong, probabilities))
    assert measures.log_loss(wrong, probabilities) == pytest.approx(log_loss(wrong, probabilities))
    assert measures.log_loss([True], [0.25]) == pytest.approx(1.3862943611)


@pytest.mark.parametrize(
    ("wrong", "probabilities", "undefined", "why"),
    [
        ([True, True], [0.9, 0.8], {"ROC-AUC", "MCC"}, "all 2 pairs are wrong"),
        ([False, False], [0.9, 0.8], {"ROC-AUC", "MCC", "recall", "F1"}, "all 2 pairs are right"),
        ([True, False], [0.2, 0.1], {"precision", "MCC"}, "no value is called wrong"),
        ([True, False], [0.8, 0.9], {"MCC"}, "all values are called wrong"),
    ],
)
def test_what_is_undefined_is_none_and_says_why(
    wrong: Sequence[bool], probabilities: Sequence[float], undefined: set[str], why: str
) -> None:
    found = measures.figures(wrong, probabilities)
    assert {name for name, value in found.values.items() if value is None} == undefined
    assert why in "; ".join(found.reasons)


def test_reliability_by_hand() -> None:
    found = measures.reliability([True, False, True], [0.02, 0.06, 1.0])
    assert [(b.low, b.size, b.observed) for b in found] == [(0.0, 2, 0.5), (0.9, 1, 1.0)]
    assert found[0].predicted == pytest.approx(0.04)
    assert found[0].interval[0] < 0.5 < found[0].interval[1]


def test_the_roc_curve_runs_from_none_to_all() -> None:
    curve = measures.roc([True, True, False, False], [0.9, 0.4, 0.6, 0.1])
    assert (curve[0], curve[-1]) == ((0.0, 0.0), (1.0, 1.0))
    assert measures.roc([True, True], [0.9, 0.8]) == ()


def test_a_bootstrap_draws_records_whole() -> None:
    seen: list[list[int]] = []

    def keep(rows: Sequence[int]) -> float:
        seen.append(list(rows))
        return float(len(rows))

    assert measures.bootstrap(["a", "a", "b", "b"], keep, 20, 1) == (4.0, 4.0)
    assert all(rows.count(0) == rows.count(1) and rows.count(2) == rows.count(3) for rows in seen)
    assert measures.bootstrap(["a", "b"], lambda _: None, 20, 1) is None


def test_no_record_is_both_trained_on_and_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    import sklearn.model_selection

    splits = []

    plain = sklearn.model_selection.GroupKFold.split

    def split(self: object, rows: object, labels: object, groups: list[str]) -> Iterator[object]:
        for train_rows, test_rows in plain(self, rows, labels, groups):
            splits.append(({groups[i] for i in train_rows}, {groups[i] for i in test_rows}))
            yield train_rows, test_rows

    monkeypatch.setattr(sklearn.model_selection.GroupKFold, "split", split)
    cross_validate(labelled(), LEXICAL, NoEmbedding(), folds=4)
    assert len(splits) == 4
    assert all(trained & tested == set() for trained, tested in splits)
    assert set().union(*(tested for _, tested in splits)) == set(PEOPLE)


def test_what_can_be_told_is_learnt_and_what_cannot_is_not() -> None:
    found = labelled()
    run = cross_validate(found, tuple(FEATURES), Letters())
    assert (measures.auc([p.wrong for p in found], run.probabilities) or 0) > 0.95
    shuffled = [replace(p, wrong=(i // 2) % 2 == 0, given=f"value {i * 7919 % 97}") for i, p in enumerate(found)]
    blind = cross_validate(shuffled, LEXICAL, NoEmbedding())
    assert (measures.auc([p.wrong for p in shuffled], blind.probabilities) or 1) < 0.8


def test_the_same_data_in_another_order_make_the_same_classifier() -> None:
    one, _ = train(labelled(), LEXICAL, NoEmbedding())
    other, _ = train(labelled()[::-1], LEXICAL, NoEmbedding())
    assert one.data == other.data
    assert one.model.coefficients == pytest.approx(other.model.coefficients, abs=1e-6)
    assert one.model.coefficients[0] < 0 < one.model.coefficients[1]


@pytest.mark.parametrize(
    ("found", "folds", "message"),
    [
        ([p for p in labelled() if p.wrong], 5, "all 24 pairs are wrong: a classifier needs both"),
        ([p for p in labelled() if not p.wrong], 5, "all 24 pairs are right: a classifier needs both"),
        ([p for p in labelled() if not p.wrong or p.record == PEOPLE[0]], 5, "only 1 records have a wrong value"),
    ],
)
def test_one_sided_data_says_why(found: list[Pair], folds: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        cross_validate(found, LEXICAL, NoEmbedding(), folds=folds)


# circular figures


@pytest.mark.parametrize(
    ("rule", "features", "refused"),
    [
        ("token-set-ratio", ("token_jaccard",), True),
        ("token-set-ratio", ("edit_distance",), True),
        ("token-set-ratio", ("cosine",), False),
        ("gate-matching", ("edit_distance", "cosine"), True),
        ("cosine", ("token_jaccard", "edit_distance"), False),
        ("cosine", ("cosine",), True),
        ("person", tuple(FEATURES), False),
        ("search", tuple(FEATURES), False),
        ("identifiers", tuple(FEATURES), False),
        ("construction", tuple(FEATURES), False),
    ],
)
def test_a_feature_that_shares_its_basis_with_the_label_is_refused(rule: str, features: tuple[str, ...], refused: bool) -> None:
    found = labelled(rule)
    if refused:
        with pytest.raises(UsageError, match="both computed from"):
            train(found, features, Letters())
        classifier, run = train(found, features, Letters(), allow_circular=True)
        assert run.circular.startswith("circular: ")
        assert classifier.circular == run.circular
    else:
        assert train(found, features, Letters())[0].circular == ""


def test_every_rule_is_tried_above() -> None:
    assert set(RULES) == {"token-set-ratio", "gate-matching", "cosine", "person", "search", "identifiers", "construction"}


def test_one_circular_label_among_good_ones_is_enough() -> None:
    mixed = [*labelled()[:-1], replace(labelled()[-1], rule="token-set-ratio")]
    with pytest.raises(UsageError, match="token_jaccard and the label rule token-set-ratio"):
        train(mixed, LEXICAL, NoEmbedding())


def test_a_classifier_is_not_tested_on_its_training_rows() -> None:
    classifier, _ = report.trained(labelled()[:36], LEXICAL, NoEmbedding(), draws=20)
    again = [replace(p, given=p.given.upper(), record="elsewhere") for p in labelled()[:2]]
    with pytest.raises(UsageError, match="2 of 14 pairs are training rows"):
        report.scored([*labelled()[36:], *again], classifier, NoEmbedding())
    allowed = report.scored(again, classifier, NoEmbedding(), allow_circular=True)
    assert allowed.title == "Hallucination classifier on its training rows (circular)"
    assert any(note.startswith("circular: 2 of 2 pairs are training rows") for note in allowed.notes)
    clean = report.scored(labelled()[36:], classifier, NoEmbedding())
    assert "circular" not in clean.title
    assert records(clean.table("figures"))[0]["ROC-AUC"] is not None


def test_a_circular_classifier_stays_circular_on_good_labels() -> None:
    classifier, result = report.trained(labelled("gate-matching")[:36], LEXICAL, NoEmbedding(), allow_circular=True, draws=20)
    assert result.title.endswith("(circular)")
    with pytest.raises(UsageError, match="gate-matching"):
        report.scored(labelled()[36:], classifier, NoEmbedding())


# the report


def test_the_report_tells_what_the_cosine_adds_and_how_uneven_the_labels_are() -> None:
    uneven = [p for i, p in enumerate(labelled()) if not p.wrong or i % 12 == 1 or i < 16]
    _, result = report.trained(uneven[:40], tuple(FEATURES), Letters(), folds=2, draws=20)
    rows = records(result.table("figures"))
    assert [row["features"] for row in rows] == [
        "token jaccard + edit distance + cosine", "token jaccard + edit distance", "token jaccard", "edit distance", "cosine",
        "(always the share of wrong ones)",
    ]  # fmt: skip
    gained, saved = records(result.table("cosine-adds"))
    full, lexical = rows[0], rows[1]
    assert isinstance(full["ROC-AUC"], float)
    assert isinstance(lexical["ROC-AUC"], float)
    assert gained["difference"] == pytest.approx(full["ROC-AUC"] - lexical["ROC-AUC"])
    assert saved["so"] in ("it adds", "it takes away", "no difference shown")
    assert [f.name for f in result.figures] == ["roc", "calibration"]
    assert sum(int(row["pairs"] or 0) for row in records(result.table("calibration"))) == len(uneven[:40])


def test_uneven_labels_are_told() -> None:
    found = [p for p in labelled() if not p.wrong or PEOPLE.index(p.record) % 6 == 0]
    _, result = report.trained(found, LEXICAL, NoEmbedding(), folds=2, draws=20)
    assert any("4 of 28 are wrong" in note for note in result.notes)


# files and the command line


def written(folder: Path, found: Sequence[Pair], name: str = "pairs.jsonl") -> Path:
    file = folder / name
    lines = [
        json.dumps({"given": p.given, "held": p.held, "wrong": p.wrong, "record": p.record, "rule": p.rule, "source": p.source})
        for p in found
    ]
    file.write_text("\n".join(lines) + "\n")
    return file


def test_pairs_come_back_from_a_file_each_once(tmp_path: Path) -> None:
    file = written(tmp_path, [*labelled(), *labelled()])
    assert pairs.read([file]) == tuple(labelled())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "pairs.jsonl:1: no JSON"),
        ("[]", "not an object"),
        ('{"given": "", "held": "a", "wrong": true, "record": "r", "rule": "person"}', "'given' is missing or empty"),
        ('{"given": "b", "held": "a", "wrong": 1, "record": "r", "rule": "person"}', "neither true nor false"),
        ('{"given": "b", "held": "a", "wrong": true, "record": "r", "rule": "guess"}', "no label rule 'guess'"),
        ("", "no pairs in these files"),
        (
            '{"given": "b", "held": "a", "wrong": true, "record": "r", "rule": "person"}\n'
            '{"given": "b", "held": "a", "wrong": false, "record": "r", "rule": "person"}',
            "pairs.jsonl:2: 'b' beside 'a' is both right and wrong",
        ),
    ],
)
def test_what_is_no_pair_is_named_with_its_line(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "pairs.jsonl").write_text(line)
    with pytest.raises(InputError, match=message):
        pairs.read([tmp_path / "pairs.jsonl"])
    with pytest.raises(InputError, match="No such file"):
        pairs.read([tmp_path / "none.jsonl"])


def test_train_and_score_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, rest = written(tmp_path, labelled()[:36]), written(tmp_path, labelled()[36:], "rest.jsonl")
    model, lexical = tmp_path / "model.json", ("--features", "edit_distance,token_jaccard")
    done = gate(capsys, "stress", "classifier", "train", first, "--save", model, *lexical, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert "Figures by source" in done.out
    assert (tmp_path / "out" / "figures" / "roc.png").stat().st_size > 1000
    assert b"pickle" not in model.read_bytes()
    scored = gate(capsys, "stress", "classifier", "score", rest, "--classifier", model)
    assert scored.code == 0, scored.err
    refused = gate(capsys, "stress", "classifier", "score", first, "--classifier", model)
    assert refused.code == 2
    assert "36 of 36 pairs are training rows" in refused.err
    allowed = gate(capsys, "stress", "classifier", "score", first, "--classifier", model, "--allow-circular")
    assert allowed.code == 0
    assert "(circular)" in allowed.out
    published = written(tmp_path, labelled("token-set-ratio"), "published.jsonl")
    circular = gate(capsys, "stress", "classifier", "train", published, "--save", model, *lexical)
    assert circular.code == 2
    assert "refused" in circular.err
