"""MODS (Library of Congress, Metadata Object Description Schema, versions 3.0 to 3.8), alone or in any envelope."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.mods_fields import read_mods
from gate.records.readers.xml_nodes import Node
from gate.settings import Settings

MODS = "http://www.loc.gov/mods/"
_SNIFF = re.compile(r"<(?:\w+:)?mods(?:Collection)?[\s>]")
_IN_METS = re.compile(r"<(?:\w+:)?mets[\s>]")
_OAI = re.compile(r"<(?:\w+:)?OAI-PMH[\s>]")


class Mods:
    """MODS records."""

    name = "mods"
    suffixes = (".xml", ".mods")
    media_types = ("application/mods+xml",)

    def sniff(self, head: bytes) -> int:
        """90 for a MODS element, 82 for one further on, or METS with its namespace; OAI-PMH is for the reader of that."""
        text = xml.as_text(head).lstrip()
        if not text.startswith("<"):
            return 0
        if _OAI.search(text):
            return 60 if MODS in text else 0
        found = _SNIFF.search(text)
        if found is not None:
            return 90 if found.start() < 1000 else 82
        return 82 if MODS in text and _IN_METS.search(text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record; one that says nothing of a work is named."""
        position = 0
        for found in xml.elements(data, settings, is_record):
            position += 1
            if isinstance(found, xml.Fault):
                yield Unreadable(file, str(found), position, format=self.name)
                return
            yield describe(found, file, position)
        if not position:
            yield Unreadable(file, "no MODS record in this XML", format=self.name)


def is_record(namespace: str, local: str) -> bool:
    """Whether an element is a MODS record; the namespace may be missing."""
    return local == "mods" and (namespace.startswith(MODS) or not namespace)


def describe(element: xml.Element, file: str, position: int, number: str = "") -> Record | Unreadable:
    """The record in a ``mods`` element; ``number`` is the id that its envelope gives it."""
    reading, own = read_mods(Node.root(element))
    own = number or own or f"#{position}"
    if not reading.statements:
        return Unreadable(file, "a MODS record that says nothing of a work", position, own, format=Mods.name)
    return Record(
        reading.kind,
        own,
        tuple(reading.statements),
        Mods.name,
        file,
        position,
        reading.ignored(),
        tuple(reading.notes),
        xml.source(element),
    )
