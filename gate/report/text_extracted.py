"""The free text of a record beside its sources, as text."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from gate.model import ClaimResult, Measure, Outcome, Passage, TextComparison
from gate.properties import MENTIONS
from gate.report.terminal import Layout
from gate.report.words import amount, counted, evidence_words

_MANY = 10
_TOLD = (Outcome.CONTRADICTED, Outcome.SUPPORTED, Outcome.EXTRA)


def extracted_lines(text: TextComparison | None, layout: Layout) -> list[str]:
    """What was read, by which method, and what the sources make of it; phrases that no source knows are only counted."""
    if text is None:
        return []
    lines = layout.text("Free text: extracted, and no phrase of it is held against the record")
    for passage in text.passages:
        lines += layout.field(passage.path or "text", _passage_words(passage), indent=2)
    if text.claims:
        lines += layout.field("says", counted(Counter(c.outcome.value for c in text.claims)), indent=2)
    told = [c for outcome in _TOLD for c in text.claims if c.outcome is outcome]
    facts, phrases = ([c for c in told if (c.claim.property == MENTIONS) is mentioned] for mentioned in (False, True))
    for result in (*facts, *phrases[:_MANY]):
        lines += layout.text(f"- {_claim_words(result)}", indent=4, hang=6)
    if len(phrases) > _MANY:
        lines += layout.text(f"and {len(phrases) - _MANY} more; --format json has them all", indent=4)
    if text.relations:
        lines += layout.field("relations", counted(Counter(c.outcome.value for c in text.relations)), indent=2)
    return [*lines, *_graph_lines(text, layout)]


def _graph_lines(text: TextComparison, layout: Layout) -> list[str]:
    """The measures with the numbers they rest on; those that are undefined for one reason share a line."""
    lines: list[str] = []
    for reason, group in groupby(text.measures, key=lambda m: m.reason if m.value is None else ""):
        measures = list(group)
        if reason:
            names = ", ".join(m.name.replace("_", " ") for m in measures)
            lines += layout.text(f"{names} undefined: {reason} ({_sides(measures[0])})", indent=2, hang=4)
        for measure in () if reason else measures:
            words = f"{amount(measure.value or 0.0)} ({_sides(measure)})"
            lines += layout.field(measure.name.replace("_", " "), words, indent=2, column=22)
    divergence = text.profile.get("divergence")
    if divergence is not None:
        shared = len(text.generated.nodes & text.reference.nodes)
        value = (
            f"undefined: {divergence.reason}"
            if divergence.value is None
            else f"{amount(divergence.value)} (shared nodes n = {shared})"
        )
        lines += layout.field("divergence", value, indent=2, column=22)
    return lines


def _passage_words(passage: Passage) -> str:
    if passage.reason:
        return f"not compared: {passage.reason}"
    part = "" if passage.read == passage.length else f" of {passage.length:,}"
    return f"{passage.read:,}{part} characters, by {passage.method.value}"


def _claim_words(result: ClaimResult) -> str:
    span, claim = result.claim.extracted, result.claim
    where = f" at {claim.path} {span.start}-{span.end}" if span is not None else ""
    name = "" if claim.property == MENTIONS else f"{claim.property.replace('_', ' ')} "
    source = f"; {evidence_words(result.evidence[0])}" if result.evidence else ""
    return f"{name}{claim.statement.value!r}{where}: {result.outcome.value}, {result.held!r} ({result.level}{source})"


def _sides(measure: Measure) -> str:
    """On how many concepts, or pairs of them, a measure rests."""
    values = (("text", measure.generated), ("reference", measure.reference))
    return ", ".join(f"{side} n = {amount(value)}" for side, value in values if value is not None)
