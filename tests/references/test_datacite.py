"""What is peculiar to DataCite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.model import Found, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references.source import Source
from tests.authorities.datacite import dataset
from tests.authorities.library import Library, library

COUNTS = dataset("10.5281/zenodo.77", "Eel counts of the shelf", "Berg, Nils")


@pytest.fixture
def held() -> Iterator[Library]:
    with library(datacite=(COUNTS,), elsewhere=("10.5281/zenodo.hidden",)) as it:
        yield it


@pytest.fixture
def source(held: Library, tmp_path: Path) -> Iterator[Source]:
    with held.sources(tmp_path, "datacite", max_attempts=1) as sources:
        yield sources.all[0]


def test_another_work_than_asked_for_is_no_answer(held: Library, source: Source) -> None:
    held.services["datacite"].routes["/dois/*"] = {"data": {"id": "10.5281/zenodo.77", "attributes": COUNTS}}
    answer = source.by_identifier(Identifier("doi", "10.5281/zenodo.1"))
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.MALFORMED


def test_a_doi_that_is_registered_and_not_shown_is_not_dead(source: Source) -> None:
    answer = source.by_identifier(Identifier("doi", "10.5281/zenodo.hidden"))
    assert isinstance(answer, Silent)
    assert "exists" in answer.detail


@pytest.mark.parametrize(
    "title",
    [
        'Eel counts" OR doi:*',
        "Eel counts) AND (prefix:10.5281",
        "Eel: counts! [a TO z] {x} ~2 ^4 \\ / * ? && ||",
        "eel AND NOT counts OR shelf",
        "C++ and C# for eels",
        "Größe und Würde d'une anguille",
    ],
)
def test_nothing_in_a_title_means_anything_to_the_query_language(title: str, held: Library, source: Source) -> None:
    """The stand-in refuses whatever is more than words."""
    assert not isinstance(source.search(Query(Kind.WORK, title)), Unavailable)
    asked = held.services["datacite"].asked[-1].query["query"][0]
    assert not set(asked.removeprefix("titles.title:(").removesuffix(")")) & set('"():*[]{}~^\\/?&|!+-#')


def test_a_title_of_signs_alone_is_not_searched_for(held: Library, source: Source) -> None:
    answer = source.search(Query(Kind.WORK, "?!"))
    assert isinstance(answer, Silent)
    assert not answer.asked
    assert held.services["datacite"].asked == []


def test_a_search_never_proves_anything(source: Source) -> None:
    found = source.search(Query(Kind.WORK, "Eel counts of the shelf", type="dataset"))
    assert isinstance(found, Found)
    assert not found.exhaustive
    assert found.detail


@pytest.mark.parametrize("data", [None, {}, [1], [{"id": "10.5281/zenodo.77"}], [{"attributes": None}]])
def test_a_list_with_anything_but_dois_is_no_answer(data: object, held: Library, source: Source) -> None:
    held.services["datacite"].routes = {"/dois": {"data": data}}
    assert isinstance(source.search(Query(Kind.WORK, "Eel counts of the shelf")), Unavailable)
