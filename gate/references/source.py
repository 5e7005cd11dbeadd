"""What every source offers: one protocol for live services and local snapshots."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from gate.model import Answer, Entity, Graph, Identifier, Kind, Query, Role


@runtime_checkable
class Source(Protocol):
    """An authority to ask.

    ``name``      short and stable, shown in every finding
    ``as_of``     date of a snapshot (ISO 8601), empty for a live service (each answer has its own)
    ``kinds``     kinds of record it knows about
    ``role``      a reference may accuse; an oracle may only confirm
    ``offers``    which of ``by_identifier``, ``search``, ``neighbourhood`` it implements
    ``schemes``   identifier schemes that :meth:`by_identifier` understands

    Every method returns an :data:`~gate.model.Answer` and never raises for a failed call.
    """

    @property
    def name(self) -> str:
        """Short, stable name."""
        ...

    @property
    def as_of(self) -> str:
        """Date of a snapshot; empty for a live service."""
        ...

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of record it knows about."""
        ...

    @property
    def role(self) -> Role:
        """Whether it may accuse."""
        ...

    @property
    def offers(self) -> frozenset[str]:
        """The methods it implements."""
        ...

    @property
    def schemes(self) -> frozenset[str]:
        """Identifier schemes it understands."""
        ...

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The entity that ``identifier`` denotes. Absent only where this source is complete for that identifier."""
        ...

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Candidates, best first. Absent only where this source is complete for what is searched."""
        ...

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """The reference graph around an entity: its own edges and those among its neighbours."""
        ...
