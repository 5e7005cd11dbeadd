"""JSON as a stream: the same objects whatever the wrapping, the line breaks and the pieces it comes in."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.errors import SnapshotError
from gate.references.local import json_stream
from gate.references.local.json_stream import json_objects

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5) | st.sampled_from(["items", '"', "\\", "{[", "]}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.lists(st.dictionaries(st.sampled_from(["DOI", "title", "b", "\\", '"']), VALUES, min_size=1, max_size=3), min_size=1)
WRAPPINGS: dict[str, Callable[[list[dict[str, object]]], object]] = {
    "list": lambda found: found,
    "items": lambda found: {"total": 2, "facets": {"items": 1}, "items": found, "after": [{"x": 1}]},
    "message": lambda found: {"status": "ok", "message": {"facets": {}, "items": found, "query": {"a": []}}, "z": {}},
    "data": lambda found: {"meta": {"x": [1]}, "data": found},
}


def read(text: str, chunk: int = 1 << 20, line: int = 1 << 24) -> list[dict[str, object]]:
    with mock.patch.object(json_stream, "_CHUNK", chunk), mock.patch.object(json_stream, "_LONGEST_LINE", line):
        return list(json_objects(io.BufferedReader(io.BytesIO(text.encode())), "works.json"))


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@given(found=OBJECTS, indent=st.sampled_from([None, 1]), chunk=st.integers(1, 40), line=st.integers(1, 10))
@settings(deadline=None, max_examples=60)
def test_the_items_of_a_document_in_any_wrapping_and_any_pieces(
    wrapping: str, found: list[dict[str, object]], indent: int | None, chunk: int, line: int
) -> None:
    text = json.dumps(WRAPPINGS[wrapping](found), indent=indent, ensure_ascii=False).encode("utf-8", "replace").decode()
    assert read(text, chunk, line) == found or "\ud800" in text


@given(found=OBJECTS, chunk=st.integers(1, 40))
@settings(deadline=None, max_examples=60)
def test_one_object_a_line_or_one_after_another(found: list[dict[str, object]], chunk: int) -> None:
    lines = "\n".join(json.dumps(one) for one in found)
    assert read(lines) == found
    assert read("\n\n".join(json.dumps(one, indent=2) for one in found), chunk, 1) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "nonsense",
        '"a text"',
        '{"items": [{"a": 1}',
        '[{"a": 1}, {"b": ',
        '{"a": 1}} ',
        '[{"a": 1}] x',
        '{"a" 1}',
        '[{"a": tru}]',
        "{]",
    ],
)
@pytest.mark.parametrize("line", [1, 1 << 24])
def test_what_is_no_json_or_not_all_of_it_is_an_error_that_names_the_file(text: str, line: int) -> None:
    with pytest.raises(SnapshotError, match=r"^works.json.*: not JSON"):
        read(text + "\n", 7, line)
