"""Promises that hold for any values: an empty side is never a match, twins agree, order of sides does not matter."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.comparison.matching import compare, compare_lists, compare_work, describe, match_raw
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind, Statement
from gate.normalise import text as text_rules
from gate.properties import ValueType

COMPARED = tuple(t for t in ValueType if t not in (ValueType.TEXT, ValueType.CITATION, ValueType.IDENTIFIER))
TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(alphabet=st.characters(exclude_categories=["Cs"], min_codepoint=0xC0, max_codepoint=0x24F), max_size=12),
    st.lists(
        st.sampled_from(
            ["Deep", "learning", "of", "the", "Müller", "van", "Достоевский", "II", "2", "1899", ":", ",", "-", "α", "A."]
        ),
        max_size=6,
    ).map(" ".join),
)
NOTHING = st.text(alphabet=st.sampled_from(" \t.,;:!?—–-…'\"()[]/\u200b\u00ad"), max_size=6)


@pytest.mark.parametrize("type", COMPARED)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS, nothing=NOTHING)
def test_nothing_is_never_a_match_and_never_a_mismatch(type: ValueType, text: str, nothing: str) -> None:
    one, two = Statement("x", text), Statement("x", nothing)
    assert compare(type, one, two).same is None
    assert compare(type, two, one).same is None


@pytest.mark.parametrize("type", COMPARED)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_normal_forms_agree(type: ValueType, text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert compare(type, Statement("x", composed), Statement("x", decomposed)).same is not False


@pytest.mark.parametrize("type", [ValueType.TITLE, ValueType.NAME, ValueType.TERM])
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_a_value_is_itself(type: ValueType, text: str) -> None:
    comparable = bool(text_rules.key(text))
    found = compare(type, Statement("x", text), Statement("x", text)).same
    assert found is True if comparable else found is None


@pytest.mark.parametrize("type", COMPARED)
@settings(max_examples=60, deadline=None)
@given(one=TEXTS, two=TEXTS)
def test_sides_can_change_places(type: ValueType, one: str, two: str) -> None:
    there = compare(type, Statement("x", one), Statement("x", two))
    back = compare(type, Statement("x", two), Statement("x", one))
    assert there.same == back.same


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, max_size=5), st.lists(TEXTS, max_size=5))
def test_partners_are_one_to_one(one: list[str], two: list[str]) -> None:
    given_names, held = [Statement("creators", t) for t in one], [Statement("creators", t) for t in two]
    found = compare_lists(given_names, held)
    partners = [p for p in found.partners if p is not None]
    assert len(partners) == len(set(partners))
    assert set(found.missing) == set(range(len(held))) - set(partners)
    assert not found.unknown & set(found.extra)


FIELDS = st.dictionaries(
    st.sampled_from(["title", "creators", "date", "container", "volume", "pages", "doi", "isbn"]), TEXTS, max_size=6
)


@settings(max_examples=100, deadline=None)
@given(FIELDS, FIELDS, TEXTS)
def test_works_of_any_kind(one: dict[str, str], two: dict[str, str], raw: str) -> None:
    given_statements = [Statement(name, value, name) for name, value in one.items()]
    held = Entity("x", Kind.WORK, two.get("title", ""), tuple(Statement(name, value) for name, value in two.items()))
    found = compare_work(describe(given_statements), held)
    assert 0 <= found.fit <= 1
    assert found.level
    if not text_rules.key(one.get("title", "")) and not any(one.values()):
        assert found.kind is not Fit.SAME
    again = compare_work(describe(list(reversed(given_statements))), held)
    assert (again.kind, again.fit) == (found.kind, found.fit)
    assert match_raw(raw, held).level


@settings(max_examples=60, deadline=None)
@given(FIELDS)
def test_a_work_compared_with_itself_has_no_errors(fields: dict[str, str]) -> None:
    statements = [Statement(name, value, name) for name, value in fields.items()]
    held = Entity("x", Kind.WORK, fields.get("title", ""), tuple(Statement(name, value) for name, value in fields.items()))
    assert compare_work(describe(statements), held).kind in (Fit.SAME, Fit.UNDECIDABLE)
