"""Plain JSON: the field names of this project and their obvious synonyms, for works, agents and concepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gate.model import Kind, Note, Record, Unreadable
from gate.properties import LABEL_PROPERTY
from gate.records.readers.json_fields import FIELDS, ID_KEYS, KIND_KEYS, KIND_WORDS, RECORD_KEYS, TELLING
from gate.records.readers.json_identifiers import claim_own_id
from gate.records.readers.json_parse import child, describe
from gate.records.readers.json_places import members
from gate.records.readers.json_record import finish, read_fields
from gate.records.readers.json_text import Document, documents
from gate.records.readers.json_values import Collector, as_number, by_name, plain, worth_keeping
from gate.settings import Settings

#: objects that only hold a list of records
_WRAPPERS = frozenset({"records", "items", "results", "data", "@graph"})

_OWN_KEYS = re.compile(rb'"(kind|creators|citations|concepts|research_areas|times_cited|influenced_by|heading|nouns)"\s*:')


class PlainJson:
    """JSON records: one object, a list of them, or JSON Lines."""

    name = "json"
    suffixes = (".json", ".jsonl", ".ndjson")
    media_types = ("application/json", "application/x-ndjson", "application/jsonl")

    def sniff(self, head: bytes) -> int:
        """90 for JSON with keys that only the gate's own form has, 50 for other JSON: a format with keys of its own is surer."""
        sure = 90 if _OWN_KEYS.search(head.replace(b"\0", b"")) else 50
        start = head.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n\x1e")
        if start[:1] == b"{":
            return sure
        return sure if start[:1] == b"[" and start[1:].lstrip(b"\x00 \t\r\n")[:1] in (b"{", b"]", b"") else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record of ``data``, in order."""
        for document in documents(data, file, settings):
            if isinstance(document, Unreadable):
                yield Unreadable(file, document.reason, document.position, "", document.offset, self.name)
            else:
                yield from self._of(document, file)

    def _of(self, document: Document, file: str) -> Iterator[Record | Unreadable]:
        members = unwrapped(document, _WRAPPERS)
        for member in members:
            if not isinstance(member.value, dict):
                reason = f"{describe(member.value)}, not a JSON object"
                yield Unreadable(file, reason, member.position, "", member.offset, self.name)
                continue
            try:
                yield self._record(member, member.value, file)
            except RecursionError:
                reason = "nested too deeply to be read on this machine; lower max_depth"
                yield Unreadable(file, reason, member.position, "", member.offset, self.name)

    def _record(self, document: Document, value: dict[str, object], file: str) -> Record:
        into = Collector()
        keys = by_name(value)
        kind, said = kind_of(into, value, keys)
        read_fields(into, value, FIELDS[kind], skip=RECORD_KEYS | said if said else RECORD_KEYS)
        return finished(into, kind, document, value, keys, file, self.name)


def unwrapped(document: Document, wrappers: frozenset[str]) -> list[Document]:
    """The records in ``{"items": [...]}``, else the document itself. A label, or another object or list, makes it a record."""
    value = document.value
    if not isinstance(value, dict) or document.notes or any(key in value for key in _LABELS):
        return [document]
    deep = [(key, item) for key, item in value.items() if isinstance(item, (dict, list))]
    if len(deep) != 1 or deep[0][0].lower() not in wrappers or not isinstance(deep[0][1], list) or not deep[0][1]:
        return [document]
    raws = members(document.raw, (deep[0][0],))
    return [Document(item, document.position + n, raw=raws.get(n, b"")) for n, item in enumerate(deep[0][1])]


_LABELS = frozenset({*LABEL_PROPERTY.values(), "id", "label"})


def kind_of(into: Collector, value: dict[str, object], keys: dict[str, str]) -> tuple[Kind, frozenset[str]]:
    """The kind of a record, and the keys that state it. Stated by a ``kind`` or ``type`` key, else inferred from the fields.

    ``keys`` are those of ``value`` by their plain names. Of kinds for which the fields speak equally loudly, a work comes first.
    """
    for name in KIND_KEYS:
        if name not in keys:
            continue
        given = value[keys[name]]
        words = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        for word in words:
            kind = KIND_WORDS.get(plain(word.rsplit("/", 1)[-1].rsplit("#", 1)[-1])) if isinstance(word, str) else None
            if kind is not None:
                return kind, frozenset({name})
        if name not in ("type", "@type"):
            shown = str(words[0])[:100] if words else ""
            into.notes.append(Note("value-unreadable", child("", keys[name]), shown, f"expected {', '.join(Kind)}"))
    names = tuple(keys)
    return _loudest(names) if worth_keeping(names) else _loudest.__wrapped__(names), frozenset()


@lru_cache(maxsize=512)
def _loudest(names: tuple[str, ...]) -> Kind:
    weight = dict.fromkeys(Kind, 0)
    for name in names:
        for kind, loud in TELLING.get(name, ()):
            weight[kind] += loud
    return max(weight, key=lambda kind: weight[kind])


def finished(
    into: Collector,
    kind: Kind,
    document: Document,
    value: dict[str, object],
    keys: dict[str, str],
    file: str,
    format_name: str,
) -> Record:
    """The record, once its fields are read."""
    claim_own_id(into, value, keys, "")
    finish(into)
    stated = next((s.value for s in into.statements if s.property == "doi"), "")
    return Record(
        kind,
        own_id(value, keys) or stated or f"#{document.position}",
        tuple(into.statements),
        format_name,
        file,
        document.position,
        tuple(into.ignored),
        (*document.notes, *into.notes),
        document.raw,
    )


def own_id(value: dict[str, object], keys: dict[str, str]) -> str:
    """The record's own id, if it has one."""
    for name in ID_KEYS:
        if name in keys:
            given = value[keys[name]]
            text = given.strip() if isinstance(given, str) else as_number(given) or ""
            if text:
                return text
    return ""
