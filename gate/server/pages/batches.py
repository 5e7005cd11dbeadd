"""Batches: the list of them, and the page of one with its progress, scores, worst records and structure."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from gate.queue.json_values import items_of, object_of, parsed, text_of
from gate.queue.service_jobs import Job
from gate.queue.values import Filter
from gate.server.pages.batch_summary import MOST, RISEN, Summary, Union, summed_up
from gate.server.pages.heading_use import SHOWN, measure, of_run
from gate.server.pages.render import curator, page
from gate.server.problems import ProblemError
from gate.server.service import Service, service_of

_SHOWN = 200  # batches
_WORST = 10  # records
_KEPT = 50  # summaries
_kept: dict[tuple[str, str, int], Summary] = {}


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
    worst = service.queue.page(of_batch, limit=MOST)
    values: dict[str, object] = {
        "name": name,
        "batch": batch,
        "job": job,
        "worst": worst.rows[:_WORST],
        "queued": worst.total,
        "shown": SHOWN,
    }
    if job is not None:
        summary = _summary(service, job)
        return values | {"summary": summary, "whole": job.done, "union": summary.union, "headings": summary.headings}
    ids = tuple(row.id for row in worst.rows)
    summary = summed_up(item.report for item in service.queue.items(Filter(ids=ids or (0,))))
    run = parsed(service.queue.envelope(name))
    return values | {"summary": summary, "whole": worst.total, "union": _of_run(run), "headings": of_run(run)}


def _summary(service: Service, job: Job) -> Summary:
    """The summary of an uploaded batch, kept until more of it is checked: its reports never change, and it takes a second."""
    key = (service.queue.name, job.id, job.done)
    found = _kept.get(key)
    if found is None:
        found = summed_up(service.jobs.results(job.id))
        if len(_kept) >= _KEPT:
            _kept.clear()
        _kept[key] = found
    return found


def _of_run(report: Mapping[str, object]) -> Union | None:
    """The structure of all records of a run, accepted ones too, as the run itself measured it."""
    profile = object_of(report, "batch_profile")
    measures = tuple(map(measure, items_of(profile, "measures")))
    risen = tuple((text_of(r, "label"), r.get("fabricated") is True) for r in items_of(profile, "risen"))
    return Union(0, measures, risen[:RISEN]) if measures else None
