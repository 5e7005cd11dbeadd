"""The outcome of a test, defined or not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tested:
    """A test: its statistic, degrees of freedom, p-value. All None where it is undefined, and ``reason`` says why."""

    name: str
    statistic: float | None = None
    freedom: int | None = None
    p: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate with its 95 % interval and, where there is one, the p-value of its null. Undefined as :class:`Tested`."""

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    reason: str = ""
