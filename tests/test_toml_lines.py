"""Lines of keys: a scan of the text must name the very place that the parser read."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.toml_lines import MAX_PARTS, Place, places

TEXT = '''# a comment with = and [brackets]
title = "one"   # x = 1
"quoted key" = 1
'single.quoted' = 2
a.b.c = 3
a . "b" . d = 4

[limits]
omission = 0.5
  indented = 1

[weights.work]
title = 1

[ weights . agent ]
name = 1

[[rule]]
id = "first"

[[rule]]
id = "second"
codes = [
  "x",  # = not a key
  "y", "z",
]
[rule.when]
kind = "work"

[inline]
point = { x = 1, y.z = 2, "w" = [ { v = 1 }, { v = 2 } ] }
long = """
fake = 1
[fake]
"quotes" and ""two"" and \\""" escaped"""
raw = \'\'\'
fake = 2 \\\'\'\'
edge = """ends in quotes"""""
after = 2026-11-30 07:00:00
"\\u0061" = 5
'''

EXPECTED: dict[Place, int] = {
    ("title",): 2,
    ("quoted key",): 3,
    ("single.quoted",): 4,
    ("a",): 5,
    ("a", "b"): 5,
    ("a", "b", "c"): 5,
    ("a", "b", "d"): 6,
    ("limits",): 8,
    ("limits", "omission"): 9,
    ("limits", "indented"): 10,
    ("weights",): 12,
    ("weights", "work"): 12,
    ("weights", "work", "title"): 13,
    ("weights", "agent"): 15,
    ("weights", "agent", "name"): 16,
    ("rule",): 18,
    ("rule", 0): 18,
    ("rule", 0, "id"): 19,
    ("rule", 1): 21,
    ("rule", 1, "id"): 22,
    ("rule", 1, "codes"): 23,
    ("rule", 1, "codes", 0): 24,
    ("rule", 1, "codes", 1): 25,
    ("rule", 1, "codes", 2): 25,
    ("rule", 1, "when"): 27,
    ("rule", 1, "when", "kind"): 28,
    ("inline",): 30,
    ("inline", "point"): 31,
    ("inline", "point", "x"): 31,
    ("inline", "point", "y"): 31,
    ("inline", "point", "y", "z"): 31,
    ("inline", "point", "w"): 31,
    ("inline", "point", "w", 0): 31,
    ("inline", "point", "w", 0, "v"): 31,
    ("inline", "point", "w", 1): 31,
    ("inline", "point", "w", 1, "v"): 31,
    ("inline", "long"): 32,
    ("inline", "raw"): 36,
    ("inline", "edge"): 38,
    ("inline", "after"): 39,
    ("inline", "a"): 40,
}


def test_every_key_of_a_text_with_all_forms_has_its_line() -> None:
    tomllib.loads(TEXT)  # the text is what it says it is
    assert places(TEXT) == EXPECTED


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n# comments", "   \t\n"])
def test_a_text_without_keys_has_no_places(text: str) -> None:
    assert places(text) == {}


def test_a_last_line_without_a_line_break_counts() -> None:
    assert places("a = 1\nb = 'x'") == {("a",): 1, ("b",): 2}


def test_a_key_of_many_parts_is_cut_and_not_quadratic() -> None:
    found = places(".".join(["a"] * 50_000) + " = 1")
    assert max(len(place) for place in found) == MAX_PARTS


_words = st.text("abcdefgh", min_size=1, max_size=4)
_strings = st.sampled_from(['"x"', "'y # z'", '"""\nk = 1\n"""', "'''\n[t]\n'''", '"a\\"b = 2"', '"""a"""""', "''"])
_scalars = st.one_of(st.integers().map(str), st.booleans().map(lambda b: str(b).lower()), _strings, st.just("1979-05-27"))
_values = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[\n  " + ",  # c\n  ".join(items) + "\n]"),
        st.dictionaries(_words, inner.filter(lambda v: "\n" not in v), max_size=3).map(
            lambda d: "{ " + ", ".join(f"{k} = {v}" for k, v in d.items()) + " }"
        ),
    ),
    max_leaves=6,
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[Place, int]]:
    """A text of tables with keys, and the lines on which the keys were written."""
    lines: list[str] = []
    expected: dict[Place, int] = {}
    for table, body in draw(st.dictionaries(_words, st.dictionaries(_words, _values, max_size=3), max_size=4)).items():
        lines += [draw(st.sampled_from(["", "# note = 1", "\t"])), f"[{table}]"]
        expected[(table,)] = len(lines)
        for key, value in body.items():
            expected[(table, key)] = len(lines) + 1
            lines += f"{key} = {value}".split("\n")
    return "\n".join(lines), expected


@given(documents())
def test_lines_agree_with_where_the_keys_were_written(made: tuple[str, dict[Place, int]]) -> None:
    text, expected = made
    found = places(text)
    assert {place: found[place] for place in expected} == expected


def _paths(value: object, place: Place = ()) -> list[Place]:
    if isinstance(value, dict):
        return [p for k, v in value.items() for p in ((*place, k), *_paths(v, (*place, k)))]
    if isinstance(value, list):
        return [p for i, v in enumerate(value) for p in ((*place, i), *_paths(v, (*place, i)))]
    return []


@given(documents())
def test_the_scan_and_the_parser_find_the_same_keys(made: tuple[str, dict[Place, int]]) -> None:
    text, _ = made
    wanted = {place for place in _paths(tomllib.loads(text)) if len(place) <= MAX_PARTS}
    assert {place for place in places(text) if len(place) < MAX_PARTS} >= {p for p in wanted if len(p) < MAX_PARTS}
    assert {p for p in places(text) if len(p) < MAX_PARTS} <= wanted
