"""Concept schemes and thesauri in SKOS (W3C Recommendation 2009; labels also as SKOS-XL), and authorities in MADS/RDF.

RDF/XML, Turtle, N-Triples or JSON-LD. Every concept is one record, and every name of MADS; schemes and collections are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Identifier, Kind, Record, Statement, Unreadable
from gate.properties import LABEL_PROPERTY
from gate.records.readers import rdf_nodes
from gate.records.readers.bibframe_names import agent_statement
from gate.records.readers.marc_record import without_stop
from gate.records.readers.rdf_nodes import PREFIXES, RdfNode, language_rank
from gate.records.readers.reading import Reading
from gate.settings import Settings

if TYPE_CHECKING:
    from rdflib import Graph

_TOPICS = "Topic|ComplexSubject|Geographic|GenreForm|Temporal"
_NAMES = "PersonalName|CorporateName|ConferenceName|FamilyName"
_TITLES = "NameTitle|Title"
_MADS = "|".join((_TOPICS, _NAMES, _TITLES))
_AGENTS = frozenset(f"mads:{name}" for name in _NAMES.split("|"))
_WORKS = frozenset(f"mads:{name}" for name in _TITLES.split("|"))
_HEADINGS = ("skos:prefLabel", "skosxl:prefLabel", "mads:authoritativeLabel", "rdfs:label")
#: labels and lists of terms
_LABELS = {
    "skos:altLabel": "alt_labels",
    "skosxl:altLabel": "alt_labels",
    "skos:hiddenLabel": "alt_labels",
    "mads:hasVariant": "alt_labels",
    "gate:hasNoun": "nouns",
    "gate:hasVerb": "verbs",
    "gate:hasAdjective": "adjectives",
    "gate:hasAdverb": "adverbs",
    "skos:scopeNote": "scope_note",
    "skos:definition": "scope_note",
    "mads:definitionNote": "scope_note",
    "mads:scopeNote": "scope_note",
}
#: relations to other concepts
_RELATIONS = {
    "skos:broader": "broader",
    "mads:hasBroaderAuthority": "broader",
    "skos:narrower": "narrower",
    "mads:hasNarrowerAuthority": "narrower",
    "skos:related": "related",
    "mads:hasReciprocalAuthority": "related",
    "gate:crossReference": "cross_references",
    "dcterms:isReplacedBy": "replaced_by",
}
_SAME = ("skos:exactMatch", "owl:sameAs", "mads:hasExactExternalAuthority")
_IGNORED = {
    "skos:inScheme": "the scheme",
    "skos:topConceptOf": "the scheme",
    "skos:notation": "notation",
    **dict.fromkeys(
        ("skos:closeMatch", "skos:broadMatch", "skos:narrowMatch", "skos:relatedMatch"), "a concept of another scheme"
    ),
    **dict.fromkeys((f"skos:{kind}" for kind in ("note", "example", "changeNote", "editorialNote", "historyNote")), "note"),
    "mads:adminMetadata": "administrative metadata",
    "mads:isMemberOfMADSScheme": "the scheme",
}
_READ_OF_AGENTS = frozenset({*_HEADINGS, *_SAME, "mads:hasVariant", "rdf:type"})
_READ = frozenset({*_HEADINGS, *_LABELS, *_RELATIONS, *_SAME, "rdf:type"})


class Skos:
    """Concepts in SKOS, concepts and names in MADS."""

    name = "skos"
    suffixes = (".skos", ".ttl", ".nt")
    media_types = ()  # Turtle may hold anything: it is sniffed

    def sniff(self, head: bytes) -> int:
        """88 for RDF with concepts; the readers of works are surer where it describes these."""
        concepts = rdf_nodes.mentions(head, PREFIXES["skos"], "Concept")
        return 88 if concepts or rdf_nodes.mentions(head, PREFIXES["mads"], _MADS) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every concept that has a label, in the order of the document; one without is named."""
        graph = rdf_nodes.document(data, file, settings, self.name)
        if isinstance(graph, Unreadable):
            yield graph
            return
        things = _things(graph)
        for position, thing in enumerate(things, 1):
            own = thing.iri or f"#{position}"
            reading = read_agent(thing) if thing.types & _AGENTS else read_concept(thing)
            if thing.types & _WORKS:
                yield Unreadable(file, "an authority for a title; subjects and names are read", position, own, format=self.name)
            elif not reading.has(LABEL_PROPERTY[reading.kind]):
                yield Unreadable(file, f"a {reading.kind} without a label", position, own, format=self.name)
            else:
                raw = data if len(things) == 1 else b""
                notes = tuple(reading.notes)
                statements = tuple(reading.statements)
                yield Record(reading.kind, own, statements, self.name, file, position, reading.ignored(), notes, raw)
        if not things:
            yield Unreadable(file, "no concept of SKOS or MADS in this RDF", format=self.name)


def _things(graph: Graph) -> list[RdfNode]:
    """The concepts and names of the document, in its order.

    The parts of a heading of MADS are things of MADS too, and so is what it refers to: of these only what has an address. Where
    some things are described with how the description was made (``mads:adminMetadata``), the others are only mentioned.
    """
    from rdflib import RDF, BNode, URIRef

    mads, administered = {PREFIXES["mads"] + name for name in _MADS.split("|")}, URIRef(PREFIXES["mads"] + "adminMetadata")
    concept, variant = URIRef(PREFIXES["skos"] + "Concept"), URIRef(PREFIXES["mads"] + "Variant")
    concepts, authorities = {}, {}
    for node, kind in graph.subject_objects(RDF.type):
        if all(term == RDF.type for term in graph.predicates(node)) or (node, RDF.type, variant) in graph:
            continue
        if kind == concept:
            concepts[node] = "skos:Concept"
        elif str(kind) in mads and not isinstance(node, BNode):
            authorities[node] = rdf_nodes.qname(str(kind))
    own = {node for node in authorities if (node, administered, None) in graph}
    kept = {node: name for node, name in {**authorities, **concepts}.items() if node in own or not own}
    order = {node: place for place, node in enumerate(dict.fromkeys(graph.subjects(RDF.type, None)))}
    return rdf_nodes.labelled([(kept[node], node) for node in sorted(kept, key=order.__getitem__)], graph)


def read_agent(agent: RdfNode) -> Reading:
    """What MADS says of a name: the name with its variants as forms, the years of a life, identifiers."""
    reading = Reading(Kind.AGENT)
    name = agent_statement(agent, "name", "")
    if name is not None:
        variants = [without_stop(text.text) for label in agent.all("mads:hasVariant") if (text := _literal(label)).text]
        forms = tuple(dict.fromkeys((*name.forms, *(form for form in variants if form != name.value))))
        parts = tuple(part for part in name.parts if part.property not in ("birth", "death"))
        reading.statements.append(replace(name, forms=forms, parts=parts, identifiers=()))
        reading.statements += [part for part in name.parts if part.property in ("birth", "death")]
    _identifiers(agent, reading)
    _leave(agent, reading, _READ_OF_AGENTS)
    return reading


def read_concept(concept: RdfNode) -> Reading:
    """What is said of a concept: the heading first. Labels in other languages are forms of it."""
    reading = Reading(Kind.CONCEPT)
    said: set[tuple[str, str, str]] = set()
    _heading(concept, reading)
    for term, prop in _LABELS.items():
        for label in concept.all(term):
            text = _literal(label)
            if (prop, text.text, text.lang) not in said:  # SKOS, SKOS-XL and MADS may say the same side by side
                said.add((prop, text.text, text.lang))
                reading.add(prop, text.text, label.path, lang=text.lang)
    for term, prop in _RELATIONS.items():
        for target in concept.all(term):
            _relation(target, prop, reading, said)
    _identifiers(concept, reading)
    _leave(concept, reading, _READ)
    return reading


def _identifiers(thing: RdfNode, reading: Reading) -> None:
    """Its own address, and the same thing elsewhere."""
    if ":" in thing.iri:
        own = thing.identifiers or (Identifier("iri", thing.iri),)
        reading.statements.append(Statement("identifiers", thing.iri, thing.path, identifiers=own))
    for target in thing.all(*_SAME):
        if target.identifiers:
            reading.statements.append(Statement("identifiers", target.iri, target.path, identifiers=target.identifiers))
        else:
            reading.ignore(re.sub(r"\[\d+\]$", "", target.path), "an address that is no identifier")


def _leave(thing: RdfNode, reading: Reading, read: frozenset[str]) -> None:
    for term, count in thing.terms.items():
        for _ in range(count if term not in read else 0):
            reading.ignore(f"{thing.path}/{term}", _IGNORED.get(term, "not read"))


def _heading(concept: RdfNode, reading: Reading) -> None:
    """The preferred label in English, else without a language, else the first; a second one in that language contradicts it."""
    found: list[tuple[RdfNode, str]] = []
    for term in _HEADINGS:
        found = found or [(text, label.path) for label in concept.all(term) if (text := _literal(label)).text]
    if not found:
        return
    main, path = min(found, key=lambda item: language_rank(item[0].lang))
    reading.add("heading", main.text, path, *(text.text for text, _ in found if text.lang != main.lang), lang=main.lang)
    for text, where in found:
        if text.lang == main.lang and text.text != main.text:
            reading.add("heading", text.text, where, lang=text.lang)


def _literal(label: RdfNode) -> RdfNode:
    """A label that is a text, or a node that carries it (SKOS-XL, MADS)."""
    inner = None if label.is_literal else label.first("skosxl:literalForm") or label.first("mads:variantLabel")
    return inner or label


def _relation(target: RdfNode, prop: str, reading: Reading, said: set[tuple[str, str, str]]) -> None:
    """A relation by the label that the target has in this document, else by its address, which only an identifier can confirm."""
    identifiers = target.identifiers or _own(target)
    value = _label(target) or (target.iri if identifiers else "")
    if not value:
        reading.unreadable(target.path, target.iri, "the concept that it names has no label and no address")
    elif (prop, value, "") not in said:
        said.add((prop, value, ""))
        reading.statements.append(Statement(prop, value, target.path, identifiers=identifiers))


def _own(target: RdfNode) -> tuple[Identifier, ...]:
    return (Identifier("iri", target.iri),) if ":" in target.iri else ()


def _label(target: RdfNode) -> str:
    if target.is_literal:
        return target.text
    for term in _HEADINGS:
        labels = [text for label in target.all(term) if (text := _literal(label)).text]
        if labels:
            return min(labels, key=lambda text: language_rank(text.lang)).text
    return target.text
