"""Who rose: nodes that stand higher in the generated graph than in the reference.

The structural stress test (structural hallucination study, section 5.4, step 3) flags nodes whose rank rises substantially, and
those among them that are fabrications as the severe case. How much is substantial is for the rule set to say.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from gate.comparison.structure.centrality import MINIMUM_SHARED, Ranking
from gate.comparison.structure.values import Undefined, single
from gate.model import Measure, RankShift

MEASURES = ("highest_rise", "highest_fabricated_rise")
FABRICATED_NOTE = "a fabricated node has no reference rank and counts as risen from below the last"


class Standing:
    """Where a node stands among the shared nodes, in both graphs, by one centrality.

    The ranking is that of the shared nodes alone, so that both graphs rank the same things and an omission or an invention
    elsewhere moves nobody.
    """

    def __init__(self, generated: Ranking, reference: Ranking, shared: Sequence[tuple[int, int]]) -> None:
        self._generated = generated.levels
        self._reference = reference.levels
        self._in_generated = sorted(generated.levels[g] for g, _ in shared)
        self._in_reference = sorted(reference.levels[r] for _, r in shared)

    def rise(self, generated: int, reference: int) -> float:
        """Rise of a shared node as a share of the ranking, -1 to 1.

        The share of the other shared nodes that it outranks in the generated graph, less the share that it outranks in the
        reference, where a tie counts half. A tie in the generated graph counts for nothing: who is level with another has not
        passed it. (With mean ranks on both sides the last node of a reference would rise by half the ranking as soon as a
        record leaves all nodes level, as every star does.)
        """
        others = len(self._in_generated) - 1
        below = bisect_left(self._in_generated, self._generated[generated])
        level = self._reference[reference]
        was_below = bisect_left(self._in_reference, level)
        ties = bisect_right(self._in_reference, level) - was_below - 1
        return (below - was_below - ties / 2) / others

    def rise_from_nowhere(self, generated: int) -> float:
        """Rise of a fabricated node, 0 to 1: the share of the shared nodes that it outranks in the generated graph."""
        return bisect_left(self._in_generated, self._generated[generated]) / len(self._in_generated)


def shifts(
    standing: Standing,
    measure: str,
    shared: Iterable[tuple[str, str, int, int]],
    fabricated: Iterable[tuple[str, str, int]],
) -> tuple[tuple[RankShift, ...], tuple[Measure, ...]]:
    """The nodes that rose, highest rise first, and the highest rises as measures, in the order of :data:`MEASURES`.

    ``shared`` holds (id, label, number in the generated graph, number in the reference) and ``fabricated`` (id, label, number).
    A node that is in neither (unchecked, or true and merely absent from the reference) has no rank to rise from.

    ``highest_rise``             highest rise of a shared node, -1 to 1
    ``highest_fabricated_rise``  highest rise of a fabricated node, 0 to 1: the share of the shared nodes that it outranks
    """
    moved = [RankShift(node, label, measure, standing.rise(g, r)) for node, label, g, r in shared]
    invented = [RankShift(node, label, measure, standing.rise_from_nowhere(g), True) for node, label, g in fabricated]
    risen = sorted((s for s in (*moved, *invented) if s.rise > 0), key=lambda s: (-s.rise, s.node))
    return tuple(risen), (
        single("highest_rise", max((s.rise for s in moved), default=Undefined("no shared node to rank"))),
        single(
            "highest_fabricated_rise", max((s.rise for s in invented), default=Undefined("no fabricated node")), FABRICATED_NOTE
        ),
    )


def unranked(reason: str) -> tuple[Measure, ...]:
    """The measures of a ranking that is undefined."""
    return tuple(single(name, Undefined(reason)) for name in MEASURES)


def too_few(number: int) -> str | None:
    """Why ``number`` shared nodes make no ranking; None where they do."""
    return f"fewer than {MINIMUM_SHARED} shared nodes ({number})" if number < MINIMUM_SHARED else None


def high_risk(shifts: Iterable[RankShift], top: float) -> tuple[RankShift, ...]:
    """The fabricated nodes in the top share of the ranking (``top`` 0 to 1): they outrank 1 - ``top`` of it or more."""
    return tuple(s for s in shifts if s.fabricated and s.rise >= 1 - top)
