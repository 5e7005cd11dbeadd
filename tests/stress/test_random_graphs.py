from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.stress import random_graphs
from gate.stress.answers import load
from gate.stress.networks import erdos_renyi
from gate.stress.results import records
from tests.cli.run import gate
from tests.stress.endpoint import playing, saved


def drawn(n: int, p: float, seed: int) -> str:
    return " ".join(f"({e.source},{e.target})" for e in sorted(erdos_renyi(n, p, seed).edges))


def test_a_true_generator_and_a_regular_one(tmp_path: Path) -> None:
    queries = random_graphs.grid("15:0.3", "1", "direct", 60)
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


def test_names_of_queries() -> None:
    for query in random_graphs.grid("15:0.3,20:0.05", "0.2,2", "cot", 2):
        assert random_graphs.parse_item(query.item) == query
    assert random_graphs.parse_item("karate") is None


@pytest.mark.parametrize(
    ("pairs", "heats", "prompt"), [("15", "1", "direct"), ("15:1.5", "1", "cot"), ("9:.1", "3", "cot"), ("9:.1", "1", "x")]
)
def test_a_grid_that_cannot_be(pairs: str, heats: str, prompt: str) -> None:
    with pytest.raises(UsageError):
        random_graphs.grid(pairs, heats, prompt, 1)


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
