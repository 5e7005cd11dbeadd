"""The citations of a record as a whole, as text: a few lines; JSON has everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gate.model import BibliographyProfile, CitationOutcome, CitationResult, Measure, Network, RecordReport, Share
from gate.report.terminal import Layout
from gate.report.words import NEWER, amount, percent, source_words

_COLUMN = 15
_SHOWN = 3
_INDICES = (("gini", "Gini"), ("hhi", "HHI"), ("simpson", "Simpson"))
_OF_NETWORK = ("density", "clustering", "modularity", "degree_histogram_distance", "divergence")


def outcome_lines(citations: Sequence[CitationResult], layout: Layout) -> list[str]:
    """The works of a bibliography by outcome: how many, and which."""
    lines = [f"Works   {len(citations)}"]
    column = max(len(outcome) for outcome in CitationOutcome) + 2
    for outcome in CitationOutcome:
        paths = [result.path for result in citations if result.outcome is outcome]
        if paths:
            words = f"{len(paths)}: {', '.join(paths)}"
            lines += layout.field(outcome.replace("_", " "), words, indent=2, lines=6, column=column)
    return lines


def bibliography_lines(report: RecordReport, layout: Layout) -> list[str]:
    """The profile of the citations, in brackets that of the reference list; what is undefined in one line, with the reasons."""
    profile = report.comparison.bibliography if report.comparison else None
    if profile is None:
        return []
    newer = sum(finding.code == NEWER for finding in report.findings)
    lines = layout.text(f"Bibliography; {_beside(profile)}")
    undefined: dict[str, list[str]] = {}
    for label, words, reason in (*_distributions(profile), *_levels(profile, newer, alone=report.record.bibliography)):
        if words:
            lines += layout.field(label, words, indent=2, column=_COLUMN)
        elif reason:
            undefined.setdefault(reason, []).append(label)
    for reason, labels in undefined.items():
        lines += layout.field("undefined", f"{', '.join(labels)}: {reason}", indent=2, lines=2, column=_COLUMN)
    return lines


#: a label, and what there is to say, or why there is nothing
_Row = tuple[str, str, str]


def _beside(profile: BibliographyProfile) -> str:
    if profile.evidence is None:
        return "no reference list is known"
    source = source_words(profile.evidence.source, profile.evidence.as_of)
    return f"in brackets the reference list, {profile.reference_works} works ({source})"


def _distributions(profile: BibliographyProfile) -> Iterator[_Row]:
    for label, of, shares in (("authors", "author", profile.authors), ("venues", "venue", profile.venues)):
        yield label, _concentration(profile, of, shares), _why(profile.get(f"{of}_simpson"))
    yield "years", _years(profile), _why(profile.get("first_year"))


def _levels(profile: BibliographyProfile, newer: int, *, alone: bool) -> Iterator[_Row]:
    works_are = "1 work is" if newer == 1 else f"{newer} works are"
    yield "newer", f"{works_are} newer than the citing work: see {NEWER}" if newer else "", ""
    works = [f"{work.label} (cited by {work.cited_by} of the others)" for work in profile.missing]
    yield "not cited", _some(works), ""
    yield "apart", _some([label for _, label in profile.apart]), ""
    if not alone:
        inside = profile.get("in_neighbourhood")
        words = f"{percent(inside.value)} inside: {inside.reason}" if inside is not None and inside.value is not None else ""
        yield "neighbourhood", words, inside.reason if inside is not None else ""
    yield "who cites whom", _network(profile.citation_network), profile.citation_network.reason
    yield "who with whom", _network(profile.author_network), profile.author_network.reason


def _concentration(profile: BibliographyProfile, of: str, shares: Sequence[Share]) -> str:
    measures = [(word, profile.get(f"{of}_{index}")) for index, word in _INDICES]
    words = ", ".join(f"{word} {_both(m)}" for word, m in measures if m is not None and m.generated is not None)
    reference = profile.reference_works > 0
    names = [f"{s.label}: {s.given}" + (f" ({s.reference})" if reference else "") for s in shares if s.given > 1]
    return f"{words}; {_some(names)}" if words and names else words


def _years(profile: BibliographyProfile) -> str:
    first, middle, last, recent = (profile.get(name) for name in ("first_year", "median_year", "last_year", "price_index"))
    if first is None or middle is None or last is None or first.generated is None:
        return ""
    words = f"{_both(first)} to {_both(last)}, median {_both(middle)}"
    if recent is None or recent.generated is None:
        return words
    brackets = f" ({percent(recent.reference)})" if recent.reference is not None else ""
    return f"{words}; {percent(recent.generated)}{brackets} at most five years older than the work"


def _network(network: Network) -> str:
    told = []
    for name in _OF_NETWORK:
        measure = network.profile.get(name)
        if measure is not None and measure.generated is not None:
            told.append(f"{name.replace('_', ' ')} {_both(measure)}")
        elif measure is not None and measure.value is not None:
            told.append(f"{name.replace('_', ' ')} {amount(measure.value)}")
    return "; ".join(told)


def _both(measure: Measure) -> str:
    """``0.12 (0.08)``; the bibliography's own alone where the reference list has none."""
    own = amount(measure.generated) if measure.generated is not None else "undefined"
    return own if measure.reference is None else f"{own} ({amount(measure.reference)})"


def _why(measure: Measure | None) -> str:
    """Why a measure has no value for the bibliography; that the reference list has none either is told in the first line."""
    return measure.reason.split("; ")[0].removeprefix("bibliography: ") if measure is not None else ""


def _some(items: Sequence[str]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return "; ".join(items[:_SHOWN]) + more
