"""The review queue: what needs a human waits here, with the record, the report and a log of all that was decided.

``values`` and ``reasons`` are light; the database is imported when the queue is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.queue.values import DECISIONS, Filter, MachineVerdict, State

if TYPE_CHECKING:
    from gate.queue.store import Queue
    from gate.settings import Settings

__all__ = ["DECISIONS", "Filter", "MachineVerdict", "State", "open_queue"]


def open_queue(settings: Settings) -> Queue:
    """The queue of the settings; made where it is not there yet. See :func:`gate.queue.store.open_queue`."""
    from gate.queue.store import open_queue as opened

    return opened(settings)
