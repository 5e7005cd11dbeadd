"""Random graphs on demand: how often an answer is a graph at all, and how often it is one that the model would draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gate.comparison.structure.view import View
from gate.decision.scoring import wilson
from gate.errors import InputError
from gate.model import Graph
from gate.stress import results
from gate.stress.answers import Answers
from gate.stress.degrees import ALPHA, DegreeTest, Variant, erdos_renyi_test
from gate.stress.edges import extract
from gate.stress.evaluation import asked_with
from gate.stress.families import FAMILIES, Cell, Family, parse_item
from gate.stress.fitting import Law, fits
from gate.stress.results import Bars, Figure, Points, Result, Series, Table, versions

METHODS = (
    "Each query asks for one random graph: an Erdős-Rényi graph with the published prompts, or a Watts-Strogatz or a "
    "Barabási-Albert graph in the same form. sigma is the share of answers with an edge list. Nodes that no edge names are "
    "isolated; a graph with more nodes than were asked for fails. The baseline is networkx's own generator, seeded, as many "
    "graphs as there are queries. Intervals are Wilson's. Passing does not show that a graph is random.",
    "Erdős-Rényi: gamma is the share of these graphs whose degrees pass the chi-square test against Binomial(n - 1, p): the "
    "published variant has n degrees of freedom and no pooling, the textbook variant pools cells that expect fewer than 5 nodes "
    "and has one degree of freedom less than cells.",
    "Watts-Strogatz and Barabási-Albert: gamma is the share of graphs that pass a Monte Carlo test. Measured are, of both, the "
    "degrees (chi-square against the mean counts of simulated graphs) and the number of nodes with fewer edges than each keeps; "
    "of Watts-Strogatz also the clustering coefficient and the mean path length (Watts & Strogatz 1998), of Barabási-Albert the "
    "largest degree (Barabási & Albert 1999). The statistic is the sum of squares of the standardised measures, and its p-value "
    "its rank among 1,999 simulated graphs (Barnard 1963), so that graphs of the model fail with probability alpha at most.",
)


@dataclass(frozen=True, slots=True)
class Cellful:
    """The answers of one model to one cell of the grid: the graphs that were given."""

    model: str
    cell: Cell
    queries: int
    graphs: tuple[Graph, ...]

    def passed(self, alpha: float = ALPHA, variant: Variant = "published") -> tuple[int, int]:
        """Graphs that pass, of those that could be tested; ``variant`` is for Erdős-Rényi graphs."""
        told = [_test(g, self.cell, variant).passes(alpha) for g in self.graphs]
        return sum(t is True for t in told), sum(t is not None for t in told)

    def sized(self) -> int:
        """Graphs with as many edges as a graph of the family has."""
        span = FAMILIES[self.cell.family].edges(self.cell.n, self.cell.values)
        return sum(span is not None and len(g.edges) in span for g in self.graphs)


@lru_cache(maxsize=50_000)
def _test(graph: Graph, cell: Cell, variant: Variant) -> DegreeTest:
    if cell.family == "er":
        return erdos_renyi_test(View(graph).degrees, cell.n, cell.values[0], variant)
    return fits(graph, Law(cell.family, cell.n, cell.values))


def score(answers: Answers, alpha: float = ALPHA, seed: int = 42) -> Result:
    """Every answer whose name tells a query. Raises :class:`gate.errors.InputError` where there is none."""
    cells = collect(answers)
    if not cells:
        raise InputError(f"{answers.folder}: no answer named as er_n15_p0.3_t1_direct_0")
    tables, figures_ = [], []
    for family in FAMILIES.values():
        if mine := [c for c in cells if c.cell.family == family.key]:
            tables.append(rates_table(family, mine, alpha, seed))
            figures_ += figures(family, mine, alpha)
    parameters = {"alpha": f"{alpha:g}", "baseline seed": str(seed), **asked_with(answers)}
    found = versions(("networkx", "matplotlib"))
    return Result("random-graphs", "Random graphs on demand", METHODS, parameters, tuple(tables), tuple(figures_), (), found)


def collect(answers: Answers) -> list[Cellful]:
    """The answers by model and cell."""
    grouped: dict[tuple[str, Cell], list[Graph | None]] = defaultdict(list)
    for model, held in answers.by_model.items():
        for item, answer in held.items():
            query = parse_item(item)
            if query is None:
                continue
            edges = extract(answer.text, answer.finish)
            grouped[model, query.cell].append(edges.graph() if edges.found else None)
    return [Cellful(m, c, len(all_), tuple(g for g in all_ if g is not None)) for (m, c), all_ in sorted(grouped.items())]


def baseline(family: Family, n: int, values: tuple[float, ...], number: int, seed: int) -> Cellful:
    """As many true graphs of the family, by networkx."""
    graphs = tuple(family.draw(n, values, seed + i) for i in range(number))
    return Cellful(f"(true {family.title})", Cell(family.key, n, values, 0.0, ""), number, graphs)


def rates_table(family: Family, cells: Sequence[Cellful], alpha: float, seed: int) -> Table:
    """sigma and gamma of every model and cell, and of the baseline."""
    rows: list[tuple[results.Cell, ...]] = []
    for n, values in sorted({(c.cell.n, c.cell.values) for c in cells}):
        mine = [c for c in cells if (c.cell.n, c.cell.values) == (n, values)]
        true = baseline(family, n, values, max(c.queries for c in mine), seed)
        for c in (true, *mine):
            given = len(c.graphs)
            passed, tested = c.passed(alpha)
            heat: results.Cell = c.cell.temperature if c is not true else None
            rows.append(
                (
                    c.model, n, *values, heat, c.cell.prompt, c.queries, given / c.queries, *wilson(given, c.queries),
                    *((passed / tested, *wilson(passed, tested)) if tested else (None, None, None)), *_last(c, alpha),
                )
            )  # fmt: skip
    columns = ("model", "n", *family.names, "temperature", "prompt", "queries", "sigma", "low", "high", "gamma", "low ", "high ")
    if family.key == "er":
        last: tuple[str, ...] = ("gamma (textbook)", "tested")
        note = "tested: by the textbook variant, which small n leave one cell."
    else:
        last = ("right number of edges",)
        note = "right number of edges: of the graphs given, the share with as many as the model has."
    note = f"gamma is undefined where no answer was a graph. {note}"
    name = "rates" if family.key == "er" else f"rates-{family.key}"
    title = f"{family.title} graphs: syntactically correct answers (sigma) and passed tests (gamma)"
    return Table(name, title, (*columns, *last), tuple(rows), note)


def _last(cellful: Cellful, alpha: float) -> tuple[results.Cell, ...]:
    if cellful.cell.family != "er":
        return (cellful.sized() / len(cellful.graphs) if cellful.graphs else None,)
    book, tested = cellful.passed(alpha, "textbook")
    return book / tested if tested else None, tested


def _pooled(cells: Iterable[Cellful], alpha: float) -> tuple[float | None, float | None]:
    """sigma and gamma as means over cells."""
    listed = list(cells)
    sigmas = [len(c.graphs) / c.queries for c in listed]
    gammas = [passed / tested for c in listed for passed, tested in (c.passed(alpha),) if tested]
    return sum(sigmas) / len(sigmas) if sigmas else None, sum(gammas) / len(gammas) if gammas else None


def _of(cells: Sequence[Cellful], model: str, key: tuple[int, tuple[float, ...]]) -> list[Cellful]:
    return [c for c in cells if c.model == model and (c.cell.n, c.cell.values) == key]


def figures(family: Family, cells: Sequence[Cellful], alpha: float) -> list[Figure]:
    """gamma against sigma by model, and gamma by temperature and by parameters where there are several."""
    models = sorted({c.model for c in cells})
    end = "" if family.key == "er" else f"-{family.key}"
    found: list[Figure] = []
    means = {m: _pooled((c for c in cells if c.model == m), alpha) for m in models}
    spots = [(s, g, m) for m, (s, g) in means.items() if s is not None and g is not None]
    if spots:
        groups = (("models", tuple((s, g) for s, g, _ in spots)),)
        title = f"{family.title}: correct syntax and passed tests"
        found.append(Points(f"sigma-gamma{end}", title, "sigma", "gamma", groups, names=tuple(spots), alt="gamma by sigma"))
    heats = sorted({c.cell.temperature for c in cells})
    if len(heats) > 1:
        lines = []
        for m in models:
            gammas = [(t, _pooled((c for c in cells if c.model == m and c.cell.temperature == t), alpha)[1]) for t in heats]
            lines.append((m, tuple((t, g) for t, g in gammas if g is not None)))
        title = f"{family.title}: passed tests by temperature"
        found.append(
            Points(f"temperature{end}", title, "temperature", "gamma", tuple(lines), joined=True, alt="gamma by temperature")
        )
    labels = {(c.cell.n, c.cell.values): c.cell.parameters for c in cells}
    grids = sorted(labels)
    if len(grids) > 1:
        series = tuple(Series(m, tuple(_pooled(_of(cells, m, key), alpha)[1] for key in grids)) for m in models)
        title = f"{family.title}: passed tests by parameters"
        found.append(Bars(f"parameters{end}", title, "gamma", tuple(labels[k] for k in grids), series, alt="gamma by parameters"))
    return found
