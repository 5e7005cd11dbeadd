"""``gate stress roget``, ``philosophers`` and ``bibliography``: the three domains of the structural stress test."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Concatenate

import typer

from gate.cli.progress import ProgressLine
from gate.cli.stress_classifier import AllowCircular, ClassifierFile, semantic_stage
from gate.cli.stress_common import LookUp, Own, Run, Seed, asks, signed

if TYPE_CHECKING:
    from gate.stress.running import How

Truth = Annotated[str, typer.Option("--truth", metavar="FILE|SNAPSHOT", help="What is true.")]
Oracle = Annotated[str, typer.Option("--oracle", metavar="FILE|SNAPSHOT", help="A second source; 'none' for none.")]
Size = Annotated[int, typer.Option("--sample", min=1, help="How many records are drawn.")]
Items = Annotated[str, typer.Option("--items", metavar="A,B,...", help="These records instead of a sample.")]
REPLICATES = "Bootstrap replicates of ranks and communities; without it as many as some 20 s allow, at most 200."
Replicates = Annotated[int | None, typer.Option("--replicates", min=0, max=10_000, help=REPLICATES)]
Semantic = Annotated[bool, typer.Option("--semantic", help="Also the similarity of meanings (extra semantic).")]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The options that the three domains share: which records, and how the answers about them are measured."""

    size: int
    items: str
    seed: int
    replicates: int | None
    semantic: bool
    classifier: Path | None
    allow_circular: bool

    def how(self) -> How:
        """How the answers are measured; what stage 3 needs is loaded here, before a model is asked."""
        from gate.stress.running import How

        stage = semantic_stage(self.semantic, self.classifier, self.allow_circular, self.seed)
        return How(self.seed, self.replicates, stage)


def draws(
    size: int,
) -> Callable[[Callable[Concatenate[Run, Drawn, Own], int]], Callable[Concatenate[Run, Own], int]]:
    """The options of :class:`Drawn` for a command that takes them second, after the :class:`Run`; ``size`` records by default."""
    shared = {
        "size": (Size, size),
        "items": (Items, ""),
        "seed": (Seed, 42),
        "replicates": (Replicates, None),
        "semantic": (Semantic, False),
        "classifier": (ClassifierFile, None),
        "allow_circular": (AllowCircular, False),
    }

    def decorate(command: Callable[Concatenate[Run, Drawn, Own], int]) -> Callable[Concatenate[Run, Own], int]:
        first, _, *own = inspect.signature(command, eval_str=True).parameters.values()
        keyword = inspect.Parameter.KEYWORD_ONLY
        options = [inspect.Parameter(n, keyword, default=value, annotation=kind) for n, (kind, value) in shared.items()]

        def run(run: Run, /, *args: Own.args, **given: Own.kwargs) -> int:
            told = {n: given.pop(n) for n in shared}
            return command(run, Drawn(**told), *args, **given)  # type: ignore[arg-type]

        signed(run, command.__name__, command.__doc__, [first, *(p.replace(kind=keyword) for p in own), *options])
        return run

    return decorate


@asks(json_mode=True)
@draws(30)
def roget(
    run: Run,
    drawn: Drawn,
    truth: Truth = "thesaurus",
    oracle: Oracle = "thesaurus-supplement",
) -> int:
    """Reconstruct heads of Roget's Thesaurus: terms by part of speech, cross-references, and the graph of both.

    The shipped snapshot is an excerpt; --truth with the text of Project Gutenberg 10681 is the whole thesaurus.
    """
    from gate.stress import roget as domain
    from gate.stress import running

    how = drawn.how()
    chosen = running.choose(domain.DOMAIN, truth, oracle, drawn.size, drawn.items, drawn.seed, only=domain.numbered)
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    return run.deliver(running.run(domain.DOMAIN, chosen, given, how))


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
@draws(50)
def philosophers(
    run: Run,
    drawn: Drawn,
    truth: PersonTruth = "philosophers",
    oracle: PersonOracle = "dbpedia",
    born: Born = "",
    offline: Offline = False,
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
    how = drawn.how()
    chosen = running.choose(
        domain.DOMAIN, truth, running.NONE if live else oracle, drawn.size, drawn.items, drawn.seed, only=domain.born(born)
    )
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    if live:
        answered = [t for t in chosen.things if any(given.of(m, t.item) for m in given.models)]
        with ProgressLine() as line:
            found, told = second.ask(answered, settings, offline=offline, step=line.step)
        chosen = replace(chosen, oracle=found, parameters={**chosen.parameters, **told})
    return run.deliver(running.run(domain.DOMAIN, chosen, given, how))


@asks(json_mode=True)
@draws(50)
def bibliography(
    run: Run,
    drawn: Drawn,
    truth: Truth = "works",
    oracle: Oracle = "none",
    look_up: LookUp = False,
) -> int:
    """Complete bibliographic records from a reference string: date, DOI, type, concepts, citations.

    Only works whose reference list is known take part. Citation recall is told both as returned and as matched.
    """
    from gate.references import open_sources
    from gate.settings import load_settings
    from gate.stress import bibliography as domain
    from gate.stress import running

    how = drawn.how()
    chosen = running.choose(domain.DOMAIN, truth, oracle, drawn.size, drawn.items, drawn.seed, only=domain.with_citations)
    given = run.obtain([domain.DOMAIN.question(t) for t in chosen.things])
    with open_sources(load_settings(), offline=not look_up) as sources:
        more = domain.more(domain.asker(sources.for_kind(domain.DOMAIN.kind)) if look_up else None)
        result = running.run(domain.DOMAIN, chosen, given, how, more)
    return run.deliver(result)
