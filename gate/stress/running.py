"""One domain from its sources to its result: which records, which second source, what is recorded of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.errors import UsageError
from gate.settings import load_settings
from gate.stress.answers import Answers
from gate.stress.domain import Domain, Given
from gate.stress.evaluation import More, evaluate
from gate.stress.results import Figure, Result, Table, versions
from gate.stress.truth import Thing, load, sample

if TYPE_CHECKING:
    from gate.stress.semantic.domains import Stage

NONE = "none"
NOT_RUN = "Stage 3, the similarity of meanings, was not run: --semantic runs it."


@dataclass(frozen=True, slots=True)
class Chosen:
    """The records of a run, all of their domain, the second source by item, and how they were chosen."""

    things: tuple[Thing, ...]
    pool: tuple[Thing, ...]
    oracle: Mapping[str, Thing]
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class How:
    """``seed`` of the bootstrap, its ``replicates`` of ranks and communities (None: by size), and stage 3, where it is run."""

    seed: int = 42
    replicates: int | None = None
    stage: Stage | None = None


def choose(
    domain: Domain,
    truth: str,
    oracle: str,
    size: int,
    items: str,
    seed: int,
    *,
    only: Callable[[Iterable[Thing]], tuple[Thing, ...]] = tuple,
) -> Chosen:
    """``size`` records drawn with ``seed``, or those whose names ``items`` lists, with commas between.

    ``only`` says which records of the truth take part. Raises :class:`gate.errors.UsageError` for an item that is not there.
    """
    settings = load_settings()
    pool = only(load(truth, domain.kind, settings))
    if not pool:
        raise UsageError(f"{truth}: no record of it takes part")
    by_item = {t.item: t for t in pool}
    if items:
        wanted = [i.strip() for i in items.split(",") if i.strip()]
        if missing := [i for i in wanted if i not in by_item]:
            raise UsageError(f"{truth}: no record {', '.join(missing)}")
        things = tuple(by_item[i] for i in dict.fromkeys(wanted))
    else:
        things = sample(pool, size, seed)
    second = {} if oracle in ("", NONE) else {t.item: t for t in load(oracle, domain.kind, settings)}
    drawn = f"items {items}" if items else f"{len(things)} of {len(pool)}, drawn by Python's random with seed {seed}"
    return Chosen(things, pool, second, {"truth": truth, "second source": oracle or NONE, "records drawn": drawn})


def run(domain: Domain, chosen: Chosen, answers: Answers, how: How, more: More | None = None) -> Result:
    """Score the answers to the chosen records."""
    stage = how.stage

    def parts(by_model: Mapping[str, tuple[Given, ...]]) -> tuple[tuple[Table, ...], tuple[Figure, ...], tuple[str, ...]]:
        tables, figures, notes = more(by_model) if more else ((), (), ())
        added = stage.parts(domain, by_model) if stage else ((), (), (NOT_RUN,))
        return (*tables, *added[0]), (*figures, *added[1]), (*notes, *added[2])

    result = evaluate(
        domain,
        chosen.things,
        answers,
        pool=chosen.pool,
        oracle=chosen.oracle,
        parameters=chosen.parameters,
        more=parts,
        replicates=how.replicates,
        seed=how.seed,
    )
    if stage is None:
        return result
    found = {**result.versions, **versions(("sentence-transformers", "torch", "scikit-learn"))}
    return replace(result, methods=(*result.methods, stage.methods), versions=found)
