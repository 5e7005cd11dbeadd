"""Which names count as one author or one venue."""

from __future__ import annotations

import pytest

from gate.comparison.bibliography.names import authors, venues
from tests.comparison.bibliography.lists import book


def counted(*creators: str) -> dict[str, int]:
    found, _ = authors([book(f"w{n}", c) for n, c in enumerate(creators)], [])
    return {found.labels[key]: count for key, count in found.counts().items()}


def test_family_name_and_first_initial_make_an_author() -> None:
    assert counted("Knuth, Donald E.", "D. Knuth", "Knuth DE") == {"Knuth, Donald E.": 3}
    assert counted("Smith, Anna", "Smith, Ben") == {"Smith, Anna": 1, "Smith, Ben": 1}


def test_a_family_name_alone_is_the_one_who_bears_it_if_there_is_but_one() -> None:
    assert counted("Knuth", "Knuth, Donald") == {"Knuth, Donald": 2}
    assert counted("Smith", "Smith, Anna", "Smith, Ben") == {"Smith": 1, "Smith, Anna": 1, "Smith, Ben": 1}


def test_who_bears_it_is_told_by_both_lists_together() -> None:
    mine, theirs = authors([book("a", "Knuth, Donald")], [book("b", "Knuth")])
    assert set(mine.counts()) == set(theirs.counts())


def test_a_body_is_known_by_its_whole_name() -> None:
    assert len(counted("World Health Organization", "World Trade Organization")) == 2


def test_a_work_counts_once_for_an_author_and_not_at_all_without_one() -> None:
    found, _ = authors([book("a", "Knuth, D.", "Knuth, Donald"), book("b")], [])
    assert list(found.counts().values()) == [1]
    assert found.works == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Journal of Biological Chemistry", "J. Biol. Chem.", True),
        ("Journal of Biological Chemistry", "Journal of Chemical Biology", False),
        ("Nature", "NATURE", True),
        ("Nature", "Science", False),
    ],
)
def test_venues_are_one_in_any_spelling(one: str, other: str, same: bool) -> None:
    mine, theirs = venues([book("a", venue=one)], [book("b", venue=other)])
    assert (set(mine.counts()) == set(theirs.counts())) is same


def test_the_most_frequent_spelling_is_shown() -> None:
    listed = [
        book("a", venue="J. Biol. Chem."),
        book("b", venue="J. Biol. Chem."),
        book("c", venue="Journal of Biological Chemistry"),
    ]
    found, _ = venues(listed, [])
    assert [found.labels[key] for key in found.counts()] == ["J. Biol. Chem."]
    assert list(found.counts().values()) == [3]
