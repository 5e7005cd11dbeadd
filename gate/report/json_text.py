"""The free text of a record beside its sources, as JSON."""

from __future__ import annotations

from gate.model import ClaimResult, Passage, TextComparison
from gate.report.json_values import Json, evidence_value, measure_value, profile_value


def text_value(text: TextComparison) -> Json:
    """What was read, what it says with the place of each claim, and its concepts as a graph beside the reference's."""
    return {
        "passages": [_passage(p) for p in text.passages],
        "claims": [_claim(c) for c in text.claims],
        "relations": [_claim(c) for c in text.relations],
        "measures": [measure_value(m) for m in text.measures],
        "profile": profile_value(text.profile),
    }


def _passage(passage: Passage) -> Json:
    return {
        "path": passage.path,
        "length": passage.length,
        "read": passage.read,
        "method": passage.method.value if passage.read else "",
        "reason": passage.reason,
    }


def _claim(result: ClaimResult) -> Json:
    span = result.claim.extracted
    place = {"start": span.start, "end": span.end, "method": span.method.value, "relation": span.relation} if span else None
    return {
        "subject": result.claim.subject,
        "property": result.claim.property,
        "path": result.claim.path,
        "given": result.claim.statement.value,
        "extracted": place,
        "outcome": result.outcome.value,
        "level": result.level,
        "held": result.held,
        "sources": [evidence_value(e) for e in result.evidence],
        "reason": result.reason,
        "node": result.node,
    }
