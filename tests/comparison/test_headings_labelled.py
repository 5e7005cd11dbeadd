"""Headings on labelled cases: recorded look-ups, withdrawn headings, and the subjects of the TIB, as on the results page."""

from __future__ import annotations

import pytest

from benchmarks import headings
from gate.model import HeadingState
from tests.shared import shared


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch) -> None:
    root = shared("labelled", "headings").parent.parent
    monkeypatch.setattr(headings, "SHARED", root)
    monkeypatch.setattr(headings, "HEADINGS", root / "labelled" / "headings")


def test_the_recorded_look_ups_by_label() -> None:
    number, wrong = headings.lookups()
    assert number >= 20
    assert wrong == []


def test_withdrawn_headings_and_those_that_a_subset_lacks() -> None:
    tables = headings.changed()
    deprecated, missing = str(HeadingState.DEPRECATED), str(HeadingState.NOT_CHECKED)
    (_, cancelled, one), (_, deleted, two), (_, still, three), (_, gone, four) = tables
    # one LCCN stands twice in the first list and three FAST numbers in the second: the list is wrong there, not the heading
    assert (one[deprecated], cancelled) == (16, 17)
    assert (two[deprecated], deleted) == (83, 86)
    assert three == {str(HeadingState.AUTHORISED): still}
    assert four == {missing: gone}


def test_words_that_are_no_label_of_the_number_they_were_mapped_to() -> None:
    table, _ = headings.table_of_judgements(variants=True)
    conflicts = {judged: found[headings.UNKNOWN] + found[headings.ANOTHER] for judged, found in table.items()}
    assert (table["MEU"][headings.UNKNOWN], table["MEU"].total()) == (8, 9)
    assert conflicts["FP0"] + conflicts["FP1"] == 0
