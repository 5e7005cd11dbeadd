"""A structure profile as text."""

from __future__ import annotations

from gate.model import Measure, Profile
from gate.report.terminal import Layout
from gate.report.words import amount


def profile_lines(profile: Profile, layout: Layout) -> list[str]:
    """Every measure with both sides, or the reason why it is undefined; relations by type; nodes that rose."""
    lines = _measures(profile.measures, layout)
    if profile.relations:
        lines += ["", "Relations by type"]
        for r in profile.relations:
            counts = f"{r.shared} shared, {r.missing} missing, {r.spurious} spurious, {r.inverted} inverted"
            lines += layout.field(r.type, counts, indent=2, column=26)
    if profile.shifts:
        lines += ["", "Nodes that rose"]
        for shift in profile.shifts:
            where = f"rose by {shift.rise * 100:.0f} % of the ranking by {shift.measure}"
            lines += layout.field(shift.label, where + ("; in no source" if shift.fabricated else ""), indent=2, column=26)
    return lines


def _measures(measures: tuple[Measure, ...], layout: Layout) -> list[str]:
    if not measures:
        return layout.text("No measure: there is no graph to measure.")
    lines = ["Measures"]
    column = min(max(len(m.name) for m in measures) + 2, 34)
    for measure in measures:
        sides = [
            f"{side} {amount(value, 3)}"
            for side, value in (("generated", measure.generated), ("reference", measure.reference))
            if value is not None
        ]
        value = f"undefined: {measure.reason}" if measure.value is None else amount(measure.value, 3)
        words = f"{value} ({', '.join(sides)})" if sides else value
        lines += layout.field(measure.name.replace("_", " "), words, indent=2, column=column)
    return lines
