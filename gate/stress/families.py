"""The random graphs that are asked for: Erdős-Rényi as published, Watts-Strogatz and Barabási-Albert in the same form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gate.errors import UsageError
from gate.model import Graph
from gate.stress.answers import Question
from gate.stress.fitting import Law
from gate.stress.networks import erdos_renyi

PROMPTS: dict[str, str] = {
    "direct": (
        "Give a realization of {what}.\n"
        "Use only this format: edges are enclosed in parentheses, integers are separated by a comma, and edges are separated "
        "by commas. "
        "Do not include any additional explanations or text, only the edges of the graph in the exact specified format."
    ),
    "cot": (
        "Give a realization of {what}.\n"
        'Think step by step. At the end of your reasoning, please say "final answer: " and use this format for the final answer: '
        "edges are enclosed in parentheses, integers are separated by a comma, and edges are separated by commas."
    ),
}
"""Both of the graph generation study, appendix D.2, but for what is asked for."""


@dataclass(frozen=True, slots=True)
class Family:
    """A model of random graphs. ``names`` are those of its parameters beside the number of nodes, ``example`` a grid."""

    key: str
    title: str
    words: Mapping[str, str]
    names: tuple[str, ...]
    example: str

    def wrong(self, n: int, values: tuple[float, ...]) -> str:
        """Why no graph can be drawn with these parameters; empty where one can."""
        given = dict(zip(self.names, values, strict=True))
        if n < 2:
            return "n is at least 2"
        if "p" in given and not 0 < given["p"] < 1:
            return "p lies between 0 and 1"
        if "k" in given and not (given["k"] in range(2, n) and given["k"] % 2 == 0):
            return "k is an even number from 2 to n - 1"
        if "m" in given and given["m"] not in range(1, n):
            return "m is a whole number from 1 to n - 1"
        return ""

    def edges(self, n: int, values: tuple[float, ...]) -> range | None:
        """How many edges a graph of the model has; None where that is left to chance.

        Rewiring keeps the n k / 2 edges of the ring. Growth gives m edges to each of n - m nodes, and as many more as the graph
        that it begins with has: none in the paper, at most those of m nodes all joined.
        """
        if self.key == "ws":
            return range(n * int(values[0]) // 2, n * int(values[0]) // 2 + 1)
        if self.key == "ba":
            m = int(values[0])
            return range(m * (n - m), m * (n - m) + m * (m - 1) // 2 + 1)
        return None

    def draw(self, n: int, values: tuple[float, ...], seed: int) -> Graph:
        """One graph by networkx's generator."""
        return erdos_renyi(n, values[0], seed) if self.key == "er" else Law(self.key, n, values).draw(seed)


FAMILIES: dict[str, Family] = {
    f.key: f
    for f in (
        Family(
            "er",
            "Erdős-Rényi",
            {
                "direct": "an Erdős–Rényi graph of parameters n={n}, p={p}",
                "cot": "a Erdős–Rényi graph of parameters n={n}, p={p}",  # as published
            },
            ("p",),
            "15:0.3,10:0.5",
        ),
        Family(
            "ws",
            "Watts-Strogatz",
            dict.fromkeys(PROMPTS, "a Watts–Strogatz graph of parameters n={n}, k={k}, p={p}"),
            ("k", "p"),
            "50:4:0.2,20:4:0.1",
        ),
        Family(
            "ba",
            "Barabási-Albert",
            dict.fromkeys(PROMPTS, "a Barabási–Albert graph of parameters n={n}, m={m}"),
            ("m",),
            "50:2,20:3",
        ),
    )
}
_ITEM = re.compile(r"(er|ws|ba)_n(\d+)((?:_[kpm][\d.]+)+)_t([\d.]+)_(direct|cot)_(\d+)")


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One cell of a grid: the family, its parameters, the temperature and the prompt."""

    family: str
    n: int
    values: tuple[float, ...]
    temperature: float
    prompt: str

    @property
    def parameters(self) -> str:
        """The parameters for people: ``n=20, k=4, p=0.2``."""
        told = zip(FAMILIES[self.family].names, self.values, strict=True)
        return ", ".join([f"n={self.n}", *(f"{name}={value:g}" for name, value in told)])


@dataclass(frozen=True, slots=True, order=True)
class Query:
    """One query: its cell, and ``number`` among those of the same cell."""

    cell: Cell
    number: int

    @property
    def item(self) -> str:
        """The name of its answer: ``er_n15_p0.3_t1_direct_0``, ``ws_n20_k4_p0.2_t1_cot_0``, ``ba_n20_m2_t1_direct_0``."""
        cell = self.cell
        told = "_".join(f"{name}{value:g}" for name, value in zip(FAMILIES[cell.family].names, cell.values, strict=True))
        return f"{cell.family}_n{cell.n}_{told}_t{cell.temperature:g}_{cell.prompt}_{self.number}"

    @property
    def question(self) -> Question:
        """What is asked."""
        family = FAMILIES[self.cell.family]
        shown = {name: f"{value:g}" for name, value in zip(family.names, self.cell.values, strict=True)}
        what = family.words[self.cell.prompt].format(n=self.cell.n, **shown)
        return Question(self.item, PROMPTS[self.cell.prompt].format(what=what), self.cell.temperature)


def parse_item(item: str) -> Query | None:
    """The query of an answer, by its name; None where it names none, or one that cannot be."""
    match = _ITEM.fullmatch(item)
    if match is None:
        return None
    family = FAMILIES[match[1]]
    given = {part[0]: part[1:] for part in match[3].strip("_").split("_")}
    try:
        values = tuple(float(given.pop(name)) for name in family.names)
        cell = Cell(family.key, int(match[2]), values, float(match[4]), match[5])
    except (KeyError, ValueError):
        return None
    return None if given or family.wrong(cell.n, values) else Query(cell, int(match[6]))


def grid(cells: str, temperatures: str, prompt: str, queries: int, family: str = "er") -> tuple[Query, ...]:
    """All queries of a grid: ``15:0.3,10:0.5`` and ``0.2,1``; without cells the first of the family's example.

    Raises :class:`gate.errors.UsageError` for what is no grid.
    """
    if prompt not in PROMPTS:
        raise UsageError(f"no prompt {prompt!r}; there are {', '.join(PROMPTS)}")
    if family not in FAMILIES:
        raise UsageError(f"no family {family!r} of random graphs; there are {', '.join(FAMILIES)}")
    asked = FAMILIES[family]
    form = ":".join(("n", *asked.names))
    cells = cells or asked.example.partition(",")[0]
    try:
        parted = [cell.split(":") for cell in cells.split(",")]
        heats = [float(t) for t in temperatures.split(",")]
        sizes = [(int(n), tuple(map(float, values))) for n, *values in parted]
        if any(len(values) != len(asked.names) for _, values in sizes):
            raise ValueError
    except ValueError:
        raise UsageError(
            f"not a grid of {asked.title} graphs: {cells!r}, {temperatures!r}; a cell is {form}: for example {asked.example} "
            "and 0.2,1"
        ) from None
    for n, values in sizes:
        if why := asked.wrong(n, values):
            raise UsageError(f"{n}:{':'.join(f'{v:g}' for v in values)} is no {asked.title} graph: {why}")
    if any(not 0 <= t <= 2 for t in heats):
        raise UsageError("a temperature lies between 0 and 2")
    return tuple(Query(Cell(family, n, values, t, prompt), i) for n, values in sizes for t in heats for i in range(queries))
