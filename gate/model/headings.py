"""The subject headings of a record beside those that catalogues give the same work, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from gate.model.answers import Evidence

if TYPE_CHECKING:
    from gate.model.comparison import Measure, Profile


class Specificity(StrEnum):
    """How a heading stands to the nearest one that a catalogue gives."""

    TOO_BROAD = "too broad"
    TOO_NARROW = "too narrow"
    SIBLING = "sibling"


@dataclass(frozen=True, slots=True)
class HeadingDistance:
    """A heading that no catalogue gives, and the nearest one that some catalogue does.

    ``steps``: how far they are apart: steps in the hierarchy, or subdivisions that one has and the other lacks; 1 or more.
    """

    path: str
    given: str
    held: str
    specificity: Specificity
    steps: int


@dataclass(frozen=True, slots=True)
class MissedHeading:
    """A heading that catalogues give and the record lacks. ``weight``: the share of them that gives it, above 0 and up to 1."""

    label: str
    weight: float
    catalogues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeadingAgreement:
    """The headings of a record beside those of the catalogues that hold the work.

    ``catalogues``  those that give it any heading
    ``measures``    by name: see :data:`gate.comparison.headings_agreement.MEASURES`
    ``distances``   in the order of the record; ``missing`` greatest weight first
    """

    catalogues: tuple[Evidence, ...]
    measures: tuple[Measure, ...]
    distances: tuple[HeadingDistance, ...] = ()
    missing: tuple[MissedHeading, ...] = ()

    def get(self, name: str) -> Measure | None:
        """The measure called ``name``."""
        return next((m for m in self.measures if m.name == name), None)


@dataclass(frozen=True, slots=True)
class HeadingCount:
    """How many of the records bear a heading, and for how many of them a catalogue gives it."""

    label: str
    given: int
    reference: int


@dataclass(frozen=True, slots=True)
class HeadingUse:
    """The headings of many records together.

    ``records``     those that some catalogue gives headings too: only they are counted
    ``overused``    at two records or more beyond those where a catalogue gives it, farthest beyond first
    ``never``       given by a catalogue and by no record, most frequent first
    ``profile``     headings joined where they stand side by side, beside the same of the catalogues, or of the collection
    ``collection``  whether it is the collection's own graph that the profile is held against
    """

    records: int
    overused: tuple[HeadingCount, ...]
    never: tuple[HeadingCount, ...]
    profile: Profile
    collection: bool = False
