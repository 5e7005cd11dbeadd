"""What a report holds beside the verdict, of which no decision is made: free text that was read, and similarity of meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gate.queue.json_values import items_of, number_of, object_of, text_of
from gate.server.pages.words import outcome_class

_ORDER = {"bad": 0, "unsure": 1, "good": 2, "plain": 3, "omitted": 4}


@dataclass(frozen=True, slots=True)
class Passage:
    """A text: where it stands, its characters, how it was read or why it was not."""

    path: str
    length: int
    read: int
    method: str
    reason: str


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase of a text: its place (characters from 0, empty where it has none), and what a source has of it."""

    path: str
    place: str
    given: str
    property: str
    outcome: str
    mood: str
    level: str
    held: str
    sources: tuple[Mapping[str, object], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Text:
    """The free text of a record: what was read, what it says (the doubtful first), its measures that are defined."""

    passages: tuple[Passage, ...]
    said: tuple[Said, ...]
    relations: int
    measures: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Similar:
    """How near a value is in meaning to the one it was held against. None where that is undefined, which ``reason`` explains.

    ``cosine`` is from -1 to 1, ``probability`` (that it is wrong, by the classifier) from 0 to 1.
    """

    path: str
    outcome: str
    mood: str
    given: str
    held: str
    cosine: float | None
    probability: float | None
    reason: str


def text_of_record(record: Mapping[str, object]) -> Text | None:
    """The free text; None where none was read."""
    text = object_of(record, "text")
    if not text:
        return None
    said = [_said(one) for one in items_of(text, "claims")]
    measures = ((text_of(one, "name"), number_of(one, "value")) for one in items_of(text, "measures"))
    return Text(
        tuple(_passage(one) for one in items_of(text, "passages")),
        tuple(sorted(said, key=lambda one: _ORDER[one.mood])),
        sum(1 for _ in items_of(text, "relations")),
        tuple((name, value) for name, value in measures if value is not None),
    )


def similarities(record: Mapping[str, object]) -> list[Similar] | None:
    """The similarities, the least alike first; None where nobody asked for them."""
    if not isinstance(record.get("similarities"), list):
        return None
    rows = [
        Similar(
            text_of(one, "path"),
            outcome := text_of(one, "outcome"),
            outcome_class(outcome),
            text_of(one, "given"),
            text_of(one, "held"),
            number_of(one, "cosine"),
            number_of(one, "probability"),
            text_of(one, "reason"),
        )
        for one in items_of(record, "similarities")
    ]
    return sorted(rows, key=lambda row: (row.cosine is None, row.cosine or 0.0, row.path))


def _passage(one: Mapping[str, object]) -> Passage:
    length, read = (int(number_of(one, name) or 0) for name in ("length", "read"))
    return Passage(text_of(one, "path"), length, read, text_of(one, "method"), text_of(one, "reason"))


def _said(one: Mapping[str, object]) -> Said:
    outcome, place = text_of(one, "outcome"), object_of(one, "extracted")
    start, end = number_of(place, "start"), number_of(place, "end")
    return Said(
        text_of(one, "path"),
        f"{start:.0f}-{end:.0f}" if start is not None and end is not None else "",
        text_of(one, "given"),
        text_of(one, "property"),
        outcome,
        outcome_class(outcome),
        text_of(one, "level"),
        text_of(one, "held"),
        tuple(items_of(one, "sources")),
        text_of(one, "reason"),
    )
