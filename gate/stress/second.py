"""The second source: what is true beyond the reference. DBpedia, asked live, is that of persons.

An item whose second source did not answer stays open: its values that the truth does not hold are neither confirmed nor
fabricated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from gate.errors import UsageError
from gate.model import Found, Identifier, Unavailable
from gate.references import open_sources
from gate.settings import Settings
from gate.stress.truth import UNANSWERED, Thing

LIVE = "dbpedia"
PHILOSOPHER = "Q4964182"
"""Wikidata's item of the occupation."""
Step = Callable[[int, int, str], None]


def ask(things: Sequence[Thing], settings: Settings, *, offline: bool, step: Step) -> tuple[dict[str, Thing], dict[str, str]]:
    """What DBpedia holds about persons, each asked for by the number that Wikidata gives it, which is the name of its item.

    The second value tells how it went, for the report. ``offline`` asks only answers of earlier runs.
    """
    found: dict[str, Thing] = {}
    told: Counter[str] = Counter()
    why: Counter[str] = Counter()
    with open_sources(settings, offline=offline, only=[LIVE]) as sources:
        (source,) = sources.all
        for number, thing in enumerate(things, 1):
            by = getattr(source, "by_identifier", None)
            answer = by(Identifier("wikidata", thing.item)) if by is not None else None
            if isinstance(answer, Found):
                found[thing.item] = Thing(thing.item, answer.value.label, answer.value.statements)
                told["held"] += 1
            elif answer is None or isinstance(answer, Unavailable):
                found[thing.item] = UNANSWERED
                told["not answered"] += 1
                why[str(answer.reason) if answer is not None else "it cannot be asked"] += 1
            else:
                told["not held"] += 1
            step(number, len(things), f"persons asked for at {LIVE}")
    counts = ", ".join(f"{number} {what}" for what, number in sorted(told.items()))
    reasons = "; ".join(f"{reason} ({number})" for reason, number in sorted(why.items()))
    return found, {"second source": f"{LIVE}, live: {counts}" + (f" ({reasons})" if reasons else "")}


def live_truth(first: int, last: int, settings: Settings, step: Step) -> str:
    """The name of the snapshot of philosophers born from ``first`` to ``last``, built from Wikidata where it is not there.

    Raises :class:`gate.errors.UnreachableError` where Wikidata does not answer; the same call goes on from there.
    """
    from gate.references.harvesting import People, build
    from gate.references.local import info

    name = f"philosophers-{first}-{last}"
    try:
        return info(name, settings).name
    except UsageError:
        build(
            People(first, last, (PHILOSOPHER,)),
            settings,
            name=name,
            progress=lambda what, done, total: step(done, total or 0, what),
        )
    return name
