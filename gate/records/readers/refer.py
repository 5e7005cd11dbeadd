"""Refer/BibIX with EndNote's extensions (``.enw``): ``%A Author``, ``%T Title``, a record from %0, or between blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.endnote_types import AUTHORS, IN_A_BOOK, NO_CONTAINER, TYPES, WHOLE
from gate.records.readers.plain_text import decoded
from gate.records.readers.tagged import Syntax, Value, blocks
from gate.records.readers.tagged_record import TaggedRecord
from gate.settings import Settings

SYNTAX = Syntax(
    line=re.compile(r"[ \t\ufeff]*(?P<tag>%[0-9A-Za-z@$!&()*+,./:;<=>?\[\]^_~'#-])(?:[ \t]+(?P<value>.*))?$"),
    opening=frozenset({"%0"}),
    blank=True,
)
_FIRST = re.compile(r"[ \t\ufeff\r\n]*%[0A-Z@](?:[ \t]\S|[ \t]*$)", re.MULTILINE)
_TYPED = re.compile(r"^[ \t\ufeff]*%0(?:[ \t]|$)", re.MULTILINE)

_IGNORED = {
    **dict.fromkeys(("%B", "%S"), "series statement"),
    **dict.fromkeys(("%C", "%("), "place"),
    **dict.fromkeys(("%8", "%[", "%="), "a date that is not the publication"),
    **dict.fromkeys(("%Z", "%O", "%<", "%*"), "note"),
    **dict.fromkeys(("%L", "%M", "%~", "%W", "%F", "%1"), "where it was found"),
    **dict.fromkeys(("%>", "%^"), "link to a file"),
    **dict.fromkeys(("%+", "%H", "%?", "%$", "%]"), "a name or address without part in the work itself"),
    **dict.fromkeys(("%P", "%6", "%&"), "extent"),
    **dict.fromkeys(("%2", "%3", "%4", "%#"), "a field whose meaning the writer chose"),
    "%N": "a number that means something else for this type",
}


class Refer:
    """Refer records."""

    name = "refer"
    suffixes = (".enw", ".refer")
    media_types = ("application/x-endnote-refer",)

    def sniff(self, head: bytes) -> int:
        """85 for a file that begins with a tagged line and has %0, 70 for one that begins with such a line."""
        text = xml.as_text(head)
        if _FIRST.match(text) is None:
            return 0
        return 85 if _TYPED.search(text) else 70

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:  # noqa: ARG002
        """Every record."""
        text = decoded(data)
        position = 0
        for block in blocks(text, SYNTAX):
            if not block.fields:
                continue
            position += 1
            record = TaggedRecord.of(block)
            own = record.first("%F").joined
            _read(record)
            yield record.finished(block, text, self.name, file, position, own)
        if not position:
            yield Unreadable(file, "no Refer record in this file", format=self.name)


def _read(record: TaggedRecord) -> None:
    kind_field = record.last("%0")
    said = kind_field.joined
    kind = TYPES.get(said.lower(), "")
    record.once("title", "%T", "%!", "%Q")
    role = "edt" if said.lower() == "edited book" else AUTHORS.get(kind, "aut")
    record.names(role, "%A")
    record.names("edt", "%E")
    record.names("ths" if kind == "thesis" else "trl" if kind == "book" else "ctb", "%Y")
    record.names("trl" if kind in ("book", *IN_A_BOOK) else "ctb", "%?")
    record.date(record.take("%D"), record.take("%8"))
    record.once("container", "%J", *([] if kind in NO_CONTAINER else ["%B"]))
    record.once("volume", "%V")
    if kind not in WHOLE:
        record.once("issue", "%N")
    if kind not in WHOLE:
        record.once("pages", "%P")
    record.each("publisher", "%I")
    record.each("edition", "%7")
    record.each("language", "%G")
    record.keywords("%K")
    record.once("abstract", "%X")
    _identifiers(record)
    forms = [said, *(v.joined for v in record.take("%9"))]
    if record.statements:
        record.add("type", kind or ("" if said.lower() == "generic" else said), kind_field.path or "%9", *forms)
    record.leave(_IGNORED)


def _identifiers(record: TaggedRecord) -> None:
    """%R holds a DOI, or whatever number an archive gives; %@ ISBN and ISSN; %U addresses."""
    from gate.normalise import identifiers

    numbers = record.take("%R")
    rest: list[Value] = []
    for value in numbers:
        if identifiers.parse("doi", value.joined).identifier is not None:
            record.add_identifier("doi", value.joined, value.path)
        else:
            rest.append(value)
    for value in rest:
        record.ignore(value.path, "a number that is no DOI")
    record.numbers("%@")
    for value in record.take("%U"):
        for address in value.lines:
            record.add_address(address, value.path)
