"""ISNI (ISO 27729) through its public SRU service: the names that its members have given to one identity.

https://isni.org/page/search-database (SRU, record schema ``isni-b``). Its database is not open in full, so that what is not
found is no proof of anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.authorities.base import LiveAuthority
from gate.references.authorities.trees import Tree, tree_of
from gate.references.http.bodies import Malformed
from gate.references.http.wire import address
from gate.references.values import join, table, tables, text, texts
from gate.references.vocabulary.heading import Heading

if TYPE_CHECKING:
    from gate.references.http import Fault, Raw

_ROOT = "searchRetrieveResponse"


class Isni(LiveAuthority):
    """https://isni.oclc.org/sru."""

    name = "isni"
    vocabulary = "isni"
    schemes = frozenset({"isni"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The identity with this number. Silent where none is found."""
        from gate.references.http import Request

        own = self.own_identifier(identifier)
        if own is None:
            return self.not_asked(f"{identifier} is no ISNI")
        params = [
            ("operation", "searchRetrieve"),
            ("query", f'pica.isn="{own.value}"'),
            ("recordSchema", "isni-b"),
            ("maximumRecords", "2"),
        ]
        asked = Request(self.name, "GET", address(self._service.url, params), "application/xml, text/xml;q=0.9")
        got = self._http.question(asked, self._service, _read, _fault, lambda body: not list(identities(body)))
        if isinstance(got, Unavailable):
            return got
        found = [one for one in identities(got.body) if own in one.identifiers]
        if not found:
            return Silent(got.evidence, "its public search does not find it")
        return Found(found[0].entity(), got.evidence)


def _read(raw: Raw) -> Tree | Malformed:
    return tree_of(raw, (_ROOT,))


def identities(body: Mapping[str, object]) -> Iterator[Heading]:
    """The assigned identities of an answer that have a name."""
    for record in tables(table(table(body.get(_ROOT)).get("records")).get("record")):
        response = table(table(record.get("recordData")).get("responseRecord"))
        for assigned in tables(response.get("ISNIAssigned")):
            if (heading := _identity(assigned)) is not None:
                yield heading


def _identity(assigned: Mapping[str, object]) -> Heading | None:
    number = text(assigned.get("isniUnformatted"))
    own = identifiers.parse("isni", number).identifier or (Identifier("isni", number) if number else None)
    identity = table(table(assigned.get("ISNIMetadata")).get("identity"))
    person, body = table(identity.get("personOrFiction")), table(identity.get("organisation"))
    names = [_person(one) for key in ("personalName", "personalNameVariant") for one in tables(person.get(key))]
    names += [_body(one) for key in ("organisationName", "organisationNameVariant") for one in tables(body.get(key))]
    names = [name for name in dict.fromkeys(names) if name]
    if own is None or not names:
        return None
    heading = Heading(identifier_iri(own) or f"isni:{number}", names[0], file="name", identifiers=[own])
    heading.variants = [(name, "") for name in names[1:]]
    life = next(iter(tables(person.get("personalName"))), {})
    dates = next(iter(texts(life.get("marcDate"))), "")
    heading.born, _, heading.died = dates.partition("-") if dates[:4].isdigit() else ("", "", "")
    for one in tables(table(assigned.get("ISNIMetadata")).get("otherIdentifierOfIdentity")):
        scheme = text(one.get("type")).lower()
        found = identifiers.parse(scheme, text(one.get("identifier"))).identifier if scheme in {"gnd", "viaf", "orcid"} else None
        heading.identifiers += [found] if found is not None else []
    return heading


def _person(name: Mapping[str, object]) -> str:
    return join(text(name.get("surname")), text(name.get("forename")), by=", ")


def _body(name: Mapping[str, object]) -> str:
    return join(text(name.get("mainName")), *texts(name.get("subdivisionName")), by=". ")


def _fault(body: Tree) -> Fault | None:
    from gate.references.http import Fault

    answer = body.get(_ROOT)
    if not isinstance(answer, dict):
        return Fault(Reason.MALFORMED, "not the answer to a search")
    return Fault(Reason.BAD_REQUEST, "ISNI answers with a diagnostic") if "diagnostics" in answer else None
