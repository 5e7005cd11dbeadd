from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.model import Graph
from gate.stress import families, random_graphs
from gate.stress.answers import load
from gate.stress.fitting import Law
from gate.stress.networks import erdos_renyi
from gate.stress.results import records
from tests.cli.run import gate
from tests.stress.endpoint import playing, saved


def written(graph: Graph) -> str:
    return " ".join(f"({e.source},{e.target})" for e in sorted(graph.edges))


def drawn(n: int, p: float, seed: int) -> str:
    return written(erdos_renyi(n, p, seed))


def test_a_true_generator_and_a_regular_one(tmp_path: Path) -> None:
    queries = families.grid("15:0.3", "1", "direct", 60)
    clique = " ".join(f"({a},{b})" for a in range(15) for b in range(a))
    saved(tmp_path, "true", {q.item: drawn(15, 0.3, 1000 + q.number) for q in queries})
    saved(tmp_path, "clique", {q.item: clique if q.number % 2 else "I'm sorry, I cannot draw." for q in queries})
    result = random_graphs.score(load(tmp_path))
    rows = {str(r["model"]): r for r in records(result.table("rates"))}
    assert (rows["true"]["sigma"], rows["clique"]["sigma"], rows["clique"]["gamma"]) == (1.0, 0.5, 0.0)
    for name in ("true", "(true Erdős-Rényi)"):
        gamma = rows[name]["gamma"]
        assert isinstance(gamma, float)
        assert gamma > 0.9
    assert rows["clique"]["low"] == pytest.approx(0.377, abs=0.001)


def test_without_a_graph_gamma_is_undefined(tmp_path: Path) -> None:
    saved(tmp_path, "m", {"er_n15_p0.3_t1_cot_0": "no"})
    row = records(random_graphs.score(load(tmp_path)).table("rates"))[1]
    assert (row["sigma"], row["gamma"], row["prompt"]) == (0.0, None, "cot")


@pytest.mark.parametrize(
    ("family", "cells", "first"),
    [
        ("er", "15:0.3,20:0.05", "er_n15_p0.3_t0.2_cot_0"),
        ("ws", "20:4:0.2,50:6:0.1", "ws_n20_k4_p0.2_t0.2_cot_0"),
        ("ba", "20:2,50:3", "ba_n20_m2_t0.2_cot_0"),
    ],
)
def test_names_of_queries(family: str, cells: str, first: str) -> None:
    queries = families.grid(cells, "0.2,2", "cot", 2, family)
    assert queries[0].item == first
    assert len({q.item for q in queries}) == 8
    for query in queries:
        assert families.parse_item(query.item) == query


@pytest.mark.parametrize(
    "item", ["karate", "ws_n20_p0.2_t1_cot_0", "ws_n20_k3_p0.2_t1_cot_0", "ba_n20_m30_t1_cot_0", "er_n9_m2_t1_cot_0"]
)
def test_a_name_that_is_no_query(item: str) -> None:
    assert families.parse_item(item) is None


@pytest.mark.parametrize("family", families.FAMILIES)
def test_the_prompt_names_every_parameter(family: str) -> None:
    (query,) = families.grid("", "1", "direct", 1, family)
    assert query.cell.parameters.replace(", ", "") in query.question.prompt.replace(", ", "")


@pytest.mark.parametrize(
    ("family", "cells", "heats", "prompt"),
    [
        ("er", "15", "1", "direct"), ("er", "15:1.5", "1", "cot"), ("er", "9:.1", "3", "cot"), ("er", "9:.1", "1", "x"),
        ("ws", "20:4", "1", "cot"), ("ws", "20:5:.1", "1", "cot"), ("ws", "20:30:.1", "1", "cot"), ("ba", "20:2:.1", "1", "cot"),
        ("ba", "20:0", "1", "cot"), ("ba", "20:1.5", "1", "cot"), ("xx", "20:2", "1", "cot"),
    ],
)  # fmt: skip
def test_a_grid_that_cannot_be(family: str, cells: str, heats: str, prompt: str) -> None:
    with pytest.raises(UsageError):
        families.grid(cells, heats, prompt, 1, family)


@pytest.mark.parametrize(("family", "cells"), [("ws", "20:4:0.2"), ("ba", "20:2")])
def test_other_families_are_scored_by_their_own_test(family: str, cells: str, tmp_path: Path) -> None:
    queries = families.grid(cells, "1", "direct", 30, family)
    cell = queries[0].cell
    law = Law(family, cell.n, cell.values)
    ring = " ".join(f"({a},{(a + 1) % 20})" for a in range(20))
    saved(tmp_path, "true", {q.item: written(law.draw(1000 + q.number)) for q in queries})
    saved(tmp_path, "ring", {q.item: ring if q.number % 2 else "I'm sorry, I cannot draw." for q in queries})
    result = random_graphs.score(load(tmp_path))
    assert [t.name for t in result.tables] == [f"rates-{family}"]
    rows = {str(r["model"]): r for r in records(result.table(f"rates-{family}"))}
    assert (rows["ring"]["sigma"], rows["ring"]["gamma"], rows["ring"]["right number of edges"]) == (0.5, 0.0, 0.0)
    for name in ("true", f"(true {families.FAMILIES[family].title})"):
        gamma = rows[name]["gamma"]
        assert isinstance(gamma, float)
        assert gamma > 0.9
        assert rows[name]["right number of edges"] == 1.0


def test_other_answers_are_no_queries(tmp_path: Path) -> None:
    saved(tmp_path, "m", {"karate": "(1,2)"})
    with pytest.raises(InputError, match="er_n15"):
        random_graphs.score(load(tmp_path))


def test_the_command_asks_the_grid_at_its_temperatures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with playing(lambda _: drawn(10, 0.3, 7)) as it:
        ran = gate(
            capsys, "stress", "random-graphs", "--answers", tmp_path / "a", "--grid", "10:0.3,5:0.5", "--temperatures", "0.2,1.4",
            "--queries", "2", "--model", f"{it.url}/v1", "--name", "m", "--out", tmp_path / "out",
        )  # fmt: skip
        assert ran.code == 0, ran.err
        assert len(it.asked) == 8
        assert b'"temperature": 1.4' in it.asked[-1].body
        assert b'"seed"' not in it.asked[-1].body
    for name in ("temperature", "sigma-gamma", "parameters"):
        assert (tmp_path / "out" / "figures" / f"{name}.svg").is_file()
