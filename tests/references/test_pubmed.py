"""What is peculiar to PubMed: two stages of search, errors told with status 200, and what an empty set means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.model import Absent, Found, Identifier, Kind, Query, Reason, Silent, Unavailable
from gate.references.http.clock import Clock
from gate.references.source import Source
from tests.authorities.library import Library, library
from tests.authorities.pubmed import Article
from tests.authorities.server import Asked, Authority, Response

EEL = Article(
    "9731", "Eel larvae in cold currents of the northern seas", ("van der Berg, Nils", "Moreau, P"), 1998, doi="10.1234/eel"
)
TWIN = Article("9732", "Eel larvae in cold currents of the northern seas", ("Okafor, Ada",), 2005)
TITLE = "Eel larvae in cold currents of the northern seas"
NOTHING = "<eSearchResult><Count>0</Count><IdList/></eSearchResult>"
ONE = "<eSearchResult><Count>1</Count><IdList><Id>9731</Id></IdList></eSearchResult>"


@pytest.fixture
def held() -> Iterator[Library]:
    with library(pubmed=(EEL, TWIN)) as it:
        yield it


@pytest.fixture
def service(held: Library) -> Authority:
    return held.services["pubmed"]


@pytest.fixture
def source(held: Library, tmp_path: Path) -> Iterator[Source]:
    with held.sources(tmp_path, "pubmed", max_attempts=1, breaker_failures=1000) as sources:
        yield sources.all[0]


def terms(service: Authority) -> list[str]:
    """What esearch was asked."""
    return [one.query["term"][0] for one in service.asked if one.path == "/esearch.fcgi"]


def test_first_by_author_year_and_six_words_of_the_title(service: Authority, source: Source) -> None:
    answer = source.search(Query(Kind.WORK, TITLE, ("N. van der Berg",), 1999))
    assert isinstance(answer, Found)
    assert [(e.id, e.flags) for e in answer.value] == [("https://pubmed.ncbi.nlm.nih.gov/9731", frozenset())]
    assert not answer.exhaustive
    assert terms(service) == [
        '"eel larvae in cold currents of"[Title:~0] AND ("van der berg"[Author] OR "berg"[Author]) AND 1998:2000[dp]'
    ]


def test_then_by_the_title_alone_and_flagged(service: Authority, source: Source) -> None:
    answer = source.search(Query(Kind.WORK, TITLE, ("Nemo, A.",), 1998))
    assert isinstance(answer, Found)
    assert {e.label: e.flags for e in answer.value} == {TITLE: {"title_only"}}
    assert len(answer.value) == 2
    assert terms(service) == [
        '"eel larvae in cold currents of"[Title:~0] AND "nemo"[Author] AND 1997:1999[dp]',
        '"eel larvae in cold currents of"[Title:~0]',
    ]


@pytest.mark.parametrize(("names", "year"), [((), 1998), (("Berg, N.",), None), (("World Health Organization",), 1998)])
def test_without_a_persons_name_or_a_year_by_the_title_alone(
    names: tuple[str, ...], year: int | None, service: Authority, source: Source
) -> None:
    answer = source.search(Query(Kind.WORK, TITLE, names, year))
    assert isinstance(answer, Found)
    assert all("title_only" in e.flags for e in answer.value)
    assert len(terms(service)) == 1


def test_five_candidates_at_most(tmp_path: Path) -> None:
    many = tuple(Article(str(n), TITLE, ("Berg, N",), 1998) for n in range(1, 10))
    with library(pubmed=many) as held, held.sources(tmp_path, "pubmed") as sources:
        answer = sources.all[0].search(Query(Kind.WORK, TITLE, ("Berg, N.",), 1998), limit=50)
        assert isinstance(answer, Found)
        assert len(answer.value) == 5
        fetched = [one.query["id"][0] for one in held.services["pubmed"].asked if one.path == "/efetch.fcgi"]
        assert fetched == ["1,2,3,4,5"]


@pytest.mark.parametrize("kind", ["thesis", "software", "legal_case", "motion_picture"])
def test_it_is_not_asked_for_what_it_does_not_hold(kind: str, service: Authority, source: Source) -> None:
    answer = source.search(Query(Kind.WORK, TITLE, type=kind))
    assert isinstance(answer, Silent)
    assert not answer.asked
    assert service.asked == []


@pytest.mark.parametrize(
    ("title", "term"),
    [
        ('A "quoted" [title] (of eels)', '"a quoted title of eels"[Title:~0]'),
        ("Eels", "eels[Title]"),
        ("Aale[All Fields] OR 1=1", '"aale all fields or 1 1"[Title:~0]'),
        ("L’anguille d'Europe: étude", "\"l'anguille d'europe étude\"[Title:~0]"),
    ],
)
def test_nothing_in_a_title_means_anything_to_the_query_language(
    title: str, term: str, service: Authority, source: Source
) -> None:
    source.search(Query(Kind.WORK, title))
    assert terms(service) == [term]


def test_a_doi_is_asked_for_as_a_phrase_and_only_its_own_record_is_it(service: Authority, source: Source) -> None:
    lancet = Identifier("doi", "10.1016/s0140-6736(97)11096-0")
    service.routes["/esearch.fcgi"] = ONE  # as if the search had been widened to the words of the DOI
    answer = source.by_identifier(lancet)
    assert isinstance(answer, Silent)
    assert terms(service) == ['"10.1016/s0140-6736(97)11096-0"[doi]']
    brackets = source.by_identifier(Identifier("doi", "10.1890/0012-9658(2006)87[2832:t]2.0.co;2"))
    assert isinstance(brackets, Silent)
    assert not brackets.asked


def test_an_empty_set_denies_only_what_is_not_counted(service: Authority, source: Source) -> None:
    assert isinstance(source.by_identifier(Identifier("pmid", "404")), Absent)
    service.routes["/efetch.fcgi"] = "<PubmedArticleSet></PubmedArticleSet>"
    answer = source.by_identifier(Identifier("pmid", "9731"))
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.MALFORMED
    assert "sends no record" in answer.detail


def test_another_record_than_asked_for_is_not_it(service: Authority, source: Source) -> None:
    service.routes["/efetch.fcgi"] = f"<PubmedArticleSet>{EEL.xml}</PubmedArticleSet>"
    assert isinstance(source.by_identifier(Identifier("pmid", "9732")), Unavailable)


LIMITED = {"error": "API rate limit exceeded", "api-key": "203.0.113.7", "count": "4", "limit": "3"}


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        (Response(LIMITED), Reason.RATE_LIMITED),
        (Response(LIMITED, 429), Reason.RATE_LIMITED),
        (Response({"error": "API key invalid", "count": "1"}, 400), Reason.BAD_REQUEST),
        (Response({"error": "API key invalid", "count": "1"}), Reason.REFUSED),
        (Response("<eSearchResult><ERROR>Search Backend failed: read failed</ERROR></eSearchResult>"), Reason.SERVER),
        (Response("<eSearchResult><ERROR>Invalid db name specified: pubmde</ERROR></eSearchResult>"), Reason.BAD_REQUEST),
        (
            Response("<eFetchResult><ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR></eFetchResult>", 400),
            Reason.BAD_REQUEST,
        ),
        (Response("<eFetchResult><ERROR>Empty id list - nothing todo</ERROR></eFetchResult>"), Reason.BAD_REQUEST),
        (Response("<eFetchResult><ERROR/></eFetchResult>"), Reason.SERVER),
        (Response("<eSearchResult><Count>many</Count><IdList/></eSearchResult>"), Reason.MALFORMED),
        (Response("<eSearchResult><Count>0</Count></eSearchResult>"), Reason.MALFORMED),
        (Response("<eFetchResult/>"), Reason.MALFORMED),
        (Response("id: 9731 Error occurred: The following PMID is not available: 9731"), Reason.MALFORMED),
        (
            Response({"header": {"type": "esearch"}, "esearchresult": {"ERROR": "Invalid db name specified: x"}}),
            Reason.BAD_REQUEST,
        ),
        (Response({"esearchresult": {"count": "0"}}), Reason.MALFORMED),
    ],
)
def test_errors_in_every_form_are_named(response: Response, reason: Reason, service: Authority, source: Source) -> None:
    service.routes = {"/esearch.fcgi": response, "/efetch.fcgi": response}
    for answer in (
        source.by_identifier(Identifier("pmid", "9731")),
        source.by_identifier(Identifier("doi", "10.1234/eel")),
        source.search(Query(Kind.WORK, TITLE)),
    ):
        assert isinstance(answer, Unavailable), answer
        assert answer.reason is reason, answer
        assert answer.detail


def test_an_error_told_with_status_200_is_tried_again(service: Authority, held: Library, tmp_path: Path) -> None:
    told = iter([Response(LIMITED), Response(LIMITED)])
    well = service.routes["/efetch.fcgi"]
    assert callable(well)

    def fetch(asked: Asked) -> object:
        return next(told, None) or well(asked)

    service.routes["/efetch.fcgi"] = fetch
    from gate.references.http import Http
    from gate.references.live import live_sources
    from tests.http.clocks import SkippingClock

    clock: Clock = SkippingClock().clock
    settings = held.settings(tmp_path)
    with Http(settings, clock=clock) as http:
        (source,) = live_sources(http, settings, ("pubmed",))
        assert isinstance(source.by_identifier(Identifier("pmid", "9731")), Found)


def test_retraction_links_are_flags(tmp_path: Path) -> None:
    for notice, flags in (("RetractionIn", {"retracted"}), ("ErratumIn", {"corrected"}), ("RetractionOf", frozenset())):
        article = Article("5", TITLE, ("Berg, N",), 1998, notices=(notice,))
        with library(pubmed=(article,)) as held, held.sources(tmp_path / notice, "pubmed") as sources:
            answer = sources.all[0].by_identifier(Identifier("pmid", "5"))
            assert isinstance(answer, Found)
            assert answer.value.flags == flags


def test_it_says_who_asks(service: Authority, source: Source) -> None:
    source.by_identifier(Identifier("pmid", "9731"))
    assert service.asked[0].query["tool"] == ["catalog-gate"]
    assert service.asked[0].query["db"] == ["pubmed"]


def test_with_a_key_it_may_ask_faster() -> None:
    from gate.references.services import service as built
    from gate.settings import Settings
    from gate.source_settings import SourceSettings

    stranger, known = (
        built("pubmed", Settings()),
        built("pubmed", Settings(sources=(SourceSettings("pubmed", api_key="k" * 36),))),
    )
    assert (stranger.limit.requests / stranger.limit.seconds, known.limit.requests / known.limit.seconds) == (3, 10)
