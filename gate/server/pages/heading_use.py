"""The subject headings of a batch together, for its page: over-used, never given, and how central beside the catalogues.

Of an uploaded batch they are counted over its reports; a run that was queued has them in its own report, and there they may be
held against the collection's own graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gate.comparison.headings_batch import SUBJECTS, use_of
from gate.model import Measure
from gate.queue.json_values import items_of, number_of, object_of, text_of
from gate.server.pages.graph_data import Stated, asserted, held

SHOWN = 15


@dataclass(frozen=True, slots=True)
class Count:
    """A heading: of how many records, and of how many works by the catalogues."""

    label: str
    given: int
    reference: int


@dataclass(frozen=True, slots=True)
class Headings:
    """``records``: works that are counted. ``risen``: labels more central than elsewhere, and whether no source holds them.

    Of ``overused`` and ``never`` all are here; the page shows the first :data:`SHOWN`.
    """

    records: int
    overused: tuple[Count, ...]
    never: tuple[Count, ...]
    measures: tuple[Measure, ...]
    risen: tuple[tuple[str, bool], ...]
    collection: bool = False


def of_records(records: Iterable[Mapping[str, object]]) -> Headings | None:
    """Counted over reports of records, of those works that some catalogue gives headings too; None where they are under two."""
    labels: dict[str, str] = {}
    invented: set[str] = set()
    given: list[tuple[str, ...]] = []
    theirs: list[tuple[str, ...]] = []
    for record in records:
        if not object_of(object_of(record, "headings"), "agreement"):
            continue
        given.append(_subjects(asserted(record), labels, invented))
        theirs.append(_subjects(held(record), labels, set()))
    if len(given) < 2:
        return None
    use = use_of(given, theirs, labels, frozenset(invented))
    return Headings(
        use.records,
        tuple(Count(c.label, c.given, c.reference) for c in use.overused),
        tuple(Count(c.label, c.given, c.reference) for c in use.never),
        use.profile.measures,
        tuple((shift.label, shift.fabricated) for shift in use.profile.shifts if shift.rise > 0),
    )


def _subjects(stated: Stated, labels: dict[str, str], invented: set[str]) -> tuple[str, ...]:
    found = {key: (label, outcome) for key, label, name, outcome in stated if name == SUBJECTS}
    for key, (label, outcome) in found.items():
        labels.setdefault(key, label)
        if outcome == "fabricated":
            invented.add(key)
    return tuple(sorted(found))


def of_run(report: Mapping[str, object]) -> Headings | None:
    """As the report of a run has them."""
    use = object_of(report, "heading_use")
    if not use:
        return None
    profile = object_of(use, "profile")
    return Headings(
        int(number_of(use, "records") or 0),
        tuple(map(_count, items_of(use, "overused"))),
        tuple(map(_count, items_of(use, "never"))),
        tuple(map(measure, items_of(profile, "measures"))),
        tuple((text_of(r, "label"), r.get("fabricated") is True) for r in items_of(profile, "risen")),
        text_of(use, "against") == "collection",
    )


def _count(found: Mapping[str, object]) -> Count:
    return Count(text_of(found, "label"), int(number_of(found, "given") or 0), int(number_of(found, "reference") or 0))


def measure(found: Mapping[str, object]) -> Measure:
    """A measure of a profile as a report has it."""
    value, generated, reference = (number_of(found, name) for name in ("value", "generated", "reference"))
    return Measure(text_of(found, "name"), value, generated, reference, text_of(found, "reason"))
