"""The list of items: facets, search, sorting, decisions on several at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gate.queue.export import EXPORT_FORMATS
from gate.queue.reasons import REASONS, Reason
from gate.queue.values import DECISIONS, SORTS, Facets, MachineVerdict, Rechecked, State
from gate.server.pages.render import curator, page
from gate.server.parameters import AGES, WORDS, choice, filter_of, whole
from gate.server.service import service_of

ROWS = 50
PENDING = (State.PENDING.value,)
#: facets in the order of the page: parameter, heading, field of :class:`Facets`
_FACETS = (
    ("state", "State", "states"),
    ("verdict", "The gate said", "verdicts"),
    ("severity", "Worst finding", "severities"),
    ("tier", "Consequence", "tiers"),
    ("code", "Finding", "codes"),
    ("source", "Source", "sources"),
    ("batch", "Batch", "batches"),
    ("kind", "Kind", "kinds"),
    ("assignee", "Assigned to", "assignees"),
)
_MARK = re.compile("[0-9a-f]{12}")
_NUMBER = re.compile("[0-9]{1,9}")
_AGES = (("1d", "over a day"), ("7d", "over a week"), ("30d", "over 30 days"))
KEPT = (*WORDS, *AGES, "search", "sort")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a facet: how many items have it, whether it is chosen, where a click leads."""

    word: str
    count: int
    chosen: bool
    query: str


async def home(request: Request) -> Response:
    """The queue is what a curator comes for."""
    del request
    return RedirectResponse("/queue", 303)


async def show(request: Request) -> Response:
    """The list."""
    service, caller = service_of(request), await curator(request)
    given = request.query_params
    filter = filter_of(given, PENDING)
    sort, offset = choice(request, "sort", SORTS, "risk"), whole(request, "offset", 0, 0, 10**9)
    found = await service.ask(service.queue.page, filter, sort=sort, limit=ROWS, offset=offset)
    facets = await service.ask(service.queue.facets, filter)
    values = {
        "page": found,
        "rows": found.rows,
        "facets": _facets(facets, given),
        "chosen": _chosen(given),
        "search": given.get("search", ""),
        "sort": sort,
        "sorts": SORTS,
        "kept": query_of(given),
        "hidden": [(name, value) for name, value in given.multi_items() if name in KEPT and name not in ("search", "sort")],
        "earlier": query_of(given, offset=str(max(0, offset - ROWS))) if offset else "",
        "later": query_of(given, offset=str(offset + ROWS)) if offset + ROWS < found.total else "",
        "reasons": reasons_by_decision(),
        "done": await _done(request),
        "count": given.get("count", "") if _NUMBER.fullmatch(given.get("count", "")) else "",
        "undone": given.get("undone", "") if _NUMBER.fullmatch(given.get("undone", "")) else "",
        "together": given.get("together", "") if _MARK.fullmatch(given.get("together", "")) else "",
        "again": rechecked(given.get("again", "")),
        "unchecked": dict(facets.verdicts).get(MachineVerdict.UNCHECKED.value, 0) if filter.states == PENDING else 0,
        "shown": query_of(given) if given.get("state") else query_of(given, state=PENDING[0]),
        "exports": {name: known.holds for name, known in EXPORT_FORMATS.items() if not known.taken},
        "filtered": bool(_chosen(given)) or bool(given.get("search")),
    }
    return page(request, "queue.html", caller, values)


async def _done(request: Request) -> object:
    """The item that was just decided on, to be told and undone."""
    given = request.query_params.get("done", "")
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        return None
    service = service_of(request)
    from gate.queue.values import Filter

    found = await service.ask(service.queue.page, Filter(ids=(int(given),)), limit=1)
    return found.rows[0] if found.rows else None


def rechecked(given: str) -> tuple[Rechecked, int] | None:
    """What a re-check did, and how many items it left for the next one, out of the address that it led to."""
    parts = given.split("-")
    if len(parts) != 5 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        return None
    accepted, review, unchecked, left, rest = (int(part) for part in parts)
    return Rechecked(accepted, review, unchecked, left), rest


def query_of(given: QueryParams, **changed: str) -> str:
    """The filters of a page as a query, for links that lead back to it."""
    pairs = [(name, value) for name, value in given.multi_items() if name in KEPT and name not in changed and value]
    return urlencode([*pairs, *((name, value) for name, value in changed.items() if value)])


def reasons_by_decision() -> list[tuple[str, list[Reason]]]:
    """For every decision the reasons that can stand for it."""
    return [(word, [r for r in REASONS.values() if state in r.states]) for word, state in DECISIONS.items()]


def _facets(found: Facets, given: QueryParams) -> list[tuple[str, str, list[Choice]]]:
    shown = []
    for name, heading, field in _FACETS:
        counts: tuple[tuple[str, int], ...] = getattr(found, field)
        choices = [_choice(name, word, count, given) for word, count in counts]
        if name == "state" and not given.getlist("state"):
            everything = query_of(given, state="all")
            choices = [Choice(c.word, c.count, True, c.query) for c in choices] + [Choice("all states", -1, False, everything)]
        if len(choices) > 1 or any(c.chosen for c in choices):
            shown.append((name, heading, choices))
    if found.total or given.get("older_than"):
        shown.append(("older_than", "Waits for", [_age(age, words, given) for age, words in _AGES]))
    return shown


def _age(age: str, words: str, given: QueryParams) -> Choice:
    """How long an item waits; one choice at a time, without a count: the count of a longer time is part of that of a shorter."""
    chosen = given.get("older_than") == age
    return Choice(words, -1, chosen, query_of(given, older_than="" if chosen else age))


def _choice(name: str, word: str, count: int, given: QueryParams) -> Choice:
    value = word or ("-" if name == "assignee" else word)
    others = [(n, v) for n, v in given.multi_items() if n in KEPT and v and not (n == name and v in (value, "all"))]
    chosen = value in given.getlist(name)
    query = urlencode(others if chosen else [*others, (name, value)])
    return Choice(word or ("nobody" if name == "assignee" else "none"), count, chosen, query)


def _chosen(given: QueryParams) -> list[tuple[str, str, str]]:
    """The filters that are set: what they are, their value, and the query without them."""
    chosen = []
    for name, value in given.multi_items():
        if (name in WORDS or name in AGES) and value:
            rest = [(n, v) for n, v in given.multi_items() if n in KEPT and v and (n, v) != (name, value)]
            chosen.append((name.replace("_", " "), value, urlencode(rest)))
    return chosen
