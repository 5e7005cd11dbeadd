"""How a description fits an entity: same, same with errors, other, or undecidable; always with the level and the differences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gate.model import Difference


class Fit(StrEnum):
    """Whether a description is of an entity."""

    SAME = "same"
    SAME_WITH_ERRORS = "same_with_errors"
    OTHER = "other"
    UNDECIDABLE = "undecidable"


@dataclass(frozen=True, slots=True)
class EntityAgreement:
    """A description beside an entity.

    ``fit`` (0..1) serves to rank candidates and never decides; ``kind`` decides, by the named condition ``level``.
    ``differences`` lists every property compared that does not agree exactly.
    """

    kind: Fit
    fit: float
    level: str
    differences: tuple[Difference, ...] = ()
