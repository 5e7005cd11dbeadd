"""The Gemeinsame Normdatei through lobid (hbz), https://lobid.org/gnd/api: every entity as JSON-LD, and a search.

lobid is a copy of the file, so what it does not hold it may only not hold yet: it never denies an identifier. A merged entity
keeps its old numbers as ``deprecatedUri``: an old number leads to the entity that took its place.

With the address of EntityFacts in the settings (``url`` ends with ``/entityfacts``) the German National Library itself is asked,
by number alone: https://www.dnb.de/entityfacts. It gives the names of persons in direct order, with their parts beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise.naco import without_marks
from gate.normalise.text import clean
from gate.rdf.iris import identifier_iri, iri_identifier
from gate.references.authorities.base import LiveAuthority
from gate.references.values import first, join, table, tables, text, texts
from gate.references.vocabulary.heading import Heading, Target
from gate.references.vocabulary.rdf import gnd_file

if TYPE_CHECKING:
    from gate.references.http import Fault, Table

_NUMBER = re.compile(r"\d{1,12}-?[\dX]?")
_RELATIONS = {
    **dict.fromkeys(("broaderTermGeneral", "broaderTermGeneric", "broaderTermInstantial", "broaderTermPartitive"), "broader"),
    "relatedTerm": "related",
}


_FACTS = "/entityfacts"
_KINDS_OF_FACTS = {
    **dict.fromkeys(("person", "family", "organisation", "event"), "name"),
    "place": "geographic",
    "work": "title",
}
_OTHERS = frozenset({"viaf", "isni", "orcid", "wikidata", "lccn"})


class Gnd(LiveAuthority):
    """https://lobid.org/gnd."""

    name = "gnd"
    vocabulary = "gnd"
    schemes = frozenset({"gnd"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The entity with this number; one that was merged into another comes out as deprecated, with what took its place."""
        from gate.references.http import NotHeld

        if identifier.scheme != "gnd" or not _NUMBER.fullmatch(identifier.value):
            return self.not_asked(f"{identifier} is no number of the GND")
        url = self._service.at(identifier.value if self._facts else f"{identifier.value}.json")
        got = self._http.get_json(url, service=self._service, fault=_entity_fault)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld) and self._facts:
            return Silent(got.evidence, "EntityFacts does not hold it")
        if isinstance(got, NotHeld):
            return self._merged(identifier, got.evidence)
        heading = entity_of(got.body)
        if heading is None:
            return self.unusable("an entity without a name")
        evidence = replace(got.evidence, url=identifier_iri(identifier) or got.url)
        return Found(_moved(heading, identifier).entity(), evidence)

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """The entities whose names have the words of a label."""
        if self._facts:
            return self.not_asked("EntityFacts has no search")
        phrase = _quoted(without_marks(label))
        got = self._members(f"preferredName:{phrase} OR variantName:{phrase}", limit)
        if isinstance(got, Unavailable):
            return got
        found, evidence = got
        return self.told(found, evidence, "it finds nothing by that name")

    @property
    def _facts(self) -> bool:
        return self._service.url.rstrip("/").endswith(_FACTS)

    def _merged(self, identifier: Identifier, evidence: Evidence) -> Answer[Entity]:
        got = self._members(f"deprecatedUri:{_quoted(identifier_iri(identifier))}", 2)
        if isinstance(got, Unavailable):
            return got
        found, told = got
        if len(found) != 1:
            return Silent(evidence, "lobid, a copy of the file, does not hold it")
        return Found(_moved(found[0], identifier).entity(), replace(told, url=identifier_iri(identifier)))

    def _members(self, query: str, size: int) -> tuple[list[Heading], Evidence] | Unavailable:
        params = [("q", query), ("format", "json"), ("size", str(size))]
        got = self._http.search_json(
            self._service.at("search"), params, service=self._service, fault=_list_fault, empty=lambda body: not body["member"]
        )
        if isinstance(got, Unavailable):
            return got
        found = (entity_of(one) for one in tables(got.body["member"]))
        return [one for one in found if one is not None], got.evidence


def entity_of(body: Mapping[str, object]) -> Heading | None:
    """An entity of lobid's, or of EntityFacts, as a heading; None where it has no name or address."""
    if "@id" in body:
        return _of_facts(body)
    uri, label = text(body.get("id")), text(body.get("preferredName"))
    own = iri_identifier(uri)
    if not label or own.scheme != "gnd":
        return None
    classes = texts(body.get("type"))
    heading = Heading(uri, label, file=gnd_file(classes), identifiers=[own])
    heading.variants = [(one, "") for one in texts(body.get("variantName"))]
    heading.undifferentiated = "UndifferentiatedPerson" in classes
    heading.born, heading.died = first(body.get("dateOfBirth")), first(body.get("dateOfDeath"))
    for key, relation in _RELATIONS.items():
        for one in tables(body.get(key)):
            target = iri_identifier(text(one.get("id")))
            getattr(heading, relation).append(Target(text(one.get("label")), target))
    heading.notes = texts(body.get("definition"))
    heading.identifiers += _same(body, "id")
    return heading


def _of_facts(body: Mapping[str, object]) -> Heading | None:
    uri, label = text(body.get("@id")), text(body.get("preferredName"))
    own = iri_identifier(uri)
    if not label or own.scheme != "gnd":
        return None
    inverted = join(text(body.get("surname")), text(body.get("forename")), by=", ") if body.get("surname") else ""
    kind = next((file for one in texts(body.get("@type")) if (file := _KINDS_OF_FACTS.get(one))), "topic")
    heading = Heading(uri, inverted or label, file=kind, identifiers=[own, *_same(body, "@id")])
    names = (*((label,) if inverted else ()), *texts(body.get("variantName")))
    heading.variants = [(one, "") for one in names]
    heading.born, heading.died = first(body.get("dateOfBirth")), first(body.get("dateOfDeath"))
    return heading


def _same(body: Mapping[str, object], key: str) -> list[Identifier]:
    """The identifiers that the same has elsewhere."""
    found = (iri_identifier(text(one.get(key))) for one in tables(body.get("sameAs")))
    return [one for one in found if one.scheme in _OTHERS]


def _moved(heading: Heading, identifier: Identifier) -> Heading:
    """The heading as the record of the number that was asked for: where that is an old one, it was replaced."""
    own = heading.identifiers[0]
    if own == identifier:
        return heading
    heading.deprecated = True
    heading.replaced_by = [Target(heading.label, own)]
    heading.identifiers = [identifier, *heading.identifiers]
    return heading


def _quoted(phrase: str) -> str:
    """A phrase of the query syntax of Elasticsearch."""
    escaped = clean(phrase).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _entity_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    lobid = isinstance(body.get("type"), list) and isinstance(body.get("id"), str)
    facts = isinstance(body.get("@id"), str) and body.get("@type") is not None and "describedBy" in body
    if isinstance(body.get("preferredName"), str) and (lobid or facts):
        return None
    return Fault(Reason.MALFORMED, "not an entity as lobid or EntityFacts give them")


def _list_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    members = body.get("member")
    if not isinstance(members, list) or not all(isinstance(table(one).get("id"), str) for one in members):
        return Fault(Reason.MALFORMED, "not a list as lobid gives them")
    return None
