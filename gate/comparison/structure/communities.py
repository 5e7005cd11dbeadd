"""Communities of both graphs: how well each divides, and whether the shared nodes are divided alike.

Louvain modularity is the structural stress test's measure (structural hallucination study, section 5.3); modularity under label
propagation is that of the graph recitation studies (2024, 2025, table 1). Both see the undirected view.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count

from gate.comparison.structure import large
from gate.comparison.structure.centrality import MINIMUM_SHARED
from gate.comparison.structure.limits import SEED
from gate.comparison.structure.louvain import louvain as by_lists
from gate.comparison.structure.values import Undefined, Value, both, single
from gate.comparison.structure.view import View
from gate.model import Measure

MEASURES = ("communities", "modularity", "modularity_label_propagation", "community_nmi", "community_ari")

RUNS, RUNS_UP_TO = 5, 1_000
BY_LISTS = 10_000
"""Up to so many nodes Python divides, above networkit: never one graph of a pair by one, and the other by the other."""

Partition = Sequence[int] | Undefined


def louvain(view: View, limit: int, *, by_networkit: bool = False) -> Partition:
    """The community number of every node, by the Louvain method.

    Blondel, Guillaume, Lambiotte & Lefebvre (2008), as networkx has it, resolution 1, with fixed seeds. One run depends much on
    the order of visits (the karate club comes out between .385 and .420), which would pass for a difference of two graphs; so
    the best of five runs counts up to 1,000 nodes, and one run above. A division that is no better than none is none. Another
    library or other ids may still divide a graph differently, with a modularity close by.

    With ``by_networkit`` the graph is divided by networkit's form of the method (the extra ``graphs``; undefined without it).
    """
    if (trivial := _trivial(view, limit)) is not None:
        return trivial
    if by_networkit:
        if not large.can_divide():
            return Undefined(f"{view.size:,} nodes are divided by networkit, which is not installed (extra graphs)")
        runs = [large.louvain(view)]
    else:
        seeds = range(SEED, SEED + RUNS) if view.size <= RUNS_UP_TO else [SEED]
        runs = [_numbered(by_lists(view, seed), view.size) for seed in seeds]
    undivided = [0] * view.size
    return max([undivided, *runs], key=lambda partition: (_quality(view, partition), -len(set(partition))))


def label_propagation(view: View, limit: int) -> Partition:
    """The community number of every node, by semi-synchronous label propagation.

    Cordasco & Gargano (2010): the nodes of one colour take the label that most of their neighbours bear, then those of the next,
    until nothing changes; of several such labels a node keeps its own, else takes the highest ("Prec-Max"). No draw at random.
    The same communities as networkx gives, in a fifth of its time, since lists serve for its views.
    """
    if (trivial := _trivial(view, limit)) is not None:
        return trivial
    labels = list(range(view.size))
    colours = _colours(view)
    changed = True
    while changed:
        changed = False
        for nodes in colours:
            for node in nodes:
                likely = _most_frequent([labels[other] for other in view.neighbours[node]])
                if labels[node] not in likely:
                    labels[node] = max(likely)
                    changed = True
    members: defaultdict[int, list[int]] = defaultdict(list)
    for node, label in enumerate(labels):
        members[label].append(node)
    return _numbered(members.values(), view.size)


def _colours(view: View) -> list[list[int]]:
    """The nodes with neighbours in classes without a pair in them: greedily, highest degree first (Welsh & Powell 1967)."""
    colour = [-1] * view.size
    found: list[list[int]] = []
    for node in sorted(range(view.size), key=lambda node: -view.degrees[node]):
        if not view.neighbours[node]:
            break
        taken = {colour[other] for other in view.neighbours[node]}
        colour[node] = next(number for number in count() if number not in taken)
        if colour[node] == len(found):
            found.append([])
        found[colour[node]].append(node)
    return found


def _most_frequent(labels: list[int]) -> Collection[int]:
    """The labels that occur most."""
    if len(labels) == 1:
        return labels
    counts = Counter(labels)
    most = max(counts.values())
    return [label for label, number in counts.items() if number == most]


def modularity(view: View, partition: Partition, *, weighted: bool = False) -> Value:
    """Modularity of a partition, -1/2 to 1.

    Newman & Girvan (2004): the sum over communities of L_c / m - (d_c / 2m)^2, with L_c the edges inside, d_c the sum of the
    degrees and m the number of edges; ``weighted`` counts the weights of edges instead.
    """
    if isinstance(partition, Undefined):
        return partition
    inside: defaultdict[int, float] = defaultdict(float)
    degree: defaultdict[int, float] = defaultdict(float)
    if weighted:
        for a, b in view.pairs:
            weight = view.weight(a, b)
            degree[partition[a]] += weight
            degree[partition[b]] += weight
            if partition[a] == partition[b]:
                inside[partition[a]] += weight
    else:
        for community, number in zip(partition, view.degrees, strict=True):
            degree[community] += number
        inside.update(Counter(partition[a] for a, b in view.pairs if partition[a] == partition[b]))
    total = math.fsum(degree.values()) / 2
    if not total:
        return Undefined("no edges")
    return math.fsum(inside[c] / total - (degree[c] / (2 * total)) ** 2 for c in degree)


def normalised_mutual_information(one: Sequence[int], other: Sequence[int]) -> Value:
    """Agreement of two partitions of the same things, 0 to 1: 2 I(X; Y) / (H(X) + H(Y)).

    Danon, Díaz-Guilera, Duch & Arenas (2005), "Comparing community structure identification", eq. 2.
    """
    if isinstance(refusal := _refusal(one, other), Undefined):
        return refusal
    size = len(one)
    rows, columns, cells = Counter(one), Counter(other), Counter(zip(one, other, strict=True))
    entropies = [-math.fsum(n / size * math.log(n / size) for n in sorted(c.values())) for c in (rows, columns)]
    if len(cells) == len(rows) == len(columns):
        return 1.0
    shared = math.fsum(n / size * math.log(n * size / (rows[a] * columns[b])) for (a, b), n in sorted(cells.items()))
    return min(1.0, max(0.0, 2 * shared / math.fsum(entropies)))


def adjusted_rand_index(one: Sequence[int], other: Sequence[int]) -> Value:
    """Agreement of two partitions of the same things on pairs of them, corrected for chance: 1 for equal partitions, 0 expected
    of random ones, below 0 for worse.

    Hubert & Arabie (1985), "Comparing partitions", eq. 5. Undefined where chance alone gives perfect agreement.
    """
    if isinstance(refusal := _refusal(one, other), Undefined):
        return refusal
    together, first, second = (
        sum(math.comb(n, 2) for n in counts.values())
        for counts in (Counter(zip(one, other, strict=True)), Counter(one), Counter(other))
    )
    pairs = math.comb(len(one), 2)
    # (together - first * second / pairs) / ((first + second) / 2 - first * second / pairs), in whole numbers
    numerator = 2 * (together * pairs - first * second)
    denominator = (first + second) * pairs - 2 * first * second
    return numerator / denominator if denominator else Undefined("every shared node is a community of its own in both graphs")


def measure(generated: View, reference: View, shared: Sequence[tuple[int, int]], limit: int) -> tuple[Measure, ...]:
    """The community measures, in the order of :data:`MEASURES`.

    ``communities``                    number of Louvain communities of both graphs, and generated minus reference
    ``modularity``                     Louvain modularity of both, and the difference
    ``modularity_label_propagation``   modularity of both under label propagation, and the difference
    ``community_nmi``                  agreement of the two Louvain partitions over the shared nodes, 0 to 1
    ``community_ari``                  the same as adjusted Rand index, at most 1

    ``shared`` pairs the numbers of the shared nodes in both graphs. Above ``limit`` nodes nothing is divided. Where either graph
    has more than :data:`BY_LISTS` nodes, both are divided by networkit, and not by label propagation: that of another library
    gives quite other communities.
    """
    much = max(generated.size, reference.size) > BY_LISTS
    mine, theirs = (louvain(side, limit, by_networkit=much) for side in (generated, reference))
    few = min(limit, BY_LISTS)
    return (
        both("communities", _number(mine), _number(theirs)),
        both("modularity", modularity(generated, mine), modularity(reference, theirs)),
        both(
            "modularity_label_propagation",
            modularity(generated, label_propagation(generated, few)),
            modularity(reference, label_propagation(reference, few)),
        ),
        single("community_nmi", _agreement(mine, theirs, shared, normalised_mutual_information)),
        single("community_ari", _agreement(mine, theirs, shared, adjusted_rand_index)),
    )


def unmeasured(reason: str) -> tuple[Measure, ...]:
    """The measures of graphs that were not divided, for ``reason``."""
    return tuple(single(name, Undefined(reason)) for name in MEASURES)


def _quality(view: View, partition: Partition) -> float:
    value = modularity(view, partition)
    return -1.0 if isinstance(value, Undefined) else round(value, 12)


def _trivial(view: View, limit: int) -> list[int] | Undefined | None:
    """What needs no search: no edges, too many nodes, and the star, which both methods leave in one piece."""
    if not view.pairs:
        return Undefined("no edges")
    if view.size > limit:
        return Undefined(f"{view.size:,} nodes are over the limit of {limit:,} for communities")
    return [0] * view.size if view.centre is not None else None


def _numbered(communities: Iterable[Iterable[int]], size: int) -> list[int]:
    """Communities as one number per node, numbered by their first nodes."""
    partition = [0] * size
    for number, community in enumerate(sorted(sorted(c) for c in communities)):
        for node in community:
            partition[node] = number
    return partition


def _number(partition: Partition) -> Value:
    return partition if isinstance(partition, Undefined) else float(len(set(partition)))


def _agreement(
    mine: Partition, theirs: Partition, shared: Sequence[tuple[int, int]], agree: Callable[[Sequence[int], Sequence[int]], Value]
) -> Value:
    if isinstance(mine, Undefined):
        return Undefined(f"generated graph: {mine.reason}")
    if isinstance(theirs, Undefined):
        return Undefined(f"reference graph: {theirs.reason}")
    return agree([mine[g] for g, _ in shared], [theirs[r] for _, r in shared])


def _refusal(one: Sequence[int], other: Sequence[int]) -> Undefined | None:
    """Why two partitions cannot agree or disagree. One community says nothing of its members, as a constant has no rank."""
    if len(one) < MINIMUM_SHARED:
        return Undefined(f"fewer than {MINIMUM_SHARED} shared nodes ({len(one)})")
    whole = [side for side, partition in (("generated", one), ("reference", other)) if len(set(partition)) == 1]
    return Undefined(f"all shared nodes are in one community of the {' and the '.join(whole)} graph") if whole else None
