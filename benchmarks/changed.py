"""Valid citations written differently, which must stay the same work, and made wrong, which must not pass (``--changed``)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from benchmarks.counting import HEADING, rate_line
from benchmarks.hallmark import statements_of
from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind
from tests.matching import perturbations


def print_changed(valid: Sequence[dict[str, str]]) -> None:
    """Print how many valid entries are flagged after each change, each checked against the entry it was made from."""
    fields = [perturbations.add_place(row, number) for number, row in enumerate(valid)]
    held = [Entity(str(i), Kind.WORK, row["title"], statements_of(row)) for i, row in enumerate(fields)]
    for heading, changes in (("SAME WORK, FLAGGED", perturbations.SAME), ("MADE WRONG, FLAGGED", perturbations.WRONG)):
        print(f"\n{heading}\n{HEADING}")
        all_flagged = everything = 0
        for name, change in changes.items():
            random, flagged, total = Random(7), 0, 0
            for i, row in enumerate(fields):
                other = fields[(i * 31 + 17) % len(fields)]
                changed = change(row, other, random) if other["title"] != row["title"] else None
                if changed is not None:
                    total += 1
                    flagged += compare_work(describe(statements_of(changed)), held[i]).kind is not Fit.SAME
            print(rate_line(name, flagged, total))
            all_flagged, everything = all_flagged + flagged, everything + total
        print(rate_line("TOGETHER", all_flagged, everything))
