"""Exit codes. docs/exit-codes.md tells them to the user and says why they rank as they do."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from gate.model import Decision, Verdict


class ExitCode(IntEnum):
    """What the command's exit code means. No two meanings share a code."""

    ACCEPTED = 0  # every record was accepted
    REVIEW = 1  # something needs review
    BAD_INPUT = 2  # a bad call, unreadable input, bad rules
    UNCHECKED = 3  # something could not be checked: a source that should have answered did not, or a stage failed
    FAULT = 70  # the gate itself is at fault (EX_SOFTWARE of sysexits.h)
    QUEUE = 75  # the review queue cannot be reached or written (EX_TEMPFAIL)
    INTERRUPTED = 130  # Ctrl-C: 128 + SIGINT
    OUTPUT_CLOSED = 141  # whoever reads the output went away: 128 + SIGPIPE


def exit_code(verdicts: Iterable[Verdict], unreadable: int) -> ExitCode:
    """The exit code of a run: 2 before 3 before 1 before 0.

    ``unreadable`` counts the records that could not be read. A run without any record is bad input: nothing checked is no pass.
    """
    given = tuple(verdicts)
    review = sum(verdict.decision is not Decision.ACCEPT for verdict in given)
    return code_of_counts(len(given) - review, review, unreadable, sum(verdict.unchecked for verdict in given))


def code_of_counts(accepted: int, review: int, unreadable: int, unchecked: int) -> ExitCode:
    """The same from numbers of records."""
    if unreadable or not accepted + review:
        return ExitCode.BAD_INPUT
    if unchecked:
        return ExitCode.UNCHECKED
    return ExitCode.REVIEW if review else ExitCode.ACCEPTED
