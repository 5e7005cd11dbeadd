"""What free text says, as RDF beside a claim graph. Imports rdflib: reach it through :mod:`gate.rdf`.

A text says nothing for a record, so its claims are no triples about the record. Each is a node of its own, a
``gate:ExtractedClaim``, with the words (``rdf:value``), the place of the text (``gate:path``), the characters there from
``gate:start`` up to ``gate:end``, the ``gate:method``, and the record as ``gate:extractedFrom``. ``rdf:predicate`` says what is
claimed: that the text mentions a concept (``gate:mentions``), that two of these stand together or are joined by the verb
``gate:relation`` (``gate:relatesTo``, from ``rdf:subject`` to ``rdf:object``, each the node of a concept), or a date or place.
"""

from __future__ import annotations

from collections.abc import Sequence

from rdflib import Graph, Literal, URIRef

from gate.model import Claim
from gate.properties import GATE, MENTIONS, PROPERTIES, RELATES_TO
from gate.rdf import vocabulary as v
from gate.rdf.iris import entity_iri

_TERMS = {MENTIONS: GATE + "mentions", RELATES_TO: GATE + "relatesTo"}


def add_extracted(graph: Graph, entity_id: str, claims: Sequence[tuple[Claim, str]]) -> None:
    """Add the claims of the free text of an entity to ``graph``; with each the node of the concept that its words stand for."""
    subject = URIRef(entity_iri(entity_id))
    separator = "." if "#" in subject else "#"
    mentions = [(node, number) for number, (claim, node) in enumerate(claims, 1) if claim.statement.property == MENTIONS]
    nodes = {node: URIRef(f"{subject}{separator}text-{number}") for node, number in mentions}
    for number, (claim, node) in enumerate(claims, 1):
        span, statement = claim.extracted, claim.statement
        if span is None:
            continue
        this = URIRef(f"{subject}{separator}text-{number}")
        known = PROPERTIES.get(statement.property)
        term = _TERMS.get(statement.property) or (known.term if known is not None else GATE + statement.property)
        values: list[tuple[str, URIRef | Literal]] = [
            (v.RDF + "type", URIRef(GATE + "ExtractedClaim")),
            (GATE + "extractedFrom", subject),
            (v.RDF + "predicate", URIRef(term)),
            (v.RDF + "value", Literal(statement.value)),
            (v.PATH, Literal(statement.path)),
            (v.POSITION, Literal(number)),
            (GATE + "start", Literal(span.start)),
            (GATE + "end", Literal(span.end)),
            (GATE + "method", Literal(span.method.value)),
        ]
        if statement.property == RELATES_TO:
            values += [(v.RDF + "subject", nodes[claim.subject]), (v.RDF + "object", nodes[node])]
        if span.relation:
            values.append((GATE + "relation", Literal(span.relation)))
        for predicate, value in values:
            graph.add((this, URIRef(predicate), value))
