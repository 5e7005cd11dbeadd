from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.errors import UsageError
from gate.stress import consistency
from tests.cli.run import gate

SIZES = st.integers(0, 10_000)


@given(SIZES, SIZES, SIZES)
def test_figures_of_one_pair_of_sets_agree(shared: int, fabricated: int, omitted: int) -> None:
    counts = {"generated": str(shared + fabricated), "reference": str(shared + omitted), "shared": str(shared)}
    rates = {k: f"{float(v):.4f}" for k, v in consistency.derived(counts).items() if k in consistency.RATES}
    assert all(t.agrees for t in consistency.check(counts | rates))


@pytest.mark.parametrize(
    ("figures", "name", "verdict", "exact"),
    [
        ({"generated": "10", "shared": "4", "fabricated": "7"}, "generated", consistency.DISAGREES, Fraction(11)),
        ({"generated": "11", "shared": "4", "fabricated": "7"}, "generated", consistency.AGREES, Fraction(11)),
        ({"generated": "3", "shared": "2", "precision": ".66"}, "precision", consistency.CUT, Fraction(2, 3)),
        ({"generated": "3", "shared": "2", "precision": ".67"}, "precision", consistency.AGREES, Fraction(2, 3)),
        ({"generated": "3", "shared": "2", "precision": ".65"}, "precision", consistency.DISAGREES, Fraction(2, 3)),
        ({"precision": ".25", "fabrication": ".75"}, "fabrication", consistency.AGREES, Fraction(3, 4)),
        ({"precision": ".25", "fabrication": ".70"}, "fabrication", consistency.DISAGREES, Fraction(3, 4)),
        ({"jaccard": ".5"}, "jaccard", consistency.UNTESTED, None),
        ({"generated": "5"}, "generated", consistency.UNTESTED, None),
    ],
)
def test_verdicts(figures: dict[str, str], name: str, verdict: str, exact: Fraction | None) -> None:
    found = {t.name: t for t in consistency.check(figures)}[name]
    assert (found.verdict, found.derived) == (verdict, exact)


@pytest.mark.parametrize(
    "figures", [{"nodes": "3"}, {"generated": "x"}, {"generated": "1.5"}, {"jaccard": "1.2"}, {"shared": "-1"}, {"f1": "nan"}]
)
def test_what_is_no_figure_is_refused(figures: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        consistency.check(figures)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "stress", "consistency", "generated=1,066", "reference=2,708", "fabricated=1,005", "jaccard=.028")
    assert ran.code == 1
    assert "disagrees, others give 0.0164" in " ".join(ran.out.split())
    assert "union 3,713" in ran.out
    assert gate(capsys, "stress", "consistency", "generated=1066", "fabricated=1005", "fabrication=94.3%").code == 0
    assert gate(capsys, "stress", "consistency", "generated").code == 2
    assert gate(capsys, "stress", "consistency", "shared=1", "shared=2").code == 2
