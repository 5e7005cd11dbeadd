"""The subject headings of a record, as JSON: the state of each, and all of them beside the catalogues that hold the work."""

from __future__ import annotations

from gate.model import Comparison, HeadingCheck
from gate.model.headings import HeadingAgreement, HeadingCount, HeadingUse
from gate.report.json_values import Json, evidence_value, measure_value, number, profile_value


def headings_value(comparison: Comparison) -> Json:
    """``states`` in the order of the record, empty without a vocabulary; ``agreement`` is null where no catalogue gives any."""
    agreement = comparison.heading_agreement
    return {
        "states": [_check(check) for check in comparison.headings],
        "agreement": _agreement(agreement) if agreement is not None else None,
    }


def _check(check: HeadingCheck) -> Json:
    return {
        "path": check.path,
        "given": check.given,
        "state": check.state.value,
        "suggestions": list(check.suggestions),
        "detail": check.detail,
        "node": check.node,
        "sources": [evidence_value(e) for e in check.evidence],
    }


def _agreement(agreement: HeadingAgreement) -> Json:
    return {
        "catalogues": [evidence_value(e) for e in agreement.catalogues],
        "measures": [measure_value(m) for m in agreement.measures],
        "distances": [
            {"path": d.path, "given": d.given, "held": d.held, "specificity": d.specificity.value, "steps": d.steps}
            for d in agreement.distances
        ],
        "missing": [{"label": m.label, "weight": number(m.weight), "catalogues": list(m.catalogues)} for m in agreement.missing],
    }


def use_value(use: HeadingUse) -> Json:
    """The headings of all records together."""
    return {
        "records": use.records,
        "overused": [_count(c) for c in use.overused],
        "never": [_count(c) for c in use.never],
        "against": "collection" if use.collection else "catalogues",
        "profile": profile_value(use.profile),
    }


def _count(count: HeadingCount) -> Json:
    return {"label": count.label, "given": count.given, "reference": count.reference}
