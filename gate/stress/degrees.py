"""Do the degrees of a graph follow the law of a random graph? The chi-square test of the graph generation study (2025), eq. 2."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

ALPHA = 0.001
"""The published level: lenient, so that only graphs that are far off fail."""
POOL = 5.0
"""Cells with a smaller expected count are pooled in the textbook variant (Cochran 1954)."""

Variant = Literal["published", "textbook"]


@dataclass(frozen=True, slots=True)
class DegreeTest:
    """The statistic, its degrees of freedom, the probability of a larger one: ``p``, None with a reason where undefined."""

    statistic: float | None
    freedom: int
    p: float | None
    reason: str = ""

    def passes(self, alpha: float = ALPHA) -> bool | None:
        """Whether the law is not rejected at ``alpha``; None where it could not be tested."""
        return None if self.p is None else self.p > alpha


def binomial_cells(n: int, p: float) -> list[float]:
    """The probability of degree 0 to n - 1 in an Erdős-Rényi graph: Binomial(n - 1, p)."""
    return [math.comb(n - 1, k) * p**k * (1 - p) ** (n - 1 - k) for k in range(n)]


def erdos_renyi_test(degrees: Sequence[int], n: int, p: float, variant: Variant = "published") -> DegreeTest:
    """Chi-square of the ``degrees`` of all nodes against an Erdős-Rényi graph of ``n`` nodes and edge probability ``p``.

    ``published``  the sum over i = 0 to n - 1 of (d_i - n b_i)^2 / (n b_i), with n degrees of freedom. (Cells of tiny expected
                   counts weigh much in it, and n cells leave n - 1 degrees of freedom; the level .001 makes up for that.)
    ``textbook``   neighbouring cells pooled until each expects 5 or more, and one degree less than cells

    A graph of another number of nodes than ``n`` is no such graph: the missing nodes count as of degree 0, and a larger graph, or
    a degree of n or more, is rejected outright with p = 0.
    """
    if len(degrees) > n or any(d >= n for d in degrees):
        return DegreeTest(None, n, 0.0, f"the graph has more than {n} nodes")
    counts = Counter([*degrees, *([0] * (n - len(degrees)))])
    observed = [float(counts[i]) for i in range(n)]
    expected = [n * b for b in binomial_cells(n, p)]
    if any(e == 0 and o > 0 for o, e in zip(observed, expected, strict=True)):
        return DegreeTest(math.inf, n, 0.0, "a degree that cannot occur")
    cells = [(o, e) for o, e in zip(observed, expected, strict=True) if e > 0]
    freedom = n
    if variant == "textbook":
        cells = pooled(cells)
        freedom = len(cells) - 1
        if freedom < 1:
            return DegreeTest(None, freedom, None, f"fewer than two cells expect {POOL:g} nodes or more")
    statistic = math.fsum((o - e) ** 2 / e for o, e in cells)
    return DegreeTest(statistic, freedom, chi_square_tail(statistic, freedom))


def pooled(cells: Sequence[tuple[float, float]], least: float = POOL) -> list[tuple[float, float]]:
    """Neighbouring (observed, expected) cells added up until each expects ``least`` or more."""
    result: list[tuple[float, float]] = []
    observed = expected = 0.0
    for o, e in cells:
        observed, expected = observed + o, expected + e
        if expected >= least:
            result.append((observed, expected))
            observed = expected = 0.0
    if expected and result:
        o, e = result.pop()
        result.append((o + observed, e + expected))
    elif expected:
        result.append((observed, expected))
    return result


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(X >= statistic) for chi-square with ``freedom`` degrees: the upper regularised incomplete gamma function Q(k/2, x/2).

    Series and continued fraction as in Abramowitz & Stegun 6.5.29 and 6.5.31 (Lentz's method for the fraction).
    """
    if math.isinf(statistic):
        return 0.0
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        d = 1 / (d if abs(d) > tiny else tiny)
        c = b + an / c
        c = c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, front * h)
