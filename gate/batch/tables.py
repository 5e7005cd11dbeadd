"""The tables of a partition: a row a record, and a row a finding, flat, for whatever reads Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gate.batch.parquet_files import table_bytes
from gate.decision.names import SCORE_NAMES
from gate.model import RecordReport, Report, Unreadable
from gate.report.json_values import number
from gate.report.order import is_accepted, worst_first

_PLACE = {"part": "int32", "file": "string", "position": "int64", "record": "string"}
RECORDS = {
    **_PLACE,
    "kind": "string",
    "format": "string",
    "verdict": "string",  # accepted, review or unreadable
    "unchecked": "bool",
    "reasons": "string",
    "anchor": "string",
    "entity": "string",
    "codes": "string",  # each once, sorted, with blanks between them
    "findings": "int32",
    **dict.fromkeys(SCORE_NAMES, "double"),
}
"""Columns of the table of records, with their Arrow types. A score that is undefined is null."""
_TEXTS = ("path", "message", "given", "held", "source", "as_of", "url", "advice")
FINDINGS = {
    **_PLACE,
    **dict.fromkeys(("code", "severity", "tier", *_TEXTS), "string"),
}
"""Columns of the table of findings."""


TABLES = ("records", "findings")


def parquet(report: Report, part: int) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of both tables."""
    yield "records", table_bytes(list(_records(report, part)), RECORDS)
    yield "findings", table_bytes(list(_findings(report, part)), FINDINGS)


def _records(report: Report, part: int) -> Iterator[Mapping[str, object]]:
    for one in report.records:
        anchor = one.comparison.anchor if one.comparison else None
        yield {
            **_place(one, part),
            "kind": one.record.kind.value,
            "format": one.record.format,
            "verdict": "accepted" if is_accepted(one) else "review",
            "unchecked": one.verdict.unchecked,
            "reasons": _text("; ".join(reason.text for reason in one.verdict.reasons)),
            "anchor": anchor.state.value if anchor else None,
            "entity": _text(anchor.entity.id) if anchor and anchor.entity else None,
            "codes": " ".join(sorted({f.code for f in one.findings})),
            "findings": len(one.findings),
            **{score.name: number(score.value) for score in one.scores},
        }
    for left in report.unreadable:
        yield {**_unread(left, part), "verdict": "unreadable", "unchecked": True, "reasons": _text(left.reason), "findings": 0}


def _findings(report: Report, part: int) -> Iterator[Mapping[str, object]]:
    for one in report.records:
        place = _place(one, part)
        for found in worst_first(one.findings):
            yield {
                **place,
                "code": found.code,
                "severity": found.severity.value,
                "tier": found.tier.value,
                **{name: _text(getattr(found, name)) for name in _TEXTS},
            }


def _place(one: RecordReport, part: int) -> dict[str, object]:
    return {"part": part, "file": _text(one.record.file), "position": one.record.position, "record": _text(one.record.id)}


def _unread(one: Unreadable, part: int) -> dict[str, object]:
    return {"part": part, "file": _text(one.file), "position": one.position, "record": _text(one.id), "format": one.format}


def _text(value: str) -> str:
    """As JSON Lines have it: what UTF-8 cannot carry is written as an escape."""
    return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
