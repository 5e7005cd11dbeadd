"""A saved classifier is JSON, gives the same probabilities again, and is refused where it does not fit."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.semantic import NoEmbedding
from gate.semantic.classifier import Classifier, Logistic, fingerprint, row_digest
from gate.semantic.classifier_file import load, save
from tests.semantic.doubles import Letters

PAIRS = [("Karl Marks", "Karl Marx"), ("Georg Hegel", "Karl Marx")]


def classifier(**changed: object) -> Classifier:
    fields: dict[str, object] = {
        "features": ("token_jaccard", "cosine"),
        "model": Logistic((0.5, 0.25), (0.5, 0.5), (-2.0, 1.0), 0.5),
        "embedding": Letters.name,
        "rule": "person",
        "circular": "",
        "data": "0" * 64,
        "rows": 2,
        "records": 2,
        "wrong": 1,
        "digests": frozenset(map(row_digest, PAIRS)),
        "figures": {"F1": 0.9, "MCC": None},
        "versions": {"scikit-learn": "1.9"},
    }
    return Classifier(**{**fields, **changed})  # type: ignore[arg-type]


def test_the_probability_is_the_logistic_function_by_hand() -> None:
    one = classifier(features=("token_jaccard",), model=Logistic((0.5,), (0.5,), (-2.0,), 0.5), embedding="")
    expected = 1 / (1 + math.exp(-(0.5 - 2.0 * (1 / 3 - 0.5) / 0.5)))
    assert one.probabilities([("Karl Marks", "Karl Marx")], NoEmbedding()) == pytest.approx([expected])
    assert one.probabilities([], NoEmbedding()) == ()


def test_a_saved_classifier_comes_back_the_same(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    save(classifier(), file)
    assert load(file) == classifier()
    assert load(file).probabilities(PAIRS, Letters()) == classifier().probabilities(PAIRS, Letters())
    first = file.read_bytes()
    save(load(file), file)
    assert file.read_bytes() == first


def test_another_embedding_is_refused_where_the_cosine_matters() -> None:
    other = Letters()
    other.name = "letters 2"
    with pytest.raises(UsageError, match="trained with letters 1, not with letters 2"):
        classifier().probabilities(PAIRS, other)
    lexical = classifier(features=("token_jaccard",), model=Logistic((0.0,), (1.0,), (1.0,), 0.0))
    assert len(lexical.probabilities(PAIRS, other)) == 2


def change(key: str, value: object) -> Callable[[dict[str, object]], None]:
    def apply(whole: dict[str, object]) -> None:
        *path, last = key.split(".")
        inside = whole
        for name in path:
            found = inside[name]
            assert isinstance(found, dict)
            inside = found
        inside[last] = value

    return apply


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (change("feature_version", "pair-features/0"), UsageError, "pair-features/0.*train it anew"),
        (change("format", "gate-classifier/2"), UsageError, "gate-classifier/2"),
        (change("features", ["token_jaccard"]), InputError, "not of one length"),
        (change("features", ["token_jaccard", "length"]), InputError, "no feature length"),
        (change("features", []), InputError, "not of one length"),
        (change("coefficients", [1, "2"]), InputError, "'coefficients' is not a number"),
        (change("coefficients", [1, float("nan")]), InputError, "'coefficients' is not a number"),
        (change("coefficients", 1), InputError, "'coefficients' is not a list"),
        (change("scaler.scales", [0.5, 0]), InputError, "a scale is not above 0"),
        (change("scaler", []), InputError, "not an object"),
        (change("intercept", True), InputError, "'intercept' is not a number"),
        (change("data.rows", -1), InputError, "'rows' is not a count"),
        (change("data.digests", [1]), InputError, "'digests' is not a text"),
        (lambda whole: whole.pop("labels"), InputError, "'labels' is missing"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    change: Callable[[dict[str, object]], object], error: type[Exception], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "model.json"
    save(classifier(), file)
    whole = json.loads(file.read_text())
    change(whole)
    file.write_text(json.dumps(whole))
    with pytest.raises(error, match=message) as raised:
        load(file)
    assert str(file) in str(raised.value)


@pytest.mark.parametrize("text", ["", "[]", "\x80pickle", "[" * 100_000, '"gate-classifier/1"'])
def test_no_classifier_at_all(text: str, tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_text(text)
    with pytest.raises(InputError):
        load(file)
    with pytest.raises(InputError, match="No such file"):
        load(tmp_path / "none.json")


def test_where_it_cannot_be_written_the_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        save(classifier(), tmp_path / "none" / "model.json")


def test_the_fingerprint_is_of_the_data_not_of_its_order() -> None:
    rows = [(PAIRS[0], False, "r1"), (PAIRS[1], True, "r2")]
    assert fingerprint(rows) == fingerprint(reversed(rows))
    assert fingerprint(rows) != fingerprint([(PAIRS[0], True, "r1"), rows[1]])
    assert fingerprint(rows) != fingerprint([(PAIRS[0], False, "r3"), rows[1]])


def test_a_training_row_is_known_again_in_another_case_or_spacing() -> None:
    assert row_digest(("Karl  Marks", "KARL MARX")) == row_digest(("karl marks", "Karl Marx "))
    assert row_digest(("Karl Marks", "Karl Marx")) != row_digest(("Karl Marx", "Karl Marks"))
