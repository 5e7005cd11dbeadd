"""Answers that belong to items: odds ratios by generalised estimating equations, and how alike the answers to one item are."""

from __future__ import annotations

import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from gate.stress.statistics.extra import need
from gate.stress.statistics.values import Estimate

ODDS, ICC = "odds ratio (GEE)", "intra-class correlation"
_NODES = 160
"""40 would do below a correlation of .5; at .8 they are .02 off."""


def gee_odds_ratio(outcome: Sequence[bool], exposed: Sequence[bool], item: Sequence[str]) -> Estimate:
    """The odds ratio of ``outcome`` for ``exposed``, clustered on ``item`` with an exchangeable working correlation.

    Liang & Zeger (1986), by statsmodels, robust standard errors. Undefined, for the reason given, without variation in either,
    and where one cell of the two by two is empty (separation: the odds ratio is 0 or infinite).
    """
    cells = Counter(zip(map(bool, exposed), map(bool, outcome), strict=True))
    for which, values in (("outcome", outcome), ("exposure", exposed)):
        if len(set(map(bool, values))) < 2:
            return Estimate(ODDS, reason=f"the {which} is the same for all answers")
    if empty := [cell for cell in ((True, True), (True, False), (False, True), (False, False)) if not cells[cell]]:
        who, what = empty[0]
        told = f"no {'exposed' if who else 'unexposed'} answer is {'positive' if what else 'negative'}"
        return Estimate(ODDS, reason=f"separation: {told}")
    if len(set(item)) < 3:
        return Estimate(ODDS, reason="fewer than three items")
    need("statsmodels", "a GEE")
    import numpy as np
    import statsmodels.api as sm

    design = sm.add_constant(np.array([float(e) for e in exposed]))
    number = {name: i for i, name in enumerate(dict.fromkeys(item))}
    model = sm.GEE(
        np.array([float(o) for o in outcome]), design, groups=np.array([number[i] for i in item]), family=sm.families.Binomial(),
        cov_struct=sm.cov_struct.Exchangeable(),
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = model.fit()
    beta, error, p = float(fitted.params[1]), float(fitted.bse[1]), float(fitted.pvalues[1])
    if not all(map(math.isfinite, (beta, error, p))):
        return Estimate(ODDS, reason="the equations have no finite solution")
    ends = (beta - 1.959963984540054 * error, beta + 1.959963984540054 * error)
    return Estimate(ODDS, math.exp(beta), math.exp(ends[0]), math.exp(ends[1]), p)


def icc(outcome: Sequence[bool], item: Sequence[str]) -> Estimate:
    """Intra-class correlation on the latent scale, s^2 / (s^2 + pi^2 / 3), of a logistic model with a random item intercept.

    Maximum likelihood with Gauss-Hermite quadrature (160 nodes). Snijders & Bosker (2012), section 17.3.2. The interval is that
    of the profile likelihood: every variance whose best deviance is at most 3.84 above the least (Venzon & Moolgavkar 1988).
    Undefined for data without variation, and where no item has two answers.
    """
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for value, name in zip(outcome, item, strict=True):
        counts[name][0] += bool(value)
        counts[name][1] += 1
    if len(set(map(bool, outcome))) < 2:
        return Estimate(ICC, reason="all answers are alike")
    if all(n < 2 for _, n in counts.values()):
        return Estimate(ICC, reason="no item has two answers")
    if all(k in (0, n) for k, n in counts.values()):
        return Estimate(ICC, reason="all answers to an item are alike, for every item: the variance is infinite")
    need("scipy", "the intra-class correlation")
    import numpy as np
    from scipy.optimize import minimize

    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    logs = np.log(weights / weights.sum())
    patterns = Counter(tuple(c) for c in counts.values())
    k, n, times = (np.array(column, dtype=float) for column in zip(*((a, b, t) for (a, b), t in patterns.items()), strict=True))

    def loss(parameters: object) -> float:
        beta, log_sd = (float(x) for x in np.asarray(parameters))
        eta = beta + math.exp(log_sd) * nodes
        terms = k[:, None] * eta[None, :] - n[:, None] * np.logaddexp(0, eta)[None, :] + logs[None, :]
        highest = terms.max(axis=1)
        return -float((times * (highest + np.log(np.exp(terms - highest[:, None]).sum(axis=1)))).sum())

    share = float((k * times).sum() / (n * times).sum())
    start = math.log(share / (1 - share))
    best = min(
        (minimize(loss, [start, s], method="Nelder-Mead", options={"maxiter": 4000}) for s in (-1.0, 0.5, 1.5)),
        key=lambda r: r.fun,
    )
    low, high = _profiled(loss, float(best.x[0]), float(best.x[1]), float(best.fun))
    return Estimate(ICC, _latent(float(best.x[1])), low, high)


_LEAST, _MOST = -6.0, 4.0
"""Logarithms of a standard deviation that is none and of one that is without bounds: an ICC of 2e-6 and of .999."""


def _latent(log_sd: float) -> float:
    variance = math.exp(2 * log_sd)
    return variance / (variance + math.pi**2 / 3)


def _profiled(loss: Callable[[object], float], beta: float, log_sd: float, least: float) -> tuple[float, float]:
    """The ends of the profile likelihood interval; 0 or 1 where the likelihood excludes no variance on that side."""
    from scipy.optimize import brentq, minimize_scalar

    def above(at: float) -> float:
        best = minimize_scalar(lambda b: loss((b, at)), bracket=(beta - 0.5, beta + 0.5))
        return float(best.fun) - least - 1.920729410347062  # half of the 95 % point of chi-square with 1 degree of freedom

    middle = min(max(log_sd, _LEAST), _MOST)
    low = _latent(brentq(above, _LEAST, middle, xtol=1e-4)) if above(_LEAST) > 0 else 0.0
    high = _latent(brentq(above, middle, _MOST, xtol=1e-4)) if above(_MOST) > 0 else 1.0
    return low, high
