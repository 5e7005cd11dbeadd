"""The pieces of JSON that several parts of a report share: numbers, evidence, measures, profiles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gate.model import Evidence, Measure, Profile

DECIMALS = 6

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"


def number(value: float | None) -> float | None:
    """Rounded, so that the last bit of a sum does not depend on the machine; JSON has no NaN and no infinity."""
    if value is None or not math.isfinite(value):
        return None
    return round(value, DECIMALS) + 0.0  # + 0.0 turns -0.0 into 0.0


def reason_of(value: float | None, reason: str) -> str:
    """``reason``, or words for a value that JSON cannot carry: a null never stands without one."""
    return reason or ("" if number(value) is not None else "not a finite number")


def evidence_value(evidence: Evidence) -> Json:
    """Who said so, and of when."""
    return {"source": evidence.source, "as_of": evidence.as_of, "url": evidence.url, "stale": evidence.stale}


def measure_value(measure: Measure) -> Json:
    """A measure with both sides; an undefined one with the reason why."""
    return {
        "name": measure.name,
        "value": number(measure.value),
        "generated": number(measure.generated),
        "reference": number(measure.reference),
        "reason": reason_of(measure.value, measure.reason),
    }


def profile_value(profile: Profile) -> Json:
    """The structure profile: measures, each with its value or the reason why it has none; risen nodes; relations by type."""
    return {
        "measures": [measure_value(m) for m in profile.measures],
        "risen": [
            {"node": s.node, "label": s.label, "measure": s.measure, "rise": number(s.rise), "fabricated": s.fabricated}
            for s in profile.shifts
        ],
        "relations": [
            {"type": r.type, "shared": r.shared, "missing": r.missing, "spurious": r.spurious, "inverted": r.inverted}
            for r in profile.relations
        ],
    }
