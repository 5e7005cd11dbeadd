"""The biographical domain: persons with seven facts each, from a snapshot of Wikidata or any file of agents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gate.errors import UsageError
from gate.model import Kind
from gate.stress.domain import Domain, Field
from gate.stress.truth import Thing

SNAPSHOT = "philosophers"

PROMPT = """Give what you know of the philosopher {name}.
Answer with one JSON object and nothing else. Its keys are birth and death (dates as YYYY-MM-DD), place_of_birth and
place_of_death (strings), country_of_citizenship, influenced_by and field_of_work (lists of strings). Use null or an empty list
for what you do not know."""


def prompt(thing: Thing) -> str:
    """The question about a person."""
    return PROMPT.format(name=thing.label)


def clean(text: str) -> str:
    """A value without needless blanks; words that say that nothing is known are nothing."""
    bare = " ".join(text.split())
    return "" if bare.lower() in {"unknown", "n/a", "none", "null", "-", "not known"} else bare


DOMAIN = Domain(
    "philosophers",
    "Biographies of philosophers",
    Kind.AGENT,
    (
        Field("birth", "birth", single=True, also=("birth_date", "date_of_birth")),
        Field("death", "death", single=True, also=("death_date", "date_of_death")),
        Field("place_of_birth", "birth_place", single=True, relation="BORN_IN", aligned=True, also=("birth_place",)),
        Field("place_of_death", "death_place", single=True, relation="DIED_IN", aligned=True, also=("death_place",)),
        Field("country_of_citizenship", "citizenship", relation="CITIZEN_OF", aligned=True, also=("citizenship", "country")),
        Field("influenced_by", "influenced_by", relation="INFLUENCED_BY", linked=True, aligned=True, also=("influences",)),
        Field("field_of_work", "field_of_work", relation="WORKED_ON", aligned=True, also=("fields_of_work", "field")),
    ),
    prompt,
    clean,
)


def span(given: str) -> tuple[int, int]:
    """The first and the last year of a span such as ``1800-1850``. Raises :class:`gate.errors.UsageError`."""
    match = re.fullmatch(r"(\d{3,4})\s*[-/]\s*(\d{3,4})", given)
    if match is None or int(match[1]) > int(match[2]):
        raise UsageError(f"no span of years: {given!r}; for example 1800-1850")
    return int(match[1]), int(match[2])


def born(given: str) -> Callable[[Iterable[Thing]], tuple[Thing, ...]]:
    """Those born in a span of years such as ``1800-1850``; all where it is empty. Raises :class:`gate.errors.UsageError`."""
    if not given:
        return tuple
    first, last = span(given)

    def within(things: Iterable[Thing]) -> tuple[Thing, ...]:
        return tuple(t for t in things if any(first <= y <= last for y in _years(t)))

    return within


def _years(thing: Thing) -> list[int]:
    return [int(m[1]) for value in thing.values("birth") if (m := re.match(r"(\d{4})", value))]
