"""A snapshot in a database as a source: what the user calls ``[sources.NAME]`` with ``store = "postgresql://..."``."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar

from gate.errors import SnapshotError
from gate.model import Answer, Entity, Evidence, Graph, Identifier, Kind, Query, Reason, Role, SnapshotInfo, Unavailable
from gate.references.local.answering import OFFERS, Answering
from gate.references.local.codec import Coded
from gate.references.local.identity import SCHEMES
from gate.references.local.manifest import Manifest, read_manifest
from gate.references.stores.backend import Backend, StoreFailedError, backend, without_password
from gate.settings import Settings

_ASKED = 3  # times, where a snapshot is published anew in between
T = TypeVar("T")


class SharedStore:
    """A snapshot in a database (:class:`~gate.references.source.Source`).

    It is a snapshot, not a live service: it has a date, it is asked in offline runs too, and nothing of its answers is kept.
    While it cannot be reached it answers Unavailable to everything, and stands for every kind, so that nothing passes unchecked
    for want of it; after ``breaker_seconds`` it is tried again. Safe to share between threads.
    """

    def __init__(self, name: str, url: str, settings: Settings) -> None:
        self.name = name
        self._shown = without_password(url)
        self._settings = settings
        self._lock = threading.Lock()
        self._published: tuple[str, Manifest] | None = None
        self._failed: Unavailable | None = None
        self._again = 0.0
        self._rows: Backend = backend(url, name, settings.timeout_seconds)

    @property
    def as_of(self) -> str:
        """The date of its facts; empty while it was not reached."""
        manifest = self._known()
        return "" if manifest is None else manifest.retrieved

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of thing it holds; every kind while it was not reached."""
        manifest = self._known()
        return frozenset(Kind) if manifest is None else manifest.kinds

    @property
    def role(self) -> Role:
        """Whether it may accuse."""
        manifest = self._known()
        return Role.REFERENCE if manifest is None else manifest.role

    @property
    def offers(self) -> frozenset[str]:
        """Everything a source can offer, and ``facts``."""
        return OFFERS

    @property
    def schemes(self) -> frozenset[str]:
        """Identifier schemes it can be asked by."""
        return SCHEMES

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why it does not answer, where it does not."""
        return (f"{self.name}: {self._shown}: {self._failed.detail}",) if self._failed is not None else ()

    @property
    def vocabulary(self) -> str:
        """The code of the controlled vocabulary that it is; empty where it is none."""
        manifest = self._known()
        return "" if manifest is None else manifest.vocabulary

    def covers_headings(self, file: str) -> bool:
        """Whether it holds every heading of this file of its vocabulary."""
        manifest = self._known()
        return manifest is not None and manifest.covers_headings(file)

    def info(self) -> SnapshotInfo:
        """The line of a run's manifest."""
        manifest = self._known()
        return SnapshotInfo(self.name, "", "", str(Role.REFERENCE)) if manifest is None else manifest.info()

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """See :meth:`gate.references.local.LocalSnapshot.by_identifier`."""
        return self._ask(lambda store: store.by_identifier(identifier))

    def by_label(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> Answer[tuple[Entity, ...]]:
        """See :meth:`gate.references.local.LocalSnapshot.by_label`."""
        return self._ask(lambda store: store.by_label(label, ranks))

    def facts(self, entity_id: str) -> Answer[Entity]:
        """Everything held about the entity with this id. Silent where the store holds no such entity."""
        return self._ask(lambda store: store.facts(entity_id))

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Candidates, best first: a good guess at what is meant, for the caller to judge."""
        return self._ask(lambda store: store.search(query, limit))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """The entity's own edges, and those among its neighbours."""
        return self._ask(lambda store: store.neighbourhood(entity_id))

    def close(self) -> None:
        """Close every connection. A later question opens a new one."""
        self._rows.close()

    def _ask(self, question: Callable[[Answering], Answer[T]]) -> Answer[T]:
        """Put a question to one snapshot: an answer during which another was published may mix the two, so it is asked again."""
        for _ in range(_ASKED):
            published = self._current()
            if published is None or self._down():
                return self._failed or Unavailable(self.name, Reason.MISSING, "nothing is published there")
            text, manifest = published
            try:
                answer = question(self._answering(manifest))
                if self._rows.manifest() == text:
                    return answer
            except StoreFailedError as error:
                return self._fail(error.reason, error.detail)
            except ValueError as error:
                return Unavailable(self.name, Reason.DAMAGED, str(error))
            with self._lock:
                if self._published == published:
                    self._published = None
        return Unavailable(self.name, Reason.DAMAGED, "it was published anew while it was asked, again and again")

    def _answering(self, manifest: Manifest) -> Answering:
        stale = (date.today() - date.fromisoformat(manifest.retrieved)).days > self._settings.staleness_days

        def evidence(url: str) -> Evidence:
            return Evidence(self.name, manifest.retrieved, url, stale)

        def kept(number: int, data: bytes | None) -> Coded:
            held = self._rows.data(number) if data is None else data
            if held is None:
                raise ValueError(f"entity {number} is not in the store")
            return Coded(held, manifest.complete_properties)

        return Answering(self._rows, manifest, evidence, kept)

    def _known(self) -> Manifest | None:
        """What the store says of itself; None while it does not answer."""
        published = self._current()
        return None if published is None else published[1]

    def _current(self) -> tuple[str, Manifest] | None:
        """The manifest that is published, as it was asked for once a publication, and read; None while it does not answer."""
        with self._lock:
            if self._published is None and not self._down():
                try:
                    if text := self._rows.manifest():
                        self._published = text, read_manifest(text, Path(self._shown))
                        self._failed = None
                    else:
                        self._fail(Reason.MISSING, f"no snapshot {self.name!r} is published there")
                except StoreFailedError as error:
                    self._fail(error.reason, error.detail)
                except SnapshotError as error:
                    self._fail(Reason.DAMAGED, str(error))
            return self._published

    def _down(self) -> bool:
        """Whether it failed a short while ago. When the time is up, the next question is put to it again."""
        if self._failed is not None and time.monotonic() >= self._again:
            self._failed = None
        return self._failed is not None

    def _fail(self, reason: Reason, detail: str) -> Unavailable:
        self._again = time.monotonic() + self._settings.breaker_seconds
        self._failed = Unavailable(self.name, reason, detail)
        return self._failed


def shared_stores(settings: Settings) -> tuple[SharedStore, ...]:
    """The stores of the settings, in their order. Nothing is asked yet."""
    return tuple(SharedStore(one.name, one.store, settings) for one in settings.sources if one.store)
