"""A corrected record, from a page or the command line: read in the item's format, checked again, kept beside the one that came.

The check itself is handed in: the queue knows no source.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gate.errors import UsageError
from gate.model import Severity
from gate.queue.editing import read_one
from gate.queue.entry import entry
from gate.queue.json_values import items_of, only_record, parsed
from gate.queue.reasons import overrides
from gate.queue.rechecking import Check
from gate.queue.store import Queue
from gate.queue.values import Item, MachineVerdict, Row, State
from gate.settings import Settings


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected record, and what the gate says of it by itself, without the others of its batch.

    ``data``      its bytes; ``report`` a ``gate-report/1`` of it, as UTF-8 JSON
    ``severity``, ``message``  of the worst finding; empty where there is none, ``message`` then says why it is under review
    ``graver``    number of findings above info
    """

    data: bytes = field(repr=False)
    report: bytes = field(repr=False)
    verdict: MachineVerdict
    severity: str
    message: str
    graver: int

    @property
    def needs_reason(self) -> str:
        """Why keeping it needs a reason: what still speaks against it; empty where nothing does."""
        if self.verdict is MachineVerdict.UNCHECKED:
            return "could not be checked"
        return f"still has a {self.severity}" if overrides(self.severity) else ""

    @property
    def words(self) -> str:
        """In short, for the log."""
        return f"checked again: {self.verdict}, {self.graver} finding{'' if self.graver == 1 else 's'} above info"


def checked(item: Item, data: bytes, check: Check, settings: Settings) -> Corrected:
    """Check what a curator made of an item's record. Raises :class:`UsageError` where it cannot be read as one such record."""
    if item.record.bibliography:
        raise UsageError("a list of works that was checked as a whole is corrected where it comes from, and checked anew")
    record = read_one(item, data, settings)
    run = check([record])
    made = entry(run.records[0], run)
    findings = items_of(only_record(parsed(made.report)), "findings")
    return Corrected(
        record.raw,
        made.report,
        MachineVerdict(str(made.of_verdict["verdict"])),
        str(made.of_verdict["severity"]),
        str(made.of_verdict["message"]),
        sum(1 for finding in findings if finding.get("severity") != Severity.INFO.value),
    )


def keep(
    queue: Queue, item: Item, corrected: Corrected, *, who: str, reason: str = "", note: str = "", version: int | None = None
) -> Row:
    """Close the item as corrected, with the verdict of the second check in the log.

    Raises :class:`UsageError` where nothing was changed, or where something still speaks against the record and no reason says
    why it is kept; and what :func:`gate.queue.deciding.decide` raises.
    """
    if corrected.data.strip() == item.raw.strip():
        raise UsageError("nothing was changed in the record")
    if corrected.needs_reason and not reason:
        why = f" ({corrected.message})" if corrected.message else ""
        raise UsageError(f"the corrected record {corrected.needs_reason}{why}: keeping it needs a reason")
    return queue.decide(
        item.row.id,
        State.CORRECTED,
        who=who,
        reason=reason,
        note=note,
        version=version,
        corrected=corrected.data,
        detail=corrected.words,
    )
