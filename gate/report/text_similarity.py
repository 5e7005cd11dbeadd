"""How near in meaning the values are that were spoken against, as text: advice, and called so."""

from __future__ import annotations

from gate.model import RecordReport, Similarity
from gate.report.terminal import Layout


def similarity_lines(report: RecordReport, layout: Layout) -> list[str]:
    """One entry a value; empty where nobody asked, or nothing was spoken against."""
    lines = layout.text("Similarity of meaning (advice: no decision rests on it)") if report.similarities else []
    for one in report.similarities or ():
        lines += layout.text(f"{one.path}: {one.outcome.replace('_', ' ')}; {_told(one)}", indent=2, hang=4)
        lines += layout.field("given", one.given, indent=4)
        lines += layout.field("held", one.held, indent=4)
    return lines


def _told(one: Similarity) -> str:
    if one.cosine is None:
        return one.reason
    likely = "" if one.probability is None else f", probability that it is wrong {one.probability:.2f}"
    return f"cosine {one.cosine:.2f}{likely}"
