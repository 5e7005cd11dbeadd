"""Do the printed counts and rates of a study agree with each other?

Everything follows from two sets: what was generated (L) and what the reference holds (R). Three counts settle all the others, so
a rate that is printed beside them can be held against them. The study of structural hallucination prints a node Jaccard of .028
beside 1,066 generated and 2,708 reference nodes, 1,005 of them fabricated; these give 61 shared of 3,713, which is .016.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal, InvalidOperation
from fractions import Fraction

from gate.errors import UsageError

COUNTS = {
    "generated": "size of the generated set, |L|",
    "reference": "size of the reference set, |R|",
    "shared": "in both, |L and R|; true positives",
    "fabricated": "generated only, |L without R|; false positives",
    "omitted": "reference only, |R without L|; false negatives",
    "union": "in either, |L or R|",
    "returned": "answers given, right or wrong",
    "true": "answers that there are",
}
"""What can be counted."""

RATES = {
    "jaccard": "shared / union",
    "fabrication": "fabricated / generated",
    "omission": "omitted / reference",
    "precision": "shared / generated",
    "recall": "shared / reference",
    "f1": "2 precision recall / (precision + recall)",
    "returned_rate": "returned / true",
    "returned_omission": "1 - returned / true",
}
"""What can be printed of them, as shares."""

_SUMS = (
    ("generated", "shared", "fabricated"),
    ("reference", "shared", "omitted"),
    ("union", "generated", "omitted"),
    ("union", "reference", "fabricated"),
)
_RATIOS = {
    "jaccard": ("shared", "union"),
    "fabrication": ("fabricated", "generated"),
    "omission": ("omitted", "reference"),
    "precision": ("shared", "generated"),
    "recall": ("shared", "reference"),
    "returned_rate": ("returned", "true"),
}

AGREES, CUT, UNROUNDED, DISAGREES, UNTESTED = (
    "agrees",
    "agrees, cut instead of rounded",
    "agrees with unrounded values only",
    "disagrees",
    "not tested",
)


@dataclass(frozen=True, slots=True)
class Tested:
    """One printed figure beside what the others give: ``derived``, exact, None where nothing gives it; ``how`` says from what."""

    name: str
    printed: str
    derived: Fraction | None
    verdict: str
    how: str

    @property
    def agrees(self) -> bool:
        """False only where the figure contradicts the others."""
        return self.verdict != DISAGREES


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as printed: its value, and half a unit of its last digit."""

    text: str
    value: Fraction
    half: Fraction

    @classmethod
    def read(cls, name: str, text: str) -> Printed:
        """``text`` such as ``61``, ``1,066``, ``.028`` or ``94.3%``. Raises :class:`gate.errors.UsageError`."""
        bare = text.strip().replace(",", "")
        percent = bare.endswith("%")
        try:
            number = Decimal(bare.removesuffix("%").strip())
        except InvalidOperation:
            raise UsageError(f"{name}: no number: {text!r}") from None
        exponent = number.as_tuple().exponent
        if not isinstance(exponent, int) or number < 0:
            raise UsageError(f"{name}: neither a count nor a share: {text!r}")
        scale = Fraction(1, 100) if percent else Fraction(1)
        value, half = Fraction(number) * scale, Fraction(10) ** exponent * scale / 2
        if name in COUNTS and (percent or value.denominator != 1):
            raise UsageError(f"{name} is a count, not {text!r}")
        if name in RATES and value > 1:
            raise UsageError(f"{name} is a share of 0 to 1, or a percentage, not {text!r}")
        return cls(text.strip(), value, half)

    def fits(self, exact: Fraction) -> str:
        """How ``exact`` is printed here."""
        if abs(exact - self.value) <= self.half:
            return AGREES
        return CUT if self.value <= exact < self.value + 2 * self.half else DISAGREES


def check(given: Mapping[str, str]) -> tuple[Tested, ...]:
    """Every printed figure beside what the others give, in the order of :data:`COUNTS` and :data:`RATES`.

    ``given`` maps names of these to texts. Raises :class:`gate.errors.UsageError` for other names and for what is no number.
    """
    if unknown := sorted(set(given) - set(COUNTS) - set(RATES)):
        raise UsageError(f"no such figure: {', '.join(unknown)}; there are {', '.join((*COUNTS, *RATES))}")
    printed = {name: Printed.read(name, text) for name, text in given.items()}
    counts, how = _counts({n: int(p.value) for n, p in printed.items() if n in COUNTS})
    tested = [_count(name, printed, counts) for name in COUNTS if name in printed]
    return (*tested, *(_rate(name, printed, counts, how) for name in RATES if name in printed))


def derived(given: Mapping[str, str]) -> dict[str, Fraction]:
    """Every count and rate that the given counts settle."""
    counts, _ = _counts({n: int(Printed.read(n, t).value) for n, t in given.items() if n in COUNTS})
    found = {name: Fraction(counts[name]) for name in COUNTS if name in counts}
    return found | {name: exact for name in RATES if (exact := _from_counts(name, counts)) is not None}


def _counts(given: Mapping[str, int]) -> tuple[dict[str, int], dict[str, str]]:
    """The counts that follow from the given ones, and from which."""
    counts, how = dict(given), dict.fromkeys(given, "given")
    changed = True
    while changed:
        changed = False
        for whole, one, other in _SUMS:
            for wanted, value in (
                (whole, _plus(counts, one, other)),
                (one, _minus(counts, whole, other)),
                (other, _minus(counts, whole, one)),
            ):
                if wanted not in counts and value is not None:
                    counts[wanted], how[wanted], changed = value, f"{whole} = {one} + {other}", True
    return counts, how


def _plus(counts: Mapping[str, int], one: str, other: str) -> int | None:
    return counts[one] + counts[other] if one in counts and other in counts else None


def _minus(counts: Mapping[str, int], whole: str, part: str) -> int | None:
    return counts[whole] - counts[part] if whole in counts and part in counts else None


def _count(name: str, printed: Mapping[str, Printed], counts: Mapping[str, int]) -> Tested:
    """A count beside each sum that it is part of."""
    own = int(printed[name].value)
    tests = []
    for whole, one, other in _SUMS:
        if name in (whole, one, other) and {whole, one, other} <= set(counts):
            value = {whole: counts[one] + counts[other], one: counts[whole] - counts[other], other: counts[whole] - counts[one]}
            tests.append((value[name], f"{whole} = {one} + {other}"))
    others, _ = _counts({n: int(p.value) for n, p in printed.items() if n in COUNTS and n != name})
    if name not in others:
        return Tested(name, printed[name].text, None, UNTESTED, "no other figure gives it")
    wrong = next(((value, rule) for value, rule in tests if value != own), None)
    if wrong is None:
        return Tested(name, printed[name].text, Fraction(own), AGREES, tests[0][1])
    return Tested(name, printed[name].text, Fraction(wrong[0]), DISAGREES, wrong[1])


def _from_counts(name: str, counts: Mapping[str, int]) -> Fraction | None:
    if name == "f1":
        sizes = [counts.get(n) for n in ("shared", "generated", "reference")]
        if sizes[0] is None or sizes[1] is None or sizes[2] is None or not sizes[1] + sizes[2]:
            return None
        return Fraction(2 * sizes[0], sizes[1] + sizes[2])
    if name == "returned_omission":
        rate = _from_counts("returned_rate", counts)
        return None if rate is None else 1 - rate
    part, whole = (counts.get(n) for n in _RATIOS[name])
    return Fraction(part, whole) if part is not None and whole else None


def _rate(name: str, printed: Mapping[str, Printed], counts: Mapping[str, int], how: Mapping[str, str]) -> Tested:
    own = printed[name]
    exact = _from_counts(name, counts)
    if exact is not None:
        parts = _RATIOS.get(name, ("shared", "generated", "reference") if name == "f1" else ("returned", "true"))
        told = f"{RATES[name]}: {', '.join(f'{p} {counts[p]:,}' for p in parts)}"
        rules = "; ".join(dict.fromkeys(how[p] for p in parts if how[p] != "given"))
        return Tested(name, own.text, exact, own.fits(exact), f"{told}{f' ({rules})' if rules else ''}")
    for one, other in (("fabrication", "precision"), ("omission", "recall")):
        if name in (one, other) and (partner := printed.get(other if name == one else one)) is not None:
            return _complement(name, own, partner, other if name == one else one)
    if name == "f1" and {"precision", "recall"} <= set(printed):
        return _f1(own, printed["precision"], printed["recall"])
    return Tested(name, own.text, None, UNTESTED, "the other figures do not give it")


def _complement(name: str, own: Printed, partner: Printed, other: str) -> Tested:
    exact = 1 - partner.value
    verdict = AGREES if abs(own.value - exact) <= own.half + partner.half else DISAGREES
    return Tested(name, own.text, exact, verdict, f"1 - {other}")


def _f1(own: Printed, precision: Printed, recall: Printed) -> Tested:
    """F1 out of printed precision and recall; these are rounded, so F1 may lie anywhere between two bounds."""
    how = "2 precision recall / (precision + recall), as printed"
    exact = harmonic(precision.value, recall.value)
    verdict = own.fits(exact)
    if verdict != AGREES:
        low = harmonic(max(Fraction(0), precision.value - precision.half), max(Fraction(0), recall.value - recall.half))
        high = harmonic(precision.value + precision.half, recall.value + recall.half)
        if low <= own.value + own.half and own.value - own.half <= high:
            verdict = UNROUNDED
    return Tested("f1", own.text, exact, verdict, how)


def harmonic(precision: Fraction, recall: Fraction) -> Fraction:
    """The harmonic mean F1 = 2PR / (P + R) (van Rijsbergen 1979), 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def shown(exact: Fraction, digits: int = 4) -> str:
    """``exact`` cut (not rounded) to ``digits`` after the point, whole numbers as they are."""
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    step = Decimal(1).scaleb(-digits)
    return str((Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(step, rounding=ROUND_DOWN))
