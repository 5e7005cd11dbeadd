"""What the live authority files share: they are vocabularies, asked by identifier and by label, and never complete."""

from __future__ import annotations

from collections.abc import Iterable

from gate.model import Answer, Entity, Evidence, Found, Identifier, Kind, Query, Role, Silent, Unavailable
from gate.normalise.naco import heading_keys
from gate.references.live_source import FromCache, LiveSource
from gate.references.vocabulary.heading import Heading

RANKS = (0, 1)
_RECORD_LIMIT = 20


class LiveAuthority(LiveSource):
    """An authority file behind a service. A class of it sets ``vocabulary``, overrides :meth:`by_identifier` and :meth:`near`.

    It offers ``by_identifier`` alone: nothing is anchored by a search in an authority file that does not say it is complete.
    :meth:`by_label` and :meth:`search` are asked for headings whose vocabulary is known to be this one.
    """

    kinds = frozenset({Kind.CONCEPT})
    role = Role.REFERENCE
    offers = frozenset({"by_identifier"})
    vocabulary = ""

    def covers_headings(self, file: str) -> bool:  # noqa: ARG002
        """Never: a look-up that finds nothing over a network proves nothing about a heading."""
        return False

    def by_label(self, label: str, ranks: tuple[int, ...] = RANKS) -> Answer[tuple[Entity, ...]]:
        """The headings that have this label under NACO rules: those that prefer it (rank 0), then those with it as a variant (1).

        Silent where there is none. Not asked for forms as a subdivision (2) alone, which no service can be asked for.
        """
        keys = set(heading_keys(label))
        if not keys or not set(ranks) & set(RANKS):
            return self.not_asked("there is no label to look up")
        answer = self.labelled(label)
        if not isinstance(answer, Found):
            return answer
        ranked = sorted(((rank, n, e) for n, e in enumerate(answer.value) if (rank := rank_of(e, keys)) in ranks))
        if not ranked:
            return Silent(answer.evidence, "none of what it proposes has this label")
        return Found(tuple(entity for _, _, entity in ranked), answer.evidence)

    def labelled(self, label: str) -> Answer[tuple[Entity, ...]]:
        """What the service proposes for a label; :meth:`by_label` judges it."""
        return self.near(label, _RECORD_LIMIT)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Headings near to a label, in the service's order."""
        label = query.label or query.raw
        if query.kind is not Kind.CONCEPT or limit < 1 or not heading_keys(label):
            return self.not_asked("there is no heading to search for")
        return self.near(label, limit)

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:  # noqa: ARG002
        """What the service finds for these words."""
        return self.not_asked("it has no search")

    def own_identifier(self, identifier: Identifier) -> Identifier | None:
        """An identifier of the one scheme of this file, as it is normally written; None for another, and one of a wrong form."""
        from gate.normalise import identifiers

        if identifier.scheme not in self.schemes:
            return None
        known = identifiers.parse(identifier.scheme, identifier.value)
        return known.identifier if known.form_ok else None

    def told(self, headings: Iterable[Heading], evidence: Evidence, nothing: str) -> Answer[tuple[Entity, ...]]:
        """Headings as entities, each once; Silent with ``nothing`` where there are none."""
        found = {entity.id: entity for entity in (heading.entity() for heading in headings)}
        return Found(tuple(found.values()), evidence) if found else Silent(evidence, nothing)


class AuthorityFromCache(FromCache):
    """A live authority file in an offline run."""

    def __init__(self, source: LiveAuthority) -> None:
        super().__init__(source)
        self._authority = source
        self.vocabulary = source.vocabulary

    def covers_headings(self, file: str) -> bool:
        """Never."""
        return self._authority.covers_headings(file)

    def by_label(self, label: str, ranks: tuple[int, ...] = RANKS) -> Answer[tuple[Entity, ...]]:
        """What an earlier run was told of it."""
        return self._kept(self._authority.by_label(label, ranks))


def rank_of(entity: Entity, keys: set[str]) -> int:
    """0 where a heading prefers a label with one of these keys, 1 where it is another form of it, else -1."""
    for rank, name in enumerate(("heading", "alt_labels")):
        labels = (text for s in entity.all(name) for text in (s.value, *s.forms))
        if any(keys & set(heading_keys(text)) for text in labels):
            return rank
    return -1


def first_unavailable(answers: Iterable[object]) -> Unavailable | None:
    """The first that is no answer."""
    return next((one for one in answers if isinstance(one, Unavailable)), None)


def asked_as(entity: Entity, identifier: Identifier) -> Entity:
    """An entity with the identifier that it was found by among its own, where the service does not repeat it."""
    from dataclasses import replace

    from gate.model import Statement

    if any(identifier in s.identifiers for s in entity.all("identifiers")):
        return entity
    return replace(entity, statements=(*entity.statements, Statement("identifiers", identifier.value, identifiers=(identifier,))))
