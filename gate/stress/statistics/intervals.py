"""95 % intervals for one proportion."""

from __future__ import annotations

from typing import Literal

from gate.decision.scoring import wilson
from gate.errors import UsageError
from gate.stress.statistics.extra import need

Method = Literal["wilson", "jeffreys"]
METHODS: tuple[Method, ...] = ("wilson", "jeffreys")


def interval(count: int, of: int, method: Method = "wilson") -> tuple[float, float]:
    """The interval for ``count`` of ``of``, as shares. Raises :class:`gate.errors.UsageError` for counts that cannot be."""
    if not 0 <= count <= of or of == 0:
        raise UsageError(f"no proportion: {count} of {of}")
    return wilson(count, of) if method == "wilson" else jeffreys(count, of)


def jeffreys(count: int, of: int) -> tuple[float, float]:
    """The equal-tailed Jeffreys interval: quantiles of Beta(count + 1/2, of - count + 1/2), the end at 0 or 1 where none or all.

    Brown, Cai & DasGupta (2001), "Interval estimation for a binomial proportion", section 4.1.
    """
    need("scipy", "the Jeffreys interval")
    from scipy.special import betaincinv

    low = 0.0 if count == 0 else float(betaincinv(count + 0.5, of - count + 0.5, 0.025))
    high = 1.0 if count == of else float(betaincinv(count + 0.5, of - count + 0.5, 0.975))
    return low, high
