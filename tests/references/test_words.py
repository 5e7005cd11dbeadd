"""Words for a search: nothing in them means anything to a query language."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gate.references.words import search_words


def test_words_stand_as_an_index_has_them() -> None:
    assert search_words("L’Europe & l'ANGUILLE: <i>étude</i> (2)") == ["l'europe", "l'anguille", "étude", "2"]
    assert search_words("Личинки угря") == ["личинки", "угря"]
    assert search_words("'?!\"") == []


def test_marks_over_two_letters_go_and_signs_that_are_a_part_of_the_script_stay() -> None:
    assert search_words("Istorii\ufe20a\ufe21 T\u0361Serkov\u02b9") == ["istoriia", "tserkov\u02b9"]
    assert search_words("हिन्दी साहित्य") == ["हिन्दी", "साहित्य"]


@given(st.text())
def test_any_title_gives_plain_words(title: str) -> None:
    for word in search_words(title):
        letters = "".join(c for c in word if unicodedata.category(c) not in ("Mn", "Mc"))
        assert re.fullmatch(r"[^\W_]*(?:'[^\W_]*)*", letters)
        assert re.search(r"[^\W_]", letters)
        assert word == word.lower()
