"""The plan of a batch: what is checked, by which rules and sources, and how it is cut into partitions.

It is written before the first record is checked, so that a run that was killed can only be taken up as what it was.
``parts.jsonl`` has a line for every partition, with the pieces of the inputs that it consists of; ``plan.json`` is written when
that is whole.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import orjson

from gate.batch import parquet_files, unpacking
from gate.batch.files import write_whole
from gate.batch.splitting import Piece, cut, whole
from gate.decision.rules import load
from gate.errors import MissingExtraError, UsageError
from gate.records import files_of, shown_path
from gate.references.sources import open_sources
from gate.settings import Settings
from gate.version import __version__

PLAN_FILE = "plan.json"
PARTS_FILE = "parts.jsonl"
FORMAT = "gate-batch-plan/3"
Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for every partition.

    ``today`` is the day of the first run, ISO 8601: a batch that is taken up the day after is judged as it was begun.
    ``parquet``: whether Parquet is written beside JSON Lines. ``settings`` hold no key of a service, where none is asked.
    """

    folder: str
    version: str
    rules: str
    rules_sha256: str
    from_format: str
    offline: bool
    size: int
    today: str
    parquet: bool
    settings: Settings


@dataclass(frozen=True, slots=True)
class Plan:
    """A job and its extent: records in all, those that cannot be read included, and partitions."""

    job: Job
    records: int
    parts: int
    files: tuple[Path, ...]


def partitions(plan: Plan) -> Iterator[tuple[Piece, ...]]:
    """The pieces of every partition, in order, as they were planned. Raises :class:`UsageError` where the plan is damaged."""
    file = Path(plan.job.folder) / PARTS_FILE
    try:
        with file.open("rb") as lines:
            for line in lines:
                yield tuple(_piece(value, plan) for value in orjson.loads(line))
    except (OSError, orjson.JSONDecodeError, LookupError, TypeError, ValueError) as error:
        raise UsageError(f"{file}: is no plan of a batch: {error}") from error


def _piece(value: list[object], plan: Plan) -> Piece:
    how, form, before, after, shown, spans, *numbers = value
    file, member, count, first, start, stop, line, skip, beyond = (n for n in numbers if isinstance(n, int))
    path = plan.files[file] if member < 0 else unpacking.place(Path(plan.job.folder), file, member)
    around = tuple((int(one), int(other)) for one, other in spans) if isinstance(spans, list) else ()
    tags = str(before), str(after)
    return Piece(str(path), str(how), str(form), count, first, start, stop, line, tags, str(shown), around, skip, beyond)


def _value(number: int, member: int, piece: Piece) -> list[object]:
    numbers = (piece.count, piece.first, piece.start, piece.stop, piece.line, piece.skip, piece.beyond)
    return [piece.how, piece.form, *piece.tags, piece.shown, piece.around, number, member, *numbers]


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
    files = tuple(path for name in inputs for path in _files(Path(name)))
    wanted: dict[str, object] = {
        "format": FORMAT,
        "version": __version__,
        "inputs": [_fingerprint(path) for path in files],
        "from": from_format,
        "mapping": _fingerprint(Path(settings.mapping)) if settings.mapping else [],
        "rules": rule_set.name,
        "rules_sha256": rule_set.sha256,
        "sources": infos,
        "offline": offline,
        "size": size,
        "limits": [settings.max_file_bytes, settings.max_depth, settings.max_records, settings.staleness_days],
        "read_text": settings.read_text,
    }
    file = folder / PLAN_FILE
    held = _held(file)
    if held is None:
        parquet = parquet_files.installed()
        unpacking.remove(folder)
        records, parts = _planned(files, folder / PARTS_FILE, from_format, size, settings, progress)
        today = datetime.now(UTC).date().isoformat()
        held = {**wanted, "today": today, "records": records, "parts": parts, "parquet": parquet}
        write_whole(file, orjson.dumps(held, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    other = [key for key, value in wanted.items() if held.get(key) != value]
    day, records_held, parts_held = held.get("today"), held.get("records"), held.get("parts")
    if other or not (isinstance(day, str) and isinstance(records_held, int) and isinstance(parts_held, int)):
        raise UsageError(
            f"{folder} holds another batch ({', '.join(other) or 'its plan is damaged'} differ): name another folder"
        )
    if held.get("parquet") and not parquet_files.installed():
        raise MissingExtraError(f"{folder} was begun with Parquet: going on", "parquet")
    name = rules or settings.rules
    job = Job(
        str(folder),
        __version__,
        name,
        rule_set.sha256,
        from_format,
        offline,
        size,
        day,
        held.get("parquet") is True,
        _without_keys(settings, offline),
    )
    return Plan(job, records_held, parts_held, files)


def _without_keys(settings: Settings, offline: bool) -> Settings:
    """The settings without what no batch needs and nobody else should read: they go to the processes, those of a cluster too."""
    sources = tuple(replace(source, api_key="") for source in settings.sources) if offline else settings.sources
    return replace(settings, queue_url="", callback_secret="", sources=sources)


def _planned(
    files: tuple[Path, ...], into: Path, from_format: str, size: int, settings: Settings, progress: Progress
) -> tuple[int, int]:
    """Write the pieces of every partition; how many records and partitions there are. One partition is held in memory."""
    records = parts = filled = 0
    held: list[list[object]] = []
    beside = into.with_suffix(".tmp")
    try:
        with beside.open("wb") as lines:
            for number, member, path, shown in unpacking.inputs(into.parent, files, settings):
                for piece in _cut(path, shown, from_format, size - filled, size, settings):
                    held.append(_value(number, member, piece))
                    records += piece.count
                    filled += piece.count
                    if filled == size:
                        lines.write(orjson.dumps(held, option=orjson.OPT_APPEND_NEWLINE))
                        held, filled = [], 0
                        parts += 1
                    progress(records, None, "records counted")
            if held:
                lines.write(orjson.dumps(held, option=orjson.OPT_APPEND_NEWLINE))
                parts += 1
            lines.flush()
            os.fsync(lines.fileno())
        beside.replace(into)
    except OSError as error:
        raise UsageError(f"{into}: cannot be written: {error.strerror or error}") from error
    return records, parts


def _cut(path: Path, shown: str, from_format: str, room: int, size: int, settings: Settings) -> Iterator[Piece]:
    pieces = cut(path, from_format, room, size, settings, shown)
    if pieces is not None:
        yield from pieces
        return
    count = sum(1 for _ in whole(path, from_format, settings, shown))
    first = 0
    while first < count:
        taken = min(room, count - first)
        how = "file" if taken == count else "sent"
        yield Piece(str(path), how, from_format, taken, first, shown=shown)
        first += taken
        room = size


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
            return [shown_path(path), path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()]
    except OSError:
        return [shown_path(path)]
