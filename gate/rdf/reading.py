"""Triples to entities, ours and others'. Imports rdflib: reach it through :mod:`gate.rdf`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rdflib import BNode, Graph, Literal, URIRef
from rdflib.term import Node

from gate.model import Entity, Identifier, Kind, Statement
from gate.properties import LABEL_PROPERTY, PROPERTIES, SCHEMA, SKOS, ValueType
from gate.rdf import vocabulary as v
from gate.rdf.iris import entity_id, iri_identifier
from gate.rdf.order import PART_NAMES, content, is_set, rank

_TYPE, _FIRST, _REST, _NIL = (URIRef(v.RDF + n) for n in ("type", "first", "rest", "nil"))
_SUBJECT, _PREDICATE, _OBJECT = (URIRef(v.RDF + n) for n in ("subject", "predicate", "object"))
_POSITION = URIRef(v.POSITION)
_LABEL = URIRef(v.LABEL)
_UNPLACED = 1 << 62
_WITH_PARTS = (ValueType.NAME, ValueType.CITATION, ValueType.TITLE)
# described works within described works: theirs could go round in circles, ours are trees and as deep as the input was
_FOREIGN_DEPTH, _OWN_DEPTH = 3, 200


class _Placed(NamedTuple):
    """A statement and the place that the graph gives it, if any."""

    position: int
    statement: Statement


def entities_of(graph: Graph, default_kind: Kind | None) -> Iterator[Entity]:
    """See :func:`gate.rdf.from_graph`."""
    graph = _one_schema(graph)
    reader = _Reader(graph)
    for subject in sorted({s for s in graph.subjects() if isinstance(s, URIRef)}):
        kind = kind_in(graph, subject) or (default_kind if reader.may_be_entity(subject, default_kind) else None)
        if kind is not None and (subject, _POSITION, None) not in graph:
            yield reader.entity(subject, kind)


def kind_in(graph: Graph, subject: Node) -> Kind | None:
    """The kind that the types of ``subject`` say."""
    return v.kind_of({str(o) for o in graph.objects(subject, _TYPE)})


def _one_schema(graph: Graph) -> Graph:
    """The graph with the terms of schema.org in one of their two namespaces; the same graph where they already are."""
    used = {*graph.predicates(), *graph.objects(None, _TYPE)}
    if not any(str(term).startswith(v.SCHEMA_HTTP) for term in used):
        return graph
    copy = Graph(bind_namespaces="none")
    for subject, term, value in graph:
        copy.add((subject, _https(term), _https(value) if term == _TYPE else value))
    return copy


def _https(term: Node) -> Node:
    return URIRef(SCHEMA + term[len(v.SCHEMA_HTTP) :]) if isinstance(term, URIRef) and term.startswith(v.SCHEMA_HTTP) else term


class _Reader:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._open: set[Node] = set()

    def may_be_entity(self, subject: URIRef, kind: Kind | None) -> bool:
        """Whether an untyped subject says anything that a thing of ``kind`` can say, beyond the label of someone's value."""
        if kind is None or (subject, _TYPE, None) in self._graph:
            return False
        terms = [str(p) for p in self._graph.predicates(subject)]
        known = [t for t in terms if v.property_of(t, kind) is not None]
        if any(t != v.RDFS + "label" for t in known):
            return True
        return bool(known) and (None, None, subject) not in self._graph

    def entity(self, subject: URIRef, kind: Kind) -> Entity:
        statements = self._statements(subject, kind)
        named = self._graph.value(subject, _LABEL)
        first = next((s.value for s in statements if s.property == LABEL_PROPERTY[kind]), None)
        fallback = self._label(subject)
        label = str(named) if named is not None else first if first is not None else fallback or entity_id(str(subject))
        return Entity(
            entity_id(str(subject)),
            kind,
            label,
            statements,
            frozenset(str(o) for o in self._graph.objects(subject, URIRef(v.FLAG))),
            frozenset(str(o) for o in self._graph.objects(subject, URIRef(v.COMPLETE_FOR))),
        )

    def _statements(self, subject: Node, kind: Kind) -> tuple[Statement, ...]:
        """The statements of an entity or of a foreign node."""
        placed, covered = self._noted(subject)
        label = LABEL_PROPERTY[kind]
        ours = (subject, _LABEL, None) in self._graph
        alternatives: list[str] = []
        general: list[_Placed] = []
        for term, value in sorted(self._graph.predicate_objects(subject)):
            meaning = v.property_of(str(term), kind)
            if (term, value) in covered:
                continue
            if str(term) == v.RDFS + "label":
                general += [] if ours else [self._read(label, "", value)]
            elif str(term) in v.ALTERNATIVES[kind]:
                alternatives.append(self._read(label, "", value).statement.value)
            elif meaning is not None:
                placed += self._values(*meaning, value)
        if any(p.statement.property == label for p in placed):  # rdfs:label says it only where no better term does
            alternatives += [p.statement.value for p in general]
        else:
            placed += general
        return _arranged(_with_forms(placed, label, alternatives))

    def _noted(self, subject: Node) -> tuple[list[_Placed], set[tuple[Node, Node]]]:
        """Our statement nodes about ``subject``, and the triples that they stand beside."""
        placed: list[_Placed] = []
        covered: set[tuple[Node, Node]] = set()
        for node in self._graph.subjects(_SUBJECT, subject):
            term, value = self._graph.value(node, _PREDICATE), self._graph.value(node, _OBJECT)
            name = v.own_property_of(str(term))
            if term is None or value is None or not name:
                continue
            covered.add((term, value))
            core = replace(self._read(name, "", value).statement, forms=())
            label = self._graph.value(node, URIRef(v.RDF + "value"))
            if isinstance(label, Literal):
                core = replace(core, value=str(label), lang=label.language or "")
            placed.append(self._annotated(node, core))
        return placed, covered

    def _values(self, name: str, role: str, value: Node) -> list[_Placed]:
        """One value, or the members of an RDF list in their order."""
        if value == _NIL:
            return []
        if (value, _FIRST, None) not in self._graph:
            return [self._read(name, role, value)]
        members: list[_Placed] = []
        seen: set[Node] = set()
        cell: Node | None = value
        while cell is not None and cell != _NIL and cell not in seen:
            seen.add(cell)
            member = self._graph.value(cell, _FIRST)
            if member is not None:
                members.append(self._read(name, role, member)._replace(position=len(members) + 1))
            cell = self._graph.value(cell, _REST)
        return members

    def _read(self, name: str, role: str, value: Node) -> _Placed:
        if isinstance(value, Literal):
            scheme = str(value.datatype or "").removeprefix(v.SCHEME)
            identified = (Identifier(scheme, str(value)),) if scheme != str(value.datatype or "") else ()
            return _Placed(_UNPLACED, Statement(name, str(value), role=role, lang=value.language or "", identifiers=identified))
        if (value, _POSITION, None) in self._graph:
            return self._annotated(value, self._named(name, role, value))
        form = self._graph.value(value, URIRef(v.SKOSXL + "literalForm"))
        if form is not None:
            return self._read(name, role, form)
        return _Placed(_UNPLACED, self._foreign(name, role, value))

    def _named(self, name: str, role: str, node: Node) -> Statement:
        """The text of one of our value nodes."""
        for term in (v.RDF + "value", SCHEMA + "name"):
            text = self._graph.value(node, URIRef(term))
            if isinstance(text, Literal):
                return Statement(name, str(text), role=role, lang=text.language or "")
        return Statement(name, "", role=role)

    def _annotated(self, node: Node, statement: Statement) -> _Placed:
        """What one of our nodes says of the value of ``statement``."""
        lang, role, path = (self._graph.value(node, URIRef(term)) for term in (v.LANG, v.ROLE, v.PATH))
        identifiers = tuple(Identifier(*text.split(":", 1)) for text in self._texts(node, v.IDENTIFIER) if ":" in text)
        full = replace(
            statement,
            lang=statement.lang if lang is None else str(lang),
            role=statement.role if role is None else str(role),
            path="" if path is None else str(path),
            forms=self._texts(node, v.FORM),
            identifiers=identifiers or statement.identifiers,
            parts=self._parts(node),
        )
        return _Placed(self._position(node), full)

    def _parts(self, node: Node) -> tuple[Statement, ...]:
        if node in self._open or len(self._open) >= _OWN_DEPTH:
            return ()
        self._open.add(node)
        try:
            placed, covered = self._noted(node)
            valued = (node, URIRef(v.RDF + "value"), None) in self._graph
            for term, value in sorted(self._graph.predicate_objects(node)):
                name = v.own_property_of(str(term))
                if name and (term, value) not in covered and (valued or str(term) != SCHEMA + "name"):
                    placed += self._values(name, "", value)
            return _arranged(placed)
        finally:
            self._open.discard(node)

    def _texts(self, node: Node, term: str) -> tuple[str, ...]:
        found: list[tuple[int, str]] = []
        for value in self._graph.objects(node, URIRef(term)):
            if isinstance(value, Literal):
                found.append((0, str(value)))
            else:
                found.append((self._position(value), str(self._graph.value(value, URIRef(v.RDF + "value")) or "")))
        return tuple(text for _, text in sorted(found))

    def _position(self, node: Node) -> int:
        value = self._graph.value(node, _POSITION)
        text = "" if value is None else str(value)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else _UNPLACED

    def _foreign(self, name: str, role: str, node: Node) -> Statement:
        """A value that is a thing in someone else's graph, or one of ours without annotations."""
        known = PROPERTIES.get(name)
        label, forms = self._label(node), self._other_labels(node)
        parts: tuple[Statement, ...] = ()
        if known is not None and known.type in _WITH_PARTS:
            parts = self._foreign_parts(node, known.type)
        if isinstance(node, BNode):
            return Statement(name, label or ", ".join(p.value for p in parts), role=role, parts=parts)
        iri = str(node)
        identifiers = (iri_identifier(iri),)
        if known is None or (not known.node and known.type is not ValueType.IDENTIFIER):
            return Statement(name, label or _local_name(iri), role=role)
        return Statement(name, label or iri, role=role, forms=forms, identifiers=identifiers, parts=parts)

    def _foreign_parts(self, node: Node, of: ValueType) -> tuple[Statement, ...]:
        """A name's family and given parts; the description of a work that is described only here, on a blank node."""
        if of is ValueType.NAME:
            said = ((v.property_of(str(term), Kind.AGENT), value) for term, value in self._graph.predicate_objects(node))
            pairs = [(m[0], str(value)) for m, value in said if m and m[0] in PART_NAMES and isinstance(value, Literal)]
            return tuple(Statement(name, text) for name, text in sorted(pairs, key=lambda p: (rank(p[0]), p[1])))
        if not isinstance(node, BNode) or node in self._open or len(self._open) >= _FOREIGN_DEPTH:
            return ()
        self._open.add(node)
        try:
            return self._statements(node, Kind.WORK)
        finally:
            self._open.discard(node)

    def _other_labels(self, node: Node) -> tuple[str, ...]:
        """The preferred labels of a concept in the languages other than that of its label, sorted."""
        if (node, _LABEL, None) in self._graph:
            return ()
        labels = [o for o in self._graph.objects(node, URIRef(SKOS + "prefLabel")) if isinstance(o, Literal)]
        return tuple(sorted({str(o) for o in labels} - {self._label(node)}))

    def _label(self, node: Node) -> str:
        """The best label of a thing; empty where it has none."""
        for term in v.LABELS:
            found = [o for o in self._graph.objects(node, URIRef(term)) if isinstance(o, Literal)]
            if found:
                return str(min(found, key=lambda o: (*_language_rank(o.language), str(o))))
        return ""


def _language_rank(lang: str | None) -> tuple[int, str]:
    """English before no language before the others: reading order of labels when a graph has many."""
    return (0 if (lang or "").lower().split("-")[0] == "en" else 1 if not lang else 2), lang or ""


def _arranged(given: list[_Placed]) -> tuple[Statement, ...]:
    """In normal order. What two terms of a foreign graph say alike is said once; what has a position was said on purpose."""
    free = dict.fromkeys(p for p in given if p.position == _UNPLACED)
    placed = [*free, *(p for p in given if p.position != _UNPLACED)]
    placed.sort(
        key=lambda p: (rank(p.statement.property), 0 if is_set(p.statement.property) else p.position, content(p.statement))
    )
    return tuple(p.statement for p in placed)


def _with_forms(placed: list[_Placed], label: str, alternatives: list[str]) -> list[_Placed]:
    """Labels of one thing in several languages are forms of one statement; so are its alternative labels.

    Labels that have a position are ours, and several on purpose.
    """
    labels = [p.statement for p in placed if p.statement.property == label]
    if not labels or any(p.position != _UNPLACED for p in placed if p.statement.property == label):
        return placed
    main = min(labels, key=lambda s: (*_language_rank(s.lang), s.value))
    merged = [s for s in labels if s.lang != main.lang]
    forms = dict.fromkeys([*(s.value for s in sorted(merged, key=content)), *alternatives])
    forms.pop(main.value, None)
    kept = [p for p in placed if not any(p.statement is m for m in (main, *merged))]
    return [*kept, _Placed(_UNPLACED, replace(main, forms=tuple(forms)))]


def _local_name(iri: str) -> str:
    """The last segment of an IRI: ``eng`` of the language IRI of the Library of Congress, ``Article`` of a class."""
    return iri.rstrip("/#").replace("#", "/").rsplit("/", 1)[-1] or iri
