"""Plain JSON with something wrong in it: each fault costs only itself."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.model import Note, Record, Statement, Unreadable
from gate.records import read_bytes
from gate.settings import Settings


def read(data: object, name: str = "f.json") -> list[Record | Unreadable]:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return list(read_bytes(raw, name, "json", settings=Settings()))


def one(data: object) -> Record:
    (record,) = read(data)
    assert isinstance(record, Record)
    return record


def said(data: object) -> set[tuple[str, str, str]]:
    return {(s.property, s.value, s.path) for s in one(data).statements}


# the three kinds, in the field names of this project


@pytest.mark.parametrize(
    ("data", "path", "detail"),
    [
        ({"title": True}, "title", "true or false where text is expected"),
        ({"title": 5}, "title", "a number where text is expected"),
        ({"title": {"x": 1}}, "title", "an object where text is expected"),
        ({"title": [["a"]]}, "title[0]", "a list where text is expected"),
        ({"creators": [5]}, "creators[0]", "a number where a name is expected"),
        ({"creators": [{"x": 1}]}, "creators[0]", "an object where a name is expected"),
        ({"date": False}, "date", "true or false where a date is expected"),
        ({"date": {"x": 1}}, "date", "an object where a date is expected"),
        ({"date": 19.5}, "date", "a number where a date is expected"),
        ({"volume": 10**30}, "volume", "a number out of range where text is expected"),
        ({"citations": [1]}, "citations[0]", "a number where a citation is expected"),
        ({"citations": [{"x": 1}]}, "citations[0]", "an object where a citation is expected"),
        ({"authors": [{"name": "x", "orcid": "0000"}]}, "authors[0].orcid", "not in the form of orcid"),
    ],
)
def test_values_of_the_wrong_type_cost_only_themselves(data: dict[str, object], path: str, detail: str) -> None:
    record = one({**data, "abstract": "kept"})
    assert ("value-unreadable", path, detail) in {(n.code, n.path, n.detail) for n in record.notes}
    assert record.first("abstract") == Statement("abstract", "kept", "abstract")


# the traps of JSON


def test_of_doubled_keys_the_last_is_read_and_noted() -> None:
    record = one(b'{"title": "a", "citations": [{"doi": "10.1/x", "doi": "10.1/y"}], "title": "b"}')
    assert record.first("title") == Statement("title", "b", "title")
    assert {(n.code, n.path, n.value) for n in record.notes} == {
        ("duplicate-key", "title", "b"),
        ("duplicate-key", "citations[0].doi", "10.1/y"),
    }


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 25, "9" * 5000])
def test_numbers_that_are_none_cost_only_themselves(number: str) -> None:
    record = one(f'{{"title": "t", "volume": {number}}}'.encode())
    assert record.statements == (Statement("title", "t", "title"),)
    assert [(n.code, n.path) for n in record.notes] == [("value-unreadable", "volume")]


def test_lone_surrogates_are_kept_out() -> None:
    record = one(rb'{"title": "a\ud800b", "\udc00": 1, "abstract": "\ud83d\ude00"}')
    assert record.first("title") == Statement("title", "a\ufffdb", "title")
    assert record.first("abstract") == Statement("abstract", "\U0001f600", "abstract")
    assert ("encoding-doubtful", "title") in {(n.code, n.path) for n in record.notes}
    repr(record).encode("utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_unicode_encodings_are_told_apart(encoding: str) -> None:
    record = one('{"title": "Élan 漢"}'.encode(encoding))
    assert record.first("title") == Statement("title", "Élan 漢", "title")
    assert record.notes == ()


def test_bytes_that_are_no_utf8_are_read_with_a_doubt() -> None:
    first, second = read(b'[{"title": "\xc9lan"}, {"title": "\xc3\x89lan"}]')
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.statements, first.notes) == (
        (Statement("title", "Élan", "title"),),
        (Note("encoding-doubtful", "", "", "not UTF-8; read as Windows-1252"),),
    )
    assert (second.statements, second.notes) == ((Statement("title", "Élan", "title"),), ())


def test_line_breaks_inside_strings_are_borne() -> None:
    assert one(b'{"title": "a\n\tb"}').first("title") == Statement("title", "a\n\tb", "title")


def test_the_bytes_of_each_record_are_kept() -> None:
    data = b'[{"title": "a"},\n {"title" : "b"}]'
    assert [r.raw for r in read(data) if isinstance(r, Record)] == [b'{"title": "a"}', b'{"title" : "b"}']


# properties

KEY_WORDS = (
    "title authors creators editors date year doi isbn identifiers journal publisher volume pages keywords citations references"
    " type kind id name names birth death dates places influenced_by occupations heading nouns prefLabel altLabel broader words"
    " url note x"
)
INNER_WORDS = (
    "name family given role orcid id value label title year doi date-parts place type en de raw issn @value @language wikidata"
)
KEYS = st.sampled_from(KEY_WORDS.split())
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["10.1000/1", "1991", "Smith, Z.", "et al.", "a; b and c", "0000-0002-1825-0097", "work", "1724-1804"]),
)
INNER_KEYS = st.sampled_from(INNER_WORDS.split())
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.one_of(INNER_KEYS, KEYS), inner, max_size=4)),
    max_leaves=8,
)
RECORDS = st.dictionaries(st.one_of(KEYS, st.text(max_size=5)), VALUES, max_size=6)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(RECORDS)
def test_any_value_in_any_field_is_read_or_noted(data: dict[str, object]) -> None:
    record = one(data)
    repr(record).encode("utf-8")
    for statement in record.statements:
        assert statement.value.strip()
        assert statement.path


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(RECORDS, st.randoms())
def test_the_order_of_keys_makes_no_difference(data: dict[str, object], random: Random) -> None:
    def shuffled(value: object) -> object:
        if isinstance(value, dict):
            pairs = [(k, shuffled(v)) for k, v in value.items()]
            random.shuffle(pairs)
            return dict(pairs)
        return [shuffled(v) for v in value] if isinstance(value, list) else value

    one_way, other_way = one(data), one(shuffled(data))
    assert one_way.statements == other_way.statements
    assert set(one_way.ignored) == set(other_way.ignored)
    assert {(n.code, n.path) for n in one_way.notes} == {(n.code, n.path) for n in other_way.notes}
    assert (one_way.id, one_way.kind) == (other_way.id, other_way.kind)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_end_in_records_or_named_faults(data: bytes) -> None:
    for prefix in (b"", b"{", b'[{"title": "a"}, ', b'{"title": "a"}\n'):
        found = read(prefix + data)
        assert found
        assert all(r.file == "f.json" for r in found)
