"""Numbers of a bibliography beside those of the reference list, and the number of works below which there are none."""

from __future__ import annotations

from gate.comparison.structure.values import Undefined, Value
from gate.model import Measure

#: Concentration, years and the share of works apart are undefined for fewer works than this: one work more or less would decide.
MINIMUM = 5


def enough(number: int, of: str) -> Undefined | None:
    """Why ``number`` works are too few; None where they are not. ``of`` says in words what was counted."""
    return Undefined(f"fewer than {MINIMUM} {of} ({number})") if number < MINIMUM else None


def beside(name: str, given: Value, reference: Value, detail: str = "") -> Measure:
    """A measure of both lists; its value is given minus reference, undefined where one is. ``detail`` says how it was counted."""
    sides = (("bibliography", given), ("reference list", reference))
    told = [f"{side}: {value.reason}" for side, value in sides if isinstance(value, Undefined)]
    mine = None if isinstance(given, Undefined) else given
    theirs = None if isinstance(reference, Undefined) else reference
    value = mine - theirs if mine is not None and theirs is not None else None
    return Measure(name, value, mine, theirs, "; ".join([*told, *([detail] if detail else [])]))
