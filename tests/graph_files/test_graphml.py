from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from gate.graph_files import load
from gate.model import Edge
from tests.graph_files.conftest import Loader, Refusal
from tests.structure.graphs import Network


def document(body: str, default: str = "directed") -> str:
    return (
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="d0" for="node" attr.name="label" attr.type="string"/>'
        '<key id="d1" for="edge" attr.name="relation" attr.type="string"><default>cites</default></key>'
        f'<graph id="G" edgedefault="{default}">{body}</graph></graphml>'
    )


def test_labels_types_and_defaults(loaded: Loader) -> None:
    graph = loaded(
        "a.graphml",
        document(
            '<node id="a"><data key="d0">Alpha</data></node><node id="b"><port name="p"/></node><node id="c"/>'
            '<edge source="a" target="b"><data key="d1">extends</data></edge><edge source="b" target="a"/>'
        ),
    )
    assert graph.nodes == {"a", "b", "c"}
    assert graph.labels == {"a": "Alpha"}
    assert graph.edges == {Edge("a", "extends", "b"), Edge("b", "cites", "a")}


def test_undirected_edges_run_from_the_smaller_id(loaded: Loader) -> None:
    body = '<node id="a"/><node id="b"/><edge source="b" target="a"/>'
    assert loaded("a.graphml", document(body, "undirected")).edges == {Edge("a", "cites", "b")}
    assert loaded("b.graphml", document(body)).edges == {Edge("b", "cites", "a")}
    own = body.replace("<edge", '<edge directed="false"')
    assert loaded("c.graphml", document(own)).edges == {Edge("a", "cites", "b")}
    own = body.replace("<edge", '<edge directed="true"')
    assert loaded("d.graphml", document(own, "undirected")).edges == {Edge("b", "cites", "a")}


def test_nested_graphs_and_drawn_labels(loaded: Loader) -> None:
    graph = loaded(
        "a.graphml",
        '<graphml xmlns:y="http://www.yworks.com/xml/graphml"><graph edgedefault="directed"><node id="n0">'
        "<data key='g'><y:ShapeNode><y:NodeLabel>Outer</y:NodeLabel></y:ShapeNode></data>"
        '<graph edgedefault="undirected"><node id="n0::b"/><node id="n0::a"/><edge source="n0::b" target="n0::a"/></graph></node>'
        '<edge source="n0" target="n0::a"><data key="g"><y:EdgeLabel>holds</y:EdgeLabel></data></edge></graph></graphml>',
    )
    assert graph.labels == {"n0": "Outer"}
    assert graph.edges == {Edge("n0", "holds", "n0::a"), Edge("n0::a", "edge", "n0::b")}


@pytest.mark.parametrize("source", [nx.les_miserables_graph(), nx.gn_graph(20, seed=1), nx.florentine_families_graph()])
def test_what_networkx_writes(tmp_path: Path, source: Network) -> None:
    nx.write_graphml_xml(source, tmp_path / "a.graphml")
    graph = load(tmp_path / "a.graphml")
    assert graph.nodes == {str(n) for n in source}
    ends = {(e.source, e.target) for e in graph.edges}
    if source.is_directed():
        assert ends == {(str(a), str(b)) for a, b in source.edges}
    else:
        assert ends == {(min(str(a), str(b)), max(str(a), str(b))) for a, b in source.edges}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (document('<node id="a"/>\n<edge source="a" target="x"/>'), "line 2: there is no node 'x'"),
        (document('<node id="a"/>\n\n<edge source="a"/>'), "line 3: an edge without source or target"),
        (document("<node/>"), "line 1: a node without id"),
        (document('<node id="a"/>\n<hyperedge/>'), "line 2: edges of more than two nodes are not read"),
        (document(""), "there is no node in this file"),
        (document("")[:-5], "line 1: not well-formed XML: "),
        ("<gexf/>", "there is no <graphml> in this file"),
        ('<!DOCTYPE graphml [<!ENTITY a "b">]><graphml>&a;</graphml>', "line 1: XML with entity declarations is refused"),
        ('<!DOCTYPE graphml [<!ENTITY a SYSTEM "file:///etc/passwd">]><graphml>&a;</graphml>', "line 1: XML with entity"),
        ("<graphml>" + "<graph>" * 120 + "</graph>" * 120 + "</graphml>", "line 1: nested deeper than 100 levels"),
    ],
)
def test_broken_files(refused: Refusal, content: str, message: str) -> None:
    assert refused("a.graphml", content).startswith(f"a.graphml: {message}")
