"""The plan of a batch: what is checked, by which rules and sources, and how it is cut into partitions.

It is written before the first record is checked, so that a run that was killed can only be taken up as what it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import orjson

from gate.batch.files import write_whole
from gate.decision.rules import load
from gate.errors import InputError, UsageError
from gate.model import Record, Unreadable
from gate.records import files_of, read
from gate.references.sources import open_sources
from gate.settings import Settings
from gate.version import __version__

PLAN_FILE = "plan.json"
FORMAT = "gate-batch-plan/1"
Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for every partition.

    ``today`` is the day of the first run, ISO 8601: a batch that is taken up the day after is judged as it was begun.
    """

    inputs: tuple[str, ...]
    folder: str
    rules: str
    rules_sha256: str
    from_format: str
    offline: bool
    size: int
    today: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Plan:
    """A job and its extent: records in all, those that cannot be read included."""

    job: Job
    records: int

    @property
    def parts(self) -> int:
        """Number of partitions."""
        return -(-self.records // self.job.size)


def items(inputs: Iterable[str], from_format: str, settings: Settings) -> Iterator[Record | Unreadable]:
    """Every record of every input, in order. An input that cannot be opened is named and does not stop the others."""
    for name in inputs:
        try:
            yield from read(name, format=from_format or None, settings=settings)
        except InputError as error:
            yield Unreadable(name, str(error).removeprefix(f"{name}: "))


def partitions(plan: Plan) -> Iterator[tuple[Record | Unreadable, ...]]:
    """The records in partitions of ``size``, the last one smaller; one partition is held in memory."""
    found = items(plan.job.inputs, plan.job.from_format, plan.job.settings)
    while part := tuple(islice(found, plan.job.size)):
        yield part


def make_plan(
    inputs: tuple[str, ...],
    folder: Path,
    settings: Settings,
    *,
    rules: str,
    from_format: str,
    offline: bool,
    size: int,
    progress: Progress,
) -> Plan:
    """The plan in ``folder``, where there is one, else a new one.

    Raises :class:`UsageError` where the plan that is there is another one: other inputs, rules, sources, version or settings.
    """
    if "-" in inputs:
        raise UsageError("a batch cannot be read from standard input: it could not be taken up again")
    rule_set = load(rules or settings.rules)
    with open_sources(settings, offline=offline) as sources:
        infos = [[s.name, s.as_of, s.sha256] for s in sources.infos()]
    wanted: dict[str, object] = {
        "format": FORMAT,
        "version": __version__,
        "inputs": [_fingerprint(path) for name in inputs for path in _files(Path(name))],
        "from": from_format,
        "mapping": _fingerprint(Path(settings.mapping)) if settings.mapping else [],
        "rules": rule_set.name,
        "rules_sha256": rule_set.sha256,
        "sources": infos,
        "offline": offline,
        "size": size,
        "limits": [settings.max_file_bytes, settings.max_depth, settings.max_records, settings.staleness_days],
    }
    file = folder / PLAN_FILE
    held = _held(file)
    if held is None:
        today = datetime.now(UTC).date().isoformat()
        count = 0
        for count, _ in enumerate(items(inputs, from_format, settings), 1):
            progress(count, None, "records counted")
        held = {**wanted, "today": today, "records": count}
        write_whole(file, orjson.dumps(held, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    other = [key for key, value in wanted.items() if held.get(key) != value]
    day, extent = held.get("today"), held.get("records")
    if other or not isinstance(day, str) or not isinstance(extent, int):
        raise UsageError(
            f"{folder} holds another batch ({', '.join(other) or 'its plan is damaged'} differ): name another folder"
        )
    job = Job(inputs, str(folder), rules or settings.rules, rule_set.sha256, from_format, offline, size, day, settings)
    return Plan(job, extent)


def _held(file: Path) -> dict[str, object] | None:
    try:
        held = orjson.loads(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, orjson.JSONDecodeError) as error:
        raise UsageError(f"{file}: is no plan of a batch: {error}") from error
    return held if isinstance(held, dict) else {}


def _files(path: Path) -> Iterable[Path]:
    return files_of(path) if path.is_dir() else (path,)


def _fingerprint(path: Path) -> list[object]:
    """Name, bytes and SHA-256 of an input; what cannot be opened is named alone."""
    try:
        with path.open("rb") as file:
            return [str(path), path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()]
    except OSError:
        return [str(path)]
