"""Zotero's RDF export (RDF/XML with the vocabularies bib, z, dc, dcterms, foaf and prism): every item is one record.

Attachments and notes are none; journals, books and series that an item is part of are read with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gate.model import Kind, Record, Statement, Unreadable
from gate.records.readers import rdf_nodes
from gate.records.readers.rdf_nodes import PREFIXES, RdfNode
from gate.records.readers.reading import Reading
from gate.settings import Settings

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

#: item types as CSL types; others are given as they are
_TYPES = {
    "book": "book",
    "bookSection": "chapter",
    "journalArticle": "article-journal",
    "magazineArticle": "article-magazine",
    "newspaperArticle": "article-newspaper",
    "preprint": "article",
    "conferencePaper": "paper-conference",
    "thesis": "thesis",
    "report": "report",
    "manuscript": "manuscript",
    "letter": "personal_communication",
    "interview": "interview",
    "film": "motion_picture",
    "videoRecording": "motion_picture",
    "tvBroadcast": "broadcast",
    "radioBroadcast": "broadcast",
    "podcast": "broadcast",
    "audioRecording": "song",
    "artwork": "graphic",
    "map": "map",
    "webpage": "webpage",
    "blogPost": "post-weblog",
    "forumPost": "post",
    "presentation": "speech",
    "computerProgram": "software",
    "dataset": "dataset",
    "encyclopediaArticle": "entry-encyclopedia",
    "dictionaryEntry": "entry-dictionary",
    "patent": "patent",
    "case": "legal_case",
    "statute": "legislation",
    "bill": "bill",
    "hearing": "hearing",
    "standard": "standard",
    "document": "document",
}
#: classes of bib, where there is no item type
_CLASSES = {
    "bib:Article": "article-journal",
    "bib:Book": "book",
    "bib:BookSection": "chapter",
    "bib:Thesis": "thesis",
    "bib:Report": "report",
    "bib:Manuscript": "manuscript",
    "bib:Letter": "personal_communication",
    "bib:Interview": "interview",
    "bib:MotionPicture": "motion_picture",
    "bib:Recording": "song",
    "bib:Image": "graphic",
    "bib:Map": "map",
    "bib:Patent": "patent",
    "bib:Legislation": "legislation",
    "bib:Document": "document",
}
_ROLES = {
    "bib:authors": "aut",
    "z:artists": "art",
    "z:composers": "cmp",
    "z:directors": "drt",
    "z:inventors": "inv",
    "z:programmers": "prg",
    "z:cartographers": "ctg",
    "z:interviewees": "ive",
    "z:presenters": "spk",
    "z:podcasters": "hst",
    "bib:editors": "edt",
    "z:translators": "trl",
    "z:interviewers": "ivr",
    "z:performers": "prf",
    "z:castMembers": "act",
    "z:scriptwriters": "aus",
    "z:producers": "pro",
    "z:wordsBy": "lyr",
    "z:guests": "ctb",
    "bib:contributors": "ctb",
}
#: texts that are read as they stand
_PLAIN = {
    "dc:date": "date",
    "bib:pages": "pages",
    "prism:edition": "edition",
    "z:language": "language",
    "dcterms:abstract": "abstract",
}
_NO_ITEMS = frozenset({"attachment", "note", "annotation"})
_SERIES = frozenset({"bib:Series", "z:Series"})
_NUMBER = re.compile(r"(ISBN|ISSN|DOI|PMID|PMCID|arXiv|OCLC|LCCN)\b[\s:]*(\S.*)", re.IGNORECASE)
_IGNORED = {
    "link:link": "attachment",
    "dcterms:isReferencedBy": "note",
    "dc:relation": "a related item",
    "dcterms:dateSubmitted": "a date that is not the publication",
    "z:seriesEditors": "a name without part in the content",
    "z:bookAuthors": "a name of the container",
    "z:recipients": "a name without part in the content",
    "z:libraryCatalog": "library catalogue",
    "dc:rights": "rights statement",
    "dc:coverage": "place",
    "z:repository": "archive",
    "z:archive": "archive",
    "z:pages": "number of pages",
    "z:numPages": "number of pages",
    "z:numberOfVolumes": "number of volumes",
    "bib:presentedAt": "conference",
    "dc:description": "note",
}
_READ_TERMS = (
    "rdf:type z:itemType dc:title z:shortTitle dc:date dcterms:isPartOf bib:pages prism:volume prism:number prism:edition "
    "dc:publisher z:language dc:subject dcterms:abstract dc:identifier"
)
_READ = frozenset({*_READ_TERMS.split(), *_ROLES})


class ZoteroRdf:
    """Items of Zotero in RDF."""

    name = "zotero"
    suffixes = ()
    media_types = ()

    def sniff(self, head: bytes) -> int:
        """93 for RDF that names Zotero's vocabulary or the bibliographic one that it exports with."""
        named = rdf_nodes.mentions(head, PREFIXES["z"], r"\w+") or rdf_nodes.mentions(head, PREFIXES["bib"], r"\w+")
        return 93 if named else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every item, in the order of the document; one that says nothing is named."""
        graph = rdf_nodes.document(data, file, settings, self.name)
        if isinstance(graph, Unreadable):
            yield graph
            return
        items = _items(graph)
        for position, item in enumerate(items, 1):
            reading = read_item(item)
            own = item.iri or f"#{position}"
            if not any(s.property != "type" for s in reading.statements):
                yield Unreadable(file, "an item that says nothing of a work", position, own, format=self.name)
                continue
            raw = data if len(items) == 1 else b""
            statements, notes = tuple(reading.statements), tuple(reading.notes)
            yield Record(Kind.WORK, own, statements, self.name, file, position, reading.ignored(), notes, raw)
        if not items:
            yield Unreadable(file, "no item of Zotero in this RDF", format=self.name)


def _items(graph: Graph) -> list[RdfNode]:
    from rdflib import RDF, URIRef

    item_type, part_of = URIRef(PREFIXES["z"] + "itemType"), URIRef(PREFIXES["dcterms"] + "isPartOf")
    found: list[tuple[str, Node]] = []
    for node in dict.fromkeys(graph.subjects()):
        kinds = {str(kind) for kind in graph.objects(node, item_type)}
        classes = [name for kind in graph.objects(node, RDF.type) if (name := rdf_nodes.qname(str(kind))).startswith("bib:")]
        known = next((name for name in classes if name in _CLASSES), "")
        contained = (None, part_of, node) in graph
        if (kinds and not kinds & _NO_ITEMS) or (known and not kinds and not contained):
            found.append((classes[0] if classes else "rdf:Description", node))
    return rdf_nodes.labelled(found, graph)


def read_item(item: RdfNode) -> Reading:
    """What an item says of a work: title, creators, then the rest."""
    reading = Reading(Kind.WORK)
    title, short = item.first("dc:title"), item.first("z:shortTitle")
    if title is not None:
        reading.add("title", title.text, title.path, short.text if short is not None else "")
    kind = _type(item, reading)
    for term, role in _ROLES.items():
        for person in item.all(term):
            if (statement := _name(person, role)) is not None:
                reading.statements.append(statement)
    for host in item.all("dcterms:isPartOf"):
        _host(host, kind, reading)
    _numbers(item, kind, reading)
    _rest(item, reading)
    for term, count in item.terms.items():
        for _ in range(count if term not in _READ else 0):
            reading.ignore(f"{item.path}/{term}", _IGNORED.get(term, "not read"))
    return reading


def _rest(item: RdfNode, reading: Reading) -> None:
    for term, prop in _PLAIN.items():
        for value in item.all(term)[:1]:
            reading.add(prop, value.text, value.path)
    for publisher in item.all("dc:publisher"):
        name = publisher if publisher.is_literal else publisher.first("foaf:name")
        if name is not None:
            reading.add("publisher", name.text, name.path)
    for subject in item.all("dc:subject"):
        _subject(subject, reading)
    for identifier in item.all("dc:identifier"):
        _identifier(identifier, reading)
    for extra in item.all("dc:description"):
        _extra(extra, reading)


def _numbers(item: RdfNode, kind: str, reading: Reading) -> None:
    """Volume and number of the item itself: of an article they are those of its journal, else of a series, or the item's own."""
    for term, prop in (("prism:volume", "volume"), ("prism:number", "issue")):
        for value in item.all(term):
            if kind.startswith("article") and not reading.has(prop):
                reading.add(prop, value.text, value.path)
            else:
                reading.ignore(f"{item.path}/{term}", "a number of the series or of its own")


def _extra(extra: RdfNode, reading: Reading) -> None:
    """The field Extra, where people write ``PMID: 13054692``."""
    for line in extra.verbatim.splitlines():
        if match := _NUMBER.fullmatch(line.strip()):
            reading.add_identifier(match[1].lower(), match[2], extra.path)


def _type(item: RdfNode, reading: Reading) -> str:
    given = item.first("z:itemType")
    name = given.text if given is not None else ""
    kind = _TYPES.get(name, name) or next((_CLASSES[c] for c in item.types if c in _CLASSES), "")
    reading.add("type", kind, given.path if given is not None else f"{item.path}/rdf:type")
    return kind


def _name(person: RdfNode, role: str) -> Statement | None:
    """``foaf:surname`` and ``foaf:givenName``; a surname alone is a body, or a name in one piece."""
    family = next(iter(person.all("foaf:surname", "foaf:familyName", "foaf:name")), None)
    given = next(iter(person.all("foaf:givenName", "foaf:givenname")), None)
    if person.is_literal or family is None or not family.text:
        return Statement("creators", person.text, person.path, role) if person.text else None
    if given is None or not given.text:
        return Statement("creators", family.text, family.path, role)
    parts = (Statement("family", family.text, family.path), Statement("given", given.text, given.path))
    return Statement("creators", f"{family.text}, {given.text}", family.path, role, parts=parts)


def _host(host: RdfNode, kind: str, reading: Reading) -> None:
    """A journal, a book or a collection of papers, which may carry the article's DOI; a series is not what a work stands in."""
    if host.types & _SERIES:
        reading.ignore(re.sub(r"\[\d+\]$", "", host.path), "series statement")
        return
    title, short = host.first("dc:title"), host.first("dcterms:alternative")
    if title is not None and not reading.has("container"):
        reading.add("container", title.text, title.path, short.text if short is not None else "")
    for term, prop in (("prism:volume", "volume"), ("prism:number", "issue")):
        for value in host.all(term)[:1]:
            if prop == "volume" or kind.startswith("article"):
                reading.add(prop, value.text, value.path)
    for identifier in host.all("dc:identifier"):
        _identifier(identifier, reading)
    if host.iri and title is None:
        reading.add_address(host.iri, host.path)


def _subject(subject: RdfNode, reading: Reading) -> None:
    if subject.types & {"dcterms:LCC", "dcterms:DDC", "dcterms:UDC"}:
        reading.ignore(re.sub(r"\[\d+\]$", "", subject.path), "call number")
        return
    value = subject if subject.is_literal else subject.first("rdf:value")
    if value is not None:
        reading.add("concepts", value.text, value.path)


def _identifier(identifier: RdfNode, reading: Reading) -> None:
    """``ISBN 978-...``, ``DOI 10....``, or an address in ``dcterms:URI``."""
    value = identifier if identifier.is_literal else identifier.first("rdf:value")
    if value is None or not value.text:
        if identifier.iri:
            reading.add_address(identifier.iri, identifier.path)
        return
    match = _NUMBER.fullmatch(value.text)
    if match is None:
        reading.add_address(value.text, value.path)
        return
    numbers = re.split(r"[\s,;]+", match[2]) if match[1].upper() in ("ISBN", "ISSN") else [match[2]]
    for number in numbers:
        reading.add_identifier(match[1].lower(), number, value.path)
