"""The composition: records in, report out. No logic of its own; each stage is a function from the value before it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from gate.collector import seldom_collected
from gate.comparison import compare_record, profiles
from gate.comparison.headings_batch import heading_use
from gate.comparison.inquiry import merge_consulted
from gate.comparison.waiting import in_order
from gate.decision import judge, not_checked
from gate.decision.ruleset import RuleSet
from gate.model import (
    Comparison,
    Graph,
    Record,
    RecordReport,
    Report,
    RunManifest,
    Unreadable,
)
from gate.references.sources import Sources
from gate.settings import Settings
from gate.version import __version__

if TYPE_CHECKING:
    from gate.comparison.text import Reading

Progress = Callable[[int, int | None, str], None]

_TABLES = ("csv", "xlsx")


@seldom_collected()
def check(
    records: Iterable[Record | Unreadable],
    *,
    rules: RuleSet,
    sources: Sources,
    settings: Settings,
    offline: bool = True,
    context: Graph | None = None,
    today: date | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check records together: each on its own, and all as one graph.

    ``context`` is the catalogue's own graph, where given; ``progress(done, total, what)`` is called after every record.
    Unreadable records are passed through. Never raises for a record or a source.
    """
    now = datetime.now(UTC)
    day = today or now.date()
    read, unreadable = _sorted_out(records)
    workers = settings.workers if sources.live else 1
    reading = _reading() if settings.read_text else None
    compared: list[Comparison | RecordReport] = []
    for found in in_order(lambda record: _compared(record, sources, workers, reading), read, min(workers, len(read))):
        compared.append(found)
        if progress is not None:
            progress(len(compared), len(read), "records compared")
    batch = profiles([c for c in compared if isinstance(c, Comparison)], context)
    measured = iter(batch.comparisons)
    reports = tuple(
        c if isinstance(c, RecordReport) else judge(next(measured), rules, day, settings.staleness_days) for c in compared
    )
    manifest = RunManifest(
        __version__,
        rules.name,
        rules.sha256,
        sources.infos(),
        (
            ("max_file_bytes", str(settings.max_file_bytes)),
            ("staleness_days", str(settings.staleness_days)),
            *((("read_text", "true"),) if settings.read_text else ()),
            *((("switched_off", ", ".join(sources.switched_off)),) if sources.switched_off else ()),
            *((("mapping", _mapping(settings.mapping)),) if settings.mapping and any(r.format in _TABLES for r in read) else ()),
        ),
        now.isoformat(timespec="seconds"),
        offline,
        rules.evidence,
    )
    consulted = merge_consulted(c.consulted for c in batch.comparisons)
    return Report(reports, unreadable, manifest, batch.profile, heading_use(batch.comparisons, context), consulted)


def _reading() -> Reading:
    """What free text is read with. Imported and loaded only where it is."""
    from gate.comparison.text import installed

    return installed()


def _mapping(file: str) -> str:
    from gate.records.readers.tabular.mapping import named_mapping

    return named_mapping(file)


def _compared(record: Record, sources: Sources, workers: int, reading: Reading | None) -> Comparison | RecordReport:
    """The comparison of a record, or its report as not checked where a stage fails on it: that never stops the others."""
    try:
        return compare_record(record, sources, workers, reading=reading)
    except Exception as error:
        if os.environ.get("GATE_DEBUG"):
            raise
        return not_checked(record, f"{type(error).__name__}: {error}")


def _sorted_out(records: Iterable[Record | Unreadable]) -> tuple[list[Record], tuple[Unreadable, ...]]:
    read: list[Record] = []
    unreadable: list[Unreadable] = []
    for item in records:
        if isinstance(item, Unreadable):
            unreadable.append(item)
        else:
            read.append(item)
    return read, tuple(unreadable)
