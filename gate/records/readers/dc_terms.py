"""What each Dublin Core element means (DCMI Metadata Terms; usage of arXiv, DSpace and OJS where the terms leave it open)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gate.model import Ignored, Kind, Statement
from gate.records.readers.enumeration import place_in_host
from gate.records.readers.xml import Element, text

#: namespaces of Dublin Core elements and the prefix that paths use
ELEMENTS = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/elements/1.0/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
}
_RESOURCE = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}resource"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_IDENTIFIER_PROPERTIES = frozenset({"doi", "isbn", "issn", "arxiv", "pmid"})
#: of several dates, which is the publication
_DATE_RANK = {"issued": 0, "dateCopyrighted": 2, "date": 1, "created": 3, "available": 4}
_OTHER_DATES = frozenset({"dateAccepted", "dateSubmitted", "modified", "valid"})
_IGNORED = {
    "format": "format or extent",
    "extent": "format or extent",
    "medium": "format or extent",
    "relation": "a related resource",
    "coverage": "place or time covered",
    "spatial": "place or time covered",
    "temporal": "place or time covered",
    "rights": "rights statement",
    "license": "rights statement",
    "accessRights": "rights statement",
    "rightsHolder": "rights statement",
    "provenance": "provenance",
    "audience": "audience",
    "tableOfContents": "contents",
    **dict.fromkeys(_OTHER_DATES, "a date that is not the publication"),
}
_ONLY_PLACE = re.compile(r"(?:(?:Vol|No|p)\. \S+\s*)+")
#: elements whose value is a name or a label
_NAMED = frozenset({"title", "alternative", "creator", "contributor", "publisher", "subject", "source", "isPartOf"})
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT")


@dataclass(slots=True)
class DcReading:
    """What is being gathered from one record; ``identifier`` is the first that could serve as its id."""

    kind: Kind = Kind.WORK
    statements: list[Statement] = field(default_factory=list)
    identifier: str = ""
    left: list[Ignored] = field(default_factory=list)

    def ignored(self) -> tuple[Ignored, ...]:
        """The elements that are not read."""
        return tuple(self.left)


def read_elements(elements: list[tuple[str, str, Element]]) -> DcReading:
    """The statements of one record, from its elements (name, path, element): title and creators first."""
    reading = DcReading()
    dates: list[tuple[str, Statement]] = []
    for name, path, element in sorted(elements, key=lambda item: _order(item[0])):
        value = text(element) or element.get(_RESOURCE, "")
        if not value:
            continue
        if not text(element) and name in _NAMED:  # in RDF: the thing itself, whose name stands elsewhere
            reading.left.append(Ignored(path, "an address without a name"))
            continue
        if not text(element) and name == "language":
            value = value.rstrip("/#").rpartition("/")[2]
        if name in _DATE_RANK:
            dates.append((name, Statement("date", value, path)))
            continue
        reader = _READERS.get(name)
        read = reader(value, path, element.get(_LANG, "")) if reader else _IGNORED.get(name, "unknown element")
        if isinstance(read, str):
            reading.left.append(Ignored(path, read))
        else:
            reading.statements += read
    _one_title(reading)
    _one_date(reading, dates)
    own = (s for s in reading.statements if s.property in ("doi", "identifiers", "isbn", "arxiv"))
    reading.identifier = next((s.value for s in own), "")
    return reading


_Read = list[Statement] | str


def _order(name: str) -> int:
    return {"title": 0, "alternative": 1, "creator": 2, "contributor": 3}.get(name, 4)


def _plain(prop: str, role: str = "") -> Callable[[str, str, str], _Read]:
    def read(value: str, path: str, lang: str) -> _Read:
        return [Statement(prop, value, path, role=role, lang=lang)]

    return read


def _list(prop: str, role: str = "") -> Callable[[str, str, str], _Read]:
    """A property whose values are often written into one element, with semicolons between them."""

    def read(value: str, path: str, lang: str) -> _Read:
        return [Statement(prop, part, path, role=role, lang=lang) for v in value.split(";") if (part := v.strip())]

    return read


def _description(value: str, path: str, lang: str) -> _Read:
    if value.startswith(("Comment:", "Comments:")):  # arXiv: pages and figures
        return "comment of the author"
    return [Statement("abstract", value, path, lang=lang)]


def _type(value: str, path: str, _: str) -> _Read:
    """DRIVER and COAR addresses end in the type; their version terms are not a type."""
    short = value.removeprefix("info:eu-repo/semantics/")
    if short.endswith("Version"):
        return "version of the manuscript"
    return [Statement("type", short, path)]


def _identifier(value: str, path: str, _: str) -> _Read:
    from gate.normalise import identifiers

    found = identifiers.detect(value)
    if found is None and value.startswith(("urn:", "info:", "hdl:")):
        found = identifiers.parse("iri", value)
    if found is None or found.identifier is None:
        return "free text, not an identifier" if re.search(r"\s", value) else "identifier of a kind that is not read"
    if found.identifier.scheme in _IDENTIFIER_PROPERTIES:
        return [Statement(found.identifier.scheme, value, path)]
    return [Statement("identifiers", value, path, identifiers=(found.identifier,))]


def _source(value: str, path: str, lang: str) -> _Read:
    """What the work stands in: an ISSN, a journal title, or (OJS) ``Title; Vol. 5 No. 2 (2010); 12-20``."""
    from gate.normalise import identifiers

    found = identifiers.detect(value)
    if found and found.identifier:
        issn = found.identifier.scheme == "issn"
        return [Statement("issn", value, path)] if issn else "a related resource"
    title, *rest = (part.strip() for part in value.split(";"))
    if _ONLY_PLACE.fullmatch(title):  # volume and pages of a host that is not named
        title, rest = "", [title, *rest]
    places = place_in_host(value[len(title) :])
    if rest and "pages" not in places and re.fullmatch(r"[\w.]+\s*[-\u2010-\u2015]\s*[\w.]+", rest[-1]):
        places["pages"] = rest[-1]
    if not places and any(c.isdigit() for c in title):
        return "free text, not a title"
    return [
        *([Statement("container", title, path, lang=lang)] if title else []),
        *(Statement(prop, found_value, path) for prop, found_value in places.items()),
    ]


def _one_title(reading: DcReading) -> None:
    """Further titles and alternatives are forms of the first title."""
    titles = [s for s in reading.statements if s.property == "title"]
    if len(titles) > 1:
        forms = dict.fromkeys(s.value for s in titles[1:] if s.value != titles[0].value)
        rest = [s for s in reading.statements if s.property != "title"]
        reading.statements = [replace(titles[0], forms=tuple(forms)), *rest]


def _one_date(reading: DcReading, dates: list[tuple[str, Statement]]) -> None:
    """The publication date. dc:date does not say which date it is: others are forms of it, but not a server's time stamps."""
    by_rank = sorted(dates, key=lambda item: (_DATE_RANK[item[0]], _TIMESTAMP.match(item[1].value) is not None))
    if not by_rank:
        return
    (name, first), *rest = by_rank
    stamped = _TIMESTAMP.match(first.value) is not None
    forms = [s.value for n, s in rest if n == name and stamped == (_TIMESTAMP.match(s.value) is not None)]
    reading.statements.append(replace(first, forms=tuple(dict.fromkeys(form for form in forms if form != first.value))))
    kept = {first.value, *forms}
    reading.left += [Ignored(s.path, "a date that is not the publication") for _, s in rest if s.value not in kept]


_READERS: dict[str, Callable[[str, str, str], _Read]] = {
    "title": _plain("title"),
    "alternative": _plain("title"),
    "creator": _list("creators"),
    "contributor": _list("creators", "ctb"),
    "subject": _list("concepts"),
    "description": _description,
    "abstract": _plain("abstract"),
    "publisher": _plain("publisher"),
    "type": _type,
    "language": _plain("language"),
    "identifier": _identifier,
    "source": _source,
    "isPartOf": _source,
    "bibliographicCitation": _source,
}
