from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.stress.json_answers import Form, one_text, parse, texts

KEYS = frozenset({"noun_list", "verb_list"})


@pytest.mark.parametrize(
    ("text", "form", "value"),
    [
        ('{"noun_list": ["a"]}', Form.OBJECT, {"noun_list": ["a"]}),
        ('Sure! Here it is:\n```json\n{"noun_list": ["a"]}\n```\nAnything else?', Form.OBJECT, {"noun_list": ["a"]}),
        ('I use {braces}. {"x": 1} {"noun_list": ["{"]}', Form.OBJECT, {"noun_list": ["{"]}),
        ('{"answer": 1, "more": 2} {"verb_list": []}', Form.OBJECT, {"verb_list": []}),
        ('{"noun_list": ["a", "b", "unfin', Form.TRUNCATED, {"noun_list": ["a", "b"]}),
        ('{"noun_list": ["a"], "verb_list"', Form.TRUNCATED, {"noun_list": ["a"]}),
        ("I'm sorry, but I don't have access to this text.", Form.REFUSAL, {}),
        ("import json\nprint(json.dumps(roget[238]))", Form.CODE, {}),
        ("dextrality, right, right hand", Form.NOTHING, {}),
        (" \n", Form.EMPTY, {}),
    ],
)
def test_what_an_answer_holds(text: str, form: Form, value: dict[str, object]) -> None:
    found = parse(text, KEYS)
    assert (found.form, found.value) == (form, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["a", " b ", "a", None, True, 3, {"name": "n"}, ["x", "y"]], ("a", "b", "3", "n", "x", "y")),
        ("a; b, c", ("a", "b, c")),
        ("a, b", ("a", "b")),
        ({"k": ["a"], "l": "b"}, ("a", "b")),
        (None, ()),
        (False, ()),
        (7, ("7",)),
    ],
)
def test_a_field_of_any_type(value: object, expected: tuple[str, ...]) -> None:
    assert texts(value) == expected


def test_one_value() -> None:
    assert one_text("Paris, France") == "Paris, France"
    assert one_text(["x", "y"]) == "x"
    assert one_text(None) == ""


@given(st.text(alphabet='{}[]",:a\\ \n1'))
def test_nothing_makes_it_fail(text: str) -> None:
    parse(text, KEYS)


@given(st.dictionaries(st.text(), st.recursive(st.text() | st.integers(), st.lists, max_leaves=5)), st.integers(1, 60))
def test_a_cut_off_object_never_gives_what_was_not_said(value: dict[str, object], cut: int) -> None:
    import json

    text = json.dumps(value)
    found = parse(text[:-cut], frozenset(value))
    assert set(found.value) <= set(value) or found.form is not Form.TRUNCATED
