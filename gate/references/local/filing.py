"""What is filed of an entity, whatever the store: its bytes, what ranking needs, and every key under which it is found."""

from __future__ import annotations

from dataclasses import dataclass

from gate.model import Entity
from gate.references.local.codec import encode
from gate.references.local.headings import heading_keys
from gate.references.local.identity import cited_identifiers, identifiers_of, key_text
from gate.references.local.keys import entity_keys, facets_of, vocabulary
from gate.references.local.ranking import brief_of


@dataclass(frozen=True, slots=True)
class Filed:
    """An entity under its number, as the tables of :mod:`gate.references.local.tables` have it; no key is there twice."""

    number: int
    iri: str
    data: bytes
    brief: str
    blocks: tuple[int, ...]
    identifiers: tuple[str, ...]
    cited: tuple[tuple[str, int], ...]
    headings: tuple[tuple[str, int], ...]
    words: frozenset[str]


def filed(number: int, entity: Entity) -> Filed:
    """An entity as it is filed."""
    facets = facets_of(entity)
    return Filed(
        number,
        plain(entity.id),
        encode(entity),
        brief_of(facets).text(),
        tuple(entity_keys(facets)),
        tuple(dict.fromkeys(key_text(identifier) for identifier in identifiers_of(entity))),
        tuple(dict.fromkeys((key_text(identifier), place) for place, identifier in cited_identifiers(entity))),
        tuple(dict.fromkeys((plain(key), rank) for key, rank in heading_keys(entity))),
        frozenset(vocabulary(facets)),
    )


def plain(text: str) -> str:
    """Without lone surrogates, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
