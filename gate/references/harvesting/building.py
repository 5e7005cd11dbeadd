"""A build from its plan to the snapshot: gather into the journal, then keep what is there, whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gate.errors import SnapshotError, UsageError
from gate.locking import locked
from gate.model import Entity, Role
from gate.references.harvesting.asking import Asker
from gate.references.harvesting.journal import FILE, Journal
from gate.references.local.building import Progress, quiet
from gate.references.local.keeping import Description, Tally, beside, settle, target_for, write_data
from gate.references.local.manifest import Manifest
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

_MONTH_S = 30 * 86_400


class Plan(Protocol):
    """What to gather, and what the manifest is to say of it."""

    @property
    def title(self) -> str:
        """What the snapshot holds, in words."""
        ...

    @property
    def source(self) -> str:
        """Where its facts are from."""
        ...

    @property
    def licence(self) -> str:
        """Under which terms."""
        ...

    @property
    def command(self) -> str:
        """The call that builds it, without ``--name``."""
        ...

    @property
    def parameters(self) -> Mapping[str, object]:
        """All that the steps depend on, as JSON: a build goes on only where these are the same."""
        ...

    def gather(self, asker: Asker, http: Http, settings: Settings) -> None:
        """Do every step. Raises :class:`~gate.errors.UnreachableError`."""
        ...


def build(
    plan: Plan,
    settings: Settings,
    *,
    name: str,
    title: str = "",
    role: Role = Role.REFERENCE,
    replacing: bool = False,
    restart: bool = False,
    progress: Progress = quiet,
) -> Manifest:
    """Gather what ``plan`` asks for and keep it as the snapshot ``name``; go on with a build of this plan that was begun.

    ``replacing``  a snapshot of this name may be replaced; it is, whole, only when the new one is ready
    ``restart``    forget what an earlier build of this name has gathered

    Raises :class:`~gate.errors.UnreachableError` where a service does not answer (what was gathered is kept), and
    :class:`UsageError` where the name cannot be taken, or another build of it is under way. The snapshot claims completeness
    for nothing. It is dated by its oldest answer.
    """
    target = target_for(name, settings, replacing=replacing)
    folder = target.with_name(f".{name}.build")
    with _alone(folder):
        if restart:
            (folder / FILE).unlink(missing_ok=True)
        with Journal(folder, plan.parameters) as journal:
            _gather(plan, journal, settings, progress)
            manifest = _kept(plan, journal, target, title, role, f"{plan.command} --name {name}")
    shutil.rmtree(folder, ignore_errors=True)
    return manifest


def _gather(plan: Plan, journal: Journal, settings: Settings, progress: Progress) -> None:
    from gate.references.http import Http

    # a build has all the time it needs; each of its requests has as much as any other
    patient = replace(settings, deadline_seconds=_MONTH_S)
    with Http(patient) as http:
        plan.gather(Asker(journal, progress, pause=settings.breaker_seconds + 1.0), http, patient)


def _kept(plan: Plan, journal: Journal, target: Path, title: str, role: Role, command: str) -> Manifest:
    last: dict[str, int] = {}
    dates: list[str] = []
    tally = Tally()
    for entity, number in _numbered(journal):
        last[entity.id] = number
    for step in journal.steps():
        dates += [step.as_of] if step.as_of else []
        for what, count in step.counts.items():
            tally.add(what, count)
    if not last:
        raise SnapshotError(f"{command}: the services hold nothing of it; there is no snapshot without entities")
    told = Description(title or plan.title, role, plan.source, min(dates)[:10] if dates else "", plan.licence, command)
    with beside(target) as part:
        entities = (entity for entity, number in _numbered(journal) if last[entity.id] == number)
        data = write_data(part, target.name, entities, tally)
        return settle(part, target, data, tally, told)


def _numbered(journal: Journal) -> Iterator[tuple[Entity, int]]:
    number = -1
    for step in journal.steps():
        for entity in step.entities:
            number += 1
            yield entity, number


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the build of one name for this process alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / "lock", timeout_s=0.2):
            yield
    except TimeoutError:
        raise UsageError(f"{folder}: another process is building this snapshot") from None
    except OSError as error:
        raise SnapshotError(f"{error.filename or folder}: {error.strerror or error}") from error
