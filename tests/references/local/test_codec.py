"""Entities as bytes and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Entity, Identifier, Kind, Statement
from gate.references.local.codec import Coded, decode, encode

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
identifiers = st.lists(st.builds(Identifier, text, text), max_size=3).map(tuple)
plain = st.builds(Statement, text, text, role=text, lang=text)
statements = st.recursive(
    plain,
    lambda inner: st.builds(
        Statement, text, text, role=text, lang=text, forms=st.lists(text, max_size=3).map(tuple), identifiers=identifiers,
        parts=st.lists(inner, max_size=3).map(tuple),
    ),
    max_leaves=6,
)  # fmt: skip
entities = st.builds(
    Entity, text, st.sampled_from(Kind), text, st.lists(statements, max_size=4).map(tuple), st.frozensets(text, max_size=2),
    st.frozensets(text, max_size=2),
)  # fmt: skip


@given(entities)
def test_what_goes_in_comes_out(entity: Entity) -> None:
    assert decode(encode(entity)) == entity


@given(entities)
def test_equal_entities_have_equal_bytes(entity: Entity) -> None:
    assert encode(decode(encode(entity))) == encode(entity)


def test_lone_surrogates_become_question_marks() -> None:
    entity = Entity("x", Kind.WORK, "a\ud800", (Statement("title", "\udfff", forms=("\ud800",)),))
    assert decode(encode(entity)) == Entity("x", Kind.WORK, "a?", (Statement("title", "?", forms=("?",)),))


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{}", b"[]", b"3", b'"x"', b"[1,2,3,4]", b'["x","work","l"]', b'["x","cat","l",[]]', b'["x","work","l",{}]'),
        *(b'["x","work","l",[["title"]]]', b'["x","work","l",[["title",3]]]', b'["x","work","l",["title"]]'),
        *(b'["x","work","l",[["t","v","r","l",[3]]]]', b'["x","work","l",[["t","v","r","l",["f"],[],"p"]]]'),
        *(b'["x","work","l",[],"flag"]', b'["x","work","l",[],[1]]', b'["x","work","l",[],[],[],[]]'),
        b'["x","work","l",[["t","v","r","l",[],[],[["t"]]]]]',
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        decode(data)


def test_one_statement_is_decoded_without_the_others() -> None:
    cites = tuple(Statement("citations", "", parts=(Statement("doi", f"10.1000/{n}"),)) for n in range(3))
    entity = Entity("w", Kind.WORK, "A work", (Statement("title", "A work"), *cites))
    coded = Coded(encode(entity))
    assert coded.one("citations", 2) == ("w", cites[2])
    assert coded.entity() == entity
    assert coded.one("citations", 0) == ("w", cites[0])
    with pytest.raises(ValueError, match="not so many"):
        Coded(encode(entity)).one("citations", 3)
    assert Coded(encode(entity), frozenset({"citations"})).entity().complete_for == {"citations"}
