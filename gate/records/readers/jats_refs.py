"""What an article cites: ``ref`` elements, each with one or more citations, taken apart by tags or only written out, or both."""

from __future__ import annotations

import re

from gate.model import Identifier, Statement
from gate.normalise import identifiers
from gate.records.readers.jats_text import date_of, name_of, reading_form, role_of
from gate.records.readers.json_identifiers import mentioned
from gate.records.readers.reading import OWN_PROPERTY, Reading
from gate.records.readers.xml_nodes import LINK, Node
from gate.records.shown import work_line

_CITATIONS = ("element-citation", "mixed-citation", "citation", "nlm-citation", "citation-alternatives", "note")
_TITLES = ("article-title", "chapter-title", "part-title", "data-title")
_IDS = {"doi": "doi", "pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "arxiv": "arxiv", "isbn": "isbn", "issn": "issn"}
#: publication-type -> CSL type
_TYPES = {
    "journal": "article-journal",
    "book": "book",
    "book-chapter": "chapter",
    "chapter": "chapter",
    "confproc": "paper-conference",
    "conf-proceedings": "paper-conference",
    "thesis": "thesis",
    "patent": "patent",
    "report": "report",
    "gov": "report",
    "web": "webpage",
    "webpage": "webpage",
    "data": "dataset",
    "database": "dataset",
    "software": "software",
    "preprint": "article",
    "newspaper": "article-newspaper",
    "standard": "standard",
}
#: children of a written-out citation that mean that it is taken apart as well
_TAGS = frozenset({*_TITLES, "source", "person-group", "name", "string-name", "year", "pub-id", "volume", "fpage", "collab"})


def read_references(reading: Reading, article: Node) -> None:
    """Every citation in the reference lists of an article, wherever they stand in it."""
    for part in article.children("back", "body", "front"):
        for listed in part.inside("ref-list"):
            for ref in listed.inside("ref"):
                _read_ref(reading, ref)


def _read_ref(reading: Reading, ref: Node) -> None:
    found = ref.children(*_CITATIONS)
    if not found and (text := reading_form(ref)):
        reading.statements.append(_written(text, ref.path))
        return
    for node in found:
        if node.name == "citation-alternatives":
            inner = node.children()
            tagged = next((n for n in inner if n.name == "element-citation"), inner[0] if inner else node)
            written = next((reading_form(n) for n in inner if n.name == "mixed-citation"), "")
            _add(reading, tagged, written)
        elif node.name == "note":
            if text := reading_form(node):
                reading.statements.append(_written(text, node.path))
        else:
            written = _readable(node) if node.name != "element-citation" else ""
            _add(reading, node, written)


def _readable(node: Node) -> str:
    """The whole reference as written; where its parts are only put in a row, without blanks between them, it is none."""
    text = reading_form(node)
    between = (node.element.text or "") + "".join(child.element.tail or "" for child in node.children())
    return text if not node.children() or re.search(r"[^\s]", between) else ""


def _written(text: str, path: str) -> Statement:
    return Statement("citations", text, path, identifiers=mentioned(text), parts=(Statement("raw", text, path),))


def _add(reading: Reading, node: Node, written: str) -> None:
    inner = Reading()
    if node.name == "element-citation" or any(child.name in _TAGS for child in node.children()):
        _parts(inner, node)
    parts = tuple(inner.statements)
    if written:
        parts += (Statement("raw", written, node.path),)
    value = written or work_line(inner.statements)
    if not value:
        reading.unreadable(node.path, node.text, "a citation that says nothing")
        return
    own = tuple(dict.fromkeys((*_stated(inner), *mentioned(written))))
    reading.statements.append(Statement("citations", value, node.path, identifiers=own, parts=parts))
    for (path, reason), count in inner.left.items():
        for _ in range(count):
            reading.ignore(re.sub(r"\[\d+\]", "", path), reason)


def _stated(inner: Reading) -> list[Identifier]:
    found = [
        identifiers.parse(s.property, s.value).identifier for s in inner.statements if s.property in ("doi", "pmid", "arxiv")
    ]
    return [identifier for identifier in found if identifier is not None]


def _parts(inner: Reading, node: Node) -> None:
    """Title, names, date, container and numbers. A ``source`` is the title of a book as a whole, else what the work stands in."""
    title = next((child for name in _TITLES for child in node.children(name) if reading_form(child)), None)
    source = node.child("source")
    translated = [reading_form(other) for other in node.children("trans-title", "trans-source")]
    if title is not None:
        inner.add("title", reading_form(title), title.path, *translated)
    elif source is not None and node.get("publication-type") not in ("journal", ""):
        inner.add("title", reading_form(source), source.path, *translated)
        source = None
    _names(inner, node)
    date = node.child("year") or node.child("date") or node.child("string-date")
    if date is not None:
        inner.add("date", date_of(node) if date.name == "year" else date_of(date), date.path)
    if source is not None:
        inner.add("container", reading_form(source), source.path)
    for name, prop in (("volume", "volume"), ("issue", "issue"), ("edition", "edition"), ("publisher-name", "publisher")):
        for child in node.children(name)[:1]:
            inner.add(prop, reading_form(child), child.path)
    _pages(inner, node)
    _numbers(inner, node)
    kind = node.get("publication-type") or node.get("citation-type")
    if kind in _TYPES:
        inner.add("type", _TYPES[kind], node.path, kind)


def _names(inner: Reading, node: Node) -> None:
    for group in node.children("person-group"):
        role = role_of(group, "author")
        found = [name for child in group.children() if (name := name_of(child, role)) is not None]
        inner.statements += [name for name in found if name.value]
        if not found and (text := reading_form(group).strip(" ,;")):
            inner.add("creators", text, group.path)
    for child in node.children("name", "string-name", "collab", "etal"):
        name = name_of(child, "aut")
        if name is not None:
            inner.statements.append(name)


def _pages(inner: Reading, node: Node) -> None:
    first, last, range_, number = (node.child(name) for name in ("fpage", "lpage", "page-range", "elocation-id"))
    place = first or range_ or number
    if place is None:
        return
    ends = dict.fromkeys(end.text for end in (first, last) if end is not None and end.text)
    inner.add("pages", "-".join(ends) or place.text, place.path, range_.text if range_ is not None else "")


def _numbers(inner: Reading, node: Node) -> None:
    for number in node.children("pub-id", "object-id"):
        scheme = _IDS.get(number.get("pub-id-type").lower(), "")
        if scheme:
            inner.add_identifier(scheme, number.text, number.path)
        else:
            inner.ignore(number.path, "identifier of a kind that is not read")
    for name in ("isbn", "issn"):
        for number in node.children(name):
            inner.add_identifier(name, number.text, number.path)
    for link in node.inside("ext-link", "uri"):
        address = link.get(LINK) or link.text
        found = identifiers.detect(address)
        if found is not None and found.identifier is not None and found.identifier.scheme in (*OWN_PROPERTY, "pmcid"):
            inner.add_identifier(found.identifier.scheme, address, link.path)
