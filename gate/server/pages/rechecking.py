"""The button that checks again: one item, or what could not be checked of those that fit a filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.model import Record, Report
from gate.queue.values import Filter, MachineVerdict, Row
from gate.server.pages.forms import form_of
from gate.server.pages.queue_list import PENDING, query_of
from gate.server.pages.render import curator
from gate.server.parameters import filter_of
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

MOST = 100  # items at a time: a page that takes minutes looks like one that hangs
BATCH = 1_000  # items of a batch at most
UNCHECKED = (MachineVerdict.UNCHECKED.value,)


async def recheck(request: Request) -> Response:
    """Check again; what is accepted now leaves the queue, as with ``gate queue recheck``."""
    service, caller = service_of(request), await curator(request)
    form = await form_of(request, caller)
    number, back = form.number("item"), form.back()
    if number is not None:
        wanted = Filter(ids=(number,))
    else:
        wanted = replace(filter_of(back, PENDING), states=PENDING, verdicts=UNCHECKED)
    found = await service.ask(service.queue.page, wanted, sort="oldest", limit=MOST)
    await service.ask(_refuse_large, service, found.rows)
    filter, rest = Filter(ids=tuple(row.id for row in found.rows) or (0,)), found.total - len(found.rows)
    done = await service.work(lambda: service.queue.recheck(lambda records: _checked(service, records), filter))
    told = f"again={done.accepted}-{done.review}-{done.unchecked}-{done.left}-{rest}"
    return RedirectResponse(f"/queue{f'/{number}' if number else ''}?{query_of(back)}&{told}", 303)


def _checked(service: Service, records: Sequence[Record]) -> Report:
    """Check records of one batch together; lists of works by the rules for these, as when they came."""
    return service.checker.check(records, bibliography=bool(records) and all(record.bibliography for record in records))


def _refuse_large(service: Service, rows: Sequence[Row]) -> None:
    """A record is judged with the others of its batch: raise 422 where these are more than a page can wait for."""
    for batch in sorted({row.batch for row in rows}):
        if service.queue.page(Filter(batches=(batch,)), limit=1).total > BATCH:
            detail = f"the batch {batch} has more than {BATCH:,} items, which are checked together: use gate queue recheck"
            raise ProblemError(422, "refused", detail)
