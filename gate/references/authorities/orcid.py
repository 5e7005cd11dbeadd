"""ORCID's public interface: who a researcher's identifier is, by the names that the researcher made public.

https://info.orcid.org/documentation/api-tutorials. An identifier that was merged into another redirects to it. Names that the
holder keeps private are not told; the identifier exists all the same, and nothing is held against a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.authorities.base import LiveAuthority
from gate.references.authorities.trees import Tree, content, tree_of
from gate.references.http.bodies import Malformed
from gate.references.values import join, table, tables, text
from gate.references.vocabulary.heading import Heading, Target

if TYPE_CHECKING:
    from gate.references.http import Fault, Raw


class Orcid(LiveAuthority):
    """https://pub.orcid.org/v3.0."""

    name = "orcid"
    vocabulary = "orcid"
    schemes = frozenset({"orcid"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The person with this identifier. Absent where ORCID says that it was never given out."""
        from gate.references.http import NotHeld, Request

        asked = self.own_identifier(identifier)
        if asked is None:
            return self.not_asked(f"{identifier} is no ORCID iD")
        url = self._service.at(asked.value, "person")
        got = self._http.ask(Request(self.name, "GET", url, "application/json"), self._service, _read, _fault)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            # only ORCID's own words say so: what stands in front of it answers 404 too
            return Absent(got.evidence) if "error-code" in table(got.body) else self.unusable("a 404 that is not ORCID's own")
        heading = person(got.body)
        if heading is None:
            return Silent(got.evidence, "the holder shows no name")
        own = heading.identifiers[0]
        if own != asked:
            heading.deprecated, heading.replaced_by = True, [Target(heading.label, own)]
            heading.identifiers = [asked, *heading.identifiers]
        return Found(heading.entity(), got.evidence)


def _read(raw: Raw) -> Tree | Malformed:
    return tree_of(raw, ("person", "record"))


def person(body: Mapping[str, object]) -> Heading | None:
    """A person as a heading, out of ``/person`` or a whole record; None without a public name or an identifier."""
    whole = table(body.get("record")) or body
    said = table(whole.get("person")) or whole
    name = table(said.get("name"))
    path = text(name.get("path")) or text(said.get("path")) or text(whole.get("path"))
    own = next((i for part in path.split("/") if (i := identifiers.parse("orcid", part).identifier) is not None), None)
    family, given = text(content(name.get("family-name"))), text(content(name.get("given-names")))
    label = join(family, given, by=", ")
    credit = text(content(name.get("credit-name")))
    if own is None or not (label or credit):
        return None
    heading = Heading(identifier_iri(own), label or credit, file="name", identifiers=[own])
    others = tables(table(said.get("other-names")).get("other-name"))
    heading.variants = [(one, "") for one in (credit, *(text(other.get("content")) for other in others)) if one]
    for one in tables(table(said.get("external-identifiers")).get("external-identifier")):
        scheme = text(content(one.get("external-id-type"))).lower()
        if scheme in {"isni", "viaf", "gnd"}:
            found = identifiers.parse(scheme, text(content(one.get("external-id-value")))).identifier
            heading.identifiers += [found] if found is not None else []
    return heading


def _fault(body: Tree) -> Fault | None:
    from gate.references.http import Fault

    if "error-code" in body or "response-code" in body:
        return Fault(Reason.MALFORMED, "an error of ORCID's with status 200")
    whole = table(body.get("record")) or body
    said = table(whole.get("person")) or whole
    return None if "name" in said else Fault(Reason.MALFORMED, "not a person of ORCID's")
