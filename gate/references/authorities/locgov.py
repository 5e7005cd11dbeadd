"""The Library of Congress's linked data service, id.loc.gov: LCSH, the name file, LCGFT and the children's headings.

https://id.loc.gov/techcenter/. A record is asked for by its control number, a heading by known-label retrieval
(``/authorities/subjects/label/LABEL``), which redirects to the record, and what is near to a heading by ``suggest2``. Its
"not found" is a page for people, known by its title. A withdrawn heading names the one that is used instead; its label is
fetched too. Records for subdivisions alone (MARC 18X) come out as such and are no headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Evidence, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise.naco import heading_keys, without_marks
from gate.rdf.iris import iri_identifier
from gate.rdf.vocabulary import MADS, RDF
from gate.references.authorities.base import LiveAuthority, asked_as
from gate.references.values import items, table, tables, text, texts
from gate.references.vocabulary.heading import Heading
from gate.references.vocabulary.rdf import MADS_FILES, read_triples

if TYPE_CHECKING:
    from gate.references.authorities.documents import Triples
    from gate.references.http import Fault, Got, Table

_FOLDERS = {"sh": "subjects", "sj": "childrensSubjects", "gf": "genreForms", "mp": "performanceMediums", "dg": "demographicTerms"}
_LABELLED = ("subjects", "names", "genreForms")
_LCCN = re.compile(r"([a-z]{1,3})\d{8,10}")
_BASE = "http://id.loc.gov/authorities/"
_ADMIN = MADS + "adminMetadata"
_ACCEPT = "application/ld+json"


class LocGov(LiveAuthority):
    """https://id.loc.gov."""

    name = "locgov"
    vocabulary = "lcsh"
    schemes = frozenset({"lccn"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The heading with a control number. Absent where the service says that there is no such record.

        An LCCN of a book denotes no heading and is not asked for.
        """
        match = _LCCN.fullmatch(identifier.value) if identifier.scheme == "lccn" else None
        if match is None or not (match[1] in _FOLDERS or match[1].startswith("n")):
            return self.not_asked(f"{identifier} is no number of an authority record there")
        return self._record(_FOLDERS.get(match[1], "names"), identifier)

    def labelled(self, label: str) -> Answer[tuple[Entity, ...]]:
        """The records to which the label leads in each of the three files; all are asked, since they share labels."""
        found: list[Entity] = []
        evidence: list[Evidence] = []
        for folder in _LABELLED:
            answer = self._labelled(folder, label)
            if isinstance(answer, Unavailable):
                return answer
            evidence.append(answer.evidence)
            if isinstance(answer, Found):
                found.append(answer.value)
        oldest = min(evidence, key=lambda one: one.as_of)
        if not found:
            return Silent(oldest, "no record there has this label")
        return Found(tuple(found), replace(oldest, url=_page(found[0].id) if len(found) == 1 else oldest.url))

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """What ``suggest2`` has for the words of a label, in the subjects and in the names."""
        plain = without_marks(label)
        found: list[Heading] = []
        evidence: list[Evidence] = []
        for folder in ("subjects", "names"):
            params = [("q", plain), ("count", str(limit)), ("searchtype", "keyword")]
            got = self._http.search_json(
                self._service.at("authorities", folder, "suggest2"),
                params,
                service=self._service,
                fault=_suggest_fault,
                empty=lambda body: not body["hits"],
            )
            if isinstance(got, Unavailable):
                return got
            evidence.append(got.evidence)
            found += [heading for hit in tables(got.body["hits"]) if (heading := suggested(hit)) is not None][:limit]
        return self.told(found, min(evidence, key=lambda one: one.as_of), "it suggests nothing")

    def _record(self, folder: str, identifier: Identifier, *, following: bool = True) -> Answer[Entity]:
        got = self._get(f"{identifier.value}.jsonld", folder)
        if isinstance(got, Unavailable):
            return got
        from gate.references.http import NotHeld

        if isinstance(got, NotHeld):
            return Absent(got.evidence)
        heading = _about(got.body, f"{_BASE}{folder}/{identifier.value}")
        if heading is None:
            return self.unusable("a record that is not the one asked for")
        return Found(
            asked_as(self._followed(heading, following).entity(), identifier), replace(got.evidence, url=_page(heading.id))
        )

    def _labelled(self, folder: str, label: str) -> Found[Entity] | Silent | Unavailable:
        from gate.references.http import NotHeld

        got = self._get(without_marks(label).strip(), folder, "label")
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return Silent(got.evidence, "no record there has this label")
        keys = set(heading_keys(label))
        for subject in _records(got.body, f"{_BASE}{folder}/"):
            heading = _about(got.body, subject)
            labels = (heading.label, *heading.forms, *(text for text, _ in heading.variants)) if heading is not None else ()
            if heading is not None and any(keys & set(heading_keys(one)) for one in labels):
                return Found(self._followed(heading, following=True).entity(), got.evidence)
        return Silent(got.evidence, "the label leads to a record that does not have it")

    def _get(self, last: str, folder: str, *between: str) -> Got[Triples]:
        from gate.references.authorities.documents import triples
        from gate.references.http import Request

        try:
            url = self._service.at("authorities", folder, *between, last)
        except ValueError:
            return Unavailable(self.name, Reason.BAD_REQUEST, "nothing that can stand in an address")
        return self._http.ask(Request(self.name, "GET", url, _ACCEPT), self._service, triples)

    def _followed(self, heading: Heading, following: bool) -> Heading:
        """A withdrawn heading with the labels of those that are used instead, where the service gives them."""
        if not following:
            return heading
        for place, target in enumerate(heading.replaced_by):
            other = target.identifier
            match = _LCCN.fullmatch(other.value) if other is not None and other.scheme == "lccn" else None
            if match is None or other is None or not target.label.startswith("http"):
                continue
            answer = self._record(_FOLDERS.get(match[1], "names"), other, following=False)
            if isinstance(answer, Found):
                heading.replaced_by[place] = replace(target, label=answer.value.label)
        return heading


def suggested(hit: Mapping[str, object]) -> Heading | None:
    """A hit of ``suggest2`` as a heading; None where it has no label or address."""
    more, label, uri = table(hit.get("more")), text(hit.get("aLabel")), text(hit.get("uri"))
    if not label or not uri.startswith("http"):
        return None
    own = iri_identifier(uri)
    heading = Heading(uri, label, identifiers=[own] if own.scheme != "iri" else [])
    heading.variants = [(one, "") for one in texts([*items(more.get("variantLabels")), hit.get("vLabel")])]
    heading.file = next((MADS_FILES[one] for one in texts(more.get("rdftypes")) if one in MADS_FILES), "")
    collections = [one.rpartition("/")[2] for one in texts(more.get("collections"))]
    if any(one.endswith("Subdivisions") for one in collections):
        heading.file = "subdivision"
    heading.undifferentiated = "collection_NamesUndifferentiated" in collections
    heading.deprecated = "DeprecatedAuthority" in texts(more.get("rdftypes"))
    heading.born, heading.died = (next(iter(texts(more.get(name))), "") for name in ("birthdates", "deathdates"))
    return heading


def _records(document: Triples, prefix: str) -> Iterator[str]:
    """The records that a document is of: what is only mentioned in it has no administrative data."""
    for subject in document.subjects():
        if subject.startswith(prefix) and any(term == _ADMIN for term, _ in document.about(subject)):
            yield subject


def _about(document: Triples, subject: str) -> Heading | None:
    """The heading that ``subject`` is in a document; None where it is not described there."""
    if not any(term == RDF + "type" for term, _ in document.about(subject)):
        return None
    found = next(iter(read_triples(document, subject)), None)
    return found if isinstance(found, Heading) else None


def _page(iri: str) -> str:
    return iri.replace("http://", "https://", 1)


def _suggest_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    hits = body.get("hits")
    if not isinstance(hits, list) or not all(isinstance(hit, dict) for hit in hits):
        return Fault(Reason.MALFORMED, "not an answer of suggest2")
    return None
