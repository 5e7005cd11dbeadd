"""A copy of a MODS record with corrected headings and names, each told in a ``recordInfoNote`` (MODS 3.6 and later)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, Self, cast
from xml.sax.saxutils import escape

from gate.model import Identifier, Record, Statement
from gate.normalise import identifiers
from gate.normalise.naco import parts_of
from gate.rdf.iris import identifier_iri
from gate.records import read_bytes
from gate.records.readers import mods, xml
from gate.records.readers.xml_nodes import Node
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.report.suggestions import Suggestion

_END = re.compile(rb"</(?:([\w.-]+):)?mods\s*>\s*$")


class _Writable(Protocol):
    def set(self, key: str, value: str) -> None: ...


@dataclass(slots=True)
class ModsCopy:
    """The copy of one record: its bytes now, and what was changed in it so far."""

    original: Record
    process: str
    today: str
    data: bytes
    told: list[str] = field(default_factory=list)
    _before: bytes = b""

    @classmethod
    def of(cls, record: Record, version: str, today: str) -> Self | None:
        """A copy of the record, or None where its bytes are not known. ``today``: yyyymmdd."""
        made = cls(record, f"catalog-gate {version}", today, record.raw)
        return made if record.raw and made._root() is not None and _END.search(record.raw) else None

    def statements(self) -> tuple[Statement, ...]:
        """What the copy says, as the gate reads it."""
        read = list(read_bytes(self.data, "copy.xml", "mods", settings=Settings()))
        return read[0].statements if len(read) == 1 and isinstance(read[0], Record) else ()

    def change(self, suggestion: Suggestion) -> bool:
        """Write the heading that is wanted in its elements; False where it cannot be told which of them has which part."""
        root = self._root()
        way = _way(root, suggestion.path) if root is not None else []
        if root is None or not way:
            return False
        node = way[-1]
        held = node.children("namePart") if node.name == "name" else node.children() if node.name == "subject" else [node]
        parts = [suggestion.wanted] if suggestion.is_name else parts_of(suggestion.wanted)
        if len(held) != len(parts) or any(len(one.element) for one in held):
            return False
        for one, part in zip(held, parts, strict=True):
            one.element.text = part
        inside = way[-2:] if way[-2].name == "subject" else way[-1:]
        for one in {id(n.element): n for n in (*inside, *held)}.values():
            if new := _address(one.get("valueURI"), suggestion.numbers):
                cast("_Writable", one.element).set("valueURI", new)
        finding = suggestion.finding
        what = f"{self.process}, {self.today}: {finding.code} at {finding.path}: {suggestion.given} -> {suggestion.wanted}"
        self._before, self.data = self.data, xml.source(root.element)
        self.told.append("; ".join(filter(None, (what, f"{finding.source} {finding.as_of}".strip()))))
        return True

    def take_back(self) -> None:
        """Undo the last change."""
        self.data = self._before
        self.told.pop()

    def xml(self) -> bytes:
        """The record, with its notes at the end."""
        found = _END.search(self.data)
        if found is None:
            return self.data
        prefix = f"{found[1].decode()}:" if found[1] else ""
        notes = "".join(f"<{prefix}recordInfoNote>{escape(told)}</{prefix}recordInfoNote>" for told in self.told)
        return (
            self.data[: found.start()] + f"<{prefix}recordInfo>{notes}</{prefix}recordInfo>".encode() + self.data[found.start() :]
        )

    def _root(self) -> Node | None:
        found = next(xml.elements(self.data, Settings(), mods.is_record), None)
        return None if found is None or isinstance(found, xml.Fault) else Node.root(found)


def mods_collection(copies: Iterable[ModsCopy]) -> bytes:
    """The corrected copies as one collection; empty where there are none."""
    inner = b"".join(copy.xml() + b"\n" for copy in copies)
    head = b'<?xml version="1.0" encoding="UTF-8"?>\n<modsCollection xmlns="http://www.loc.gov/mods/v3">\n'
    return head + inner + b"</modsCollection>\n"


def _way(root: Node, path: str) -> list[Node]:
    """The elements from the record down to the one at ``path``; empty where there is none."""
    way = [root]
    while way[-1].path != path:
        below = next((c for c in way[-1].children() if path == c.path or path.startswith(f"{c.path}/")), None)
        if below is None:
            return []
        way.append(below)
    return way if len(way) > 1 else []


def _address(text: str, numbers: Iterable[tuple[Identifier, Identifier]]) -> str:
    """The address of the new heading, where this is one of the old; else empty."""
    read = identifiers.detect(text) if text else None
    own = read.identifier if read is not None else None
    return next((identifier_iri(after) or "" for before, after in numbers if before == own), "")
