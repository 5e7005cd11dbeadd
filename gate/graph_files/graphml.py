"""GraphML (graphml.graphdrawing.org, GraphML Primer)."""

from __future__ import annotations

from gate.graph_files import xml
from gate.graph_files.builder import Builder
from gate.model import Graph
from gate.records.readers.xml import Element, text
from gate.settings import Settings

LABEL = ("label", "labels", "name", "title")
TYPE = ("type", "relation", "predicate", "interaction", "label")


def read(data: bytes, file: str, settings: Settings) -> Graph:
    """Nodes and edges, those of nested graphs too.

    A label is the value of the first key called ``label``, ``name`` or ``title``, or yEd's node label; a type that of ``type``,
    ``relation``, ``predicate``, ``interaction`` or ``label``, or yEd's edge label. ``edgedefault`` and an edge's own ``directed``
    say whether it has a direction. Ports are passed over; hyperedges are refused.
    """
    builder = Builder(file, settings)
    top = xml.root(data, builder, settings, "graphml")
    keys = {key.get("id", ""): key for key in xml.descendants(top, "key")}
    meanings = {id_: key.get("attr.name", id_).casefold() for id_, key in keys.items()}
    defaults = {meanings[id_]: text(default) for id_, key in keys.items() for default in xml.descendants(key, "default")}
    for node in xml.descendants(top, "node"):
        name = node.get("id", "")
        if not name:
            raise builder.fault(xml.line(node), "a node without id")
        builder.node(name, _value(node, meanings, {}, LABEL, "NodeLabel"))
    if hyperedges := xml.descendants(top, "hyperedge"):
        raise builder.fault(xml.line(hyperedges[0]), "edges of more than two nodes are not read")
    for graph in xml.descendants(top, "graph"):
        directed = graph.get("edgedefault", "directed") != "undirected"
        for edge in graph:
            if xml.local(edge) == "edge":
                _edge(builder, edge, directed, meanings, defaults)
    return builder.graph()


def _edge(builder: Builder, edge: Element, directed: bool, meanings: dict[str, str], defaults: dict[str, str]) -> None:
    ends = edge.get("source", ""), edge.get("target", "")
    for end in ends:
        if not builder.has(end):
            raise builder.fault(xml.line(edge), f"there is no node {end!r}" if end else "an edge without source or target")
    own = edge.get("directed", "")
    builder.edge(
        ends[0],
        _value(edge, meanings, defaults, TYPE, "EdgeLabel"),
        ends[1],
        directed=own == "true" if own else directed,
        place=xml.line(edge),
    )


def _value(element: Element, meanings: dict[str, str], defaults: dict[str, str], wanted: tuple[str, ...], drawn: str) -> str:
    """The first of the ``wanted`` values of an element, or else the label that yEd draws."""
    values = dict(defaults)
    for data in element:
        if xml.local(data) == "data":
            key = data.get("key", "")
            values[meanings.get(key, key.casefold())] = text(data)
    labels = [text(label) for data in element if xml.local(data) == "data" for label in xml.descendants(data, drawn)]
    return next((found for found in (*(values.get(name, "") for name in wanted), *labels) if found), "")
