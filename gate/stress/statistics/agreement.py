"""Two raters: raw agreement and Cohen's kappa."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from gate.decision.scoring import Z95
from gate.stress.statistics.values import Estimate


def agreement(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Items rated alike, and all items."""
    return sum(a == b for a, b in zip(one, other, strict=True)), len(one)


def kappa(one: Sequence[str], other: Sequence[str]) -> Estimate:
    """Cohen's kappa (1960), (p_o - p_e) / (1 - p_e), with the interval of his standard error sqrt(p_o (1 - p_o) / n) / (1 - p_e).

    Undefined where both raters give all items one and the same rating: then chance alone agrees perfectly.
    """
    alike, n = agreement(one, other)
    if not n:
        return Estimate("kappa", reason="no item was rated twice")
    first, second = Counter(one), Counter(other)
    expected = sum(first[r] * second[r] for r in first) / (n * n)
    if expected == 1:
        return Estimate("kappa", reason="both raters give every item the same rating")
    observed = alike / n
    value = (observed - expected) / (1 - expected)
    error = math.sqrt(observed * (1 - observed) / n) / (1 - expected)
    return Estimate("kappa", value, max(-1.0, value - Z95 * error), min(1.0, value + Z95 * error))
