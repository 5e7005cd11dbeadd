"""Comparison to findings: every outcome a curator should know, with its code, place, both values, source and date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from gate.comparison.matching.description import identifiers_of
from gate.comparison.matching.differences import is_error
from gate.comparison.nodes import denotes
from gate.comparison.outcomes import FIRST_DIFFERS, NOT_LISTED, ORDER_DIFFERS, ROLE_DIFFERS
from gate.decision.observations_bibliography import of_bibliography
from gate.decision.observations_classification import of_classification
from gate.decision.observations_headings import of_headings, said_of_heading
from gate.decision.observations_names import of_names
from gate.decision.observations_text import of_text
from gate.decision.ruleset import RuleSet
from gate.findings import finding
from gate.model import (
    Anchor,
    AnchorState,
    Candidate,
    CitationOutcome,
    CitationResult,
    ClaimResult,
    Comparison,
    Consultation,
    Consulted,
    Entity,
    Evidence,
    Finding,
    Outcome,
    Record,
    Statement,
)
from gate.properties import IDENTIFIER_PROPERTIES, LABEL_PROPERTY, PROPERTIES, ValueType

_NOTHING = Evidence("", "")
_SHOWN = 5

#: The code of a contradicted claim, by how its values are compared.
_CONTRADICTED = {
    ValueType.TITLE: "title-contradicted",
    ValueType.NAME: "creator-contradicted",
    ValueType.DATE: "date-contradicted",
    ValueType.IDENTIFIER: "identifier-contradicted",
}

#: Supported, and something is wrong all the same.
_SUPPORTED_BUT = {
    ROLE_DIFFERS: "creator-role-differs",
    FIRST_DIFFERS: "creator-first-differs",
    ORDER_DIFFERS: "creator-order",
}

_CITATION_CODES = {
    CitationOutcome.WRONG_METADATA: "citation-wrong-metadata",
    CitationOutcome.IDENTIFIER_CONFLICT: "citation-identifier-conflict",
    CitationOutcome.NON_RETRIEVABLE: "citation-non-retrievable",
    CitationOutcome.NOT_ASSESSED: "citation-not-assessed",
}

_FLAG_CODES = {
    "retracted": "citation-retracted",
    "corrected": "citation-corrected",
    "concern": "citation-concern",
    "duplicate": "citation-duplicate",
    "title_only": "citation-title-only",
}


def observe(comparison: Comparison, rules: RuleSet, today: date, staleness_days: int) -> tuple[Finding, ...]:
    """Every finding of a comparison, in the order of the record, with the severities and tiers of the rules."""
    cited = {citation.path: citation for citation in comparison.claim_graph.citations}
    repeated = dict(comparison.bibliography.duplicates) if comparison.bibliography is not None else {}
    found = (
        *_reading(comparison.record),
        *_anchor(comparison.anchor, comparison.record),
        *(
            f
            for claim in comparison.claims
            if not said_of_heading(claim, comparison.headings)
            for f in _claim(claim, comparison.record)
        ),
        *of_headings(comparison.headings),
        *of_classification(comparison),
        *of_names(comparison.names),
        *of_text(comparison.text),
        *_omissions(comparison, rules),
        *(f for citation in comparison.citations for f in _citation(citation, cited.get(citation.path), repeated)),
        *of_bibliography(comparison, rules),
        *_structure(comparison, rules),
        *_sources(comparison.consulted, comparison, today, staleness_days),
    )
    return tuple(rules.restate(f) for f in found)


THRESHOLD_CODES = frozenset(
    {
        "fact-omitted",
        "citations-omitted",
        "bibliography-concentrated",
        "bibliography-canonical-missing",
        "graph-recentred",
        "node-risen",
    }
)
"""Codes of the findings that a threshold of the rules decides about: those of :func:`of_thresholds`."""


def of_thresholds(comparison: Comparison, rules: RuleSet) -> tuple[Finding, ...]:
    """The findings of a comparison that depend on a threshold of the rules, before they are restated."""
    return (*_omissions(comparison, rules), *of_bibliography(comparison, rules), *_structure(comparison, rules))


def _reading(record: Record) -> Iterator[Finding]:
    for note in record.notes:
        yield finding(note.code, note.path, given=note.value, detail=note.detail)
    for ignored in record.ignored:
        yield finding("field-ignored", ignored.path, detail=ignored.reason)


def _anchor(anchor: Anchor, record: Record) -> Iterator[Finding]:
    label = record.first(LABEL_PROPERTY[record.kind])
    path, given = (label.path, label.value) if label else ("", "")
    asked = ", ".join(c.source for c in anchor.consulted if c.state is Consultation.ANSWERED)
    if anchor.conflict is not None:
        yield _conflict(anchor, anchor.conflict, record)
    if anchor.state is AnchorState.ABSENT:
        yield finding("anchor-absent", path, given=given, source=asked, detail=anchor.reason)
    elif anchor.state is AnchorState.AMBIGUOUS:
        yield finding("anchor-ambiguous", path, given=given, held=_labels(anchor), source=asked, detail=anchor.reason)
    elif anchor.state is AnchorState.NOT_ASSESSED and not record.bibliography:  # that has nothing to be looked up
        yield finding("anchor-not-assessed", path, given=given, source=asked, detail=anchor.reason)
    for candidate in anchor.same if anchor.state is AnchorState.ANCHORED else ():
        if "retracted" in candidate.entity.flags:
            yield _from(candidate.evidence, "work-retracted", path, given=given, held=candidate.entity.label)
            break


def _conflict(anchor: Anchor, conflict: tuple[str, Candidate], record: Record) -> Finding:
    """Whose identifier it is; and which ones of its scheme the thing has that the record describes, where that was found."""
    path, holder = conflict
    stated = next((s for s in record.statements if s.path == path), None)
    given = stated.value if stated is not None else ""
    schemes = {i.scheme for i in identifiers_of(stated)} if stated is not None else set()
    found = anchor.same if anchor.state is AnchorState.ANCHORED else ()
    own = {
        i.value
        for c in found
        for s in c.entity.statements
        if s.property in IDENTIFIER_PROPERTIES
        for i in identifiers_of(s)
        if i.scheme in schemes
    }
    detail = f", which has {', '.join(sorted(own)[:_SHOWN])}" if own else ""
    return _from(holder.evidence, "identifier-conflict", path, given=given, held=holder.entity.label, detail=detail)


def _labels(anchor: Anchor) -> str:
    return "; ".join(dict.fromkeys(c.entity.label for c in anchor.candidates[:5]))


def _claim(result: ClaimResult, record: Record) -> Iterator[Finding]:
    given, path = result.claim.statement.value, result.claim.path
    evidence = result.evidence[0] if result.evidence else _NOTHING
    detail = result.reason or result.level
    if result.outcome is Outcome.SUPPORTED:
        code = next((code for note, code in _SUPPORTED_BUT.items() if result.level.endswith(note)), "")
        if code:
            yield _from(evidence, code, path, given=given, held=result.held)
    elif result.outcome is Outcome.CONTRADICTED:
        if result.level != "identifier of something else":  # the anchor's own finding says that
            yield _from(evidence, _contradicted(result), path, given=given, held=result.held, detail=result.level)
    elif result.outcome is Outcome.FABRICATED:
        yield _from(evidence, "value-fabricated", path, given=given, held=result.held)
    elif result.outcome is Outcome.EXTRA:
        yield _from(evidence, "value-extra", path, given=given, held=result.held)
    elif result.outcome is Outcome.SILENT:
        yield _from(evidence, "value-unconfirmed", path, given=given, held=result.held, detail=detail)
    elif result.outcome is Outcome.NOT_COMPARABLE:
        yield _from(evidence, "value-not-comparable", path, given=given, held=result.held, detail=detail)
    elif result.level == NOT_LISTED:
        yield _from(evidence, "value-not-listed", path, given=given, held=result.held, detail=detail)
    elif path != _label_path(record) or not detail:  # what the label lacks, the anchor's finding says
        yield _from(evidence, "value-not-assessed", path, given=given, held=result.held, detail=detail)


def _label_path(record: Record) -> str:
    label = record.first(LABEL_PROPERTY[record.kind])
    return label.path if label else ""


def _contradicted(result: ClaimResult) -> str:
    prop = PROPERTIES[result.claim.property]
    if prop.name == "heading":
        return "heading-contradicted"
    if prop.name in ("container", "publisher"):
        return "value-contradicted"
    return _CONTRADICTED.get(prop.type, "value-contradicted")


def _omissions(comparison: Comparison, rules: RuleSet) -> Iterator[Finding]:
    weights = rules.weights.get(comparison.record.kind, {})
    for omission in comparison.omissions:
        if weights.get(omission.property):
            yield _from(omission.evidence, "fact-omitted", omission.property, held=omission.fact.value)
    if comparison.citations and comparison.omitted_citations:
        missing = len(comparison.omitted_citations)
        held = missing + sum(r.outcome is CitationOutcome.VERIFIED for r in comparison.citations)
        limit = rules.limit("citation_omission")
        if limit is not None and missing / held > limit.max:
            detail = f"the reference list has {missing} works that the record does not cite, of {held}"
            shown = "; ".join(o.fact.value for o in comparison.omitted_citations[:3])
            yield _from(comparison.omitted_citations[0].evidence, "citations-omitted", "citations", held=shown, detail=detail)


def _citation(result: CitationResult, citation: Statement | None, repeated: Mapping[str, str]) -> Iterator[Finding]:
    """``repeated`` tells for the place of a citation that repeats a work where the work is cited first.

    A finding that is about one field of the citation has the place of that field.
    """
    evidence = result.evidence[0] if result.evidence else _NOTHING
    held = result.matched.label if result.matched else ""
    code = _CITATION_CODES.get(result.outcome)
    if code is not None:
        told = [d for d in result.differences if d.given and d.held]
        problems = [d for d in told if is_error(d)] or told
        places = {d.path for d in problems}
        path, given = (places.pop() if len(places) == 1 else "") or result.path, result.given
        carrier = _carrier(citation, result.matched) if result.outcome is CitationOutcome.IDENTIFIER_CONFLICT else None
        if carrier is not None:
            path, given = carrier.path, carrier.value
        detail = "; ".join(f"{d.property}: {d.given!r} against {d.held!r} ({d.level})" for d in problems) or result.reason
        yield _from(evidence, code, path, given=given, held=held, detail=detail)
    for flag in sorted(result.flags):
        if flag in _FLAG_CODES:
            shown = repeated.get(result.path, result.reason) if flag == "duplicate" else held
            yield _from(evidence, _FLAG_CODES[flag], result.path, given=result.given, held=shown)


def _carrier(citation: Statement | None, holder: Entity | None) -> Statement | None:
    """The field of a citation that carries an identifier of ``holder``."""
    if citation is None or holder is None:
        return None
    own = (part for part in citation.parts if part.property in IDENTIFIER_PROPERTIES and part.path)
    return next((part for part in own if any(denotes(i, holder) for i in identifiers_of(part))), None)


def _structure(comparison: Comparison, rules: RuleSet) -> Iterator[Finding]:
    """Invented nodes among the central ones, and nodes that rose by more than the rules' share of the ranking."""
    paths = {c.node: c.claim.path for c in comparison.claims} | {c.node: c.path for c in comparison.citations}
    for shift in comparison.profile.shifts:
        detail = f"it rose by {shift.rise:.0%} of the ranking by {shift.measure}"
        if shift.fabricated and shift.rise >= 1 - rules.top_share:
            yield finding("graph-recentred", paths.get(shift.node, ""), given=shift.label, detail=detail)
        elif shift.rise > rules.rise_share:
            yield finding("node-risen", paths.get(shift.node, ""), given=shift.label, detail=detail)


def _sources(consulted: tuple[Consulted, ...], comparison: Comparison, today: date, staleness_days: int) -> Iterator[Finding]:
    for line in consulted:
        if line.state is Consultation.UNREACHABLE:
            yield finding("source-unavailable", "", source=line.source, as_of=line.as_of, detail=line.detail)
    used = {e.source: e for c in comparison.anchor.same for e in (c.evidence,)}
    for evidence in used.values():
        if evidence.stale or _age(evidence.as_of, today) > staleness_days:
            yield finding("source-stale", "", source=evidence.source, as_of=evidence.as_of)


def _age(as_of: str, today: date) -> int:
    """Age in days; 0 where the date is not a full one."""
    try:
        return (today - date.fromisoformat(as_of[:10])).days
    except ValueError:
        return 0


def _from(evidence: Evidence, code: str, path: str, *, given: str = "", held: str = "", detail: str = "") -> Finding:
    return finding(
        code, path, given=given, held=held, source=evidence.source, as_of=evidence.as_of, url=evidence.url, detail=detail
    )
