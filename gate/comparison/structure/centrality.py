"""Four centralities of every node, and how far two graphs agree on the order of their shared nodes.

The measures are those of the structural stress test (structural hallucination study, sections 5.3 and 5.4). Degree,
betweenness and eigenvector centrality are taken in the undirected view: a record's statements are paths of length one, so
directed betweenness would be 0 for every node of most records, and the leading eigenvector of a graph without directed cycles
is 0. PageRank follows the direction of the statements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gate.comparison.structure.betweenness import betweenness
from gate.comparison.structure.limits import Limits
from gate.comparison.structure.pagerank import pagerank
from gate.comparison.structure.perron import perron
from gate.comparison.structure.ranks import levels, spearman
from gate.comparison.structure.values import Undefined, Value, single
from gate.comparison.structure.view import View
from gate.model import Measure

MINIMUM_SHARED = 3
"""Fewer shared nodes than this have no rank correlation: two nodes can only agree or disagree."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Every node's place: ``levels`` by node number, 0 lowest, ties equal; ``detail`` tells an estimate."""

    levels: list[int]
    detail: str = ""


def _degree(view: View, limits: Limits) -> Ranking:
    """Degree centrality (Freeman 1978): the number of distinct neighbours."""
    del limits
    return Ranking(list(view.degrees))


def _betweenness(view: View, limits: Limits) -> Ranking:
    values, detail = betweenness(view, exact_up_to=limits.betweenness, samples=limits.samples)
    return Ranking(levels(values), detail)


def _eigenvector(view: View, limits: Limits) -> Ranking | Undefined:
    values = eigenvector(view, limit=limits.eigenvector)
    return values if isinstance(values, Undefined) else Ranking(levels(values))


def _pagerank(view: View, limits: Limits) -> Ranking:
    del limits
    return Ranking(levels(pagerank(view)))


_RANKINGS: dict[str, Callable[[View, Limits], Ranking | Undefined]] = {
    "degree": _degree,
    "betweenness": _betweenness,
    "eigenvector": _eigenvector,
    "pagerank": _pagerank,
}
CENTRALITIES = tuple(_RANKINGS)
MEASURES = (*(f"{name}_correlation" for name in CENTRALITIES), "divergence")


def ranking(view: View, name: str, limits: Limits) -> Ranking | Undefined:
    """The places of all nodes by the centrality ``name``, one of :data:`CENTRALITIES`."""
    return _RANKINGS[name](view, limits)


def eigenvector(view: View, limit: int) -> list[float] | Undefined:
    """Eigenvector centrality (Bonacich 1987): the leading eigenvector of the adjacency matrix, of length 1, in node order.

    Where several components share the largest eigenvalue the eigenvector is not unique; the projection of the all-ones vector is
    taken, the limit of power iteration from equal values. Nodes of components with a smaller eigenvalue are 0.
    Undefined without edges, above ``limit`` nodes in one component, and where the iteration does not settle.
    """
    if not view.pairs:
        return Undefined("no edges")
    result = [0.0] * view.size
    if view.centre is not None:
        leaves = view.size - 1
        result = [1 / math.sqrt(2 * leaves)] * view.size
        result[view.centre] = 1 / math.sqrt(2)
        return result
    bounds = [(_most(view, component), component) for component in view.components]
    bounds.sort(key=lambda pair: -pair[0])
    best = 0.0
    leading: list[tuple[float, list[int], list[float]]] = []
    for most, component in bounds:
        if most < best * (1 - 1e-9) or len(component) < 2:
            continue  # and so are all after it
        if len(component) > limit:
            return Undefined(f"a component of {len(component):,} nodes is over the limit of {limit:,} for eigenvectors")
        solved = perron(view, component)
        if isinstance(solved, Undefined):
            return solved
        best = max(best, solved[0])
        leading.append((solved[0], component, solved[1]))
    for value, component, vector in leading:
        if value >= best * (1 - 1e-9):
            total = sum(vector)
            for node, share in zip(component, vector, strict=True):
                result[node] = share * total
    length = math.sqrt(sum(x * x for x in result))
    return [x / length for x in result]


def _most(view: View, component: list[int]) -> float:
    """What the largest eigenvalue of a component is not above; it is exact for stars, as most records are.

    Its square is an eigenvalue of the squared matrix, and therefore at most the highest of that one's row sums (Perron and
    Frobenius): the degrees of a node's neighbours, added up.
    """
    return math.sqrt(max(sum(view.degrees[other] for other in view.neighbours[node]) for node in component))


def correlation(generated: Ranking | Undefined, reference: Ranking | Undefined, among: Sequence[tuple[int, int]]) -> Value:
    """Spearman's rho of two rankings over the nodes ``among`` (number in the generated, number in the reference graph)."""
    if len(among) < MINIMUM_SHARED:
        return Undefined(f"fewer than {MINIMUM_SHARED} shared nodes ({len(among)})")
    if isinstance(generated, Undefined):
        return Undefined(f"generated graph: {generated.reason}")
    if isinstance(reference, Undefined):
        return Undefined(f"reference graph: {reference.reason}")
    first = [generated.levels[g] for g, _ in among]
    second = [reference.levels[r] for _, r in among]
    rho = spearman(first, second)
    if rho is None:
        sides = [side for side, row in (("generated", first), ("reference", second)) if len(set(row)) == 1]
        return Undefined(f"all shared nodes rank alike in the {' and the '.join(sides)} graph")
    return rho


def measure(
    rankings: Callable[[str], tuple[Ranking | Undefined, Ranking | Undefined]], among: Sequence[tuple[int, int]]
) -> tuple[Measure, ...]:
    """The rank correlations over the shared nodes ``among``, and the divergence, in the order of :data:`MEASURES`.

    ``<centrality>_correlation``  Spearman's rho, -1 to 1
    ``divergence``                1 minus the mean of the correlations that are defined, 0 to 2; its reason says which are not

    ``rankings(name)`` gives the generated and the reference ranking by one centrality; it is not asked where too few nodes are
    shared.
    """
    measures: list[Measure] = []
    defined: dict[str, float] = {}
    for name in CENTRALITIES:
        generated, reference = rankings(name) if len(among) >= MINIMUM_SHARED else (Undefined(""), Undefined(""))
        rho = correlation(generated, reference, among)
        sides = (("generated", generated), ("reference", reference))
        details = [f"{side} graph: {r.detail}" for side, r in sides if isinstance(r, Ranking) and r.detail]
        measures.append(single(f"{name}_correlation", rho, "; ".join(details)))
        if not isinstance(rho, Undefined):
            defined[name] = rho
    return (*measures, single("divergence", *_divergence(defined, measures)))


def _divergence(defined: dict[str, float], measures: Sequence[Measure]) -> tuple[Value, str]:
    if not defined:
        reasons = {m.reason for m in measures}
        return Undefined(reasons.pop() if len(reasons) == 1 else "no rank correlation is defined"), ""
    left_out = [name for name in CENTRALITIES if name not in defined]
    detail = f"without {', '.join(left_out)}, undefined here" if left_out else ""
    return 1 - sum(defined.values()) / len(defined), detail
