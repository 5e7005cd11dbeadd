"""The findings on class numbers: a wrong form, and how the sources class the same work.

The second is a remark and never an error: libraries class one work differently, more or less narrowly, and rightly so.
"""

from __future__ import annotations

from collections.abc import Iterator

from gate.findings import finding
from gate.model import Anchor, AnchorState, Candidate, Comparison, Finding, Statement
from gate.normalise.classification import Relation, relation, well_formed

_NAMES = {
    "ddc": "Dewey Decimal",
    "lcc": "Library of Congress",
    "udc": "Universal Decimal",
    "rvk": "Regensburg",
    "nlm": "National Library of Medicine",
}
_NEARER = (Relation.SAME, Relation.BROADER, Relation.NARROWER, Relation.OTHER)


def of_classification(comparison: Comparison) -> Iterator[Finding]:
    """One finding for each class number that is not of its scheme's form, or that no source has for the work."""
    for stated in comparison.record.all("classification"):
        scheme = stated.part("scheme")
        if well_formed(scheme, stated.value) is False:
            yield finding("classification-form", stated.path, given=stated.value, detail=f"{_NAMES[scheme]} Classification")
            continue
        found = _elsewhere(stated, comparison.anchor)
        if found is not None and found[0] is not Relation.SAME:
            how, held, candidate = found
            said = candidate.evidence
            yield finding(
                "classification-elsewhere",
                stated.path,
                given=stated.value,
                held=held,
                source=said.source,
                as_of=said.as_of,
                url=said.url,
                detail=str(how),
            )


def _elsewhere(stated: Statement, anchor: Anchor) -> tuple[Relation, str, Candidate] | None:
    """The class number of the same scheme that is nearest to this one, among those that the sources have for the work."""
    scheme = stated.part("scheme")
    held = [
        (how, other.value, candidate)
        for candidate in (anchor.same if anchor.state is AnchorState.ANCHORED else ())
        for other in candidate.entity.all("classification")
        if other.part("scheme") == scheme and (how := relation(scheme, stated.value, other.value)) is not None
    ]
    return min(held, key=lambda one: _NEARER.index(one[0]), default=None)
