"""Numbers that may be undefined, and how two of them become one measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gate.model import Measure


@dataclass(frozen=True, slots=True)
class Undefined:
    """A number that does not exist for this graph, with the reason in a few words."""

    reason: str


Value = float | Undefined


def single(name: str, value: Value, detail: str = "") -> Measure:
    """A measure of the pair as a whole; ``detail`` says how a defined value was come by."""
    if isinstance(value, Undefined):
        return Measure(name, None, reason=value.reason)
    return Measure(name, value, reason=detail)


def both(name: str, generated: Value, reference: Value) -> Measure:
    """A measure that each graph has for itself: its value is generated minus reference, undefined where one of them is."""
    return combined(name, generated, reference, lambda g, r: g - r)


def combined(name: str, generated: Value, reference: Value, combine: Callable[[float, float], float]) -> Measure:
    """A measure that each graph has for itself, with ``combine(generated, reference)`` as its value."""
    if isinstance(generated, Undefined) or isinstance(reference, Undefined):
        own = None if isinstance(generated, Undefined) else generated
        other = None if isinstance(reference, Undefined) else reference
        return Measure(name, None, own, other, _reasons(generated, reference))
    return Measure(name, combine(generated, reference), generated, reference)


def _reasons(generated: Value, reference: Value) -> str:
    sides = (("generated", generated), ("reference", reference))
    told = [(side, value.reason) for side, value in sides if isinstance(value, Undefined)]
    if len(told) == 2 and told[0][1] == told[1][1]:
        return f"both graphs: {told[0][1]}"
    return "; ".join(f"{side} graph: {reason}" for side, reason in told)
