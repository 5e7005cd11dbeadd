"""The values of the review queue: items, events, filters. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from gate.model import Record


class State(StrEnum):
    """The effective state of an item: what a loader goes by. Everything but pending is closed, and can be undone."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CORRECTED = "corrected"
    EXPIRED = "expired"


class MachineVerdict(StrEnum):
    """What the gate itself last said of the record. It stays beside the effective state, whatever a curator decides."""

    ACCEPT = "accept"
    REVIEW = "review"
    UNCHECKED = "unchecked"


class Action(StrEnum):
    """What an event tells."""

    QUEUED = "queued"
    ASSIGNED = "assigned"
    RELEASED = "released"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    CORRECTED = "corrected"
    EXPIRED = "expired"
    UNDONE = "undone"
    RECHECKED = "rechecked"
    EXPORTED = "exported"
    PURGED = "purged"


#: the words of a decision, and the state that each leads to
DECISIONS = {"accept": State.ACCEPTED, "reject": State.REJECTED, "correct": State.CORRECTED, "expire": State.EXPIRED}

#: who the gate is in the event log
MACHINE = "gate"

NOBODY = "-"


@dataclass(frozen=True, slots=True)
class Row:
    """An item as a list shows it.

    ``id``          number of the item; never used again
    ``version``     grows with every decision, undo and re-check: give it back to decide on what you saw
    ``record``      the record's own id; ``label`` its title, name or heading (shortened)
    ``verdict``     what the machine said; ``state`` what counts
    ``severity``, ``code``, ``path``, ``message``  of the worst finding; empty where there is none
    ``tier``        the gravest tier among the findings above info, or among all where there are none
    ``findings``    number of findings above info
    ``risk``        sort key: severity, then tier, then the permissive fabrication rate in thousandths
    ``decided_by``, ``reason``  of the decision that holds; empty while pending
    ``handed_over`` when the decision was exported for a loader to take; None while it was not
    """

    id: int
    version: int
    batch: str
    file: str
    position: int
    record: str
    kind: str
    format: str
    label: str
    verdict: MachineVerdict
    state: State
    severity: str
    tier: str
    code: str
    path: str
    message: str
    findings: int
    risk: int
    assignee: str
    queued: datetime
    changed: datetime
    decided_by: str
    reason: str
    handed_over: datetime | None


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log, which only grows. ``before`` and ``after`` are states, empty where the state is not touched.

    ``detail`` holds what else there is to know, by action: who it was assigned to, the machine's verdict before and after.
    """

    id: int
    item: int
    batch: str
    at: datetime
    who: str
    machine: bool
    action: Action
    before: str
    after: str
    reason: str
    note: str
    detail: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item whole. ``report`` is a ``gate-report/1`` of this one record, as UTF-8 JSON; ``corrected`` a curator's own bytes."""

    row: Row
    raw: bytes = field(repr=False)
    record: Record = field(repr=False)
    report: bytes = field(repr=False)
    corrected: bytes = field(repr=False)
    codes: tuple[str, ...]
    sources: tuple[str, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which items: those that fit every field given. An empty field asks for nothing; several words in one are alternatives.

    ``tier``      the item's own tier
    ``source``    an authority that a finding rests on, or that did not answer
    ``assignee``  ``-`` for nobody
    ``text``      words that label, record id or file hold, in any case
    ``older_than``, ``younger_than``  by the time they were queued
    """

    ids: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    text: str = ""
    older_than: timedelta | None = None
    younger_than: timedelta | None = None
    not_handed_over: bool = False


EVERYTHING = Filter()
WAITING = Filter(states=(State.PENDING,))

SORTS = ("risk", "oldest", "newest", "id")


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: its rows, how many items fit the filter in all, and where the part begins."""

    rows: tuple[Row, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of a report that was taken in.

    ``added``    items that are new; ``present`` those that were there already, from an earlier try
    ``settled``  pending items that this run accepts
    ``states``   effective state of every record of the report that has an item, by its place (file, position)
    """

    batch: str
    added: int
    present: int
    settled: int
    states: dict[tuple[str, int], State]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A decision that somebody made elsewhere, on the version of the item that they saw."""

    item: int
    version: int
    state: State
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """An item of a bulk call that was left as it was, and why."""

    item: int
    why: str


@dataclass(frozen=True, slots=True)
class Bulk:
    """What became of a call on several items. ``mark``: what decisions made together can be undone by; else empty."""

    done: tuple[int, ...]
    refused: tuple[Refused, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What a re-check did: items now accepted, items that a curator must see after all, items that are still unchecked.

    ``left``: items that a curator decided while the check ran; the curator's word stands.
    """

    accepted: int
    review: int
    unchecked: int
    left: int


@dataclass(frozen=True, slots=True)
class Batch:
    """One run that was taken in: how many records it had, and what became of them at that time."""

    id: str
    source: str
    created: datetime
    records: int
    accepted: int
    review: int
    unreadable: int
    unchecked: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Facets:
    """How many items fit a filter, by the values they could be filtered further by. Each is sorted, most frequent first."""

    total: int
    states: tuple[tuple[str, int], ...]
    verdicts: tuple[tuple[str, int], ...]
    severities: tuple[tuple[str, int], ...]
    tiers: tuple[tuple[str, int], ...]
    codes: tuple[tuple[str, int], ...]
    sources: tuple[tuple[str, int], ...]
    batches: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[str, int], ...]
    assignees: tuple[tuple[str, int], ...]
