"""Rates with their intervals, as the tables of every benchmark print them."""

from __future__ import annotations

import math
import platform
import sys
from datetime import UTC, datetime

from gate.decision.scoring import wilson
from gate.version import __version__

HEADING = f"{'':30s} {'n':>5s}   {'of':<5s} {'rate':>7s}   95 % interval (Wilson)"


def rate_line(name: str, hits: int, total: int) -> str:
    """One line of a table: how many of how many, the rate, and its 95 % Wilson interval."""
    if not total:
        return f"{name:30s} {hits:5d} / {total:<5d}       -"
    low, high = wilson(hits, total)
    return f"{name:30s} {hits:5d} / {total:<5d} {hits / total:7.4f}   [{low:.4f}, {high:.4f}]"


def f1(detected: int, missed: int, false_alarms: int) -> float:
    """The harmonic mean of precision and recall, errors being the positive class; nan without any."""
    of = 2 * detected + missed + false_alarms
    return 2 * detected / of if of else math.nan


def made_by() -> str:
    """Date, versions and machine: what a printed result needs to be made again."""
    processor = next(
        (line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.processor()
    )
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, gate {__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, {processor or 'unknown processor'}"
    )


def _lines(file: str) -> list[str]:
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.readlines()
    except OSError:
        return []


def need(file: object, exists: bool) -> None:
    """Leave with a sentence where labelled data is not there: it is no part of the project."""
    if not exists:
        sys.exit(f"no {file}: the labelled data is not part of the project (see --data)")
