"""Records to claim graphs: what a record asserts about its subject, and one description per citation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gate.model import Claim, ClaimGraph, Edge, Entity, Graph, Record, Statement
from gate.normalise import identifiers, text
from gate.properties import LABEL_PROPERTY, PROPERTIES, ValueType

if TYPE_CHECKING:
    import rdflib

SUBJECT = "record"
#: identifiers that denote one work, best first; an ISSN denotes the journal, an ISBN often a volume with many works
_WORK_SCHEMES = ("doi", "pmid", "arxiv")
_PREFIX = {
    ValueType.NAME: "agent",
    ValueType.TERM: "term",
    ValueType.TITLE: "title",
    ValueType.CITATION: "work",
}


def extract(record: Record) -> ClaimGraph:
    """The claim graph of ``record``: every statement about its subject, in order; the citations apart, with their parts."""
    claims = tuple(Claim(SUBJECT, s) for s in record.statements if s.property != "citations")
    return ClaimGraph(SUBJECT, claims, record.all("citations"))


def node_id(name: str, statement: Statement) -> str:
    """The id of the node that ``statement`` of property ``name`` points to; equal for values with the same comparison key.

    Names are known by their words in any order (``agent:``), terms and containers by their key (``term:``, ``title:``), citations
    by their identifier, else by title with first family name and year, else by the whole text. Agents and terms have one node
    whichever property names them. Other values are literals: their node is theirs alone.
    """
    known = PROPERTIES.get(name)
    prefix = _PREFIX.get(known.type) if known is not None and known.node else None
    if prefix is None:
        return f"{name}={statement.value}"
    if prefix == "work":
        return _work_node(statement)
    words = text.key(statement.value)
    if prefix == "agent":
        words = " ".join(sorted(words.split()))
    return f"{prefix}:{words or _unkeyed(statement.value)}"


def _work_node(citation: Statement) -> str:
    for scheme in _WORK_SCHEMES:
        given = [i for i in citation.identifiers if i.scheme == scheme]
        stated = given[0] if given else identifiers.parse(scheme, part).identifier if (part := citation.part(scheme)) else None
        if stated is not None:
            return str(stated)
    title = text.key(citation.part("title"))
    if not title:
        return f"work:{text.key(citation.value) or _unkeyed(citation.value)}"
    first = next((p for p in citation.parts if p.property == "creators"), None)
    family = text.key(_family(first)) if first is not None else ""
    return "work:" + "|".join((title, family, text.key(citation.part("date"))[:4]))


def _family(name: Statement) -> str:
    if name.part("family"):
        return name.part("family")
    head, comma, _ = name.value.partition(",")
    return head if comma else (name.value.split() or [""])[-1]


def _unkeyed(value: str) -> str:
    """A value of signs only has no key; it is still not the same as another one."""
    return "=" + value.strip()


def graph(claims: ClaimGraph) -> Graph:
    """The claims as a typed directed graph: the subject, and an edge to the node of every claim and citation that has one.

    Literal claims (dates, numbers, identifiers, prose) are no nodes; creators are not linked among themselves.
    """
    label = next((c.statement.value for c in claims.claims if c.property in LABEL_PROPERTY.values()), "")
    labels = {claims.subject: label or claims.subject}
    edges = set()
    for statement in (*(c.statement for c in claims.claims), *claims.citations):
        known = PROPERTIES.get(statement.property)
        if known is not None and known.node:
            node = node_id(statement.property, statement)
            edges.add(Edge(claims.subject, statement.property, node))
            labels.setdefault(node, statement.part("title") or statement.value)
    return Graph(frozenset(labels), frozenset(edges), labels)


def as_entity(record: Record, complete_for: Iterable[str] = ()) -> Entity:
    """The record as a source would hold it: for RDF, and to compare a record with itself.

    The id is the record's own; one without an id of its own is known by its file and place in it.
    """
    own = f"{record.file}{record.id}" if record.id.startswith("#") else record.id
    label = record.first(LABEL_PROPERTY[record.kind])
    return Entity(
        own, record.kind, label.value if label is not None else own, record.statements, frozenset(), frozenset(complete_for)
    )


def to_rdf(*records: Record, texts: Sequence[Sequence[tuple[Claim, str]]] = ()) -> rdflib.Graph:
    """The claim graphs of ``records`` as RDF in the shape of :mod:`gate.rdf`, with each claim's path as ``gate:path``.

    Records that share an id stay apart: the second is ``<id>~2``. ``texts`` has for each record the claims of its free text, as
    :func:`gate.rdf.add_extracted` takes them.
    """
    from gate.rdf import add_extracted, to_graph

    seen: dict[str, int] = {}
    entities = []
    for record in records:
        entity = as_entity(record)
        seen[entity.id] = count = seen.get(entity.id, 0) + 1
        entities.append(
            entity
            if count == 1
            else Entity(f"{entity.id}~{count}", entity.kind, entity.label, entity.statements, entity.flags, entity.complete_for)
        )
    graph = to_graph(entities, paths=True)
    for entity, claims in zip(entities, texts, strict=False):
        add_extracted(graph, entity.id, claims)
    return graph
