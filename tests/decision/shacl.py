"""Both ways to run shapes, with their results in one form that can be compared."""

from __future__ import annotations

from collections import Counter

from rdflib import Graph

from gate.decision.facts import Row
from gate.decision.facts import graph as facts_graph
from gate.decision.shapes import by_engine
from gate.decision.shapes_compiled import Breach, Check, breaches, by_class, compile_shapes
from gate.decision.shapes_files import Engine, parse_shapes, read_shapes, shipped_files

PREFIXES = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix gate: <https://w3id.org/catalog-gate/terms#> .
@prefix fact: <https://w3id.org/catalog-gate/facts#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix bibo: <http://purl.org/ontology/bibo/> .
@prefix schema: <https://schema.org/> .
@prefix ex: <https://example.org/> .
"""


def shapes_graph(text: str) -> Graph:
    return parse_shapes((PREFIXES + text).encode(), "shapes.ttl")


def shipped_graph() -> Graph:
    """All shapes that come with the gate, in one graph."""
    graph = Graph()
    for path in shipped_files():
        graph += parse_shapes(read_shapes(path), str(path))
    return graph


def tally(found: list[Breach], facts: tuple[Row, ...]) -> Counter[tuple[int, str, str, str, str]]:
    """The results as a multiset: number of the row, code, severity, value, message."""
    number = {id(row): n for n, row in enumerate(facts)}
    return Counter((number[id(b.row)], b.code, b.severity.value, b.value, b.message) for b in found)


def compiled(facts: tuple[Row, ...], checks: tuple[Check, ...]) -> Counter[tuple[int, str, str, str, str]]:
    return tally(list(breaches(facts, *by_class(checks))), facts)


def by_pyshacl(facts: tuple[Row, ...], graph: Graph, extra: Graph | None = None) -> Counter[tuple[int, str, str, str, str]]:
    data = facts_graph(facts)
    if extra is not None:
        data += extra
    return tally(list(by_engine(data, facts, Engine("shapes.ttl", graph))), facts)


def both(facts: tuple[Row, ...], graph: Graph) -> tuple[Counter[tuple[int, str, str, str, str]], ...]:
    checks = compile_shapes(graph)
    assert checks is not None
    return compiled(facts, checks), by_pyshacl(facts, graph)
