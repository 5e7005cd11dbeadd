"""The citations of a record as a whole, beside the reference list of the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.comparison import compare_record
from gate.comparison.bibliography import MEASURES
from gate.comparison.bibliography.links import LIVE_LIMIT
from gate.model import BibliographyProfile, CitationOutcome, Decade, Measure, Reason, Share
from gate.records.bibliography import gather
from tests.comparison.bibliography.lists import CITED, IDS, Library, compared, entities, measure, profiled, true_work
from tests.sources import MemorySource, sources
from tests.things import held, record, work

NEMO: dict[str, object] = {"title": "Imaginary tides of the inland sea", "creators": ["Nemo, A."], "date": "2001"}
#: the first two cite the third, the fourth the fifth, and all of them the last
CITES = {
    IDS[0]: ["doi:10.1234/2", "doi:10.1234/5", "doi:10.9999/other"],
    IDS[1]: ["doi:10.1234/2", "doi:10.1234/5"],
    IDS[2]: ["doi:10.1234/5"],
    IDS[3]: ["doi:10.1234/4", "doi:10.1234/5"],
    IDS[4]: ["doi:10.1234/5"],
}


def linked(**more: object) -> Library:
    return Library("library", (true_work(), *entities()), cites=CITES, **more)  # type: ignore[arg-type]


def without_places(profile: BibliographyProfile) -> BibliographyProfile:
    """Without what depends on the order: the places of citations."""
    return replace(profile, apart=tuple(sorted((("", label) for _, label in profile.apart))), duplicates=())


def test_a_record_without_citations_has_no_profile() -> None:
    assert compare_record(record(**work(citations=None)), sources(linked())).bibliography is None


def test_every_measure_is_there_in_its_order_and_undefined_ones_say_why() -> None:
    for profile in (profiled(CITED), profiled(CITED, linked()), profiled(CITED[:1]), profiled(CITED, MemorySource("none", ()))):
        assert tuple(m.name for m in profile.measures) == MEASURES
        assert all(m.reason for m in profile.measures if m.value is None)


@pytest.mark.parametrize("library", [None, linked()], ids=["alone", "linked"])
def test_the_reference_list_itself_is_perfect(library: Library | None) -> None:
    profile = profiled(CITED, library)
    assert profile.outcomes == tuple((o, 6 if o is CitationOutcome.VERIFIED else 0) for o in CitationOutcome)
    assert (profile.works, profile.reference_works, profile.duplicates, profile.missing) == (6, 6, (), ())
    for found in profile.measures:
        assert found.value in (None, 1.0 if found.name == "in_neighbourhood" else 0.0), found
    assert measure(profile, "in_neighbourhood").value == 1
    assert all(s.given == s.reference for s in (*profile.authors, *profile.venues))
    assert all(d.given == d.reference for d in profile.decades)


def test_the_networks_of_the_reference_list_itself_do_not_differ() -> None:
    profile = profiled(CITED, linked())
    for network in (profile.citation_network, profile.author_network):
        assert not network.reason
        jaccard = network.profile.get("node_jaccard")
        assert jaccard is not None
        assert jaccard.value == 1
        assert {m.value for m in network.profile.measures if m.generated is not None and m.reference is not None} == {0.0}


def test_concentration_is_counted_as_by_hand() -> None:
    """Berg has three of six works, Holm and Tanaka two, four others one; three venues of two works and two of one."""
    profile = profiled(CITED)
    authors, venues = [3, 2, 2, 1, 1, 1, 1], [2, 2, 1, 1]
    assert measure(profile, "author_hhi").generated == pytest.approx(sum(n * n for n in authors) / 11**2)
    assert measure(profile, "author_simpson").generated == pytest.approx((6 + 2 + 2) / (11 * 10))
    # in ascending order 1 1 1 1 2 2 3: (-6 - 4 - 2 + 0 + 2*2 + 4*2 + 6*3) / (7 * 11)
    assert measure(profile, "author_gini").generated == pytest.approx(18 / 77)
    assert measure(profile, "venue_hhi").generated == pytest.approx(sum(n * n for n in venues) / 36)
    assert profile.authors == (Share("Berg, Nils", 3, 3), Share("Holm, Karin", 2, 2), Share("Tanaka, Yuki", 2, 2))
    assert [(s.given, s.reference) for s in profile.venues] == [(2, 2), (2, 2)]


def test_one_authors_works_only() -> None:
    alone = [
        {**c, "creators": ["Berg, Nils"], "title": f"On eels, part {n} of the sea", "doi": None} for n, c in enumerate(CITED)
    ]
    profile = profiled([{k: v for k, v in c.items() if v is not None} for c in alone])
    assert measure(profile, "author_hhi").generated == 1
    assert measure(profile, "author_simpson").generated == 1
    gini = measure(profile, "author_gini")
    assert (gini.value, gini.generated) == (None, None)
    assert "one name alone cannot be unequal" in gini.reason
    assert measure(profile, "author_simpson").value == pytest.approx(1 - 10 / 110)


def test_years_beside_those_of_the_list() -> None:
    profile = profiled(CITED[:5])
    first, middle, last, recent = (measure(profile, n) for n in ("first_year", "median_year", "last_year", "price_index"))
    assert (first.generated, first.reference, first.value) == (1985, 1979, 6)
    assert (middle.generated, middle.reference) == (2004, 2001)
    assert (last.generated, last.reference) == (2009, 2009)
    assert (recent.generated, recent.reference) == (2 / 5, 2 / 6)  # 2007 and 2009, for a work of 2011
    assert profile.decades[0] == Decade(1970, 0, 1)


def test_few_works_are_no_distribution() -> None:
    for name in MEASURES[:10]:
        found = measure(profiled(CITED[:4]), name)
        assert found.generated is None
        assert "fewer than 5 works" in found.reason


def test_without_a_reference_list_there_is_nothing_to_set_beside() -> None:
    profile = profiled(CITED, Library("library", (held(**work(citations=None)), *entities())))
    assert (profile.reference_works, profile.evidence) == (0, None)
    hhi = measure(profile, "author_hhi")
    assert (hhi.value, hhi.reference, hhi.reason) == (None, None, "reference list: no reference list of the work is known")
    assert hhi.generated is not None
    assert profile.author_network.profile.measures


def test_a_list_that_names_first_creators_only_is_set_beside_first_creators() -> None:
    def first(c: dict[str, object]) -> dict[str, object]:
        names = c["creators"]
        assert isinstance(names, list)
        return {**c, "creators": names[:1]}

    own = held("citations", **{**work(citations=[first(c) for c in CITED]), "id": "own"})
    profile = profiled(CITED, Library("library", (own, *entities())))
    assert measure(profile, "author_hhi").value == 0
    assert "first creators" in measure(profile, "author_hhi").reason
    assert profile.author_network.reason == "the reference list names first creators only"


def test_works_named_by_their_source_complete_what_a_string_does_not_say() -> None:
    raw = [f"{c['creators'][0]} ({c['date']}). {c['title']}. https://doi.org/{c['doi']}" for c in CITED]  # type: ignore[index]
    profile = profiled(raw)
    assert dict(profile.outcomes)[CitationOutcome.VERIFIED] == 6
    assert all(measure(profile, name).value == 0 for name in ("author_hhi", "venue_hhi", "median_year"))


def test_a_work_cited_twice_counts_once() -> None:
    profile = profiled([*CITED, CITED[0]])
    assert profile.duplicates == (("citations[6]", "citations[0]"),)
    assert measure(profile, "author_hhi").value == 0
    assert profile.works == 7


def test_central_works_left_out_are_named() -> None:
    profile = profiled(CITED[:5], linked())
    assert [(s.label, s.cited_by) for s in profile.missing] == [("Nets and their losses in winter", 5)]
    assert profile.missing[0].standing == 1


def test_an_invented_work_is_outside_the_neighbourhood_and_a_work_unknown_is_not_held_against_it() -> None:
    library = linked(complete=True)
    inside = measure(profiled([*CITED[:5], NEMO], library), "in_neighbourhood")
    assert (inside.value, inside.reason) == (5 / 6, "5 in the reference list, 1 outside")
    inside = measure(profiled([*CITED[:5], NEMO], linked()), "in_neighbourhood")
    assert (inside.value, inside.reason) == (1.0, "5 in the reference list, 1 not known")


def test_a_work_outside_the_list_that_cites_one_of_it_is_inside() -> None:
    extra: dict[str, object] = {"title": "Later news of the young eel", "creators": ["Berg, Nils"], "doi": "10.1234/later"}
    cites = {**CITES, "https://doi.org/10.1234/later": ["doi:10.1234/2"]}
    library = Library("library", (true_work(), *entities((*CITED, extra))), cites=cites)
    assert measure(profiled([*CITED, extra], library), "in_neighbourhood").value == 1
    aside = replace(library, cites={**CITES, "https://doi.org/10.1234/later": ["doi:10.9999/other"]})
    profile = profiled([*CITED, extra], aside)
    assert measure(profile, "in_neighbourhood").reason == "6 in the reference list, 1 outside"
    assert profile.apart == (("citations[6]", "Later news of the young eel"),)


@given(st.permutations([*CITED, CITED[2], NEMO]))
@settings(max_examples=25, deadline=None)
def test_the_order_of_citations_does_not_matter(order: Sequence[dict[str, object]]) -> None:
    library = linked(complete=True)
    assert without_places(profiled(order, library)) == without_places(profiled([*CITED, CITED[2], NEMO], library))


@pytest.mark.parametrize("reason", [r for r in Reason if r is not Reason.OFFLINE])
def test_a_source_that_does_not_answer_leaves_measures_undefined_and_is_told(reason: Reason) -> None:
    """It answers about works, and not about neighbourhoods."""
    down = Library("graphs", (), cites=CITES, broken=reason, offers=frozenset({"neighbourhood"}))
    comparison = compare_record(
        record(**work(citations=list(CITED))), sources(MemorySource("library", (true_work(), *entities())), down)
    )
    assert comparison.bibliography is not None
    assert comparison.bibliography.citation_network.reason == "no source holds a citation from one of these works to another"
    assert measure(comparison.bibliography, "mean_standing").value is None
    assert {c.source: c.state for c in comparison.consulted}["graphs"] == "unreachable"


def test_live_services_are_asked_about_few_works_and_never_about_the_whole_list() -> None:
    extra: list[dict[str, object]] = [
        {"title": f"Another study of the eel, number {n}", "creators": ["Ek, Bo"], "doi": f"10.5555/{n}"} for n in range(11)
    ]
    live = Library("live", (true_work(), *entities((*CITED, *extra))), as_of="")
    compared([*CITED, *extra[:LIVE_LIMIT]], live)
    assert len(live.asked) == 1 + LIVE_LIMIT
    live.asked.clear()
    compared([*CITED, *extra], live)
    assert len(live.asked) == 1  # the work itself


def test_a_bibliography_is_profiled_by_itself() -> None:
    works = [record(**{"id": f"w{n}", "kind": "work", **c}) for n, c in enumerate(CITED)]
    profile = compare_record(gather(works), sources(linked())).bibliography
    assert profile is not None
    assert dict(profile.outcomes)[CitationOutcome.VERIFIED] == 6
    clustering = profile.citation_network.profile.get("clustering")
    assert isinstance(clustering, Measure)
    assert clustering.generated is not None
    assert clustering.value is None
    assert profile.citation_network.reason == "no reference list is known: the bibliography alone"
