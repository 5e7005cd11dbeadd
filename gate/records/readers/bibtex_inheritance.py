"""``crossref`` and ``xdata``: what an entry takes over from others (biblatex manual, appendix B: default inheritance setup)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DEEPEST = 8
LINKS = ("xdata", "crossref")
"""Fields that name parents."""
_IN_BOOK = frozenset(
    {"inbook", "incollection", "inproceedings", "conference", "inreference", "bookinbook", "suppbook", "suppcollection"}
)
#: fields that say something of the parent only
_OWN = frozenset(
    re.split(
        r"\s+",
        """abstract addendum annotation annote author crossref doi entryset entrysubtype eprint eprinttype file ids keywords label
        note pages pagetotal related relatedtype shortauthor shorteditor shorthand shorttitle sortkey sorttitle subtitle title
        titleaddon url urldate xdata xref""",
    )
)
_TITLES = {"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon"}
_JOURNAL = {"title": "journaltitle", "subtitle": "journalsubtitle"}


@dataclass(frozen=True, slots=True)
class Given:
    """A raw value and its place: the field's name, or ``crossref.year`` where it stands in the parent."""

    raw: str
    path: str


@dataclass(slots=True)
class Entries:
    """All entries of a file by key, as others may inherit from them; the first of two with the same key counts."""

    types: dict[str, str] = field(default_factory=dict)
    fields: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, key: str, entry_type: str, fields: dict[str, str]) -> None:
        """Keep an entry."""
        self.types.setdefault(key, entry_type)
        self.fields.setdefault(key, fields)


def inherited(entry_type: str, own: dict[str, str], entries: Entries) -> tuple[dict[str, Given], list[str]]:
    """The entry's own fields and those it inherits, and the keys of parents that the file does not hold."""
    missing: list[str] = []
    return _with_parents(entry_type, {name: Given(raw, name) for name, raw in own.items()}, entries, missing, 0), missing


def linked(raw: str) -> list[str]:
    """The keys of parents in the raw value of a field that names them."""
    return [key.strip() for key in raw.strip('{}" ').split(",") if key.strip()]


def _with_parents(kind: str, own: dict[str, Given], entries: Entries, missing: list[str], depth: int) -> dict[str, Given]:
    found = dict(own)
    if depth >= _DEEPEST:  # also ends a circle
        return found
    for link in LINKS:
        for key in linked(own[link].raw) if link in own else ():
            if key not in entries.fields:
                missing.append(key)
                continue
            parent_kind = entries.types[key]
            parent = {name: Given(raw, f"{link}.{name}") for name, raw in entries.fields[key].items()}
            parent = _with_parents(parent_kind, parent, entries, missing, depth + 1)
            for name, value in (parent if link == "xdata" else _handed_down(kind, parent_kind, parent)).items():
                found.setdefault(name, Given(value.raw, f"{link}.{value.path.rsplit('.', 1)[-1]}"))
    return found


def _handed_down(kind: str, parent_kind: str, parent: dict[str, Given]) -> dict[str, Given]:
    names = _TITLES if kind in _IN_BOOK else _JOURNAL if parent_kind == "periodical" else {}
    handed = {name: value for name, value in parent.items() if name not in _OWN}
    for name, becomes in names.items():
        if name in parent and becomes not in handed:
            handed[becomes] = parent[name]
    return handed
