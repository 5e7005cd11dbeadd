"""What the reference holds and the record lacks."""

from gate.comparison import compare_record
from tests.sources import MemorySource, sources
from tests.things import held, person, record, work


def omitted(fields: dict[str, object], reference: dict[str, object]) -> list[tuple[str, str]]:
    comparison = compare_record(record(**fields), sources(MemorySource("reference", (held(**reference),))))
    return [(o.property, o.fact.value) for o in comparison.omissions]


def test_a_missing_fact_is_listed() -> None:
    assert omitted(person(birth_place=None), person()) == [("birth_place", "Graz")]


def test_every_missing_value_of_many_is_listed() -> None:
    assert omitted(person(influenced_by=["Anton Velde"]), person()) == [("influenced_by", "Sophie Marchand")]


def test_a_wrong_value_is_no_omission() -> None:
    assert omitted(person(death="1801"), person()) == []


def test_et_al_stands_for_the_names_left_out() -> None:
    draft = work(creators=["Lindqvist, Astrid", "et al."])
    assert omitted(draft, work()) == []


def test_a_missing_creator_is_listed() -> None:
    assert omitted(work(creators=["Lindqvist, Astrid"]), work()) == [("creators", "Moreau, Paul")]


def test_an_unanchored_record_omits_nothing_known() -> None:
    assert omitted(work(title="Nobody wrote this", doi=None, creators=["Nemo, A."]), work()) == []
