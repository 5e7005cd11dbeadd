"""Runs to take in: reports of a few records, made by hand."""

from __future__ import annotations

from dataclasses import replace

from gate.findings import finding
from gate.model import Decision, Finding, Record, RecordReport, Report, ReviewReason, Score, Verdict
from tests.report.samples import ACCEPT, FINDINGS, REVIEW, UNCHECKED, accepted, report, reviewed, work

INVENTED = finding("value-fabricated", "creators[0]", given="Nobody", source="crossref-works", as_of="2026-11-01")


def numbered(n: int, **changes: object) -> Record:
    raw = f'{{"id": "r{n}", "title": "Title {n}"}}'.encode()
    return replace(work(f"Title {n}"), id=f"r{n}", file="batch.json", position=n, raw=raw, **changes)  # type: ignore[arg-type]


def review(n: int, *findings: Finding, **changes: object) -> RecordReport:
    return reviewed(numbered(n, **changes), findings or FINDINGS, REVIEW)


def unchecked(n: int) -> RecordReport:
    return reviewed(numbered(n), (), UNCHECKED)


def fine(n: int) -> RecordReport:
    return accepted(numbered(n))


def doubtful(n: int) -> RecordReport:
    """Under review, though no finding is above info."""
    reason = ReviewReason("coverage.min", "coverage is 0.2, the rule asks for 0.5")
    return reviewed(numbered(n), (), Verdict(Decision.REVIEW, (reason,)))


def run(*records: RecordReport) -> Report:
    return report(*records)


def scored(record: RecordReport, rate: float) -> RecordReport:
    return replace(record, scores=(Score("fabrication_permissive", rate, rate * 10, 10, 1.0),))


__all__ = ["ACCEPT", "INVENTED", "doubtful", "fine", "numbered", "review", "run", "scored", "unchecked"]
