"""A described work in one line, for people to read."""

from __future__ import annotations

from collections.abc import Sequence

from gate.model import Statement
from gate.properties import IDENTIFIER_PROPERTIES

_NAMES = 3


def work_line(statements: Sequence[Statement]) -> str:
    """Creators, title, container and date; an identifier where there is neither title nor container; else whatever there is.

    Empty where nothing is said.
    """
    values: dict[str, list[str]] = {}
    for s in statements:
        values.setdefault(s.property, []).append(s.value)
    names = values.get("creators", [])
    pieces = ["; ".join(names[:_NAMES]) + ("; et al." if len(names) > _NAMES else "")] if names else []
    pieces += [values[name][0] for name in ("title", "container", "date") if name in values]
    if not {"title", "container"} & values.keys():
        pieces += [f"{s.property} {s.value}" for s in statements if s.property in IDENTIFIER_PROPERTIES][:1]
    line = ". ".join(p.rstrip(".") for p in pieces if p)
    return line or " ".join(f"{s.property} {s.value}" for s in statements[:1])
