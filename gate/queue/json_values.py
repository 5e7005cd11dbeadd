"""Looking into a report as JSON without trusting its shape: what is not there, or is something else, is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import orjson

NOTHING: Mapping[str, object] = {}


def parsed(report: bytes) -> Mapping[str, object]:
    """A JSON object. Raises ValueError where it is none."""
    value: object = orjson.loads(report)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def only_record(report: Mapping[str, object]) -> Mapping[str, object]:
    """The record of a report of one record."""
    return next(items_of(report, "records"), NOTHING)


def object_of(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    """The object at ``key``."""
    found = value.get(key)
    return found if isinstance(found, dict) else NOTHING


def items_of(value: Mapping[str, object], key: str) -> Iterator[Mapping[str, object]]:
    """The objects in the list at ``key``."""
    found = value.get(key)
    yield from (one for one in (found if isinstance(found, list) else ()) if isinstance(one, dict))


def text_of(value: Mapping[str, object], key: str) -> str:
    """The text at ``key``."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def number_of(value: Mapping[str, object], key: str) -> float | None:
    """The number at ``key``."""
    found = value.get(key)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None
