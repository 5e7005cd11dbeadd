"""How unequally things are spread over names: three measures of concentration of counts, each with its source.

``counts`` are numbers of things by name (works by author, works by venue), each at least 1. The three say different things. The
Gini coefficient compares the names that occur with each other and is blind to how many they are. The Herfindahl-Hirschman index
sees both, and is therefore higher for a short list, however mixed. Simpson's index corrects that, so that lists of different
lengths can be compared: it is what the rules judge by.
"""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.structure.values import Undefined, Value


def gini(counts: Sequence[int]) -> Value:
    """The Gini coefficient, 0 (all names alike) up to 1 - 1/n for n names.

    With counts in ascending order, sum of (2i - n - 1) x_i over n times their sum (Gini 1912; in this form Dixon, Weiner,
    Mitchell-Olds & Woodley 1987, "Bootstrapping the Gini coefficient of inequality"). Undefined for fewer than two names: with
    one, which holds everything, the formula gives 0.
    """
    if len(counts) < 2:
        return Undefined("one name alone cannot be unequal" if counts else "no name")
    ordered = sorted(counts)
    size = len(ordered)
    return sum((2 * i - size - 1) * x for i, x in enumerate(ordered, 1)) / (size * sum(ordered))


def herfindahl(counts: Sequence[int]) -> Value:
    """The Herfindahl-Hirschman index, 1/n (n names alike) to 1 (one name holds everything): the sum of the squared shares.

    Hirschman (1945), *National Power and the Structure of Foreign Trade*; Herfindahl (1950); Rhoades (1993), "The
    Herfindahl-Hirschman Index". Shares are from 0 to 1. Undefined without any name.
    """
    total = sum(counts)
    return sum(x * x for x in counts) / (total * total) if total else Undefined("no name")


def simpson(counts: Sequence[int]) -> Value:
    """Simpson's index, 0 to 1: the chance that two things drawn at random bear the same name.

    Sum of x(x - 1) over N(N - 1) (Simpson 1949, "Measurement of diversity"). It is the estimate of the Herfindahl-Hirschman
    index that does not depend on the length of the list. Undefined for fewer than two things.
    """
    total = sum(counts)
    return sum(x * (x - 1) for x in counts) / (total * (total - 1)) if total > 1 else Undefined("fewer than two works")
