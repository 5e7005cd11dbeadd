"""EndNote's XML export: ``xml/records/record``, text in ``style`` elements. The types are those of its Refer export, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Kind, Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.endnote_types import AUTHORS, IN_A_BOOK, NO_CONTAINER, TYPES, WHOLE
from gate.records.readers.tagged import Value
from gate.records.readers.tagged_record import TaggedRecord
from gate.records.readers.xml_nodes import Node
from gate.settings import Settings

_SNIFF = re.compile(r"<records>\s*<record[^>]*>.*?<(?:ref-type|contributors|rec-number)\b", re.DOTALL)
_IGNORED = {
    **dict.fromkeys(("database", "source-app", "rec-number", "foreign-keys", "accession-num", "call-num"), "where it was found"),
    **dict.fromkeys(("remote-database-name", "remote-database-provider", "label"), "where it was found"),
    **dict.fromkeys(("pub-location", "auth-address"), "place or address"),
    **dict.fromkeys(("notes", "research-notes", "caption", "orig-pub", "reprint-edition", "reviewed-item"), "note"),
    **dict.fromkeys((*(f"custom{n}" for n in range(1, 9)), "misc1", "misc2", "misc3"), "a field whose meaning the writer chose"),
    **dict.fromkeys(("access-date", "modified-date"), "a date that is not the publication"),
    **dict.fromkeys(("num-vols", "section"), "extent"),
    **dict.fromkeys(("number", "pages"), "a number that means something else for this type"),
}
#: elements whose children are fields of their own
_GROUPS = frozenset(
    {"contributors", "titles", "periodical", "alt-periodical", "dates", "keywords", "urls", "authors", "pub-dates"}
)
_GROUPS |= {"secondary-authors", "tertiary-authors", "subsidiary-authors", "translated-authors", "related-urls", "pdf-urls"}
_GROUPS |= {"web-urls", "text-urls", "image-urls"}


class EndnoteXml:
    """EndNote XML records."""

    name = "endnote"
    suffixes = (".xml", ".enx")
    media_types = ("application/x-endnote-library",)

    def sniff(self, head: bytes) -> int:
        """85 for records with EndNote's elements."""
        text = xml.as_text(head)
        return 85 if text.lstrip().startswith("<") and _SNIFF.search(text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record."""
        position = 0
        for found in xml.elements(data, settings, lambda _, local: local == "record"):
            position += 1
            if isinstance(found, xml.Fault):
                yield Unreadable(file, str(found), position, format=self.name)
                return
            yield self._record(found, file, position)
        if not position:
            yield Unreadable(file, "no EndNote record in this XML", format=self.name)

    def _record(self, element: xml.Element, file: str, position: int) -> Record | Unreadable:
        record = TaggedRecord()
        kind = Value("", "")
        for name, node in _fields(Node.root(element), ""):
            value = Value(node.text, node.path, position)
            if name == "ref-type":
                kind = Value(node.get("name") or node.text, node.path)
            else:
                record.fields.setdefault(name, []).append(value)
        own = record.fields.get("label", [Value("", "")])[0].joined
        _read(record, kind)
        if not record.statements:
            return Unreadable(file, "a record that says nothing that the gate reads", position, own, format=self.name)
        doi = next((s.value for s in record.statements if s.property == "doi"), "")
        return Record(
            Kind.WORK,
            own or doi or f"#{position}",
            tuple(record.statements),
            self.name,
            file,
            position,
            record.ignored(),
            tuple(record.notes),
            xml.source(element),
        )


def _fields(node: Node, group: str) -> Iterator[tuple[str, Node]]:
    """Every field: children of groups are named with their group where the name alone says too little."""
    for child in node.children():
        if child.name in _GROUPS:
            yield from _fields(child, child.name)
        else:
            special = group in ("secondary-authors", "tertiary-authors", "subsidiary-authors", "translated-authors", "pub-dates")
            special = special or group in ("pdf-urls", "text-urls", "image-urls", "alt-periodical")
            yield (f"{group}/{child.name}" if special else child.name), child


def _read(record: TaggedRecord, kind_field: Value) -> None:
    said = kind_field.joined
    kind = TYPES.get(said.lower(), "")
    record.once("title", "title", "short-title", "translated-title")
    record.names("edt" if said.lower() == "edited book" else AUTHORS.get(kind, "aut"), "author")
    if kind != "patent":
        record.names("edt", "secondary-authors/author")
    if kind in ("book", "thesis"):
        record.names("edt" if kind == "book" else "ths", "tertiary-authors/author")
    record.names("trl" if kind in ("book", *IN_A_BOOK) else "ctb", "subsidiary-authors/author")
    record.date(record.take("year"), record.take("pub-dates/date"))
    if kind not in NO_CONTAINER:
        record.once(
            "container", "full-title", "secondary-title", "abbr-1", "abbr-2", "abbr-3", "alt-title", "alt-periodical/full-title"
        )
    record.once("volume", "volume")
    if kind not in WHOLE:
        record.once("issue", "number", "issue")
        record.once("pages", "pages")
    for name in ("publisher", "edition", "language"):
        record.each(name, name)
    record.keywords("keyword")
    record.once("abstract", "abstract")
    for value in record.take("electronic-resource-num"):
        record.add_address(value.joined, value.path)
    record.numbers("isbn")
    for value in record.take("url"):
        record.add_address(value.joined, value.path)
    if record.statements:
        forms = [said, *(v.joined for v in record.take("work-type"))]
        record.add("type", kind or ("" if said.lower() == "generic" else said), kind_field.path, *forms)
    record.leave({name: _IGNORED.get(name, _reason(name)) for name in record.fields})


def _reason(name: str) -> str:
    if name.endswith("/author"):
        return "a name without part in the work itself"
    if name.endswith("/url"):
        return "link to a file"
    if "title" in name or name.startswith("abbr"):
        return "series statement or another title"
    return "unknown field"
