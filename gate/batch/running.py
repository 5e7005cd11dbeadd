"""A batch from its plan to its summary."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import orjson

from gate.batch import union, unpacking
from gate.batch.files import UNFINISHED, write_whole
from gate.batch.part import Item, Part, changed, check_part, part_file
from gate.batch.plan import PARTS_FILE, Plan, Progress, make_plan, partitions
from gate.batch.pool import Engine, Pool
from gate.batch.splitting import Piece, whole
from gate.batch.tables import TABLES
from gate.errors import UsageError
from gate.locking import locked
from gate.report.json_values import measure_value
from gate.report.order import Counts
from gate.settings import Settings

FORMAT = "gate-batch-summary/2"
SUMMARY_FILE = "summary.json"
LOCK_FILE = ".lock"
SIZE = 500
COUNTS = ("accepted", "review", "unreadable", "unchecked")
ENGINES = ("processes", "dask")


@dataclass(frozen=True, slots=True)
class Batch:
    """A finished batch.

    ``resumed``  how many of its partitions an earlier run had written
    ``parquet``  whether Parquet was written too
    ``extent``   what the profile of the batch is of, in words
    """

    counts: Counts
    parts: int
    resumed: int
    parquet: bool
    extent: str


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
    engine: str = "processes",
    scheduler: str = "",
    graph_nodes: int = union.NODES,
    progress: Progress = _quiet,
) -> Batch:
    """Check every record of ``inputs`` in partitions of ``size`` records, and write them and a summary to ``folder``.

    ``workers`` processes work at once (0: one for each processor; online one alone). Each partition is
    written whole or not at all, so that the same call goes on where a killed one stopped. What is written depends on the size of
    the partitions, which are the context of their records, and not on the number of workers, nor on the ``engine``, one of
    :data:`ENGINES`. ``scheduler`` is the address of a Dask cluster that runs; without it one is started on this machine.

    Files are cut where their format allows it, so memory does not grow with the number of records; the graph of all records is
    put together of as many partitions as have ``graph_nodes`` nodes.

    Raises :class:`UsageError` where ``folder`` holds another batch or cannot be written, and what the rules and sources raise.
    """
    _refuse(offline, workers, engine, scheduler)
    with _held(folder):
        plan = make_plan(
            inputs, folder, settings, rules=rules, from_format=from_format, offline=offline, size=size, progress=progress
        )
        for left in folder.rglob(f"*{UNFINISHED}"):
            left.unlink(missing_ok=True)
        states = _states(plan)
        there = {number for number in range(plan.parts) if part_file(folder, number).exists()}
        done = sum(plan.job.size if number < plan.parts - 1 else plan.records - number * size for number in there)
        progress(done, plan.records, "records checked")
        if len(there) < plan.parts:
            unpacking.restore(folder, plan.files, settings)
            with _engine(engine, scheduler, workers or (_processors() if offline else 1)) as (run_by, at_once):
                for checked in Pool(check_part, at_once, run_by).run(due(plan, there)):
                    done += checked
                    progress(done, plan.records, "records checked")
        if _states(plan) != states:
            raise UsageError(f"{folder}: an input was changed while the batch ran; start again in another folder")
        progress(0, None, "nodes measured")
        measured = union.measure(folder, range(plan.parts), graph_nodes)
        union.write_profile(folder, measured)
        counts = _summarise(plan, folder, measured)
        unpacking.remove(folder)
        return Batch(counts, plan.parts, len(there), plan.job.parquet, measured.extent)


def _refuse(offline: bool, workers: int, engine: str, scheduler: str) -> None:
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}; known: {', '.join(ENGINES)}")
    if scheduler and engine != "dask":
        raise UsageError("--scheduler names a Dask cluster: it goes with --engine dask")
    if not offline and (workers > 1 or engine == "dask"):
        raise UsageError("several processes would ask live services at several times their rate: one worker, or --offline")


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """The folder with those inside it, held so that no second run writes to it."""
    stack = ExitStack()
    try:
        for name in (".", union.GRAPHS, *TABLES):
            (folder / name).mkdir(parents=True, exist_ok=True)
        stack.enter_context(locked(folder / LOCK_FILE, timeout_s=0))
    except TimeoutError as error:
        raise UsageError(f"{folder}: another batch is writing there now") from error
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror or error}") from error
    with stack:
        yield


@contextmanager
def _engine(name: str, scheduler: str, workers: int) -> Iterator[tuple[Engine | None, int]]:
    if name != "dask":
        yield None, workers
        return
    from gate.batch.cluster import dask

    with dask(scheduler, workers) as found:
        yield found


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _states(plan: Plan) -> list[tuple[int, int]]:
    """Size and time of change of every input, so that one that is changed while it is read is noticed."""
    found = (path.stat() if path.exists() else None for path in plan.files)
    return [(state.st_size, state.st_mtime_ns) if state else (-1, -1) for state in found]


class _Sender:
    """Reads files that cannot be cut, once and in order, for all partitions."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file = ""
        self._items: Iterator[Item] = iter(())
        self._at = 0

    def take(self, piece: Piece) -> tuple[Item, ...]:
        """The records of a piece; it lies behind those of its file that were taken before."""
        if self._file != piece.file:
            self._file, self._at = piece.file, 0
            self._items = whole(Path(piece.file), piece.form, self._settings, piece.shown)
        items = tuple(islice(self._items, piece.first - self._at, piece.first - self._at + piece.count))
        self._at = piece.first + piece.count
        if len(items) != piece.count:
            raise changed(piece)
        return items


def due(plan: Plan, there: set[int]) -> Iterator[Part]:
    """The partitions that are not ``there``, in order."""
    sender = _Sender(plan.job.settings)
    count = 0
    for number, pieces in enumerate(partitions(plan)):
        count += 1
        if number not in there:
            sent = {place: sender.take(piece) for place, piece in enumerate(pieces) if piece.how == "sent"}
            yield Part(plan.job, number, pieces, sent)
    if count != plan.parts:
        raise UsageError(f"{Path(plan.job.folder) / PARTS_FILE}: has {count:,} partitions, planned were {plan.parts:,}")


def _summarise(plan: Plan, folder: Path, measured: union.Union) -> Counts:
    """Add up the heads of all partitions, and write the sums."""
    sums: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    severities: Counter[str] = Counter()
    planned = 0
    for number in range(plan.parts):
        head = _head(part_file(folder, number))
        planned += _numbers(head).get("planned", 0)
        counted = _object(head, "summary")
        sums.update({name: number for name, number in _numbers(counted).items() if name in COUNTS})
        severities.update(_numbers(_object(counted, "findings")))
        codes.update(_numbers(_object(head, "codes")))
    counts = Counts(*(sums[name] for name in COUNTS))
    if planned != plan.records:
        raise UsageError(f"{folder}: holds {planned:,} records of {plan.records:,}: a partition is damaged")
    summary = {
        "format": FORMAT,
        "records": counts.records,
        **{name: sums[name] for name in COUNTS},
        "findings": {"by_severity": dict(severities), "by_code": dict(codes)},
        "parts": plan.parts,
        "part_size": plan.job.size,
        "parquet": plan.job.parquet,
        "profile": {"of": measured.extent, "measures": [measure_value(m) for m in measured.profile.measures]},
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
