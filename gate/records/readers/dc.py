"""Dublin Core in XML: oai_dc, qualified and DCMI terms, alone or in an OAI-PMH 2.0 response.

Of such a response MARC, MODS, DataCite and JATS are read too, by the readers of these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gate.model import Record, Unreadable
from gate.records.readers import datacite, jats, marc_xml, mods, xml
from gate.records.readers.dc_terms import ELEMENTS, read_elements
from gate.records.readers.marc import describe
from gate.records.readers.marc_xml import OAI
from gate.settings import Settings

_CONTAINERS = frozenset({"dc", "qualifieddc", "simpledc", "record", "metadata"})
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_VERBS = frozenset({"Identify", "ListIdentifiers", "ListMetadataFormats", "ListSets"})
#: what else OAI-PMH carries that is read: which elements are a record of it, and its reader
_CARRIED = ((mods.is_record, mods.describe), (datacite.is_record, datacite.describe), (jats.is_record, jats.describe))
_OTHER_FORMATS = {
    "http://arxiv.org/OAI/": "arXiv",
    "http://www.loc.gov/METS/": "METS",
    "http://www.dspace.org/xmlns/dspace/dim": "DSpace DIM",
    _RDF: "RDF",
}
_DC_ELEMENT = re.compile(r"<(?:dc|dcterms|oai_dc|\w*dc):\w+|<\w+ [^>]*xmlns=[\"']http://purl\.org/dc/")
_OAI_RECORD = re.compile(r"<record[^>]*>\s*<header")


@dataclass(frozen=True, slots=True)
class DublinCore:
    """Dublin Core records; see the module."""

    name: str = "dc"
    suffixes: tuple[str, ...] = (".xml", ".dc", ".oai")
    media_types: tuple[str, ...] = ()  # XML in general has many kinds: it is sniffed

    def sniff(self, head: bytes) -> int:
        """85 for OAI-PMH, 80 for Dublin Core elements; little inside RDF, which other readers know better, none in HTML."""
        text = xml.as_text(head).lstrip()
        if not text.startswith("<") or re.search(r"<html\b", text, re.IGNORECASE):
            return 0
        if OAI in text and re.search(r"<(?:\w+:)?(?:OAI-PMH|record|ListRecords|GetRecord)\b", text):
            return 85
        if "http://purl.org/dc/" in text and _DC_ELEMENT.search(text):
            return 20 if "<rdf:" in text else 80
        return 70 if _OAI_RECORD.search(text) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every record; a deleted one, an OAI-PMH error and a format that is not read come out as Unreadable, named."""
        position = 0
        for found in xml.elements(data, settings, _wanted):
            if isinstance(found, xml.Fault):
                number = _header(found.partial)[0] if found.partial is not None else ""
                yield Unreadable(file, str(found), position + 1, number, format=self.name)
                return
            for element in _single(found):
                position += 1
                yield self._one(element, file, position)
        if position:
            return
        for root in xml.elements(data, settings, lambda *_: True):  # no known element: anything that holds Dublin Core
            for holder in _holders(root) if not isinstance(root, xml.Fault) else ():
                position += 1
                yield self._record(holder, "", file, position)
        if not position:
            yield Unreadable(file, "no Dublin Core record in this XML", format=self.name)

    def _one(self, element: xml.Element, file: str, position: int) -> Record | Unreadable:
        namespace, local = xml.names(element)
        if local == "error":
            said = f"{element.get('code', 'without a code')}: {xml.text(element)}".rstrip(": ")
            return Unreadable(file, f"the OAI-PMH server reports an error, {said}", position, format=self.name)
        if local in _VERBS:
            return Unreadable(file, f"an OAI-PMH {local} response holds no records", position, format=self.name)
        if (namespace, local) == (_RDF, "RDF"):
            reason = "RDF without Dublin Core titles; BIBFRAME, SKOS, MADS and Zotero's RDF have readers of their own"
            return Unreadable(file, reason, position, format=self.name)
        number, deleted = _header(element)
        if deleted:
            return Unreadable(file, "the record was deleted at the source", position, number, format=self.name)
        if _holds_dc(element):
            return self._record(element, number, file, position)
        metadata = next((child for child in element if xml.names(child)[1] == "metadata"), None)
        inner = next((c for c in metadata if isinstance(c.tag, str)), None) if metadata is not None else None
        if inner is None and namespace != marc_xml.MARC:
            return Unreadable(file, "a record without metadata", position, number, format=self.name)
        return self._inner(element if inner is None else inner, number, file, position)

    def _inner(self, inner: xml.Element, number: str, file: str, position: int) -> Record | Unreadable:
        if _holds_dc(inner):
            return self._record(inner, number, file, position)
        marc = next((m for m in marc_xml.records_within(inner) if xml.names(m)[0] == marc_xml.MARC), None)
        if marc is not None:
            return describe(marc_xml.parse(marc), "marcxml", file, position, xml.source(marc))
        for is_record, describe_record in _CARRIED:
            found = next((element for element in _elements(inner) if is_record(*xml.names(element))), None)
            if found is not None:
                return describe_record(found, file, position, number)
        namespace, local = xml.names(inner)
        known = next((name for start, name in _OTHER_FORMATS.items() if namespace.startswith(start)), "")
        named = f"{known} metadata" if known else f"metadata in {local}" + (f" ({namespace})" if namespace else "")
        reason = f"{named} is not read yet; ask for oai_dc or marc21"
        return Unreadable(file, reason, position, number, format=self.name)

    def _record(self, element: xml.Element, number: str, file: str, position: int) -> Record:
        reading = read_elements(_numbered(element))
        own = number or reading.identifier or f"#{position}"
        return Record(
            reading.kind, own, tuple(reading.statements), self.name, file, position, reading.ignored(), (), xml.source(element)
        )


def _wanted(namespace: str, local: str) -> bool:
    if namespace == OAI:
        return local in ("record", "error") or local in _VERBS
    return (local in _CONTAINERS and namespace not in ELEMENTS) or (namespace, local) == (_RDF, "RDF")


def _single(element: xml.Element) -> list[xml.Element]:
    """The records in an element: itself, or those inside it where it has no header and only wraps them."""
    if xml.names(element)[0] == OAI or any(xml.names(child)[1] == "header" for child in element):
        return [element]
    holders = list(_holders(element))
    if xml.names(element)[0] == _RDF:  # other vocabularies borrow single terms of Dublin Core
        holders = [h for h in holders if any(xml.names(c)[1] == "title" and xml.names(c)[0] in ELEMENTS for c in h)]
    return holders or [element]


def _holds_dc(element: xml.Element) -> bool:
    return any(xml.names(child)[0] in ELEMENTS for child in element)


def _holders(element: xml.Element) -> Iterator[xml.Element]:
    if _holds_dc(element):
        yield element
        return
    for child in element:
        if isinstance(child.tag, str):
            yield from _holders(child)


def _elements(element: xml.Element) -> Iterator[xml.Element]:
    """The element and all elements in it."""
    yield element
    for child in element:
        if isinstance(child.tag, str):
            yield from _elements(child)


def _header(element: xml.Element) -> tuple[str, bool]:
    """The OAI identifier of a record and whether it was deleted."""
    header = next((child for child in element if xml.names(child)[1] == "header"), None)
    if header is None:
        return "", False
    number = next((xml.text(child) for child in header if xml.names(child)[1] == "identifier"), "")
    return number, header.get("status", "") == "deleted"


def _numbered(element: xml.Element) -> list[tuple[str, str, xml.Element]]:
    """Every Dublin Core child: its name (``title``, ``issued``), its path (``dc:creator[2]``), itself."""
    children = [(ELEMENTS[namespace], local, c) for c in element for namespace, local in (xml.names(c),) if namespace in ELEMENTS]
    total = Counter((prefix, local) for prefix, local, _ in children)
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for prefix, local, child in children:
        seen[prefix, local] += 1
        which = f"[{seen[prefix, local]}]" if total[prefix, local] > 1 else ""
        found.append((local, f"{prefix}:{local}{which}", child))
    return found
