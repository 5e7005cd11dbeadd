"""What the live sources share: each has a service behind it, no date of its own, and says where it need not be asked.

And what becomes of one in an offline run, and of one that is switched off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gate.model import Answer, Entity, Evidence, Graph, Identifier, Kind, Query, Reason, Role, Silent, Unavailable
from gate.references.services import service
from gate.references.source import Source
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

T = TypeVar("T")


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


class _InPlace:
    """What stands in the place of a live source: it has what is said of it, and answers otherwise."""

    as_of = ""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name = source.name
        self.kinds = source.kinds
        self.role = source.role
        self.offers = source.offers
        self.schemes = source.schemes


class FromCache(_InPlace):
    """A live source in an offline run: it has the answers that earlier runs left, and is not asked for any other.

    That is no loss, as it would be were the network down: whoever goes offline does not ask.
    """

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """What an earlier run was told of it."""
        return self._kept(self._source.by_identifier(identifier))

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """What an earlier run found."""
        return self._kept(self._source.search(query, limit))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """What an earlier run was told of it."""
        return self._kept(self._source.neighbourhood(entity_id))

    def _kept(self, answer: Answer[T]) -> Answer[T]:
        if isinstance(answer, Unavailable) and answer.reason is Reason.OFFLINE:
            return Silent(Evidence(self.name, ""), f"{Reason.OFFLINE}: {answer.detail}", asked=False)
        return answer


class SwitchedOff(_InPlace):
    """A live source that the settings leave out: it is not asked, and what earlier runs were told by it is not used either.

    It is no controlled vocabulary, whatever it was: nothing is looked up there.
    """

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:  # noqa: ARG002
        """Not asked."""
        return self._off()

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:  # noqa: ARG002
        """Not asked."""
        return self._off()

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:  # noqa: ARG002
        """Not asked."""
        return self._off()

    def _off(self) -> Silent:
        return Silent(Evidence(self.name, ""), str(Reason.SWITCHED_OFF), asked=False)


def from_cache(source: Source) -> Source:
    """A live source as an offline run has it."""
    from gate.references.authorities.base import AuthorityFromCache, LiveAuthority

    return AuthorityFromCache(source) if isinstance(source, LiveAuthority) else FromCache(source)
