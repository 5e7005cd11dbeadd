"""Whether the gate is fit to run here: settings, live services, cache, snapshots, rules, queue, versions.

It looks and mends nothing: no index is built, no database made. What it cannot tell it says so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

from gate.errors import GateError
from gate.settings import Settings
from gate.version import __version__

_PACKAGE = "catalog-gate"
_FOR_DEVELOPERS = frozenset({"dev"})
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_OF_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")


Figures: TypeAlias = "Mapping[str, str | int | float | bool]"


class State(StrEnum):
    """How it stands with one thing. ``note`` is worth knowing and asks for nothing."""

    WELL = "well"
    NOTE = "note"
    ATTENTION = "attention"
    UNREACHABLE = "unreachable"
    NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class Check:
    """What was found of one thing: its ``section`` and ``name``, the ``state``, words for people, and figures for programs."""

    section: str
    name: str
    state: State
    words: str
    figures: Figures = field(default_factory=dict, hash=False)


def examine(settings: Settings, *, offline: bool = False) -> tuple[Check, ...]:
    """Everything that was looked at, in a fixed order. With ``offline`` nothing is sent. Takes about 5 seconds at most.

    A queue on another machine is reached within its own time-out of 10 seconds.
    """
    parts: tuple[Callable[[], Iterator[Check]], ...] = (
        lambda: _contact(settings),
        lambda: _sources(settings, offline=offline),
        lambda: _cache(settings),
        lambda: _snapshots(settings),
        lambda: _rules(settings),
        lambda: _queue(settings, offline=offline),
        _versions,
        _extras,
    )
    return tuple(check for part in parts for check in part())


def worst(checks: tuple[Check, ...]) -> State:
    """``unreachable`` where a source is, else ``attention`` where something needs it, else ``well``."""
    found = {check.state for check in checks}
    return next((state for state in (State.UNREACHABLE, State.ATTENTION) if state in found), State.WELL)


def _contact(settings: Settings) -> Iterator[Check]:
    if not settings.contact:
        words = "not set: live services are asked as a stranger, at the pace they allow strangers (setting contact)"
        yield Check("settings", "contact", State.NOTE, words, {"set": False})
        return
    from gate.errors import SettingsError
    from gate.references.http import Http

    try:
        Http(settings).close()
    except SettingsError as error:
        yield Check("settings", "contact", State.ATTENTION, str(error), {"set": True})
    else:
        yield Check("settings", "contact", State.WELL, f"set: {settings.contact}", {"set": True})


def _sources(settings: Settings, *, offline: bool) -> Iterator[Check]:
    from gate.references.probing import probe, services

    usable = not any(check.state is State.ATTENTION for check in _contact(settings))
    for one in services(settings) if offline or not usable else probe(settings):
        key = ", key set" if one.has_key else ""
        figures: Figures = {"host": one.host, "key": one.has_key, "enabled": one.enabled}
        if not one.asked:
            why = "switched off" if not one.enabled else "offline" if offline else "the contact is not usable"
            yield Check("sources", one.name, State.NOT_ASKED, f"{one.host}: {why}{key}", figures)
            continue
        took = round(one.seconds * 1000)
        figures = {**figures, "milliseconds": took}
        if one.fault:
            yield Check("sources", one.name, State.UNREACHABLE, f"{one.host}: {one.fault}{key}", {**figures, "fault": one.fault})
        else:
            yield Check("sources", one.name, State.WELL, f"{one.host}: answers in {took} ms{key}", figures)


def _cache(settings: Settings) -> Iterator[Check]:
    from gate.references.http import cache_info

    held = cache_info(settings)
    if held is None:
        yield Check("cache", "answers", State.WELL, "none are kept", {"answers": 0, "bytes": 0})
        return
    count = sum(number for _, number in held.answers)
    age = f", from {held.oldest[:10]} to {held.newest[:10]}" if held.oldest else ""
    figures: Figures = {"answers": count, "absent": held.absent, "bytes": held.size, "oldest": held.oldest, "newest": held.newest}
    yield Check("cache", "answers", State.WELL, f"{count:,}, {held.size:,} bytes{age}", {**figures, "file": str(held.file)})


def _snapshots(settings: Settings) -> Iterator[Check]:
    from gate.errors import SnapshotError
    from gate.references.local import list_snapshots
    from gate.references.local.index import check_data, index_key, is_index

    for one in list_snapshots(settings):
        if one.manifest is None:
            yield Check("snapshots", one.name, State.ATTENTION, f"cannot be used: {one.fault}", {"shipped": one.shipped})
            continue
        entities = dict(one.manifest.counts)["entities"]
        days = (date.today() - date.fromisoformat(one.manifest.retrieved)).days
        indexed = is_index(settings.cache / "indexes" / f"{index_key(one.manifest)}.sqlite")
        figures: Figures = {"entities": entities, "retrieved": one.manifest.retrieved, "days": days, "indexed": indexed}
        try:
            check_data(one.manifest, settings)
        except SnapshotError as error:
            yield Check("snapshots", one.name, State.ATTENTION, str(error), {**figures, "shipped": one.shipped})
            continue
        stale = days > settings.staleness_days
        index = "indexed" if indexed else "is indexed at first use"
        words = f"{entities:,} of {one.manifest.retrieved} ({days:,} days), {index}"
        words += f"; older than {settings.staleness_days} days (setting staleness_days)" if stale else ""
        yield Check("snapshots", one.name, State.ATTENTION if stale else State.WELL, words, {**figures, "shipped": one.shipped})


def _rules(settings: Settings) -> Iterator[Check]:
    from gate.decision.rules import available, load

    shipped = [info.name for info in available()]
    for name in dict.fromkeys([settings.rules, *shipped]):
        try:
            found = load(name)
        except GateError as error:
            yield Check("rules", name, State.ATTENTION, str(error))
        else:
            used = ", used by default" if name == settings.rules else ""
            yield Check("rules", name, State.WELL, f"can be used{used}", {"file": found.file, "sha256": found.sha256})


def _queue(settings: Settings, *, offline: bool) -> Iterator[Check]:
    file = settings.queue_file if not settings.queue_url else _sqlite_file(settings.queue_url)
    if file is not None and not file.exists():
        yield Check("queue", "database", State.WELL, f"{file}: is made at first use", {"made": False})
        return
    if file is None and offline:
        yield Check("queue", "database", State.NOT_ASKED, "offline", {})
        return
    from gate.queue.database import open_database
    from gate.queue.schema import version

    try:
        database = open_database(settings.queue_url, settings.queue_file)
        try:
            made = version(database)
        finally:
            database.close()
    except GateError as error:
        yield Check("queue", "database", State.ATTENTION, str(error))
        return
    words = f"{database.name}: reached" + (f", schema {made}" if made else ", empty: is made at first use")
    yield Check("queue", "database", State.WELL, words, {"made": made is not None, "dialect": database.dialect})


def _sqlite_file(url: str) -> Path | None:
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def _versions() -> Iterator[Check]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Check("versions", "python", State.WELL, python, {"version": python})
    yield Check("versions", "gate", State.WELL, __version__, {"version": __version__})
    for name in _required(""):
        version = _installed(name)
        if version:
            yield Check("versions", name, State.WELL, version, {"version": version})
        else:
            yield Check("versions", name, State.ATTENTION, "is needed, and not installed")


def _extras() -> Iterator[Check]:
    found = {match[1] for line in _requirements() if (match := _OF_EXTRA.search(line))}
    for extra in sorted(found - _FOR_DEVELOPERS):
        missing = [name for name in _required(extra) if not _installed(name)]
        if missing:
            words = f"not installed: pip install '{_PACKAGE}[{extra}]' ({', '.join(missing)})"
            yield Check("extras", extra, State.NOTE, words, {"installed": False})
        else:
            words = ", ".join(f"{name} {_installed(name)}" for name in _required(extra))
            yield Check("extras", extra, State.WELL, words, {"installed": True})


def _required(extra: str) -> list[str]:
    """The packages that the gate itself, or one of its extras, needs."""
    of_extra = [(line, match[1] if (match := _OF_EXTRA.search(line)) else "") for line in _requirements()]
    return [match[1] for line, of in of_extra if of == extra and (match := _REQUIREMENT.match(line))]


def _requirements() -> list[str]:
    """What the installed package says that it needs; nothing where the gate runs from a bare folder."""
    try:
        return metadata.requires(_PACKAGE) or []
    except metadata.PackageNotFoundError:
        return []


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
