"""Matched binary answers: the same items answered by several models."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gate.decision.scoring import Z95
from gate.stress.degrees import chi_square_tail
from gate.stress.statistics.values import Estimate, Tested

COCHRAN, MCNEMAR, PEARSON = "Cochran's Q", "exact McNemar", "Pearson's chi-square"


def cochran_q(rows: Sequence[Sequence[bool]]) -> Tested:
    """Cochran's Q of items (rows) by models (columns): do the models differ? Chi-square with k - 1 degrees of freedom.

    Cochran (1950), "The comparison of percentages in matched samples". Undefined where no item tells two models apart.
    """
    models = len(rows[0]) if rows else 0
    if models < 2:
        return Tested(COCHRAN, reason="fewer than two models")
    if any(len(row) != models for row in rows):
        raise ValueError("every item needs an answer of every model")
    columns = [sum(row[j] for row in rows) for j in range(models)]
    totals = [sum(row) for row in rows]
    total = sum(totals)
    spread = models * total - sum(t * t for t in totals)
    if not spread:
        return Tested(COCHRAN, reason="every item is alike for all models")
    q = (models - 1) * (models * sum(c * c for c in columns) - total * total) / spread
    return Tested(COCHRAN, q, models - 1, chi_square_tail(q, models - 1))


def discordant(one: Sequence[bool], other: Sequence[bool]) -> tuple[int, int]:
    """Items that are true for the first alone, and for the second alone."""
    pairs = list(zip(one, other, strict=True))
    return sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)


def mcnemar(first_only: int, second_only: int) -> Tested:
    """The exact two-sided McNemar test: the smaller count against Binomial(n, 1/2). The statistic is that count.

    McNemar (1947). Undefined without discordant items.
    """
    n = first_only + second_only
    if not n:
        return Tested(MCNEMAR, reason="no discordant item")
    low = min(first_only, second_only)
    tail = sum(math.comb(n, k) for k in range(low + 1)) / 2**n
    return Tested(MCNEMAR, float(low), None, min(1.0, 2 * tail))


def holm(values: Sequence[float]) -> list[float]:
    """p-values adjusted by Holm (1979), "A simple sequentially rejective multiple test procedure", in the order given."""
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted = [0.0] * len(values)
    highest = 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - place) * values[i]))
        adjusted[i] = highest
    return adjusted


def difference(first_only: int, second_only: int, items: int) -> Estimate:
    """The matched difference of two proportions, with the Wald interval on discordant pairs (Fleiss, Levin & Paik 2003, eq.
    13.8).
    """
    if not items:
        return Estimate("matched difference", reason="no items")
    value = (first_only - second_only) / items
    error = math.sqrt(max(0.0, first_only + second_only - (first_only - second_only) ** 2 / items)) / items
    return Estimate("matched difference", value, value - Z95 * error, value + Z95 * error)


def pearson(counts: Sequence[tuple[int, int]]) -> Tested:
    """Pearson's chi-square of (count, of) groups taken as independent: what a test that does not know of items would say."""
    total, of = sum(c for c, _ in counts), sum(n for _, n in counts)
    if len(counts) < 2 or not total or total == of or any(n == 0 for _, n in counts):
        return Tested(PEARSON, reason="an empty group, or all alike")
    share = total / of
    statistic = sum((c - n * share) ** 2 / (n * share * (1 - share)) for c, n in counts)
    return Tested(PEARSON, statistic, len(counts) - 1, chi_square_tail(statistic, len(counts) - 1))


def power(items: int, first_only: float, second_only: float, alpha: float = 0.05) -> float:
    """Power of the exact two-sided McNemar test, exactly: ``first_only`` and ``second_only`` are the probabilities of an item
    to be discordant either way. No simulation is needed, as the counts are trinomial.
    """
    both = first_only + second_only
    if not 0 <= both <= 1 or min(first_only, second_only) < 0 or items < 1:
        raise ValueError("two probabilities that sum to 1 at most, and one item or more")
    if not both:
        return 0.0
    share = first_only / both
    found = 0.0
    for n in range(1, items + 1):
        chance = math.comb(items, n) * both**n * (1 - both) ** (items - n)
        if chance < 1e-15:
            continue
        for k in range(n + 1):
            p = mcnemar(k, n - k).p
            if p is not None and p <= alpha:
                found += chance * math.comb(n, k) * share**k * (1 - share) ** (n - k)
    return found


def simulated_power(
    items: int, first_only: float, second_only: float, alpha: float = 0.05, draws: int = 10_000, seed: int = 42
) -> float:
    """The same by simulation, as published."""
    import random

    generator = random.Random(seed)  # noqa: S311 - a simulation, not a secret
    hits = 0
    for _ in range(draws):
        rolls = [generator.random() for _ in range(items)]
        one = sum(r < first_only for r in rolls)
        two = sum(first_only <= r < first_only + second_only for r in rolls)
        p = mcnemar(one, two).p
        hits += p is not None and p <= alpha
    return hits / draws
