"""Real citations (the valid entries of HALLMARK's development split), written differently and made wrong.

The thresholds are what the matching reaches, less a little: on 16,700 changed citations .9998 stay the same work where they must,
and .9998 are found out where they must be.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from random import Random

import pytest

from benchmarks.citations import Entry, Holdings, check, entity_of, read_hallmark, statements_of
from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind
from tests.matching.perturbations import SAME, WRONG, Change, Fields, add_place
from tests.shared import shared


@lru_cache(maxsize=1)
def valid() -> tuple[Fields, ...]:
    rows = map(json.loads, shared("labelled", "hallmark", "dev_public.jsonl").read_text(encoding="utf-8").splitlines())
    fields = [{name: str(value) for name, value in row["fields"].items()} for row in rows if row["label"] == "VALID"]
    return tuple(add_place(f, i) for i, f in enumerate(fields))


@lru_cache(maxsize=1)
def entities() -> tuple[Entity, ...]:
    return tuple(Entity(str(i), Kind.WORK, fields["title"], statements_of(fields)) for i, fields in enumerate(valid()))


def outcomes(change: Change) -> Counter[Fit]:
    """The fits of every valid entry, changed, with its own entity."""
    random, found, rows = Random(7), Counter[Fit](), valid()
    for i, fields in enumerate(rows):
        other = rows[(i * 31 + 17) % len(rows)]
        changed = change(fields, other, random) if other["title"] != fields["title"] else None
        if changed is not None:
            found[compare_work(describe(statements_of(changed)), entities()[i]).kind] += 1
    return found


@pytest.mark.parametrize("name", SAME)
def test_written_differently(name: str) -> None:
    found = outcomes(SAME[name])
    assert found.total() >= 15
    assert found[Fit.SAME] / found.total() >= 0.995


@pytest.mark.parametrize("name", WRONG)
def test_made_wrong(name: str) -> None:
    found = outcomes(WRONG[name])
    assert found.total() >= 14
    assert 1 - found[Fit.SAME] / found.total() >= 0.995


def test_the_closed_world() -> None:
    """Detection on the development split, of what its holdings can show, and no false alarm on the holdings themselves."""
    entries: list[Entry] = read_hallmark(shared("labelled", "hallmark", "dev_public.jsonl"))
    holdings = Holdings([entity_of(e) for e in entries if e.label == "VALID"])
    results = [check(entry, holdings) for entry in entries]
    wrong = [r for r in results if r.entry.label != "VALID" and not r.beyond]
    assert len(wrong) > 450
    assert sum(r.problem for r in wrong) / len(wrong) >= 0.98
    assert not [r for r in results if r.entry.label == "VALID" and r.problem]
