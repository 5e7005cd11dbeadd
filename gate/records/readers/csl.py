"""CSL-JSON, the exchange format of reference managers, and the works of Crossref, which come close to it.

Variables are those of the Citation Style Language 1.0.2, section "Standard Variables". Dates become EDTF, the roles of names MARC
relator codes. What an item says of its container, its series or a reviewed work is not said of the work itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gate.model import Kind, Record, Unreadable
from gate.records.readers.json_fields import CSL, RECORD_KEYS, Table
from gate.records.readers.json_names import read_creators
from gate.records.readers.json_parse import child, describe
from gate.records.readers.json_places import members
from gate.records.readers.json_record import read_fields
from gate.records.readers.json_text import Document, documents
from gate.records.readers.json_values import Collector, by_name
from gate.records.readers.plain_json import finished, unwrapped
from gate.settings import Settings

_TABLE = Table(CSL)
_WRAPPERS = frozenset({"items", "references", "records", "data", "bibliography"})
_SKIP = RECORD_KEYS | {"containerauthor"}
#: types that no other JSON uses in this spelling
_TYPES = (
    rb"article-journal|article-magazine|article-newspaper|paper-conference|entry-dictionary|entry-encyclopedia|legal_case|legal_commentary"
    rb"|motion_picture|musical_score|personal_communication|post-weblog|review-book|journal-article|proceedings-article|book-chapter"
    rb"|posted-content|reference-entry|speech|webpage|treaty|figure"
)
_TELLING = (
    (re.compile(rb'"message-type"\s*:\s*"work'), 85),
    (re.compile(rb'"date-parts"\s*:'), 80),
    (re.compile(rb'"type"\s*:\s*"(?:' + _TYPES + rb')"'), 80),
    (re.compile(rb'"(?:container-title|citation-key|title-short|non-dropping-particle)"\s*:'), 75),
    (re.compile(rb'"author"\s*:\s*\[\s*\{\s*"(?:family|given|literal)"\s*:'), 60),
)


class Csl:
    """CSL-JSON: a list of items, one item, or items in a wrapper."""

    name = "csl"
    suffixes = (".csljson",)
    media_types = ("application/vnd.citationstyles.csl+json", "application/citeproc+json")

    def sniff(self, head: bytes) -> int:
        """60 to 85 for JSON with a variable or type that is CSL's own."""
        text = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
        if text[:1] not in (b"{", b"["):
            return 0
        return max((sure for pattern, sure in _TELLING if pattern.search(text)), default=0)

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every item of ``data``, in order."""
        for document in documents(data, file, settings):
            if isinstance(document, Unreadable):
                yield replace(document, format=self.name)
                continue
            for item in _items(document):
                if isinstance(item.value, dict):
                    yield self.record(item, item.value, file, self.name)
                else:
                    reason = f"{describe(item.value)}, not a CSL item"
                    yield Unreadable(file, reason, item.position, "", item.offset, self.name)

    def record(self, document: Document, value: dict[str, object], file: str, format_name: str) -> Record:
        """One item, whatever it was written in."""
        into = Collector()
        keys = by_name(value)
        read_fields(into, value, _TABLE, skip=_SKIP)
        if "containerauthor" in keys:
            _of_container(into, value[keys["containerauthor"]], child("", keys["containerauthor"]))
        return finished(into, Kind.WORK, document, value, keys, file, format_name)


def _of_container(into: Collector, value: object, path: str) -> None:
    """The author of the container describes the container."""
    inner = Collector()
    read_creators(inner, value, path, "aut")
    into.notes += inner.notes
    for n, statement in enumerate(into.statements):
        if statement.property == "container":
            into.statements[n] = replace(statement, parts=(*statement.parts, *inner.statements))
            return
    into.ignore(path, "says something about a container that is not named")


def _items(document: Document) -> list[Document]:
    """The items in a document: itself, the list it wraps, the message of a Crossref answer, or an object of items by key."""
    value = document.value
    message = value.get("message") if isinstance(value, dict) else None
    if isinstance(message, dict) and isinstance(value, dict) and ("message-type" in value or "status" in value):
        listed = message.get("items")
        if isinstance(listed, list):
            raws = members(document.raw, ("message", "items"))
            return [Document(item, document.position + n, raw=raws.get(n, b"")) for n, item in enumerate(listed)]
        return [replace(document, value=message, raw=members(document.raw, ()).get("message", b""))]
    if isinstance(value, dict) and len(value) > 0 and all(_is_item(item) for item in value.values()):
        keyed = members(document.raw, ())
        return [Document(item, document.position + n, raw=keyed.get(key, b"")) for n, (key, item) in enumerate(value.items())]
    return unwrapped(document, _WRAPPERS)


def _is_item(value: object) -> bool:
    return isinstance(value, dict) and "type" in value and any(key in value for key in ("title", "author", "issued"))
