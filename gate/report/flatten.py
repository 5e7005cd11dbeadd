"""Findings as plain rows, so that a test or a script compares lists."""

from __future__ import annotations

from collections.abc import Sequence

from gate.model import Finding, RecordReport, Report
from gate.report.order import worst_first

OF_RECORD = ("id", "kind", "file", "position", "decision")
OF_FINDING = ("code", "path", "severity", "tier", "message", "given", "held", "source", "as_of", "url", "advice")


def flatten(report: Report, fields: Sequence[str] = ("code", "path")) -> list[tuple[str, ...]]:
    """A row a finding, records in report order, worst finding first.

    ``fields`` are names out of :data:`OF_RECORD` and :data:`OF_FINDING`; raises ``KeyError`` for another name.
    """
    return [
        tuple(_value(record, finding, field) for field in fields)
        for record in report.records
        for finding in worst_first(record.findings)
    ]


def _value(record: RecordReport, finding: Finding, field: str) -> str:
    if field in OF_FINDING:
        return str(getattr(finding, field))
    values = {
        "id": record.record.id,
        "kind": record.record.kind,
        "file": record.record.file,
        "position": str(record.record.position),
        "decision": record.verdict.decision,
    }
    return str(values[field])
