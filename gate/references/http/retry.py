"""Trying again: after 1, 2, 4, 8 ... seconds and a little more, or when the service says, and never past the deadline."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_result

from gate.references.http.clock import Clock, Deadline
from gate.references.http.values import Failure

T = TypeVar("T")
_JITTER = 0.25


def persistently(attempt: Callable[[], T | Failure], *, attempts: int, deadline: Deadline, clock: Clock) -> T | Failure:
    """Call ``attempt`` until it brings an answer, or a failure that another attempt cannot mend, or time or attempts run out.

    The wait before attempt n + 1 is 2 to the power n - 1 seconds, lengthened by up to a quarter so that callers that failed
    together do not come back together; where the service named a time, it is that time.
    """

    def wait(state: RetryCallState) -> float:
        last = _result(state)
        asked = last.retry_after if isinstance(last, Failure) else None
        step = float(2 ** (state.attempt_number - 1))
        return asked if asked is not None else step * (1 + random.random() * _JITTER)  # noqa: S311 - spreads load, guards nothing

    def stop(state: RetryCallState) -> bool:
        return state.attempt_number >= attempts or state.upcoming_sleep >= deadline.remaining()

    trying = Retrying(
        retry=retry_if_result(lambda outcome: isinstance(outcome, Failure) and outcome.retry),
        wait=wait,
        stop=stop,
        sleep=clock.sleep,
        retry_error_callback=_result,
    )
    result: T | Failure = trying(attempt)
    return result


def _result(state: RetryCallState) -> object:
    return state.outcome.result() if state.outcome is not None else None
