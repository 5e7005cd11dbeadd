"""Omissions as quality-assurance events of DSpace 7.6 and later, for its script ``import-openaire-events -f FILE``.

An event is ``{originalId, title, topic, trust, message}``. DSpace itself acts on the topics ``ENRICH/MISSING/PID`` and
``ENRICH/MISSING/ABSTRACT``; the others have the same form and need an action of their own in its configuration. ``originalId`` is
the OAI identifier of an item that DSpace holds: the record's own id here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from gate.properties import IDENTIFIER_PROPERTIES
from gate.queue.cells import visible
from gate.queue.export import Tell
from gate.queue.export_rows import item_cells
from gate.queue.json_values import items_of, number_of, object_of, only_record, parsed, text_of
from gate.queue.values import Item

_TOPICS = {"abstract": ("ENRICH/MISSING/ABSTRACT", "abstracts[0]"), "subjects": ("ENRICH/MISSING/SUBJECT", "subjects[0]")}


def to_dspace(items: Iterable[Item], tell: Tell) -> Iterator[bytes]:
    """A JSON array of events, one an omission; the trust of an event is how well the record fits what it was matched with."""
    events: list[dict[str, object]] = []
    for item in items:
        if item.record.id.startswith("#"):
            tell(f"item {item.row.id} has no id of its own, so DSpace could not tell which item is meant; it is left out")
            continue
        events += item_events(item)
    yield json.dumps(events, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace") + b"\n"


def item_events(item: Item) -> Iterator[dict[str, object]]:
    """The events of one item."""
    record = only_record(parsed(item.report))
    candidates = items_of(object_of(record, "anchor"), "candidates")
    fit = next((number_of(candidate, "fit") for candidate in candidates), None)
    for omission in (*items_of(record, "omissions"), *items_of(record, "omitted_citations")):
        topic, message = _message(omission)
        yield {
            "originalId": visible(item.record.id),
            "title": visible(str(item_cells(item)[4])),
            "topic": topic,
            "trust": round(min(max(fit or 0.0, 0.0), 1.0), 3),
            "message": message,
        }


def _message(omission: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    name, held = text_of(omission, "property"), visible(text_of(omission, "held"))
    if name in IDENTIFIER_PROPERTIES:
        return "ENRICH/MISSING/PID", {"pids[0].type": name, "pids[0].value": held}
    topic, key = _TOPICS.get(name, (f"ENRICH/MISSING/{name.upper()}", f"{name}[0]"))
    return topic, {key: held}
