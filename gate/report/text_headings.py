"""The subject headings of a record beside the catalogues that hold the work, as text."""

from __future__ import annotations

from gate.model import Comparison, Measure
from gate.model.headings import HeadingAgreement, HeadingCount, HeadingUse
from gate.report.terminal import Layout
from gate.report.text_profile import profile_lines

_MANY = 10


def heading_lines(comparison: Comparison, layout: Layout) -> list[str]:
    """How far they agree, what is too broad or too narrow, and what is missing; empty where no catalogue gives headings."""
    agreement = comparison.heading_agreement
    if agreement is None:
        return []
    named = ", ".join(e.source for e in agreement.catalogues)
    number = len(agreement.catalogues)
    lines = layout.text(f"Headings beside {number} {'catalogue' if number == 1 else 'catalogues'} ({named})")
    for title, level in (("exact", "exact"), ("root", "root")):
        lines += layout.field(title, _rates(agreement, level), indent=2)
    lines += layout.field("weighted", f"recall {_share(agreement.get('weighted_recall'))}", indent=2)
    shared = agreement.get("shared_by_catalogues")
    if shared is not None and shared.value is not None:
        lines += layout.text(f"The catalogues share {_share(shared)} of their headings with another one.", indent=2, hang=4)
    for one in agreement.distances[:_MANY]:
        steps = f"{one.steps} {'step' if one.steps == 1 else 'steps'}"
        lines += layout.text(f"- {one.path} {one.given}: {one.specificity.value}, {steps} from {one.held}", indent=2, hang=4)
    lines += _more(len(agreement.distances), layout)
    for missed in agreement.missing[:_MANY]:
        lines += layout.text(f"- lacking: {missed.label} ({len(missed.catalogues)} of {number})", indent=2, hang=4)
    return lines + _more(len(agreement.missing), layout)


def use_lines(use: HeadingUse, layout: Layout) -> list[str]:
    """The headings of all records together: over-used, never given, and their places in the graph of headings."""
    lines = layout.text(f"Headings of {use.records} works together")
    for title, counts in (("over-used", use.overused), ("never given", use.never)):
        lines += layout.field(title, f"{len(counts)}" if counts else "none", indent=2, column=14)
        lines += [line for count in counts[:_MANY] for line in layout.text(_counted(count), indent=4, hang=6)]
        lines += _more(len(counts), layout)
    against = "the collection's own graph" if use.collection else "that of the catalogues"
    return [*lines, "", *layout.text(f"The graph of headings beside {against}"), *profile_lines(use.profile, layout)]


def _counted(count: HeadingCount) -> str:
    return f"- {count.label}: {count.given} of the records, {count.reference} by the catalogues"


def _rates(agreement: HeadingAgreement, level: str) -> str:
    precision, recall, f1 = (agreement.get(f"{level}_{name}") for name in ("precision", "recall", "f1"))
    return f"precision {_share(precision)}, recall {_share(recall)}, F1 {_share(f1)}"


def _share(measure: Measure | None) -> str:
    if measure is None or measure.value is None:
        return f"undefined ({measure.reason})" if measure is not None else "undefined"
    counts = "" if measure.reference is None else f" ({measure.generated:g} of {measure.reference:g})"
    return f"{measure.value:.2f}{counts}"


def _more(number: int, layout: Layout) -> list[str]:
    return layout.text(f"and {number - _MANY} more; --format json has them all", indent=2) if number > _MANY else []
