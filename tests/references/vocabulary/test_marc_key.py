"""MARC keys of authority records as fields of bibliographic ones: the cases of labelled/headings, and what is no key."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.references.vocabulary.marc_key import SubjectField, subject_field
from tests.shared import shared


def test_the_authority_to_6xx_cases() -> None:
    lines = shared("labelled", "headings", "kltng_marc_key_golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if "uncertain" not in case]
    assert len(cases) > 20
    for case in cases:
        found = subject_field(case["marcKey"], case["label"], case["authority"])
        wanted = case["expectText"] if case["expectStatus"] == "from-authority" else case["expectReason"]
        assert str(found) == wanted, case


@pytest.mark.parametrize(
    ("key", "label", "code", "wanted"),
    [
        ("150  $aEels", "Eels", "gnd", "650 _7 $a Eels $2 gnd"),
        ("150  $aEels", "Eels", "mesh", "650 _2 $a Eels"),
        ("151  $aOpéra (Paris)", "Opéra (Paris)", "lcsh", "651 _0 $a Opéra (Paris)"),
        ("1002 $aBusy, Berta", "Busy, Berta", "naf", "bad indicator"),
        ("150  $aEels$x", "Eels", "lcsh", "unparseable key"),
        ("", "Eels", "lcsh", "no key"),
    ],
)
def test_other_keys(key: str, label: str, code: str, wanted: str) -> None:
    assert str(subject_field(key, label, code)) == wanted


@given(st.text(), st.text(), st.sampled_from(["lcsh", "lcgft"]))
def test_whatever_it_is_given_it_answers(key: str, label: str, code: str) -> None:
    found = subject_field(key, label, code)
    assert isinstance(found, SubjectField | str)
