"""What a curator changed in a record, value by value."""

from __future__ import annotations

from dataclasses import dataclass

from gate.queue.editing import differences, read_one
from gate.queue.values import Item
from gate.server.pages.comparison_rows import Pieces, side_by_side
from gate.settings import Settings


@dataclass(frozen=True, slots=True)
class Change:
    """A value before and after, in pieces that tell what differs."""

    property: str
    path: str
    before: Pieces
    after: Pieces


def changes(item: Item, data: bytes, settings: Settings) -> tuple[Change, ...]:
    """What differs between the record that came and the one in ``data``. Raises :class:`UsageError` where that cannot be read."""
    record = read_one(item, data, settings)
    return tuple(
        Change(d.property, d.path, *side_by_side(d.before, d.after, bool(d.before and d.after)))
        for d in differences(item.record, record)
    )
