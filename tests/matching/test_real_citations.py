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

from benchmarks.citations import run
from benchmarks.closed_world import WORLDS, citations_of
from benchmarks.hallmark import bibtex, read_hallmark, statements_of
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


@pytest.mark.parametrize(("world", "detected", "held_back"), [(0, 0.76, 0.95), (1, 0.95, 0.95), (2, 0.985, 0.985)])
def test_the_closed_world(world: int, detected: float, held_back: float) -> None:
    """Detection on the development split, by what the holdings claim, and no false alarm on the holdings themselves."""
    entries = read_hallmark(shared("labelled", "hallmark", "dev_public.jsonl"))
    valid = [e for e in entries if e.valid]
    results = run(entries, citations_of(bibtex(entries)), valid, tuple(WORLDS.values())[world])
    wrong = [r for r in results if not r.entry.valid]
    assert len(wrong) == 525
    assert sum(r.detected for r in wrong) / len(wrong) >= detected
    assert sum(r.held_back for r in wrong) / len(wrong) >= held_back
    assert not [r for r in results if r.entry.valid and r.held_back]
