"""Two graph files beside each other: align their nodes, then measure."""

from __future__ import annotations

from collections import defaultdict

from gate.comparison.structure import DEFAULT_LIMITS, Limits, profile
from gate.model import Edge, Graph, Profile
from gate.normalise.text import key


def compare_graphs(
    generated: Graph,
    reference: Graph,
    *,
    match_labels: bool = True,
    complete: bool = True,
    limits: Limits = DEFAULT_LIMITS,
) -> Profile:
    """The structure profile of a graph beside its reference, both as read from files.

    Nodes are the same when their ids are, else, with ``match_labels``, when their labels are (see :func:`align`). With
    ``complete`` the reference is taken to hold all there is, as the published stress test does, so that a node it lacks is
    fabricated; without, no node is called fabricated. Communities are measured even where nothing is shared.
    """
    aligned = align(generated, reference) if match_labels else generated
    fabricated = aligned.nodes - reference.nodes if complete else frozenset[str]()
    return profile(aligned, reference, fabricated=fabricated, full=True, limits=limits)


def align(generated: Graph, reference: Graph) -> Graph:
    """``generated`` with the reference's ids where a label tells that two nodes are one.

    Nodes that share an id are the same. Two others are the same when the comparison keys of their labels
    (:func:`gate.normalise.text.key`; the id serves as label where there is none) are equal and not empty, and no third node of
    either graph has that key: a name that two things bear identifies neither.
    """
    mine, theirs = _by_key(generated), _by_key(reference)
    shared = generated.nodes & reference.nodes
    pairs = ((nodes[0], theirs[name][0]) for name, nodes in mine.items() if len(nodes) == len(theirs.get(name, ())) == 1)
    new = {here: there for here, there in pairs if here not in shared and there not in shared}
    if not new:
        return generated
    return Graph(
        frozenset(new.get(node, node) for node in generated.nodes),
        frozenset(Edge(new.get(e.source, e.source), e.type, new.get(e.target, e.target)) for e in generated.edges),
        {**{new.get(node, node): label for node, label in generated.labels.items()}, **{new[n]: generated.label(n) for n in new}},
    )


def _by_key(graph: Graph) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for node in graph.nodes:
        if name := key(graph.label(node)):
            found[name].append(node)
    return found
