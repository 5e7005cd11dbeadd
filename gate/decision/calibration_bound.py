"""How large a rate may be, given how often something happened: the exact binomial bound."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

_STEPS = 80


def upper_bound(count: int, of: int, confidence: float) -> float:
    """The one-sided upper bound for a rate, 0..1, that holds with ``confidence`` (over 0, under 1) in every sample size.

    The largest rate at which ``count`` or fewer of ``of`` would still happen with probability 1 - ``confidence`` (Clopper and
    Pearson, Biometrika 26, 1934, p. 404). 1 where nothing was tried.
    """
    if count >= of:
        return 1.0
    low, high = count / of, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _at_most(count, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def needed(bound: float, confidence: float) -> int:
    """How many cases without a single failure show that the rate is at most ``bound`` (over 0, under 1)."""
    number = max(1, int(log(1 - confidence) / log1p(-bound)) - 1)
    while upper_bound(0, number, confidence) > bound:
        number += 1
    return number


def _at_most(count: int, of: int, rate: float) -> float:
    """The probability of ``count`` or fewer of ``of``, each with ``rate``, by the binomial distribution."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return 0.0
    chances = lgamma(of + 1)
    total = 0.0
    for k in range(count + 1):
        total += exp(chances - lgamma(k + 1) - lgamma(of - k + 1) + k * log(rate) + (of - k) * log1p(-rate))
    return min(1.0, total)
