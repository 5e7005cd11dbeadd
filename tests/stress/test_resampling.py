"""Bootstrap intervals of the structure over records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gate.comparison.structure import Limits, centrality, communities
from gate.model import Edge, Graph
from gate.stress.resampling import FEWEST, REPLICATES, affordable, intervals
from tests.cli.run import gate
from tests.stress.endpoint import saved

DEEP = (*centrality.MEASURES, *communities.MEASURES)


def record(number: int, values: Sequence[str]) -> Graph:
    own = f"record:{number}"
    return Graph(frozenset({own, *values}), frozenset(Edge(own, "HAS", v) for v in values), {})


def of(true: Sequence[Sequence[str]], given: Sequence[Sequence[str]]) -> list[tuple[Graph, Graph]]:
    return [(record(i, g), record(i, t)) for i, (t, g) in enumerate(zip(true, given, strict=True))]


TRUE = [["a", "b", "c"], ["c", "d"], ["e", "f", "g", "a"], ["h"], ["d", "h", "i"]]


def test_the_truth_has_no_spread() -> None:
    found = intervals(of(TRUE, TRUE), 20, 20, 1, Limits())
    for name in ("node_jaccard", "edge_jaccard"):
        assert (found[name].low, found[name].high) == (1.0, 1.0)
    for name in ("divergence", "communities", "modularity"):
        assert found[name].low == pytest.approx(0.0)
        assert found[name].high == pytest.approx(0.0)
    assert (found["degree_correlation"].low, found["degree_correlation"].high) == (1.0, 1.0)


def test_two_records_by_hand() -> None:
    """Of two records, one right and one invented: a draw has the right one (Jaccard 1), the other (1/5), or both (1/2)."""
    found = intervals(of([["a", "b"], ["c", "d"]], [["a", "b"], ["x", "y"]]), 200, 0, 3, Limits())
    assert found["node_jaccard"].low == pytest.approx(1 / 5)
    assert found["node_jaccard"].high == 1.0
    assert (found["edge_fabrication"].low, found["edge_fabrication"].high) == (0.0, 1.0)
    assert not set(DEEP) & set(found)


def test_replicates_without_a_value_are_counted() -> None:
    """Only a replicate that shares 3 nodes has ranks: of two records, one wholly invented, a quarter of them has 1."""
    found = intervals(of([["a", "b", "c", "e"], ["d"]], [["a", "b", "c", "x"], ["y"]]), 0, 100, 5, Limits())
    ranks = found["degree_correlation"]
    assert ranks.replicates == 100
    assert 8 <= ranks.undefined <= 42  # 25 expected, 4.3 the standard deviation
    assert ranks.low is not None
    for name in DEEP:
        assert found[name].replicates == 100
        assert found[name].undefined >= ranks.undefined


def test_a_measure_that_few_replicates_define_has_no_interval() -> None:
    """Three records that share nothing but themselves: only a draw of all three, 6 of 27, has three nodes to divide alike."""
    nmi = intervals(of([["a"], ["b"], ["c"]], [["x"], ["y"], ["z"]]), 0, 40, 2, Limits())["community_nmi"]
    assert nmi.undefined > nmi.replicates / 2
    assert (nmi.low, nmi.high, nmi.replicates) == (None, None, 40)


def test_the_same_seed_gives_the_same_and_one_record_none() -> None:
    given = [["a", "x"], ["c", "d"], ["y"], ["h"], ["d"]]
    assert intervals(of(TRUE, given), 10, 10, 7, Limits()) == intervals(of(TRUE, given), 10, 10, 7, Limits())
    assert intervals(of(TRUE, given), 10, 10, 7, Limits()) != intervals(of(TRUE, given), 10, 10, 8, Limits())
    assert intervals(of(TRUE[:1], given[:1]), 10, 10, 7, Limits()) == {}


def test_large_graphs_get_fewer_replicates_and_in_the_end_none() -> None:
    assert affordable([100]) == REPLICATES
    assert FEWEST <= affordable([5_700]) < REPLICATES
    assert affordable([5_700] * 25) == affordable([10**6]) == 0


def test_the_command_takes_a_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved(tmp_path / "a", "m", {str(i): '{"noun_list": ["existence", "being"]}' for i in (1, 2)})
    common: tuple[str | Path, ...] = ("stress", "roget", "--answers", tmp_path / "a", "--items", "1,2", "--oracle", "none")
    ran = gate(capsys, *common, "--replicates", "3", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    lines = (tmp_path / "out" / "tables" / "structure.csv").read_text(encoding="utf-8").splitlines()
    (divergence,) = (line.split(",") for line in lines if ",divergence," in line)
    columns = lines[0].split(",")
    assert divergence[columns.index("replicates")] == "3"
    assert gate(capsys, *common, "--replicates", "-1").code == 2
