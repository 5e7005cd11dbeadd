"""Where values stand in a JSON text."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from gate.model import Record
from gate.records import read_bytes
from gate.records.readers.json_places import members
from gate.settings import Settings

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=5), st.sampled_from([None, 1]))
def test_every_member_is_found_where_it_stands(value: dict[str, object], indent: int | None) -> None:
    text = json.dumps(value, indent=indent).encode()
    found = members(text, ())
    assert {name: json.loads(raw) for name, raw in found.items()} == value
    assert all(raw in text and raw == raw.strip() for raw in found.values())


@given(st.lists(VALUES, max_size=6))
def test_members_of_a_list_below_a_key_are_numbered(values: list[object]) -> None:
    text = json.dumps({"other": ["{", "]", '"'], "message": {"items": values}}).encode()
    assert [json.loads(raw) for raw in members(text, ("message", "items")).values()] == values


def test_of_a_key_given_twice_the_last_counts() -> None:
    assert members(b'{"a": [1], "a": [2, 3]}', ("a",)) == {0: b"2", 1: b"3"}


def test_what_is_not_there_or_not_json_gives_nothing() -> None:
    for text in (b"", b"7", b'{"a": ', b"{a: 1}", b'{"a" 1}', b"[1 2]", b'{"a": {"b": 1}}'):
        assert members(text, ("b",)) == {}
    assert members(b"[1 2]", ()) == {}


def raws(data: bytes, format: str) -> list[bytes]:
    return [r.raw for r in read_bytes(data, "f.json", format, settings=Settings()) if isinstance(r, Record)]


def test_records_in_a_wrapper_keep_their_own_bytes() -> None:
    data = b'{"records": [ {"title":  "A", "date": "1999"},\n {"title": "B\\u00e9"} ]}'
    assert raws(data, "json") == [b'{"title":  "A", "date": "1999"}', b'{"title": "B\\u00e9"}']


def test_items_of_a_crossref_answer_keep_their_own_bytes() -> None:
    one = b'{"DOI": "10.1000/1", "title": ["A"], "type":"book"}'
    listed = b'{"status": "ok", "message-type": "work-list", "message": {"facets": {}, "items": [' + one + b"]}}"
    assert raws(listed, "csl") == [one]
    assert raws(b'{"status":"ok","message-type":"work","message": ' + one + b"}", "csl") == [one]
    assert raws(b'{"x1": {"type": "book", "title": "A"}, "x2": {"type":"book","title":"B"}}', "csl") == [
        b'{"type": "book", "title": "A"}',
        b'{"type":"book","title":"B"}',
    ]
