"""Statements to RDF and back: claim graphs for export, reference graphs for snapshots.

The shape of the graph. A statement is one triple, ``subject term value``, with the term of :mod:`gate.properties`:

* a value that is only text is a literal (``dcterms:title "..."``);
* an identifier is a literal too, its scheme in the datatype (``"Q9312"^^gate:scheme/wikidata``) where the statement names it;
* a value that denotes a known thing and is otherwise bare is the thing's IRI (``gate:influencedBy wd:Q9312``), and the thing
  carries the label;
* a value of a ``node`` property that carries more (role, place in the order, other forms, identifiers, parts) is a node with
  ``schema:name`` (names) or ``rdf:value``, ``gate:position``, ``gate:role``, ``gate:form``, ``gate:identifier``,
  ``schema:sameAs``, and the parts as its own statements (``schema:familyName``, a citation's ``dcterms:title`` ...);
* where the value itself must stay a literal or a thing's IRI, the same annotations stand on an ``rdf:Statement`` beside the
  triple, so that shapes and queries always find the plain value.

Nodes have IRIs made from subject, property and position, never blank, so that equal input gives equal bytes.
Sets (``node`` properties that are not ``ordered``) come back sorted; everything else comes back in its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from gate.model import Claim, Entity, Kind
from gate.rdf.order import normal_order

if TYPE_CHECKING:
    import rdflib

    from gate.rdf.writing import Triple

__all__ = ["add_extracted", "from_graph", "normal_order", "serialise", "to_graph", "to_triples"]


def to_graph(entities: Iterable[Entity], *, paths: bool = False) -> rdflib.Graph:
    """The graph of ``entities``. With ``paths``, every statement's path is kept as ``gate:path``."""
    from gate.rdf.writing import graph_of

    return graph_of(entities, paths=paths)


def add_extracted(graph: rdflib.Graph, entity_id: str, claims: Sequence[tuple[Claim, str]]) -> None:
    """Add what the free text of an entity says to its ``graph``: see :mod:`gate.rdf.extracted`."""
    from gate.rdf.extracted import add_extracted as add

    add(graph, entity_id, claims)


def to_triples(entity: Entity, *, paths: bool = False) -> tuple[Triple, ...]:
    """The triples of one entity, without duplicates, in the order of its statements.

    Entities that name the same thing by different labels must go through :func:`to_graph` together: the labels of things are
    then kept apart.
    """
    from gate.rdf.writing import triples_of

    return triples_of(entity, paths=paths)


def from_graph(graph: rdflib.Graph, default_kind: Kind | None = None) -> Iterator[Entity]:
    """Every entity of ``graph``, sorted by IRI; the graph may be ours or use DCMI Terms, BIBO, schema.org, SKOS, FOAF, CiTO.

    A subject is an entity when its ``rdf:type`` says which kind it is. With ``default_kind``, IRIs without such a type that carry
    known properties are entities of that kind too.
    """
    from gate.rdf.reading import entities_of

    return entities_of(graph, default_kind)


def serialise(graph: rdflib.Graph, form: Literal["turtle", "nt", "json-ld"]) -> bytes:
    """``graph`` as UTF-8 Turtle, N-Triples or JSON-LD, sorted: equal graphs give equal bytes, also those with blank nodes."""
    from gate.rdf.writing import serialised

    return serialised(graph, form)
