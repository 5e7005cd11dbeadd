"""A local snapshot as a source: one index file, read-only, one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TypeVar

from gate.errors import SnapshotError
from gate.model import Absent, Answer, Entity, Evidence, Found, Graph, Identifier, Kind, Query, Reason, Role, Silent, SnapshotInfo
from gate.model import Unavailable as NoAnswer
from gate.normalise.naco import heading_keys
from gate.rdf.iris import identifier_iri
from gate.references.local.building import Progress, quiet
from gate.references.local.codec import decode
from gate.references.local.graphs import neighbourhood
from gate.references.local.identity import SCHEMES, equivalents, key_text
from gate.references.local.index import Index, MissingError, open_read_only, ready_index
from gate.references.local.keys import query_keys
from gate.references.local.manifest import Manifest
from gate.references.local.searching import search
from gate.settings import Settings

OFFERS = frozenset({"by_identifier", "search", "facts", "neighbourhood"})
AS_DEPOSITED = "as_deposited"
_CITING = 5
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
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._index: Index | None = None
        self._mended = False  # once in the life of this object
        self._rebuild_next = False
        self._generation = 0
        self._fault: NoAnswer | None = None
        # the citations of one work ask for the same few entities again and again
        self._entity = lru_cache(maxsize=_KEPT)(self._decoded)
        age = (date.today() - date.fromisoformat(manifest.retrieved)).days
        self._stale = age > settings.staleness_days

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
        return self._ask(lambda connection: self._by_identifier(connection, identifier))

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
        return self._ask(lambda connection: self._by_label(connection, label, ranks))

    def facts(self, entity_id: str) -> Answer[Entity]:
        """Everything held about the entity with this id. Silent where the snapshot holds no such entity."""
        return self._ask(lambda connection: self._facts(connection, entity_id))

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Candidates, best first: a good guess at what is meant, for the caller to judge."""
        return self._ask(lambda connection: self._search(connection, query, limit))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """The entity's own edges, and those among its neighbours (an edge back to the entity included)."""
        return self._ask(lambda connection: self._neighbourhood(connection, entity_id))

    def close(self) -> None:
        """Close every thread's connection. A later question opens a new one."""
        with self._lock:
            self._forget()

    def evidence(self, url: str = "") -> Evidence:
        """This snapshot as a witness."""
        return Evidence(self.name, self.as_of, url, self._stale)

    def _by_identifier(self, connection: sqlite3.Connection, identifier: Identifier) -> Answer[Entity]:
        forms = equivalents(identifier)
        held = self._held(connection, forms)
        if held is not None:
            return Found(held, self.evidence(held.id))
        for form in forms:
            cited = self._as_cited(connection, form)
            if cited is not None:
                return cited
        if any(self.manifest.covers_identifier(form.scheme, form.value) for form in forms):
            return Absent(self.evidence())
        return Silent(self.evidence())

    def _as_cited(self, connection: sqlite3.Connection, identifier: Identifier) -> Found[Entity] | None:
        """The fullest of the descriptions that citing works give of a work."""
        rows = connection.execute(
            "SELECT n, place FROM cited WHERE key = ? ORDER BY n, place LIMIT ?", (key_text(identifier), _CITING)
        ).fetchall()
        described = [(entity, entity.all("citations")[place]) for n, place in rows for entity in (self._entity(n),)]
        if not described:
            return None
        citing, citation = max(described, key=lambda pair: len(pair[1].parts))
        label = citation.part("title") or citation.value
        iri = identifier_iri(identifier) or str(identifier)
        return Found(Entity(iri, Kind.WORK, label, citation.parts, frozenset({AS_DEPOSITED})), self.evidence(citing.id))

    def _facts(self, connection: sqlite3.Connection, entity_id: str) -> Answer[Entity]:
        held = self._held(connection, (Identifier("iri", entity_id),))
        return Silent(self.evidence()) if held is None else Found(held, self.evidence(held.id))

    def _search(self, connection: sqlite3.Connection, query: Query, limit: int) -> Answer[tuple[Entity, ...]]:
        found = tuple(self._entity(n) for n in search(connection, query, limit)) if query.kind in self.kinds else ()
        # Words that can be looked for must be there: a search for nothing proves nothing.
        exhaustive = self.manifest.covers_kind(query.kind) and bool(query_keys(query)) and limit > 0
        if found:
            return Found(found, self.evidence(), exhaustive)
        return Absent(self.evidence()) if exhaustive else Silent(self.evidence())

    def _by_label(self, connection: sqlite3.Connection, label: str, ranks: tuple[int, ...]) -> Answer[tuple[Entity, ...]]:
        query = "SELECT rank, n FROM heading WHERE key = ? ORDER BY rank, n"
        rows = sorted({row for key in heading_keys(label) for row in connection.execute(query, (key,))})
        numbers = dict.fromkeys(n for rank, n in rows if rank in ranks)
        found = tuple(self._entity(n) for n in numbers)
        return Found(found, self.evidence(found[0].id)) if found else Silent(self.evidence())

    def _neighbourhood(self, connection: sqlite3.Connection, entity_id: str) -> Answer[Graph]:
        entity = self._held(connection, (Identifier("iri", entity_id),))
        if entity is None:
            return Silent(self.evidence())
        return Found(neighbourhood(entity, lambda wanted: self._held(connection, wanted)), self.evidence(entity.id))

    def _held(self, connection: sqlite3.Connection, identifiers: Iterable[Identifier]) -> Entity | None:
        """The first entity that any of the identifiers denotes."""
        for identifier in identifiers:
            query = "SELECT n FROM identifier WHERE key = ? ORDER BY n LIMIT 1"
            row = connection.execute(query, (key_text(identifier),)).fetchone()
            if row is not None:
                return self._entity(row[0])
        return None

    def _decoded(self, n: int) -> Entity:
        row = self._connection().execute("SELECT data FROM entity WHERE n = ?", (n,)).fetchone()
        if row is None:
            raise ValueError(f"entity {n} is not in the index")
        entity = decode(row[0])
        closed = self.manifest.complete_properties
        return replace(entity, complete_for=entity.complete_for | closed) if closed else entity

    def _ask(self, question: Callable[[sqlite3.Connection], Answer[T]]) -> Answer[T]:
        """Put a question to the index; a damaged index is built anew once, and what cannot be mended is Unavailable."""
        try:
            return question(self._connection())
        except _Faulty as fault:
            return fault.answer
        except (sqlite3.DatabaseError, ValueError):
            self._mend()
        try:
            return question(self._connection())
        except _Faulty as fault:
            return fault.answer
        except (sqlite3.DatabaseError, ValueError) as error:
            return NoAnswer(self.name, Reason.DAMAGED, f"the index is damaged, also after it was built anew: {error}")

    def _connection(self) -> sqlite3.Connection:
        connection = getattr(self._local, "connection", None)
        generation = getattr(self._local, "generation", -1)
        if isinstance(connection, sqlite3.Connection) and generation == self._generation:
            return connection
        with self._lock:
            index = self._opened_index()
            connection = open_read_only(index.path)
            self._connections.append(connection)
            self._local.connection, self._local.generation = connection, self._generation
        return connection

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
        self._entity.cache_clear()
        for connection in self._connections:
            connection.close()
        self._connections.clear()


class _Faulty(Exception):  # noqa: N818 - it carries an answer, it is not one of the errors that users see
    def __init__(self, answer: NoAnswer) -> None:
        super().__init__(answer.detail)
        self.answer = answer
