from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gate.comparison.structure.ranks import doubled_ranks, levels, spearman

ROWS = st.lists(st.integers(0, 6), min_size=3, max_size=30)


def test_ties_share_the_mean_of_their_ranks() -> None:
    assert doubled_ranks([10, 20, 20, 30]) == [2, 5, 5, 8]
    assert doubled_ranks([7, 7, 7]) == [4, 4, 4]


def test_levels_keep_order_and_join_what_differs_by_rounding_alone() -> None:
    assert levels([0.3, 0.1 + 0.2, 0.5, 0.0, 1e-17]) == [1, 1, 2, 0, 0]
    assert levels([1e-6, 1.0000001e-6, 2e-6]) == [0, 1, 2]
    assert levels([]) == []


@given(ROWS, st.randoms())
def test_spearman_is_that_of_scipy(row: list[int], random: Random) -> None:
    other = [random.randrange(7) for _ in row]
    ours = spearman(row, other)
    if len(set(row)) == 1 or len(set(other)) == 1:
        assert ours is None
    else:
        assert ours == pytest.approx(stats.spearmanr(row, other).statistic, abs=1e-12)


@given(ROWS)
def test_equal_and_opposite_orders_are_exact(row: list[int]) -> None:
    if len(set(row)) > 1:
        assert spearman(row, [2 * x for x in row]) == 1.0
        assert spearman(row, [-x for x in row]) == -1.0


def test_published_rank_correlations() -> None:
    """The ten and seven ranks of the recitation studies (tables 2 and 3 of 2025), printed .3 and .2."""
    leaderboard = ["gpt4o", "arctic", "yi", "405B", "qwen2", "70B", "8b", "c4ai", "dbrx", "7b"]
    atlas = ["gpt4o", "70B", "8b", "405B", "qwen2", "yi", "dbrx", "7b", "arctic", "c4ai"]
    assert spearman([atlas.index(m) for m in atlas], [leaderboard.index(m) for m in atlas]) == pytest.approx(0.382, abs=5e-4)
    success = ["orca", "llama13", "qwen", "mixtral", "phi", "mistral", "llama70"]
    board = ["orca", "qwen", "llama70", "phi", "mistral", "llama13", "mixtral"]
    assert spearman([success.index(m) for m in success], [board.index(m) for m in success]) == pytest.approx(0.214, abs=5e-4)
