"""The composition: records in, report out. No logic of its own; each stage is a function from the value before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime

from gate.comparison import compare_record, profiles
from gate.decision import judge
from gate.decision.ruleset import RuleSet
from gate.model import (
    Comparison,
    Graph,
    Record,
    Report,
    RunManifest,
    Unreadable,
)
from gate.references.sources import Sources
from gate.settings import Settings
from gate.version import __version__

Progress = Callable[[int, int | None, str], None]


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
    comparisons: list[Comparison] = []
    for number, record in enumerate(read, 1):
        comparisons.append(compare_record(record, sources))
        if progress is not None:
            progress(number, len(read), "records compared")
    batch = profiles(comparisons, context)
    reports = tuple(judge(c, rules, day, settings.staleness_days) for c in batch.comparisons)
    manifest = RunManifest(
        __version__,
        rules.name,
        rules.sha256,
        sources.infos(),
        (("max_file_bytes", str(settings.max_file_bytes)), ("staleness_days", str(settings.staleness_days))),
        now.isoformat(timespec="seconds"),
        offline,
    )
    return Report(reports, unreadable, manifest, batch.profile)


def _sorted_out(records: Iterable[Record | Unreadable]) -> tuple[list[Record], tuple[Unreadable, ...]]:
    read: list[Record] = []
    unreadable: list[Unreadable] = []
    for item in records:
        if isinstance(item, Unreadable):
            unreadable.append(item)
        else:
            read.append(item)
    return read, tuple(unreadable)
