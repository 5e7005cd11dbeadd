"""The JSON report ``gate-report/1``. Its schema is ``schema/gate-report-1.schema.json``, beside this file.

Same input, same snapshots, same bytes: keys are sorted, sets are sorted, findings have one order, numbers have at most six
decimals, and all that depends on the clock of the run stands under ``times``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gate.findings import FINDINGS
from gate.model import (
    EMPTY_PROFILE,
    Anchor,
    Candidate,
    CitationResult,
    ClaimResult,
    Consulted,
    Entity,
    Finding,
    Omission,
    RecordReport,
    Report,
    RulesEvidence,
    RunManifest,
    Score,
    Severity,
    Similarity,
    Unreadable,
)
from gate.report.json_bibliography import bibliography_value
from gate.report.json_headings import headings_value, use_value
from gate.report.json_text import text_value
from gate.report.json_values import Json, evidence_value, number, profile_value, reason_of
from gate.report.order import count, path_key, worst_first

FORMAT = "gate-report/1"
SCHEMA_FILE = Path(__file__).with_name("schema") / "gate-report-1.schema.json"


def to_json(report: Report) -> bytes:
    """``report`` as UTF-8 JSON that ends in a newline."""
    return encode(report_value(report))


def encode(value: Json) -> bytes:
    """``value`` as indented UTF-8 JSON with sorted keys. What UTF-8 cannot carry (a lone surrogate) is written as ``\\udc80``."""
    import orjson

    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    try:
        return orjson.dumps(value, option=options)
    except TypeError:  # rare: only then is it worth walking the whole value
        return orjson.dumps(_encodable(value), option=options)


def encode_line(value: Json) -> bytes:
    """As :func:`encode`, in one line."""
    import orjson

    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    try:
        return orjson.dumps(value, option=options)
    except TypeError:
        return orjson.dumps(_encodable(value), option=options)


def _encodable(value: Json) -> Json:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, Mapping):
        return {key.encode("utf-8", "backslashreplace").decode("utf-8"): _encodable(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_encodable(item) for item in value]
    return value


def report_value(report: Report) -> Json:
    """``report`` as plain dictionaries and lists, before it becomes bytes."""
    return {
        "format": FORMAT,
        "manifest": _manifest(report.manifest),
        "times": {"started": report.manifest.started},
        "summary": _summary(report),
        "records": [_record(r) for r in report.records],
        "unreadable": [_unreadable(u) for u in report.unreadable],
        "batch_profile": profile_value(report.batch_profile),
        "heading_use": use_value(report.heading_use) if report.heading_use is not None else None,
        "consulted": _consulted(report.consulted),
    }


def _manifest(manifest: RunManifest) -> Json:
    return {
        "version": manifest.version,
        "rules": {"name": manifest.rules, "sha256": manifest.rules_sha256, "evidence": _evidence(manifest.evidence)},
        "sources": [
            {"name": s.name, "as_of": s.as_of, "sha256": s.sha256, "role": s.role}
            for s in sorted(manifest.sources, key=lambda s: (s.name, s.as_of))
        ],
        "settings": dict(manifest.settings),
        "offline": manifest.offline,
    }


def _evidence(evidence: RulesEvidence | None) -> Json:
    """What was shown of the rules, where they were calibrated."""
    if evidence is None:
        return None
    return {
        "data": evidence.data,
        "sha256": evidence.sha256,
        "checked": evidence.checked,
        "date": evidence.date,
        "bound": evidence.bound,
        "confidence": evidence.confidence,
        "valid": evidence.valid,
        "false_alarms": evidence.false_alarms,
        "invalid": evidence.invalid,
        "detected": evidence.detected,
        "holds_for": "records that come as those of the data did",
    }


def _summary(report: Report) -> Json:
    counts = count(report)
    severities = [f.severity for r in report.records for f in r.findings]
    return {
        "records": counts.records,
        "accepted": counts.accepted,
        "review": counts.review,
        "unreadable": counts.unreadable,
        "unchecked": counts.unchecked,
        "findings": {str(severity): severities.count(severity) for severity in Severity},
    }


def _record(report: RecordReport) -> Json:
    record, comparison, verdict = report.record, report.comparison, report.verdict
    whole = comparison.bibliography if comparison else None
    return {
        "id": record.id,
        "kind": record.kind.value,
        "as": "bibliography" if record.bibliography else "record",
        "file": record.file,
        "position": record.position,
        "format": record.format,
        "decision": verdict.decision.value,
        "unchecked": verdict.unchecked,
        "reasons": [{"rule": r.rule, "text": r.text, "unchecked": r.unchecked} for r in verdict.reasons],
        "skipped_rules": list(verdict.skipped),
        "anchor": _anchor(comparison.anchor) if comparison else None,
        "scores": [_score(s) for s in report.scores],
        "findings": [_finding(f) for f in worst_first(report.findings)],
        "claims": [_claim(c) for c in comparison.claims] if comparison else [],
        "omissions": [_omission(o) for o in comparison.omissions] if comparison else [],
        "citations": [_citation(c) for c in comparison.citations] if comparison else [],
        "omitted_citations": [_omission(o) for o in comparison.omitted_citations] if comparison else [],
        "bibliography": bibliography_value(whole, report.findings) if whole else None,
        "headings": headings_value(comparison) if comparison else None,
        "consulted": _consulted(comparison.consulted) if comparison else [],
        "profile": profile_value(comparison.profile if comparison else EMPTY_PROFILE),
        "context_lost": list(comparison.context_lost) if comparison else [],
        "ignored": {
            "count": len(record.ignored),
            "fields": [{"path": i.path, "reason": i.reason} for i in sorted(record.ignored, key=lambda i: path_key(i.path))],
        },
        "similarities": None if report.similarities is None else [_similarity(s) for s in report.similarities],
        "notes": [{"code": n.code, "path": n.path, "value": n.value, "detail": n.detail} for n in record.notes],
        "text": text_value(comparison.text) if comparison and comparison.text else None,
    }


def _anchor(anchor: Anchor) -> Json:
    return {
        "state": anchor.state.value,
        "reason": anchor.reason,
        "entity": _entity(anchor.entity) if anchor.entity else None,
        "candidates": [_candidate(c) for c in anchor.candidates],
        "same": [_candidate(c) for c in anchor.same],
        "conflict": {"path": anchor.conflict[0], "candidate": _candidate(anchor.conflict[1])} if anchor.conflict else None,
        "consulted": _consulted(anchor.consulted),
    }


def _entity(entity: Entity) -> dict[str, str]:
    return {"id": entity.id, "kind": entity.kind.value, "label": entity.label}


def _candidate(candidate: Candidate) -> Json:
    return {
        **_entity(candidate.entity),
        "level": candidate.level,
        "fit": number(candidate.fit),
        "evidence": evidence_value(candidate.evidence),
    }


def _score(score: Score) -> Json:
    return {
        "name": score.name,
        "value": number(score.value),
        "reason": reason_of(score.value, score.reason),
        "numerator": number(score.numerator),
        "denominator": number(score.denominator),
        "coverage": number(score.coverage),
        "interval": [number(bound) for bound in score.interval] if score.interval else None,
        "dimension": score.dimension,
    }


def _finding(finding: Finding) -> Json:
    known = FINDINGS.get(finding.code)
    return {
        "code": finding.code,
        "path": finding.path,
        "severity": finding.severity.value,
        "tier": finding.tier.value,
        "message": finding.message,
        "given": finding.given,
        "held": finding.held,
        "source": finding.source,
        "as_of": finding.as_of,
        "url": finding.url,
        "advice": finding.advice,
        "help": known.anchor if known else "",
    }


def _claim(result: ClaimResult) -> Json:
    return {
        "path": result.claim.path,
        "property": result.claim.property,
        "outcome": result.outcome.value,
        "level": result.level,
        "given": result.claim.statement.value,
        "held": result.held,
        "sources": [evidence_value(e) for e in result.evidence],
        "reason": result.reason,
    }


def _similarity(similarity: Similarity) -> Json:
    return {
        "path": similarity.path,
        "outcome": similarity.outcome,
        "given": similarity.given,
        "held": similarity.held,
        "cosine": number(similarity.cosine),
        "probability": number(similarity.probability),
        "reason": reason_of(similarity.cosine, similarity.reason),
    }


def _omission(omission: Omission) -> Json:
    return {"property": omission.property, "held": omission.fact.value, "source": evidence_value(omission.evidence)}


def _citation(result: CitationResult) -> Json:
    return {
        "path": result.path,
        "given": result.given,
        "outcome": result.outcome.value,
        "flags": sorted(result.flags),
        "matched": _entity(result.matched) if result.matched else None,
        "sources": [evidence_value(e) for e in result.evidence],
        "differences": [
            {"property": d.property, "path": d.path, "given": d.given, "held": d.held, "level": d.level}
            for d in result.differences
        ],
        "consulted": _consulted(result.consulted),
        "reason": result.reason,
    }


def _consulted(lines: Iterable[Consulted]) -> list[Json]:
    return [{"source": c.source, "state": c.state.value, "as_of": c.as_of, "detail": c.detail} for c in lines]


def _unreadable(unreadable: Unreadable) -> Json:
    return {
        "file": unreadable.file,
        "position": unreadable.position,
        "id": unreadable.id,
        "offset": unreadable.offset,
        "format": unreadable.format,
        "reason": unreadable.reason,
    }
