"""How good probabilities are: the figures of the structural study, Brier score and calibration. What is undefined says why."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gate.decision.scoring import wilson

THRESHOLD = 0.5
BINS = 10
NAMES = ("F1", "precision", "recall", "accuracy", "ROC-AUC", "log-loss", "MCC", "Brier", "calibration error")
LOWER_IS_BETTER = frozenset({"log-loss", "Brier", "calibration error"})


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures by name, None where undefined; ``reasons`` says why."""

    values: Mapping[str, float | None]
    reasons: tuple[str, ...]


def figures(wrong: Sequence[bool], probabilities: Sequence[float]) -> Figures:
    """All of :data:`NAMES`, of which the positive class is "wrong", called from a probability of .5 on.

    ROC-AUC needs both classes; precision a value called wrong; recall and F1 a wrong value; MCC both classes on either side.
    The log-loss is in nats. The calibration error is the mean gap between probability and share over ten bins, by their size
    (Naeini et al. 2015).
    """
    from sklearn import metrics

    called = [p >= THRESHOLD for p in probabilities]
    found: dict[str, float | None] = dict.fromkeys(NAMES)
    reasons: list[str] = []
    if not wrong:
        return Figures(found, ("no pairs",))
    both = len(set(wrong)) == 2
    if not both:
        rest = "" if wrong[0] else ", recall and F1 a wrong one"
        reasons.append(f"all {len(wrong)} pairs are {'wrong' if wrong[0] else 'right'}: ROC-AUC and MCC need both{rest}")
    if not any(called):
        reasons.append("no value is called wrong: precision is undefined")
    if both and len(set(called)) == 1:
        reasons.append(f"all values are called {'wrong' if called[0] else 'right'}: MCC is undefined")
    if any(wrong):
        found["recall"] = float(metrics.recall_score(wrong, called, zero_division=0.0))
        found["F1"] = float(metrics.f1_score(wrong, called, zero_division=0.0))
    if any(called):
        found["precision"] = float(metrics.precision_score(wrong, called, zero_division=0.0))
    if both:
        found["ROC-AUC"] = auc(wrong, probabilities)
        if len(set(called)) == 2:
            found["MCC"] = float(metrics.matthews_corrcoef(wrong, called))
    found["accuracy"] = float(metrics.accuracy_score(wrong, called))
    found["log-loss"] = log_loss(wrong, probabilities)
    found["Brier"] = sum((p - w) ** 2 for p, w in zip(probabilities, wrong, strict=True)) / len(wrong)
    found["calibration error"] = sum(b.size * abs(b.predicted - b.observed) for b in reliability(wrong, probabilities)) / len(
        wrong
    )
    return Figures(found, tuple(reasons))


def auc(wrong: Sequence[bool], probabilities: Sequence[float]) -> float | None:
    """Area under the ROC curve, 0 to 1, by ranks, ties counting half (Hanley & McNeil 1982); None for one class only."""
    import numpy as np
    from scipy.stats import rankdata

    labels = np.asarray(wrong, dtype=bool)
    positive, negative = int(labels.sum()), int((~labels).sum())
    if not positive or not negative:
        return None
    ranks = rankdata(np.asarray(probabilities, dtype=np.float64))
    return (float(ranks[labels].sum()) - positive * (positive + 1) / 2) / (positive * negative)


def log_loss(wrong: Sequence[bool], probabilities: Sequence[float]) -> float:
    """Mean negative log-likelihood, in nats; also defined for one class. A probability is kept a rounding error from 0 and 1."""
    import numpy as np

    found = np.asarray(probabilities, dtype=np.float64)
    of_label = np.where(np.asarray(wrong, dtype=bool), found, 1 - found)
    return float(-np.log(np.maximum(of_label, np.finfo(np.float64).eps)).mean())


def roc(wrong: Sequence[bool], probabilities: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """The ROC curve: false alarms among the right values, and wrong values found; empty for one class."""
    from sklearn.metrics import roc_curve

    if len(set(wrong)) < 2:
        return ()
    alarms, found, _ = roc_curve(wrong, probabilities)
    return tuple((float(x), float(y)) for x, y in zip(alarms, found, strict=True))


@dataclass(frozen=True, slots=True)
class Bin:
    """Pairs whose probability is from ``low`` on and below ``high``: how many, mean probability, share that is wrong, 95 %
    Wilson interval of that share.
    """

    low: float
    high: float
    size: int
    predicted: float
    observed: float
    interval: tuple[float, float]


def reliability(wrong: Sequence[bool], probabilities: Sequence[float]) -> tuple[Bin, ...]:
    """The filled ones of ten bins of equal width."""
    bins: dict[int, list[int]] = {}
    for i, p in enumerate(probabilities):
        bins.setdefault(min(int(p * BINS), BINS - 1), []).append(i)
    found = []
    for number, rows in sorted(bins.items()):
        hits = sum(wrong[i] for i in rows)
        predicted = sum(probabilities[i] for i in rows) / len(rows)
        found.append(Bin(number / BINS, (number + 1) / BINS, len(rows), predicted, hits / len(rows), wilson(hits, len(rows))))
    return tuple(found)


def bootstrap(
    records: Sequence[str], figure: Callable[[Sequence[int]], float | None], draws: int, seed: int
) -> tuple[float, float] | None:
    """95 % percentile interval of ``figure``, which takes row numbers, over records drawn with replacement.

    None where it is defined for fewer than two draws.
    """
    rows: dict[str, list[int]] = {}
    for i, record in enumerate(records):
        rows.setdefault(record, []).append(i)
    groups = list(rows.values())
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    values = []
    for _ in range(draws):
        value = figure([i for group in generator.choices(groups, k=len(groups)) for i in group])
        if value is not None:
            values.append(value)
    if len(values) < 2:
        return None
    values.sort()
    return values[round(0.025 * (len(values) - 1))], values[round(0.975 * (len(values) - 1))]
