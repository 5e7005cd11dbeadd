"""Stage 4: the graph of a model's answers beside that of the truth, in the studies' tables and figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gate.comparison.structure import Limits, high_risk, profile
from gate.comparison.structure.betweenness import betweenness
from gate.comparison.structure.pagerank import pagerank
from gate.comparison.structure.view import View
from gate.model import Graph, Profile
from gate.stress.answers import file_stem
from gate.stress.domain import Domain, Given, Links, graph_of, record_node
from gate.stress.resampling import FEWEST, Interval, Sides
from gate.stress.results import Cell, Drawing, Points, Table
from gate.stress.truth import Thing

TOP = 10
RISEN = 15
HIGH_RISK_TOP = 0.1
LIMITS = Limits(betweenness=5_000, samples=256)
RECORD, SHARED, FABRICATED, EXTRA = "record", "in both", "in the answers only", "confirmed elsewhere"
MISSED = "in the reference only"
OPEN = "not assessed"
KINDS = (RECORD, SHARED, MISSED, FABRICATED, EXTRA, OPEN)


@dataclass(frozen=True, slots=True)
class Structure:
    """Both graphs of one model's answers, and their profile.

    ``pairs`` are both graphs of every record; ``extra`` are nodes that only the second source confirms, ``open`` those that it
    did not answer about.
    """

    model: str
    generated: Graph
    reference: Graph
    extra: frozenset[str]
    profile: Profile
    pairs: tuple[Sides, ...] = ()
    open: frozenset[str] = frozenset()

    @property
    def fabricated(self) -> frozenset[str]:
        """Nodes that neither the truth nor the second source holds."""
        return self.generated.nodes - self.reference.nodes - self.extra - self.open


def measure(domain: Domain, model: str, given: Sequence[Given], links: Links) -> Structure:
    """The graphs of what was given and what is true of the same records, measured."""
    pairs = tuple(_pair(domain, one, links) for one in given)
    generated = graph_of(domain, [(g.thing, g.placed) for g in given], links)
    reference = graph_of(domain, [(g.thing, g.true) for g in given], links)
    known = graph_of(domain, [(g.thing, g.oracle) for g in given], links)
    extra = (generated.nodes - reference.nodes) & known.nodes
    assessed = graph_of(domain, [(g.thing, g.placed) for g in given if g.assessed], links)
    open_ = generated.nodes - reference.nodes - extra - assessed.nodes
    invented = generated.nodes - reference.nodes - extra - open_
    measured = profile(generated, reference, fabricated=frozenset(invented), limits=LIMITS)
    return Structure(model, generated, reference, extra, measured, pairs, open_)


def _pair(domain: Domain, one: Given, links: Links) -> Sides:
    return graph_of(domain, [(one.thing, one.placed)], links), graph_of(domain, [(one.thing, one.true)], links)


def measures_table(structures: Sequence[Structure], intervals: Mapping[str, Mapping[str, Interval]]) -> Table:
    """Every measure of every model: of the pair, of both graphs, with its interval over records by model and name, or why it is
    undefined.
    """
    rows: list[tuple[Cell, ...]] = []
    for s in structures:
        for name, number, told in _counted(s):
            rows.append((s.model, name, float(number), *(None for _ in range(6)), told))
        for m in s.profile.measures:
            i = intervals.get(s.model, {}).get(m.name)
            ends = (i.low, i.high, i.replicates, i.undefined) if i else (None, None, None, None)
            rows.append((s.model, m.name, m.value, m.generated, m.reference, *ends, m.reason))
    return Table("structure", "Structure of the answers beside the reference", _COLUMNS, tuple(rows), _NOTE)


_COLUMNS = ("model", "measure", "value", "answers", "reference", "low", "high", "replicates", "undefined", "remark")
_NOTE = (
    "low and high: 95 % bootstrap interval over records, of the value, which is answers less reference where both have one. "
    "replicates: how many were made; undefined: in how many of them the measure has no value. A record drawn twice stands once "
    "in the graphs, so that the interval of what grows with a graph can lie to one side of the value. Ranks and communities have "
    f"fewer replicates the larger the graphs are, and none below {FEWEST}; --replicates asks for a number. A measure without a "
    "value is undefined."
)


def _counted(s: Structure) -> list[tuple[str, int, str]]:
    found = [
        ("fabricated_nodes", len(s.fabricated), f"of {len(s.generated.nodes):,} nodes"),
        ("extra_nodes", len(s.extra), "confirmed by the second source alone"),
    ]
    return [*found, ("not_assessed_nodes", len(s.open), "the second source did not answer")] if s.open else found


def relations_table(structures: Sequence[Structure]) -> Table:
    """Edges by type."""
    rows = tuple((s.model, r.type, r.shared, r.missing, r.spurious, r.inverted) for s in structures for r in s.profile.relations)
    columns = ("model", "relation", "shared", "missing", "spurious", "inverted")
    return Table("relations", "Edges by type", columns, rows)


@lru_cache(maxsize=64)
def scores(graph: Graph, name: str) -> dict[str, float]:
    """A centrality of every node: ``pagerank``, ``betweenness`` (directed, as published) or ``degree``."""
    view = View(graph)
    if name == "pagerank":
        values = pagerank(view)
    elif name == "betweenness":
        values, _ = betweenness(view, exact_up_to=10_000, samples=256, directed=True)
    else:
        values = [float(d) for d in view.degrees]
    return dict(zip(view.nodes, values, strict=True))


def top(graph: Graph, name: str, size: int = TOP) -> list[tuple[str, float]]:
    """The highest nodes by a centrality; of equal ones in the order of their labels."""
    ranked = sorted(scores(graph, name).items(), key=lambda pair: (-round(pair[1], 12), graph.label(pair[0]), pair[0]))
    return ranked[:size]


def top_table(structures: Sequence[Structure]) -> Table:
    """The highest nodes of both graphs by three centralities, and which of the answers' are fabricated."""
    rows: list[tuple[Cell, ...]] = []
    for s in structures:
        for name in ("pagerank", "betweenness", "degree"):
            mine, theirs = top(s.generated, name), top(s.reference, name)
            for place in range(max(len(mine), len(theirs))):
                held = theirs[place] if place < len(theirs) else None
                given = mine[place] if place < len(mine) else None
                rows.append(
                    (
                        s.model, name, place + 1,
                        s.reference.label(held[0]) if held else "", held[1] if held else None,
                        s.generated.label(given[0]) if given else "", given[1] if given else None,
                        "yes" if given and given[0] in s.fabricated else "no" if given else "",
                    )
                )  # fmt: skip
    columns = ("model", "centrality", "place", "reference", "value", "answers", "its value", "fabricated")
    return Table("top", f"The {TOP} highest nodes of both graphs", columns, tuple(rows))


def mobility_table(structures: Sequence[Structure]) -> Table:
    """The nodes that rose most."""
    rows: list[tuple[Cell, ...]] = []
    for s in structures:
        risky = {shift.node for shift in high_risk(s.profile.shifts, HIGH_RISK_TOP)}
        for shift in s.profile.shifts[:RISEN]:
            worst = "high risk" if shift.node in risky else ""
            rows.append((s.model, shift.label, shift.rise, "yes" if shift.fabricated else "no", worst))
    note = "rise: share of the ranking of shared nodes, by PageRank. A fabricated node rises from below the last."
    return Table("risen", "Upward mobility", ("model", "node", "rise", "fabricated", "risk"), tuple(rows), note)


def scatter(structures: Sequence[Structure]) -> Points:
    """PageRank of the shared nodes in both graphs."""
    groups = []
    for s in structures:
        mine, theirs = scores(s.generated, "pagerank"), scores(s.reference, "pagerank")
        groups.append((s.model, tuple((theirs[n], mine[n]) for n in sorted(mine.keys() & theirs.keys()))))
    title = "PageRank of shared nodes"
    alt = "Scatter plot: a node on the diagonal stands as high in the answers as in the reference."
    return Points("pagerank", title, "in the reference", "in the answers", tuple(groups), log=True, alt=alt)


def degrees(structures: Sequence[Structure]) -> Points:
    """The share of nodes of at least each degree, in the reference and in every model's answers."""
    groups = [("reference", _at_least(structures[0].reference))] if structures else []
    groups += [(s.model, _at_least(s.generated)) for s in structures]
    alt = "Degree distributions: share of nodes with at least so many neighbours, on logarithmic scales."
    return Points("degrees", "Degree distributions", "degree", "share of nodes", tuple(groups), log=True, joined=True, alt=alt)


def _at_least(graph: Graph) -> tuple[tuple[float, float], ...]:
    counts = Counter(View(graph).degrees)
    left, total, points = sum(counts.values()), sum(counts.values()), []
    for degree, number in sorted(counts.items()):
        if degree:
            points.append((float(degree), left / total))
        left -= number
    return tuple(points)


def drawing(domain: Domain, structure: Structure, given: Sequence[Given]) -> Drawing:
    """Both graphs: every record on a spiral, its values around it, a value of several records between them."""
    panels = []
    things = [g.thing for g in given]
    own = {record_node(t) for t in things}
    for title, graph, answers in (("reference", structure.reference, False), (structure.model, structure.generated, True)):
        places = _places(graph, things)
        order = sorted(places)
        number = {node: i for i, node in enumerate(order)}
        nodes = tuple((*places[n], RECORD if n in own else _kind(structure, n, answers=answers)) for n in order)
        edges = tuple((number[e.source], number[e.target]) for e in sorted(graph.edges))
        panels.append((title, nodes, edges))
    alt = f"The graph of the reference and that of the answers of {structure.model}; each cluster is a record with its values."
    name = f"graphs-{file_stem(structure.model)}"
    return Drawing(name, f"{domain.title}: the two graphs", tuple(panels), KINDS, alt)


def _kind(structure: Structure, node: str, *, answers: bool) -> str:
    if node in structure.reference.nodes and node in structure.generated.nodes:
        return SHARED
    if not answers:
        return MISSED
    if node in structure.open:
        return OPEN
    return EXTRA if node in structure.extra else FABRICATED


def _places(graph: Graph, things: Sequence[Thing]) -> dict[str, tuple[float, float]]:
    centres: dict[str, tuple[float, float]] = {}
    golden = math.pi * (3 - math.sqrt(5))
    for i, thing in enumerate(things):
        radius = 2.6 * math.sqrt(i + 0.5)
        centres[f"record:{thing.item}"] = (radius * math.cos(i * golden), radius * math.sin(i * golden))
    holders: dict[str, list[str]] = {}
    for edge in sorted(graph.edges):
        if edge.target not in centres:
            holders.setdefault(edge.target, []).append(edge.source)
    places = {node: place for node, place in centres.items() if node in graph.nodes}
    alone: dict[str, list[str]] = {}
    for node, around in sorted(holders.items()):
        if len(set(around)) == 1:
            alone.setdefault(around[0], []).append(node)
        else:
            xs = [centres[a] for a in around if a in centres]
            shift = 0.3 * (len(node) % 5 - 2)
            places[node] = (sum(x for x, _ in xs) / len(xs) + shift, sum(y for _, y in xs) / len(xs) - shift)
    for centre, nodes in alone.items():
        x, y = centres[centre]
        for i, node in enumerate(nodes):
            ring = 1.0 + 0.35 * (i % 4)
            angle = 2 * math.pi * i / len(nodes)
            places[node] = (x + ring * math.cos(angle), y + ring * math.sin(angle))
    for node in sorted(graph.nodes - places.keys()):
        places[node] = (0.0, 0.0)
    return places
