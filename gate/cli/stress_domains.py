"""``gate stress roget``, ``philosophers`` and ``bibliography``: the three domains of the structural stress test."""

from __future__ import annotations

from typing import Annotated

import typer

from gate.cli.progress import ProgressLine
from gate.cli.stress_classifier import AllowCircular, ClassifierFile, semantic_stage
from gate.cli.stress_common import LookUp, Run, Seed, asks

Truth = Annotated[str, typer.Option("--truth", metavar="FILE|SNAPSHOT", help="What is true.")]
Oracle = Annotated[str, typer.Option("--oracle", metavar="FILE|SNAPSHOT", help="A second source; 'none' for none.")]
Size = Annotated[int, typer.Option("--sample", min=1, help="How many records are drawn.")]
Items = Annotated[str, typer.Option("--items", metavar="A,B,...", help="These records instead of a sample.")]
Semantic = Annotated[bool, typer.Option("--semantic", help="Also the similarity of meanings (extra semantic).")]


@asks(json_mode=True)
def roget(
    run: Run,
    truth: Truth = "thesaurus",
    oracle: Oracle = "thesaurus-supplement",
    size: Size = 30,
    items: Items = "",
    seed: Seed = 42,
    semantic: Semantic = False,
    classifier: ClassifierFile = None,
    allow_circular: AllowCircular = False,
) -> int:
    """Reconstruct heads of Roget's Thesaurus: terms by part of speech, cross-references, and the graph of both.

    The shipped snapshot is an excerpt; --truth with the text of Project Gutenberg 10681 is the whole thesaurus.
    """
    from gate.stress import roget as domain
    from gate.stress import running

    stage = semantic_stage(semantic, classifier, allow_circular, seed)
    chosen = running.choose(domain.DOMAIN, truth, oracle, size, items, seed, only=domain.numbered)
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    return run.deliver(running.run(domain.DOMAIN, chosen, given, seed, stage=stage))


PersonOracle = Annotated[
    str, typer.Option("--oracle", metavar="dbpedia|FILE|SNAPSHOT", help="A second source, dbpedia live; 'none' for none.")
]
Offline = Annotated[bool, typer.Option("--offline", help="Send nothing: ask only answers of earlier runs.")]
WIKIDATA = "wikidata"
PersonTruth = Annotated[
    str, typer.Option("--truth", metavar="wikidata|FILE|SNAPSHOT", help="What is true; wikidata: asked live, with --born.")
]
Born = Annotated[str, typer.Option("--born", metavar="FROM-TO", help="Only persons born in these years, such as 1800-1850.")]


@asks(json_mode=True)
def philosophers(
    run: Run,
    truth: PersonTruth = "philosophers",
    oracle: PersonOracle = "dbpedia",
    born: Born = "",
    offline: Offline = False,
    size: Size = 50,
    items: Items = "",
    seed: Seed = 42,
    semantic: Semantic = False,
    classifier: ClassifierFile = None,
    allow_circular: AllowCircular = False,
) -> int:
    """Reconstruct the biographies of philosophers: dates, places, citizenship, influences, fields of work.

    Most dates are missing from the shipped snapshot; --truth wikidata with --born builds one of all that Wikidata holds. What
    the truth lacks and DBpedia holds is extra, what neither holds is fabricated; where DBpedia does not answer, neither is said.
    """
    from dataclasses import replace

    from gate.settings import load_settings
    from gate.stress import philosophers as domain
    from gate.stress import running, second

    settings, live = load_settings(), oracle == second.LIVE
    if truth == WIKIDATA:
        with ProgressLine() as line:
            truth = second.live_truth(*domain.span(born), settings, line.step)
    stage = semantic_stage(semantic, classifier, allow_circular, seed)
    chosen = running.choose(domain.DOMAIN, truth, running.NONE if live else oracle, size, items, seed, only=domain.born(born))
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    if live:
        answered = [t for t in chosen.things if any(given.of(m, t.item) for m in given.models)]
        with ProgressLine() as line:
            found, told = second.ask(answered, settings, offline=offline, step=line.step)
        chosen = replace(chosen, oracle=found, parameters={**chosen.parameters, **told})
    return run.deliver(running.run(domain.DOMAIN, chosen, given, seed, stage=stage))


@asks(json_mode=True)
def bibliography(
    run: Run,
    truth: Truth = "works",
    oracle: Oracle = "none",
    look_up: LookUp = False,
    size: Size = 50,
    items: Items = "",
    seed: Seed = 42,
    semantic: Semantic = False,
    classifier: ClassifierFile = None,
    allow_circular: AllowCircular = False,
) -> int:
    """Complete bibliographic records from a reference string: date, DOI, type, concepts, citations.

    Only works whose reference list is known take part. Citation recall is told both as returned and as matched.
    """
    from gate.references import open_sources
    from gate.settings import load_settings
    from gate.stress import bibliography as domain
    from gate.stress import running

    stage = semantic_stage(semantic, classifier, allow_circular, seed)
    chosen = running.choose(domain.DOMAIN, truth, oracle, size, items, seed, only=domain.with_citations)
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    with open_sources(load_settings(), offline=not look_up) as sources:
        more = domain.more(domain.asker(sources.for_kind(domain.DOMAIN.kind)) if look_up else None)
        result = running.run(domain.DOMAIN, chosen, given, seed, more, stage)
    return run.deliver(result)
