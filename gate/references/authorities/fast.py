"""FAST, Faceted Application of Subject Terminology (OCLC): records as linked data, and ``fastsuggest`` for what is near.

https://www.oclc.org/research/areas/data-science/fast.html. Its "not found" is the page of the server that it runs on, which is
no proof: it never denies an identifier. Numbers with ``fst`` before them are older writings of the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise.text import tokens
from gate.properties import SCHEMA, SKOS
from gate.rdf.iris import identifier_iri, iri_identifier
from gate.rdf.vocabulary import RDFS
from gate.references.authorities.base import LiveAuthority
from gate.references.values import first, items, table, tables
from gate.references.vocabulary.heading import Heading, Target

if TYPE_CHECKING:
    from gate.references.authorities.documents import Triples
    from gate.references.http import Fault, Got, Table

_NUMBER = re.compile(r"(?:fst)?0*(\d{1,8})")
_BASE = "http://id.worldcat.org/fast/"
_FACETS = {
    **dict.fromkeys(("Personal", "Corporate", "Event", "Meeting"), "name"),
    "Title": "title",
    "Geographic": "geographic",
    "Chronological": "chronological",
    "FormGenre": "genre",
    "Topical": "topic",
}
_TAGS = {
    **dict.fromkeys((100, 110, 111, 147), "name"),
    130: "title",
    148: "chronological",
    150: "topic",
    151: "geographic",
    155: "genre",
}
_RELATIONS = {SKOS + "broader": "broader", SKOS + "narrower": "narrower", SKOS + "related": "related"}
_SAME = frozenset({SCHEMA + "sameAs", "http://schema.org/sameAs"})


class Fast(LiveAuthority):
    """https://fast.oclc.org."""

    name = "fast"
    vocabulary = "fast"
    schemes = frozenset({"fast"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The heading with this number."""
        from gate.references.authorities.documents import triples
        from gate.references.http import NotHeld, Request

        match = _NUMBER.fullmatch(identifier.value) if identifier.scheme == "fast" else None
        if match is None:
            return self.not_asked(f"{identifier} is no number of FAST")
        asked = Request(self.name, "GET", self._service.at("fast", match[1]), "application/rdf+xml")
        got: Got[Triples] = self._http.ask(asked, self._service, triples)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return Silent(got.evidence, "it does not answer for that number")
        heading = heading_of(got.body, _BASE + match[1])
        if heading is None:
            return self.unusable("a record that is not the one asked for")
        return Found(heading.entity(), replace(got.evidence, url=identifier_iri(heading.identifiers[0])))

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """The headings that ``fastsuggest`` has for the words of a label."""
        params = [
            ("query", " ".join(tokens(label))),
            ("query_index", "suggestall"),
            ("queryReturn", "suggestall,idroot,auth,type,tag"),
            ("suggest", "autoSubject"),
            ("rows", str(limit)),
        ]
        got = self._http.search_json(
            self._service.at("fastsuggest"), params, service=self._service, fault=_fault, empty=lambda body: not _docs(body)
        )
        if isinstance(got, Unavailable):
            return got
        return self.told(suggested(got.body), got.evidence, "it suggests nothing")


def heading_of(document: Triples, subject: str) -> Heading | None:
    """A record of FAST as a heading; None where the document does not describe ``subject``."""
    said = document.about(subject)
    label = next((node.text for term, node in said if term == SKOS + "prefLabel"), "")
    if not label:
        return None
    heading = Heading(subject, label, identifiers=[iri_identifier(subject)])
    for term, node in said:
        if term == SKOS + "altLabel":
            heading.variants.append((node.text, node.lang))
        elif term == SKOS + "inScheme" and "facet-" in node.text:
            heading.file = _FACETS.get(node.text.rpartition("facet-")[2], "")
        elif term in _SAME:
            other = iri_identifier(node.text)
            heading.identifiers += [other] if other.scheme != "iri" else []
        elif relation := _RELATIONS.get(term, ""):
            text = next((value.text for name, value in document.about(node.text) if name == RDFS + "label"), node.text)
            getattr(heading, relation).append(Target(text, iri_identifier(node.text)))
    return heading


def suggested(body: Mapping[str, object]) -> list[Heading]:
    """The headings of an answer of ``fastsuggest``, each once, with those of their other forms that it shows."""
    found: dict[str, Heading] = {}
    for one in _docs(body):
        match, label = _NUMBER.fullmatch(first(one.get("idroot"))), first(one.get("auth"))
        if match is None or not label:
            continue
        own = Identifier("fast", match[1])
        heading = found.setdefault(match[1], Heading(_BASE + match[1], label, identifiers=[own]))
        tag = one.get("tag")
        heading.file = heading.file or (_TAGS.get(tag, "") if isinstance(tag, int) else "")
        shown = (first(value) for name, value in one.items() if name.startswith("suggest"))
        heading.variants += [(text, "") for text in shown if text and text != label]
    return list(found.values())


def _docs(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    return tables(table(body.get("response")).get("docs"))


def _fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    docs = table(body.get("response")).get("docs")
    if not isinstance(docs, list) or len(tables(items(docs))) != len(docs):
        return Fault(Reason.MALFORMED, "not an answer of fastsuggest")
    return None
