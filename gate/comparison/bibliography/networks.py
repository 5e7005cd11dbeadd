"""The bibliography at the level of networks: who cites whom among its works, and who wrote with whom, beside the reference.

Degree distribution, clustering, centralities and communities are those of :mod:`gate.comparison.structure` (section 6.2 of the
structural hallucination study: "the same network-analytic instruments").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations

from gate.comparison.bibliography.links import Links
from gate.comparison.bibliography.names import Named
from gate.comparison.bibliography.works import Work
from gate.comparison.structure import profile
from gate.model import EMPTY_GRAPH, Edge, Graph, Network

CITES, WITH = "citations", "coauthor"
ALONE = "no reference list is known: the bibliography alone"


def citation_network(given: Sequence[Work], listed: Sequence[Work], subject: str, links: Links) -> Network:
    """The citations among the works given, beside those among the works listed; with the citing work, where there is one.

    Without any citation among works both graphs are stars, or heaps of single nodes, and have nothing to tell.
    """
    mine, theirs = (_inside(side, links) for side in (given, listed))
    if not mine and not theirs:
        return Network(reason="no source holds a citation from one of these works to another")
    invented = frozenset(w.node for w in given if w.lost)
    centre = subject if listed else ""
    generated = _citing(given, mine, centre)
    reference = _citing(listed, theirs, centre) if listed else EMPTY_GRAPH
    return Network(profile(generated, reference, fabricated=invented, full=not listed), "" if listed else ALONE)


def author_network(given: Named, listed: Named, known: bool) -> Network:
    """Who wrote with whom; ``known``: there is a reference list."""
    mine, theirs = _writing(given), _writing(listed)
    if not mine.edges and not theirs.edges:
        return Network(reason="no two creators are named for one work")
    measured = profile(mine, theirs if known else EMPTY_GRAPH, full=not known)
    return Network(replace(measured, relations=()), "" if known else ALONE)


def _inside(works: Sequence[Work], links: Links) -> frozenset[tuple[str, str]]:
    return links.within(frozenset(w.node for w in works))


def _citing(works: Sequence[Work], cites: Iterable[tuple[str, str]], subject: str) -> Graph:
    labels = {work.node: work.label for work in works}
    edges = {Edge(a, CITES, b) for a, b in cites}
    if subject:
        labels.setdefault(subject, "the citing work")
        edges |= {Edge(subject, CITES, work.node) for work in works if work.node != subject}
    return Graph(frozenset(labels), frozenset(edges), labels)


def _writing(named: Named) -> Graph:
    """An edge each way, so that no author counts as the one who points."""
    edges = {Edge(a, WITH, b) for keys in named.keys.values() for a, b in permutations(keys, 2)}
    nodes = frozenset(key for keys in named.keys.values() for key in keys)
    return Graph(nodes, frozenset(edges), {node: named.labels[node] for node in nodes})
