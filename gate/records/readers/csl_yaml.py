"""CSL-YAML, the form of CSL items in pandoc's metadata, and Hayagriva, the YAML of Typst, which names its fields otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Kind, Note, Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.csl import Csl
from gate.records.readers.json_dates import read_dates
from gate.records.readers.json_fields import WORK, Field, Table
from gate.records.readers.json_parse import child, describe
from gate.records.readers.json_record import finish, read_fields
from gate.records.readers.json_text import Document
from gate.records.readers.json_values import Collector
from gate.records.readers.plain_text import decoded
from gate.records.readers.yaml_values import YamlDocument, YamlFault, yaml_documents
from gate.settings import Settings

_SNIFF = re.compile(
    r"(?:---[ \t]*\n|%YAML|(?:references|bibliography):[ \t]*\n|- (?:id|type|title|author): "
    r"|[\w:.@/-]+:[ \t]*\n[ ]+(?:type|title|author): )",
    re.IGNORECASE,
)
_LAST = re.compile(r"(?:\.[^.\[\]]+|\[[^\]]*\]|^[^.\[\]]+)$")
_ITEM_KEYS = ("id", "type", "title", "author", "issued", "citation-key")
_DATES = ("issued", "original-date", "event-date", "accessed", "submitted", "available-date")
_HAYAGRIVA = Table(
    {
        **WORK,
        "serialnumber": Field("identifiers", "identifiers"),
        "parent": Field("container", "container"),
        "affiliated": Field("creators", "creators"),
        "pagerange": Field("pages", "number"),
    }
)


class CslYaml:
    """CSL items in YAML."""

    name = "cslyaml"
    suffixes = (".yaml", ".yml")
    media_types = ("application/yaml", "text/yaml", "text/x-yaml")

    def sniff(self, head: bytes) -> int:
        """60 for YAML that begins as a list of references does."""
        return 60 if _SNIFF.match(xml.as_text(head).lstrip()) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every item of every document: of a list, of ``references``, or by key."""
        text = decoded(data)
        position = 0
        for document in yaml_documents(text.text, settings.max_depth):
            if isinstance(document, YamlFault):
                yield Unreadable(file, str(document), position + 1, format=self.name)
                return
            doubts = _by_item(document)
            for path, key, item in _items(document.value):
                position += 1
                start, end = document.span(item)
                piece = text.text[start:end]
                if not isinstance(item, dict):
                    reason = f"{describe(item)}, not a CSL item"
                    yield Unreadable(file, reason, position, key, format=self.name)
                    continue
                notes = (*text.notes(piece), *doubts.get(path, []))
                yield self._record(Document(item, position, None, text.raw(piece), notes), item, key, file)
        if not position:
            yield Unreadable(file, "no CSL item in this YAML", format=self.name)

    def _record(self, document: Document, item: dict[str, object], key: str, file: str) -> Record:
        if key and "id" not in item and _is_hayagriva(item):
            return _hayagriva(document, item, key, file)
        with_ranges = {name: _range(value) if name in _DATES else value for name, value in item.items()}
        if key and "id" not in with_ranges:
            with_ranges["id"] = key
        return Csl().record(document, with_ranges, file, self.name)


def _items(value: object) -> Iterator[tuple[str, str, object]]:
    """Every item with its path in the document and the key that it is listed by."""
    if isinstance(value, dict):
        for name in ("references", "bibliography", "items"):
            listed = value.get(name)
            if isinstance(listed, list):
                yield from ((f"{name}[{n}]", "", item) for n, item in enumerate(listed))
                return
        if any(key in value for key in _ITEM_KEYS):
            yield "", "", value
        else:
            yield from ((child("", key), key, item) for key, item in value.items())
    elif isinstance(value, list):
        yield from ((f"[{n}]", "", item) for n, item in enumerate(value))


def _by_item(document: YamlDocument) -> dict[str, list[Note]]:
    """The notes on a document by the path of the item that they are on, with paths from it."""
    paths = {path for path, _, _ in _items(document.value)} if document.notes else set()
    found: dict[str, list[Note]] = {}
    for note in document.notes:
        path = note.path
        while path and path not in paths:
            above = _LAST.sub("", path)
            path = above if above != path else ""
        found.setdefault(path, []).append(Note(note.code, note.path[len(path) :].lstrip("."), note.value, note.detail))
    return found


def _range(value: object) -> object:
    """Two dates in a list are the ends of a range (pandoc); here as an interval of EDTF."""
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(end, dict) for end in value):
        return value
    ends = [[text.value for text in read_dates(Collector(), end, "")] for end in value]
    return "/".join(end[0] for end in ends) if all(len(end) == 1 for end in ends) else value


def _is_hayagriva(item: dict[str, object]) -> bool:
    """Hayagriva writes types with a capital, dates as ``date``, and what a thing is part of as ``parent``."""
    return "issued" not in item and ("parent" in item or "date" in item or "serial-number" in item)


def _hayagriva(document: Document, item: dict[str, object], key: str, file: str) -> Record:
    into = Collector()
    read_fields(into, item, _HAYAGRIVA, skip=frozenset())
    finish(into)
    notes = (*document.notes, *into.notes)
    return Record(
        Kind.WORK, key, tuple(into.statements), CslYaml.name, file, document.position, tuple(into.ignored), notes, document.raw
    )
