"""The matching of the published protocol, kept apart from the gate's own: token-set ratio of 80 or more.

It gives 100 to "Deep learning" and "Deep learning for crop yield prediction", so it is never used to decide about a record.
"""

from __future__ import annotations

THRESHOLD = 80.0


def same(given: str, held: str) -> bool:
    """Whether the token-set ratio of two lower-cased texts, 0 to 100, reaches the threshold."""
    from rapidfuzz.fuzz import token_set_ratio

    return token_set_ratio(given.lower(), held.lower(), score_cutoff=THRESHOLD) >= THRESHOLD


def ratio(given: str, held: str) -> float:
    """The token-set ratio of two lower-cased texts, 0 to 100."""
    from rapidfuzz.fuzz import token_set_ratio

    return token_set_ratio(given.lower(), held.lower())
