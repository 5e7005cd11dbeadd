"""Time of the thesaurus stress test: 30 heads, every table and figure, beside networkx's own exact betweenness of its graphs.

    python -m benchmarks.stress TRUTH [--heads 30]

TRUTH is the text of Project Gutenberg 10681. The model of the run gives half of every head's terms and as many terms of other
heads, so that both graphs together have about 3,700 nodes. Times are of the processor, of all its cores together.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import networkx as nx

from gate.comparison.structure import dispatch
from gate.comparison.structure.betweenness import betweenness
from gate.comparison.structure.measured import pair
from gate.comparison.structure.view import View
from gate.model import Kind
from gate.settings import Settings
from gate.stress import roget, structural, truth
from gate.stress.answers import Answer, load, write
from gate.stress.domain import Links, collect
from gate.stress.evaluation import evaluate
from gate.stress.output import save


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def answer(thing: truth.Thing, pool: list[str], draw: random.Random) -> str:
    true = roget.DOMAIN.true(thing)
    return json.dumps({k: [*draw.sample(v, len(v) // 2), *draw.sample(pool, len(v) - len(v) // 2)] for k, v in true.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description="time of the thesaurus stress test")
    parser.add_argument("truth")
    parser.add_argument("--heads", type=int, default=30)
    options = parser.parse_args()
    heads = roget.numbered(truth.load(options.truth, Kind.CONCEPT, Settings()))
    drawn = truth.sample(heads, options.heads, 42)
    pool = sorted({v for t in heads for values in roget.DOMAIN.true(t).values() for v in values})
    draw = random.Random(42)
    with tempfile.TemporaryDirectory() as folder:
        for thing in drawn:
            write(Path(folder) / "answers", Answer("half", thing.item, answer(thing, pool, draw)), "")
        answers = load(Path(folder) / "answers")
        given = collect(roget.DOMAIN, drawn, answers, "half", {})
        measured = structural.measure(roget.DOMAIN, "half", given, Links.of(heads))
        views = [View(measured.generated), View(measured.reference)]
        union = len(measured.generated.nodes | measured.reference.nodes)
        print(f"{union:,} nodes in both graphs: {views[0].size:,} in the answers, {views[1].size:,} in the reference")
        have = dispatch.installed()
        for kept in (True, False) if have else (False,):
            dispatch.installed = lambda kept=kept: kept  # type: ignore[assignment]
            pair.cache_clear()
            whole = seconds(lambda: save(evaluate(roget.DOMAIN, drawn, answers, pool=heads), Path(folder) / "out"))
            part = seconds(lambda: [betweenness(v, exact_up_to=10**6, samples=1) for v in views])
            print(f"{'with the backend' if kept else 'without':16} {whole:6.1f} s in all, exact betweenness {part:5.1f} s")
        slow = seconds(lambda: [nx.betweenness_centrality(dispatch.network(v)) for v in views])
        print(f"networkx's own exact betweenness {slow:.1f} s, {slow / part:.1f} times the gate's without the backend")


if __name__ == "__main__":
    main()
