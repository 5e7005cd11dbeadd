"""Outcomes as people see them: a sign and a word, so that colour is never the only difference."""

from __future__ import annotations

#: outcome -> sign, word, how it is taken: good, bad, unsure or plain
OUTCOMES = {
    "supported": ("✓", "supported", "good"),
    "contradicted": ("≠", "contradicted", "bad"),
    "fabricated": ("✗", "fabricated", "bad"),
    "extra": ("+", "confirmed by another source", "good"),
    "silent": ("○", "no source says", "plain"),
    "not_comparable": ("~", "cannot be compared", "plain"),
    "not_assessed": ("?", "not checked", "unsure"),
    "omitted": ("−", "left out", "omitted"),
    "verified": ("✓", "verified", "good"),
    "wrong_metadata": ("≠", "wrongly described", "bad"),
    "identifier_conflict": ("≠", "identifier of another work", "bad"),
    "non_retrievable": ("✗", "not found anywhere", "bad"),
}
_UNKNOWN = ("?", "", "unsure")


def outcome_sign(outcome: str) -> str:
    """The sign."""
    return OUTCOMES.get(outcome, _UNKNOWN)[0]


def outcome_word(outcome: str) -> str:
    """The word."""
    return OUTCOMES.get(outcome, _UNKNOWN)[1] or outcome.replace("_", " ")


def outcome_class(outcome: str) -> str:
    """How it is taken."""
    return OUTCOMES.get(outcome, _UNKNOWN)[2]
