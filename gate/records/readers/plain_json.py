"""Plain JSON: the field names of this project and their obvious synonyms, for works, agents and concepts."""

from __future__ import annotations

from collections.abc import Iterator

from gate.model import Kind, Note, Record, Unreadable
from gate.properties import LABEL_PROPERTY
from gate.records.readers.json_fields import FIELDS, ID_KEYS, KIND_KEYS, KIND_WORDS, RECORD_KEYS, TELLING
from gate.records.readers.json_identifiers import claim_own_id
from gate.records.readers.json_parse import child, describe
from gate.records.readers.json_record import finish, read_fields
from gate.records.readers.json_text import Document, documents
from gate.records.readers.json_values import EMPTY, Collector, as_number, by_name, plain
from gate.settings import Settings

#: objects that only hold a list of records
_WRAPPERS = frozenset({"records", "items", "results", "data", "@graph"})


class PlainJson:
    """JSON records: one object, a list of them, or JSON Lines."""

    name = "json"
    suffixes = (".json", ".jsonl", ".ndjson", ".jsonld")
    media_types = ("application/json", "application/x-ndjson", "application/jsonl", "application/ld+json")

    def sniff(self, head: bytes) -> int:
        """50 for what begins like JSON objects: a format with keys of its own is surer than this."""
        start = head.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n\x1e")
        if start[:1] == b"{":
            return 50
        return 50 if start[:1] == b"[" and start[1:].lstrip(b"\x00 \t\r\n")[:1] in (b"{", b"]", b"") else 0

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
        kind, said = kind_of(into, value)
        read_fields(into, value, FIELDS[kind], skip=RECORD_KEYS | said)
        return finished(into, kind, document, value, file, self.name)


def unwrapped(document: Document, wrappers: frozenset[str]) -> list[Document]:
    """The records in ``{"items": [...]}``, else the document itself. A label, or another object or list, makes it a record."""
    value = document.value
    if not isinstance(value, dict) or document.notes or any(key in value for key in _LABELS):
        return [document]
    deep = [(key, item) for key, item in value.items() if isinstance(item, (dict, list))]
    if len(deep) != 1 or deep[0][0].lower() not in wrappers or not isinstance(deep[0][1], list) or not deep[0][1]:
        return [document]
    return [Document(item, document.position + n) for n, item in enumerate(deep[0][1])]


_LABELS = frozenset({*LABEL_PROPERTY.values(), "id", "label"})


def kind_of(into: Collector, value: dict[str, object]) -> tuple[Kind, frozenset[str]]:
    """The kind of a record, and the keys that state it. Stated by a ``kind`` or ``type`` key, else inferred from the fields."""
    keys = by_name(value)
    for name in KIND_KEYS:
        given = value.get(keys.get(name, ""))
        words = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        for word in words:
            kind = KIND_WORDS.get(plain(word.rsplit("/", 1)[-1].rsplit("#", 1)[-1])) if isinstance(word, str) else None
            if kind is not None:
                return kind, frozenset({name})
        if words and name not in ("type", "@type"):
            expected = f"expected {', '.join(Kind)}"
            into.notes.append(Note("value-unreadable", child("", keys[name]), str(words[0])[:100], expected))
    weight = {
        k: sum(w for name, w in tell.items() if name in keys and value[keys[name]] not in EMPTY) for k, tell in TELLING.items()
    }
    best = max(weight.values())
    kind = next(k for k in Kind if weight[k] == best)
    return kind, frozenset()


def finished(into: Collector, kind: Kind, document: Document, value: dict[str, object], file: str, format_name: str) -> Record:
    """The record, once its fields are read."""
    claim_own_id(into, value, "")
    finish(into)
    identifier = own_id(value)
    stated = next((s.value for s in into.statements if s.property == "doi"), "")
    return Record(
        kind,
        identifier or stated or f"#{document.position}",
        tuple(into.statements),
        format_name,
        file,
        document.position,
        tuple(into.ignored),
        (*document.notes, *into.notes),
        document.raw,
    )


def own_id(value: dict[str, object]) -> str:
    """The record's own id, if it has one."""
    keys = by_name(value)
    for name in ID_KEYS:
        given = value.get(keys.get(name, ""))
        text = given.strip() if isinstance(given, str) else as_number(given) or ""
        if text:
            return text
    return ""
