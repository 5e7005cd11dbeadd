"""Reason codes: why a curator decided as they did. A code can be counted; a note cannot."""

from __future__ import annotations

from dataclasses import dataclass

from gate.errors import UsageError
from gate.model import Severity
from gate.queue.values import State

NOTE_LIMIT = 4000  # characters


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason code: what it says, which decisions it can stand for, and whether it needs a note to mean anything."""

    code: str
    meaning: str
    states: frozenset[State]
    needs_note: bool = False


_REJECT, _ACCEPT, _CORRECT, _EXPIRE = (frozenset({s}) for s in (State.REJECTED, State.ACCEPTED, State.CORRECTED, State.EXPIRED))

REASONS = {
    reason.code: reason
    for reason in (
        Reason("invented", "what the record describes, or cites, does not exist", _REJECT),
        Reason("wrong-thing", "the record describes another thing than it says", _REJECT),
        Reason("wrong-values", "too much of it is wrong to be worth mending", _REJECT),
        Reason("duplicate", "the catalogue holds it already", _REJECT),
        Reason("too-sparse", "too little to identify what it describes", _REJECT),
        Reason("out-of-scope", "not for this collection", _REJECT),
        Reason("source-wrong", "the source is wrong and the record right", _ACCEPT),
        Reason("source-incomplete", "the source lacks what the record rightly has", _ACCEPT),
        Reason("verified-elsewhere", "checked against evidence that the gate does not have", _ACCEPT),
        Reason("match-wrong", "the gate compared it with another thing", _ACCEPT),
        Reason("local-practice", "our own cataloguing rules ask for it", _ACCEPT),
        Reason("minor", "true of the record, and too small to hold it back", _ACCEPT),
        Reason("values-mended", "values were set right", _CORRECT),
        Reason("citations-mended", "citations were set right or taken out", _CORRECT),
        Reason("too-old", "it waited too long to be of use", _EXPIRE),
        Reason("superseded", "a later record took its place", _EXPIRE | _REJECT),
        Reason("other", "something else; the note says what", _REJECT | _ACCEPT | _CORRECT | _EXPIRE, needs_note=True),
    )
}


def overrides(severity: str) -> bool:
    """Whether accepting an item whose worst finding has this severity overrides a finding: one above info does."""
    return severity in (Severity.VIOLATION, Severity.WARNING)


def check_reason(state: State, severity: str, reason: str, note: str) -> None:
    """Raise :class:`UsageError` unless ``reason`` and ``note`` suffice to bring an item with that worst severity into ``state``.

    A reason code is required to reject, and to accept what has a finding above info.
    """
    if len(note) > NOTE_LIMIT:
        raise UsageError(f"the note has {len(note):,} characters, limit {NOTE_LIMIT:,}")
    if not reason:
        if state is State.REJECTED:
            raise UsageError(f"to reject needs a reason: {_fitting(state)}")
        if state is State.ACCEPTED and overrides(severity):
            raise UsageError(f"to accept overrides a {severity}, which needs a reason: {_fitting(state)}")
        return
    known = REASONS.get(reason)
    if known is None or state not in known.states:
        raise UsageError(f"{reason!r} is no reason for {state}; there are {_fitting(state)}")
    if known.needs_note and not note.strip():
        raise UsageError(f"the reason {reason!r} needs a note that says what")


def _fitting(state: State) -> str:
    return ", ".join(code for code, reason in REASONS.items() if state in reason.states)
