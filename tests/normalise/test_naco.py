"""Normal forms of headings against recorded vectors, and what must hold for any text."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.normalise.naco import heading_key, label_form, normalise, parts_of
from tests.shared import shared


def vectors(name: str) -> list[dict[str, str]]:
    lines = shared("labelled", "headings").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_recorded_naco_vectors() -> None:
    found = [v for v in vectors("evergreen_naco_normalize.jsonl") if "uncertain" not in v]
    assert len(found) >= 20
    # the vectors leave Korean taken apart; one canonical form is as good as the other
    pairs = [
        (normalise(v["input"], first_comma="first comma" in v["what"]), unicodedata.normalize("NFC", v["expected"]))
        for v in found
    ]
    assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_the_recorded_label_vectors() -> None:
    found = [v for v in vectors("kltng_normalize_vectors.jsonl") if "uncertain" not in v]
    assert len(found) >= 30
    assert [(v["input"], v["expected"], label_form(v["input"])) for v in found if label_form(v["input"]) != v["expected"]] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Motion pictures--Japan--History.", "motion pictures \u2014 Japan -- History"),
        ("\x98The \x9ccat", "Cat"),
        ("Québec (Province)", "Quebec (Province)"),
        ("Tolstoy, Leo, 1828-1910", "Tolstoy, Leo 1828 1910"),
    ],
)
def test_headings_that_a_catalogue_takes_for_one(one: str, other: str) -> None:
    assert heading_key(one) == heading_key(other) != ""


@pytest.mark.parametrize(("one", "other"), [("Drew, George", "Drew George"), ("C++", "C"), ("Cats--History", "Cats History")])
def test_headings_that_stay_apart(one: str, other: str) -> None:
    assert heading_key(one) != heading_key(other)


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    key = heading_key(text)
    assert heading_key(key) == key
    assert label_form(label_form(text)) == label_form(text)
    assert all(part == part.strip() for part in parts_of(text))
