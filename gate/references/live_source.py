"""What the live sources share: each has a service behind it, no date of its own, and says where it need not be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Graph, Identifier, Kind, Query, Reason, Role, Silent, Unavailable
from gate.references.services import service
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http


class LiveSource:
    """A source (:class:`~gate.references.source.Source`) that asks a service on every call, through the run's ``http``.

    A class of it sets ``name``, which is the service's too, and overrides what it ``offers``.
    """

    name = ""
    as_of = ""
    kinds = frozenset({Kind.WORK})
    role = Role.REFERENCE
    offers: frozenset[str] = frozenset()
    schemes: frozenset[str] = frozenset()

    def __init__(self, http: Http, settings: Settings) -> None:
        self._http = http
        self._service = service(self.name, settings)

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """Not asked."""
        return self.not_asked(f"it is not asked for a {identifier.scheme}")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:  # noqa: ARG002
        """Not asked."""
        return self.not_asked("it has no search")

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:  # noqa: ARG002
        """Not asked."""
        return self.not_asked("it has no graph")

    def not_asked(self, why: str) -> Silent:
        """What is wanted is not of this source's kind: it was not asked, and so says nothing."""
        return Silent(Evidence(self.name, ""), why, asked=False)

    def unusable(self, what: str) -> Unavailable:
        """A well-formed answer that is not to what was asked."""
        return Unavailable(self.name, Reason.MALFORMED, what)
