from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from gate.graph_files import load
from gate.model import Edge
from tests.graph_files.conftest import Loader, Refusal
from tests.structure.graphs import Network


def document(edges: str, default: str = ' defaultedgetype="directed"') -> str:
    return (
        f'<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph{default}>'
        '<attributes class="node"><attribute id="0" title="type" type="string"/></attributes>'
        '<attributes class="edge"><attribute id="0" title="Relation" type="string"/></attributes>'
        '<nodes><node id="a" label="Alpha"/><node id="b" label="Beta"><nodes><node id="c"/></nodes></node></nodes>'
        f"<edges>{edges}</edges></graph></gexf>"
    )


def test_labels_kinds_and_attributes(loaded: Loader) -> None:
    graph = loaded(
        "a.gexf",
        document(
            '<edge source="a" target="b" kind="cites" label="drawn"/>'
            '<edge source="b" target="c"><attvalues><attvalue for="0" value="extends"/></attvalues></edge>'
            '<edge source="c" target="a" label="drawn"/><edge source="a" target="c"/>'
        ),
    )
    assert graph.labels == {"a": "Alpha", "b": "Beta"}
    assert graph.edges == {Edge("a", "cites", "b"), Edge("b", "extends", "c"), Edge("c", "drawn", "a"), Edge("a", "edge", "c")}


def test_directions(loaded: Loader) -> None:
    edges = '<edge source="c" target="a"/><edge source="b" target="a" type="mutual"/><edge source="c" target="b" type="{}"/>'
    directed = loaded("a.gexf", document(edges.format("undirected"))).edges
    assert {(e.source, e.target) for e in directed} == {("c", "a"), ("b", "a"), ("a", "b"), ("b", "c")}
    undirected = loaded("b.gexf", document(edges.format("directed"), "")).edges
    assert {(e.source, e.target) for e in undirected} == {("a", "c"), ("b", "a"), ("a", "b"), ("c", "b")}


@pytest.mark.parametrize("source", [nx.les_miserables_graph(), nx.gn_graph(20, seed=1)])
def test_what_networkx_writes(tmp_path: Path, source: Network) -> None:
    nx.write_gexf(source, tmp_path / "a.gexf")
    graph = load(tmp_path / "a.gexf")
    assert graph.nodes == {str(n) for n in source}
    assert len(graph.edges) == source.number_of_edges()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (document('\n<edge source="a" target="x"/>'), "line 2: there is no node 'x'"),
        (document('\n<edge target="a"/>'), "line 2: an edge without source or target"),
        ("<gexf><graph><nodes>\n<node label='x'/></nodes></graph></gexf>", "line 2: a node without id"),
        ("<gexf><graph/></gexf>", "there is no node in this file"),
        ("<gexf>", "line 1: not well-formed XML: "),
        ("<!DOCTYPE gexf><gexf/>", "line 1: XML with a document type (DOCTYPE) is refused"),
    ],
)
def test_broken_files(refused: Refusal, content: str, message: str) -> None:
    assert refused("a.gexf", content).startswith(f"a.gexf: {message}")
