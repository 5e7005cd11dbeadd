"""``gate stress recite`` and ``gate stress random-graphs``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.stress_common import (
    AnswersFolder,
    Asking,
    AskSeed,
    Format,
    KeyVariable,
    MaxTokens,
    ModelName,
    ModelUrl,
    Out,
    Price,
    Seed,
    Temperature,
    deliver,
    obtain,
)

Graphs = Annotated[
    list[str] | None, typer.Option("--graph", metavar="NAME|FILE", help="karate, les-miserables, atlas-N or a file.")
]
Board = Annotated[Path | None, typer.Option("--leaderboard", metavar="CSV", help="Models and their ranks, to correlate with.")]
Pairs = Annotated[str, typer.Option("--grid", metavar="N:P,...", help="Numbers of nodes and edge probabilities.")]
Heats = Annotated[str, typer.Option("--temperatures", metavar="T,...", help="Temperatures of the grid.")]
PromptName = Annotated[str, typer.Option("--prompt", metavar="direct|cot", help="Which published prompt.")]
Queries = Annotated[int, typer.Option("--queries", min=1, help="Queries a cell of the grid.")]
Alpha = Annotated[float, typer.Option("--alpha", min=0.0, max=1.0, help="Level of the test.")]


def recite(
    answers: AnswersFolder,
    graph: Graphs = None,
    leaderboard: Board = None,
    model: ModelUrl = "",
    name: ModelName = "",
    temperature: Temperature = 0.0,
    max_tokens: MaxTokens = 4096,
    ask_seed: AskSeed = 42,
    key_variable: KeyVariable = "",
    price: Price = 0.0,
    out: Out = None,
    format: Format = "text",
) -> int:
    """Recite graphs of the literature: topology, edges, Graph Atlas Distance.

    By default the karate club, Les Misérables, atlas graph 50, and the five atlas graphs of the Graph Atlas Distance.
    """
    from gate.stress import recite as protocol

    asking = Asking(model, name, temperature, max_tokens, ask_seed, key_variable, price=price)
    graphs = [protocol.graph(g) for g in graph or protocol.DEFAULT]
    given, code = obtain([protocol.question(g) for g in graphs], answers, asking)
    return deliver(protocol.score(graphs, given, leaderboard), out, format, code)


def random_graphs(
    answers: AnswersFolder,
    grid: Pairs = "15:0.3",
    temperatures: Heats = "1",
    prompt: PromptName = "direct",
    queries: Queries = 200,
    alpha: Alpha = 0.001,
    seed: Seed = 42,
    model: ModelUrl = "",
    name: ModelName = "",
    max_tokens: MaxTokens = 2048,
    ask_seed: AskSeed = -1,
    key_variable: KeyVariable = "",
    price: Price = 0.0,
    out: Out = None,
    format: Format = "text",
) -> int:
    """Draw Erdős-Rényi graphs: how many answers are graphs, and how many have the right degrees.

    The grid, temperatures, prompt and queries say what is asked; scored is every answer in the folder.
    """
    from gate.stress import random_graphs as protocol

    asking = Asking(model, name, 1.0, max_tokens, ask_seed, key_variable, price=price)
    asked = protocol.grid(grid, temperatures, prompt, queries)
    given, code = obtain([q.question for q in asked], answers, asking)
    return deliver(protocol.score(given, alpha, seed), out, format, code)
