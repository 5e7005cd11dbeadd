"""The findings of one record as text. Findings of one code stand together, so that what they share is said once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from gate.findings import FINDINGS
from gate.model import CitationOutcome, CitationResult, Finding, RecordReport
from gate.report.order import worst_first
from gate.report.terminal import Layout, safe, shorten
from gate.report.words import asked, at, evidence_words, severity_counts, source_words

_NO_PROBLEM = frozenset({"as_deposited"})  # the source holds the work as a reference list names it, and that is enough
_NOT_FOUND = frozenset({CitationOutcome.NON_RETRIEVABLE, CitationOutcome.NOT_ASSESSED})


def finding_lines(report: RecordReport, layout: Layout) -> list[str]:
    """Every finding: code, path, both values, source and date, what to do; worst first."""
    findings = worst_first(report.findings)
    if not findings:
        return []
    citations = {result.path: result for result in report.comparison.citations} if report.comparison else {}
    lines = layout.text(f"Findings: {severity_counts(findings)}")
    for group in _groups(findings):
        lines += ["", *(_one(group[0], citations, layout) if len(group) == 1 else _several(group, citations, layout))]
    return lines


def _groups(findings: Sequence[Finding]) -> list[list[Finding]]:
    """A list a code, in the place of its first finding; severity and tier stay in order."""
    groups: list[list[Finding]] = []
    for _, rank in groupby(findings, key=lambda f: (f.severity, f.tier)):
        by_code: dict[str, list[Finding]] = {}
        for finding in rank:
            by_code.setdefault(finding.code, []).append(finding)
        groups += by_code.values()
    return groups


def _one(finding: Finding, citations: Mapping[str, CitationResult], layout: Layout) -> list[str]:
    return [
        *_head(finding, at(finding.path), layout),
        *layout.text(f"{_title(finding)}: {finding.message}", indent=4),
        *layout.field("given", finding.given, indent=4),
        *layout.field("held", finding.held, indent=4),
        *_differences(citations.get(finding.path), 4, layout),
        *layout.field("asked", _asked(citations.get(finding.path)), indent=4, lines=6),
        *layout.field("source", _source(finding), indent=4),
        *layout.field("do", finding.advice, indent=4, lines=9),
    ]


def _several(group: Sequence[Finding], citations: Mapping[str, CitationResult], layout: Layout) -> list[str]:
    """Findings of one code: what they share is said once, and those that are but a value stand in the line of their path."""
    first = group[0]
    shared_message = len({f.message for f in group}) == 1
    shared_source = len({_source(f) for f in group}) == 1
    routes = {_asked(citations.get(f.path)) for f in group}
    lines = _head(first, f" at {len(group)} places", layout)
    lines += layout.text(f"{_title(first)}: {first.message}" if shared_message else _title(first), indent=4)
    column = min(max(len(f.path) for f in group) + 2, 30)
    for path, findings in groupby(group, key=lambda f: f.path):
        place = path or "the record"
        details: list[str] = []
        values: list[str] = []
        for finding in findings:
            more = [] if shared_message or _says_only_values(finding) else layout.text(finding.message, indent=6)
            more += _differences(citations.get(path), 6, layout)
            more += [] if len(routes) == 1 else layout.field("asked", _asked(citations.get(path)), indent=6, lines=6)
            more += [] if shared_source else layout.field("source", _source(finding), indent=6)
            if more or (finding.given and finding.held):
                details += layout.field("given", finding.given, 6) + layout.field("held", finding.held, 6) + more
            else:
                values.append(shorten(safe(finding.given or finding.held), layout.columns - column - 4))
        if any(values):
            lines += layout.field(place, "; ".join(values), indent=4, lines=2 * len(values), column=column)
        if details or not any(values):
            lines += layout.text(place, indent=4) + details
    lines += layout.field("asked", routes.pop(), indent=4, lines=6) if len(routes) == 1 else []
    lines += layout.field("source", _source(first), indent=4) if shared_source else []
    return lines + layout.field("do", first.advice, indent=4, lines=9)


def _head(finding: Finding, where: str, layout: Layout) -> list[str]:
    return layout.field(finding.severity.value, f"{finding.code} ({finding.tier}){where}", indent=2, lines=2, column=11)


def _title(finding: Finding) -> str:
    known = FINDINGS.get(finding.code)
    return known.title if known else finding.code


def _source(finding: Finding) -> str:
    return source_words(finding.source, finding.as_of, finding.url)


def _says_only_values(finding: Finding) -> bool:
    """Whether the message is made of the title, the values and the source alone, which are shown anyway."""
    known = FINDINGS.get(finding.code)
    return known is not None and "{detail}" not in known.template


def _differences(citation: CitationResult | None, indent: int, layout: Layout) -> list[str]:
    lines: list[str] = []
    for difference in citation.differences if citation else ():
        text = (
            f"{difference.path or difference.property}: given {difference.given!r}, held {difference.held!r}; {difference.level}"
        )
        lines += layout.field("differs", text, indent, lines=4)
    return lines


def _asked(citation: CitationResult | None) -> str:
    """Who was asked for a citation that was not found."""
    return asked(citation.consulted) if citation and citation.outcome in _NOT_FOUND and citation.consulted else ""


def problem_citation_lines(report: RecordReport, layout: Layout) -> list[str]:
    """Citations with a problem that no finding has shown already."""
    if report.comparison is None:
        return []
    shown = {finding.path for finding in report.findings}
    problems = [
        result
        for result in report.comparison.citations
        if (result.outcome is not CitationOutcome.VERIFIED or result.flags - _NO_PROBLEM) and not _is_shown(result.path, shown)
    ]
    lines = ["Citations with a problem"] if problems else []
    for result in problems:
        flags = f", {', '.join(sorted(result.flags))}" if result.flags else ""
        lines += layout.text(f"{result.path}: {result.outcome.replace('_', ' ')}{flags}", indent=2, hang=4)
        lines += layout.field("given", result.given, indent=4)
        lines += layout.field("held", result.matched.label if result.matched else "", indent=4)
        lines += layout.field("source", "; ".join(evidence_words(e) for e in result.evidence), indent=4)
        lines += layout.field("reason", result.reason, indent=4)
        lines += _differences(result, 4, layout)
        lines += layout.field("asked", _asked(result), indent=4, lines=6)
    return lines


def _is_shown(path: str, shown: set[str]) -> bool:
    return path in shown or any(other.startswith((f"{path}.", f"{path}$", f"{path}[")) for other in shown)
