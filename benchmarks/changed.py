"""Valid citations written differently, which must stay the same work, and made wrong, which must not pass (``--changed``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from benchmarks.counting import HEADING, rate_line
from benchmarks.hallmark import statements_of
from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind
from tests.matching import perturbations
from tests.matching.journals import pairs

Fields = dict[str, str]
Pair = tuple[Fields, Fields]
"""A citation, and the holding that it was made from."""


def kinds(rows: Sequence[Fields], journals: Sequence[tuple[str, str]]) -> tuple[dict[str, list[Pair]], dict[str, list[Pair]]]:
    """Every kind of change with its citations: those that stay the same work, and those that do not.

    ``rows`` are valid entries; ``journals`` abbreviations with their names, empty where that data is not at hand.
    """
    same = {name: list(_changed(rows, change)) for name, change in perturbations.SAME.items()}
    wrong = {name: list(_changed(rows, change)) for name, change in perturbations.WRONG.items()}
    kin = perturbations.of_same_author(rows)
    wrong["title_by_the_same_author"] = [
        ({**row, "title": other["title"]}, row) for row, other in zip(rows, kin, strict=True) if other is not None
    ]
    if journals:
        named = [({k: v for k, v in rows[i % len(rows)].items() if k != "booktitle"}, i) for i in range(len(journals))]
        same["journal_by_iso_4"] = [({**r, "journal": journals[i][0]}, {**r, "journal": journals[i][1]}) for r, i in named]
        wrong["another_journal_by_iso_4"] = [
            ({**r, "journal": journals[(i * 31 + 17) % len(journals)][0]}, {**r, "journal": journals[i][1]}) for r, i in named
        ]
    return same, wrong


def _changed(rows: Sequence[Fields], change: Callable[[Fields, Fields, Random], Fields | None]) -> Iterator[Pair]:
    random = Random(7)
    for i, row in enumerate(rows):
        other = rows[(i * 31 + 17) % len(rows)]
        changed = change(row, other, random) if other["title"] != row["title"] else None
        if changed is not None:
            yield changed, row


def flagged(pair: Pair) -> bool:
    """Whether the citation is not taken for the same work without errors."""
    changed, row = pair
    return (
        compare_work(describe(statements_of(changed)), Entity("", Kind.WORK, row["title"], statements_of(row))).kind
        is not Fit.SAME
    )


def print_changed(valid: Sequence[Fields], journals: Path) -> None:
    """Print how many valid entries are flagged after each change, each checked against the entry it was made from."""
    rows = [perturbations.add_place(row, number) for number, row in enumerate(valid)]
    same, wrong = kinds(rows, pairs(journals) if journals.is_file() else ())
    for heading, changes, mean in (("SAME WORK, FLAGGED", same, False), ("MADE WRONG, FLAGGED", wrong, True)):
        print(f"\n{heading}\n{HEADING}")
        missed: list[tuple[str, Pair]] = []
        for name, of_kind in changes.items():
            found = [flagged(pair) for pair in of_kind]
            print(rate_line(name, sum(found), len(found)))
            missed += [(name, pair) for pair, flag in zip(of_kind, found, strict=True) if flag is not mean]
        total = sum(map(len, changes.values()))
        print(rate_line("TOGETHER", total - len(missed) if mean else len(missed), total))
        for name, (changed, row) in missed:
            told = "; ".join(f"{k}: {v} / {row.get(k, '')}" for k, v in changed.items() if row.get(k) != v)
            print(f"    {name}: {told[:220]}")
