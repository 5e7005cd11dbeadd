"""Aleph sequential, the line format of Ex Libris Aleph: one field a line, the system number first.

``000000001 24510 L $$aTitle``: system number (9 figures, 18 in files of Alma), tag and indicators in five places, the letter of
the script (some exports leave it out), the field. Blanks in fixed fields are ``^`` or spaces. Aleph's own fields (FMT, CAT, LKR,
Z30 ...) have letters for tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gate.model import Record, Unreadable
from gate.records.readers.marc import describe
from gate.records.readers.marc_record import Field, MarcRecord, blank
from gate.records.readers.plain_text import decoded, lines
from gate.settings import Settings

_LINE = re.compile(r"(?P<number>\d{9}|\d{12,19}) (?P<tag>[0-9A-Z]{3})(?P<indicators>.{2}) (?:(?P<script>[A-Z]) )?(?P<data>.*)")
_SNIFF = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\d{9}|\d{12,19}) (?:[A-Z]{3}|\d{3})[0-9A-Za-z #^-]{2} (?:[A-Z] )?\S")
_LEADER = 24


@dataclass(slots=True)
class _Lines:
    """The lines of one record: system number, text as it stands, fields so far, lines that are none."""

    number: str
    raw: list[str] = field(default_factory=list)
    record: MarcRecord = field(default_factory=lambda: MarcRecord(" " * _LEADER, []))
    leader: str = ""
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Aleph:
    """MARC 21 or UNIMARC in Aleph sequential."""

    name: str = "aleph"
    suffixes: tuple[str, ...] = (".aleph", ".alephseq")
    media_types: tuple[str, ...] = ()
    asked: str = ""

    def sniff(self, head: bytes) -> int:
        """97 where the first line is a system number, a tag and a field; a long number may look like a leader of ISO 2709."""
        return 97 if _SNIFF.match(head) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record: the lines with one system number. A record that was deleted in Aleph is named."""
        text = decoded(data)
        position = 0
        for position, found in enumerate(_records(text.text), 1):
            if not found.number:
                yield Unreadable(
                    file, f"not a line of Aleph sequential: {found.raw[0].strip()[:60]!r}", position, format=self.name
                )
                continue
            if found.deleted:
                yield Unreadable(file, "the record was deleted at the source", position, found.number, format=self.name)
                continue
            if text.doubt and not all(line.isascii() for line in found.raw):
                found.record.doubts.append(("LDR", text.doubt))
            record = MarcRecord(found.leader or " " * _LEADER, found.record.fields, doubts=found.record.doubts)
            if not record.has("001"):
                record.fields.insert(0, Field("001", data=found.number))
            yield describe(record, self.name, file, position, text.raw("".join(found.raw)), asked=self.asked)
        if not position:
            yield Unreadable(file, "no record of Aleph sequential in this file", format=self.name)


def _records(text: str) -> Iterator[_Lines]:
    """Consecutive lines with one system number. A line that is none goes on with the field before it, where there is one."""
    current: _Lines | None = None
    for line, start, end in lines(text):
        if not line.strip("\x1a \t\ufeff"):
            continue
        match = _LINE.match(line.lstrip("\ufeff"))
        number = match["number"] if match else ""
        if match is None and current is not None and current.number:
            current.raw.append(text[start:end])
            current.record.doubts.append((_last(current), f"a line that is no field: {line.strip()[:60]!r}"))
            continue
        if current is None or number != current.number:
            if current is not None:
                yield current
            current = _Lines(number)
        current.raw.append(text[start:end])
        if match is not None:
            _add(current, match)
    if current is not None:
        yield current


def _last(lines_: _Lines) -> str:
    return lines_.record.fields[-1].tag if lines_.record.fields else "LDR"


def _add(into: _Lines, match: re.Match[str]) -> None:
    tag, data = match["tag"], match["data"].rstrip("\r\n")
    if tag == "LDR":
        into.leader = blank(data)[:_LEADER].ljust(_LEADER)
    elif tag == "DEL":
        into.deleted = data.replace("$$a", "").strip().upper() == "Y"
    elif "$$" in data:
        before, *rest = data.split("$$")
        if before.strip():
            into.record.doubts.append((tag, "text before the first subfield"))
        indicators = blank(match["indicators"])
        subfields = tuple((piece[0], piece[1:]) for piece in rest if piece)
        into.record.fields.append(Field(tag, indicators[0], indicators[1], subfields=subfields))
    else:
        if tag.isdigit() and tag >= "010":
            into.record.doubts.append((tag, "no subfields"))
        into.record.fields.append(Field(tag, data=data))
