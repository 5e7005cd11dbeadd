"""How far what a reader says agrees with what Zotero's translators expect of the same input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gate.model import Record
from gate.normalise import dates, identifiers, text

Item = dict[str, object]
_KEYS = {"doi": "DOI", "isbn": "ISBN", "issn": "ISSN"}


@dataclass
class Tally:
    """Values compared and agreeing, by kind, and each disagreement in words."""

    compared: Counter[str] = field(default_factory=Counter)
    agreeing: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share that agrees."""
        return self.agreeing.total() / self.compared.total()

    def add(self, kind: str, record: Record, agrees: bool, mine: object, theirs: object) -> None:
        """Count one comparison."""
        self.compared[kind] += 1
        self.agreeing[kind] += agrees
        if not agrees:
            self.differences.append(f"{kind} of {record.id}: {mine!r}, Zotero {theirs!r}")

    def compare(self, record: Record, item: Item) -> None:
        """Title, creators, date and identifiers of one record beside the expected item."""
        title = record.first("title")
        expected_title = str(item.get("title", ""))
        same = text.key(title.value if title else "") == text.key(expected_title)
        self.add("title", record, same, title, expected_title)
        creators = item.get("creators")
        theirs = [_name(c) for c in creators] if isinstance(creators, list) else []
        mine = [_words(s.value) for s in record.all("creators") if not s.part("et_al")]
        for name in theirs:
            self.add("creator", record, name in mine, mine, name)
        shared = [name for name in mine if name in theirs]
        if len(theirs) > 1:
            self.add("order of creators", record, shared == theirs, shared, theirs)
        if date := item.get("date"):
            own = record.first("date")
            self.add("date", record, own is not None and _same_date((own.value, *own.forms), str(date)), own, date)
        for prop, key in _KEYS.items():
            expected = {identifiers.parse(prop, v).identifier for v in str(item.get(key, "")).replace(",", " ").split()} - {None}
            found = {identifiers.parse(prop, s.value).identifier for s in record.all(prop)}
            for identifier in expected:
                self.add("identifier", record, identifier in found, found, identifier)

    def report(self) -> str:
        """One line a kind, then the differences."""
        lines = [f"{kind}: {self.agreeing[kind]} of {count} agree" for kind, count in sorted(self.compared.items())]
        return "\n".join([*lines, f"all: {self.rate:.3f}", *self.differences])


def _words(value: str) -> tuple[str, ...]:
    return tuple(sorted(text.tokens(value)))


def _name(creator: object) -> tuple[str, ...]:
    assert isinstance(creator, dict)
    return _words(f"{creator.get('lastName', '')} {creator.get('firstName', '')}")


def _same_date(mine: Sequence[str], theirs: str) -> bool:
    expected = dates.parse(theirs)
    if expected is None:
        return theirs in mine
    return any(d is not None and dates.overlap(d, expected) for d in map(dates.parse, mine))
