"""Stage 2: the values of a field beside the true ones: TP, FP, FN, TN, precision, recall, F1, accuracy, hallucination rate.

Two matchings, side by side. ``published`` is the protocol's: a given value is right when any true value has a token-set ratio
of 80 or more, and a true value is missed when no given one has. ``gate`` is this project's own, one to one: a true value stands
for one given value at most.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gate.stress import token_set

Matching = Literal["published", "gate"]
MATCHINGS: tuple[Matching, ...] = ("published", "gate")
Same = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Counts:
    """One field of one or more records.

    ``tp``     given and right; ``fp`` given and not; of these ``extra`` are confirmed by a second source, and about
           ``open`` it did not answer
    ``fn``     true and missed; ``found`` true and given (with one-to-one matching the same as ``tp``)
    ``tn``     1 for each record that rightly gives nothing
    ``exact``  records whose given values are exactly the true ones
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0
    found: int = 0
    extra: int = 0
    exact: int = 0
    records: int = 0
    open: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn,
            self.found + other.found, self.extra + other.extra, self.exact + other.exact, self.records + other.records,
            self.open + other.open,
        )  # fmt: skip

    @property
    def precision(self) -> float | None:
        """Right values among the given; None where none is given."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float | None:
        """True values that are given; None where there are none."""
        return _share(self.found, self.found + self.fn)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both, 0 where both are 0; None where neither is defined. One that is undefined counts as 0."""
        if self.precision is None and self.recall is None:
            return None
        p, r = self.precision or 0.0, self.recall or 0.0
        return 2 * p * r / (p + r) if p + r else 0.0

    @property
    def accuracy(self) -> float | None:
        """(TP + TN) / (TP + FP + FN + TN)."""
        return _share(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)

    @property
    def hallucination(self) -> float | None:
        """Given values that neither the truth nor the second source holds, among all given ones that could be assessed."""
        return _share(self.fp - self.extra - self.open, self.tp + self.fp - self.open)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def published_same(given: str, held: str) -> bool:
    """The protocol's matching."""
    return token_set.same(given, held)


def count(
    given: Sequence[str],
    true: Sequence[str],
    same: Same,
    *,
    one_to_one: bool,
    oracle: Sequence[str] = (),
    assessed: bool = True,
) -> Counts:
    """The counts of one field of one record; ``oracle`` holds what a second source knows, if it was ``assessed`` by it."""
    if one_to_one:
        right, found = _paired(given, true, same)
    else:
        right = {i for i, g in enumerate(given) if any(same(g, t) for t in true)}
        found = {j for j, t in enumerate(true) if any(same(g, t) for g in given)}
    wrong = [g for i, g in enumerate(given) if i not in right]
    extra = sum(any(same(g, o) for o in oracle) for g in wrong)
    return Counts(
        len(right), len(wrong), len(true) - len(found), int(not given and not true), len(found), extra,
        int(not wrong and len(found) == len(true)), 1, 0 if assessed else len(wrong),
    )  # fmt: skip


def _paired(given: Sequence[str], true: Sequence[str], same: Same) -> tuple[set[int], set[int]]:
    """Pairs of a given and a true value: equal texts first, then as many more as can be, by augmenting paths (Berge 1957)."""
    partner: dict[int, int] = {}  # of a true value
    taken: dict[int, int] = {}
    places: dict[str, list[int]] = {}
    for j, t in enumerate(true):
        places.setdefault(t, []).append(j)
    for i, g in enumerate(given):
        if places.get(g):
            j = places[g].pop(0)
            partner[j], taken[i] = i, j
    edges = {i: [j for j, t in enumerate(true) if j not in partner and same(g, t)] for i, g in enumerate(given) if i not in taken}
    for i in edges:
        if _augment(i, edges, partner, set()):
            continue
    return set(partner.values()), set(partner)


def _augment(i: int, edges: Mapping[int, Sequence[int]], partner: dict[int, int], seen: set[int]) -> bool:
    for j in edges.get(i, ()):
        if j in seen:
            continue
        seen.add(j)
        if j not in partner or _augment(partner[j], edges, partner, seen):
            partner[j] = i
            return True
    return False


@dataclass(frozen=True, slots=True)
class FieldScore:
    """A field over all records: the counts summed (micro), and the means over records where defined (macro)."""

    name: str
    matching: Matching
    total: Counts
    per_record: tuple[Counts, ...]

    def macro(self, measure: str) -> float | None:
        """Mean over the records for which ``measure`` (precision, recall, f1, accuracy, hallucination) is defined."""
        return mean(self.per_record, measure)

    def bootstrap(self, measure: str, draws: int = 1000, seed: int = 42) -> tuple[float, float] | None:
        """The 95 % percentile interval of the macro mean over records drawn with replacement (Efron 1979)."""
        values = [v for c in self.per_record if (v := _value(c, measure)) is not None]
        return bootstrap_mean(values, draws, seed)


def _value(counts: Counts, measure: str) -> float | None:
    value: object = getattr(counts, measure)
    return value if isinstance(value, float) else None


def mean(counts: Sequence[Counts], measure: str) -> float | None:
    """Mean of ``measure`` where defined; None where it is defined nowhere."""
    values = [v for c in counts if (v := _value(c, measure)) is not None]
    return sum(values) / len(values) if values else None


def bootstrap_mean(values: Sequence[float], draws: int = 1000, seed: int = 42) -> tuple[float, float] | None:
    """The 95 % percentile interval of a mean; None for fewer than two values."""
    if len(values) < 2:
        return None
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    means = sorted(sum(generator.choices(values, k=len(values))) / len(values) for _ in range(draws))
    return means[round(0.025 * (draws - 1))], means[round(0.975 * (draws - 1))]
