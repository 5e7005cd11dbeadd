"""Scores: each from one pair of sets, with coverage and interval."""

import pytest

from gate.comparison import compare_record
from gate.decision.scoring import score, wilson
from gate.model import Role, Score
from tests.sources import MemorySource, sources
from tests.things import concept, held, person, record, work

WEIGHTS = {"death": 0.9, "influenced_by": 0.3, "birth_place": 0.4}


def scores(fields: dict[str, object], *held_by: MemorySource, weights: dict[str, float] | None = None) -> dict[str, Score]:
    return {s.name: s for s in score(compare_record(record(**fields), sources(*held_by)), weights or {})}


# severity study, figures of the text: percentages printed to one decimal
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (449, 500, 86.8, 92.2),
        (371, 500, 70.2, 77.8),
        (65, 500, 10.3, 16.2),
        (98, 500, 16.4, 23.3),
        (420, 500, 80.5, 87.0),
        (100, 100, 96.3, 100.0),
        (60, 225, 21.3, 32.8),
        (5, 275, 0.8, 4.2),
    ],
)
def test_wilson_gives_the_published_intervals(count: int, of: int, low: float, high: float) -> None:
    found = wilson(count, of)
    assert (round(found[0] * 100, 1), round(found[1] * 100, 1)) == (low, high)


def test_a_true_record_has_no_fabrication_and_full_coverage() -> None:
    found = scores(person(), MemorySource("reference", (held(**person()),)), weights=WEIGHTS)
    assert found["fabrication_strict"].value == 0
    assert found["fabrication_permissive"].value == 0
    assert found["fabrication_permissive"].coverage == 1
    assert found["omission"].value == 0
    assert found["edge_fabrication"].value == 0


def test_strict_counts_the_checked_and_permissive_all() -> None:
    draft = person(death="1801", influenced_by=["Anton Velde", "Greta Olsen"])  # 1 contradicted, 1 silent of 9
    found = scores(draft, MemorySource("reference", (held(**person()),)))
    claims = 8
    assert (found["fabrication_strict"].numerator, found["fabrication_strict"].denominator) == (1, claims - 1)
    assert (found["fabrication_permissive"].numerator, found["fabrication_permissive"].denominator) == (2, claims)
    assert found["fabrication_permissive"].coverage == pytest.approx((claims - 1) / claims)


def test_extra_is_no_fabrication() -> None:
    reference = MemorySource("reference", (held("nouns", **concept()),))
    oracle = MemorySource("oracle", (held(**concept(nouns=["snail's pace"])),), role=Role.ORACLE)
    found = scores(concept(nouns=["snail's pace"]), reference, oracle)
    assert found["fabrication_strict"].value == 0
    assert found["fabrication_permissive"].value == 0


def test_omission_is_weighted_and_shared_among_the_facts_of_a_property() -> None:
    draft = person(birth_place=None, influenced_by=["Anton Velde"])
    found = scores(draft, MemorySource("reference", (held(**person()),)), weights=WEIGHTS)
    assert found["omission"].value == pytest.approx((0.4 + 0.3 / 2) / 1.6)


def test_what_is_undefined_says_why() -> None:
    found = scores(work(title="Nobody wrote this", doi=None, creators=["Nemo, A."]), MemorySource("reference", ()))
    undefined = [s for s in found.values() if s.value is None]
    assert {"fabrication_strict", "omission", "citation_strict", "citation_omission", "divergence"} <= {s.name for s in undefined}
    assert all(s.reason for s in undefined)
    assert found["fabrication_permissive"].value == 1


def test_citation_scores_strict_and_permissive() -> None:
    library = MemorySource("library", (held(**work()),), complete=True)
    draft = work(citations=[*_known()[:1], {"title": "Imaginary tides", "creators": ["Nemo, A."]}])
    found = scores(draft, library)
    assert (found["citation_strict"].value, found["citation_permissive"].value) == (0.5, 0.5)
    assert (found["citation_omission"].numerator, found["citation_omission"].denominator) == (2, 3)


def test_an_outage_is_in_the_permissive_rate_and_never_in_the_strict_one() -> None:
    up = MemorySource("library", (held(**work()),))
    draft = work(citations=[*_known()[:1], {"title": "Imaginary tides", "creators": ["Nemo, A."]}])
    found = scores(draft, up)
    assert (found["citation_strict"].value, found["citation_permissive"].value) == (0, 0.5)
    assert found["citation_strict"].coverage == 0.5


def test_without_citations_their_omission_is_undefined() -> None:
    found = scores(work(citations=None), MemorySource("library", (held(**work()),)))
    assert (found["citation_omission"].value, found["citation_omission"].reason) == (None, "the record lists no citations")


def test_interval_and_value_come_from_the_same_counts() -> None:
    found = scores(person(death="1801"), MemorySource("reference", (held(**person()),)))
    rate = found["fabrication_strict"]
    assert rate.value == rate.numerator / rate.denominator
    assert rate.interval == wilson(int(rate.numerator), int(rate.denominator))


def _known() -> list[object]:
    citations = work()["citations"]
    assert isinstance(citations, list)
    return citations
