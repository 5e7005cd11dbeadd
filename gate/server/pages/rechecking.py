"""The button that checks again: one item, or what could not be checked of those that fit a filter."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.queue.values import Filter, MachineVerdict
from gate.server.pages.forms import form_of
from gate.server.pages.queue_list import PENDING, query_of
from gate.server.pages.render import curator
from gate.server.parameters import filter_of
from gate.server.service import service_of

MOST = 100  # items at a time: a page that takes minutes looks like one that hangs
UNCHECKED = (MachineVerdict.UNCHECKED.value,)


async def recheck(request: Request) -> Response:
    """Check again; what is accepted now leaves the queue, as with ``gate queue recheck``."""
    service, caller = service_of(request), await curator(request)
    form = await form_of(request, caller)
    number, back = form.number("item"), form.back()
    if number is not None:
        filter, rest = Filter(ids=(number,)), 0
    else:
        wanted = replace(filter_of(back, PENDING), states=PENDING, verdicts=UNCHECKED)
        found = await service.ask(service.queue.page, wanted, sort="oldest", limit=MOST)
        filter, rest = Filter(ids=tuple(row.id for row in found.rows) or (0,)), found.total - len(found.rows)
    done = await service.work(lambda: service.queue.recheck(service.checker.check, filter))
    told = f"again={done.accepted}-{done.review}-{done.unchecked}-{done.left}-{rest}"
    return RedirectResponse(f"/queue{f'/{number}' if number else ''}?{query_of(back)}&{told}", 303)
