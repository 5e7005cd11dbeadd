"""Structure in context: records checked together are one graph, and a record's centrality is taken there.

A single record is nearly a star, in which centrality says little. The context is the union of what the records assert, with the
catalogue's own graph where given, beside the union of what the sources hold about the same things, with the same catalogue graph.
Both sides have the same scope: what the sources hold about other things would count against a record that does not speak of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gate.collector import uncollected
from gate.comparison.structure import context as union
from gate.comparison.structure import profile
from gate.model import (
    EMPTY_PROFILE,
    AnchorState,
    CitationOutcome,
    Comparison,
    Consultation,
    Graph,
    Kind,
    Outcome,
    Profile,
)
from gate.properties import LABEL_PROPERTY
from gate.records.claims import SUBJECT, graph, node_id


@dataclass(frozen=True, slots=True)
class Batch:
    """Comparisons with their structure profiles, and the profile of all of them as one graph."""

    comparisons: tuple[Comparison, ...]
    profile: Profile


def profiles(comparisons: Sequence[Comparison], catalogue: Graph | None = None) -> Batch:
    """Measure every record in the context of all of them. The batch's own profile is empty for a single record."""
    comparisons = _with_losses(comparisons)
    if any(c.text is not None for c in comparisons):
        from gate.comparison.text_graph import with_profiles

        comparisons = with_profiles(comparisons)
    anchored = [c for c in comparisons if c.anchor.entity is not None]
    if len(anchored) < 2 and catalogue is None:
        return Batch(tuple(_alone(c) for c in comparisons), EMPTY_PROFILE)
    around = [catalogue] if catalogue is not None else []
    generated = union([*(c.generated for c in anchored), *around])
    reference = union([*(c.reference for c in anchored), *around])
    joints = _joints(generated)
    invented = frozenset(node for c in anchored for node in fabricated_nodes(c))
    measured = (_within(c, generated, reference, joints) for c in comparisons)
    return Batch(tuple(measured), measured_union(generated, reference, invented))


@uncollected()
def measured_union(generated: Graph, reference: Graph, fabricated: frozenset[str]) -> Profile:
    """The profile of many records as one graph, beside that of what the sources hold about them. Leaves are not told as risen."""
    return _without_leaves(profile(generated, reference, fabricated=fabricated), _joints(generated))


def fabricated_nodes(comparison: Comparison) -> frozenset[str]:
    """Nodes of the record that no source holds: fabricated values and citations that could not be retrieved."""
    claims = (c.node for c in comparison.claims if c.outcome is Outcome.FABRICATED)
    citations = (c.node for c in comparison.citations if c.outcome is CitationOutcome.NON_RETRIEVABLE)
    return frozenset((*claims, *citations))


def _with_losses(comparisons: Sequence[Comparison]) -> Sequence[Comparison]:
    """Each with the records that should have been part of its context and could not be looked up.

    What such a record would have shown about a node that both speak of is not known, so it must not count as nothing.
    """
    lost = [c for c in comparisons if _unanswered(c)]
    if not lost or len(comparisons) == 1:
        return comparisons
    speaks_of: dict[str, list[str]] = {}
    for comparison in lost:
        for node in own_nodes(comparison):
            speaks_of.setdefault(node, []).append(comparison.record.id)
    return [
        replace(c, context_lost=tuple(sorted({i for n in own_nodes(c) for i in speaks_of.get(n, ())} - {c.record.id})))
        for c in comparisons
    ]


def own_nodes(comparison: Comparison) -> frozenset[str]:
    """The nodes that a record speaks of, by its own words: they do not depend on any source."""
    label = comparison.record.first(LABEL_PROPERTY[comparison.record.kind])
    nodes = graph(comparison.claim_graph).nodes - {SUBJECT}
    if label is None or comparison.record.kind is Kind.WORK:
        return nodes
    return nodes | {node_id("influenced_by" if comparison.record.kind is Kind.AGENT else "related", label)}


def _unanswered(comparison: Comparison) -> bool:
    """Whether a source failed, or none was there to be asked: a record without a name or identifier to look up lost nothing."""
    unreachable = any(c.state is Consultation.UNREACHABLE for c in comparison.consulted)
    return unreachable or (comparison.anchor.state is AnchorState.NOT_ASSESSED and not comparison.anchor.consulted)


def _alone(comparison: Comparison) -> Comparison:
    return _within(comparison, comparison.generated, comparison.reference, _joints(comparison.generated))


def _within(comparison: Comparison, generated: Graph, reference: Graph, joints: frozenset[str]) -> Comparison:
    if comparison.anchor.entity is None:
        return comparison
    own = profile(generated, reference, own=comparison.generated.nodes, fabricated=fabricated_nodes(comparison))
    return replace(comparison, profile=_without_leaves(own, joints))


def _joints(graph: Graph) -> frozenset[str]:
    """The nodes with more than one neighbour."""
    first: dict[str, str] = {}
    found = set()
    for edge in graph.edges:
        if edge.source != edge.target:
            for node, other in ((edge.source, edge.target), (edge.target, edge.source)):
                if first.setdefault(node, other) != other:
                    found.add(node)
    return frozenset(found)


def _without_leaves(whole: Profile, joints: frozenset[str]) -> Profile:
    """Without the shifts of leaves: a node with one neighbour stands where that neighbour puts it."""
    return replace(whole, shifts=tuple(s for s in whole.shifts if s.node in joints))
