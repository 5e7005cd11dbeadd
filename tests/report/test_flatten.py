"""Findings as plain rows."""

from __future__ import annotations

import pytest

from gate.errors import UsageError
from gate.report import FORMATS, writer
from gate.report.flatten import flatten
from gate.report.order import path_key
from tests.report import samples


def test_a_row_a_finding_worst_first() -> None:
    assert flatten(samples.report(samples.reviewed(), samples.failed())) == [
        ("citation-wrong-metadata", "citations[0]"),
        ("creator-contradicted", "creators[0]"),
        ("value-not-assessed", "concepts[9]"),
        ("value-not-assessed", "concepts[10]"),
        ("fact-omitted", "creators"),
        ("field-ignored", "colour"),
        ("field-ignored", "shelfmark"),
        ("record-not-checked", ""),
    ]


def test_any_field_of_record_and_finding() -> None:
    rows = flatten(samples.report(samples.failed()), ["id", "kind", "file", "position", "decision", "code", "severity", "tier"])
    assert rows == [
        ("10.1038/171737a0", "work", "examples/work.json", "1", "review", "record-not-checked", "violation", "epistemic"),
    ]
    with pytest.raises(KeyError):
        flatten(samples.report(samples.failed()), ["colour"])


def test_paths_stand_as_people_count() -> None:
    paths = ["citations[10].doi", "citations[9]", "700[2]$a", "700[10]$a", "citations", "245$a", "²[1]", "9" * 5000]
    assert sorted(paths, key=path_key)[:3] == ["245$a", "700[2]$a", "700[10]$a"]
    assert sorted(paths[:2] + paths[4:5], key=path_key) == ["citations", "citations[9]", "citations[10].doi"]


def test_formats_are_found_by_name() -> None:
    assert list(FORMATS) == ["text", "json"]
    assert writer("json")(samples.batch(), 80, False).startswith(b"{\n")
    assert writer("text")(samples.batch(), 60, False).startswith(b"REVIEW")
    with pytest.raises(UsageError, match="no report format 'yaml'; there are text, json"):
        writer("yaml")
