"""Citation integrity: five outcomes, their routes and their flags."""

from dataclasses import replace

import pytest

from gate.comparison import compare_record
from gate.model import Answer, CitationOutcome, CitationResult, Entity, Evidence, Identifier, Reason, Role, Silent
from tests.sources import MemorySource, sources
from tests.things import held, record, work

EEL_FIELDS: dict[str, object] = {"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "date": "1998"}
EEL = held(id="eel", kind="work", doi="10.1234/eel.1998", **EEL_FIELDS)
LIGHT_FIELDS: dict[str, object] = {"title": "Lighthouse keeping for beginners", "creators": ["Hansen, Ole"], "date": "1990"}
LIGHT = held(id="light", kind="work", doi="10.1234/light", **LIGHT_FIELDS)


def citation(given: dict[str, object] | str, *held_by: MemorySource) -> CitationResult:
    comparison = compare_record(record(**work(citations=[given])), sources(*held_by))
    return comparison.citations[0]


def library(**more: object) -> MemorySource:
    return MemorySource("library", (held(**work(citations=None)), EEL, LIGHT), **more)  # type: ignore[arg-type]


def test_by_identifier_and_description() -> None:
    result = citation({"title": "Eel larvae in cold currents", "creators": ["Berg, N."], "doi": "10.1234/EEL.1998"}, library())
    assert (result.outcome, result.matched) == (CitationOutcome.VERIFIED, EEL)


def test_by_search_when_no_identifier_is_given() -> None:
    result = citation({"title": "Eel larvae in cold currents", "creators": ["N. Berg"], "date": "1998"}, library())
    assert result.outcome is CitationOutcome.VERIFIED


def test_a_raw_string_is_matched_against_what_it_names() -> None:
    assert citation("Berg, N. (1998). Eel larvae in cold currents.", library()).outcome is CitationOutcome.VERIFIED


def test_another_works_identifier_is_a_conflict_and_says_whose() -> None:
    result = citation({**EEL_FIELDS, "doi": "10.1234/light"}, library())
    assert result.outcome is CitationOutcome.IDENTIFIER_CONFLICT
    assert result.matched == LIGHT
    assert "Eel larvae" in result.reason


def test_a_real_work_with_another_author_is_wrongly_described() -> None:
    result = citation({"title": "Eel larvae in cold currents", "creators": ["Wu, Li"], "date": "1998"}, library())
    assert result.outcome is CitationOutcome.WRONG_METADATA
    assert [d.property for d in result.differences] == ["creators"]


def test_what_a_complete_source_lacks_is_not_retrievable() -> None:
    result = citation({"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."]}, library(complete=True))
    assert result.outcome is CitationOutcome.NON_RETRIEVABLE
    assert "library" in result.reason


def test_what_a_partial_source_lacks_is_not_assessed() -> None:
    result = citation({"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."]}, library())
    assert (result.outcome, result.reason) == (CitationOutcome.NOT_ASSESSED, "no source asked covers it")


@pytest.mark.parametrize("reason", list(Reason))
def test_with_a_source_down_nothing_is_called_not_retrievable(reason: Reason) -> None:
    down = MemorySource("down", (EEL,), broken=reason)
    result = citation({"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."]}, library(complete=True), down)
    assert result.outcome is CitationOutcome.NOT_ASSESSED
    assert [c.state for c in result.consulted] == ["answered", "unreachable"]


def test_the_reference_list_of_the_work_verifies_its_citations() -> None:
    full = MemorySource("library", (held(**work()),))
    comparison = compare_record(record(**work(citations=["Tanaka (2004). A census of shelf fish."])), sources(full))
    assert comparison.citations[0].outcome is CitationOutcome.VERIFIED
    assert len(comparison.omitted_citations) == 2


def test_a_citation_verified_elsewhere_is_not_omitted_from_the_list() -> None:
    full = MemorySource("library", (held(**work()), EEL))
    only = work(citations=[{"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "doi": "10.1234/eel.1998"}])
    comparison = compare_record(record(**only), sources(full))
    assert {o.fact.part("title") for o in comparison.omitted_citations} == {
        "A census of shelf fish",
        "Salinity and the young eel",
    }


def test_the_same_work_twice_is_flagged_once() -> None:
    twice = [{"title": "Eel larvae in cold currents", "doi": "10.1234/eel.1998"}, "Berg, N. (1998). Eel larvae in cold currents."]
    comparison = compare_record(record(**work(citations=twice)), sources(library()))
    assert [sorted(c.flags) for c in comparison.citations] == [[], ["duplicate"]]


@pytest.mark.parametrize("flag", ["retracted", "corrected", "concern"])
def test_what_the_source_flags_is_flagged(flag: str) -> None:
    flagged = MemorySource("library", (replace(EEL, flags=frozenset({flag})),))
    result = citation({"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "doi": "10.1234/eel.1998"}, flagged)
    assert (result.outcome, result.flags) == (CitationOutcome.VERIFIED, frozenset({flag}))


def test_the_owner_of_a_wrong_identifier_does_not_lend_its_flags() -> None:
    flagged = MemorySource("library", (EEL, replace(LIGHT, flags=frozenset({"retracted"}))))
    result = citation({"title": "Eel larvae in cold currents", "creators": ["Berg, Nils"], "doi": "10.1234/light"}, flagged)
    assert not result.flags


def test_a_dead_identifier_alone_does_not_make_a_described_work_unretrievable() -> None:
    """The search must have been exhaustive too: the work may exist, with a mistyped identifier."""
    registry = library(complete=True, offers=frozenset({"by_identifier"}))
    result = citation({"title": "Imaginary tides", "creators": ["Nemo, A."], "doi": "10.1234/dead"}, registry)
    assert result.outcome is CitationOutcome.NOT_ASSESSED


def test_every_route_exhausted_makes_it_not_retrievable() -> None:
    result = citation({"title": "Imaginary tides", "creators": ["Nemo, A."], "doi": "10.1234/dead"}, library(complete=True))
    assert result.outcome is CitationOutcome.NON_RETRIEVABLE


def test_a_citation_with_nothing_to_look_up_is_not_assessed() -> None:
    result = citation({"date": "1998", "volume": "3"}, library(complete=True))
    assert result.outcome is CitationOutcome.NOT_ASSESSED


def test_an_oracle_never_makes_a_citation_unretrievable() -> None:
    oracle = MemorySource("oracle", (), role=Role.ORACLE, complete=True)
    result = citation({"title": "Imaginary tides", "creators": ["Nemo, A."]}, library(), oracle)
    assert result.outcome is CitationOutcome.NOT_ASSESSED


@pytest.mark.parametrize(
    "given",
    [
        {"unstructured": "Nemo, A. Imaginary tides. 1999.", "doi": "10.1234/light"},
        "Nemo, A. Imaginary tides. 1999. doi:10.1234/light",
    ],
)
def test_an_invented_string_with_a_real_identifier_is_a_conflict(given: dict[str, object] | str) -> None:
    result = citation(given, library())
    assert (result.outcome, result.matched) == (CitationOutcome.IDENTIFIER_CONFLICT, LIGHT)


@pytest.mark.parametrize(
    "given",
    [
        {"unstructured": "Hansen, O. (1990). Lighthouse keeping for beginners.", "doi": "10.1234/light"},
        "Hansen, O. (1990). Lighthouse keeping for beginners. https://doi.org/10.1234/light",
    ],
)
def test_a_true_string_with_its_identifier_is_verified(given: dict[str, object] | str) -> None:
    assert citation(given, library()).outcome is CitationOutcome.VERIFIED


def test_an_identifier_with_nothing_beside_it_is_verified_by_existing() -> None:
    assert citation({"doi": "10.1234/light"}, library()).outcome is CitationOutcome.VERIFIED
    assert citation("10.1234/light", library()).outcome is CitationOutcome.VERIFIED


def known_from_a_list(*creators: str) -> MemorySource:
    """A library that knows the eels only from a list of references."""
    cited = held(id="eel", kind="work", doi="10.1234/eel.1998", **{**EEL_FIELDS, "creators": list(creators)})
    return MemorySource("library", (replace(cited, flags=frozenset({"as_deposited"})),))


@pytest.mark.parametrize("given", [["Berg, Nils", "Holm, Karin"], ["Berg, N.", "Holm, K.", "Dahl, J."]])
def test_the_one_creator_of_a_deposited_reference_stands_for_all(given: list[str]) -> None:
    result = citation({**EEL_FIELDS, "doi": "10.1234/eel.1998", "creators": given}, known_from_a_list("Berg, Nils"))
    assert result.outcome is CitationOutcome.VERIFIED


@pytest.mark.parametrize(
    ("given", "level"),
    [
        (["Holm, Karin", "Berg, Nils"], "first creator differs"),
        (["Holm, Karin"], "not a creator of the work"),
        (["Berg, Olaf", "Holm, Karin"], "given name differs: olaf / nils"),
    ],
)
def test_the_one_creator_of_a_deposited_reference_must_be_the_first(given: list[str], level: str) -> None:
    result = citation({**EEL_FIELDS, "doi": "10.1234/eel.1998", "creators": given}, known_from_a_list("Berg, Nils"))
    assert result.outcome is CitationOutcome.WRONG_METADATA
    assert level in {d.level for d in result.differences}


def test_a_deposited_reference_with_several_creators_is_taken_at_its_word() -> None:
    given = {**EEL_FIELDS, "doi": "10.1234/eel.1998", "creators": ["Berg, Nils", "Holm, Karin", "Nemo, A."]}
    assert citation(given, known_from_a_list("Berg, Nils", "Holm, Karin")).outcome is CitationOutcome.WRONG_METADATA


def test_two_works_under_one_unknown_identifier_are_not_one_work_cited_twice() -> None:
    described = (("Imaginary tides", "Nemo, A."), ("Invented shores", "Vega, Luz"))
    one, other = ({"title": title, "creators": [name], "doi": "10.1234/nowhere"} for title, name in described)
    comparison = compare_record(record(**work(citations=[one, other, one])), sources(library()))
    assert [sorted(c.flags) for c in comparison.citations] == [[], [], ["duplicate"]]


def test_with_another_works_identifier_the_work_meant_is_the_one_described() -> None:
    wrong = {**EEL_FIELDS, "doi": "10.1234/light"}
    comparison = compare_record(record(**work(citations=[wrong, LIGHT_FIELDS, EEL_FIELDS])), sources(library()))
    assert comparison.citations[0].outcome is CitationOutcome.IDENTIFIER_CONFLICT
    assert [sorted(c.flags) for c in comparison.citations] == [[], [], ["duplicate"]]
    invented = {"title": "Imaginary tides", "creators": ["Nemo, A."], "doi": "10.1234/light"}
    comparison = compare_record(record(**work(citations=[invented, LIGHT_FIELDS])), sources(library()))
    assert comparison.citations[0].node.startswith("work:imaginary tides")
    assert not comparison.citations[1].flags


def test_an_identifier_that_no_source_confirms_is_not_verified_by_the_description_beside_it() -> None:
    result = citation({"title": "Salinity and the young eel", "creators": ["Okafor, Ada"], "pmid": "12345"}, *_with_salinity())
    assert result.outcome is CitationOutcome.NOT_ASSESSED
    assert "pmid:12345" in result.reason


def test_an_identifier_of_nothing_beside_a_right_description_is_wrong() -> None:
    registry = MemorySource("registry", (), complete=True, offers=frozenset({"by_identifier"}))
    given: dict[str, object] = {"title": "Salinity and the young eel", "creators": ["Okafor, Ada"], "doi": "10.1234/dead"}
    result = citation(given, *_with_salinity(), registry)
    assert result.outcome is CitationOutcome.WRONG_METADATA
    assert [(d.property, d.path, d.level) for d in result.differences][:1] == [("doi", "citations[0].doi", "no such identifier")]


def _with_salinity() -> tuple[MemorySource, ...]:
    known = held(id="s", kind="work", title="Salinity and the young eel", creators=["Okafor, Ada"], date="2007")
    return (MemorySource("library", (held(**work(citations=None)), known)),)


@pytest.mark.parametrize(
    "text",
    [
        "A. Smith, J. Chem. Soc. 25 (1999) 100",
        "Prendiville W. (1989). British Journal of Obstetrics and Gynaecology, 96, 1054",
        "P. Kutter, Trends Anal. Chem. 19, 352 (2000)",
        "NISHINA K. (1970). Nucl. Sci. Eng., 39, 170",
    ],
)
def test_a_string_without_a_title_that_nobody_finds_is_not_assessed(text: str) -> None:
    result = citation(text, library(complete=True))
    assert result.outcome is CitationOutcome.NOT_ASSESSED
    assert "no title" in result.reason


@pytest.mark.parametrize(
    "text",
    [
        "Nemo, A. (1998). Imaginary tides of the inland sea. Journal of Tides, 3, 1-9.",
        "A. Nemo, “Imaginary tides of inland seas,” J. Tides 3, 1 (1998).",
        "Nemo A: Imaginary Tides of the In-\nland Seas. J Tides 1998, 3:1.",
    ],
)
def test_a_string_with_a_title_that_a_complete_source_lacks_is_not_retrievable(text: str) -> None:
    assert citation(text, library(complete=True)).outcome is CitationOutcome.NON_RETRIEVABLE


def test_what_may_be_a_work_that_is_held_is_not_called_unfindable() -> None:
    """The title stands in the string, and nothing else can be compared: the source holds what may be it."""
    alone = held(id="alone", kind="work", title="Identification of proteins in eel larvae of cold currents")
    source = MemorySource("library", (held(**work(citations=None)), alone), complete=True)
    result = citation("Identification of proteins in eel larvae of cold currents.", source)
    assert result.outcome is CitationOutcome.NOT_ASSESSED
    assert "may be it" in result.reason


class Catalogue(MemorySource):
    """Every work is held, and not every identifier: of one that it lacks it says nothing, or what ``told`` says."""

    told: str = ""

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        return Silent(Evidence(self.name, self.as_of), self.told)


def catalogue(told: str = "", name: str = "catalogue", complete: bool = True) -> Catalogue:
    made = Catalogue(name, (held(**work(citations=None)), EEL), complete=complete)
    made.told = told
    return made


INVENTED: dict[str, object] = {"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."], "doi": "10.1234/unknown"}


def test_an_identifier_that_nobody_knows_is_no_way_out_where_every_work_is_held() -> None:
    result = citation(INVENTED, catalogue())
    assert result.outcome is CitationOutcome.NON_RETRIEVABLE
    assert result.reason == "catalogue would hold it and does not; what doi:10.1234/unknown is of, no source says"
    assert citation(INVENTED, catalogue(), catalogue(name="other", complete=False)).outcome is CitationOutcome.NON_RETRIEVABLE


@pytest.mark.parametrize(
    "source",
    [
        catalogue("the DOI exists, at another agency", name="registry", complete=False),
        MemorySource("registry", (), broken=Reason.NETWORK),
    ],
    ids=["it exists", "no answer"],
)
def test_an_identifier_that_somebody_may_know_is(source: MemorySource) -> None:
    assert citation(INVENTED, catalogue(), source).outcome is CitationOutcome.NOT_ASSESSED


def test_an_identifier_that_nobody_knows_beside_a_work_that_is_held_is_not_assessed() -> None:
    """The catalogue may lack the identifier of what it holds."""
    result = citation({**EEL_FIELDS, "doi": "10.1234/unknown"}, catalogue())
    assert result.outcome in (CitationOutcome.NOT_ASSESSED, CitationOutcome.WRONG_METADATA)
    bare = replace(EEL, statements=tuple(s for s in EEL.statements if s.property != "doi"))
    source = Catalogue("catalogue", (bare,), complete=True)
    assert citation({**EEL_FIELDS, "doi": "10.1234/unknown"}, source).outcome is CitationOutcome.NOT_ASSESSED


def test_where_every_work_is_held_and_no_title_is_told_nothing_is_proved() -> None:
    assert citation({"doi": "10.1234/unknown"}, catalogue()).outcome is CitationOutcome.NOT_ASSESSED
    place: dict[str, object] = {"creators": ["Nemo, A."], "container": "J. Tides", "volume": "3", "pages": "1", "date": "1998"}
    assert citation(place, catalogue()).outcome is CitationOutcome.NOT_ASSESSED


def test_fields_without_a_title_are_looked_for_by_their_place() -> None:
    given: dict[str, object] = {"creators": ["Lourdinha, A."], "container": "J Ferment Bioeng", "volume": "75", "date": "1993"}
    there = held(id="l", kind="work", title="Alcohol from yeasts in J Ferment", pages="368", **given)
    source = MemorySource("library", (held(**work(citations=None)), there))
    assert citation({**given, "pages": "368"}, source).outcome is CitationOutcome.VERIFIED
    assert citation({**given, "pages": "369"}, source).outcome is CitationOutcome.NOT_ASSESSED


def test_what_may_be_meant_by_a_string_without_a_title_is_named() -> None:
    there = held(id="l", kind="work", title="Alcohol from yeasts in J Ferment", creators=["Lourdinha, A."], **PLACE)
    result = citation("Smith, J Ferment Bioeng 75 (1993) 368", MemorySource("library", (there,)))
    assert (result.outcome, result.matched) == (CitationOutcome.NOT_ASSESSED, None)
    assert "Alcohol from yeasts in J Ferment (l) may be it" in result.reason


PLACE = {"container": "J Ferment Bioeng", "volume": "75", "pages": "368", "date": "1993"}
