"""The subject headings of many records together: which are over-used, which never given, and how central each is.

A model that is asked for headings one record at a time may still put a few of them everywhere (conceptual re-centring): no single
record shows it. Headings are nodes here, and two that one record bears are joined. What the records give is held against what the
catalogues give the same works, or against the collection's own graph where one is given.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from gate.comparison.structure import profile
from gate.model import Comparison, Edge, Graph, Outcome
from gate.model.headings import HeadingCount, HeadingUse
from gate.normalise.naco import heading_key

SUBJECTS = "concepts"
TOGETHER = "together"
_MANY = 50  # headings of a record that are joined with each other


def heading_use(comparisons: Sequence[Comparison], collection: Graph | None = None) -> HeadingUse | None:
    """The headings of the works that some catalogue gives headings too; None where those are fewer than two.

    ``collection``: the catalogue's own graph. Headings in it are known by their id, else by their label under the NACO rules.
    """
    found = [c for c in comparisons if c.heading_agreement is not None]
    if len(found) < 2:
        return None
    given, held = [_headings(c.generated) for c in found], [_headings(c.reference) for c in found]
    labels = {node: c.reference.labels.get(node, c.generated.labels.get(node, node)) for c in found for node in _all(c)}
    invented = {c.node for one in found for c in one.claims if c.outcome is Outcome.FABRICATED and c.claim.property == SUBJECTS}
    return use_of(given, held, labels, frozenset(invented), collection)


def use_of(
    given: Sequence[Sequence[str]],
    held: Sequence[Sequence[str]],
    labels: Mapping[str, str],
    invented: frozenset[str],
    collection: Graph | None = None,
) -> HeadingUse:
    """The use of headings over works: for each the nodes that the record gives, and those that the catalogues hold.

    ``labels`` has every node; ``invented`` are those that no source holds.
    """
    used, listed = Counter(n for nodes in given for n in nodes), Counter(n for nodes in held for n in nodes)
    counts = [HeadingCount(labels[node], used[node], listed[node]) for node in {**used, **listed}]
    mine = _joined(given, labels)
    theirs = _joined(held, labels) if collection is None else _of_collection(collection, labels)
    return HeadingUse(
        len(given),
        tuple(sorted((c for c in counts if c.given > c.reference + 1), key=lambda c: (c.reference - c.given, c.label))),
        tuple(sorted((c for c in counts if not c.given), key=lambda c: (-c.reference, c.label))),
        profile(mine, theirs, fabricated=invented),
        collection is not None,
    )


def _headings(graph: Graph) -> tuple[str, ...]:
    return tuple(sorted({edge.target for edge in graph.edges if edge.type == SUBJECTS}))


def _all(comparison: Comparison) -> Iterable[str]:
    return (*_headings(comparison.generated), *_headings(comparison.reference))


def _joined(records: Iterable[Sequence[str]], labels: Mapping[str, str]) -> Graph:
    """Headings, joined both ways with those that stand beside them."""
    edges = {Edge(a, TOGETHER, b) for nodes in records for a, b in permutations(nodes[:_MANY], 2)}
    nodes = {node for one in records for node in one}
    return Graph(frozenset(nodes), frozenset(edges), {node: labels[node] for node in nodes})


def _of_collection(collection: Graph, labels: Mapping[str, str]) -> Graph:
    """The collection's graph between headings, with our ids for those that are ours.

    Where it says which records bear which heading, those of one record are joined; else it is a graph of headings as it stands.
    """
    ours = {heading_key(label): node for node, label in labels.items()}

    def own(node: str) -> str:
        return node if node in labels else ours.get(heading_key(collection.labels.get(node, node)), node)

    bearing: dict[str, set[str]] = defaultdict(set)
    for edge in collection.edges:
        if edge.type == SUBJECTS:
            bearing[edge.source].add(own(edge.target))
    names = {own(node): labels.get(own(node), collection.labels.get(node, node)) for node in collection.nodes}
    if bearing:
        return _joined([sorted(nodes) for nodes in bearing.values()], names)
    edges = {Edge(own(e.source), e.type, own(e.target)) for e in collection.edges}
    return Graph(frozenset(map(own, collection.nodes)), frozenset(edges), names)
