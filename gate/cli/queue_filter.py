"""The filters that every verb of ``gate queue`` takes, said once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Annotated, Concatenate, ParamSpec

import typer

from gate.errors import UsageError
from gate.model import Kind, Severity, Tier
from gate.queue.values import Filter, MachineVerdict, State

P = ParamSpec("P")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def _many(flag: str, metavar: str, help: str) -> object:
    return Annotated[list[str] | None, typer.Option(flag, metavar=metavar, help=help)]


def _one(flag: str, metavar: str, help: str) -> object:
    return Annotated[str, typer.Option(flag, metavar=metavar, help=help)]


#: parameter -> field of the filter, option, and whether it can be given several times
_OPTIONS: dict[str, tuple[str, object, bool]] = {
    "state": ("states", _many("--state", "STATE", f"Effective state: {', '.join(State)}; repeat for several."), True),
    "verdict": ("verdicts", _many("--verdict", "WORD", f"What the gate said: {', '.join(MachineVerdict)}."), True),
    "severity": ("severities", _many("--severity", "WORD", f"Of the worst finding: {', '.join(Severity)}."), True),
    "tier": ("tiers", _many("--tier", "TIER", f"Gravest consequence: {', '.join(Tier)}."), True),
    "code": ("codes", _many("--code", "CODE", "A finding code, as gate explain lists them."), True),
    "source": ("sources", _many("--source", "NAME", "A source that a finding rests on, or that did not answer."), True),
    "batch": ("batches", _many("--batch", "NAME", "A batch."), True),
    "file": ("files", _many("--file", "NAME", "A file that records came in: its name, or its whole path."), True),
    "kind": ("kinds", _many("--kind", "KIND", f"Kind of record: {', '.join(Kind)}."), True),
    "input_format": ("formats", _many("--input-format", "FORMAT", "Format that the record came in."), True),
    "assignee": ("assignees", _many("--assignee", "NAME", "Who it is assigned to; - for nobody."), True),
    "search": ("text", _one("--search", "WORDS", "Words in the title, the record's id or the file name."), False),
    "older_than": ("older_than", _one("--older-than", "TIME", "Queued longer ago than this: 30m, 12h, 7d, 2w."), False),
    "younger_than": ("younger_than", _one("--younger-than", "TIME", "Queued more recently than this."), False),
}
_WORDS: dict[str, tuple[str, ...]] = {
    "states": tuple(State),
    "verdicts": tuple(MachineVerdict),
    "severities": tuple(Severity),
    "tiers": tuple(Tier),
    "kinds": tuple(Kind),
}


def filtered(verb: Callable[Concatenate[Filter, P], int]) -> Callable[P, int]:
    """A verb whose first parameter is a filter as one that takes the options of the filter at its end."""

    @wraps(verb)
    def with_options(*args: P.args, **kwargs: P.kwargs) -> int:
        given = {name: kwargs.pop(name, None) for name in _OPTIONS}
        return verb(filter_of(given), *args, **kwargs)

    own = inspect.signature(verb)
    first, *rest = own.parameters.values()
    # typer reads annotations by name, as texts are resolved late: both are given resolved
    hints = inspect.get_annotations(verb, eval_str=True)
    kept = [p.replace(annotation=hints.get(p.name, p.annotation)) for p in rest]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None if many else "", annotation=annotation)
        for name, (_, annotation, many) in _OPTIONS.items()
    ]
    with_options.__signature__ = own.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    hints.pop(first.name, None)
    with_options.__annotations__ = hints | {name: annotation for name, (_, annotation, _) in _OPTIONS.items()}
    return with_options


def filter_of(given: dict[str, object]) -> Filter:
    """The filter that the options ask for. Raises :class:`UsageError` for a word that no item can have."""
    values: dict[str, tuple[str, ...] | str | timedelta | None] = {}
    for name, (field, _, many) in _OPTIONS.items():
        value = given.get(name)
        if many:
            words = tuple(str(word) for word in value) if isinstance(value, list) else ()
            for word in words:
                if field in _WORDS and word not in _WORDS[field]:
                    raise UsageError(f"--{name.replace('_', '-')} {word}: there are {', '.join(_WORDS[field])}")
            values[field] = words
        elif field == "text":
            values[field] = str(value or "")
        else:
            values[field] = duration(str(value), f"--{name.replace('_', '-')}") if value else None
    return Filter(**values)  # type: ignore[arg-type]


def duration(text: str, option: str) -> timedelta:
    """``7d`` as a duration. Raises :class:`UsageError`."""
    found = re.fullmatch(r"(\d{1,5})\s*([mhdw])", text.strip().lower())
    if found is None:
        raise UsageError(f"{option} {text}: say 30m, 12h, 7d or 2w")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})
