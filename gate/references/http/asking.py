"""Asking over the network, by the rules: breaker, pace, deadline, retries. Nothing here knows of cache or records."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from gate.model import Reason
from gate.references.http.breaker import Breaker, Breakers
from gate.references.http.clock import Clock, Deadline, iso
from gate.references.http.meaning import Answer, Missing
from gate.references.http.pace import Pace
from gate.references.http.service import Service
from gate.references.http.values import Failure, Raw
from gate.references.http.wire import Wire
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http.transport import Transport

T = TypeVar("T")
Meaning: TypeAlias = Callable[[Raw], Answer[T] | Missing | Failure]
Told: TypeAlias = tuple[Raw, Answer[T] | Missing]
Watch = Callable[[str, str], None]
_PATIENCE_S = 3.5
"""So long is waited for connections before anything was reached; then the network is taken for dead, whichever host is next."""
_SHORTEST_REACH_S = 0.5


class Asking:
    """The connections of one run and the manners they are used with. Threads may share it.

    ``agent`` is the User-Agent; ``watch(source, what)`` is told what goes on.
    """

    def __init__(self, settings: Settings, pace: Path, agent: str, watch: Watch, clock: Clock) -> None:
        self._settings = settings
        self._agent = agent
        self._watch = watch
        self._clock = clock
        self.deadline = Deadline(settings.deadline_seconds, clock)
        self._breakers = Breakers(settings.breaker_failures, settings.breaker_seconds, clock)
        self._pace = Pace(pace, clock)
        self._network = Breaker(1, settings.breaker_seconds, clock)
        self._waited = 0.0
        self._lock = threading.Lock()
        self._transport: Transport | None = None
        self.used = False
        self.reached = False

    @property
    def warning(self) -> str:
        """What went wrong with the shared pace, if anything did."""
        return self._pace.warning

    def close(self) -> None:
        """Close what is open. The next question opens it again."""
        with self._lock:
            if self._transport is not None:
                self._transport.close()
            self._transport = None
        self._pace.close()

    def ask(self, wire: Wire, service: Service, meaning: Meaning[T]) -> Told[T] | Failure:
        """Send ``wire`` until it brings an answer, or nothing more can be done."""
        from gate.references.http.retry import persistently

        return persistently(
            lambda: self._attempt(wire, service, meaning),
            attempts=self._settings.max_attempts,
            deadline=self.deadline,
            clock=self._clock,
        )

    def _attempt(self, wire: Wire, service: Service, meaning: Meaning[T]) -> Told[T] | Failure:
        """One attempt, if breaker, deadline and pace allow one."""
        breaker = self._breakers.of(service.host)
        for one in (breaker, self._network):
            if not one.admits():
                breaker.settle()
                return Failure(Reason.STANDING_DOWN, one.why)
        try:
            return self._admitted(wire, service, meaning, breaker)
        finally:
            breaker.settle()
            self._network.settle()

    def _admitted(self, wire: Wire, service: Service, meaning: Meaning[T], breaker: Breaker) -> Told[T] | Failure:
        if (pause := breaker.pause()) > 0:
            if pause >= self.deadline.remaining():
                return self._too_late()
            self._clock.sleep(pause)
        longest = float(self._settings.timeout_seconds)
        with self._pace.lease(service.host, service.limit, until=self.deadline.end, longest=longest) as free:
            left = self.deadline.remaining()
            if not free or left <= 0:
                return self._too_late()
            self._watch(service.name, "asking")
            started = self._clock.monotonic()
            raw = self._open().send(wire, min(longest, left), min(self._reach(), left))
        if isinstance(raw, Failure) and raw.unreachable:
            self._not_reached(started, raw)
        else:
            self.reached = True
            self._network.succeeded()
        if isinstance(raw, Failure):
            return self._failed(service, breaker, started, raw)
        raw = replace(raw, as_of=iso(self._clock.wall()))
        outcome = meaning(raw)
        if isinstance(outcome, Failure):
            return self._failed(service, breaker, started, outcome)
        breaker.succeeded()
        return raw, outcome

    def _failed(self, service: Service, breaker: Breaker, started: float, failure: Failure) -> Failure:
        """A failed attempt: what it means for the host, and whether to try again."""
        left = self.deadline.remaining()
        if failure.reason is Reason.TIMEOUT and left <= 0:
            return self._too_late()
        if not failure.counts:
            breaker.succeeded()
            return failure
        wait = failure.retry_after
        too_long = wait is not None and wait > min(self._settings.max_retry_after, left)
        if too_long:
            failure = replace(failure, detail=f"{failure.detail}; asks us to wait {wait:.0f} s")
        why = f"{failure.reason}: {failure.detail}" if failure.detail else str(failure.reason)
        down = breaker.failed(started, why, at_once=failure.unreachable or too_long, seconds=wait if too_long else None)
        if wait is not None and not too_long:
            breaker.pauses_for(wait)
        if down or failure.retry:
            self._watch(service.name, f"{'standing down' if down else 'trying again'}: {why}")
        return replace(failure, retry=failure.retry and not down and not too_long)

    def _reach(self) -> float:
        """Seconds to find and reach a host. While nothing was reached yet, all hosts together get :data:`_PATIENCE_S`."""
        if self.reached:
            return float(self._settings.connect_seconds)
        return min(self._settings.connect_seconds, max(_PATIENCE_S - self._waited, _SHORTEST_REACH_S))

    def _not_reached(self, started: float, failure: Failure) -> None:
        now = self._clock.monotonic()
        with self._lock:
            self._waited += now - started
            dead = not self.reached and self._waited >= _PATIENCE_S
        if dead and self._network.failed(started, f"nothing could be reached; {failure.reason}: {failure.detail}"):
            self._watch("network", "standing down: nothing could be reached")

    def _too_late(self) -> Failure:
        return Failure(Reason.DEADLINE, f"the {self.deadline.seconds:g} s that the run has for live services are over")

    def _open(self) -> Transport:
        with self._lock:
            if self._transport is None:
                from gate.references.http.transport import Transport

                self.used = True
                self._transport = Transport(
                    self._agent,
                    max_body_bytes=self._settings.max_body_bytes,
                )
            return self._transport
