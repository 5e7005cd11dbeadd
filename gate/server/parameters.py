"""Parameters of calls: read strictly, because a slip that goes unseen can let a record pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from starlette.datastructures import QueryParams
from starlette.requests import Request

from gate.model import Kind, Severity, Tier
from gate.queue.values import Filter, MachineVerdict, State
from gate.server.problems import ProblemError

NAME_LIMIT = 200
LARGEST = 2**63 - 1
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
#: parameter -> field of the filter, and the words that it can have
WORDS: dict[str, tuple[str, type[StrEnum] | None]] = {
    "state": ("states", State),
    "verdict": ("verdicts", MachineVerdict),
    "severity": ("severities", Severity),
    "tier": ("tiers", Tier),
    "code": ("codes", None),
    "source": ("sources", None),
    "batch": ("batches", None),
    "file": ("files", None),
    "kind": ("kinds", Kind),
    "input_format": ("formats", None),
    "assignee": ("assignees", None),
}
AGES = ("older_than", "younger_than")


def flag(request: Request, name: str, *, default: bool) -> bool:
    """``true`` or ``false``."""
    return choice(request, name, ("true", "false"), str(default).lower()) == "true"


def choice(request: Request, name: str, words: Sequence[str], default: str) -> str:
    """One of ``words``. Raises 422 for another."""
    given = request.query_params.get(name, default)
    if given not in words:
        raise _bad(name, f"there are {', '.join(words)}")
    return given


def label(request: Request, name: str, default: str) -> str:
    """A short text that can stand on a line. Raises 422 for another."""
    given = request.query_params.get(name, default)
    if not given.strip() or len(given) > NAME_LIMIT or not given.isprintable():
        raise _bad(name, f"1 to {NAME_LIMIT} printable characters")
    return given


def whole(request: Request, name: str, default: int, least: int, most: int) -> int:
    """A whole number. Raises 422 for another."""
    given = request.query_params.get(name, str(default))
    if not (given.isascii() and given.isdigit() and len(given) < 20 and least <= int(given) <= most):
        raise _bad(name, f"a whole number from {least:,} to {most:,}")
    return int(given)


def item_number(request: Request) -> int:
    """The number of an item in the path. Raises 404 for what can be none."""
    given = request.path_params["item"]
    if not (isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 20 and 0 < int(given) <= LARGEST):
        raise ProblemError(404, "no-item", "the queue has no such item")
    return int(given)


def filter_of(given: QueryParams, states: tuple[str, ...] = ()) -> Filter:
    """The items that a query asks for; ``states`` where it names none. ``state=all`` asks for every state. Raises 422."""
    values: dict[str, tuple[str, ...] | str | timedelta | None] = {}
    for name, (field, words) in WORDS.items():
        asked = tuple(word for word in given.getlist(name) if word)
        if name == "state" and asked == ("all",):
            asked = tuple(State)
        if words is not None:
            wrong = [word for word in asked if word not in set(words)]
            if wrong:
                raise _bad(name, f"there are {', '.join(words)}")
        values[field] = asked
    values["states"] = values["states"] or states
    values["text"] = given.get("search", "")[:NAME_LIMIT]
    for name in AGES:
        values[name] = _duration(given.get(name, ""), name)
    if "\x00" in "".join(f"{v}" for v in given.values()):
        raise _bad("search", "no text can hold NUL")
    return Filter(**values)  # type: ignore[arg-type]


def _duration(text: str, name: str) -> timedelta | None:
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,5})([mhdw])", text)
    if found is None:
        raise _bad(name, "a time such as 30m, 12h, 7d or 2w")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _bad(name: str, wanted: str) -> ProblemError:
    return ProblemError(422, "parameter", f"{name}: {wanted}")
