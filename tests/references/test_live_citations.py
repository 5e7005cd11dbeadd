"""Citations against live services, from the record to the outcome: cases that other citation checkers got wrong.

Each was reported to one of them by a user; the outcome is what a librarian would say.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from gate import checking
from gate.decision import rules
from gate.model import CitationOutcome, CitationResult, Consultation, Decision, Outcome, Reason
from gate.references.sources import Sources
from tests.authorities.crossref import Item, item
from tests.authorities.datacite import dataset
from tests.authorities.library import AGENCIES, Library, library
from tests.authorities.pubmed import Article
from tests.things import record, work

VERIFIED, WRONG = CitationOutcome.VERIFIED, CitationOutcome.WRONG_METADATA
CONFLICT, LOST, OPEN = CitationOutcome.IDENTIFIER_CONFLICT, CitationOutcome.NON_RETRIEVABLE, CitationOutcome.NOT_ASSESSED
ALL_AGENCIES = {**AGENCIES, **dict.fromkeys(("10.1016", "10.1175", "10.3319", "10.1038"), "Crossref")}
LIMITS = {"timeout_seconds": 1, "connect_seconds": 1, "deadline_seconds": 3, "max_attempts": 1}
SEAS = "Journal of Northern Seas"
TODAY = date(2026, 11, 30)

EEL = item("10.1234/eel.1998", "Eel larvae in cold currents", "Berg, Nils", year=1998)
LIGHT = item("10.1234/light", "Lighthouse keeping for beginners", "Hansen, Ole", year=1990)
EEL_CITED: dict[str, object] = {
    "type": "article-journal",
    "title": "Eel larvae in cold currents",
    "creators": ["Berg, Nils"],
    "date": "1998",
    "container": SEAS,
}
INVENTED: dict[str, object] = {**EEL_CITED, "title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."]}


def cited(given: object, held: Library, folder: Path, *names: str, **limits: object) -> CitationResult:
    """The outcome of one citation of a record that is checked against these services."""
    with held.sources(folder, *names, **{**LIMITS, **limits}) as sources:
        return checked(given, sources, held, folder)


def checked(given: object, sources: Sources, held: Library, folder: Path) -> CitationResult:
    """The outcome of one citation, and the promises kept on the way."""
    draft = record(**work(citations=[given], doi=None))
    report = checking.check(
        [draft], rules=rules.load("default"), sources=sources, settings=held.settings(folder), offline=False, today=TODAY
    )
    (one,) = report.records
    assert one.comparison is not None
    assert one.verdict.decision is Decision.REVIEW, "the record itself is in no source"
    assert not [c for c in one.comparison.claims if c.outcome is Outcome.FABRICATED]
    (result,) = one.comparison.citations
    for line in result.consulted:
        assert line.state is not Consultation.ANSWERED or line.as_of, line
    return result


def outcome(given: object, folder: Path, *crossref: Item, **more: object) -> CitationResult:
    """The outcome of a citation where Crossref holds these works, and whatever else is given."""
    with library(crossref, agencies=ALL_AGENCIES, **more) as held:  # type: ignore[arg-type]
        return cited(given, held, folder)


# --- the registry is right, and the citation is written otherwise ------------------------------------------------------------


def test_a_title_that_the_registry_splits(tmp_path: Path) -> None:
    split = item("10.1234/a", "The inland sea", "Berg, Nils", year=1998, subtitle=["A history of its eels"])
    given = {**EEL_CITED, "title": "The inland sea: a history of its eels", "doi": "10.1234/a"}
    assert outcome(given, tmp_path, split).outcome is VERIFIED


def test_an_arxiv_doi_with_a_version(tmp_path: Path) -> None:
    attention = dataset("10.48550/arxiv.1706.03762", "Attention is all you need", "Vaswani, Ashish", publicationYear=2017)
    given = {"title": "Attention is all you need", "creators": ["Vaswani, A."], "date": "2017"}
    for number, doi in enumerate(("10.48550/arXiv.1706.03762v5", "https://doi.org/10.48550/arXiv.1706.03762v5")):
        result = outcome({**given, "doi": doi}, tmp_path / str(number), datacite=(attention,))
        assert result.outcome is VERIFIED, result
        assert result.evidence[0].source == "datacite"
    assert outcome({**given, "arxiv": "1706.03762v5"}, tmp_path / "arxiv", datacite=(attention,)).outcome is VERIFIED


def test_a_datacite_doi_that_crossref_does_not_know(tmp_path: Path) -> None:
    given = {"title": "Eel counts of the shelf", "creators": ["Berg, Nils"], "date": "2001", "doi": "10.5281/zenodo.77"}
    counts = dataset("10.5281/zenodo.77", "Eel counts of the shelf", "Berg, Nils")
    assert outcome(given, tmp_path / "up", datacite=(counts,)).outcome is VERIFIED
    with library(datacite=(counts,)) as held:
        held.services["datacite"].refuse()
        result = cited(given, held, tmp_path / "down")
    assert result.outcome is OPEN
    assert "datacite did not answer" in result.reason


def test_of_two_works_with_one_title_the_right_one(tmp_path: Path) -> None:
    ours = item("10.1234/ours", "A note on eels and their ways", "Berg, Nils", "Moreau, Paul", year=1998)
    other = item("10.1234/other", "A note on eels and their ways", "Berg, Nils", "Okafor, Ada", year=1998)
    given = {**EEL_CITED, "title": "A note on eels and their ways", "creators": ["Berg, Nils", "Okafor, Ada"]}
    result = outcome(given, tmp_path, ours, other)
    assert result.outcome is VERIFIED
    assert result.matched is not None
    assert result.matched.id == "https://doi.org/10.1234/other"


def test_et_al_in_odd_writing(tmp_path: Path) -> None:
    many = item("10.1234/many", "Salinity and the young eel", "Chao, Lin", "Tanaka, Yuki", "Okafor, Ada", year=2007)
    given = {**EEL_CITED, "title": "Salinity and the young eel", "creators": ["Chao et. al."], "date": "2007"}
    assert outcome({**given, "doi": "10.1234/many"}, tmp_path / "doi", many).outcome is VERIFIED
    assert outcome(given, tmp_path / "search", many).outcome is VERIFIED


FAMILIES = ("Abel", "Bakker", "Costa", "Dahl", "Eriksen", "Fontaine", *(f"Author{n:02}" for n in range(47)))


def test_six_authors_and_others_of_fifty_three(tmp_path: Path) -> None:
    huge = item("10.1234/huge", "A census of the fish of the shelf", *(f"{name}, A." for name in FAMILIES), year=2004)
    given = {**EEL_CITED, "title": "A census of the fish of the shelf", "date": "2004", "doi": "10.1234/huge"}
    six = [f"{name}, A." for name in FAMILIES[:6]]
    assert outcome({**given, "creators": [*six, "and others"]}, tmp_path / "right", huge).outcome is VERIFIED
    wrong = [*six[:3], "Zeppelin, A.", *six[4:], "and others"]
    assert outcome({**given, "creators": wrong}, tmp_path / "wrong", huge).outcome is WRONG


def test_another_hyphen_in_a_name(tmp_path: Path) -> None:
    double = item("10.1234/double", "Salinity and the young eel", "Lévi-Strauss, Claude", year=1998)
    given = {**EEL_CITED, "title": "Salinity and the young eel", "creators": ["L\u00e9vi\u2010Strauss, Claude"]}
    assert outcome({**given, "doi": "10.1234/double"}, tmp_path, double).outcome is VERIFIED


def test_a_particle_before_and_behind(tmp_path: Path) -> None:
    berg = item("10.1234/berg", "Salinity and the young eel", "van der Berg, J.", year=1998)
    for number, name in enumerate(("J. van der Berg", "Berg, J. van der", "van der Berg, J.", "Berg, J. v.d.")):
        given = {**EEL_CITED, "title": "Salinity and the young eel", "creators": [name], "doi": "10.1234/berg"}
        assert outcome(given, tmp_path / str(number), berg).outcome is VERIFIED, name


def test_accents_as_latex_has_them(tmp_path: Path) -> None:
    accents = item("10.1234/accents", "Über die Größe der Aale", "Müller, Jörg", "Ångström, Åsa", year=1998)
    given = {
        "title": '{\\"U}ber die Gr{\\"o}{\\ss}e der Aale',
        "creators": ['M{\\"u}ller, J{\\"o}rg', '{\\AA}ngstr{\\"o}m, {\\AA}sa'],
    }
    assert outcome({**EEL_CITED, **given, "doi": "10.1234/accents"}, tmp_path, accents).outcome is VERIFIED


def test_a_firm_is_one_author(tmp_path: Path) -> None:
    firm: Item = {**item("10.1234/firm", "Salinity and the young eel", year=1998), "author": [{"name": "Barnes and Noble, Inc."}]}
    given = {**EEL_CITED, "title": "Salinity and the young eel", "creators": ["Barnes and Noble, Inc."], "doi": "10.1234/firm"}
    result = outcome(given, tmp_path, firm)
    assert result.outcome is VERIFIED
    assert not [d for d in result.differences if d.property == "creators"]


def test_any_date_of_the_registry_is_right_and_another_is_not(tmp_path: Path) -> None:
    twice = item(
        "10.1234/twice",
        "Salinity and the young eel",
        "Berg, Nils",
        year=2010,
        **{"published-online": {"date-parts": [[2010, 12, 1]]}, "published-print": {"date-parts": [[2011, 3]]}},
    )
    for year, wanted in (("2010", VERIFIED), ("2011", VERIFIED), ("2008", WRONG)):
        given = {**EEL_CITED, "title": "Salinity and the young eel", "date": year, "doi": "10.1234/twice"}
        assert outcome(given, tmp_path / year, twice).outcome is wanted, year


# --- DOIs as they are written ------------------------------------------------------------------------------------------------

IWNOP = "10.3319/TAO.2009.05.25.02(IWNOP)"
LANCET = "10.1016/S0140-6736(97)11096-0"
SICI = "10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2"


@pytest.mark.parametrize(
    "doi",
    [
        *(IWNOP, f"doi:{IWNOP}", f"https://doi.org/{IWNOP}", f"({IWNOP})", f"{IWNOP}."),
        *(
            SICI,
            SICI.replace("<", "&lt;").replace(">", "&gt;"),
            "https://doi.org/10.1175/1520-0477(1996)077%3C0935:WOTWSM%3E2.0.CO;2",
        ),
        *("10.1234/EEL.1998", "10.1234/eel.1998.", "https://doi.org/10.1234/eel.1998", "http://dx.doi.org/10.1234%2Feel.1998"),
    ],
)
def test_a_doi_is_asked_for_whole_however_it_is_written(doi: str, tmp_path: Path) -> None:
    held = [{**EEL, "DOI": one} for one in (IWNOP, SICI, "10.1234/eel.1998")]
    result = outcome({**EEL_CITED, "doi": doi}, tmp_path, *held)
    assert result.outcome is VERIFIED, result.reason
    assert result.evidence[0].source == "crossref"
    assert "/works/10." in result.evidence[0].url, "it was looked up, not searched for"


def test_a_retracted_article_is_verified_and_flagged(tmp_path: Path) -> None:
    title = (
        "RETRACTED: Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children"
    )
    updated = [{"DOI": "10.1016/s0140-6736(10)60175-4", "type": "retraction", "updated": {"date-parts": [[2010, 2, 6]]}}]
    lancet = item(LANCET, title, "Wakefield, AJ", "Murch, SH", year=1998, journal="The Lancet", **{"updated-by": updated})
    given = {
        "title": title.removeprefix("RETRACTED: "),
        "creators": ["Wakefield, A. J.", "Murch, S. H."],
        "date": "1998",
        "container": "Lancet",
        "doi": LANCET,
    }
    result = outcome(given, tmp_path, lancet)
    assert (result.outcome, result.flags) == (VERIFIED, frozenset({"retracted"}))


def test_an_erratum_is_no_retraction_and_a_notice_is_not_what_it_retracts(tmp_path: Path) -> None:
    corrected: Item = {**EEL, "updated-by": [{"DOI": "10.1234/erratum", "type": "erratum"}]}
    result = outcome({**EEL_CITED, "doi": "10.1234/eel.1998"}, tmp_path / "erratum", corrected)
    assert (result.outcome, result.flags) == (VERIFIED, frozenset({"corrected"}))
    notice = item("10.1234/notice", "Retraction notice to: Eel larvae in cold currents", "Berg, Nils", year=1999)
    notice["update-to"] = [{"DOI": "10.1234/eel.1998", "type": "retraction"}]
    given = {**EEL_CITED, "title": "Retraction notice to: Eel larvae in cold currents", "date": "1999", "doi": "10.1234/notice"}
    result = outcome(given, tmp_path / "notice", notice)
    assert (result.outcome, result.flags) == (VERIFIED, frozenset())


def test_the_retraction_that_only_pubmed_tells_of_counts(tmp_path: Path) -> None:
    article = Article(
        "9731", "Eel larvae in cold currents", ("Berg, Nils",), 1998, doi="10.1234/eel.1998", notices=("RetractionIn",)
    )
    result = outcome({**EEL_CITED, "doi": "10.1234/eel.1998", "pmid": "9731"}, tmp_path, EEL, pubmed=(article,))
    assert (result.outcome, result.flags) == (VERIFIED, frozenset({"retracted"}))


# --- the citation is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "given"), [("Li, Wei", "Wu, Wei"), ("Berg, Nils", "Berg, Ottokar")])
def test_another_author_or_an_invented_given_name(held: str, given: str, tmp_path: Path) -> None:
    one = item("10.1234/one", "Eel larvae in cold currents", held, year=1998)
    result = outcome({**EEL_CITED, "creators": [given], "doi": "10.1234/one"}, tmp_path, one)
    assert result.outcome is WRONG
    assert [d.property for d in result.differences] == ["creators"]


def test_another_works_doi_is_a_conflict(tmp_path: Path) -> None:
    result = outcome({**EEL_CITED, "doi": "10.1234/light"}, tmp_path, EEL, LIGHT)
    assert result.outcome is CONFLICT
    assert result.matched is not None
    assert result.matched.label == "Lighthouse keeping for beginners"
    assert "https://doi.org/10.1234/eel.1998" in result.reason


def test_a_book_is_never_verified_by_its_review(tmp_path: Path) -> None:
    review = item("10.1234/review", "The inland sea and its eels", "Critic, Anna", year=1999)
    given = {
        "type": "book",
        "title": "The inland sea and its eels",
        "creators": ["Berg, Nils"],
        "date": "1998",
        "publisher": "Harbour Press",
    }
    result = outcome(given, tmp_path, review)
    assert result.outcome is OPEN
    assert "does not cover every book" in result.reason


@pytest.mark.parametrize(("held", "never"), [("Толстой, Лев", {VERIFIED}), ("Dostoevsky, Fyodor", {LOST, CONFLICT})])
def test_names_in_other_scripts(held: str, never: set[CitationOutcome], tmp_path: Path) -> None:
    one = item("10.1234/novel", "Poor folk and other stories of the north", held, year=1998)
    given = {**EEL_CITED, "title": "Poor folk and other stories of the north", "creators": ["Достоевский, Фёдор"]}
    assert outcome({**given, "doi": "10.1234/novel"}, tmp_path / "doi", one).outcome not in never
    assert outcome(given, tmp_path / "search", one).outcome not in never


# --- nothing holds it --------------------------------------------------------------------------------------------------------


def test_what_every_route_would_have_brought_is_not_retrievable(tmp_path: Path) -> None:
    result = outcome({**INVENTED, "doi": "10.1234/invented"}, tmp_path, EEL, LIGHT)
    assert result.outcome is LOST
    assert {e.source for e in result.evidence} == {"crossref", "doi"}
    assert outcome(INVENTED, tmp_path / "no-doi", EEL).outcome is LOST
    whole = "Nemo, A. (1998). Imaginary tides of the inland sea. Journal of Northern Seas, 3, 4-9."
    assert outcome(whole, tmp_path / "string", EEL).outcome is LOST


@pytest.mark.parametrize("doi", ["10.11367/invented", "10.99999/invented", "10.5281/zenodo.1"])
def test_a_dead_doi_of_any_agency_does_not_save_it(doi: str, tmp_path: Path) -> None:
    assert outcome({**INVENTED, "doi": doi}, tmp_path, EEL).outcome is LOST


def test_a_doi_of_another_agency_is_not_assessed_and_the_agency_is_named(tmp_path: Path) -> None:
    result = outcome({**INVENTED, "doi": "10.11367/jalc.1"}, tmp_path, EEL, elsewhere=("10.11367/jalc.1",))
    assert result.outcome is OPEN
    assert "JaLC" in result.reason


def test_a_doi_that_exists_and_its_agency_does_not_show_is_not_dead(tmp_path: Path) -> None:
    """Crossref's grants, DataCite's hidden DOIs, and what was registered an hour ago."""
    for doi in ("10.1234/grant.1", "10.5281/zenodo.hidden"):
        result = outcome({**INVENTED, "doi": doi}, tmp_path / doi.replace("/", "-"), EEL, elsewhere=(doi,))
        assert result.outcome is OPEN, doi
        assert "exists" in result.reason


def test_a_live_doi_beside_an_identifier_that_is_not_one_is_not_denied(tmp_path: Path) -> None:
    given = {**INVENTED, "doi": "10.11367/jalc.1", "pmid": "99999999"}
    result = outcome(given, tmp_path, EEL, elsewhere=("10.11367/jalc.1",))
    assert result.outcome is OPEN, "that PubMed denies the PMID says nothing about the DOI"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"type": "book"}, "every book"),
        ({"type": "thesis"}, "every thesis"),
        ({"type": "report"}, "every report"),
        ({"type": "legislation"}, "every legislation"),
        ({"title": "Воображаемые приливы внутреннего моря"}, "other scripts"),
        ({"container": "Annals of Nowhere"}, "Annals of Nowhere of 1998"),
        ({"date": "1931"}, "of 1931"),
        ({"container": None}, "not said where"),
        ({"date": None}, "not said when"),
        ({"title": "On eels"}, "too short"),
        ({"container": "arXiv preprint arXiv:1234.56789"}, "preprint"),
    ],
)
def test_what_a_search_does_not_cover_is_not_assessed_for_that_reason(
    more: Mapping[str, object], why: str, tmp_path: Path
) -> None:
    given = {key: value for key, value in {**INVENTED, **more}.items() if value is not None}
    result = outcome(given, tmp_path, EEL)
    assert result.outcome is OPEN
    assert why in result.reason, result.reason


# --- services that fail ------------------------------------------------------------------------------------------------------


def test_with_every_source_down_nothing_is_said(tmp_path: Path) -> None:
    with library((EEL,)) as held:
        for one in held.services.values():
            one.refuse()
        for number, given in enumerate(({**EEL_CITED, "doi": "10.1234/eel.1998"}, {**INVENTED, "doi": "10.1234/x"}, INVENTED)):
            result = cited(given, held, tmp_path / str(number))
            assert result.outcome is OPEN
            assert "did not answer" in result.reason


def test_a_question_that_is_not_understood_is_no_denial(tmp_path: Path) -> None:
    with library((EEL,)) as held:
        held.services["crossref"].fault("400")
        result = cited({**INVENTED, "doi": "10.1234/invented"}, held, tmp_path)
    assert result.outcome is OPEN
    assert str(Reason.BAD_REQUEST) in result.reason


@pytest.mark.parametrize("down", ["crossref", "datacite", "doi", "pubmed"])
def test_one_service_down_blocks_every_denial_that_it_has_part_in(down: str, tmp_path: Path) -> None:
    with library((EEL,)) as held:
        held.services[down].refuse()
        for number, doi in enumerate(("10.1234/invented", "10.5281/zenodo.1", "10.11367/invented")):
            result = cited({**INVENTED, "doi": doi}, held, tmp_path / str(number))
            assert result.outcome is OPEN, (down, doi)


@pytest.mark.parametrize("alone", ["crossref", "datacite", "doi", "pubmed"])
def test_no_source_denies_a_doi_alone(alone: str, tmp_path: Path) -> None:
    """Even where it is the only one of a run: it asks the handle system and the agency itself, or is silent."""
    with library((EEL,)) as held:
        for one in held.services.values():
            one.refuse()
        held.services[alone].recover()
        for number, doi in enumerate(("10.1234/invented", "10.5281/zenodo.1", "10.11367/invented")):
            result = cited({"doi": doi, "title": "Imaginary tides of the inland sea"}, held, tmp_path / str(number), alone)
            if (alone, doi) != ("doi", "10.11367/invented"):  # the handle system's word is enough for other agencies
                assert result.outcome is OPEN, (alone, doi)


def test_a_verified_citation_spares_the_other_services(tmp_path: Path) -> None:
    with library((EEL,)) as held:
        result = cited({**EEL_CITED, "doi": "10.1234/eel.1998"}, held, tmp_path)
        states = {line.source: line.state for line in result.consulted}
    assert result.outcome is VERIFIED
    assert states == {
        "crossref": Consultation.ANSWERED,
        **dict.fromkeys(("datacite", "doi", "pubmed"), Consultation.NOT_ASKED),
    }
    works = [one.path for one in held.services["crossref"].asked if one.path.startswith("/works/")]
    assert works == ["/works/10.1234%2Feel.1998"]
