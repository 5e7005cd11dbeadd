from __future__ import annotations

import json

import networkx as nx
import pytest

from gate.model import Edge
from tests.graph_files.conftest import Loader, Refusal
from tests.structure.graphs import Network


def test_labels_types_and_numbers(loaded: Loader) -> None:
    graph = loaded(
        "a.json",
        '{"directed": true, "nodes": [{"id": 1, "name": "One"}, {"id": "two", "label": "Two", "name": "x"}, {"id": 3.5}],'
        ' "edges": [{"source": 1, "target": "two", "relation": "cites", "weight": 2}, {"source": {"id": 3.5}, "target": 1}]}',
    )
    assert graph.nodes == {"1", "two", "3.5"}
    assert graph.labels == {"1": "One", "two": "Two"}
    assert graph.edges == {Edge("1", "cites", "two"), Edge("3.5", "edge", "1")}


def test_nodes_without_ids_are_known_by_their_place(loaded: Loader) -> None:
    nodes, links = '[{"name": "b"}, {"name": "a"}, {"group": 1}]', '[{"source": 0, "target": 1}, {"source": 2, "target": 1}]'
    content = f'{{"nodes": {nodes}, "links": {links}}}'
    graph = loaded("a.json", content)
    assert graph.nodes == {"a", "b", "2"}
    assert graph.edges == {Edge("b", "edge", "a"), Edge("2", "edge", "a")}


@pytest.mark.parametrize("source", [nx.les_miserables_graph(), nx.gn_graph(20, seed=1)])
@pytest.mark.parametrize("edges", ["links", "edges"])
def test_what_networkx_writes(loaded: Loader, source: Network, edges: str) -> None:
    graph = loaded("a.json", json.dumps(nx.node_link_data(source, edges=edges)))
    assert graph.nodes == {str(n) for n in source}
    assert len(graph.edges) == source.number_of_edges()
    if not source.is_directed():
        assert all(e.source < e.target for e in graph.edges)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "not a graph: a JSON object with nodes and links is expected"),
        ('{"nodes": 1, "links": []}', "not a graph: there is no list nodes"),
        ('{"nodes": []}', "not a graph: there is no list links or edges"),
        ('{"nodes": [], "links": []}', "there is no node in this file"),
        ('{"nodes": [1], "links": []}', "nodes[0]: not an object"),
        ('{"nodes": [{"id": "a"}, {"id": "a"}], "links": []}', "nodes[1]: a second node 'a'"),
        ('{"nodes": [{"id": "a"}, {"id": true}], "links": []}', "nodes[1].id: a text or a number is expected here"),
        ('{"nodes": [{"id": ["a"]}], "links": []}', "nodes[0].id: a text or a number is expected here"),
        ('{"nodes": [{"id": ""}], "links": []}', "nodes[0].id: a text or a number is expected here"),
        ('{"nodes": [{"id": "a"}], "links": [1]}', "links[0]: not an object"),
        ('{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b"}]}', "links[0].target: there is no node 'b'"),
        ('{"nodes": [{"id": "a"}], "links": [{"source": "a"}]}', "links[0].target: a text or a number is expected here"),
        ('{"nodes": [{"name": "a"}], "links": [{"source": 0, "target": 7}]}', "links[0].target: there is no node number 7"),
        ('{"nodes": [{"name": "a"}], "links": [{"source": -1, "target": 0}]}', "links[0].source: there is no node number -1"),
        ('{"nodes": [NaN]}', "line 1: not JSON: "),
        ('{"nodes": [\n"\\ud800"]}', "line 2: not JSON: "),
        ("{" * 5_000, "line 1: not JSON: "),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "line 1: not JSON: "),
    ],
)
def test_broken_files(refused: Refusal, content: str, message: str) -> None:
    assert refused("a.json", content).startswith(f"a.json: {message}")
