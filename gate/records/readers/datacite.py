"""DataCite metadata in XML (kernel 2 to 4) and in the JSON of its REST API; the two say the same and are read as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gate.model import Ignored, Kind, Note, Record, Statement, Unreadable
from gate.records.readers import datacite_xml, xml
from gate.records.readers.datacite_fields import read_attributes
from gate.records.readers.json_nodes import JsonNode
from gate.records.readers.json_parse import describe as described
from gate.records.readers.json_text import Document, documents
from gate.records.readers.json_values import by_name
from gate.records.readers.reading import Reading
from gate.settings import Settings

KERNEL = re.compile(r"https?://(?:schema\.)?datacite\.org/(?:schema|meta)/")
_OAI = re.compile(r"<(?:\w+:)?OAI-PMH[\s>]")
_RESOURCE = re.compile(r"<(?:\w+:)?resource[\s>]")
#: keys and values that only DataCite's JSON has
_TELLING = re.compile(
    r'"(?:titles|titleType|publicationYear|publication[-_]year|nameType|nameIdentifierScheme|resource-?[tT]ype-?[gG]eneral|dateType'
    r'|relatedIdentifierType|relationType|identifierType|contributorType|descriptionType|creators)"\s*:'
)
_SCHEMA = re.compile(r'"schema[-_]?[vV]ersion"\s*:\s*"https?://(?:schema\.)?datacite\.org/')


class DataciteXml:
    """DataCite XML: ``resource`` elements, alone or in an envelope."""

    name = "datacite"
    suffixes = (".xml",)
    media_types = ("application/vnd.datacite.datacite+xml",)

    def sniff(self, head: bytes) -> int:
        """90 for a resource element in a DataCite namespace; 60 in OAI-PMH, whose reader knows what is around it."""
        text = xml.as_text(head)
        if not text.lstrip().startswith("<") or not KERNEL.search(text) or not _RESOURCE.search(text):
            return 0
        return 60 if _OAI.search(text) else 90

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record."""
        position = 0
        for found in xml.elements(data, settings, is_record):
            position += 1
            if isinstance(found, xml.Fault):
                yield Unreadable(file, str(found), position, format=self.name)
                return
            yield describe(found, file, position)
        if not position:
            yield Unreadable(file, "no DataCite resource in this XML", format=self.name)


class DataciteJson:
    """DataCite JSON: the attributes of a DOI, alone, in an answer of the REST API, or a list of these."""

    name = "datacitejson"
    suffixes = ()
    media_types = ("application/vnd.datacite.datacite+json", "application/vnd.crosscite.crosscite+json")

    def sniff(self, head: bytes) -> int:
        """95 for JSON with three keys of DataCite's own, or one and its schema: plain JSON has ``creators`` too."""
        text = xml.as_text(head).lstrip()
        if text[:1] not in ("{", "["):
            return 0
        telling = len({found.group().split('"')[1] for found in _TELLING.finditer(text)})
        return 95 if telling >= 3 or (telling and _SCHEMA.search(text)) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record."""
        for document in documents(data, file, settings):
            if isinstance(document, Unreadable):
                yield replace(document, format=self.name)
                continue
            for item, path in _attributes_in(document):
                if isinstance(item.value, dict):
                    yield self._record(item, path, file)
                else:
                    reason = f"{described(item.value)}, not a DataCite record"
                    yield Unreadable(file, reason, item.position, "", item.offset, self.name)

    def _record(self, document: Document, path: str, file: str) -> Record | Unreadable:
        reading = Reading(notes=list(document.notes))
        read_attributes(reading, JsonNode(document.value, path))
        return _made(reading, file, document.position, self.name, document.raw)


def is_record(namespace: str, local: str) -> bool:
    """Whether an element is a DataCite resource; the namespace may be missing."""
    return local == "resource" and (KERNEL.match(namespace) is not None or not namespace)


def describe(element: xml.Element, file: str, position: int, number: str = "") -> Record | Unreadable:
    """The record in a ``resource`` element; ``number`` is the id that its envelope gives it."""
    attributes, places, left = datacite_xml.attributes_of(element)
    reading = Reading()
    read_attributes(reading, JsonNode(attributes))
    reading.statements = [_placed(s, places) for s in reading.statements]
    reading.notes = [Note(n.code, datacite_xml.place(n.path, places), n.value, n.detail) for n in reading.notes]
    reading.left = {(datacite_xml.place(path, places), reason): n for (path, reason), n in reading.left.items()}
    found = _made(reading, file, position, DataciteXml.name, xml.source(element), number)
    return replace(found, ignored=(*found.ignored, *(Ignored(path) for path in left))) if isinstance(found, Record) else found


def _placed(statement: Statement, places: dict[str, str]) -> Statement:
    parts = tuple(_placed(part, places) for part in statement.parts)
    return replace(statement, path=datacite_xml.place(statement.path, places), parts=parts)


def _made(reading: Reading, file: str, position: int, name: str, raw: bytes, number: str = "") -> Record | Unreadable:
    own = number or next((s.value for s in reading.statements if s.property == "doi"), "") or f"#{position}"
    if not reading.statements:
        return Unreadable(file, "a DataCite record that says nothing of a work", position, own, format=name)
    notes = tuple(reading.notes)
    return Record(Kind.WORK, own, tuple(reading.statements), name, file, position, reading.ignored(), notes, raw)


def _attributes_in(document: Document) -> list[tuple[Document, str]]:
    """The attributes of every DOI in a document with their path: bare, in ``attributes``, in ``data``, or a list in ``data``."""
    value = document.value
    keys = by_name(value) if isinstance(value, dict) else {}
    if isinstance(value, dict) and "data" in keys and not {"titles", "creators"} & keys.keys():
        inner = value[keys["data"]]
        if isinstance(inner, list):
            items = [Document(item, document.position + n) for n, item in enumerate(inner)]
            return [found for item in items for found in _attributes_in(item)]
        nested = replace(document, value=inner)
        return [(item, f"{keys['data']}.{path}".rstrip(".")) for item, path in _attributes_in(nested)]
    if isinstance(value, dict) and "attributes" in keys and not {"titles", "creators"} & keys.keys():
        return [(replace(document, value=value[keys["attributes"]]), keys["attributes"])]
    return [(document, "")]
