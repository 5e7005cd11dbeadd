"""The three features, by hand; each says what it is computed from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.errors import UsageError
from gate.semantic import NoEmbedding
from gate.semantic.features import FEATURES, LEXICAL, Basis, chosen, edit_distance, matrix, token_jaccard
from tests.semantic.doubles import Letters


def test_token_jaccard_by_hand() -> None:
    assert token_jaccard("Karl Marx", "Marx, Karl") == 1
    assert token_jaccard("the life of Marx", "the death of Marx") == 3 / 5
    assert token_jaccard("Hegel", "Marx") == 0
    assert token_jaccard("!", "?") == 0
    assert token_jaccard("", "") == 1


def test_edit_distance_by_hand() -> None:
    assert edit_distance("kitten", "sitting") == pytest.approx(3 / 7)
    assert edit_distance("Ångström", "angstrom") == 0
    assert edit_distance("abc", "") == 1


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_lexical_features_are_symmetric_shares_and_know_equal_texts(left: str, right: str) -> None:
    for feature in (token_jaccard, edit_distance):
        assert 0 <= feature(left, right) <= 1
        assert feature(left, right) == feature(right, left)
    assert token_jaccard(left, left) == 1
    assert edit_distance(left, left) == 0


def test_the_matrix_has_a_row_a_pair_and_a_column_a_feature() -> None:
    pairs = [("Karl Marx", "Marx, Karl"), ("Hegel", "Marx"), ("kitten", "sitting")]
    found = matrix(pairs, tuple(FEATURES), Letters())
    assert found.shape == (3, 3)
    assert found[0, 0] == 1
    assert found[2, 1] == pytest.approx(3 / 7)
    assert found[0, 2] > found[1, 2]
    assert matrix([], tuple(FEATURES), Letters()).shape == (0, 3)


def test_lexical_features_need_no_embedding() -> None:
    assert matrix([("a", "b")], LEXICAL, NoEmbedding()).shape == (1, 2)
    with pytest.raises(UsageError, match="no embedding"):
        matrix([("a", "b")], ("cosine",), NoEmbedding())


def test_every_feature_says_what_it_is_computed_from() -> None:
    assert {name: feature.basis for name, feature in FEATURES.items()} == {
        "token_jaccard": {Basis.TOKENS},
        "edit_distance": {Basis.CHARACTERS},
        "cosine": {Basis.MEANING},
    }


def test_features_are_taken_in_one_order_and_an_unknown_one_is_refused() -> None:
    assert chosen(["cosine", "token_jaccard"]) == ("token_jaccard", "cosine")
    with pytest.raises(UsageError, match="no feature length; there are token_jaccard, edit_distance, cosine"):
        chosen(["length"])
    with pytest.raises(UsageError, match="no feature is named"):
        chosen([])
