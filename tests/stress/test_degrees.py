from __future__ import annotations

import pytest
from scipy import stats

from gate.stress.degrees import chi_square_tail, erdos_renyi_test, pooled


@pytest.mark.parametrize("freedom", [1, 2, 5, 15, 60])
@pytest.mark.parametrize("statistic", [0.0, 0.01, 1.0, 7.5, 40.0, 200.0])
def test_the_tail_is_that_of_scipy(statistic: float, freedom: int) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(stats.chi2.sf(statistic, freedom), rel=1e-10, abs=1e-300)


def test_the_published_statistic_by_hand() -> None:
    # n = 3, p = 1/2: degrees 0, 1, 2 are expected .75, 1.5, .75 times; a path has 0, 2, 1
    found = erdos_renyi_test([1, 2, 1], 3, 0.5)
    assert found.statistic == pytest.approx(0.75 + 0.25 / 1.5 + 0.0625 / 0.75)
    assert found.freedom == 3
    assert found.p == pytest.approx(stats.chi2.sf(1.0, 3))
    assert found.passes() is True


def test_nodes_that_no_edge_names_have_degree_nought() -> None:
    assert erdos_renyi_test([1, 1], 3, 0.5) == erdos_renyi_test([0, 1, 1], 3, 0.5)


@pytest.mark.parametrize("degrees", [[1] * 16, [15]])
def test_a_graph_of_the_wrong_size_fails(degrees: list[int]) -> None:
    assert erdos_renyi_test(degrees, 15, 0.3).passes() is False


def test_a_regular_graph_fails_where_degrees_should_vary() -> None:
    assert erdos_renyi_test([14] * 15, 15, 0.3).passes() is False


def test_the_textbook_variant_pools_small_cells() -> None:
    assert pooled([(1, 2), (2, 2), (3, 2), (4, 9), (0, 1)]) == [(6, 6), (4, 10)]
    found = erdos_renyi_test([4, 5, 3, 4, 5, 6, 4, 2, 3, 4, 5, 4, 3, 6, 4], 15, 0.3, "textbook")
    assert found.freedom == 1
    assert found.passes() is True
    tiny = erdos_renyi_test([1, 2, 1], 3, 0.5, "textbook")
    assert (tiny.p, tiny.passes()) == (None, None)
    assert "fewer than two cells" in tiny.reason
