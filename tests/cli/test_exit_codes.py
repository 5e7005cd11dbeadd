"""The exit code of a run, as a table."""

from __future__ import annotations

from itertools import permutations

import pytest

from gate.cli.exit_codes import ExitCode, exit_code
from gate.model import Decision, ReviewReason, Verdict

ACCEPT = Verdict(Decision.ACCEPT)
REVIEW = Verdict(Decision.REVIEW, (ReviewReason("limits.omission", "too much is missing"),))
NO_SNAPSHOT = Verdict(Decision.REVIEW, (ReviewReason("coverage", "offline: no snapshot covers this", unchecked=False),))
UNCHECKED = Verdict(Decision.REVIEW, (ReviewReason("sources", "a source did not answer", unchecked=True),))
BOTH = Verdict(Decision.REVIEW, REVIEW.reasons + UNCHECKED.reasons)
LYING = Verdict(Decision.ACCEPT, UNCHECKED.reasons)


@pytest.mark.parametrize(
    ("verdicts", "unreadable", "expected"),
    [
        ((ACCEPT,), 0, 0),
        ((ACCEPT, ACCEPT), 0, 0),
        ((REVIEW,), 0, 1),
        ((ACCEPT, REVIEW), 0, 1),
        ((NO_SNAPSHOT,), 0, 1),
        ((UNCHECKED,), 0, 3),
        ((BOTH,), 0, 3),
        ((ACCEPT, REVIEW, UNCHECKED), 0, 3),
        ((LYING,), 0, 3),
        ((), 0, 2),
        ((), 1, 2),
        ((ACCEPT,), 1, 2),
        ((ACCEPT, REVIEW), 5, 2),
        ((ACCEPT, REVIEW, UNCHECKED), 1, 2),
    ],
)
def test_two_before_three_before_one_before_zero(verdicts: tuple[Verdict, ...], unreadable: int, expected: int) -> None:
    assert {exit_code(order, unreadable) for order in permutations(verdicts)} == {expected}


def test_no_two_meanings_share_a_code() -> None:
    codes = [code.value for code in ExitCode]
    assert len(set(codes)) == len(ExitCode.__members__)  # an alias would be a member without a value of its own
