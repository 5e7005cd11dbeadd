"""Words for a search: nothing in them means anything to a query language."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gate.references.words import search_words


def test_words_stand_as_an_index_has_them() -> None:
    assert search_words("L’Europe & l'ANGUILLE: <i>étude</i> (2)") == ["l'europe", "l'anguille", "étude", "2"]
    assert search_words("Личинки угря") == ["личинки", "угря"]
    assert search_words("'?!\"") == []


@given(st.text())
def test_any_title_gives_plain_words(title: str) -> None:
    for word in search_words(title):
        assert re.fullmatch(r"[^\W_]+(?:'[^\W_]+)*", word)
        assert word == word.lower()
