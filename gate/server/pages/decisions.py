"""What the forms of the pages do: decide, undo, assign; on one item or on many."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.errors import ConflictError, UsageError
from gate.queue.values import DECISIONS, Bulk, Filter
from gate.server.access import Caller
from gate.server.pages.forms import Form, form_of
from gate.server.pages.item import ROUND, item_page
from gate.server.pages.queue_list import PENDING, query_of
from gate.server.pages.render import curator, page
from gate.server.parameters import filter_of, item_number
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of


async def decide(request: Request) -> Response:
    """Decide on an item; what cannot be done is told on the item's own page, with what was written kept."""
    service, caller = service_of(request), await curator(request)
    form, number = await form_of(request, caller), item_number(request)
    decision = form.text("decision")
    try:
        if decision not in DECISIONS:
            raise UsageError("choose a decision first")
        await service.ask(
            service.queue.decide,
            number,
            DECISIONS[decision],
            who=caller.name,
            reason=form.text("reason"),
            note=form.text("note"),
            version=form.number("version"),
        )
    except (ConflictError, UsageError) as error:
        status = 409 if isinstance(error, ConflictError) else 422
        return await item_page(request, caller, number, form.back(), status, str(error), form)
    return RedirectResponse(await onwards(service, form, number), 303)


async def undo(request: Request) -> Response:
    """Open a closed item again."""
    service, caller = service_of(request), await curator(request)
    form, number = await form_of(request, caller), item_number(request)
    try:
        await service.ask(service.queue.undo, number, who=caller.name, note=form.text("note"), version=form.number("version"))
    except (ConflictError, UsageError) as error:
        return await item_page(request, caller, number, form.back(), 409, str(error), form)
    return RedirectResponse(f"/queue/{number}?{form.back()}", 303)


async def assign(request: Request) -> Response:
    """Give an item to a curator."""
    service, caller = service_of(request), await curator(request)
    form, number = await form_of(request, caller), item_number(request)
    to = {"me": caller.name, "nobody": "-"}.get(form.text("whom"), form.text("to") or "-")
    try:
        await service.ask(service.queue.assign, number, to, who=caller.name, take_over=form.text("take_over") == "yes")
    except (ConflictError, UsageError) as error:
        return await item_page(request, caller, number, form.back(), 409, str(error), form)
    return RedirectResponse(f"/queue/{number}?{form.back()}", 303)


async def bulk(request: Request) -> Response:
    """Decide on several items; on all that fit a filter only after a page that says how many."""
    service, caller = service_of(request), await curator(request)
    form = await form_of(request, caller)
    decision, back = form.text("decision"), form.back()
    if decision not in DECISIONS:
        raise ProblemError(422, "refused", "choose a decision first")
    everything = form.text("which") == "all"
    filter = filter_of(back, PENDING) if everything else None
    ids = tuple(int(i) for i in form.all("item") if i.isascii() and i.isdigit() and len(i) < 19)
    if not everything and not ids:
        raise ProblemError(422, "refused", "choose items first")
    if filter is not None and form.text("sure") != "yes":
        found = await service.ask(service.queue.page, filter, limit=5)
        values = {"total": found.total, "rows": found.rows, "decision": decision, "back": query_of(back)}
        values |= {"reason": form.text("reason"), "note": form.text("note")}
        return page(request, "sure.html", caller, values)
    done = await service.ask(
        service.queue.decide_many,
        ids,
        filter,
        DECISIONS[decision],
        who=caller.name,
        reason=form.text("reason"),
        note=form.text("note"),
    )
    return told(request, caller, done, decision, query_of(back))


async def undo_together(request: Request) -> Response:
    """Open all again that was decided together."""
    service, caller = service_of(request), await curator(request)
    form = await form_of(request, caller)
    try:
        done = await service.ask(service.queue.undo_together, form.text("together"), who=caller.name, note=form.text("note"))
    except UsageError as error:
        raise ProblemError(422, "refused", str(error)) from error
    return told(request, caller, done, "undo", query_of(form.back()))


def told(request: Request, caller: Caller, done: Bulk, what: str, back: str) -> Response:
    """The list, with what became of a call on several items; a page where some were refused."""
    if done.refused:
        return page(request, "bulk.html", caller, {"done": done, "what": what, "back": back}, 409)
    counted = {"undone" if what == "undo" else "count": str(len(done.done)), "together": done.mark}
    return RedirectResponse(f"/queue?{back}&{urlencode({name: value for name, value in counted.items() if value})}", 303)


async def onwards(service: Service, form: Form, number: int) -> str:
    """The next item of the list, or the list where there is none or it is asked for."""
    back = form.back()
    if form.text("then") == "list":
        return f"/queue?{query_of(back)}&done={number}"
    filter: Filter = filter_of(back, PENDING)
    found = await service.ask(service.queue.page, filter, sort=back.get("sort", "risk"), limit=ROUND)
    following = next((row.id for row in found.rows if row.id != number), None)
    if following is None:
        return f"/queue?{query_of(back)}&done={number}"
    return f"/queue/{following}?{query_of(back)}&done={number}"
