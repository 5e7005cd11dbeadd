"""The page of sources: which are there, of when, and how many items rest on each; and the page of help."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from starlette.requests import Request
from starlette.responses import Response

from gate.model import SnapshotInfo
from gate.queue.reasons import REASONS
from gate.queue.values import WAITING
from gate.references.live import live_names
from gate.server.pages.render import curator, page
from gate.server.service import Service, service_of


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source. ``age`` in days, None for a live one, below 0 where the clock was set back.

    ``items``: pending items that rest on it, or wait for it; ``off``: the settings leave it out.
    """

    name: str
    role: str
    as_of: str
    age: int | None
    stale: bool
    items: int
    off: bool = False


async def show(request: Request) -> Response:
    """The page."""
    service, caller = service_of(request), await curator(request)
    rows = await service.ask(_rows, service)
    values = {
        "rows": rows,
        "offline": service.checker.offline,
        "rules": service.checker.rules,
        "staleness": service.settings.staleness_days,
    }
    return page(request, "sources.html", caller, values)


async def help_page(request: Request) -> Response:
    """Keys, signs and reasons."""
    caller = await curator(request)
    return page(request, "help.html", caller, {"reasons": REASONS.values()})


def _rows(service: Service) -> list[SourceRow]:
    counts = dict(service.queue.facets(WAITING).sources)
    there = [_row(source, counts.get(source.name, 0), service.settings.staleness_days) for source in service.checker.sources()]
    off = [name for name in live_names(service.settings) if not service.settings.source(name).enabled]
    return [*there, *(SourceRow(name, "", "", None, False, counts.get(name, 0), off=True) for name in off)]


def _row(source: SnapshotInfo, items: int, limit: int) -> SourceRow:
    try:
        age: int | None = (datetime.now(UTC).date() - date.fromisoformat(source.as_of)).days
    except ValueError:
        age = None
    return SourceRow(source.name, source.role, source.as_of, age, age is not None and age > limit, items)
