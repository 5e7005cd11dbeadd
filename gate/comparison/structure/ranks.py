"""Ranks with ties, and Spearman's correlation of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

RELATIVE = 1e-9
ABSOLUTE = 1e-12


def levels(values: Sequence[float]) -> list[int]:
    """``values`` as whole numbers that keep their order: 0 for the lowest, the same number for ties.

    Two neighbours in the sorted row tie when they differ by at most 1e-9 of the larger one or 1e-12 of the largest of all:
    differences of that size come from the order of additions, not from the graph.
    """
    if not values:
        return []
    order = sorted(range(len(values)), key=values.__getitem__)
    smallest = ABSOLUTE * max(abs(v) for v in values)
    result = [0] * len(values)
    level = 0
    for before, here in itertools.pairwise(order):
        gap = values[here] - values[before]
        if gap > max(smallest, RELATIVE * abs(values[here])):
            level += 1
        result[here] = level
    return result


def doubled_ranks(values: Sequence[int]) -> list[int]:
    """Twice the mean rank of every value, so that it is a whole number: ranks start at 1, ties share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            result[place] = start + 1 + end
        start = end
    return result


def spearman(first: Sequence[int], second: Sequence[int]) -> float | None:
    """Spearman's rank correlation, -1 to 1: Pearson's correlation of the mean ranks; None where one side is constant.

    Spearman (1904), "The proof and measurement of association between two things"; ties as in Kendall & Gibbons, *Rank
    Correlation Methods*, ch. 3. Computed in whole numbers, so that equal and opposite orders give exactly 1 and -1.
    """
    a, b = doubled_ranks(first), doubled_ranks(second)
    middle = len(a) + 1
    spread_a = sum((x - middle) ** 2 for x in a)
    spread_b = sum((y - middle) ** 2 for y in b)
    if not spread_a or not spread_b:
        return None
    together = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    if together * together == spread_a * spread_b:
        return 1.0 if together > 0 else -1.0
    return together / math.sqrt(spread_a) / math.sqrt(spread_b)
