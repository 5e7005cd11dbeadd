"""Batches: the list of them, and the page of one with its progress, scores, worst records and structure."""

from __future__ import annotations

from collections import Counter

from starlette.requests import Request
from starlette.responses import Response

from gate.decision.names import SCORE_NAMES
from gate.errors import UsageError
from gate.queue.json_values import items_of, number_of, object_of, only_record, parsed, text_of
from gate.queue.values import Filter
from gate.server.pages.render import curator, page
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

_SAMPLE = 300  # items whose scores are counted
_BINS = 10
_SHOWN = 200


async def every(request: Request) -> Response:
    """The list."""
    service, caller = service_of(request), await curator(request)
    batches = await service.ask(service.queue.batches)
    jobs = await service.ask(service.jobs.all)
    known = {batch.id for batch in batches}
    values = {"batches": batches[:_SHOWN], "more": max(0, len(batches) - _SHOWN), "jobs": jobs, "known": known}
    return page(request, "batches.html", caller, values)


async def show(request: Request) -> Response:
    """One batch: ``/batch?id=NAME``, because a batch may be called anything."""
    service, caller = service_of(request), await curator(request)
    name = request.query_params.get("id", "")
    return page(request, "batch.html", caller, await service.ask(_values, service, name))


def _values(service: Service, name: str) -> dict[str, object]:
    batch = next((b for b in service.queue.batches() if b.id == name), None)
    job = service.jobs.get(name)
    if batch is None and job is None:
        raise ProblemError(404, "no-batch", "there is no batch of this name")
    of_batch = Filter(batches=(name,))
    worst = service.queue.page(of_batch, limit=10)
    facets = service.queue.facets(of_batch)
    try:
        envelope = parsed(service.queue.envelope(name))
    except UsageError:
        envelope = {}
    return {
        "name": name,
        "batch": batch,
        "job": job,
        "worst": worst,
        "facets": facets,
        "scores": _distributions(service, of_batch),
        "sample": min(_SAMPLE, worst.total),
        "measures": list(items_of(object_of(envelope, "batch_profile"), "measures")),
        "risen": list(items_of(object_of(envelope, "batch_profile"), "risen"))[:20],
    }


def _distributions(service: Service, of_batch: Filter) -> list[tuple[str, list[tuple[str, int, int]], int]]:
    """For every score: bins (words, number, per cent of the fullest), and for how many items it is undefined."""
    ids = tuple(row.id for row in service.queue.page(of_batch, limit=_SAMPLE).rows)
    counts: dict[str, Counter[int]] = {name: Counter() for name in SCORE_NAMES}
    undefined: Counter[str] = Counter()
    for item in service.queue.items(Filter(ids=ids)) if ids else ():
        for score in items_of(only_record(parsed(item.report)), "scores"):
            name, value = text_of(score, "name"), number_of(score, "value")
            if value is None:
                undefined[name] += 1
            elif name in counts:
                counts[name][min(_BINS - 1, max(0, int(value * _BINS)))] += 1
    shown = []
    for name, found in counts.items():
        most = max(found.values(), default=0)
        bins = [(_bin(i), found[i], round(100 * found[i] / most) if most else 0) for i in range(_BINS)]
        if most or undefined[name]:
            shown.append((name, bins, undefined[name]))
    return shown


def _bin(place: int) -> str:
    return f"{place / _BINS:.1f} to {(place + 1) / _BINS:.1f}" + (" and over" if place == _BINS - 1 else "")
