"""JSON-LD with the terms of schema.org, CodeMeta, or DCMI and BIBO, as web pages, repositories and libraries publish it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gate.model import Kind, Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.json_fields import FIELDS, RECORD_KEYS
from gate.records.readers.json_parse import describe
from gate.records.readers.json_record import read_fields
from gate.records.readers.json_text import Document, documents
from gate.records.readers.json_values import Collector, by_name
from gate.records.readers.jsonld_fields import read_work
from gate.records.readers.jsonld_nodes import Graph, LdNode, local
from gate.records.readers.plain_json import finished
from gate.records.readers.reading import Reading
from gate.settings import Settings

_CONTEXT = re.compile(r'"@context"\s*:\s*(?:"[^"]*(?:schema\.org|codemeta)|[\[{][^\]}]*(?:schema\.org|codemeta))', re.IGNORECASE)
_TERMS = re.compile(r'"(?:https?://schema\.org/\w+|schema:\w+)"')
_LINKED = re.compile(r'"@(?:context|graph|id)"\s*:')
_DESCRIBED = re.compile(r'"(?:dc|dcterms|bibo|schema)?:?(?:title|name|headline)"\s*:')
_BIBFRAME = re.compile(r"id\.loc\.gov/ontologies/bibframe|\"bf:")
#: types of things that are no works, however they are described
_NO_WORK_TYPES = """
person organization corporation collegeoruniversity researchorganization place language role country periodical publicationissue
publicationvolume definedterm definedtermset propertyvalue mediaobject imageobject website webpage breadcrumblist listitem
searchaction contactpoint datacatalog datadownload grant monetarygrant concept conceptscheme postaladdress event
"""
_NO_WORKS = frozenset(_NO_WORK_TYPES.split())
_LABELS = frozenset({"title", "name", "headline"})


class JsonLd:
    """Works in JSON-LD."""

    name = "jsonld"
    suffixes = (".jsonld",)
    media_types = ("application/vnd.schemaorg.ld+json", "application/vnd.codemeta.ld+json")

    def sniff(self, head: bytes) -> int:
        """92 for schema.org or CodeMeta, 70 for other linked data with titles; none for BIBFRAME, which has its own reader."""
        text = xml.as_text(head).lstrip()
        if text[:1] not in ("{", "[") or _BIBFRAME.search(text):
            return 0
        if _CONTEXT.search(text) or _TERMS.search(text):
            return 92
        return 70 if _LINKED.search(text) and _DESCRIBED.search(text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every work of every document; what a work only refers to is part of it. An agent or a term alone is read too."""
        position = 0
        for document in documents(data, file, settings):
            if isinstance(document, Unreadable):
                position += 1
                yield replace(document, format=self.name, position=position)
                continue
            if not isinstance(document.value, dict):
                position += 1
                reason = f"{describe(document.value)}, not a JSON-LD object"
                yield Unreadable(file, reason, position, "", document.offset, self.name)
                continue
            for found in self._of(document, document.value, file, position):
                position += 1
                yield found

    def _of(self, document: Document, value: dict[str, object], file: str, before: int) -> Iterator[Record | Unreadable]:
        graph = Graph()
        try:
            graph.collect(value, "")
            works = _works(value, graph)
            if not works:
                works = [LdNode(value, "", graph)]
            for number, work in enumerate(works, 1):
                yield self._record(replace(document, position=before + number), work, file)
        except RecursionError:
            reason = "nested too deeply to be read on this machine; lower max_depth"
            yield Unreadable(file, reason, before + 1, "", document.offset, self.name)

    def _record(self, document: Document, work: LdNode, file: str) -> Record | Unreadable:
        if (other := _other_kind(work)) is not None and isinstance(work.value, dict):
            into = Collector()
            read_fields(into, work.value, FIELDS[other], skip=RECORD_KEYS)
            return finished(into, other, document, work.value, by_name(work.value), file, self.name)
        reading = Reading(notes=list(document.notes))
        read_work(reading, work)
        doi = next((s.value for s in reading.statements if s.property == "doi"), "")
        name = own_id(work) or doi or f"#{document.position}"
        if not any(s.property != "type" for s in reading.statements):
            return Unreadable(file, "JSON-LD that says nothing of a work", document.position, name, document.offset, self.name)
        notes = tuple(reading.notes)
        statements = tuple(reading.statements)
        return Record(Kind.WORK, name, statements, self.name, file, document.position, reading.ignored(), notes, document.raw)


def _works(value: dict[str, object], graph: Graph) -> list[LdNode]:
    """The works that a document describes: the object itself, those in its graph, or what a page is about.

    Where one refers to another (an article to its journal), the other is part of it.
    """
    members = value.get("@graph")
    if not isinstance(members, list):
        top = LdNode(value, "", graph)
        entity = top.first("mainentity")
        is_page = any(name.lower() in _NO_WORKS for name in top.types) and isinstance(entity.value, dict)
        return [entity] if is_page and _is_work(entity) else [top]
    nodes = [LdNode(item, f"@graph[{n}]", graph) for n, item in enumerate(members) if isinstance(item, dict)]
    works = [node for node in nodes if _is_work(node)]
    inner = {(own_id(node), i.id) for node in works for i in node.all("ispartof", "citation", "about", "publisher") if i.id}
    referred = {other for own, other in inner if own != other}
    return [node for node in works if own_id(node) not in referred] or works


def own_id(node: LdNode) -> str:
    """The ``@id`` of an object; empty where it has none."""
    own = node.value.get("@id", node.value.get("id")) if isinstance(node.value, dict) else None
    return own if isinstance(own, str) else ""


def _is_work(node: LdNode) -> bool:
    if not isinstance(node.value, dict):
        return False
    kinds = {name.lower() for name in node.types}
    return bool(kinds - _NO_WORKS) and any(local(key) in _LABELS for key in node.value)


def _other_kind(node: LdNode) -> Kind | None:
    """The kind of a document that describes no work: a person or body, or a term."""
    kinds = {name.lower() for name in node.types}
    if not isinstance(node.value, dict) or not kinds or not kinds <= _NO_WORKS:
        return None
    if kinds & {"definedterm", "concept"}:
        return Kind.CONCEPT
    if kinds & {"person", "organization", "corporation", "collegeoruniversity", "researchorganization"}:
        return Kind.AGENT
    return None
