"""The seven outcomes of a claim, each from the sources that lead to it."""

from dataclasses import replace

import pytest

from gate.comparison import compare_record
from gate.model import ClaimResult, Entity, Identifier, Outcome, Reason, Role, Statement
from tests.sources import MemorySource, sources
from tests.things import concept, held, person, record, work


def outcome(fields: dict[str, object], path: str, *held_by: MemorySource) -> ClaimResult:
    comparison = compare_record(record(**fields), sources(*held_by))
    (found,) = [c for c in comparison.claims if c.claim.path == path]
    return found


def reference(*entities: Entity, **more: object) -> MemorySource:
    return MemorySource("reference", entities, **more)  # type: ignore[arg-type]


def oracle(*entities: Entity, **more: object) -> MemorySource:
    return MemorySource("oracle", entities, role=Role.ORACLE, **more)  # type: ignore[arg-type]


CLOSED = held("nouns", "verbs", "adjectives", **concept())


@pytest.mark.parametrize("fields", [work(), person(), concept()])
def test_a_record_compared_with_itself_is_fully_supported(fields: dict[str, object]) -> None:
    comparison = compare_record(record(**fields), sources(reference(held(**fields))))
    assert {c.outcome for c in comparison.claims} == {Outcome.SUPPORTED}
    assert not comparison.omissions
    assert {c.outcome for c in comparison.citations} <= {"verified"}
    assert comparison.generated.edges == comparison.reference.edges


def test_another_date_contradicts() -> None:
    result = outcome(person(death="1889-10-30"), "death", reference(held(**person())))
    assert (result.outcome, result.held) == (Outcome.CONTRADICTED, "1879-10-30")
    assert result.evidence[0].source == "reference"


def test_a_year_is_supported_by_a_full_date() -> None:
    assert outcome(person(death="1879"), "death", reference(held(**person()))).outcome is Outcome.SUPPORTED


def test_a_replaced_creator_is_contradicted_and_the_others_stand() -> None:
    draft = work(creators=[{"family": "Lindqvist", "given": "Astrid"}, {"family": "Petrov", "given": "Ivan"}])
    source = reference(held(**work()))
    assert outcome(draft, "creators[0]", source).outcome is Outcome.SUPPORTED
    replaced = outcome(draft, "creators[1]", source)
    assert replaced.outcome is Outcome.CONTRADICTED
    assert "Moreau" in replaced.held


def test_one_creator_more_than_the_source_names_is_not_accused() -> None:
    draft = work(creators=["Lindqvist, Astrid", "Moreau, Paul", "Petrov, Ivan"])
    assert outcome(draft, "creators[2]", reference(held(**work()))).outcome is Outcome.SILENT


def test_swapped_order_is_supported_with_a_note() -> None:
    draft = work(creators=["Moreau, Paul", "Lindqvist, Astrid"])
    levels = [outcome(draft, f"creators[{i}]", reference(held(**work()))).level for i in (0, 1)]
    assert any(level.endswith("first place differs") for level in levels)


def test_a_term_that_a_closed_list_and_the_second_source_lack_is_fabricated() -> None:
    draft = concept(nouns=["slowness", "quantum inertia"])
    assert outcome(draft, "nouns[1]", reference(CLOSED), oracle(held(**concept()))).outcome is Outcome.FABRICATED


def test_a_term_that_the_second_source_has_is_extra() -> None:
    draft = concept(nouns=["slowness", "snail's pace"])
    wider = held(**concept(nouns=["slowness", "snail's pace"]))
    result = outcome(draft, "nouns[1]", reference(CLOSED), oracle(wider))
    assert (result.outcome, result.evidence[0].source) == (Outcome.EXTRA, "oracle")


def test_without_a_second_source_nothing_is_fabricated() -> None:
    draft = concept(nouns=["slowness", "quantum inertia"])
    assert outcome(draft, "nouns[1]", reference(CLOSED)).outcome is Outcome.NOT_ASSESSED


@pytest.mark.parametrize("reason", list(Reason))
def test_with_the_second_source_down_nothing_is_fabricated(reason: Reason) -> None:
    draft = concept(nouns=["slowness", "quantum inertia"])
    result = outcome(draft, "nouns[1]", reference(CLOSED), oracle(held(**concept()), broken=reason))
    assert result.outcome is Outcome.NOT_ASSESSED
    assert "oracle" in result.reason


def test_a_second_source_that_does_not_know_the_concept_says_nothing() -> None:
    draft = concept(nouns=["slowness", "quantum inertia"])
    other = held(**concept(id="c2", heading="Gravity"))
    assert outcome(draft, "nouns[1]", reference(CLOSED), oracle(other)).outcome is Outcome.NOT_ASSESSED


def test_an_open_list_is_silent_on_what_it_lacks() -> None:
    result = outcome(person(influenced_by=["Anton Velde", "Greta Olsen"]), "influenced_by[1]", reference(held(**person())))
    assert result.outcome is Outcome.SILENT
    assert "Anton Velde" in result.held


def test_a_property_the_source_does_not_have_is_silent() -> None:
    assert outcome(person(death_place="Linz"), "death_place", reference(held(**person()))).outcome is Outcome.SILENT


def test_one_source_that_supports_outweighs_one_that_differs() -> None:
    other = MemorySource("second", (held(**person(death="1880-01-01")),))
    assert outcome(person(), "death", other, reference(held(**person()))).outcome is Outcome.SUPPORTED


def test_an_oracle_can_confirm_what_a_reference_denies_and_never_accuse() -> None:
    result = outcome(person(death="1880-01-01"), "death", reference(held(**person())), oracle(held(**person(death="1880-01-01"))))
    assert (result.outcome, result.reason) == (Outcome.EXTRA, "the sources disagree")
    accused = outcome(person(), "death", reference(held(**person(death=None))), oracle(held(**person(death="1801-01-01"))))
    assert accused.outcome is Outcome.SILENT


def test_names_in_scripts_that_share_no_form_are_not_comparable() -> None:
    source = reference(held(**work(creators=["Достоевский, Фёдор", "Moreau, Paul"])))
    result = outcome(work(creators=["李 明", "Moreau, Paul"]), "creators[0]", source)
    assert result.outcome is Outcome.NOT_COMPARABLE


def test_an_unanchored_record_is_not_assessed() -> None:
    result = outcome(work(title="Nobody wrote this", doi="10.1/x", creators=["Nemo, A."]), "date", reference(held(**work())))
    assert result.outcome is Outcome.NOT_ASSESSED


def test_another_works_doi_is_contradicted_with_its_owner() -> None:
    other = held(
        **work(id="w2", title="Lighthouse keeping for beginners", doi="10.1234/light", creators=["Hansen, Ole"], citations=None)
    )
    result = outcome(work(doi="10.1234/light"), "doi", reference(held(**work()), other))
    assert (result.outcome, result.held) == (Outcome.CONTRADICTED, "Lighthouse keeping for beginners")


def test_prose_is_no_claim_to_compare() -> None:
    comparison = compare_record(record(**work(abstract="Eels swim.")), sources(reference(held(**work()))))
    assert not [c for c in comparison.claims if c.claim.property == "abstract"]


def test_the_address_that_a_source_knows_the_thing_by_is_supported() -> None:
    entity = replace(held(**concept()), id="http://example.org/c1")
    given = Statement("identifiers", "http://example.org/c1", "uri", identifiers=(Identifier("iri", "http://example.org/c1"),))
    other = Statement("identifiers", "http://example.org/c2", "other", identifiers=(Identifier("iri", "http://example.org/c2"),))
    plain = record(**concept())
    comparison = compare_record(replace(plain, statements=(*plain.statements, given, other)), sources(reference(entity)))
    found = {c.claim.path: c.outcome for c in comparison.claims}
    assert (found["uri"], found["other"]) == (Outcome.SUPPORTED, Outcome.SILENT)
