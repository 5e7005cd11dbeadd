"""A MARC record as fields, whatever it was written in, and the small rules that hold for every field.

Blanks in fixed fields and indicators are written as space, ``#`` (documentation, Alma), ``^`` (Aleph) or ``\\`` (MARCMaker,
FOLIO); here they are all spaces. Paths are those of Avram and MARCspec: ``245$a``, ``700[2]$d`` (the second 700), ``008/07-10``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from gate.model import Statement

_BLANKS = str.maketrans("#^\\", "   ")
_ISBD_MARKS = " /:;=,\t\n"
_OLD_CATALOG = re.compile(r"\s*\[from old catalog\]\.?\s*$", re.IGNORECASE)
#: last words of a heading whose full stop belongs to them
_ABBREVIATIONS = frozenset(
    {"jr", "sr", "dr", "mrs", "inc", "co", "ltd", "corp", "bros", "dept", "etc", "phil", "prof", "esq", "dec"}
)


@dataclass(frozen=True, slots=True)
class Field:
    """A control field (``data``) or a data field (indicators and subfields in order)."""

    tag: str
    ind1: str = " "
    ind2: str = " "
    data: str = ""
    subfields: tuple[tuple[str, str], ...] = ()

    def first(self, code: str) -> str:
        """The first subfield ``code``, without blanks at its ends; empty when there is none."""
        return next((value.strip() for c, value in self.subfields if c == code and value.strip()), "")

    def all(self, codes: str) -> list[tuple[str, str]]:
        """Every subfield whose code is in ``codes``, with its code, in the order of the field, empty ones left out."""
        return [(code, value.strip()) for code, value in self.subfields if code in codes and value.strip()]


@dataclass(frozen=True, slots=True)
class MarcRecord:
    """Leader and fields. ``doubts``: faults of structure that were mended (path and what); ``encoding_doubt``: of characters."""

    leader: str
    fields: list[Field]
    encoding_doubt: str = ""
    doubts: list[tuple[str, str]] = field(default_factory=list)

    def control(self, tag: str) -> str:
        """The data of a control field, blanks as spaces; empty when there is none."""
        return next((blank(f.data) for f in self.fields if f.tag == tag), "")

    def has(self, *tags: str) -> bool:
        """Whether any of these fields is there."""
        return any(f.tag in tags for f in self.fields)

    def numbered(self) -> list[tuple[Field, str]]:
        """Every field with its path: the tag, and which of several when it is repeated."""
        total = Counter(f.tag for f in self.fields)
        seen: Counter[str] = Counter()
        paths = []
        for f in self.fields:
            seen[f.tag] += 1
            paths.append((f, f"{f.tag}[{seen[f.tag]}]" if total[f.tag] > 1 else f.tag))
        return paths


#: what a field says: statements, or why it is not read
Outcome: TypeAlias = list[Statement] | str


def blank(text: str) -> str:
    """A fixed field with its blanks as spaces."""
    return text.translate(_BLANKS)


def tidy(text: str) -> str:
    """A subfield without the ISBD punctuation and the blanks at its ends; brackets and full stops stay.

    The remark ``[from old catalog]`` goes too.
    """
    plain = " ".join(text.split())
    return _OLD_CATALOG.sub("", plain).rstrip(_ISBD_MARKS).strip()


def without_stop(text: str) -> str:
    """A heading or name without the full stop that ends the field; initials and abbreviations keep theirs."""
    value = tidy(text)
    if not value.endswith(".") or value.endswith(".."):
        return value
    last = re.split(r"[\s.,(\-]", value[:-1])[-1]
    if (len(last) <= 2 and last[:1].isupper()) or last.lower() in _ABBREVIATIONS:
        return value
    return value[:-1].rstrip()


def unbracketed(text: str) -> str:
    """Text without the square brackets that say "not from the source itself"."""
    return tidy(text.replace("[", "").replace("]", ""))
