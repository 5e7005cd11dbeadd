"""Logistic regression on pairs: cross-validated by record, then fitted to all."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.errors import InputError, UsageError
from gate.semantic.classifier import Classifier, Logistic, fingerprint, row_digest
from gate.semantic.embedding import Embedding
from gate.semantic.features import chosen, matrix
from gate.stress.results import versions
from gate.stress.semantic.measures import figures
from gate.stress.semantic.pairs import Pair, defined_by, guarded
from gate.stress.statistics.extra import need

if TYPE_CHECKING:
    from gate.semantic.features import Numbers


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """The probability of every pair, by a classifier that never saw its record. ``folds`` were made.

    ``circular`` says why the figures say nothing about new data all the same; empty where nothing is wrong with them.
    """

    features: tuple[str, ...]
    probabilities: tuple[float, ...]
    folds: int
    circular: str


def check(pairs: Sequence[Pair], folds: int) -> None:
    """Raise :class:`gate.errors.InputError` where nothing can be learnt: one label only, or too few records."""
    wrong = sum(pair.wrong for pair in pairs)
    if wrong in (0, len(pairs)):
        raise InputError(f"all {len(pairs)} pairs are {'wrong' if wrong else 'right'}: a classifier needs both")
    if folds < 2:
        raise UsageError("cross-validation takes two folds or more")
    for label in (True, False):
        records = len({pair.record for pair in pairs if pair.wrong is label})
        if records < folds:
            word = "wrong" if label else "right"
            raise InputError(f"only {records} records have a {word} value: too few for {folds} folds, which keep records whole")


def cross_validate(
    pairs: Sequence[Pair],
    features: Sequence[str],
    embedding: Embedding,
    *,
    folds: int = 5,
    seed: int = 42,
    allow_circular: bool = False,
) -> CrossValidated:
    """Every pair scored by a classifier trained without its record (``GroupKFold``, records shuffled by ``seed``).

    Raises as :func:`check` does, where a fold leaves one label to learn from, and :class:`gate.errors.UsageError` for features
    that can repeat the label, unless ``allow_circular``.
    """
    need("sklearn", "training a classifier")
    check(pairs, folds)
    names = chosen(features)
    circular = guarded([defined_by(names, [pair.rule for pair in pairs])], allow_circular=allow_circular)
    from sklearn.model_selection import GroupKFold

    rows, wrong = matrix([pair.texts for pair in pairs], names, embedding), [pair.wrong for pair in pairs]
    found = [0.0] * len(pairs)
    splitter = GroupKFold(n_splits=folds, shuffle=True, random_state=seed)
    for train, test in splitter.split(rows, wrong, [pair.record for pair in pairs]):
        labels = [wrong[i] for i in train]
        if len(set(labels)) < 2:
            raise InputError(f"one of {folds} folds leaves only {'wrong' if labels[0] else 'right'} pairs: take another number")
        for i, p in zip(test, _fit(rows[train], labels).of(rows[test]), strict=True):
            found[int(i)] = p
    return CrossValidated(names, tuple(found), folds, circular)


def train(
    pairs: Sequence[Pair],
    features: Sequence[str],
    embedding: Embedding,
    *,
    folds: int = 5,
    seed: int = 42,
    allow_circular: bool = False,
) -> tuple[Classifier, CrossValidated]:
    """A classifier fitted to all pairs, with the figures of its cross-validation; and the latter, which says what it raises."""
    held_out = cross_validate(pairs, features, embedding, folds=folds, seed=seed, allow_circular=allow_circular)
    names, texts, wrong = held_out.features, [p.texts for p in pairs], [p.wrong for p in pairs]
    classifier = Classifier(
        names,
        _fit(matrix(texts, names, embedding), wrong),
        embedding.name if "cosine" in names else "",
        ", ".join(sorted({p.rule for p in pairs})),
        held_out.circular,
        fingerprint((p.texts, p.wrong, p.record) for p in pairs),
        len(pairs),
        len({p.record for p in pairs}),
        sum(wrong),
        frozenset(map(row_digest, texts)),
        figures(wrong, held_out.probabilities).values,
        versions(("scikit-learn", "numpy", "rapidfuzz", "sentence-transformers", "torch")),
    )
    return classifier, held_out


def _fit(rows: Numbers, wrong: Sequence[bool]) -> Logistic:
    """L2 with C = 1, no class weights: weighted ones would not be probabilities."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=1.0, max_iter=1000)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        model.fit(scaler.transform(rows), wrong)
    means, scales, coefficients = (tuple(float(v) for v in row) for row in (scaler.mean_, scaler.scale_, model.coef_[0]))
    return Logistic(means, scales, coefficients, float(model.intercept_[0]))
