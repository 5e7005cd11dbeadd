"""A copy of a MARC 21 record with corrected headings and names, as MARCXML, and a field 883 (metadata provenance) for each.

MARC 21 Format for Bibliographic Data: 883 ``$a`` process, ``$d`` date, ``$8`` with link type ``p`` to the field it is about; its
first indicator 0 says that the field was made by a machine alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from gate.model import Identifier, Record, Statement
from gate.normalise.naco import heading_key, parts_of
from gate.rdf.iris import identifier_iri
from gate.records import read_bytes
from gate.records.readers import marc_xml, xml
from gate.records.readers.marc_identifiers import control_identifier
from gate.records.readers.marc_record import Field, MarcRecord
from gate.records.writers.marc_xml import NAMESPACE, as_marcxml, record_xml
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.report.suggestions import Suggestion

#: fields whose heading is one subfield $a with its subdivisions, and those of a name that can be told apart in a label
_PLAIN = frozenset({"648", "650", "651", "655"})
_PERSONS = frozenset({"100", "600", "700"})
_BODIES = frozenset({"110", "610", "710"})
#: family and given name, fuller form, dates of life; with a numeral or a title between them the subfields are not told apart
_PERSON = re.compile(r"([^,()]+, [^,()]+?)(?: (\([^()]+\)))?(?:, ((?:approximately )?\d{4}\??-(?:\d{4}\??)?))?")
_SUBDIVISIONS = "vxyz"
_LINK = re.compile(r"(\d+)")


@dataclass(slots=True)
class MarcCopy:
    """The copy of one record: what was changed in it so far."""

    original: Record
    process: str
    today: str
    marc: MarcRecord
    provenance: list[Field] = field(default_factory=list)
    _before: tuple[MarcRecord, int] | None = None

    @classmethod
    def of(cls, record: Record, version: str, today: str) -> Self | None:
        """A copy of the record, or None where it cannot be written as MARCXML. ``today``: yyyymmdd."""
        made = as_marcxml(record.format, record.raw) if record.raw else None
        parsed = _parsed(made) if made else None
        return cls(record, f"catalog-gate {version}", today, parsed) if parsed is not None else None

    def statements(self) -> tuple[Statement, ...]:
        """What the copy says, as the gate reads it."""
        read = list(read_bytes(record_xml(self.marc), "copy.xml", "marcxml", settings=Settings()))
        return read[0].statements if len(read) == 1 and isinstance(read[0], Record) else ()

    def change(self, suggestion: Suggestion) -> bool:
        """Write the heading that is wanted in its field; False where it cannot be told which subfields it has."""
        place = next((n for n, (_, path) in enumerate(self.marc.numbered()) if suggestion.path == f"{path}$a"), None)
        if place is None or self.marc.fields[place].tag not in _PLAIN | _PERSONS | _BODIES:
            return False
        old = self.marc.fields[place]
        subfields = _rewritten(old, suggestion.wanted)
        if subfields is None:
            return False
        link = 1 + max(
            (int(found[1]) for f in self.marc.fields for _, text in f.all("8") if (found := _LINK.match(text))), default=0
        )
        link = max(link, 1 + len(self.provenance))
        numbered = tuple((code, _number(text, suggestion.numbers) if code in "01" else text) for code, text in subfields)
        finding = suggestion.finding
        what = f"{finding.code}: {suggestion.given} -> {suggestion.wanted}"
        said = "; ".join(filter(None, (f"{self.process}: {what}", f"{finding.source} {finding.as_of}".strip(), suggestion.about)))
        self._before = self.marc, len(self.provenance)
        fields = list(self.marc.fields)
        fields[place] = replace(old, subfields=(("8", f"{link}\\p"), *numbered))
        made = Field("883", "0", " ", subfields=(("8", f"{link}\\p"), ("a", said), ("d", self.today)))
        self.marc = replace(self.marc, fields=fields)
        self.provenance.append(made)
        return True

    def take_back(self) -> None:
        """Undo the last change."""
        if self._before is not None:
            self.marc, kept = self._before
            del self.provenance[kept:]

    def xml(self) -> bytes:
        """The record, its provenance at the place of its tag."""
        fields = list(self.marc.fields)
        at = next((n for n, f in enumerate(fields) if f.tag > "883"), len(fields))
        return record_xml(replace(self.marc, fields=[*fields[:at], *self.provenance, *fields[at:]]))


def collection(copies: Iterable[MarcCopy]) -> bytes:
    """The corrected copies as one collection; empty where there are none."""
    inner = b"".join(copy.xml() + b"\n" for copy in copies)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="{NAMESPACE}">\n'.encode() + inner + b"</collection>\n"


def _parsed(data: bytes) -> MarcRecord | None:
    found = next(xml.elements(data, Settings(), marc_xml.is_record), None)
    return None if found is None or isinstance(found, xml.Fault) else marc_xml.parse(found)


def _rewritten(old: Field, wanted: str) -> tuple[tuple[str, str], ...] | None:
    """The subfields with the heading that is wanted. A subdivision keeps the code that it has; a new one would have none."""
    parts = parts_of(wanted) if old.tag.startswith("6") else [wanted]
    codes = {heading_key(text.rstrip(".")): code for code, text in old.all(_SUBDIVISIONS)}
    heading = _name(old, parts[0]) if old.tag in _PERSONS | _BODIES else [("a", parts[0])]
    own = "aqd" if old.tag in _PERSONS else "a"
    for part in parts[1:]:
        code = codes.get(heading_key(part))
        if code is None:
            return None
        heading.append((code, part))
    mine = [n for n, (code, _) in enumerate(old.subfields) if code in own or (code in _SUBDIVISIONS and old.tag.startswith("6"))]
    others = [n for n, (code, _) in enumerate(old.subfields) if code.isalpha() and code not in "eiuw" and n not in mine]
    if not heading or not mine or others or old.subfields[mine[0]][0] != "a":
        return None
    if old.subfields[mine[-1]][1].rstrip().endswith(".") and not heading[-1][1].endswith((".", ")", "-")):
        heading[-1] = (heading[-1][0], heading[-1][1] + ".")
    if old.subfields[mine[-1]][1].rstrip().endswith(",") and not heading[-1][1].endswith("-"):  # before $e
        heading[-1] = (heading[-1][0], heading[-1][1] + ",")
    rest = [pair for n, pair in enumerate(old.subfields) if n not in mine and n > mine[0]]
    return (*(pair for n, pair in enumerate(old.subfields) if n < mine[0]), *heading, *rest)


def _name(old: Field, wanted: str) -> list[tuple[str, str]]:
    """The subfields of a name, with the field's own dates where the form has none; empty where they cannot be told apart."""
    if old.tag in _BODIES:
        return [("a", wanted)] if ". " not in wanted and "(" not in wanted else []
    found = _PERSON.fullmatch(wanted)
    if found is None or old.ind1 != "1" or not _same_kind(found[1], old.first("a")):
        return []
    dates = found[3] or old.first("d").rstrip(" .,")
    pieces = [(code, text) for code, text in (("a", found[1]), ("q", found[2]), ("d", dates)) if text]
    return [
        (code, f"{text}," if pieces[n + 1 :][:1] and pieces[n + 1][0] == "d" else text) for n, (code, text) in enumerate(pieces)
    ]


def _same_kind(wanted: str, given: str) -> bool:
    """Whether family or first name is the same: then the comma of the form wanted parts these two, and not a name and a title."""
    (family, _, first), (mine, _, own) = wanted.partition(","), given.partition(",")
    return heading_key(family) == heading_key(mine) or heading_key(first).split()[:1] == heading_key(own).split()[:1] != []


def _number(text: str, numbers: Iterable[tuple[Identifier, Identifier]]) -> str:
    """A control number or address of the old heading as that of the new one, in the form that it has."""
    own = control_identifier(text)
    new = next((after for before, after in numbers if before == own), None)
    if new is None:
        return text
    if text.startswith("("):
        return text[: text.index(")") + 1] + new.value
    return identifier_iri(new) or text
