"""Dates, places and names in biographies: taken where the pattern is certain, and nowhere else."""

from __future__ import annotations

import pytest

from gate.model import Method
from gate.records.extraction import read_texts
from tests.things import person, record


def facts(text: str) -> dict[str, str]:
    return {c.property: c.statement.value for c in read_texts(record(**person(biography=text))).facts}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ludmila Farrow (1811-1879) was a logician.", {"birth": "1811", "death": "1879"}),
        (
            "Ludmila Farrow (2 March 1811 – 30 October 1879) was a logician.",
            {"birth": "2 March 1811", "death": "30 October 1879"},
        ),
        ("Farrow, Ludmila (born March 2, 1811) is a logician.", {"birth": "March 2, 1811"}),
        ("Ludmila Farrow (d. 1879) was a logician.", {"death": "1879"}),
        ("Ludmila Anna M. Farrow (1811-1879) was a logician.", {"birth": "1811", "death": "1879"}),
        ("b. 1811; d. 1879", {"birth": "1811", "death": "1879"}),
        ("born 1811", {"birth": "1811"}),
        ("She was born in Graz on 2 March 1811.", {"birth": "2 March 1811", "birth_place": "Graz"}),
        ("She was born on 2 March 1811 in Graz.", {"birth": "2 March 1811", "birth_place": "Graz"}),
        ("Farrow was born in 1811 and died in Vienna in 1879.", {"birth": "1811", "death": "1879", "death_place": "Vienna"}),
        ("She was born in 1811. She died on October 30, 1879.", {"birth": "1811", "death": "October 30, 1879"}),
        ("Ludmila Farrow (1811-1879). She was born on 2 March 1811.", {"birth": "2 March 1811", "death": "1879"}),
        ("Ludmila Farrow (1811-1879). She died in 1880.", {"birth": "1811"}),
        ("She was born in 470 BC in the city.", {"birth": "470 BC"}),
        ("She was born in Frankfurt am Main in 1811.", {"birth": "1811", "birth_place": "Frankfurt am Main"}),
        ("Ludmila Farrow (1811-1879) war die Logikerin der Stadt und des Landes.", {"birth": "1811", "death": "1879"}),
    ],
)
def test_certain(text: str, expected: dict[str, str]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Her father was born in 1790 in Linz.",
        "She is the daughter of Anton Farrow (1790-1850).",
        "Anton Velde (1790-1850) taught her.",
        "Anton Farrow (1790-1850) taught her.",
        "The teacher of Ludmila Farrow (1790-1850) was a logician.",
        "She was born in 1811 or 1812.",
        "She was born in 1811-1812.",
        "She was born in 1811. She was born in 1815.",
        "The school was born in 1850.",
        "She taught in Graz (1840-1850).",
        "Farrow and her brother were born in 1811.",
        "Her brother was ill and died in 1850.",
        "She flourished in 1850.",
        "Sie wurde 1811 in Graz geboren und die Stadt war der Ort.",
    ],
)
def test_uncertain(text: str) -> None:
    assert facts(text) == {}


def test_names_are_capitalised_runs_with_particles_and_initials() -> None:
    text = "She read Anton van der Velde and J. S. Mill at the University of Graz. The Vienna Circle came later."
    claims = read_texts(record(**person(biography=text))).concepts
    names = [c.statement.value for c in claims if c.extracted and c.extracted.method is Method.NAME]
    assert names == ["Anton van der Velde", "J. S. Mill", "University of Graz", "Vienna Circle"]


def test_a_work_has_no_facts_of_a_life() -> None:
    claims = read_texts(record(kind="work", title="A life", abstract="He was born in Graz in 1811 and died in 1879."))
    assert claims.facts == ()
