"""The record beside the reference, value by value, and its citations, as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from gate.model import Record
from gate.queue.json_values import items_of, object_of, text_of
from gate.report.order import path_key
from gate.server.pages.words import outcome_class

Pieces = tuple[tuple[bool, str], ...]
_FEW = 4  # more values that are left out of one property stand in one row
_MOST_WORDS = 60  # longer values are not compared word by word


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """One value beside the other. ``given`` and ``held`` are pieces: whether a piece differs, and its text.

    ``many``: all that is left out of one property, where that is more than a few values.
    """

    property: str
    path: str
    outcome: str
    mood: str
    level: str
    given: Pieces
    held: Pieces
    sources: tuple[Mapping[str, object], ...]
    reason: str
    many: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitationRow:
    """One citation with what was made of it and who said what."""

    path: str
    given: str
    outcome: str
    mood: str
    flags: tuple[str, ...]
    matched: Mapping[str, object]
    differences: tuple[tuple[str, str, Pieces, Pieces], ...]
    sources: tuple[Mapping[str, object], ...]
    consulted: tuple[Mapping[str, object], ...]
    reason: str


def claim_rows(record: Mapping[str, object]) -> list[ClaimRow]:
    """Every claim in the record's order, what is left out beside what is given of the same property."""
    rows = [_claim(claim) for claim in items_of(record, "claims")]
    left_out: dict[str, list[Mapping[str, object]]] = {}
    for omission in items_of(record, "omissions"):
        left_out.setdefault(text_of(omission, "property"), []).append(omission)
    for name, omissions in left_out.items():
        place = max((i for i, other in enumerate(rows) if other.property == name), default=len(rows) - 1)
        rows[place + 1 : place + 1] = _omitted(name, omissions)
    return rows


def citation_rows(record: Mapping[str, object]) -> list[CitationRow]:
    """Every citation, those that are not verified first."""
    rows = [_citation(one) for one in items_of(record, "citations")]
    for omission in items_of(record, "omitted_citations"):
        source = object_of(omission, "source")
        rows.append(CitationRow("", "", "omitted", "omitted", (), {"label": text_of(omission, "held")}, (), (source,), (), ""))
    order = {"bad": 0, "unsure": 1, "plain": 2, "omitted": 3, "good": 4}
    return sorted(rows, key=lambda row: (order[row.mood], path_key(row.path)))


def not_compared(read: Record, record: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """What the record says that no claim was made of: prose, mostly. Property, place and text."""
    compared = {text_of(claim, "path") for claim in items_of(record, "claims")}
    compared |= {text_of(one, "path") for one in items_of(record, "citations")}
    return [(s.property, s.path, s.value) for s in read.statements if s.path not in compared and s.value]


def _omitted(name: str, omissions: Sequence[Mapping[str, object]]) -> list[ClaimRow]:
    """A row each, or one for all of them where they are many."""
    sources = [(source,) if source else () for o in omissions for source in (object_of(o, "source"),)]
    texts = [text_of(omission, "held") for omission in omissions]
    if len(texts) > _FEW:
        return [ClaimRow(name, "", "omitted", "omitted", "", (), (), sources[0], "", tuple(texts))]
    return [
        ClaimRow(name, "", "omitted", "omitted", "", (), ((False, text),), source, "")
        for text, source in zip(texts, sources, strict=True)
    ]


def _claim(claim: Mapping[str, object]) -> ClaimRow:
    outcome = text_of(claim, "outcome")
    given, held = side_by_side(text_of(claim, "given"), text_of(claim, "held"), outcome == "contradicted")
    return ClaimRow(
        text_of(claim, "property"),
        text_of(claim, "path"),
        outcome,
        outcome_class(outcome),
        text_of(claim, "level"),
        given,
        held,
        tuple(items_of(claim, "sources")),
        text_of(claim, "reason"),
    )


def _citation(one: Mapping[str, object]) -> CitationRow:
    outcome = text_of(one, "outcome")
    flags = one.get("flags")
    differences = []
    for d in items_of(one, "differences"):
        given, held = side_by_side(text_of(d, "given"), text_of(d, "held"), True)
        differences.append((text_of(d, "property"), text_of(d, "level"), given, held))
    return CitationRow(
        text_of(one, "path"),
        text_of(one, "given"),
        outcome,
        outcome_class(outcome),
        tuple(str(flag).replace("_", " ") for flag in flags) if isinstance(flags, list) else (),
        object_of(one, "matched"),
        tuple(differences),
        tuple(items_of(one, "sources")),
        tuple(items_of(one, "consulted")),
        text_of(one, "reason"),
    )


def side_by_side(given: str, held: str, differ: bool) -> tuple[Pieces, Pieces]:
    """Both values in pieces; where they differ, the words that do are told apart."""
    a, b = given.split(" "), held.split(" ")
    if not differ or not given or not held or len(a) > _MOST_WORDS or len(b) > _MOST_WORDS or max(len(given), len(held)) > 1000:
        return ((False, given),) if given else (), ((False, held),) if held else ()
    left: list[tuple[bool, str]] = []
    right: list[tuple[bool, str]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if i2 > i1:
            left.append((tag != "equal", " ".join(a[i1:i2])))
        if j2 > j1:
            right.append((tag != "equal", " ".join(b[j1:j2])))
    return tuple(left), tuple(right)
