"""The journal of a build survives whatever ends the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.references.harvesting.journal import FILE, Journal, Step
from tests.references.snapshots import agent

PLAN = {"what": "test", "born": [1, 2]}


def filled(folder: Path) -> bytes:
    with Journal(folder, PLAN) as journal:
        journal.put("one", Step((agent("a", "Ann Berg"),), {"next": ["x"]}, {"names": 1}, "2026-01-02T03:04:05+00:00"))
        journal.put("two", Step())
    return (folder / FILE).read_bytes()


def test_what_was_put_is_there_again(tmp_path: Path) -> None:
    filled(tmp_path)
    with Journal(tmp_path, PLAN) as journal:
        assert len(journal) == 2
        one = journal.get("one")
        assert one is not None
        assert (one.entities[0].label, one.notes["next"], one.counts, one.as_of[:10]) == (
            "Ann Berg",
            ["x"],
            {"names": 1},
            "2026-01-02",
        )
        assert journal.get("three") is None
        assert [len(step.entities) for step in journal.steps()] == [1, 0]


def test_cut_off_at_any_byte_it_keeps_every_whole_step_and_takes_more(tmp_path: Path) -> None:
    whole = filled(tmp_path)
    lines = whole.splitlines(keepends=True)
    for size in range(len(whole)):
        (tmp_path / FILE).write_bytes(whole[:size])
        steps = sum(size >= sum(map(len, lines[: n + 1])) for n in (1, 2))
        with Journal(tmp_path, PLAN) as journal:
            assert len(journal) == steps, size
            journal.put("more", Step(notes={"n": size}))
        with Journal(tmp_path, PLAN) as journal:
            more = journal.get("more")
            assert more is not None
            assert more.notes == {"n": size}


def test_the_journal_of_another_plan_is_refused_and_left_alone(tmp_path: Path) -> None:
    whole = filled(tmp_path)
    with pytest.raises(UsageError, match="another build"):
        Journal(tmp_path, {"what": "test", "born": [1, 3]})
    assert (tmp_path / FILE).read_bytes() == whole


def test_a_plan_without_a_step_is_no_hindrance(tmp_path: Path) -> None:
    with Journal(tmp_path, {"what": "other"}):
        pass
    filled(tmp_path)
    with Journal(tmp_path, PLAN) as journal:
        assert len(journal) == 2
