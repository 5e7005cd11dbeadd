"""BIBFRAME 2 (Library of Congress) in RDF/XML, Turtle, N-Triples or JSON-LD: an instance, with what its work says, is one record.

A work without an instance in the document is a record too. Works, instances and hubs that another one only refers to (series,
hosts, other editions) describe no record of their own; items describe copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gate.model import Record, Unreadable
from gate.records.readers import rdf_nodes
from gate.records.readers.bibframe_fields import read_instance
from gate.records.readers.rdf_nodes import PREFIXES, RdfNode
from gate.settings import Settings

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

_BF = PREFIXES["bf"]
_NAMES = "Work|Instance|Hub|Item|mainTitle|contribution|provisionActivity|instanceOf|hasInstance|editionStatement"
#: properties between the levels of one description; whatever else refers to a work or an instance only mentions it
_LEVELS = ("instanceOf", "hasInstance", "itemOf", "hasItem")


class Bibframe:
    """Works and instances in BIBFRAME."""

    name = "bibframe"
    suffixes = (".bibframe",)
    media_types = ()

    def sniff(self, head: bytes) -> int:
        """94 for RDF with a work or an instance of the vocabulary, or what is said of one; agents alone are none."""
        return 94 if rdf_nodes.mentions(head, _BF, _NAMES) else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every instance with its work, and every work without one, in the order of the document."""
        graph = rdf_nodes.document(data, file, settings, self.name)
        if isinstance(graph, Unreadable):
            yield graph
            return
        units = _units(graph)
        for position, (instance, work) in enumerate(units, 1):
            own = next((node.iri for node in (instance, work) if node is not None and node.iri), "") or f"#{position}"
            reading = read_instance(instance, work)
            if not any(s.property != "type" for s in reading.statements):
                reason = "a BIBFRAME description that says nothing of a work"
                yield Unreadable(file, reason, position, own, format=self.name)
                continue
            yield Record(
                reading.kind,
                own,
                tuple(reading.statements),
                self.name,
                file,
                position,
                reading.ignored(),
                tuple(reading.notes),
                data if len(units) == 1 else b"",
            )
        if not units:
            yield Unreadable(file, "no work or instance of BIBFRAME in this RDF", format=self.name)


def _units(graph: Graph) -> list[tuple[RdfNode | None, RdfNode | None]]:
    """Instance and work of every record; either may be missing."""
    works, instances = _described(graph, "Work") or _described(graph, "Hub"), _described(graph, "Instance")
    work_of = {instance: _work_of(graph, instance) for instance in instances}
    mentioned = {node for node in (*works, *instances) if _mentioned(graph, node)}
    kept_works = [work for work in works if work not in mentioned] or works
    others = set(works) - set(kept_works)
    kept = [instance for instance in instances if instance not in mentioned and work_of[instance] not in others]
    paths = {
        named.node: named
        for named in rdf_nodes.labelled([("bf:Instance", i) for i in kept] + [("bf:Work", w) for w in kept_works], graph)
    }
    units: list[tuple[RdfNode | None, RdfNode | None]] = []
    for instance in kept:
        work = work_of[instance]
        units.append((paths[instance], paths.get(work) if work is not None else None))
    used = {work_of[instance] for instance in kept}
    return units + [(None, paths[work]) for work in kept_works if work not in used]


def _described(graph: Graph, kind: str) -> list[Node]:
    """Things of a class, in the order of the document, of which something is said."""
    from rdflib import RDF, URIRef

    things = dict.fromkeys(graph.subjects(RDF.type, URIRef(_BF + kind)))
    return [node for node in things if any(term != RDF.type for term in graph.predicates(node))]


def _work_of(graph: Graph, instance: Node) -> Node | None:
    from rdflib import URIRef

    return graph.value(instance, URIRef(_BF + "instanceOf")) or next(graph.subjects(URIRef(_BF + "hasInstance"), instance), None)


def _mentioned(graph: Graph, node: Node) -> bool:
    """Whether something else refers to a thing, other than as a level of the same description."""
    return any(str(term) not in {_BF + name for name in _LEVELS} for _, term in graph.subject_predicates(node))
