"""The order in which statements come back from RDF, where order between properties is not kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gate.model import Statement
from gate.properties import PROPERTIES

PART_NAMES = ("family", "given", "suffix")
_RANK = {name: n for n, name in enumerate((*PROPERTIES, *PART_NAMES))}


def is_set(name: str) -> bool:
    """Whether the values of property ``name`` are a set, whose order says nothing."""
    known = PROPERTIES.get(name)
    return known is not None and known.node and not known.ordered


def rank(name: str) -> tuple[int, str]:
    """Sort key of a property: the order of the table, then other names by alphabet."""
    return _RANK.get(name, len(_RANK)), name


def content(statement: Statement) -> tuple[str, ...]:
    """Sort key of a value within a set."""
    s = statement
    return s.value, s.lang, s.role, *s.forms, *map(str, s.identifiers), *(c for p in s.parts for c in (p.property, *content(p)))


def normal_order(statements: Iterable[Statement], *, paths: bool = False) -> tuple[Statement, ...]:
    """The same statements in table order, sets sorted, parts likewise, paths dropped unless ``paths``, places always.

    Two sequences of statements say the same exactly when their normal orders are equal.
    """
    done = [replace(s, parts=normal_order(s.parts, paths=paths), path=s.path if paths else "", places=()) for s in statements]
    done.sort(key=lambda s: (rank(s.property), content(s) if is_set(s.property) else ()))
    return tuple(done)
