"""What a record is about: four states, identifiers first, and a margin over the runner-up."""

import pytest

from gate.comparison.anchor import find_anchor
from gate.model import AnchorState, Identifier, Kind, Reason
from tests.sources import MemorySource
from tests.things import concept, held, person, record, work

WORK = held(**work())
PERSON = held(**person())
OTHER = held(
    **work(id="w2", title="Lighthouse keeping for beginners", doi="10.1234/light", creators=["Hansen, Ole"], citations=None)
)


def library(*entities: object, **more: object) -> MemorySource:
    return MemorySource("library", tuple(entities), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("fields", [work(), person(), concept()])
def test_a_true_record_is_anchored(fields: dict[str, object]) -> None:
    anchor = find_anchor(record(**fields), [library(held(**fields))])
    assert anchor.state is AnchorState.ANCHORED
    assert anchor.entity is not None


def test_by_identifier_before_search() -> None:
    anchor = find_anchor(record(**work()), [library(WORK)])
    assert anchor.candidates[0].level == "same identifier (doi)"


def test_without_identifier_by_search() -> None:
    anchor = find_anchor(record(**work(doi=None)), [library(WORK, OTHER)])
    assert anchor.state is AnchorState.ANCHORED
    assert anchor.entity == WORK


def test_a_real_identifier_with_another_works_title_is_a_conflict_and_no_match() -> None:
    anchor = find_anchor(record(**work(doi="10.1234/light")), [library(WORK, OTHER)])
    assert anchor.entity == WORK
    assert anchor.conflict is not None
    assert anchor.conflict[0] == "doi"
    assert anchor.conflict[1].entity == OTHER


def test_conflict_with_nothing_held_leaves_the_record_unanchored() -> None:
    anchor = find_anchor(record(**work(doi="10.1234/light")), [library(OTHER)])
    assert anchor.state is AnchorState.ABSENT
    assert anchor.conflict is not None


def test_two_namesakes_are_ambiguous() -> None:
    one = held(**person(id="a", identifiers=None, birth_place=None, influenced_by=None, field_of_work=None))
    two = held(**person(id="b", identifiers=None, birth_place=None, influenced_by=None, field_of_work=None))
    anchor = find_anchor(record(**person(identifiers=None)), [library(one, two)])
    assert anchor.state is AnchorState.AMBIGUOUS
    assert len(anchor.candidates) == 2


def test_a_name_alone_anchors_nobody() -> None:
    anchor = find_anchor(record(kind="agent", name="Ludmila Farrow"), [library(PERSON)])
    assert anchor.state is AnchorState.AMBIGUOUS
    assert "only the name fits" in anchor.reason


def test_a_namesake_with_other_dates_is_not_taken_for_the_person() -> None:
    draft = record(kind="agent", name="Ludmila Farrow", birth="1950-01-01", death="2001-01-01")
    assert find_anchor(draft, [library(PERSON)]).state is AnchorState.AMBIGUOUS


def test_nothing_held_is_absent_and_says_who_was_asked() -> None:
    anchor = find_anchor(record(**work(title="Nobody wrote this", doi="10.1234/none", creators=["Nemo, A."])), [library(WORK)])
    assert anchor.state is AnchorState.ABSENT
    assert [c.source for c in anchor.consulted] == ["library"]


@pytest.mark.parametrize("reason", list(Reason))
def test_a_source_that_fails_makes_it_not_assessed(reason: Reason) -> None:
    anchor = find_anchor(record(**work()), [library(WORK, broken=reason)])
    assert anchor.state is AnchorState.NOT_ASSESSED
    assert str(reason) in anchor.reason


def test_one_source_down_and_another_silent_is_not_absent() -> None:
    down = MemorySource("down", (WORK,), broken=Reason.NETWORK)
    anchor = find_anchor(record(**work()), [down, library(OTHER)])
    assert anchor.state is AnchorState.NOT_ASSESSED


def test_no_source_for_the_kind() -> None:
    assert find_anchor(record(**work()), []).state is AnchorState.NOT_ASSESSED


def test_the_anchor_is_found_in_every_source_that_holds_it() -> None:
    other = MemorySource("other", (WORK,))
    anchor = find_anchor(record(**work()), [library(WORK), other])
    assert {c.evidence.source for c in anchor.same} == {"library", "other"}


def test_an_issn_never_anchors_a_work() -> None:
    journal = held(**work(id="j", title="Lighthouse keeping for beginners", doi=None, issn="1234-5679", citations=None))
    assert Identifier("issn", "1234-5679") is not None
    anchor = find_anchor(record(kind="work", title="Something else entirely", issn="1234-5679"), [library(journal)])
    assert anchor.state is AnchorState.ABSENT
    assert anchor.conflict is None


def test_kinds_do_not_mix() -> None:
    assert find_anchor(record(**concept()), [library(WORK, PERSON)]).state is AnchorState.ABSENT
    assert PERSON.kind is Kind.AGENT
