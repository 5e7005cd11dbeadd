"""The Louvain method over lists: the communities that networkx finds with the same seed, without its graphs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from gate.comparison.structure.view import View

THRESHOLD = 1e-7
"""A level that gains less modularity than this is the last."""

_Weights: TypeAlias = list[dict[int, int]]
"""Of every node its neighbours with the weight of the edge; an edge to itself stands for what was joined into the node."""


def louvain(view: View, seed: int) -> list[list[int]]:
    """The communities of the undirected view, each as its nodes.

    Blondel, Guillaume, Lambiotte & Lefebvre (2008), resolution 1: nodes move to the community of a neighbour, in an order drawn
    with ``seed``, as long as modularity gains; then every community becomes one node, and so on. Orders, draws and additions are
    those of networkx 3.6 (``louvain_communities``, ``weight=None``), so that the result is the same.
    """
    random = Random(seed)  # noqa: S311 - an order, not a secret
    weights: _Weights = [dict.fromkeys(around, 1) for around in view.neighbours]
    double = 2 * len(view.pairs)
    members = [[node] for node in range(view.size)]
    quality = _quality(weights, [[node] for node in range(view.size)], double)
    while True:
        communities = _one_level(weights, double / 2, random)
        members = [[node for part in community for node in members[part]] for community in communities]
        gained = _quality(weights, communities, double)
        if gained - quality <= THRESHOLD:
            return members
        quality = gained
        weights = _joined(weights, communities)


def _one_level(weights: _Weights, edges: float, random: Random) -> list[list[int]]:
    """The communities in which no move of a single node gains anything."""
    degrees = _degrees(weights)
    totals = list(degrees)
    own = list(range(len(weights)))
    order = list(range(len(weights)))
    random.shuffle(order)
    moved = True
    while moved:
        moved = False
        for node in order:
            towards: dict[int, int] = {}
            for other, weight in weights[node].items():
                if other != node:
                    community = own[other]
                    towards[community] = towards.get(community, 0) + weight
            here = best = own[node]
            degree = degrees[node]
            totals[here] -= degree
            leaving = -towards.get(here, 0) / edges + totals[here] * degree / (2 * edges**2)
            most = 0.0
            for community, weight in towards.items():
                gain = leaving + weight / edges - totals[community] * degree / (2 * edges**2)
                if gain > most:
                    most, best = gain, community
            totals[best] += degree
            if best != here:
                own[node] = best
                moved = True
    found: list[list[int]] = [[] for _ in weights]
    for node, community in enumerate(own):
        found[community].append(node)
    return [community for community in found if community]


def _joined(weights: _Weights, communities: Sequence[Sequence[int]]) -> _Weights:
    """The graph whose nodes are ``communities``."""
    of = {node: number for number, community in enumerate(communities) for node in community}
    found: _Weights = [{} for _ in communities]
    for node, around in enumerate(weights):
        for other, weight in around.items():
            if other >= node:  # each edge once, in the order of the nodes
                one, two = of[node], of[other]
                found[one][two] = found[two][one] = found[one].get(two, 0) + weight
    return found


def _degrees(weights: _Weights) -> list[int]:
    """The weight of all edges of every node; one to itself has both its ends there."""
    return [sum(around.values()) + around.get(node, 0) for node, around in enumerate(weights)]


def _quality(weights: _Weights, communities: Sequence[Sequence[int]], double: int) -> float:
    """Modularity (Newman & Girvan 2004); ``double`` is twice the weight of all edges."""
    degrees = _degrees(weights)
    total = 0.0
    for community in communities:
        inside = set(community)
        within = sum(w for n in community for o, w in weights[n].items() if o in inside and o >= n)
        ends = sum(degrees[node] for node in community)
        total += within / (double / 2) - ends * ends * (1 / double**2)
    return total
