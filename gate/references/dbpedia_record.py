"""What DBpedia says of agents, as rows of subject, property and value, as entities.

The terms: https://dbpedia.org/ontology/. Its values come out of Wikipedia's infoboxes: dates of any type, places as text, labels
with an addition in brackets (``John Ramsden (historian)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gate.model import Entity, Identifier, Kind, Statement
from gate.normalise import identifiers
from gate.normalise.text import clean
from gate.rdf.iris import iri_identifier
from gate.references.sparql import Row, Term

RESOURCE = "http://dbpedia.org/resource/"
ONTOLOGY = "http://dbpedia.org/ontology/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
FOAF_NAME = "http://xmlns.com/foaf/0.1/name"
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "cs", "ru", "uk", "el", "ar", "zh", "ja", "ko")
"""Languages of labels, best first."""

#: by property, the terms that state it, the most exact first: of a date, those of one term are used, the first that has any
DATES = {
    "birth": tuple(ONTOLOGY + term for term in ("birthDate", "birthYear")),
    "death": tuple(ONTOLOGY + term for term in ("deathDate", "deathYear")),
}
VALUES = {
    "birth_place": ("birthPlace",),
    "death_place": ("deathPlace",),
    "citizenship": ("citizenship", "nationality", "stateOfOrigin"),
    "field_of_work": ("mainInterest", "field", "academicDiscipline"),
    "occupations": ("occupation", "profession"),
    "influenced_by": ("influencedBy",),
}
INFLUENCED = ONTOLOGY + "influenced"
NAMES = (LABEL, FOAF_NAME, *(ONTOLOGY + term for term in ("birthName", "alias", "pseudonym")))
PROPERTY_OF = {ONTOLOGY + term: name for name, terms in VALUES.items() for term in terms}
_DATE = re.compile(r"(-?)(\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*|Z|[+-]\d\d:\d\d)?", re.ASCII)
_ADDITION = re.compile(r"\s*\([^()]*\)\s*\Z")


@dataclass(slots=True)
class _Value:
    """A value that is a thing: its labels, and the items of Wikidata that it is said to be."""

    labels: list[Term] = field(default_factory=list)
    identifiers: list[Identifier] = field(default_factory=list)


def entities(rows: Iterable[Row], languages: Sequence[str] = LANGUAGES) -> list[Entity]:
    """The agents that ``rows`` describe, in their order.

    A row has ``s`` (the agent), ``p`` and ``o``; where ``o`` is a thing, also ``label`` (one of its labels) and ``item`` (an item
    of Wikidata), if it has them. ``influenced`` is to be given as ``influencedBy`` of the other.
    """
    held: dict[str, dict[str, dict[Term, _Value]]] = {}
    for row in rows:
        if "s" not in row or "p" not in row or "o" not in row:
            continue
        value = held.setdefault(row["s"].value, {}).setdefault(row["p"].value, {}).setdefault(row["o"], _Value())
        if "label" in row and row["label"] not in value.labels:
            value.labels.append(row["label"])
        if "item" in row and (known := iri_identifier(row["item"].value)).scheme == "wikidata" and known not in value.identifiers:
            value.identifiers.append(known)
    found = (_entity(subject, facts, languages) for subject, facts in held.items())
    return [entity for entity in found if entity is not None]


def _entity(subject: str, facts: dict[str, dict[Term, _Value]], languages: Sequence[str]) -> Entity | None:
    """An agent with a name; None where none is known."""
    names = [term for predicate in NAMES for term in _ordered(facts.get(predicate, {}), languages)]
    name = _named("name", names)
    if name is None:
        return None
    statements = [name, *_dates(facts), *_values(facts, languages), *_identifiers(subject, facts)]
    return Entity(subject, Kind.AGENT, name.value, tuple(statements))


def _ordered(terms: Iterable[Term], languages: Sequence[str]) -> list[Term]:
    """Texts by the order of their languages; those of no language first, others last."""
    place = {"": -1, **{lang: number for number, lang in enumerate(languages)}}
    return sorted((term for term in terms if term.type == "literal"), key=lambda term: place.get(term.lang, len(place)))


def _named(name: str, labels: Sequence[Term], known: Sequence[Identifier] = ()) -> Statement | None:
    """A statement whose value is the first label, and whose forms are the others, all without additions in brackets."""
    texts = [(bare, term.lang) for term in labels if (bare := _ADDITION.sub("", clean(term.value)))]
    if not texts:
        return None
    value, lang = texts[0]
    forms = tuple(dict.fromkeys(text for text, _ in texts if text != value))
    return Statement(name, value, lang=lang, forms=forms, identifiers=tuple(known))


def _dates(facts: dict[str, dict[Term, _Value]]) -> Iterator[Statement]:
    for name, terms in DATES.items():
        stated = ([read for value in facts.get(term, {}) if (read := date(value.value))] for term in terms)
        for value in dict.fromkeys(next(filter(None, stated), [])):
            yield Statement(name, value)


def date(text: str) -> str:
    """A date as ISO 8601, however it is typed; empty where it has no year (``--10-15``).

    The first of January may stand for a whole year there. It is read as the day that is written: an oracle that meant a year
    must not confirm any day of it.
    """
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return ""
    year, month, day = int(match[2]), int(match[3] or 0), int(match[4] or 0)
    told = f"{'-' if match[1] and year else ''}{year:04}"
    if not 1 <= month <= 12:
        return told
    return f"{told}-{month:02}-{day:02}" if 1 <= day <= 31 else f"{told}-{month:02}"


def _values(facts: dict[str, dict[Term, _Value]], languages: Sequence[str]) -> Iterator[Statement]:
    for predicate, name in PROPERTY_OF.items():
        for value, known in facts.get(predicate, {}).items():
            labels = [value] if value.type == "literal" else _ordered(known.labels, languages)
            statement = _named(name, labels, known.identifiers)
            if statement is not None:
                yield statement


def _identifiers(subject: str, facts: dict[str, dict[Term, _Value]]) -> Iterator[Statement]:
    same = [iri_identifier(subject), *(iri_identifier(term.value) for term in facts.get(SAME_AS, {}) if term.type == "uri")]
    for one in dict.fromkeys(same):
        if one.scheme in {"dbpedia", "wikidata"} or (
            one.scheme in {"viaf", "gnd"} and identifiers.parse(one.scheme, one.value).identifier
        ):
            yield Statement("identifiers", one.value, identifiers=(one,))
