"""What the verbs of ``gate queue`` share: the queue itself, who is asking, how an answer is told."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import note, show
from gate.errors import UsageError
from gate.queue.values import Bulk
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.queue.store import Queue

By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who is doing this; default: the name you are logged in with.")]


def opened() -> Queue:
    """The queue of the settings."""
    from gate.queue import open_queue

    return open_queue(load_settings())


def ask(question: str, *, yes: bool) -> None:
    """Ask before much is changed. Raises :class:`UsageError` where nobody can be asked, or the answer is no."""
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(f"{question}? Say --yes")
    if not typer.confirm(f"{question}?", err=True):
        raise UsageError("nothing was changed")


def who(by: str) -> str:
    """The name for the log. Raises :class:`UsageError` where there is none."""
    if by.strip():
        return by.strip()
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container whose user has no name
        raise UsageError("who are you? Say --by NAME") from None


def told(done: Bulk, word: str) -> int:
    """Print what became of a call on several items; gives the exit code."""
    from gate.cli.queue_text import bulk_words

    for refused in done.refused:
        named = not refused.item or str(refused.item) in re.findall(r"\d+", refused.why)
        note(refused.why if named else f"item {refused.item}: {refused.why}")
    show(bulk_words(done, word) + "\n")
    if len(done.done) > 1 and done.mark:
        note(f"to open them all again: gate queue undo --together {done.mark}")
    return ExitCode.BAD_INPUT if done.refused else ExitCode.ACCEPTED


def as_json(format: str) -> bool:
    """Whether JSON is asked for. Raises :class:`UsageError` for another format than text or json."""
    if format not in ("text", "json"):
        raise UsageError(f"no format {format!r}; there are text, json")
    return format == "json"


def show_json(value: object) -> None:
    """Print a value as JSON in ASCII."""
    import json

    show(json.dumps(value, ensure_ascii=True, indent=2, sort_keys=True) + "\n")
