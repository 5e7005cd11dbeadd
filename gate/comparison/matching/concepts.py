"""Same concept? Decided by the heading; terms only rank headings that are spelt alike."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.matching import terms
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.model import Entity, Statement
from gate.normalise.text import key
from gate.properties import PROPERTIES


def compare_concept(given: Sequence[Statement], held: Entity) -> EntityAgreement:
    """A described concept beside an entity: same when any heading or variant agrees."""
    headings = [s for s in given if s.property == "heading"]
    labels = [*held.all("heading"), *held.all("alt_labels")] or [Statement("heading", held.label)]
    agreements = [terms.compare(g, h) for g in headings for h in labels]
    best = next((a for a in agreements if a.same), None)
    if best is not None:
        return EntityAgreement(Fit.SAME, 0.5 + 0.5 * _shared(given, held), best.level)
    if not agreements or any(a.same is None for a in agreements):
        return EntityAgreement(Fit.UNDECIDABLE, 0.0, "headings cannot be compared")
    return EntityAgreement(Fit.OTHER, 0.0, "headings differ")


def _shared(given: Sequence[Statement], held: Entity) -> float:
    """Share of the description's terms that the entity has under the same property, 0..1."""
    mine = {(s.property, key(s.value)) for s in given if PROPERTIES[s.property].node}
    theirs = {(s.property, key(s.value)) for s in held.statements if PROPERTIES[s.property].node}
    return len(mine & theirs) / len(mine) if mine else 0.0
