"""The queue as text: lists that fit the terminal, an item with its findings and its history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from gate.model import Tier
from gate.queue.json_values import items_of, object_of, only_record, parsed, text_of
from gate.queue.values import Batch, Bulk, Event, Facets, Item, Page, Row, State
from gate.report.order import TIERS
from gate.report.terminal import Layout, safe, shorten, width

_WIDE = 100  # columns: from here on words are spelt out
_NARROW = 72  # columns: below, a row takes two lines


def list_lines(page: Page, layout: Layout, *, one_state: bool) -> list[str]:
    """A row an item: number, state or verdict, tier, worst finding, title, assignee. Nothing is wider than the terminal."""
    if not page.rows:
        return ["nothing fits" if page.offset == 0 else "no more"]
    if layout.columns < _NARROW:
        lines = [line for row in page.rows for line in _narrow(row, _word(row, one_state=one_state), layout.columns)]
    else:
        lines = _table(page, layout.columns, one_state=one_state)
    return [*lines, f"{page.offset + 1:,}-{page.offset + len(page.rows):,} of {page.total:,}"]


def _narrow(row: Row, shown: str, columns: int) -> list[str]:
    title = row.label + (f"  {row.assignee}" if row.assignee else "")
    return [shorten(f"{row.id} {shown} {_finding(row)}", columns), "  " + shorten(safe(title), max(columns - 2, 8))]


def _table(page: Page, columns: int, *, one_state: bool) -> list[str]:
    cells = [
        (
            str(row.id),
            _word(row, one_state=one_state),
            _tier(row.tier, columns),
            _finding(row),
            safe(row.label),
            safe(row.assignee),
        )
        for row in page.rows
    ]
    head = ("item", "gate says" if one_state else "state (gate)", "tier", "worst finding", "title", "assignee")
    taken = any(row.assignee for row in page.rows)
    widths = [max(width(line[n]) for line in (head, *cells)) for n in range(len(head))]
    widths[5] = min(widths[5], 16) if taken else 0
    room = columns - sum(widths[n] + 2 for n in (0, 1, 2)) - (widths[5] + 2 if taken else 0) - 2
    widths[3] = min(widths[3], max(room // 2, 12))
    widths[4] = max(room - widths[3], 8)
    return ["  ".join(_cell(text, w) for text, w in zip(line, widths, strict=True) if w).rstrip() for line in (head, *cells)]


def _tier(tier: str, columns: int) -> str:
    """The word, or where room is short its number: 1 identity, 2 operational, 3 epistemic."""
    if not tier or columns >= _WIDE:
        return tier or "-"
    return str(TIERS.index(Tier(tier)) + 1)


def _cell(text: str, columns: int) -> str:
    shown = shorten(text, columns)
    return shown + " " * max(columns - width(shown), 0)


def _finding(row: Row) -> str:
    return row.code + (f" +{row.findings - 1}" if row.findings > 1 else "") if row.code else safe(row.message)


def _word(row: Row, *, one_state: bool) -> str:
    return row.verdict.value if one_state else f"{row.state} ({row.verdict})"


def item_lines(item: Item, layout: Layout, now: datetime) -> list[str]:
    """Everything a curator needs to decide: what the gate says, what counts, the findings, the history."""
    row = item.row
    record = only_record(parsed(item.report))
    lines = layout.text(f"item {row.id}: {row.label}")
    place = f"record {row.position} ({item.record.id}) of {item.record.file or 'the input'}, batch {row.batch}"
    closed = f", by {row.decided_by}" + (f" ({row.reason})" if row.reason else "") if row.state is not State.PENDING else ""
    fields = (
        ("state", f"{row.state}{closed}"),
        ("gate", f"{row.verdict}; " + "; ".join(text_of(reason, "text") for reason in items_of(record, "reasons"))),
        ("place", place),
        ("waits", f"since {_when(row.queued)}, {_age(now - row.queued)}" if row.state is State.PENDING else ""),
        ("given to", row.assignee),
        ("taken", f"exported for a loader on {_when(row.handed_over)}" if row.handed_over else ""),
        ("version", str(row.version)),
    )
    for label, value in fields:
        lines += layout.field(label, value.rstrip("; "), column=10, lines=6)
    lines += _finding_lines(record, layout)
    lines += ["", "history"]
    for event in item.events:
        lines += layout.field(_when(event.at), event_words(event), indent=2, column=22, lines=9)
    return lines


def _finding_lines(record: Mapping[str, object], layout: Layout) -> list[str]:
    lines: list[str] = []
    for finding in items_of(record, "findings"):
        place = f" at {text_of(finding, 'path')}" if text_of(finding, "path") else ""
        head = f"{text_of(finding, 'severity')} ({text_of(finding, 'tier')}): {text_of(finding, 'code')}{place}"
        lines += ["", *layout.text(head)]
        source = " of ".join(filter(None, (text_of(finding, "source"), text_of(finding, "as_of"))))
        told = (
            ("", text_of(finding, "message")),
            ("given", text_of(finding, "given")),
            ("held", text_of(finding, "held")),
            ("source", ", ".join(filter(None, (source, text_of(finding, "url"))))),
            ("do", text_of(finding, "advice")),
        )
        for label, value in told:
            lines += layout.field(label, value, indent=2, column=8, lines=4)
    anchor = object_of(object_of(record, "anchor"), "entity")
    if anchor:
        lines += ["", *layout.field("compared with", f"{text_of(anchor, 'label')} ({text_of(anchor, 'id')})", column=15)]
    return lines


def event_words(event: Event) -> str:
    """``rejected by anna: invented (note)``."""
    why = ": " + event.reason if event.reason else ""
    note = f" ({event.note})" if event.note else ""
    detail = f", {event.detail}" if event.detail else ""
    return f"{event.action} by {event.who}{' (machine)' if event.machine else ''}{why}{note}{detail}"


def facet_lines(facets: Facets, batches: Iterable[Batch], layout: Layout) -> list[str]:
    """What there is, by everything it can be filtered by, and the batches with what became of them."""
    lines = [f"{facets.total:,} items"]
    groups = (
        ("state", facets.states),
        ("gate said", facets.verdicts),
        ("severity", facets.severities),
        ("tier", facets.tiers),
        ("code", facets.codes),
        ("source", facets.sources),
        ("kind", facets.kinds),
        ("assignee", facets.assignees),
    )
    for label, values in groups:
        words = ", ".join(f"{n:,} {value or 'none'}" for value, n in values)
        lines += layout.field(label, words, column=12, lines=9)
    for batch in batches:
        words = (
            f"{batch.records:,} records on {_when(batch.created)}: {batch.accepted:,} accepted, {batch.review:,} review, "
            f"{batch.unreadable:,} unreadable, {batch.unchecked:,} unchecked; {batch.waiting:,} wait now"
        )
        lines += ["", *layout.text(f"batch {batch.id}"), *layout.text(words, indent=2)]
    return lines


def bulk_words(bulk: Bulk, done: str) -> str:
    """``3 items accepted, 1 left as it was``."""
    count, left = len(bulk.done), len(bulk.refused)
    words = f"{count:,} item{'' if count == 1 else 's'} {done}"
    return words + (f", {left:,} left as {'it was' if left == 1 else 'they were'}" if left else "")


def _when(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _age(age: timedelta) -> str:
    seconds = max(int(age.total_seconds()), 0)  # a clock can be set back
    for unit, length in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "less than a minute"
