"""``gate stress recite`` and ``gate stress random-graphs``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.stress_common import Run, Seed, asks

Graphs = Annotated[
    list[str] | None, typer.Option("--graph", metavar="NAME|FILE", help="karate, les-miserables, atlas-N or a file.")
]
Board = Annotated[Path | None, typer.Option("--leaderboard", metavar="CSV", help="Models and their ranks, to correlate with.")]
FamilyName = Annotated[
    str, typer.Option("--family", metavar="er|ws|ba", help="Erdős-Rényi, Watts-Strogatz or Barabási-Albert graphs.")
]
Grid = Annotated[str, typer.Option("--grid", metavar="N:P,...", help="The graphs: N:P, N:K:P (ws) or N:M (ba).")]
Heats = Annotated[str, typer.Option("--temperatures", metavar="T,...", help="Temperatures of the grid.")]
PromptName = Annotated[str, typer.Option("--prompt", metavar="direct|cot", help="Which published prompt.")]
Queries = Annotated[int, typer.Option("--queries", min=1, help="Queries a cell of the grid.")]
Alpha = Annotated[float, typer.Option("--alpha", min=0.0, max=1.0, help="Level of the test.")]


@asks(max_tokens=4096)
def recite(run: Run, graph: Graphs = None, leaderboard: Board = None) -> int:
    """Recite graphs of the literature: topology, edges, Graph Atlas Distance.

    By default the karate club, Les Misérables, atlas graph 50, and the five atlas graphs of the Graph Atlas Distance.
    """
    from gate.stress import recite as protocol

    graphs = [protocol.graph(g) for g in graph or protocol.DEFAULT]
    return run.deliver(protocol.score(graphs, run.obtain([protocol.question(g) for g in graphs]), leaderboard))


@asks(temperature=None, max_tokens=2048, seed=-1)
def random_graphs(
    run: Run,
    family: FamilyName = "er",
    grid: Grid = "",
    temperatures: Heats = "1",
    prompt: PromptName = "direct",
    queries: Queries = 200,
    alpha: Alpha = 0.001,
    seed: Seed = 42,
) -> int:
    """Draw random graphs: how many answers are graphs, and how many could be of the model.

    The family, grid, temperatures, prompt and queries say what is asked; scored is every answer in the folder. Without a grid:
    15:0.3, 50:4:0.2 (ws), 50:2 (ba).
    """
    from gate.stress import families
    from gate.stress import random_graphs as protocol

    asked = families.grid(grid, temperatures, prompt, queries, family)
    return run.deliver(protocol.score(run.obtain([q.question for q in asked]), alpha, seed))
