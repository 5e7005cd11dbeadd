"""What is peculiar to Crossref."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.model import Absent, Edge, Found, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references.source import Source
from tests.authorities.crossref import item
from tests.authorities.library import Library, library
from tests.authorities.server import Authority, Response

EEL = item("10.1234/eel", "Eel larvae in cold currents", "Berg, Nils", year=1998)
CODA = item("10.1234/coda", "A coda on eels", "Berg, Nils", year=1999, reference=[{"key": "1", "DOI": "10.1234/eel"}])


def doi(value: str) -> Identifier:
    return Identifier("doi", value)


@pytest.fixture
def held() -> Iterator[Library]:
    with library((EEL, CODA), elsewhere=("10.1234/grant",)) as it:
        yield it


@pytest.fixture
def source(held: Library, tmp_path: Path) -> Iterator[Source]:
    with held.sources(tmp_path, "crossref", max_attempts=1) as sources:
        yield sources.all[0]


def of(held: Library) -> Authority:
    return held.services["crossref"]


def test_another_work_than_asked_for_is_no_answer(held: Library, source: Source) -> None:
    """It has answered so, with status 200, for DOIs that it did not know."""
    of(held).routes["/works/10.1234%2Fother"] = {"status": "ok", "message-type": "work", "message": EEL}
    answer = source.by_identifier(doi("10.1234/other"))
    assert isinstance(answer, Unavailable)
    assert (answer.reason, answer.detail) == (Reason.MALFORMED, "a work with another DOI")


def test_an_alias_is_the_work(held: Library, source: Source) -> None:
    renamed = {**EEL, "aliases": ["10.1234/OLD.eel"]}
    of(held).routes["/works/10.1234%2Fold.eel"] = {"status": "ok", "message-type": "work", "message": renamed}
    answer = source.by_identifier(doi("10.1234/old.eel"))
    assert isinstance(answer, Found)
    assert [s.value for s in answer.value.all("doi")] == ["10.1234/eel", "10.1234/old.eel"]


@pytest.mark.parametrize(
    "body",
    [
        {"status": "failed", "message-type": "validation-failure", "message": []},
        {"status": "ok", "message-type": "work-agency", "message": {"DOI": "10.1234/eel", "agency": {"id": "crossref"}}},
        {"status": "ok", "message-type": "work", "message": None},
        {"status": "ok", "message-type": "work", "message": {"DOI": 10, "title": "x"}},
        {"error": "quota exceeded"},
    ],
)
def test_other_json_is_no_answer(held: Library, source: Source, body: object, tmp_path: Path) -> None:
    of(held).routes = {"/*": Response(body)}
    for answer in (source.by_identifier(doi("10.1234/eel")), source.search(Query(Kind.WORK, "Eel larvae in cold currents"))):
        assert isinstance(answer, Unavailable)
        assert answer.reason is Reason.MALFORMED


def test_a_list_with_anything_but_works_is_no_answer(held: Library, source: Source) -> None:
    for items in ([EEL, "a string"], {"DOI": "10.1234/eel"}, None):
        of(held).routes = {"/works": {"status": "ok", "message-type": "work-list", "message": {"items": items}}}
        answer = source.search(Query(Kind.WORK, f"Eel larvae in cold currents {items}"))
        assert isinstance(answer, Unavailable)


def test_a_search_names_title_creators_journal_and_year_and_is_cut(held: Library, source: Source) -> None:
    query = Query(Kind.WORK, "Eel larvae", tuple(f"Name{n}" for n in range(9)), 1998, "Journal of Northern Seas")
    source.search(query, limit=3)
    asked = of(held).asked[0].query
    assert asked["query.bibliographic"] == ["Eel larvae Name0 Name1 Name2 Name3 Name4 Journal of Northern Seas 1998"]
    assert asked["rows"] == ["3"]
    source.search(Query(Kind.WORK, raw="Eel & <b>larvae</b> " * 1000))
    assert len(of(held).asked[-1].query["query.bibliographic"][0]) == 1000


def test_where_coverage_cannot_be_asked_a_search_proves_nothing(held: Library, source: Source) -> None:
    query = Query(
        Kind.WORK, "Eel larvae in cold currents", ("Berg, N.",), 2005, "Journal of Northern Seas", type="article-journal"
    )
    works = of(held).routes["/works"]
    assert callable(works)
    of(held).routes["/works"] = lambda asked: Response("", 503) if "filter" in asked.query else works(asked)
    answer = source.search(query)
    assert isinstance(answer, Found)
    assert not answer.exhaustive
    assert "server error" in answer.detail


def test_coverage_is_asked_for_once_for_each_journal_and_year(held: Library, source: Source) -> None:
    for title in ("Imaginary tides of the sea", "Invented eel soundings of bays", "Fanciful cold measures of ice"):
        source.search(Query(Kind.WORK, title, (), 1998, "Journal of Northern Seas", type="article-journal"))
        source.search(Query(Kind.WORK, title, (), 2005, "Journal of Northern Seas", type="article-journal"))
    filtered = [one.query["filter"][0] for one in of(held).asked if "filter" in one.query]
    assert sorted(filtered) == sorted(set(filtered))


def test_404_is_absent_only_where_nothing_else_knows_the_doi(held: Library, source: Source) -> None:
    assert isinstance(source.by_identifier(doi("10.1234/invented")), Absent)
    grant = source.by_identifier(doi("10.1234/grant"))
    assert isinstance(grant, Silent)
    assert "exists" in grant.detail
    held.services["doi"].fault("503")
    unknown = source.by_identifier(doi("10.1234/invented.too"))
    assert isinstance(unknown, Silent)
    assert "doi did not say (server error)" in unknown.detail


def test_neighbourhood_of_a_work_among_many_cited_works(tmp_path: Path) -> None:
    """Looked up many at a time; a DOI with a comma cannot be, and stays a node without edges of its own."""
    cited = [item(f"10.1234/c{n}", f"Cited work number {n}", "Berg, Nils", journal="") for n in range(45)]
    cited[1]["reference"] = [{"key": "1", "DOI": "10.1234/c0"}, {"key": "2", "DOI": "10.1234/elsewhere"}]
    comma = item("10.1234/a,b", "With a comma", "Berg, Nils", journal="")
    given = [{"key": str(n), "DOI": one["DOI"]} for n, one in enumerate([*cited, comma])]
    whole = item("10.1234/whole", "A work that cites much", "Berg, Nils", journal="", reference=given)
    with library((whole, comma, *cited)) as held, held.sources(tmp_path, "crossref") as sources:
        (source,) = sources.all
        answer = source.neighbourhood("https://doi.org/10.1234/whole")
        assert len(held.services["crossref"].asked) == 1 + 3
    assert isinstance(answer, Found)
    edges = {(e.source, e.target) for e in answer.value.edges if e.type == "citations"}
    root = "https://doi.org/10.1234/"
    assert Edge(f"{root}c1", "citations", f"{root}c0") in answer.value.edges
    assert {(f"{root}whole", f"{root}c{n}") for n in range(45)} | {(f"{root}whole", "doi:10.1234/a,b")} <= edges
    assert not [e for e in edges if e[1].endswith("elsewhere")], "what is no neighbour is no node"
