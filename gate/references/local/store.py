"""A local snapshot as a source: one index file, read-only, one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TypeVar

from gate.errors import SnapshotError
from gate.model import Answer, Entity, Evidence, Graph, Identifier, Kind, Query, Reason, Role, SnapshotInfo
from gate.model import Unavailable as NoAnswer
from gate.references.local.answering import AS_DEPOSITED, OFFERS, Answering
from gate.references.local.building import Progress, quiet
from gate.references.local.codec import Coded
from gate.references.local.identity import SCHEMES
from gate.references.local.index import Index, MissingError, open_read_only, ready_index
from gate.references.local.manifest import Manifest
from gate.references.local.recent import Recent
from gate.references.local.rows import Rows, SqliteRows
from gate.settings import Settings

__all__ = ["AS_DEPOSITED", "LocalSnapshot"]

_KEPT = 512
T = TypeVar("T")


class LocalSnapshot:
    """A snapshot on this machine (:class:`~gate.references.source.Source`).

    It is opened, and at first use indexed, when it is first asked. A snapshot that is missing or damaged answers Unavailable to
    everything; it never raises. Safe to share between threads.
    """

    def __init__(self, manifest: Manifest, settings: Settings, *, progress: Progress = quiet) -> None:
        self.manifest = manifest
        self._settings = settings
        self._progress = progress
        self._lock = threading.Lock()
        self._local = _OfThread()
        self._connections: list[sqlite3.Connection] = []
        self._index: Index | None = None
        self._mended = False  # once in the life of this object
        self._rebuild_next = False
        self._generation = 0
        self._fault: NoAnswer | None = None
        # the citations of one work ask for the same few entities again and again
        self._entities: Recent[int, Coded] = Recent(_KEPT)
        age = (date.today() - date.fromisoformat(manifest.retrieved)).days
        self._stale = age > settings.staleness_days
        self._witness = Evidence(manifest.name, manifest.retrieved, "", self._stale)

    @property
    def name(self) -> str:
        """The snapshot's name."""
        return self.manifest.name

    @property
    def as_of(self) -> str:
        """The date of its facts."""
        return self.manifest.retrieved

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of thing it holds."""
        return self.manifest.kinds

    @property
    def role(self) -> Role:
        """Whether it may accuse."""
        return self.manifest.role

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
        """What the user should know of how the index is kept; empty until the snapshot was asked."""
        return (self._index.warning,) if self._index is not None and self._index.warning else ()

    def info(self) -> SnapshotInfo:
        """The line of a run's manifest."""
        return self.manifest.info()

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The entity that ``identifier`` denotes.

        A work that is only known because another cites it is Found as its citing work describes it: flagged ``as_deposited``,
        with the citing work as the evidence's URL. What such a description lacks, the snapshot is silent about.
        """
        return self._ask(lambda store: store.by_identifier(identifier))

    @property
    def vocabulary(self) -> str:
        """The code of the controlled vocabulary that it is, as in MARC's list of subject sources; empty where it is none."""
        return self.manifest.vocabulary

    def covers_headings(self, file: str) -> bool:
        """Whether it holds every heading of this file of its vocabulary."""
        return self.manifest.covers_headings(file)

    def by_label(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> Answer[tuple[Entity, ...]]:
        """The concepts that have this label under NACO rules, those that prefer it first; ranks as in the index's tables.

        Silent where there is none: whether that means anything is for the caller, who knows which file is meant.
        """
        return self._ask(lambda store: store.by_label(label, ranks))

    def facts(self, entity_id: str) -> Answer[Entity]:
        """Everything held about the entity with this id. Silent where the snapshot holds no such entity."""
        return self._ask(lambda store: store.facts(entity_id))

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Candidates, best first: a good guess at what is meant, for the caller to judge."""
        return self._ask(lambda store: store.search(query, limit))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """The entity's own edges, and those among its neighbours (an edge back to the entity included)."""
        return self._ask(lambda store: store.neighbourhood(entity_id))

    def close(self) -> None:
        """Close every thread's connection. A later question opens a new one."""
        with self._lock:
            self._forget()

    def evidence(self, url: str = "") -> Evidence:
        """This snapshot as a witness."""
        return Evidence(self.name, self.as_of, url, self._stale) if url else self._witness

    def _kept(self, rows: Rows, n: int, data: bytes | None) -> Coded:
        """The entity with this number, read where it is not kept."""
        coded = self._entities.get(n)
        if coded is None:
            data = data or rows.data(n)
            if data is None:
                raise ValueError(f"entity {n} is not in the index")
            coded = Coded(data, self.manifest.complete_properties)
            self._entities.put(n, coded)
        return coded

    def _ask(self, question: Callable[[Answering], Answer[T]]) -> Answer[T]:
        """Put a question to the index; a damaged index is built anew once, and what cannot be mended is Unavailable."""
        try:
            return question(self._answering())
        except _Faulty as fault:
            return fault.answer
        except (sqlite3.DatabaseError, ValueError):
            self._mend()
        try:
            return question(self._answering())
        except _Faulty as fault:
            return fault.answer
        except (sqlite3.DatabaseError, ValueError) as error:
            return NoAnswer(self.name, Reason.DAMAGED, f"the index is damaged, also after it was built anew: {error}")

    def _answering(self) -> Answering:
        """The store as this thread asks it, over a connection of its own."""
        if self._local.generation == self._generation and self._local.answering is not None:
            return self._local.answering
        with self._lock:
            index = self._opened_index()
            connection = open_read_only(index.path)
            self._connections.append(connection)
            rows = SqliteRows(connection)
            answering = Answering(rows, self.manifest, self.evidence, partial(self._kept, rows))
            self._local.answering, self._local.generation = answering, self._generation
        return answering

    def _opened_index(self) -> Index:
        """The index, looked for once; a fault is remembered for as long as this object lives. Holds the lock."""
        if self._fault is None and self._index is None:
            try:
                self._index = ready_index(self.manifest, self._settings, progress=self._progress, rebuild=self._rebuild_next)
                self._rebuild_next = False
            except MissingError as error:
                self._fault = NoAnswer(self.name, Reason.MISSING, str(error))
            except SnapshotError as error:
                self._fault = NoAnswer(self.name, Reason.DAMAGED, str(error))
        if self._fault is not None or self._index is None:
            raise _Faulty(self._fault or NoAnswer(self.name, Reason.DAMAGED))
        return self._index

    def _mend(self) -> None:
        """Forget the index, so that the next question builds it anew; only the first of several threads that ask for it does."""
        with self._lock:
            if not self._mended:
                self._mended = self._rebuild_next = True
                self._forget()

    def _forget(self) -> None:
        self._generation += 1
        self._index = None
        self._entities.clear()
        for connection in self._connections:
            connection.close()
        self._connections.clear()


class _OfThread(threading.local):
    """What a thread asks with, and of which generation of the index that is."""

    answering: Answering | None = None
    generation: int = -1


class _Faulty(Exception):  # noqa: N818 - it carries an answer, it is not one of the errors that users see
    def __init__(self, answer: NoAnswer) -> None:
        super().__init__(answer.detail)
        self.answer = answer
