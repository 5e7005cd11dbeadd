"""GEXF 1.1 to 1.3 (gexf.net, GEXF schema)."""

from __future__ import annotations

from gate.graph_files import xml
from gate.graph_files.builder import Builder
from gate.model import Graph
from gate.records.readers.xml import Element
from gate.settings import Settings

TYPE = ("type", "relation", "predicate", "interaction", "label")


def read(data: bytes, file: str, settings: Settings) -> Graph:
    """Nodes with their labels, those inside other nodes too, and edges.

    The type of an edge is its ``kind`` (1.3), else the attribute whose title is ``type``, ``relation``, ``predicate``,
    ``interaction`` or ``label``, else its ``label``. Its ``type`` says the direction: ``directed``, ``undirected``, ``mutual``,
    which is two edges; ``defaultedgetype`` is the default, ``undirected`` where the file has none. Dynamics are passed over.
    """
    builder = Builder(file, settings)
    top = xml.root(data, builder, settings, "gexf")
    titles: dict[str, str] = {}
    for attributes in xml.descendants(top, "attributes"):
        if attributes.get("class", "") == "edge":
            titles |= {a.get("id", ""): a.get("title", "").casefold() for a in xml.descendants(attributes, "attribute")}
    for node in xml.descendants(top, "node"):
        name = node.get("id", "")
        if not name:
            raise builder.fault(xml.line(node), "a node without id")
        builder.node(name, node.get("label", ""))
    default = next((g.get("defaultedgetype", "undirected") for g in xml.descendants(top, "graph")), "undirected")
    for edge in xml.descendants(top, "edge"):
        source, target = edge.get("source", ""), edge.get("target", "")
        for end in (source, target):
            if not builder.has(end):
                raise builder.fault(xml.line(edge), f"there is no node {end!r}" if end else "an edge without source or target")
        direction = edge.get("type", default)
        relation = edge.get("kind", "") or _attribute(edge, titles) or edge.get("label", "")
        builder.edge(source, relation, target, directed=direction != "undirected", place=xml.line(edge))
        if direction == "mutual":
            builder.edge(target, relation, source, place=xml.line(edge))
    return builder.graph()


def _attribute(edge: Element, titles: dict[str, str]) -> str:
    values: dict[str, str] = {}
    for value in xml.descendants(edge, "attvalue"):
        key = value.get("for", value.get("id", ""))  # GEXF 1.0 and 1.1 wrote id
        values[titles.get(key, "")] = value.get("value", "")
    return next((values[name] for name in TYPE if values.get(name)), "")
