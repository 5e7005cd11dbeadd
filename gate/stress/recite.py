"""Recitation of known graphs: what a model gives for a graph of the literature, beside that graph.

The tables are those of the graph recitation studies (2024, 2025): nodes, edges, density, degree assortativity, modularity under
label propagation, distance of the degree histograms, spectral distance, Graph Atlas Distance.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from gate.comparison.structure import topology
from gate.comparison.structure.communities import label_propagation, modularity
from gate.comparison.structure.ranks import levels, spearman
from gate.comparison.structure.values import Undefined, Value
from gate.comparison.structure.view import View
from gate.errors import InputError
from gate.model import Graph
from gate.normalise import text as text_rules
from gate.stress.answers import Answers, Question
from gate.stress.edges import Edges, extract
from gate.stress.evaluation import asked_with
from gate.stress.netlsd import embedding, signature
from gate.stress.networks import GAD_GRAPHS, Known, edit_distance, known
from gate.stress.results import Bars, Cell, Figure, Points, Result, Series, Table, versions

DEFAULT = ("karate", "les-miserables", "atlas-50", *(f"atlas-{n}" for n in GAD_GRAPHS))
SPECTRUM = 2_000
COMMUNITIES = 10_000
NAMED = 'Provide me the so called "{title}" graph as a python edge list; print it'
NUMBERED = "Provide me with graph {number} from the Graph Atlas, as a python edge list; print it"

METHODS = (
    "Each graph was asked for in one message. The edge list was taken out of the answer whatever form it had; a list that was "
    "cut off "
    "counts as far as it goes, refusals and programs without data are counted apart. Graphs are simple and undirected, nodes "
    "numbered in "
    "the order in which they are first named.",
    "Density, degree assortativity, modularity of semi-synchronous label propagation, Euclidean distance of the degree "
    "histograms (the "
    "studies' distance of degree sequences), Euclidean distance of adjacency spectra. The spectral distance is unweighted on "
    "both sides; "
    "the published variant keeps the edge weights of the reference and pads with zeros at the end. A measure that is "
    "undefined has no "
    "value.",
    "Added and missing edges are told under the labels: numbers up to one shift, names by their normalised form. The Graph "
    "Atlas Distance "
    "is the mean exact edit distance (nodes and edges, each insertion or deletion 1, labels unseen) over atlas graphs 3, 6, "
    "7, 13 and 15, "
    "with the sample standard deviation; it is undefined where one of the five was not answered with a graph.",
)


@dataclass(frozen=True, slots=True)
class Recited:
    """One answer beside the graph that was asked for."""

    model: str
    known: Known
    edges: Edges


def question(asked: Known) -> Question:
    """The published prompt for a graph."""
    if asked.name.startswith("atlas-"):
        return Question(asked.name, NUMBERED.format(number=asked.name[6:]))
    return Question(asked.name, NAMED.format(title=asked.title))


def graph(name: str) -> Known:
    """A known graph by name, or the graph of a file (any format of ``gate compare``)."""
    path = Path(name)
    if not path.is_file():
        return known(name)
    from gate.graph_files import load
    from gate.settings import load_settings
    from gate.stress.networks import undirected_graph

    loaded = load(path, load_settings())
    bare = undirected_graph(((e.source, e.target) for e in loaded.edges if e.source != e.target), loaded.nodes)
    return Known(path.stem, path.stem, Graph(bare.nodes, bare.edges, loaded.labels), labelled=True)


def score(graphs: Sequence[Known], answers: Answers, leaderboard: Path | None = None) -> Result:
    """Every answer to these graphs. Raises :class:`gate.errors.InputError` where there is none."""
    recited = [
        Recited(model, asked, extract(answer.text, answer.finish))
        for asked in graphs
        for model in answers.models
        if (answer := answers.of(model, asked.name)) is not None
    ]
    if not recited:
        raise InputError(f"{answers.folder}: no answer to any of {', '.join(g.name for g in graphs)}")
    gad = gad_table(recited)
    tables = [answers_table(recited), topology_table(graphs, recited), edges_table(recited), gad]
    notes: list[str] = []
    if leaderboard is not None:
        tables.append(correlation_table(gad, read_leaderboard(leaderboard)))
    figures: list[Figure] = [distance_bars(asked, recited) for asked in graphs if any(r.known is asked for r in recited)]
    maps, told = netlsd_maps(graphs, recited)
    figures += maps
    notes += told
    parameters = {"graphs": ", ".join(g.name for g in graphs), **asked_with(answers)}
    found = versions(("networkx", "numpy", "scikit-learn", "matplotlib"))
    return Result("recite", "Recitation of known graphs", METHODS, parameters, tuple(tables), tuple(figures), tuple(notes), found)


def answers_table(recited: Sequence[Recited]) -> Table:
    """What kind of answer each was."""
    rows = tuple((r.known.name, r.model, str(r.edges.form), r.edges.syntax, len(r.edges.pairs)) for r in recited)
    return Table("answers", "Answers by kind", ("graph", "model", "kind", "syntax", "pairs given"), rows)


def topology_table(graphs: Sequence[Known], recited: Sequence[Recited]) -> Table:
    """The studies' table: the reference first, then the models by their distance to it."""
    rows: list[tuple[Cell, ...]] = []
    for asked in graphs:
        mine = [r for r in recited if r.known is asked]
        if not mine:
            continue
        held = asked.graph
        rows.append((asked.name, "(reference)", *row(held, asked, own=True)))
        made = [(r.model, row(r.edges.graph(), asked)) for r in mine if r.edges.found]
        rows += [(asked.name, m, *values) for m, values in sorted(made, key=lambda pair: (_sortable(pair[1][5]), pair[0]))]
        rows += [(asked.name, r.model, *(None for _ in COLUMNS)) for r in mine if not r.edges.found]
    return Table(
        "topology",
        "Topology of the graphs given",
        ("graph", "model", *COLUMNS),
        tuple(rows),
        "-: undefined, or no graph was given.",
    )


COLUMNS = ("|V|", "|E|", "density", "assortativity", "modularity", "degree distance", "spectral distance", "spectral (published)")


def _sortable(cell: Cell) -> float:
    return float(cell) if isinstance(cell, (int, float)) else float("inf")


def row(made: Graph, asked: Known, *, own: bool = False) -> tuple[Cell, ...]:
    """The columns of one graph. The reference's ``own`` modularity is that with its edge weights, as published."""
    view, bare, weighted = View(made), View(asked.graph), View(asked.graph, asked.weights)
    divided = label_propagation(view, COMMUNITIES)
    quality = modularity(weighted, divided, weighted=True) if own else modularity(view, divided)
    published = topology.spectral_distance(weighted if own else view, weighted, limit=SPECTRUM, weighted=True, padding="appended")
    values: tuple[Value, ...] = (
        topology.density(view),
        topology.assortativity(view),
        quality,
        topology.degree_histogram_distance(view, bare),
        topology.spectral_distance(view, bare, limit=SPECTRUM),
        published,
    )
    return (view.size, len(view.pairs), *(None if isinstance(v, Undefined) else v for v in values))


def edges_table(recited: Sequence[Recited]) -> Table:
    """Added and missing edges under the best alignment of labels; the exact edit distance where graphs are small."""
    rows: list[tuple[Cell, ...]] = []
    for r in recited:
        if not r.edges.found:
            continue
        made, held = r.edges.graph(), r.known.graph
        aligned = align(made, held)
        distance = edit_distance(made, held)
        if aligned is None:
            rows.append((r.known.name, r.model, None, None, None, distance, "the labels have nothing in common"))
            continue
        shared, how = aligned
        rows.append((r.known.name, r.model, shared, len(made.edges) - shared, len(held.edges) - shared, distance, how))
    columns = ("graph", "model", "shared", "added", "missing", "edit distance", "labels")
    return Table(
        "edges", "Edges under the labels", columns, tuple(rows), "edit distance: exact, labels unseen; where one graph is small."
    )


def align(made: Graph, held: Graph) -> tuple[int, str] | None:
    """Shared edges under the labels and how these were read: as numbers, perhaps counted from 0 and not from 1, or as names.

    None where no label of one is a label of the other.
    """
    mine = [tuple(sorted((made.label(e.source), made.label(e.target)))) for e in made.edges]
    theirs = [tuple(sorted((held.label(e.source), held.label(e.target)))) for e in held.edges]
    if all(n.isdecimal() for pair in (*mine, *theirs) for n in pair):
        wanted = {frozenset(map(int, pair)) for pair in theirs}
        counts = {shift: sum(frozenset(int(n) + shift for n in pair) in wanted for pair in mine) for shift in (0, 1, -1)}
        best = max(counts, key=lambda shift: (counts[shift], -abs(shift)))
        return counts[best], "as numbers" if best == 0 else f"as numbers shifted by {best:+d}"
    wanted_names = {frozenset(text_rules.key(n) for n in pair) for pair in theirs}
    names = {n for pair in wanted_names for n in pair}
    given = [frozenset(text_rules.key(n) for n in pair) for pair in mine]
    if not any(n in names for pair in given for n in pair):
        return None
    return len(set(given) & wanted_names), "as names"


def gad_table(recited: Sequence[Recited]) -> Table:
    """The Graph Atlas Distance of every model, lowest first."""
    wanted = [f"atlas-{n}" for n in GAD_GRAPHS]
    rows: list[tuple[Cell, ...]] = []
    for model in sorted({r.model for r in recited if r.known.name in wanted}):
        found = {
            r.known.name: edit_distance(r.edges.graph(), r.known.graph) for r in recited if r.model == model and r.edges.found
        }
        distances = [found.get(name) for name in wanted]
        whole = [d for d in distances if d is not None]
        complete = len(whole) == len(wanted)
        remark = "" if complete else f"no graph for {', '.join(n for n, d in zip(wanted, distances, strict=True) if d is None)}"
        rows.append((model, *distances, fmean(whole) if complete else None, stdev(whole) if complete else None, remark))
    rows.sort(key=lambda r: (_sortable(r[6]), str(r[0])))
    return Table("gad", "Graph Atlas Distance", ("model", *wanted, "GAD", "sd", "remark"), tuple(rows))


def read_leaderboard(path: Path) -> dict[str, float]:
    """A CSV file of models and ranks (1 is best), with or without a heading. Raises :class:`gate.errors.InputError`."""
    try:
        lines = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    found: dict[str, float] = {}
    for number, cells in enumerate(lines):
        try:
            found[cells[0].strip()] = float(cells[1])
        except (IndexError, ValueError):
            if number and any(c.strip() for c in cells):
                raise InputError(f"{path}:{number + 1}: a line is a model and its rank") from None
    if not found:
        raise InputError(f"{path}: no ranks in it")
    return found


def correlation_table(gad: Table, board: Mapping[str, float]) -> Table:
    """Spearman's correlation of the GAD ranks with a leaderboard, over the models in both."""
    both = [(str(r[0]), float(r[6]), board[str(r[0])]) for r in gad.rows if isinstance(r[6], (int, float)) and str(r[0]) in board]
    rho = spearman(levels([d for _, d, _ in both]), levels([b for _, _, b in both])) if len(both) >= 3 else None
    remark = "" if rho is not None else "fewer than 3 models in both" if len(both) < 3 else "all alike on one side"
    return Table(
        "leaderboard", "Rank correlation with the leaderboard", ("models", "Spearman", "remark"), ((len(both), rho, remark),)
    )


def distance_bars(asked: Known, recited: Sequence[Recited]) -> Bars:
    """Distance of the degree histograms, by model."""
    made = [(r.model, row(r.edges.graph(), asked)[5]) for r in recited if r.known is asked and r.edges.found]
    made.sort(key=lambda pair: (_sortable(pair[1]), pair[0]))
    values = tuple(float(v) if isinstance(v, (int, float)) else None for _, v in made)
    title = f"{asked.title}: distance of the degree histograms"
    return Bars(
        f"distance-{asked.name}", title, "distance", tuple(m for m, _ in made), (Series("distance", values),), top=None, alt=title
    )


def netlsd_maps(graphs: Sequence[Known], recited: Sequence[Recited]) -> tuple[list[Points], list[str]]:
    """One map a graph: NetLSD signatures of the reference and of all answers, in two dimensions by t-SNE."""
    maps, notes = [], []
    for asked in graphs:
        made = [(r.model, r.edges.graph()) for r in recited if r.known is asked and r.edges.found]
        if not made:
            continue
        signatures = [signature(asked.graph), *(signature(g) for _, g in made)]
        places = embedding([s for s in signatures if s is not None])
        if isinstance(places, str) or None in signatures:
            notes.append(f"{asked.name}: no t-SNE map: {places if isinstance(places, str) else 'a graph is too large'}")
            continue
        names = ["reference", *(m for m, _ in made)]
        groups = (("reference", (places[0],)), ("answers", tuple(places[1:])))
        labels = tuple((x, y, n) for (x, y), n in zip(places, names, strict=True))
        title = f"{asked.title}: NetLSD signatures, t-SNE"
        maps.append(Points(f"map-{asked.name}", title, "first dimension", "second dimension", groups, names=labels, alt=title))
    return maps, notes
