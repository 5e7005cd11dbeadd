"""Whether a DOI exists, and whose it is: the three sources together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Found, Identifier, Reason, Silent, Unavailable
from gate.references.registration import canonical, handle_address, same_doi
from gate.references.services import service
from gate.references.sources import Sources
from gate.settings import Settings
from tests.authorities.crossref import item
from tests.authorities.datacite import dataset
from tests.authorities.library import Library, library
from tests.authorities.server import Response

EEL = item("10.1234/eel", "Eel larvae in cold currents", "Berg, Nils", year=1998)
COUNTS = dataset("10.5281/zenodo.77", "Eel counts of the shelf", "Berg, Nils")
NAMES = ("crossref", "datacite", "doi")


@pytest.fixture
def held() -> Iterator[Library]:
    with library((EEL,), (COUNTS,), elsewhere=("10.11367/jalc.1",)) as it:
        yield it


@pytest.fixture
def sources(held: Library, tmp_path: Path) -> Iterator[Sources]:
    with held.sources(tmp_path, *NAMES, max_attempts=1) as it:
        yield it


def said(sources: Sources, doi: str) -> dict[str, str]:
    """The kind of answer of each source."""
    return {source.name: type(source.by_identifier(Identifier("doi", doi))).__name__ for source in sources.all}


@pytest.mark.parametrize(
    ("doi", "answers"),
    [
        ("10.1234/eel", ("Found", "Silent", "Silent")),
        ("10.1234/invented", ("Absent", "Silent", "Absent")),
        ("10.5281/zenodo.77", ("Silent", "Found", "Silent")),
        ("10.5281/zenodo.1", ("Silent", "Absent", "Absent")),
        ("10.11367/jalc.1", ("Silent", "Silent", "Silent")),
        ("10.11367/invented", ("Silent", "Silent", "Absent")),
        ("10.99999/invented", ("Silent", "Silent", "Absent")),
    ],
)
def test_who_says_what(doi: str, answers: tuple[str, str, str], sources: Sources) -> None:
    assert said(sources, doi) == dict(zip(NAMES, answers, strict=True))


@pytest.mark.parametrize("doi", ["10.1234/invented", "10.5281/zenodo.1", "10.11367/invented", "10.99999/invented"])
def test_without_the_handle_system_nobody_denies(doi: str, held: Library, sources: Sources) -> None:
    held.services["doi"].refuse()
    answers = said(sources, doi)
    assert "Absent" not in answers.values()
    assert answers["doi"] == "Unavailable"


@pytest.mark.parametrize(("doi", "agency"), [("10.1234/invented", "crossref"), ("10.5281/zenodo.1", "datacite")])
def test_without_the_agency_the_handle_system_does_not_deny(doi: str, agency: str, held: Library, sources: Sources) -> None:
    held.services[agency].fault("503")
    answer = sources.all[2].by_identifier(Identifier("doi", doi))
    assert isinstance(answer, Unavailable)
    assert (answer.source, answer.reason) == ("doi", Reason.SERVER)
    assert agency in answer.detail


def test_what_the_agency_describes_exists_whatever_the_handle_system_says(held: Library, sources: Sources) -> None:
    held.services["doi"].routes["/api/handles/*"] = Response({"responseCode": 100, "handle": "10.1234/eel"}, 404)
    answer = sources.all[2].by_identifier(Identifier("doi", "10.1234/eel"))
    assert isinstance(answer, Silent)
    assert "exists" in answer.detail


def test_without_the_agencys_name_datacite_is_asked_all_the_same(held: Library, sources: Sources) -> None:
    held.services["doi"].refuse()
    assert isinstance(sources.all[1].by_identifier(Identifier("doi", "10.5281/zenodo.77")), Found)
    held.services["datacite"].fault("503")
    assert isinstance(sources.all[1].by_identifier(Identifier("doi", "10.5281/zenodo.1")), Unavailable)


def test_a_doi_of_another_agency_is_not_asked_for_at_datacite(held: Library, sources: Sources) -> None:
    answer = sources.all[1].by_identifier(Identifier("doi", "10.1234/eel"))
    assert isinstance(answer, Silent)
    assert (answer.asked, answer.detail) == (False, "the DOI's prefix is Crossref's")
    assert held.services["datacite"].asked == []


@pytest.mark.parametrize(
    "response",
    [
        Response("Not found", 404, "text/plain"),
        Response({"message": "Not Found"}, 404),
        Response({"responseCode": 100, "handle": "10.1234/another"}, 404),
        Response({"responseCode": 1, "handle": "10.1234/another", "values": []}),
        Response({"responseCode": 100, "handle": "10.1234/invented"}),
        Response({"responseCode": 2, "message": "something unexpected"}),
        Response({"responseCode": "1", "handle": "10.1234/invented"}),
    ],
)
def test_only_the_handle_systems_own_words_count(response: Response, held: Library, sources: Sources) -> None:
    """A proxy's 404, another handle's, and codes that are none of its own say nothing."""
    held.services["doi"].routes["/api/handles/*"] = response
    assert "Absent" not in said(sources, "10.1234/invented").values()
    assert isinstance(sources.all[2].by_identifier(Identifier("doi", "10.1234/invented")), Unavailable)


def test_a_handle_without_values_exists(held: Library, sources: Sources) -> None:
    held.services["doi"].routes["/api/handles/*"] = {"responseCode": 200, "handle": "10.1234/bare"}
    assert isinstance(sources.all[2].by_identifier(Identifier("doi", "10.1234/bare")), Silent)


@pytest.mark.parametrize(
    "told",
    [
        [],
        [{"DOI": "10.9999", "RA": "Crossref"}],
        [{"DOI": "10.1234"}],
        [{"DOI": "10.1234", "status": "Invalid DOI"}],
        [{"DOI": "10.1234", "RA": "Crossref"}, {"DOI": "10.1234", "RA": "DataCite"}],
        ["10.1234"],
    ],
)
def test_an_agency_that_is_not_told_denies_nothing(told: list[object], held: Library, sources: Sources) -> None:
    held.services["doi"].routes["/ra/*"] = told
    assert "Absent" not in said(sources, "10.1234/invented").values()


def test_the_agency_of_a_prefix_is_asked_for_once(held: Library, sources: Sources) -> None:
    for number in range(20):
        said(sources, f"10.1234/invented.{number}")
    assert [one.path for one in held.services["doi"].asked].count("/ra/10.1234") == 1


@pytest.mark.parametrize(
    ("doi", "path"),
    [
        ("10.1175/1520-0477(1996)077<0935:w>2.0.co;2", "10.1175/1520-0477%281996%29077%3C0935%3Aw%3E2.0.co%3B2"),
        ("10.1000/a/b c?d#e%f", "10.1000/a/b%20c%3Fd%23e%25f"),
        ("10.1000/a//b", "10.1000/a%2F%2Fb"),
        ("10.1000/../x", "10.1000/..%2Fx"),
        ("10.1000/..", ""),
    ],
)
def test_a_doi_is_one_address_whatever_is_in_it(doi: str, path: str) -> None:
    place = handle_address(service("doi", Settings()), doi)
    assert place == (f"https://doi.org/api/handles/{path}" if path else "")


def test_a_doi_that_can_be_no_address_is_no_denial(sources: Sources) -> None:
    answers = said(sources, "10.1234/..")
    assert "Absent" not in answers.values()


def test_versions_of_arxiv_are_one_work() -> None:
    assert canonical(Identifier("doi", "10.48550/arxiv.1706.03762v5")) == "10.48550/arxiv.1706.03762"
    assert canonical(Identifier("arxiv", "hep-th/9901001")) == "10.48550/arxiv.hep-th/9901001"
    assert canonical(Identifier("doi", "10.5281/zenodo.77")) == "10.5281/zenodo.77"
    assert canonical(Identifier("pmid", "9731")) == ""
    assert same_doi("https://doi.org/10.48550/ARXIV.1706.03762V2", "10.48550/arxiv.1706.03762")
    assert same_doi("10.1175/X&lt;b&gt;Y", "10.1175/x<b>y")
    assert not same_doi(None, "10.1234/x")


@given(st.text(min_size=1))
def test_any_suffix_is_an_address_or_none(suffix: str) -> None:
    place = handle_address(service("doi", Settings()), f"10.1234/{suffix}")
    assert place == "" or (place.isascii() and " " not in place and "?" not in place and "#" not in place)
