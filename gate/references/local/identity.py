"""What an entity is called exactly: the identifiers that denote it, and those it only mentions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.properties import IDENTIFIER_PROPERTIES
from gate.rdf.iris import iri_identifier

# An article's record carries its journal's ISSN, a chapter's its book's ISBN: they denote the container.
_OF_THE_CONTAINER = frozenset({"issn", "isbn"})
SCHEMES = frozenset(
    {"doi", "pmid", "pmcid", "arxiv", "isbn", "issn", "orcid", "isni", "viaf", "gnd", "lccn", "oclc", "wikidata", "ror", "iri"}
    | {"fast", "mesh"}
)


def identifiers_of(entity: Entity) -> tuple[Identifier, ...]:
    """Every identifier that denotes the entity, in normal form with its equivalents; its IRI first."""
    found = [iri_identifier(entity.id)]
    for statement in entity.statements:
        found += statement_identifiers(statement)
    if entity.kind is Kind.WORK:
        found = _without_the_container(found, entity.statements)
    own = Identifier("iri", entity.id)
    return tuple(dict.fromkeys((own, *(same for identifier in dict.fromkeys(found) for same in equivalents(identifier)))))


def statement_identifiers(statement: Statement) -> tuple[Identifier, ...]:
    """The identifiers that an identifier statement (``doi``, ``identifiers`` ...) gives; none for any other statement."""
    if statement.property not in IDENTIFIER_PROPERTIES:
        return ()
    if statement.identifiers or statement.property == "identifiers":
        return statement.identifiers
    return (Identifier(statement.property, statement.value),)


def target_identifiers(statement: Statement) -> tuple[Identifier, ...]:
    """The identifiers of the thing that a statement's value is: its own, and those among its parts."""
    parts = [identifier for part in statement.parts for identifier in statement_identifiers(part)]
    return tuple(dict.fromkeys(_without_the_container([*statement.identifiers, *parts], statement.parts)))


def _without_the_container(found: list[Identifier], described: tuple[Statement, ...]) -> list[Identifier]:
    if not any(statement.property == "container" for statement in described):
        return found
    return [identifier for identifier in found if identifier.scheme not in _OF_THE_CONTAINER]


def cited_identifiers(entity: Entity) -> Iterator[tuple[int, Identifier]]:
    """Each identifier of a work that ``entity`` cites, with the place of the citation among its citations."""
    for place, citation in enumerate(entity.all("citations")):
        for identifier in target_identifiers(citation):
            yield from ((place, same) for same in equivalents(identifier))


@lru_cache(maxsize=16384)
def equivalents(identifier: Identifier) -> tuple[Identifier, ...]:
    """``identifier``, its normal form, and every form that denotes the same thing (arXiv id and arXiv DOI, ISBN-10 and -13)."""
    normal = identifiers.parse(identifier.scheme, identifier.value).identifier or identifier
    forms = [identifier, normal, *sorted(identifiers.equivalents(normal))]
    if normal.scheme == "iri":
        meant = iri_identifier(normal.value)
        forms += [meant, *sorted(identifiers.equivalents(meant))]
    return tuple(dict.fromkeys(forms))


def key_text(identifier: Identifier) -> str:
    """The identifier as the index files it: ``doi:10.1000/182``. A lone surrogate, which no database takes, becomes ``?``."""
    return str(identifier).encode("utf-8", "replace").decode("utf-8")
