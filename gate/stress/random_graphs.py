"""Random graphs on demand: how often an answer is a graph at all, and how often its degrees are those of an Erdős-Rényi graph."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gate.comparison.structure.view import View
from gate.decision.scoring import wilson
from gate.errors import InputError, UsageError
from gate.stress.answers import Answers, Question
from gate.stress.degrees import ALPHA, Variant, erdos_renyi_test
from gate.stress.edges import extract
from gate.stress.evaluation import asked_with
from gate.stress.networks import erdos_renyi
from gate.stress.results import Bars, Cell, Figure, Points, Result, Series, Table, versions

Prompt = Literal["direct", "cot"]
PROMPTS: dict[str, str] = {
    "direct": (
        "Give a realization of an Erdős–Rényi graph of parameters n={n}, p={p}.\n"
        "Use only this format: edges are enclosed in parentheses, integers are separated by a comma, and edges are separated "
        "by commas. "
        "Do not include any additional explanations or text, only the edges of the graph in the exact specified format."
    ),
    "cot": (
        "Give a realization of a Erdős–Rényi graph of parameters n={n}, p={p}.\n"
        'Think step by step. At the end of your reasoning, please say "final answer: " and use this format for the final answer: '
        "edges are enclosed in parentheses, integers are separated by a comma, and edges are separated by commas."
    ),
}
_ITEM = re.compile(r"er_n(\d+)_p([\d.]+)_t([\d.]+)_(direct|cot)_(\d+)")
METHODS = (
    "Each query asks for one Erdős-Rényi graph with the published prompts. sigma is the share of answers with an edge list. "
    "gamma is the "
    "share of these graphs whose degrees pass the chi-square test against Binomial(n - 1, p): the published variant has n "
    "degrees of "
    "freedom and no pooling, the textbook variant pools cells that expect fewer than 5 nodes and has one degree of freedom "
    "less than "
    "cells. Nodes that no edge names have degree 0; a graph with more than n nodes fails. The baseline is networkx's own "
    "generator, "
    "seeded, as many graphs as there are queries. Intervals are Wilson's. Passing does not show that a graph is random.",
)


@dataclass(frozen=True, slots=True, order=True)
class Query:
    """One query: its parameters, and ``number`` among those with the same."""

    n: int
    p: float
    temperature: float
    prompt: str
    number: int

    @property
    def item(self) -> str:
        """The name of its answer: ``er_n15_p0.3_t1_direct_0``."""
        return f"er_n{self.n}_p{self.p:g}_t{self.temperature:g}_{self.prompt}_{self.number}"

    @property
    def question(self) -> Question:
        """What is asked."""
        return Question(self.item, PROMPTS[self.prompt].format(n=self.n, p=f"{self.p:g}"), self.temperature)


def parse_item(item: str) -> Query | None:
    """The query of an answer, by its name."""
    match = _ITEM.fullmatch(item)
    if match is None:
        return None
    try:
        return Query(int(match[1]), float(match[2]), float(match[3]), match[4], int(match[5]))
    except ValueError:
        return None


def grid(pairs: str, temperatures: str, prompt: str, queries: int) -> tuple[Query, ...]:
    """All queries of a grid: ``15:0.3,10:0.5`` and ``0.2,1``. Raises :class:`gate.errors.UsageError`."""
    if prompt not in PROMPTS:
        raise UsageError(f"no prompt {prompt!r}; there are {', '.join(PROMPTS)}")
    try:
        cells = [(int(n), float(p)) for n, p in (pair.split(":") for pair in pairs.split(","))]
        heats = [float(t) for t in temperatures.split(",")]
    except ValueError:
        raise UsageError(f"not a grid: {pairs!r}, {temperatures!r}; for example 15:0.3,10:0.5 and 0.2,1") from None
    if any(n < 2 or not 0 < p < 1 for n, p in cells) or any(not 0 <= t <= 2 for t in heats):
        raise UsageError("n is at least 2, p lies between 0 and 1, a temperature between 0 and 2")
    return tuple(Query(n, p, t, prompt, i) for n, p in cells for t in heats for i in range(queries))


@dataclass(frozen=True, slots=True)
class Cellful:
    """The answers of one model to one cell of the grid: the degrees of each graph that was given."""

    model: str
    n: int
    p: float
    temperature: float
    prompt: str
    queries: int
    graphs: tuple[tuple[int, ...], ...]

    def passed(self, variant: Variant, alpha: float = ALPHA) -> tuple[int, int]:
        """Graphs that pass, of those that could be tested."""
        told = [erdos_renyi_test(d, self.n, self.p, variant).passes(alpha) for d in self.graphs]
        return sum(t is True for t in told), sum(t is not None for t in told)


def score(answers: Answers, alpha: float = ALPHA, seed: int = 42) -> Result:
    """Every answer whose name tells a query. Raises :class:`gate.errors.InputError` where there is none."""
    cells = collect(answers)
    if not cells:
        raise InputError(f"{answers.folder}: no answer named as er_n15_p0.3_t1_direct_0")
    table = rates_table(cells, alpha, seed)
    parameters = {"alpha": f"{alpha:g}", "baseline seed": str(seed), **asked_with(answers)}
    found = versions(("networkx", "matplotlib"))
    return Result(
        "random-graphs", "Random graphs on demand", METHODS, parameters, (table,), tuple(figures(cells, alpha)), (), found
    )


def collect(answers: Answers) -> list[Cellful]:
    """The answers by model and cell."""
    grouped: dict[tuple[str, int, float, float, str], list[tuple[int, ...] | None]] = defaultdict(list)
    for model, held in answers.by_model.items():
        for item, answer in held.items():
            query = parse_item(item)
            if query is None:
                continue
            edges = extract(answer.text, answer.finish)
            degrees = tuple(View(edges.graph()).degrees) if edges.found else None
            grouped[model, query.n, query.p, query.temperature, query.prompt].append(degrees)
    return [Cellful(*key, len(all_), tuple(d for d in all_ if d is not None)) for key, all_ in sorted(grouped.items())]


def baseline(n: int, p: float, number: int, seed: int) -> Cellful:
    """As many true Erdős-Rényi graphs, by networkx."""
    graphs = tuple(tuple(View(erdos_renyi(n, p, seed + i)).degrees) for i in range(number))
    return Cellful("(true Erdős-Rényi)", n, p, 0.0, "", number, graphs)


_COLUMNS = (
    "n",
    "p",
    "temperature",
    "prompt",
    "queries",
    "sigma",
    "low",
    "high",
    "gamma",
    "low ",
    "high ",
    "gamma (textbook)",
    "tested",
)


def rates_table(cells: Sequence[Cellful], alpha: float, seed: int) -> Table:
    """sigma and gamma of every model and cell, and of the baseline."""
    rows: list[tuple[Cell, ...]] = []
    for n, p in sorted({(c.n, c.p) for c in cells}):
        mine = [c for c in cells if (c.n, c.p) == (n, p)]
        true = baseline(n, p, max(c.queries for c in mine), seed)
        for c in (true, *mine):
            given = len(c.graphs)
            passed, tested = c.passed("published", alpha)
            book, book_tested = c.passed("textbook", alpha)
            heat: Cell = c.temperature if c is not true else None
            rows.append(
                (
                    c.model, n, p, heat, c.prompt, c.queries, given / c.queries, *wilson(given, c.queries),
                    *((passed / tested, *wilson(passed, tested)) if tested else (None, None, None)),
                    book / book_tested if book_tested else None, book_tested,
                )
            )  # fmt: skip
    note = "gamma is undefined where no answer was a graph. tested: by the textbook variant, which small n leave one cell."
    return Table(
        "rates", "Syntactically correct answers (sigma) and passed tests (gamma)", ("model", *_COLUMNS), tuple(rows), note
    )


def _pooled(cells: Iterable[Cellful], alpha: float) -> tuple[float | None, float | None]:
    """sigma and gamma as means over cells."""
    listed = list(cells)
    sigmas = [len(c.graphs) / c.queries for c in listed]
    gammas = [passed / tested for c in listed for passed, tested in (c.passed("published", alpha),) if tested]
    return sum(sigmas) / len(sigmas) if sigmas else None, sum(gammas) / len(gammas) if gammas else None


def figures(cells: Sequence[Cellful], alpha: float) -> list[Figure]:
    """gamma against sigma by model, and gamma by temperature where there are several."""
    models = sorted({c.model for c in cells})
    means = {m: _pooled((c for c in cells if c.model == m), alpha) for m in models}
    spots = tuple((m, ((s, g),)) for m, (s, g) in means.items() if s is not None and g is not None)
    found: list[Figure] = []
    if spots:
        labels = tuple((points[0][0], points[0][1], m) for m, points in spots)
        groups = (("models", tuple(points[0] for _, points in spots)),)
        found.append(
            Points("sigma-gamma", "Correct syntax and passed tests", "sigma", "gamma", groups, names=labels, alt="gamma by sigma")
        )
    heats = sorted({c.temperature for c in cells})
    if len(heats) > 1:
        lines = []
        for m in models:
            gammas = [(t, _pooled((c for c in cells if c.model == m and c.temperature == t), alpha)[1]) for t in heats]
            pairs = [(t, g) for t, g in gammas if g is not None]
            lines.append((m, tuple(pairs)))
        found.append(
            Points(
                "temperature",
                "Passed tests by temperature",
                "temperature",
                "gamma",
                tuple(lines),
                joined=True,
                alt="gamma by temperature",
            )
        )
    grids = sorted({(c.n, c.p) for c in cells})
    if len(grids) > 1:
        series = tuple(
            Series(m, tuple(_pooled((c for c in cells if c.model == m and (c.n, c.p) == k), alpha)[1] for k in grids))
            for m in models
        )
        found.append(
            Bars(
                "parameters",
                "Passed tests by parameters",
                "gamma",
                tuple(f"n={n}, p={p:g}" for n, p in grids),
                series,
                alt="gamma by parameters",
            )
        )
    return found
