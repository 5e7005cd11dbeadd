"""The structure profile: every measure of a generated graph beside its reference."""

from __future__ import annotations

from collections.abc import Sequence

from gate.comparison.structure import centrality, communities, mobility, overlap, topology
from gate.comparison.structure.limits import DEFAULT_LIMITS, Limits
from gate.comparison.structure.measured import Pair, enough_shared, pair
from gate.comparison.structure.values import Undefined
from gate.model import Edge, Graph, Measure, Profile, RankShift

MEASURES = (
    *topology.SIZE_MEASURES,
    *overlap.MEASURES,
    *centrality.MEASURES,
    *mobility.MEASURES,
    *communities.MEASURES,
    *topology.MEASURES,
)
"""The names of all measures, in the order of a profile. They are stable: rules and reports use them."""

RANKING = "pagerank"
"""The ranking in which nodes rise, unless another is asked for: that of the study's tables 2 and 3."""


def profile(
    generated: Graph,
    reference: Graph,
    *,
    own: frozenset[str] | None = None,
    fabricated: frozenset[str] = frozenset(),
    by: str = RANKING,
    full: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Profile:
    """Every measure of :data:`MEASURES`, in that order, the nodes that rose, and the relations by type.

    The graphs' node ids are aligned: what a claim rightly names has the reference's id. A measure that is undefined has no value
    and a reason; a reason beside a value says how the value was come by. Measures of both graphs carry both values, and as
    their own value generated minus reference.

    ``own``         the nodes of one record, inside a larger context graph: correlations, divergence and risen nodes are taken
                    over these only, while ranks are those of the whole graphs; all else is about the whole graphs
    ``fabricated``  nodes that no source holds; they have no reference rank and rise from below the last
    ``by``          the centrality whose ranking tells who rose: degree, betweenness, eigenvector or pagerank
    ``full``        divide the graphs into communities even where fewer than 3 nodes are shared and the partitions cannot be
                    compared
    ``limits``      sizes above which a measure is estimated or undefined

    Asked again for the same two graphs, it measures only what depends on ``own`` and ``fabricated``.
    """
    both = pair(generated, reference, limits)
    among = both.shared if own is None else both.shared_among(own)
    shifts, moves = _mobility(both, generated, among, own, fabricated, by)
    if full or enough_shared(both):
        divided = both.communities
    else:
        divided = communities.unmeasured(mobility.too_few(len(both.shared)) or "")
    measures = (*both.sizes, *both.overlap, *centrality.measure(both.rankings, among), *moves, *divided, *both.topology)
    return Profile(measures, shifts, both.relations)


def _mobility(
    both: Pair,
    generated: Graph,
    among: Sequence[tuple[int, int]],
    own: frozenset[str] | None,
    fabricated: frozenset[str],
    by: str,
) -> tuple[tuple[RankShift, ...], tuple[Measure, ...]]:
    standing = both.standing(by)
    if isinstance(standing, Undefined):
        return (), mobility.unranked(standing.reason)
    view, theirs = both.generated.view, both.reference.view
    shared = [(view.nodes[g], generated.label(view.nodes[g]), g, r) for g, r in among]
    invented = fabricated if own is None else fabricated & own
    places = sorted(view.index[node] for node in invented if node in view.index and node not in theirs.index)
    return mobility.shifts(standing, by, shared, [(view.nodes[g], generated.label(view.nodes[g]), g) for g in places])


def context(graphs: Sequence[Graph]) -> Graph:
    """The union of graphs: all nodes, all edges. A node that they label differently keeps the label that sorts first, so that
    the order of the graphs does not matter.
    """
    labels: dict[str, str] = {}
    for graph in graphs:
        for node, label in graph.labels.items():
            labels[node] = min(label, labels.get(node, label))
    return Graph(
        frozenset[str]().union(*(g.nodes for g in graphs)),
        frozenset[Edge]().union(*(g.edges for g in graphs)),
        {node: labels[node] for node in sorted(labels)},
    )
