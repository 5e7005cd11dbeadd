"""The rows of the spreadsheets: a row a claim or citation, one column a thing, as OpenRefine wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gate.decision.names import SCORE_NAMES
from gate.properties import LABEL_PROPERTY
from gate.queue.json_values import items_of, number_of, object_of, only_record, parsed, text_of
from gate.queue.values import Item

OF_ITEM = ("item", "version", "batch", "record", "label", "kind", "file", "position", "state", "verdict", "assignee")
TO_EDIT = ("decision", "reason", "note")
OF_CLAIM = (
    "path",
    "property",
    "value",
    "outcome",
    "level",
    "held",
    "candidate_id",
    "candidate_label",
    "candidate_score",
    "source",
    "as_of",
    "url",
    "why",
)
COLUMNS = (*OF_ITEM, *TO_EDIT, *OF_CLAIM, *SCORE_NAMES)

Cell = str | int | float | None


def item_cells(item: Item) -> tuple[Cell, ...]:
    """The cells of :data:`OF_ITEM`. Record and label are whole here, not shortened as in a list."""
    row, record = item.row, item.record
    statement = record.first(LABEL_PROPERTY[record.kind])
    return (
        row.id,
        row.version,
        row.batch,
        record.id,
        statement.value if statement else row.label,
        row.kind,
        record.file,
        row.position,
        row.state.value,
        row.verdict.value,
        row.assignee,
    )


def score_cells(item: Item) -> tuple[Cell, ...]:
    """The value of every score, by the names of :data:`SCORE_NAMES`; None where it is undefined."""
    values = {text_of(s, "name"): number_of(s, "value") for s in items_of(only_record(parsed(item.report)), "scores")}
    return tuple(values.get(name) for name in SCORE_NAMES)


def claim_rows(item: Item) -> Iterator[tuple[Cell, ...]]:
    """The cells of :data:`OF_CLAIM` for every claim, then for every citation; one empty row where there is neither."""
    record = only_record(parsed(item.report))
    anchor = object_of(record, "anchor")
    entity = object_of(anchor, "entity")
    fit = next((number_of(c, "fit") for c in items_of(anchor, "candidates")), None) if entity else None
    found = False
    for claim in items_of(record, "claims"):
        found = True
        yield _row(claim, text_of(claim, "property"), entity, fit)
    for citation in items_of(record, "citations"):
        found = True
        yield _row(citation, "citations", object_of(citation, "matched"), None)
    if not found:
        reasons = "; ".join(text_of(reason, "text") for reason in items_of(record, "reasons"))
        yield (*("",) * (len(OF_CLAIM) - 1), reasons)


def _row(result: Mapping[str, object], name: str, candidate: Mapping[str, object], fit: float | None) -> tuple[Cell, ...]:
    evidence = next(items_of(result, "sources"), {})
    held = text_of(result, "held") or "; ".join(
        f"{text_of(d, 'property')}: {text_of(d, 'held')}" for d in items_of(result, "differences")
    )
    return (
        text_of(result, "path"),
        name,
        text_of(result, "given"),
        text_of(result, "outcome"),
        text_of(result, "level"),
        held,
        text_of(candidate, "id"),
        text_of(candidate, "label"),
        fit,
        text_of(evidence, "source"),
        text_of(evidence, "as_of"),
        text_of(evidence, "url"),
        text_of(result, "reason"),
    )
