"""A record comes back as it went in, whatever is in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.model import Identifier, Ignored, Kind, Note, Record, Statement
from gate.queue.record_codec import decode_record, encode_record
from gate.queue.text import searchable, storable

TEXT = st.text(alphabet=st.characters() | st.sampled_from(["\x00", "\ud800", "\udfff", "\u202e", '"', "\\"]), max_size=12)
IDENTIFIERS = st.builds(Identifier, TEXT, TEXT)
STATEMENTS = st.recursive(
    st.builds(
        Statement,
        TEXT,
        TEXT,
        TEXT,
        TEXT,
        TEXT,
        st.lists(TEXT, max_size=2).map(tuple),
        st.lists(IDENTIFIERS, max_size=2).map(tuple),
    ),
    lambda inner: st.builds(Statement, TEXT, TEXT, parts=st.lists(inner, max_size=3).map(tuple)),
    max_leaves=5,
)
RECORDS = st.builds(
    Record,
    st.sampled_from(Kind),
    TEXT,
    st.lists(STATEMENTS, max_size=3).map(tuple),
    TEXT,
    TEXT,
    st.integers(1, 10**9),
    st.lists(st.builds(Ignored, TEXT, TEXT), max_size=2).map(tuple),
    st.lists(st.builds(Note, TEXT, TEXT, TEXT, TEXT), max_size=2).map(tuple),
    st.binary(max_size=20),
    st.booleans(),
)


@settings(max_examples=100)
@given(RECORDS)
def test_no_record_loses_anything(record: Record) -> None:
    data = encode_record(record)
    assert data.isascii()
    again = decode_record(data, record.raw)
    assert again == record
    assert again.raw == record.raw
    assert encode_record(again) == data


@pytest.mark.parametrize(
    "data", [b"", b"[]", b'{"kind": 7}', b'{"kind": "work", "id": []}', b'{"kind": "work", "statements": {}}']
)
def test_what_was_not_written_here_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_record(data)


@given(st.text(alphabet=st.characters() | st.sampled_from(["\x00", "\ud800"]), max_size=60), st.integers(10, 40))
def test_text_of_a_list_can_be_stored_anywhere(text: str, limit: int) -> None:
    shown = storable(text, limit)
    assert len(shown) <= limit
    assert "\x00" not in shown
    shown.encode("utf-8")
    if text.isprintable() and len(text) <= limit:
        assert shown == text
    searchable(text, limit=limit).encode("utf-8")


def test_a_search_knows_no_case() -> None:
    assert searchable("Straße", "  ÉTUDE\n ") == "strasse étude"
