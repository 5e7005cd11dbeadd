"""One record as text: verdict and worst finding, reasons, anchor, scores, findings, citations, what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gate.findings import FINDINGS
from gate.model import Anchor, AnchorState, Comparison, RecordReport, ReviewReason, Score
from gate.report.order import worst_first
from gate.report.terminal import COLUMN, Layout
from gate.report.text_bibliography import bibliography_lines, outcome_lines
from gate.report.text_extracted import extracted_lines
from gate.report.text_findings import finding_lines, problem_citation_lines
from gate.report.text_headings import heading_lines
from gate.report.text_similarity import similarity_lines
from gate.report.words import asked, at, counted, decision_word, evidence_words, label, score_words

MANY = 10
_NOT_ANCHORED = {
    AnchorState.AMBIGUOUS: "not clear: several things fit",
    AnchorState.ABSENT: "nothing like this is held",
    AnchorState.NOT_ASSESSED: "not looked up",
}


def record_lines(report: RecordReport, layout: Layout) -> list[str]:
    """Everything about one record, in sections with a blank line between them."""
    comparison = report.comparison
    alone = report.record.bibliography  # it has neither anchor nor claims, and its citations are all there is to tell
    sections = (
        _head(report, layout),
        _reasons(report.verdict.reasons, layout),
        _about(comparison.anchor, layout) if comparison and not alone else [],
        _citation_scores(report.scores, layout) if alone else _scores(report.scores, report.verdict.skipped, layout),
        outcome_lines(comparison.citations, layout) if comparison and alone else [],
        _outcomes(comparison, layout) if comparison and not alone else [],
        finding_lines(report, layout),
        heading_lines(comparison, layout) if comparison else [],
        problem_citation_lines(report, layout),
        similarity_lines(report, layout),
        extracted_lines(comparison.text, layout) if comparison else [],
        _missing_citations(comparison, layout) if comparison else [],
        bibliography_lines(report, layout),
    )
    lines: list[str] = []
    for section in filter(None, sections):
        lines += ["", *section] if lines else section
    return lines


def _head(report: RecordReport, layout: Layout) -> list[str]:
    record = report.record
    word = decision_word(report)
    unchecked = " (not all of it could be checked)" if report.verdict.unchecked else ""
    where = f", record {record.position} of {record.file}" if record.file else f", record {record.position}"
    what = f"{record.kind} {record.id}{where}"
    if record.bibliography:
        what = f"bibliography of {len(record.all('citations'))} works, {record.file or record.id}"
    findings = worst_first(report.findings)
    if findings:
        worst = f"{findings[0].code}{at(findings[0].path)}: {findings[0].message}"
    else:
        worst = "no findings" if word == "ACCEPT" else "no findings; see the reasons"
    return [
        *layout.field(word, label(report) + unchecked),
        *layout.text(what, indent=COLUMN),
        *layout.field("worst", worst, lines=4),
    ]


def _reasons(reasons: Sequence[ReviewReason], layout: Layout) -> list[str]:
    """Every reason. Those that are findings are told below, so the reasons of one code share a line here."""
    groups: dict[str, list[ReviewReason]] = {}
    for reason in reasons:
        groups.setdefault(reason.rule if reason.rule in FINDINGS else f"{reason.rule} {reason.text}", []).append(reason)
    lines = ["Why review"] if reasons else []
    for first, *more in groups.values():
        known = FINDINGS.get(first.rule)
        number = f"{len(more) + 1} findings: " if more else ""
        words = f"{number}{known.title}" if known else first.text
        unchecked = "; could not be checked" if any(reason.unchecked for reason in (first, *more)) else ""
        lines += layout.text(f"- {words} [{first.rule}{unchecked}]", indent=2, hang=4)
    return lines


def _about(anchor: Anchor, layout: Layout) -> list[str]:
    if anchor.state is AnchorState.ANCHORED:
        best = anchor.candidates[0]
        lines = layout.field("About", f"{best.entity.label} ({best.entity.id})")
        evidence = replace(best.evidence, url="") if best.evidence.url == best.entity.id else best.evidence
        lines += layout.field("", f"{best.level}; {evidence_words(evidence)}")
    else:
        lines = layout.field("About", _NOT_ANCHORED[anchor.state] + (f": {anchor.reason}" if anchor.reason else ""), lines=6)
        for other in anchor.candidates[:MANY]:
            text = f"- {other.entity.label} ({other.entity.id}); {other.level}; {evidence_words(other.evidence)}"
            lines += layout.text(text, indent=COLUMN, hang=COLUMN + 2)
        lines += _more(len(anchor.candidates), COLUMN, layout)
        lines += layout.field("asked", asked(anchor.consulted), lines=6)
    if anchor.conflict:
        path, other = anchor.conflict
        lines += layout.field("but", f"{path} is the identifier of {other.entity.label} ({other.entity.id})")
    return lines


def _scores(scores: Sequence[Score], skipped: Sequence[str], layout: Layout) -> list[str]:
    if not scores:
        return []
    column = min(max(len(score.name) for score in scores) + 2, 30)
    lines = ["Scores"]
    for score in scores:
        lines += layout.field(score.name.replace("_", " "), score_words(score), indent=2, column=column)
    if skipped:
        lines += layout.text(f"skipped, for their measure is undefined: {', '.join(skipped)}", indent=2, hang=4)
    return lines


def _citation_scores(scores: Sequence[Score], layout: Layout) -> list[str]:
    """The scores of a bibliography: those about claims have no meaning for it, and JSON says so of each."""
    return _scores([score for score in scores if score.value is not None], (), layout)


def _outcomes(comparison: Comparison, layout: Layout) -> list[str]:
    claims = Counter(result.outcome.value for result in comparison.claims)
    citations = Counter(result.outcome.value for result in comparison.citations)
    flags = Counter(flag for result in comparison.citations for flag in result.flags)
    also = f"; among them {counted(flags)}" if flags else ""
    return [
        *(layout.field("Claims", f"{claims.total()}: {counted(claims)}") if claims else []),
        *(layout.field("Cited", f"{citations.total()}: {counted(citations)}{also}") if citations else []),
    ]


def _missing_citations(comparison: Comparison, layout: Layout) -> list[str]:
    omitted = comparison.omitted_citations
    lines = layout.text(f"Missing citations: {len(omitted)} that the source has") if omitted else []
    for omission in omitted[:MANY]:
        lines += layout.text(f"- {omission.fact.value}", indent=2, hang=4)
    return lines + _more(len(omitted), 2, layout)


def _more(number: int, indent: int, layout: Layout) -> list[str]:
    return layout.text(f"and {number - MANY} more; --format json has them all", indent=indent) if number > MANY else []
