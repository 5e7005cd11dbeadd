"""JSON Lines: an item a line, with everything the queue knows of it. ASCII, so that nothing in it can break a reader."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import datetime

from gate.queue.export import Tell
from gate.queue.json_values import parsed
from gate.queue.record_codec import record_value
from gate.queue.values import Event, Item, Row

FORMAT = "gate-queue-item/1"


def to_jsonl(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """A line an item; raw bytes in base64 (RFC 4648), times in ISO 8601."""
    del tell
    for item in items:
        yield json.dumps(item_value(item), ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"


def item_value(item: Item) -> dict[str, object]:
    """An item as plain values for JSON: the row, the codes and sources, record, report and log."""
    return {
        "format": FORMAT,
        **row_value(item.row),
        "codes": list(item.codes),
        "sources": list(item.sources),
        "raw": base64.b64encode(item.raw).decode("ascii"),
        "corrected": base64.b64encode(item.corrected).decode("ascii"),
        "read": record_value(item.record),
        "report": dict(parsed(item.report)),
        "events": [event_value(event) for event in item.events],
    }


def row_value(row: Row) -> dict[str, object]:
    """A row as plain values for JSON. ``input`` is the format that the record came in."""
    value = {name: _plain(found) for name, found in asdict(row).items()}
    value["input"] = value.pop("format")
    return value


def event_value(event: Event) -> dict[str, object]:
    """A line of the log as plain values for JSON."""
    return {name: _plain(found) for name, found in asdict(event).items()}


def _plain(value: object) -> object:
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value
