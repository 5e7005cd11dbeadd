"""Cells that a spreadsheet would run are text, and come back as they were."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.queue.cells import EXCEL_LIMIT, fitting, neutral, restored, visible

DANGEROUS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
TEXT = st.text(alphabet=st.characters(codec="utf-8") | st.sampled_from(list(DANGEROUS + "' \u202e\x00")), max_size=30)


@pytest.mark.parametrize("first", DANGEROUS)
@pytest.mark.parametrize("blanks", ["", " ", "\u00a0 "])
def test_what_begins_like_a_formula_becomes_text(first: str, blanks: str) -> None:
    if blanks and first in "\t\r\n":
        return
    cell = neutral(f"{blanks}{first}cmd|' /C calc'!A0")
    assert cell.startswith("'")
    assert restored(cell) == f"{blanks}{first}cmd|' /C calc'!A0"


@pytest.mark.parametrize("plain", ["", "Title", "'tis", "a=b", "1-2", "é", "'", "''quoted''"])
def test_other_text_stays_as_it_is(plain: str) -> None:
    assert neutral(plain) == plain
    assert restored(plain) == plain


@given(TEXT)
def test_no_cell_begins_like_a_formula_and_every_one_comes_back(text: str) -> None:
    cell = neutral(text)
    assert cell.lstrip(" \u00a0\u3000")[:1] not in set("=+-@\uff1d\uff0b\uff0d\uff20")
    assert cell[:1] not in set("\t\r\n")
    assert restored(cell) == visible(text)
    (row,) = csv.reader(io.StringIO(_written(cell), newline=""))
    assert row == [cell]


def _written(cell: str) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerow([cell])
    return buffer.getvalue()


def test_what_steers_or_cannot_be_written_is_made_visible() -> None:
    assert visible("a\x00b\u202ec\ud800d\x1b[31m\u2066") == "a<U+0000>b<U+202E>c<U+D800>d<U+001B>[31m<U+2066>"
    assert visible("שלום\u200f نستعلیق\u200c\n") == "שלום\u200f نستعلیق\u200c\n"
    visible("\ud800").encode("utf-8")


def test_a_long_cell_is_cut_and_says_so() -> None:
    cell = fitting("x" * 1_000_000)
    assert len(cell) == EXCEL_LIMIT
    assert cell.endswith(" ... [cut: 1,000,000 characters]")
    assert fitting("x" * EXCEL_LIMIT) == "x" * EXCEL_LIMIT
    accented = "e\u0301" * EXCEL_LIMIT
    assert not fitting(accented).removesuffix(" ... [cut: 65,534 characters]").endswith("e")
