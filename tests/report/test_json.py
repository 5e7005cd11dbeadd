"""gate-report/1: its schema, its bytes, and what hostile values do to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.findings import FINDINGS, finding
from gate.model import (
    AnchorState,
    CitationOutcome,
    Consultation,
    Decision,
    Kind,
    Measure,
    Outcome,
    Profile,
    RecordReport,
    Report,
    Role,
    Score,
    Severity,
    SnapshotInfo,
    Statement,
    Tier,
)
from gate.report.json import FORMAT, SCHEMA_FILE, to_json
from tests.report import samples
from tests.schema import complaints, validated

ANY_TEXT = st.text(st.characters(codec=None, categories=None))


def schema() -> dict[str, object]:
    loaded = json.loads(SCHEMA_FILE.read_bytes())
    assert isinstance(loaded, dict)
    return loaded


def objects(node: object) -> Iterator[dict[str, object]]:
    """Every subschema that describes an object."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "additionalProperties" in node:
            yield node
        for value in node.values():
            yield from objects(value)
    elif isinstance(node, list):
        for value in node:
            yield from objects(value)


def enums(node: object) -> Iterator[frozenset[str]]:
    if isinstance(node, dict):
        if isinstance(node.get("enum"), list):
            yield frozenset(node["enum"])
        for value in node.values():
            yield from enums(value)
    elif isinstance(node, list):
        for value in node:
            yield from enums(value)


@pytest.mark.parametrize(
    "report",
    [
        samples.report(),
        samples.report(samples.accepted()),
        samples.report(samples.reviewed()),
        samples.report(samples.failed()),
        *(samples.report(samples.unanchored(s)) for s in AnchorState if s is not AnchorState.ANCHORED),
        samples.report(unreadable=samples.UNREADABLE),
        samples.batch(),
    ],
)
def test_every_report_fits_the_schema(report: Report) -> None:
    assert validated(report)["format"] == FORMAT


def test_the_schema_allows_no_property_that_it_does_not_name_and_requires_all_that_it_names() -> None:
    found = list(objects(schema()))
    assert len(found) > 20
    for one in found:
        properties = one.get("properties")
        if properties is None:  # the settings: names are free, values are text
            assert one["additionalProperties"] == {"type": "string"}
        else:
            assert isinstance(properties, dict)
            assert one["additionalProperties"] is False
            assert one["required"] == sorted(properties)


@pytest.mark.parametrize(
    "words", [Kind, Severity, Tier, Decision, Outcome, CitationOutcome, AnchorState, Consultation, Role], ids=lambda w: w.__name__
)
def test_the_schema_knows_the_words_of_the_model(words: type[StrEnum]) -> None:
    assert frozenset(word.value for word in words) in set(enums(schema()))


def test_the_schema_finds_fault() -> None:
    good = validated(samples.batch())
    record = good["records"][1]  # type: ignore[index]

    def faults(**changes: object) -> list[str]:
        return complaints(json.dumps({**good, "records": [{**record, **changes}]}).encode())

    assert faults() == []
    assert faults(decision="maybe")
    assert faults(colour="red")
    assert faults(decision="accept")  # there are reasons for review
    assert faults(decision="accept", reasons=[], unchecked=True)  # unchecked is never a pass
    assert faults(decision="accept", reasons=[], unchecked=False) == []
    assert faults(reasons=[])  # a review without a reason explains nothing
    assert faults(scores=[{**record["scores"][2], "reason": ""}])  # null without a reason
    assert complaints(json.dumps({k: v for k, v in good.items() if k != "times"}).encode())


def test_what_a_report_says_of_a_record() -> None:
    record = validated(samples.report(samples.reviewed()))["records"][0]  # type: ignore[index]
    assert {key: record[key] for key in ("id", "kind", "file", "position", "format", "decision", "unchecked")} == {
        "id": "10.1038/171737a0",
        "kind": "work",
        "file": "examples/work.json",
        "position": 1,
        "format": "json",
        "decision": "review",
        "unchecked": False,
    }
    assert [r["rule"] for r in record["reasons"]] == ["fabrication.max", "findings.block"]
    assert record["skipped_rules"] == ["divergence.max"]
    assert record["anchor"]["entity"] == {
        "id": "10.1038/171737a0",
        "kind": "work",
        "label": "Molecular structure of nucleic acids",
    }
    assert record["anchor"]["candidates"][0]["evidence"]["as_of"] == "2026-11-01"
    assert record["scores"][0] == {
        "name": "fabrication_permissive",
        "value": 0.25,
        "reason": "",
        "numerator": 3,
        "denominator": 12,
        "coverage": 1.0,
        "interval": [0.0889, 0.5323],
        "dimension": "accuracy",
    }
    assert [(c["path"], c["outcome"], c["held"]) for c in record["claims"]] == [
        ("title", "supported", "Molecular structure of nucleic acids"),
        ("creators[0]", "contradicted", "Crick, F. H. C."),
    ]
    assert [(c["path"], c["outcome"], c["flags"]) for c in record["citations"]] == [
        ("citations[0]", "wrong_metadata", ["corrected", "title_only"]),
        ("citations[1]", "non_retrievable", []),
        ("citations[2]", "verified", []),
    ]
    assert record["citations"][1]["consulted"][1]["state"] == "unreachable"
    assert [o["held"] for o in record["omissions"] + record["omitted_citations"]] == [
        "Crick, F. H. C.",
        "Franklin 1953 Molecular configuration",
    ]
    assert record["ignored"]["count"] == 2
    assert [i["path"] for i in record["ignored"]["fields"]] == ["colour", "shelfmark"]
    assert record["profile"]["measures"][2]["value"] is None
    assert record["context_lost"] == ["rec-7"]


def test_findings_stand_worst_first_and_link_to_their_help() -> None:
    findings = validated(samples.report(samples.reviewed()))["records"][0]["findings"]  # type: ignore[index]
    assert [(f["code"], f["path"]) for f in findings] == [
        ("citation-wrong-metadata", "citations[0]"),
        ("creator-contradicted", "creators[0]"),
        ("value-not-assessed", "concepts[9]"),
        ("value-not-assessed", "concepts[10]"),
        ("fact-omitted", "creators"),
        ("field-ignored", "colour"),
        ("field-ignored", "shelfmark"),
    ]
    assert all(f["help"] == FINDINGS[f["code"]].anchor for f in findings)


def test_the_summary_counts_every_record_once() -> None:
    summary = validated(samples.batch())["summary"]
    assert summary == {
        "records": 8,
        "accepted": 1,
        "review": 5,
        "unreadable": 2,
        "unchecked": 1,
        "findings": {"violation": 3, "warning": 2, "info": 3},
    }


def test_same_values_same_bytes_times_apart() -> None:
    one = samples.batch()
    turned = replace(
        one,
        manifest=replace(one.manifest, sources=one.manifest.sources[::-1], settings=one.manifest.settings[::-1], started="later"),
    )
    shuffled = replace(turned, records=tuple(replace(r, findings=r.findings[::-1]) for r in turned.records))
    assert to_json(one) != to_json(shuffled)
    later, earlier = json.loads(to_json(shuffled)), json.loads(to_json(one))
    assert later.pop("times") == {"started": "later"}
    assert earlier.pop("times") == {"started": samples.MANIFEST.started}
    assert json.dumps(later) == json.dumps(earlier)


def test_the_last_bits_of_a_sum_do_not_show() -> None:
    def of(value: float) -> bytes:
        return to_json(samples.report(replace(samples.accepted(), scores=(Score("omission", value),))))

    assert of(0.1 + 0.2) == of(0.3)
    assert of(-0.0) == of(0.0)
    assert of(0.3) != of(0.300001)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_lacks_is_null_with_a_reason(value: float) -> None:
    record = replace(samples.reviewed(), scores=(Score("divergence", value),))
    made = validated(samples.report(record, batch_profile=Profile((Measure("density", value),))))
    assert made["records"][0]["scores"][0]["value"] is None  # type: ignore[index]
    assert made["records"][0]["scores"][0]["reason"] == "not a finite number"  # type: ignore[index]
    assert made["batch_profile"]["measures"][0]["reason"] == "not a finite number"  # type: ignore[index]


@given(ANY_TEXT, ANY_TEXT)
def test_no_value_breaks_the_output(given_value: str, path: str) -> None:
    record = samples.work(id=given_value or "#1", file=path, statements=(Statement("title", given_value, path),))
    finding_made = finding("value-contradicted", path, given=given_value, held=given_value, source=given_value)
    made = validated(samples.report(samples.reviewed(record, (finding_made,))))
    seen = made["records"][0]["findings"][0]["given"]  # type: ignore[index]
    assert seen == given_value.encode("utf-8", "backslashreplace").decode()


def test_a_lone_surrogate_is_written_out_and_leaves_the_rest_alone() -> None:
    record = samples.reviewed(samples.work(file="caf\udce9.json"))
    hostile = samples.report(record, manifest=replace(samples.MANIFEST, settings=(("cache\ud800", "\x00"),)))
    made = validated(hostile)
    assert made["records"][0]["file"] == "caf\\udce9.json"  # type: ignore[index]
    assert made["manifest"]["settings"] == {"cache\\ud800": "\x00"}  # type: ignore[index]
    assert made["summary"] == validated(samples.report(record))["summary"]


def test_a_verdict_that_accepts_what_was_not_checked_does_not_fit_the_schema() -> None:
    lying: RecordReport = replace(samples.accepted(), verdict=replace(samples.UNCHECKED, decision=Decision.ACCEPT))
    assert complaints(to_json(samples.report(lying)))


def test_sources_carry_date_and_hash() -> None:
    report = samples.report(manifest=replace(samples.MANIFEST, sources=(SnapshotInfo("a", "2026", "0" * 64, "oracle"),)))
    assert validated(report)["manifest"]["sources"] == [  # type: ignore[index]
        {"name": "a", "as_of": "2026", "sha256": "0" * 64, "role": "oracle"}
    ]
