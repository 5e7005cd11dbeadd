"""Every test against a published or hand-computed example; degenerate data says why, and never nan."""

from __future__ import annotations

import math
import random
from types import ModuleType

import pytest
from scipy import stats

from gate.errors import UsageError
from gate.stress.statistics.agreement import agreement, kappa
from gate.stress.statistics.clustered import gee_odds_ratio, icc
from gate.stress.statistics.groups import effect_sizes, interaction, kruskal
from gate.stress.statistics.intervals import interval, jeffreys
from gate.stress.statistics.matched import cochran_q, difference, discordant, holm, mcnemar, pearson, power, simulated_power


def test_jeffreys_is_the_quantiles_of_the_beta_distribution() -> None:
    assert jeffreys(8, 10) == pytest.approx((stats.beta.ppf(0.025, 8.5, 2.5), stats.beta.ppf(0.975, 8.5, 2.5)))
    assert jeffreys(0, 10)[0] == 0.0
    assert interval(0, 10, "jeffreys")[1] == pytest.approx(stats.beta.ppf(0.975, 0.5, 10.5))
    for count, of in ((1, 0), (-1, 5), (6, 5)):
        with pytest.raises(UsageError):
            interval(count, of)


def test_cochran_by_hand() -> None:
    # columns 3, 2, 1; rows 3, 2, 1, 0: Q = 2 (3 * 14 - 36) / (3 * 6 - 14) = 3
    rows = [[True, True, True], [True, True, False], [True, False, False], [False, False, False]]
    found = cochran_q(rows)
    assert (found.statistic, found.freedom) == (3.0, 2)
    assert found.p == pytest.approx(math.exp(-1.5))


def test_cochran_is_the_same_as_that_of_statsmodels() -> None:
    from statsmodels.stats.contingency_tables import cochrans_q

    draw = random.Random(5)
    rows = [[draw.random() < p for p in (0.3, 0.5, 0.6, 0.55)] for _ in range(60)]
    expected = cochrans_q([[int(v) for v in r] for r in rows])
    found = cochran_q(rows)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))


def test_mcnemar_holm_and_the_difference_as_printed() -> None:
    # the severity study: 6 against 0 discordant items of 100, among ten pairs
    p = mcnemar(6, 0).p
    assert p == 2 / 2**6
    assert round(p, 3) == 0.031
    assert round(holm([p, *[0.9] * 9])[0], 4) == 0.3125  # printed: .313
    found = difference(6, 0, 100)
    assert found.low is not None
    assert found.high is not None
    assert [round(100 * v, 1) for v in (found.value or 0, found.low, found.high)] == [6.0, 1.3, 10.7]


def test_mcnemar_is_the_binomial_test() -> None:
    for a, b in ((1, 5), (7, 9), (20, 4)):
        assert mcnemar(a, b).p == pytest.approx(stats.binomtest(a, a + b).pvalue)
    assert discordant([True, True, False], [False, True, True]) == (1, 1)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_pearson_as_printed() -> None:
    found = pearson([(n, 100) for n in (73, 85, 95, 96, 100)])
    assert found.statistic is not None
    assert round(found.statistic, 2) == 51.84
    found = pearson([(n, 100) for n in (10, 11, 15, 13, 16)])
    assert found.statistic is not None
    assert found.p is not None
    assert (round(found.statistic, 2), round(found.p, 3)) == (2.3, 0.681)


def test_the_power_as_printed() -> None:
    exact = [power(100, d, 0.0) for d in (0.06, 0.08, 0.10)]
    assert [round(100 * e) for e in exact] == [56, 82, 94]  # printed from a simulation: 56, 83, 94
    for d, e in zip((0.06, 0.10), (exact[0], exact[2]), strict=True):
        assert simulated_power(100, d, 0.0, draws=3000) == pytest.approx(e, abs=0.03)
    assert power(130, 0.06, 0.0) == pytest.approx(0.8, abs=0.02)
    assert power(50, 0.0, 0.0) == 0.0


def test_kappa_as_printed() -> None:
    # H7: 44 of 50 alike, prevalence 54 % with both raters, printed .76 (.58 to .94)
    one = ["yes"] * 27 + ["no"] * 23
    other = ["yes"] * 24 + ["no"] * 3 + ["yes"] * 3 + ["no"] * 20
    assert agreement(one, other) == (44, 50)
    found = kappa(one, other)
    assert [round(v or 0, 2) for v in (found.value, found.low, found.high)] == [0.76, 0.58, 0.94]


def test_kappa_by_hand() -> None:
    one, other = ["a"] * 25 + ["b"] * 25, ["a"] * 20 + ["b"] * 5 + ["a"] * 10 + ["b"] * 15
    assert kappa(one, other).value == pytest.approx(0.4)  # Cohen's example: .7 alike, .5 by chance


def test_kruskal_is_that_of_scipy_with_both_effect_sizes() -> None:
    groups = [[0.2, 0.4, 0.4, 1.0], [0.0, 0.0, 0.2], [0.6, 0.8, 1.0, 1.0, 0.4]]
    found, expected = kruskal(groups), stats.kruskal(*groups)
    assert (found.test.statistic, found.test.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.epsilon_squared == pytest.approx(expected.statistic / 11)
    eta = effect_sizes(13.92, 45, 4)[1]
    assert eta is not None
    assert round(eta, 2) == 0.27  # printed as epsilon squared


def test_an_interaction_is_found_where_there_is_one() -> None:
    turned = [[g == "a", g == "b"] for g in ["a"] * 10 + ["b"] * 10]
    group = ["a"] * 10 + ["b"] * 10
    found = interaction(turned, group, draws=500)
    assert found.statistic == pytest.approx(1.0)
    assert found.p == pytest.approx(1 / 501)
    draw = random.Random(2)
    none = [[draw.random() < 0.3, draw.random() < 0.6] for _ in range(20)]
    unrelated = interaction(none, group, draws=500).p
    assert unrelated is not None
    assert unrelated > 0.05


def test_gee_with_one_answer_an_item_is_the_odds_ratio_of_the_table() -> None:
    outcome = [True] * 20 + [False] * 10 + [True] * 5 + [False] * 25
    exposed = [True] * 30 + [False] * 30
    found = gee_odds_ratio(outcome, exposed, [str(i) for i in range(60)])
    assert found.value == pytest.approx(20 * 25 / (10 * 5))
    error = math.sqrt(1 / 20 + 1 / 10 + 1 / 5 + 1 / 25)
    assert found.low == pytest.approx(10 * math.exp(-1.959964 * error), rel=1e-3)


def test_clustering_widens_the_interval() -> None:
    outcome = [True] * 20 + [False] * 10 + [True] * 5 + [False] * 25
    exposed = [True] * 30 + [False] * 30
    alone = gee_odds_ratio(outcome, exposed, [str(i) for i in range(60)])
    together = gee_odds_ratio(outcome, exposed, [str(i // 5) for i in range(60)])
    assert together.value == pytest.approx(alone.value)
    assert together.low is not None
    assert alone.low is not None
    assert together.low < alone.low


def test_the_icc_comes_near_the_simulated_truth() -> None:
    draw = random.Random(11)
    sd = math.sqrt(0.4 / 0.6 * math.pi**2 / 3)  # an ICC of .4
    outcome, item = [], []
    for i in range(400):
        eta = draw.gauss(0, sd) - 0.5
        for _ in range(5):
            outcome.append(draw.random() < 1 / (1 + math.exp(-eta)))
            item.append(str(i))
    found = icc(outcome, item)
    assert found.value == pytest.approx(0.4, abs=0.06)
    assert found.low is not None
    assert found.high is not None
    assert 0.3 < found.low < 0.4 < found.high < 0.5
    fewer = icc(outcome[:500], item[:500])
    assert fewer.low is not None
    assert fewer.high is not None
    assert fewer.high - fewer.low > found.high - found.low
    draw.shuffle(outcome)
    assert icc(outcome, item).value == pytest.approx(0.0, abs=0.06)
    assert icc(outcome, item).low == 0.0


def test_the_ends_of_the_interval_of_the_icc_are_where_the_likelihood_ratio_says() -> None:
    """Against the likelihood by brute force: a grid of intercepts, and the integral over those of items by quadrature."""
    from scipy import integrate

    counts = [(5, 5)] * 8 + [(0, 5)] * 9 + [(2, 5)] * 6 + [(4, 5)] * 5
    outcome = [i < k for k, n in counts for i in range(n)]
    item = [str(number) for number, (_, n) in enumerate(counts) for _ in range(n)]
    found = icc(outcome, item)
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None

    def best(share: float) -> float:
        sd = math.sqrt(share / (1 - share) * math.pi**2 / 3)
        grid = [b / 10 for b in range(-20, 21)]
        return max(sum(math.log(_marginal(k, n, b, sd, integrate)) for k, n in counts) for b in grid)

    top = best(found.value)
    for end in (found.low, found.high):
        assert 2 * (top - best(end)) == pytest.approx(3.84, abs=0.15)


def _marginal(k: int, n: int, beta: float, sd: float, integrate: ModuleType) -> float:
    def inside(u: float) -> float:
        p = 1 / (1 + math.exp(-beta - sd * u))
        return p**k * (1 - p) ** (n - k) * math.exp(-u * u / 2) / math.sqrt(2 * math.pi)

    value: float = integrate.fixed_quad(lambda us: [inside(u) for u in us], -8, 8, n=300)[0]
    return value


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (cochran_q([[True, True], [False, False]]), "every item is alike for all models"),
        (cochran_q([[True], [False]]), "fewer than two models"),
        (mcnemar(0, 0), "no discordant item"),
        (pearson([(0, 10), (0, 10)]), "an empty group, or all alike"),
        (kappa(["a"] * 5, ["a"] * 5), "both raters give every item the same rating"),
        (kappa([], []), "no item was rated twice"),
        (kruskal([[1, 1], [1]]).test, "all values are alike"),
        (kruskal([[1, 2], []]).test, "fewer than two groups, or an empty one"),
        (interaction([[True, True]] * 3, ["a", "a", "b"]), "all answers are alike"),
        (interaction([[True, False]] * 3, ["a", "a", "a"]), "fewer than two models or groups"),
        (gee_odds_ratio([True] * 4, [True, False] * 2, list("abcd")), "the outcome is the same for all answers"),
        (
            gee_odds_ratio([True, True, False, False], [True, True, False, False], list("abcd")),
            "separation: no exposed answer is negative",
        ),
        (icc([True] * 4, list("aabb")), "all answers are alike"),
        (icc([True, False], ["a", "b"]), "no item has two answers"),
        (
            icc([True, True, False, False], list("aabb")),
            "all answers to an item are alike, for every item: the variance is infinite",
        ),
    ],
)
def test_degenerate_data_says_why(found: object, reason: str) -> None:
    assert getattr(found, "reason", "") == reason
    assert getattr(found, "p", None) is None
    assert getattr(found, "value", None) is None
