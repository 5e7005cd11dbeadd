"""A batch from its plan to its summary."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from gate.batch.files import UNFINISHED, write_whole
from gate.batch.part import Part, check_part, part_file
from gate.batch.plan import Plan, Progress, make_plan, partitions
from gate.batch.pool import Pool
from gate.errors import UsageError
from gate.report.order import Counts
from gate.settings import Settings

FORMAT = "gate-batch-summary/1"
SUMMARY_FILE = "summary.json"
SIZE = 500
COUNTS = ("accepted", "review", "unreadable", "unchecked")


@dataclass(frozen=True, slots=True)
class Batch:
    """A finished batch. ``resumed``: how many of its partitions an earlier run had written."""

    counts: Counts
    parts: int
    resumed: int


def _quiet(done: int, total: int | None, what: str) -> None:
    del done, total, what


def run_batch(
    inputs: tuple[str, ...],
    folder: Path,
    settings: Settings,
    *,
    rules: str = "",
    from_format: str = "",
    offline: bool = True,
    workers: int = 0,
    size: int = SIZE,
    progress: Progress = _quiet,
) -> Batch:
    """Check every record of ``inputs`` in partitions of ``size`` records, and write them and a summary to ``folder``.

    ``workers`` processes work at once (0: one for each processor; online one alone). Each partition is
    written whole or not at all, so that the same call goes on where a killed one stopped. What is written depends on the size of
    the partitions, which are the context of their records, and not on the number of workers.

    Raises :class:`UsageError` where ``folder`` holds another batch or cannot be written, and what the rules and sources raise.
    """
    if not offline and workers > 1:
        raise UsageError("several processes would ask live services at several times their rate: one worker, or --offline")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror or error}") from error
    plan = make_plan(
        inputs, folder, settings, rules=rules, from_format=from_format, offline=offline, size=size, progress=progress
    )
    for left in folder.glob(f"*{UNFINISHED}"):
        left.unlink(missing_ok=True)
    there = {number for number in range(plan.parts) if part_file(folder, number).exists()}
    done = sum(min(size, plan.records - number * size) for number in there)
    progress(done, plan.records, "records checked")
    for checked in Pool(check_part, workers or (_processors() if offline else 1)).run(_due(plan, there)):
        done += checked
        progress(done, plan.records, "records checked")
    return Batch(_summarise(plan, folder), plan.parts, len(there))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _due(plan: Plan, there: set[int]) -> Iterator[Part]:
    for number, found in enumerate(partitions(plan)):
        if number not in there:
            yield Part(plan.job, number, found)


def _summarise(plan: Plan, folder: Path) -> Counts:
    """Add up the heads of all partitions, and write the sums."""
    sums: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    severities: Counter[str] = Counter()
    for number in range(plan.parts):
        head = _head(part_file(folder, number))
        counted = _object(head, "summary")
        sums.update({name: number for name, number in _numbers(counted).items() if name in COUNTS})
        severities.update(_numbers(_object(counted, "findings")))
        codes.update(_numbers(_object(head, "codes")))
    counts = Counts(*(sums[name] for name in COUNTS))
    if counts.records != plan.records:
        raise UsageError(f"{folder}: holds {counts.records:,} records of {plan.records:,}: an input changed while the batch ran")
    summary = {
        "format": FORMAT,
        "records": counts.records,
        **{name: sums[name] for name in COUNTS},
        "findings": {"by_severity": dict(severities), "by_code": dict(codes)},
        "parts": plan.parts,
        "part_size": plan.job.size,
    }
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_whole(folder / SUMMARY_FILE, orjson.dumps(summary, option=options))
    return counts


def _head(file: Path) -> Mapping[str, object]:
    try:
        with file.open("rb") as opened:
            head = orjson.loads(opened.readline())
    except (OSError, orjson.JSONDecodeError) as error:
        raise UsageError(f"{file}: is no partition of a batch ({error}): delete it and run again") from error
    return head if isinstance(head, dict) else {}


def _object(value: Mapping[str, object], name: str) -> Mapping[str, object]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _numbers(value: Mapping[str, object]) -> dict[str, int]:
    return {name: number for name, number in value.items() if isinstance(number, int)}
