from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from gate.errors import InputError
from gate.stress import recite
from gate.stress.answers import load
from gate.stress.netlsd import embedding, signature
from gate.stress.networks import GAD_GRAPHS, Known, known
from gate.stress.results import Cell, Result, records
from tests.cli.run import gate
from tests.stress.endpoint import playing, saved

STAR_LIKE = str([("A", f"l{i}") for i in range(32)] + [("B", f"l{i}") for i in range(31)] + [("A", "B")])


def listed(graph: Known) -> str:
    pairs = sorted((graph.graph.label(e.source), graph.graph.label(e.target)) for e in graph.graph.edges)
    return f"Here is the graph:\n```python\nedges = {pairs}\n```"


def run(folder: Path, answers: dict[str, dict[str, str]], *names: str, board: Path | None = None) -> Result:
    for model, said in answers.items():
        saved(folder, model, said)
    return recite.score([known(n) for n in names], load(folder), board)


def rows(result: Result, table: str, **wanted: str) -> list[dict[str, Cell]]:
    return [r for r in records(result.table(table)) if all(r[k] == v for k, v in wanted.items())]


def test_the_printed_answer_gives_the_printed_row(tmp_path: Path) -> None:
    result = run(tmp_path, {"qwen2": {"karate": STAR_LIKE}}, "karate")
    reference, answer = rows(result, "topology", graph="karate")

    def shown(row: dict[str, Cell], *columns: str) -> list[Cell]:
        return [round(v, 2) + 0.0 if isinstance(v := row[c], float) else v for c in columns]

    columns = ("|V|", "|E|", "density", "assortativity", "modularity", "degree distance")
    assert shown(reference, *columns) == [34, 78, 0.14, -0.48, 0.31, 0.0]
    assert shown(answer, *columns) == [34, 64, 0.11, -0.97, 0.0, 22.18]
    assert shown(answer, "spectral (published)", "spectral distance") == [33.41, 9.54]
    assert shown(reference, "spectral (published)", "spectral distance") == [0.0, 0.0]


def test_the_truth_is_perfect(tmp_path: Path) -> None:
    names = ("karate", "les-miserables", *(f"atlas-{n}" for n in GAD_GRAPHS))
    result = run(tmp_path, {"truth": {n: listed(known(n)) for n in names}}, *names)
    for row in rows(result, "topology", model="truth"):
        assert row["degree distance"] == 0.0
        assert row["spectral distance"] == pytest.approx(0.0, abs=1e-9)
    for row in rows(result, "edges", model="truth"):
        assert (row["added"], row["missing"]) == (0, 0)
        assert row["edit distance"] in (0, None)
    (gad,) = rows(result, "gad", model="truth")
    assert (gad["GAD"], gad["sd"]) == (0.0, 0.0)


def test_permuted_labels_keep_the_topology_and_lose_the_edges(tmp_path: Path) -> None:
    club = known("karate")
    order = [str(i) for i in range(1, 35)]
    random.Random(3).shuffle(order)
    pairs = [(order[int(e.source) - 1], order[int(e.target) - 1]) for e in club.graph.edges]
    result = run(tmp_path, {"m": {"karate": str(pairs)}}, "karate")
    (row,) = rows(result, "topology", model="m")
    assert row["degree distance"] == 0.0
    assert row["spectral distance"] == pytest.approx(0.0, abs=1e-9)
    (edges,) = rows(result, "edges", model="m")
    assert edges["added"] == edges["missing"]
    assert isinstance(edges["missing"], int)
    assert edges["missing"] > 40


def test_a_truncated_and_a_shifted_truth(tmp_path: Path) -> None:
    pairs = sorted((int(e.source), int(e.target)) for e in known("karate").graph.edges)
    cut = str(pairs[:60])[:-1] + ", (9,"
    shifted = str([(a - 1, b - 1) for a, b in pairs])
    result = run(tmp_path, {"cut": {"karate": cut}, "shifted": {"karate": shifted}}, "karate")
    (answer,) = rows(result, "answers", model="cut")
    assert (answer["kind"], answer["pairs given"]) == ("truncated", 60)
    (edges,) = rows(result, "edges", model="cut")
    assert (edges["shared"], edges["added"], edges["missing"]) == (60, 0, 18)
    (edges,) = rows(result, "edges", model="shifted")
    assert (edges["shared"], edges["labels"]) == (78, "as numbers shifted by +1")


def test_the_graph_atlas_distance_and_its_correlation(tmp_path: Path) -> None:
    triangle = "(1,2),(2,3),(1,3)"
    answers = {
        "best": {f"atlas-{n}": listed(known(f"atlas-{n}")) for n in GAD_GRAPHS},
        "same": {f"atlas-{n}": triangle for n in GAD_GRAPHS},
        "path": {f"atlas-{n}": "(1,2),(2,3),(3,4),(4,5),(5,6)" for n in GAD_GRAPHS},
        "partly": {"atlas-3": "(1,2)", "atlas-6": "I am sorry, I cannot."},
    }
    board = tmp_path / "board.csv"
    board.write_text("model,rank\nbest,3\nsame,2\npath,1\n", encoding="utf-8")
    result = run(tmp_path / "a", answers, *(f"atlas-{n}" for n in GAD_GRAPHS), board=board)
    (same,) = rows(result, "gad", model="same")
    # atlas 3 is an edge, 6 a path of 3, 7 the triangle, 13 a star of 4, 15 the triangle with an edge hung on
    assert [same[f"atlas-{n}"] for n in GAD_GRAPHS] == [3, 1, 0, 3, 2]
    assert same["GAD"] == 1.8
    assert same["sd"] == pytest.approx(1.3038, abs=1e-4)
    (partly,) = rows(result, "gad", model="partly")
    assert (partly["GAD"], partly["remark"]) == (None, "no graph for atlas-6, atlas-7, atlas-13, atlas-15")
    assert records(result.table("leaderboard")) == [{"models": 3, "Spearman": -1.0, "remark": ""}]
    assert [r["model"] for r in records(result.table("gad"))] == ["best", "same", "path", "partly"]


def test_a_map_of_many_answers_has_them_all(tmp_path: Path) -> None:
    ring = [(i, (i + 1) % 12) for i in range(12)]
    answers = {f"m{k}": {"atlas-50": str(ring[: 4 + k])} for k in range(6)}
    result = run(tmp_path, answers, "atlas-50")
    (found,) = [f for f in result.figures if f.name == "map-atlas-50"]
    assert {name for _, _, name in found.names} == {"reference", *answers}  # type: ignore[union-attr]
    few = run(tmp_path / "few", {"m": {"atlas-50": str(ring)}}, "atlas-50")
    assert any("fewer than 5 different graphs" in note for note in few.notes)


def test_a_file_of_any_format_can_be_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "square.csv"
    file.write_text("source,type,target\na,t,b\nb,t,c\nc,t,d\nd,t,a\n", encoding="utf-8")
    graph = recite.graph(str(file))
    assert (graph.name, len(graph.graph.edges)) == ("square", 4)
    assert recite.question(graph).prompt.startswith('Provide me the so called "square" graph')


def test_a_leaderboard_that_is_none(tmp_path: Path) -> None:
    board = tmp_path / "b.csv"
    for text in ("", "model,rank\n", "a,1\nb,best\n"):
        board.write_text(text, encoding="utf-8")
        with pytest.raises(InputError):
            recite.read_leaderboard(board)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with playing(lambda p: STAR_LIKE if "karate" in p else "import networkx as nx\nprint(nx.graph_atlas(50).edges())") as it:
        ran = gate(
            capsys, "stress", "recite", "--answers", tmp_path / "a", "--graph", "karate", "--graph", "atlas-50",
            "--model", f"{it.url}/v1", "--name", "m", "--out", tmp_path / "out",
        )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "22.181" in ran.out
    assert "code" in ran.out
    assert (tmp_path / "out" / "figures" / "distance-karate.png").is_file()
    assert gate(capsys, "stress", "recite", "--answers", tmp_path / "a", "--graph", "nothing").code == 2


def test_the_gad_row_by_hand() -> None:
    from gate.stress.networks import edit_distance, undirected_graph

    triangle = undirected_graph(itertools.combinations("abc", 2))
    assert [edit_distance(triangle, known(f"atlas-{n}").graph) for n in GAD_GRAPHS[:4]] == [3, 1, 0, 3]


def test_a_map_of_equal_answers_says_why_there_is_none() -> None:
    one, other = (signature(known(name).graph) for name in ("atlas-3", "karate"))
    assert one is not None
    assert other is not None
    assert embedding([one] * 25) == "fewer than 5 different graphs (1)"
    several = [s for n in (6, 7, 13, 15, 50) if (s := signature(known(f"atlas-{n}").graph)) is not None]
    placed = embedding([*several, other, several[0], several[0]])
    assert isinstance(placed, list)
    assert placed[0] == placed[-1] == placed[-2]
    assert len(set(placed)) == 6
