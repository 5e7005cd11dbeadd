"""Entities to triples; graphs to bytes. Imports rdflib: reach it through :mod:`gate.rdf`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal as Choice
from typing import TypeAlias
from urllib.parse import quote

from rdflib import BNode, Graph, Literal, URIRef

from gate.model import Entity, Statement
from gate.properties import GATE, LABEL_PROPERTY, PROPERTIES, SCHEMA, ValueType
from gate.rdf import vocabulary as v
from gate.rdf.iris import entity_iri, identifier_iri
from gate.rdf.order import is_set

Triple: TypeAlias = tuple[URIRef, URIRef, URIRef | Literal]
_LANG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_SCHEME = re.compile(r"[a-z][a-z0-9_-]*")
_LABELS = frozenset(LABEL_PROPERTY.values())
_TYPE = URIRef(v.RDF + "type")


def graph_of(entities: Iterable[Entity], *, paths: bool) -> Graph:
    """See :func:`gate.rdf.to_graph`."""
    listed = sorted(entities, key=lambda e: e.id)  # so that the label a thing goes by does not depend on the order given
    writer = _Writer(paths, {entity_iri(e.id): e.label for e in listed})
    for entity in listed:
        writer.entity(entity)
    graph = Graph(bind_namespaces="none")
    for triple in writer.triples:
        graph.add(triple)
    return graph


def triples_of(entity: Entity, *, paths: bool) -> tuple[Triple, ...]:
    """See :func:`gate.rdf.to_triples`."""
    writer = _Writer(paths, {entity_iri(entity.id): entity.label})
    writer.entity(entity)
    return tuple(dict.fromkeys(writer.triples))


def serialised(graph: Graph, form: Choice["turtle", "nt", "json-ld"]) -> bytes:
    """See :func:`gate.rdf.serialise`."""
    if any(isinstance(node, BNode) for triple in graph for node in triple):
        from rdflib.compare import to_canonical_graph

        triples: Iterable[object] = to_canonical_graph(graph)
    else:
        triples = graph
    out = Graph(bind_namespaces="none")
    for prefix, namespace in v.PREFIXES.items():
        out.bind(prefix, namespace)
    for triple in triples:
        out.add(triple)  # type: ignore[arg-type]
    if form == "json-ld":
        return _json_ld(out)
    data = out.serialize(format=form, encoding="utf-8")
    return data if form == "turtle" else b"".join(sorted(data.splitlines(keepends=True)))


def _json_ld(graph: Graph) -> bytes:
    """JSON-LD 1.1, compacted with the prefixes; nodes and values in the order of their text."""
    made: object = json.loads(graph.serialize(format="json-ld", context=dict(v.PREFIXES), auto_compact=False))
    return (json.dumps(_sorted(made), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode("utf-8")


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


class _Writer:
    """Collects triples. ``labels`` maps the IRI of a thing to the one label it has in this graph."""

    def __init__(self, paths: bool, labels: dict[str, str]) -> None:
        self.triples: list[Triple] = []
        self._paths = paths
        self._described = frozenset(labels)
        self._labels = labels

    def entity(self, entity: Entity) -> None:
        subject = URIRef(entity_iri(entity.id))
        self._add(subject, v.RDF + "type", URIRef(v.KIND_CLASS[entity.kind]))
        labels = entity.all(LABEL_PROPERTY[entity.kind])
        if len(labels) != 1 or labels[0].value != entity.label:
            self._add(subject, v.LABEL, Literal(entity.label))
        for flag in sorted(entity.flags):
            self._add(subject, v.FLAG, Literal(flag))
        for name in sorted(entity.complete_for):
            self._add(subject, v.COMPLETE_FOR, Literal(name))
        self._statements(subject, entity.statements)

    def _statements(self, subject: URIRef, statements: Sequence[Statement]) -> None:
        groups: dict[str, list[Statement]] = {}
        for statement in statements:
            groups.setdefault(statement.property, []).append(statement)
        for name, group in groups.items():
            known = PROPERTIES.get(name)
            if known is not None and known.node:
                self._things(subject, name, group)
            else:
                self._literals(subject, name, group)

    def _literals(self, subject: URIRef, name: str, group: list[Statement]) -> None:
        """Values that stay literals; whatever else is said of them stands on a statement node."""
        term = v.term_of(name)
        keys = [(s.value, s.lang.lower()) for s in group]
        in_order = all(a < b for a, b in pairwise(keys)) and not (name in _LABELS and len(group) > 1)
        noted = not in_order or any(self._annotated(s) for s in group)
        for n, statement in enumerate(group, 1):
            value = _literal(statement)
            self._add(subject, term, value)
            if noted:
                self._beside(_child(subject, name, n), subject, term, value, statement, n)

    def _things(self, subject: URIRef, name: str, group: list[Statement]) -> None:
        """Values that are things: a bare label stays a literal, a known thing is its IRI, all else gets a node."""
        term = v.term_of(name)
        positions = len(group) > 1 and not is_set(name)
        used: set[URIRef | Literal] = set()
        for n, statement in enumerate(group, 1):
            node = _child(subject, name, n)
            literal = _literal(statement)
            target = _target(statement)
            if not positions and not self._annotated(statement) and literal not in used:
                used.add(literal)
                self._add(subject, term, literal)
            elif not positions and target is not None and target not in used:
                used.add(target)
                self._add(subject, term, target)
                named = self._name(target, statement.value)
                if not named or self._annotated(replace(statement, identifiers=())) or statement.lang:
                    self._beside(node, subject, term, target, statement, n)
            else:
                self._add(subject, term, node)
                self._node(node, statement, n)

    def _name(self, target: URIRef, label: str) -> bool:
        """Give a thing its label; False when it already goes by another one here."""
        if self._labels.setdefault(str(target), label) != label:
            return False
        if str(target) not in self._described:
            self._add(target, v.RDFS + "label", Literal(label))
        return True

    def _annotated(self, s: Statement) -> bool:
        path = self._paths and s.path
        identified = s.identifiers and not _identifies(s)
        return bool(s.role or s.forms or identified or s.parts or path or (s.lang and not _LANG.fullmatch(s.lang)))

    def _beside(self, node: URIRef, subject: URIRef, term: str, value: URIRef | Literal, s: Statement, position: int) -> None:
        """A statement node beside ``subject term value``."""
        self._add(node, v.RDF + "type", URIRef(v.RDF + "Statement"))
        self._add(node, v.RDF + "subject", subject)
        self._add(node, v.RDF + "predicate", URIRef(term))
        self._add(node, v.RDF + "object", value)
        if isinstance(value, URIRef):
            self._add(node, v.RDF + "value", _literal(s))
            identifiers = False
        else:
            identifiers = True
        self._annotations(node, s, position, identifiers=identifiers)

    def _node(self, node: URIRef, s: Statement, position: int) -> None:
        """A value node."""
        named = PROPERTIES[s.property].type is ValueType.NAME and not any(p.property == "name" for p in s.parts)
        self._add(node, SCHEMA + "name" if named else v.RDF + "value", _literal(s))
        self._annotations(node, s, position)

    def _annotations(self, node: URIRef, s: Statement, position: int, *, identifiers: bool = True) -> None:
        self._add(node, v.POSITION, Literal(position))
        if s.role:
            self._add(node, v.ROLE, Literal(s.role))
        if s.lang and not _LANG.fullmatch(s.lang):
            self._add(node, v.LANG, Literal(s.lang))
        if self._paths and s.path:
            self._add(node, v.PATH, Literal(s.path))
        self._texts(node, v.FORM, s.forms)
        if identifiers:
            self._texts(node, v.IDENTIFIER, [str(i) for i in s.identifiers])
            for identifier in s.identifiers:
                iri = identifier_iri(identifier)
                if iri:
                    self._add(node, v.SAME_AS, URIRef(iri))
        self._statements(node, s.parts)

    def _texts(self, node: URIRef, term: str, texts: Sequence[str]) -> None:
        """Texts as literals where their order is the sorted one, else as nodes with a position."""
        if all(a < b for a, b in pairwise(texts)):
            for text in texts:
                self._add(node, term, Literal(text))
            return
        for n, text in enumerate(texts, 1):
            child = _child(node, term[len(GATE) :], n)
            self._add(node, term, child)
            self._add(child, v.RDF + "value", Literal(text))
            self._add(child, v.POSITION, Literal(n))

    def _add(self, subject: URIRef, term: str, value: URIRef | Literal) -> None:
        self.triples.append((subject, URIRef(term), value))


def _identifies(s: Statement) -> bool:
    """Whether the value is itself the one identifier that it carries."""
    known = PROPERTIES.get(s.property)
    if known is None or known.type is not ValueType.IDENTIFIER or s.lang or len(s.identifiers) != 1:
        return False
    return s.identifiers[0].value == s.value and _SCHEME.fullmatch(s.identifiers[0].scheme) is not None


def _literal(s: Statement) -> Literal:
    if _identifies(s):
        return Literal(s.value, datatype=v.SCHEME + s.identifiers[0].scheme)
    return Literal(s.value, lang=s.lang) if _LANG.fullmatch(s.lang) else Literal(s.value)


def _target(s: Statement) -> URIRef | None:
    """The thing that a value with one identifier denotes; a value with parts is a description of its own."""
    if len(s.identifiers) != 1 or s.parts:
        return None
    iri = identifier_iri(s.identifiers[0])
    return URIRef(iri) if iri else None


def _child(subject: URIRef, name: str, position: int) -> URIRef:
    return URIRef(f"{subject}{'.' if '#' in subject else '#'}{quote(name, safe='', errors='replace')}-{position}")
