"""One partition: its records checked together, and written as JSON Lines.

The first line is the head: the number of the partition, its counts, the codes of its findings, and the profile of its records as
one graph. Then ``{"record": ...}`` for every record and ``{"unreadable": ...}`` for what could not be read,
as in ``gate-report/1``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from gate.batch.files import write_whole
from gate.batch.plan import Job
from gate.checking import check
from gate.decision import not_checked
from gate.decision.rules import load
from gate.errors import UsageError
from gate.model import Record, RecordReport, Report, Unreadable
from gate.references.sources import open_sources
from gate.report.json import encode_line, report_value
from gate.report.json_values import Json

FORMAT = "gate-batch/1"


@dataclass(frozen=True, slots=True)
class Part:
    """The records of partition ``number``. ``poisoned``: why records, by place, are left out; ``trial``: nothing is written."""

    job: Job
    number: int
    items: tuple[Record | Unreadable, ...]
    poisoned: Mapping[int, str] = field(default_factory=dict)
    trial: bool = False

    def alone(self) -> Iterator[Part]:
        """A trial of each record."""
        return (replace(self, items=(item,), trial=True) for item in self.items)

    def without(self, reasons: Mapping[int, str]) -> Part:
        """The partition with these records unchecked."""
        return replace(self, poisoned=dict(reasons))


def part_file(folder: Path, number: int) -> Path:
    """Where partition ``number`` is written."""
    return folder / f"part-{number:06d}.jsonl"


def check_part(part: Part) -> int:
    """Check a partition and write it; how many records it has. Raises :class:`UsageError` where the rules changed meanwhile."""
    job = part.job
    rules = load(job.rules)
    if rules.sha256 != job.rules_sha256:
        raise UsageError(f"the rules {job.rules} were changed while the batch ran")
    whole = [item for place, item in enumerate(part.items) if place not in part.poisoned]
    with open_sources(job.settings, offline=job.offline) as sources:
        report = check(
            whole,
            rules=rules,
            sources=sources,
            settings=job.settings,
            offline=job.offline,
            today=date.fromisoformat(job.today),
        )
    if not part.trial:
        report = replace(report, records=tuple(_with_poisoned(part, report)))
        write_whole(part_file(Path(job.folder), part.number), b"".join(_lines(part, report)))
    return len(part.items)


def _with_poisoned(part: Part, report: Report) -> Iterator[RecordReport]:
    checked = iter(report.records)
    for place, item in enumerate(part.items):
        if isinstance(item, Record):
            yield not_checked(item, part.poisoned[place]) if place in part.poisoned else next(checked)


def _lines(part: Part, report: Report) -> Iterator[bytes]:
    value = report_value(report)
    if not isinstance(value, Mapping):
        raise TypeError("a report is an object")
    codes = Counter(f.code for r in report.records for f in r.findings)
    head: dict[str, Json] = {
        "format": FORMAT,
        "part": part.number,
        "first": part.number * part.job.size + 1,
        "summary": value["summary"],
        "codes": dict(codes),
        "batch_profile": value["batch_profile"],
    }
    yield encode_line(head)
    for name, key in (("records", "record"), ("unreadable", "unreadable")):
        listed = value[name]
        if isinstance(listed, list):
            yield from (encode_line({key: one}) for one in listed)
