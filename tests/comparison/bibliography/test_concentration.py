"""The formulas of concentration, against small cases reckoned by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.comparison.bibliography.concentration import gini, herfindahl, simpson
from gate.comparison.structure.values import Undefined, Value

COUNTS = st.lists(st.integers(1, 30), min_size=2, max_size=40)


def number(value: Value) -> float:
    assert not isinstance(value, Undefined)
    return value


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([1, 1, 1, 1], 0.0),
        ([1, 3], 0.25),  # (-1 * 1 + 1 * 3) / (2 * 4)
        ([3, 1], 0.25),
        ([1, 1, 2], 1 / 6),  # (-2 * 1 + 0 * 1 + 2 * 2) / (3 * 4)
        ([1, 1, 1, 7], 0.45),  # (-3 - 1 + 1 + 3 * 7) / (4 * 10)
    ],
)
def test_gini(counts: list[int], expected: float) -> None:
    assert number(gini(counts)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([5], 1.0),
        ([1, 1, 1, 1], 0.25),
        ([1, 3], 0.625),  # 1/16 + 9/16
        ([1, 1, 2], 0.375),  # (1 + 1 + 4) / 16
    ],
)
def test_herfindahl(counts: list[int], expected: float) -> None:
    assert number(herfindahl(counts)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([5], 1.0),
        ([1, 1, 1, 1], 0.0),
        ([1, 3], 0.5),  # 3 * 2 of 4 * 3
        ([1, 1, 2], 1 / 6),  # 2 of 12
    ],
)
def test_simpson(counts: list[int], expected: float) -> None:
    assert number(simpson(counts)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (gini([]), "no name"),
        (gini([7]), "one name alone cannot be unequal"),  # not 0, as if nothing were concentrated
        (herfindahl([]), "no name"),
        (simpson([]), "fewer than two works"),
        (simpson([1]), "fewer than two works"),
    ],
)
def test_undefined_says_why(value: Value, reason: str) -> None:
    assert value == Undefined(reason)


@given(COUNTS, st.randoms(use_true_random=False))
def test_order_does_not_matter_and_the_bounds_hold(counts: list[int], chance: object) -> None:
    shuffled = counts[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    n = len(counts)
    for index, low, high in ((gini, 0, 1 - 1 / n), (herfindahl, 1 / n, 1), (simpson, 0, 1)):
        value = number(index(counts))
        assert value == number(index(shuffled))
        assert low - 1e-12 <= value <= high + 1e-12


@given(COUNTS)
def test_simpson_does_not_rise_with_a_shorter_list(counts: list[int]) -> None:
    """It is what the Herfindahl index of an endless list with these shares would be, so it is never above the index itself."""
    assert number(simpson(counts)) <= number(herfindahl(counts)) + 1e-12
