"""What the queue keeps of a record that was checked."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from gate.model import EMPTY_PROFILE, Consultation, Finding, Record, RecordReport, Report, Severity
from gate.queue.record_codec import encode_record
from gate.queue.text import searchable, storable
from gate.queue.values import MachineVerdict
from gate.report.json import encode, report_value
from gate.report.order import TIERS, is_accepted, worst_first
from gate.report.words import label

SHORT, LONG = 300, 1000  # characters of a column that a list shows
_SEVERITY_RISK = {Severity.VIOLATION: 3, Severity.WARNING: 2, Severity.INFO: 1}


@dataclass(frozen=True, slots=True)
class Entry:
    """A record report as columns. ``of_record`` never change; ``of_verdict`` are replaced when the record is checked again."""

    place: tuple[str, int]
    key: str
    of_record: dict[str, str | int]
    of_verdict: dict[str, str | int]
    raw: bytes
    record: bytes
    report: bytes
    codes: tuple[str, ...]
    sources: tuple[str, ...]


def machine_verdict(report: RecordReport) -> MachineVerdict:
    """The verdict in the words of the queue: unchecked is told apart from review."""
    if report.verdict.unchecked:
        return MachineVerdict.UNCHECKED
    return MachineVerdict.ACCEPT if is_accepted(report) else MachineVerdict.REVIEW


def key_of(record: Record) -> str:
    """Tells a record from every other one of its batch, and finds it again when the same bytes are taken in a second time."""
    digest = hashlib.sha256(record.raw or encode_record(record)).hexdigest()
    place = f"{record.file}\n{record.position}\n{record.bibliography}\n{digest}"
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()


def entry(report: RecordReport, run: Report) -> Entry:
    """The entry of one record of a run."""
    record = report.record
    return Entry(
        (record.file, record.position),
        key_of(record),
        {
            "file": storable(record.file, LONG),
            "position": record.position,
            "record": storable(record.id, SHORT),
            "kind": record.kind.value,
            "format": record.format,
            "label": storable(" ".join(label(report)[: 2 * SHORT].split()), SHORT),
            "search": searchable(label(report)[:LONG], record.id[:LONG], record.file),
        },
        _of_verdict(report),
        record.raw,
        encode_record(record),
        encode(report_value(_alone(run, report))),
        tuple(sorted({f.code for f in report.findings})),
        tuple(sorted(_sources(report))),
    )


def _alone(run: Report, report: RecordReport) -> Report:
    """The run as the report of one of its records: without what is told of all of them together."""
    return replace(run, records=(report,), unreadable=(), batch_profile=EMPTY_PROFILE, heading_use=None, consulted=())


def _of_verdict(report: RecordReport) -> dict[str, str | int]:
    findings = worst_first(report.findings)
    above = [f for f in findings if f.severity is not Severity.INFO]
    tier = min((f.tier for f in above or findings), key=TIERS.index, default=None)
    worst = findings[0] if findings else None
    return {
        "verdict": machine_verdict(report).value,
        "severity": worst.severity.value if worst else "",
        "tier": tier.value if tier else "",
        "code": worst.code if worst else "",
        "path": storable(worst.path, SHORT) if worst else "",
        "message": storable(" ".join(worst.message[:LONG].split()) if worst else _reasons(report), LONG),
        "findings": len(above),
        "risk": _risk(worst, 0 if tier is None else len(TIERS) - TIERS.index(tier), report),
    }


def _reasons(report: RecordReport) -> str:
    return "; ".join(reason.text for reason in report.verdict.reasons)[:LONG]


def _risk(worst: Finding | None, tier: int, report: RecordReport) -> int:
    """One number that sorts by severity of the worst finding, then gravest tier, then share of what nothing confirms."""
    rate = next((s.value for s in report.scores if s.name == "fabrication_permissive"), None) or 0.0
    severity = _SEVERITY_RISK[worst.severity] if worst else 0
    return severity * 100_000 + tier * 10_000 + round(rate * 1000)


def _sources(report: RecordReport) -> set[str]:
    named = {f.source for f in report.findings if f.source}
    comparison = report.comparison
    if comparison is not None:
        asked = [*comparison.consulted, *comparison.anchor.consulted, *(c for one in comparison.citations for c in one.consulted)]
        named |= {c.source for c in asked if c.state is Consultation.UNREACHABLE}
    return {storable(name, SHORT) for name in named}
