"""What two graphs share: nodes, typed directed edges, and the relations that are missing, spurious or turned round.

The sets are those of the structural stress test (structural hallucination study, sections 5.2 to 5.4): L is the generated
graph, R the reference. Every figure comes from the same two sets, so no two of them can disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from gate.comparison.structure.values import Undefined, Value, single
from gate.model import Edge, Graph, Measure, RelationCount

MEASURES = (
    "node_jaccard",
    "edge_jaccard",
    "pair_jaccard",
    "node_fabrication",
    "node_omission",
    "edge_fabrication",
    "edge_omission",
)


def measure(generated: Graph, reference: Graph) -> tuple[Measure, ...]:
    """The overlap measures, in the order of :data:`MEASURES`; all are 0 to 1.

    ``node_jaccard``      |V_L and V_R| / |V_L or V_R|
    ``edge_jaccard``      the same of edges; two edges are the same when both ends, the type and the direction are
    ``pair_jaccard``      the same of joined pairs of nodes, whatever the type and the direction
    ``node_fabrication``  |V_L without V_R| / |V_L|, the permissive rate: it counts every node that the reference lacks,
                          looked up elsewhere or not
    ``node_omission``     |V_R without V_L| / |V_R|
    ``edge_fabrication``, ``edge_omission``  the same of edges
    """
    return (
        single("node_jaccard", jaccard(generated.nodes, reference.nodes, "nodes")),
        single("edge_jaccard", jaccard(generated.edges, reference.edges, "edges")),
        single("pair_jaccard", jaccard(_pairs(generated), _pairs(reference), "edges between two nodes")),
        single("node_fabrication", missing_share(generated.nodes, reference.nodes, "the generated graph has no nodes")),
        single("node_omission", missing_share(reference.nodes, generated.nodes, "the reference graph has no nodes")),
        single("edge_fabrication", missing_share(generated.edges, reference.edges, "the generated graph has no edges")),
        single("edge_omission", missing_share(reference.edges, generated.edges, "the reference graph has no edges")),
    )


def jaccard(one: Set[object], other: Set[object], what: str) -> Value:
    """Shared members over all members (Jaccard 1901), 0 to 1; undefined where both sets are empty."""
    total = len(one | other)
    return len(one & other) / total if total else Undefined(f"neither graph has {what}")


def missing_share(one: Set[object], other: Set[object], empty: str) -> Value:
    """Share of ``one`` that ``other`` lacks, 0 to 1; undefined, for the reason ``empty``, where ``one`` is empty."""
    return len(one - other) / len(one) if one else Undefined(empty)


def _pairs(graph: Graph) -> frozenset[tuple[str, str]]:
    ends = ((e.source, e.target) for e in graph.edges)
    return frozenset((a, b) if a < b else (b, a) for a, b in ends if a != b)


def relations(generated: Graph, reference: Graph) -> tuple[RelationCount, ...]:
    """Edges by type, sorted by type. Every edge counts once: an inverted edge is neither missing nor spurious.

    An edge is inverted when only the generated graph has it, and only the reference has it the other way round. So shared +
    spurious + inverted is the number of generated edges of the type, shared + missing + inverted that of the reference.
    """
    shared = Counter(e.type for e in generated.edges & reference.edges)
    only_generated = generated.edges - reference.edges
    only_reference = reference.edges - generated.edges
    inverted = Counter(e.type for e in only_generated if Edge(e.target, e.type, e.source) in only_reference)
    spurious = Counter(e.type for e in only_generated) - inverted
    missing = Counter(e.type for e in only_reference) - inverted
    types = sorted({e.type for e in generated.edges | reference.edges})
    return tuple(RelationCount(t, shared[t], missing[t], spurious[t], inverted[t]) for t in types)
