"""The claim graph as RDF, in the shape of :mod:`gate.rdf`, with the place of every claim: Turtle, or JSON-LD.

It holds everything that a record claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from gate.model import Record, Statement
from gate.settings import Settings


def _read(data: bytes, form: str) -> Sequence[Statement]:
    import rdflib

    from gate.rdf import from_graph

    graph = rdflib.Graph(bind_namespaces="none")
    graph.parse(data=data, format=form)
    entity = next(iter(from_graph(graph)), None)
    return entity.statements if entity is not None else ()


@dataclass(frozen=True, slots=True)
class Turtle:
    """RDF 1.1 Turtle, sorted: equal records give equal bytes."""

    name: str = "graph"

    def refuses(self, record: Record) -> str:  # noqa: ARG002
        """Nothing is refused."""
        return ""

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """The one graph of all records."""
        yield _serialised(records, "turtle")

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:  # noqa: ARG002
        """The claims in the graph."""
        return _read(data, "turtle")


@dataclass(frozen=True, slots=True)
class JsonLd:
    """JSON-LD 1.1, compacted with the prefixes of the graph."""

    name: str = "json-ld"

    def refuses(self, record: Record) -> str:  # noqa: ARG002
        """Nothing is refused."""
        return ""

    def write(self, records: Iterable[Record]) -> Iterator[bytes]:
        """The one graph of all records."""
        yield _serialised(records, "json-ld")

    def read(self, data: bytes, settings: Settings) -> Sequence[Statement]:  # noqa: ARG002
        """The claims in the graph."""
        return _read(data, "json-ld")


def _serialised(records: Iterable[Record], form: Literal["turtle", "json-ld"]) -> bytes:
    from gate.rdf import serialise
    from gate.records.claims import to_rdf

    return serialise(to_rdf(*records), form)
