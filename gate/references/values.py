"""Values out of others' JSON: what is there in the type that is wanted, and nothing where it is of another type.

Services send null for a list, a number for a text, a text for a list of one: a fact that is not of its type is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from gate.normalise.text import clean


def table(value: object) -> Mapping[str, object]:
    """``value`` as an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """``value`` as a list; one thing is a list of one, null is none."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def tables(value: object) -> list[Mapping[str, object]]:
    """The objects among ``value``."""
    return [item for item in items(value) if isinstance(item, dict)]


def text(value: object) -> str:
    """A text, or a number as a text, in reading form (blanks folded, markup and entities removed); else the empty string."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def verbatim(value: object) -> str:
    """A text as it stands, for identifiers: what looks like markup in a DOI (``<b>``) belongs to it. Numbers as texts."""
    return value.strip() if isinstance(value, str) else text(value)


def texts(value: object) -> list[str]:
    """The texts among ``value``, without empty and repeated ones."""
    return list(dict.fromkeys(found for item in items(value) if (found := text(item))))


def first(value: object) -> str:
    """The first text of ``value``, or the empty string."""
    return next(iter(texts(value)), "")


def number(value: object) -> int | None:
    """A whole number, else None."""
    return value if type(value) is int else None


def join(*parts: str, by: str) -> str:
    """The parts that are not empty, with ``by`` between them."""
    return by.join(part for part in parts if part)
