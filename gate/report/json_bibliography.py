"""The citations of a record as a whole, as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from gate.model import BibliographyProfile, Finding, Network, Share
from gate.report.json_values import Json, evidence_value, measure_value, number, profile_value
from gate.report.order import path_key
from gate.report.words import NEWER


def bibliography_value(profile: BibliographyProfile, findings: Iterable[Finding]) -> Json:
    """Counts, measures, the most frequent names, decades, central works that are missing, works that stand apart, networks.

    ``findings`` are those of the record: a shape tells which cited works are newer than the citing one, and is referred to.
    """
    newer: list[str] = sorted((f.path for f in findings if f.code == NEWER), key=path_key)
    return {
        "works": profile.works,
        "reference_works": profile.reference_works,
        "outcomes": {outcome.value: count for outcome, count in profile.outcomes},
        "duplicates": [{"path": path, "first": first} for path, first in profile.duplicates],
        "newer_than_citing": {"finding": NEWER, "paths": newer},
        "measures": [measure_value(m) for m in profile.measures],
        "authors": _shares(profile.authors),
        "venues": _shares(profile.venues),
        "decades": [{"start": d.start, "given": d.given, "reference": d.reference} for d in profile.decades],
        "missing": [
            {"node": s.node, "label": s.label, "standing": number(s.standing), "cited_by": s.cited_by} for s in profile.missing
        ],
        "apart": [{"path": path, "label": label} for path, label in profile.apart],
        "citation_network": _network(profile.citation_network),
        "author_network": _network(profile.author_network),
        "source": evidence_value(profile.evidence) if profile.evidence is not None else None,
    }


def _shares(shares: Iterable[Share]) -> list[Json]:
    return [{"label": s.label, "given": s.given, "reference": s.reference} for s in shares]


def _network(network: Network) -> Json:
    return {"profile": profile_value(network.profile), "reason": network.reason}
