"""JATS and the NLM journal article formats before it (ANSI/NISO Z39.96): the front matter of an article, and what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gate.model import Record, Unreadable
from gate.records.readers import xml
from gate.records.readers.jats_front import read_article
from gate.records.readers.xml_nodes import Node
from gate.settings import Settings

_ARTICLE = re.compile(r"<(?:\w+:)?article[\s>]")
_TELLING = re.compile(r"//NLM//DTD|JATS|<(?:\w+:)?(?:journal-meta|article-meta|front)[\s>]|jats\.nlm\.nih\.gov|dtd-version=")
_OAI = re.compile(r"<(?:\w+:)?OAI-PMH[\s>]")
_NAMESPACE = "jats.nlm.nih.gov/"


class Jats:
    """JATS articles."""

    name = "jats"
    suffixes = (".xml", ".nxml", ".jats")
    media_types = ("application/jats+xml", "application/vnd.jats+xml")

    def sniff(self, head: bytes) -> int:
        """88 for an article with JATS's elements or document type; 60 in OAI-PMH, whose reader knows what is around it."""
        text = xml.as_text(head)
        if not text.lstrip().startswith("<") or not _ARTICLE.search(text) or not _TELLING.search(text):
            return 0
        return 60 if _OAI.search(text) else 88

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every article; the document type that JATS files name is not fetched."""
        position = 0
        for found in xml.elements(data, settings, is_record, doctype=True):
            position += 1
            if isinstance(found, xml.Fault):
                yield Unreadable(file, str(found), position, format=self.name)
                return
            yield describe(found, file, position)
        if not position:
            yield Unreadable(file, "no JATS article in this XML", format=self.name)


def is_record(namespace: str, local: str) -> bool:
    """Whether an element is an article of JATS, with or without its namespace."""
    return local == "article" and (not namespace or _NAMESPACE in namespace)


def describe(element: xml.Element, file: str, position: int, number: str = "") -> Record | Unreadable:
    """The record in an ``article`` element; ``number`` is the id that its envelope gives it."""
    reading, own = read_article(Node.root(element))
    own = number or own or f"#{position}"
    if not reading.statements:
        return Unreadable(file, "an article without front matter that says anything", position, own, format=Jats.name)
    return Record(
        reading.kind,
        own,
        tuple(reading.statements),
        Jats.name,
        file,
        position,
        reading.ignored(),
        tuple(reading.notes),
        xml.source(element),
    )
