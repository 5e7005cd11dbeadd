"""The answers of a store, over its rows: the same rules whatever the store is kept in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gate.model import Absent, Answer, Entity, Evidence, Found, Graph, Identifier, Kind, Query, Silent
from gate.normalise.naco import heading_keys
from gate.rdf.iris import identifier_iri
from gate.references.local.codec import Coded
from gate.references.local.graphs import neighbourhood
from gate.references.local.identity import equivalents, key_text
from gate.references.local.manifest import Manifest
from gate.references.local.rows import Rows
from gate.references.local.searching import search

OFFERS = frozenset({"by_identifier", "search", "facts", "neighbourhood"})
AS_DEPOSITED = "as_deposited"
NOT_COMPLETE = "more share its words than were compared"
_CITING = 5


@dataclass(frozen=True, slots=True)
class Answering:
    """Questions to one store; ``kept`` gives an entity by its number and, where they were read already, its bytes."""

    rows: Rows
    manifest: Manifest
    evidence: Callable[[str], Evidence]
    kept: Callable[[int, bytes | None], Coded]

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """See :meth:`gate.references.local.LocalSnapshot.by_identifier`."""
        forms = equivalents(identifier)
        held = self.held(forms)
        if held is not None:
            return Found(held, self.evidence(held.id))
        for form in forms:
            cited = self._as_cited(form)
            if cited is not None:
                return cited
        if any(self.manifest.covers_identifier(form.scheme, form.value) for form in forms):
            return Absent(self.evidence(""))
        return Silent(self.evidence(""))

    def facts(self, entity_id: str) -> Answer[Entity]:
        """Everything held about the entity with this id."""
        held = self.held((Identifier("iri", entity_id),))
        return Silent(self.evidence("")) if held is None else Found(held, self.evidence(held.id))

    def search(self, query: Query, limit: int) -> Answer[tuple[Entity, ...]]:
        """Candidates; exhaustive where the kind is complete and the search was (:mod:`gate.references.local.searching`)."""
        if query.kind not in self.manifest.kinds:
            return Silent(self.evidence(""))
        candidates = search(self.rows, query, limit)
        covered = self.manifest.covers_kind(query.kind)
        exhaustive = covered and candidates.complete
        detail = NOT_COMPLETE if covered and not exhaustive and query_says_something(query) else ""
        if candidates.numbers:
            found = tuple(self.kept(n, None).entity() for n in candidates.numbers)
            return Found(found, self.evidence(""), exhaustive, detail)
        return Absent(self.evidence("")) if exhaustive else Silent(self.evidence(""), detail)

    def by_label(self, label: str, ranks: tuple[int, ...]) -> Answer[tuple[Entity, ...]]:
        """The concepts with this label."""
        rows = self.rows.headed([*dict.fromkeys(heading_keys(label))])
        found = tuple(self.kept(n, None).entity() for n in dict.fromkeys(n for rank, n in rows if rank in ranks))
        return Found(found, self.evidence(found[0].id)) if found else Silent(self.evidence(""))

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """The entity's own edges, and those among its neighbours."""
        entity = self.held((Identifier("iri", entity_id),))
        if entity is None:
            return Silent(self.evidence(""))
        return Found(neighbourhood(entity, self.held), self.evidence(entity.id))

    def held(self, identifiers: Iterable[Identifier]) -> Entity | None:
        """The first entity that any of the identifiers denotes."""
        for identifier in identifiers:
            found = self.rows.identified(key_text(identifier))
            if found is not None:
                return self.kept(*found).entity()
        return None

    def _as_cited(self, identifier: Identifier) -> Found[Entity] | None:
        """The fullest of the descriptions that citing works give of a work."""
        rows = self.rows.cited(key_text(identifier), _CITING)
        described = [self.kept(n, None).one("citations", place) for n, place in rows]
        if not described:
            return None
        citing, citation = max(described, key=lambda pair: len(pair[1].parts))
        label = citation.part("title") or citation.value
        iri = identifier_iri(identifier) or str(identifier)
        return Found(Entity(iri, Kind.WORK, label, citation.parts, frozenset({AS_DEPOSITED})), self.evidence(citing))


def query_says_something(query: Query) -> bool:
    """Whether there are words in it to look for."""
    from gate.references.local.keys import query_keys

    return bool(query_keys(query))
