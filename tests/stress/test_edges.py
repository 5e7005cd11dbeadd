from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.stress.edges import Edges, extract
from gate.stress.json_answers import Form

TRIANGLE = [("1", "2"), ("2", "3"), ("1", "3")]


@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        ("[(1, 2), (2, 3), (1, 3)]", "pairs"),
        ("Sure (it is easy), here:\n(1,2) (2,3) (1,3)", "pairs"),
        ("edges = [\n  (1, 2),  # first\n  (2, 3),\n  (1, 3)\n]\nG = nx.Graph(edges)\nprint(G)", "pairs"),
        ("[[1,2],[2,3],[1,3]]", "pairs"),
        ("(1, 2, {'weight': 3}), (2, 3, {}), (1, 3, 5)", "pairs"),
        ("A first try: (7, 8), (8, 9). No.\nFinal answer: (1,2), (2,3), (1,3)", "pairs"),
        ("**Final answer:** [(1,2),(2,3),(1,3)]", "pairs"),
        ('("1", "2"), ("2", "3"), (\'1\', \'3\')', "pairs"),
        ("graph G {\n 1 -- 2 -- 3;\n 1 -- 3 [weight=2];\n}", "dot"),
        ("digraph { 1 -> 2; 2 -> 3; 1 -> 3 }", "dot"),
        ('{"nodes": [1,2,3], "edges": [[1,2],[2,3],[1,3]]}', "json"),
        ('```json\n{"links": [{"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 1, "target": 3}]}\n```', "json"),
        ('{"1": [2, 3], "2": [3]}', "json"),
        ("The graph:\n1: 2, 3\n2: 3", "adjacency"),
        ("1 -> [2, 3]\n2 -> [3]", "adjacency"),
        ("1 2\n2 3\n1 3", "lines"),
        ("1,2\n2,3\n1,3", "lines"),
        ("1-2\n2-3\n1-3\n", "lines"),
        ("G.add_edge(1, 2)\nG.add_edge(2, 3)\nG.add_edge(1, 3)\n", "add_edge"),
    ],
)
def test_every_form(text: str, syntax: str) -> None:
    found = extract(text)
    assert (found.form, found.syntax) == (Form.OBJECT, syntax)
    graph = found.graph()
    assert {frozenset((graph.label(e.source), graph.label(e.target))) for e in graph.edges} == {frozenset(p) for p in TRIANGLE}


def test_names_with_blanks() -> None:
    found = extract("[('Jean Valjean', 'Cosette'), ('Cosette', \"Mme. Thénardier\"), (Marius, Cosette)]")
    assert found.pairs == (("Jean Valjean", "Cosette"), ("Cosette", "Mme. Thénardier"), ("Marius", "Cosette"))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I'm sorry, I don't have access to the Graph Atlas.", Form.REFUSAL),
        ("import networkx as nx\nG = nx.karate_club_graph()\nprint(list(G.edges()))", Form.CODE),
        ("The karate club has 34 members (see Zachary, 1977).", Form.NOTHING),
        ("", Form.EMPTY),
    ],
)
def test_answers_without_a_list(text: str, form: Form) -> None:
    found = extract(text)
    assert (found.form, found.pairs) == (form, ())


@pytest.mark.parametrize(
    ("text", "finish"),
    [("[(1, 2), (2, 3), (4,", ""), ("[(1, 2), (2, 3), (4", ""), ("(1,2),(2,3),", ""), ("(1,2),(2,3)", "length")],
)
def test_a_truncated_list_counts_as_far_as_it_goes(text: str, finish: str) -> None:
    found = extract(text, finish)
    assert (found.form, found.pairs) == (Form.TRUNCATED, (("1", "2"), ("2", "3")))


@pytest.mark.parametrize(
    ("text", "finish", "form"),
    [
        ("The karate club has 34 members. Its edges are", "length", Form.TRUNCATED),
        ("The karate club has 34 members. Its edges are", "stop", Form.NOTHING),
        ("I'm sorry, I don't have access to the Graph Atlas.", "length", Form.REFUSAL),
    ],
)
def test_an_answer_cut_off_before_its_first_edge_is_truncated(text: str, finish: str, form: Form) -> None:
    assert extract(text, finish) == Edges(form)


def test_loops_and_repeats_make_a_simple_graph() -> None:
    graph = extract("(a, b), (b, a), (a, a), (c, c)").graph()
    assert (len(graph.nodes), len(graph.edges)) == (3, 1)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=40))
def test_a_python_list_comes_back_as_it_was(pairs: list[tuple[int, int]]) -> None:
    assert extract(f"Here it is:\n{pairs}\nEnjoy!").pairs == tuple((str(a), str(b)) for a, b in pairs)


@given(st.text(alphabet="12,()[]{}-> :\n\"'ab"))
def test_nothing_makes_it_fail_and_no_node_is_made_up(text: str) -> None:
    assert all(end in text for pair in extract(text).pairs for end in pair)
