"""RDF files as plain graphs, whatever their vocabulary."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gate.graph_files.builder import Builder
from gate.graph_files.text import decoded
from gate.model import Graph
from gate.properties import SCHEMA
from gate.rdf import parsing
from gate.rdf import vocabulary as v
from gate.records.readers.xml import Fault, elements
from gate.settings import Settings

if TYPE_CHECKING:
    from rdflib.term import Node

    Triple = tuple[Node, Node, Node]

ROUNDS = 8
_ANNOTATIONS = frozenset({v.POSITION, v.ROLE, v.FORM, v.LANG, v.PATH, v.FLAG, v.COMPLETE_FOR})


def read(data: bytes, file: str, settings: Settings, *, form: str) -> Graph:
    """The triples of all named graphs together: subjects and objects are nodes, predicates are edge types.

    A node's id is its IRI, a literal's its N-Triples form (``"1844"^^<...gYear>``). A label statement (``skos:prefLabel``,
    ``schema:name``, ``foaf:name``, ``dcterms:title``, ``rdfs:label`` and their like) names its subject and makes no node; English
    labels go before those without a language, and these before others. The two namespaces of schema.org are one.

    A blank node is named after what is said of it and around it (eight rounds of colour refinement, Weisfeiler & Leman 1968), so
    that its id is the same in every run and every file; two that say the same are one node. What the gate's own exports note
    beside their statements (position, path and the like) is left out.
    """
    builder = Builder(file, settings)
    if form in ("xml", "trix"):
        _check_xml(data, builder, settings)
    text = decoded(data, file) if form not in ("xml", "trix") else data
    if form == "json-ld":
        text = _local(decoded(data, file), builder, settings)
    triples = _without_notes(_parsed(text, form, builder, data.count(b"\n") + 1))
    names = _blank_names(triples)
    labels: defaultdict[str, list[tuple[int, int, str, str]]] = defaultdict(list)
    for subject, predicate, value in triples:
        source = _name(subject, names)
        label = _label_rank(predicate, value)
        if label is not None:
            builder.node(source)
            labels[source].append(label)
            continue
        target = _name(value, names)
        _label_literal(builder, target, value)
        builder.edge(source, _one_schema(str(predicate)), target)
    for node, found in labels.items():
        builder.node(node, min(found)[-1])
    return builder.graph()


def _local(text: str, builder: Builder, settings: Settings) -> str:
    try:
        return parsing.local_context(text, settings.max_depth)
    except parsing.NotRdfError as error:
        raise builder.fault(error.place, error.message) from None


def _check_xml(data: bytes, builder: Builder, settings: Settings) -> None:
    """Refuse what rdflib's parser would let through: document types, entities, deep nesting."""
    for found in elements(data, settings, lambda *_: False):
        if isinstance(found, Fault):
            raise builder.fault(f"line {found.line}" if found.line else "", found.reason)


def _parsed(text: str | bytes, form: str, builder: Builder, lines: int) -> list[Triple]:
    import rdflib

    try:
        graph = parsing.parsed(text, form, lines)
    except parsing.NotRdfError as error:
        raise builder.fault(error.place, error.message) from error
    kinds = (rdflib.URIRef, rdflib.BNode, rdflib.Literal)
    return [t for t in graph.triples((None, None, None)) if isinstance(t[0], kinds[:2]) and isinstance(t[2], kinds)]


def _without_notes(triples: Iterable[Triple]) -> list[Triple]:
    from rdflib import RDF

    given = list(triples)
    notes = {s for s, p, _ in given if p == RDF.subject}
    return [t for t in given if str(t[1]) not in _ANNOTATIONS and t[0] not in notes]


def _one_schema(iri: str) -> str:
    return SCHEMA + iri[len(v.SCHEMA_HTTP) :] if iri.startswith(v.SCHEMA_HTTP) else iri


_LABEL_RANKS = {term: rank for rank, term in enumerate(v.LABELS)}


def _label_rank(predicate: Node, value: Node) -> tuple[int, int, str, str] | None:
    """Sort key of a label, lowest first, with the label last; None for a statement that is no label."""
    from rdflib import Literal

    rank = _LABEL_RANKS.get(_one_schema(str(predicate)))
    if rank is None or not isinstance(value, Literal):
        return None
    language = (value.language or "").lower()
    return rank, 0 if language.split("-")[0] == "en" else 1 if not language else 2, language, str(value)


def _label_literal(builder: Builder, name: str, value: Node) -> None:
    from rdflib import Literal

    builder.node(name, str(value) if isinstance(value, Literal) else "")


def _name(node: Node, blank: dict[Node, str]) -> str:
    from rdflib import Literal

    if node in blank:
        return blank[node]
    return node.n3() if isinstance(node, Literal) else _one_schema(str(node))


def _blank_names(triples: list[Triple]) -> dict[Node, str]:
    """A name for every blank node, made of what is said of it and its neighbours, up to eight steps away."""
    from rdflib import BNode

    around: defaultdict[Node, list[tuple[str, str, Node]]] = defaultdict(list)
    for subject, predicate, value in triples:
        if isinstance(subject, BNode):
            around[subject].append((">", str(predicate), value))
        if isinstance(value, BNode):
            around[value].append(("<", str(predicate), subject))
    names: dict[Node, str] = dict.fromkeys(around, "_:")
    for _ in range(min(ROUNDS, len(names))):
        names = {
            node: _digest(sorted((way, term, _name(other, names)) for way, term, other in said)) for node, said in around.items()
        }
    return names


def _digest(said: list[tuple[str, str, str]]) -> str:
    return "_:" + hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]
