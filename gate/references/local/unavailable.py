"""A snapshot that should be here and is not, or cannot be used.

It answers Unavailable to everything, so that it is never mistaken for one that knows nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from gate.model import Identifier, Kind, Query, Reason, Role, SnapshotInfo, Unavailable


@dataclass(frozen=True, slots=True)
class UnavailableSnapshot:
    """A source (:class:`~gate.references.source.Source`) without answers.

    Where nothing is known of it, it stands for every kind, so that nothing passes unchecked for want of it.
    """

    name: str
    reason: Reason
    detail: str
    kinds: frozenset[Kind] = frozenset(Kind)
    role: Role = Role.REFERENCE
    as_of: str = ""
    offers: frozenset[str] = frozenset({"by_identifier", "search", "facts", "neighbourhood"})

    @property
    def schemes(self) -> frozenset[str]:
        """All that a local snapshot understands: what it would have answered is not known."""
        from gate.references.local.identity import SCHEMES

        return SCHEMES

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why it is not there."""
        return (f"{self.name}: {self.detail}",)

    def info(self) -> SnapshotInfo:
        """The line of a run's manifest: no date, no checksum."""
        return SnapshotInfo(self.name, self.as_of, "", str(self.role))

    def by_identifier(self, identifier: Identifier) -> Unavailable:  # noqa: ARG002
        """No answer."""
        return self._answer()

    def facts(self, entity_id: str) -> Unavailable:  # noqa: ARG002
        """No answer."""
        return self._answer()

    def search(self, query: Query, limit: int = 10) -> Unavailable:  # noqa: ARG002
        """No answer."""
        return self._answer()

    def neighbourhood(self, entity_id: str) -> Unavailable:  # noqa: ARG002
        """No answer."""
        return self._answer()

    def close(self) -> None:
        """Nothing is open."""

    def _answer(self) -> Unavailable:
        return Unavailable(self.name, self.reason, self.detail)
