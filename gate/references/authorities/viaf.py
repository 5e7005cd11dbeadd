"""The Virtual International Authority File (OCLC): clusters of what national files call one person, body or work.

https://developer.api.oclc.org/viaf-api. A cluster gathers forms; none of them is preferred for a catalogue, so a name that is
another form of the same cluster is as good as any. A cluster that was merged says where it went; one that was given up is not
held any more. The service has changed its answers more than once, so JSON and XML are both read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise import identifiers
from gate.rdf.iris import identifier_iri
from gate.references.authorities.base import LiveAuthority
from gate.references.authorities.trees import Tree, content, tree_of
from gate.references.http.bodies import Malformed
from gate.references.values import items, table, tables, text
from gate.references.vocabulary.heading import Heading, Target

if TYPE_CHECKING:
    from gate.references.http import Fault, Raw, Request

_NUMBER = re.compile(r"\d{1,22}")
_ROOTS = ("VIAFCluster", "searchRetrieveResponse", "abandoned_viaf_record", "redirect")
_FILES = {"personal": "name", "corporate": "name", "geographic": "geographic", "uniformtitlework": "title"}
_FILES |= {"uniformtitleexpression": "title"}
_SOURCES = {"dnb": "gnd", "lc": "lccn", "isni": "isni", "wkp": "wikidata"}
_HOPS = 3


class Viaf(LiveAuthority):
    """https://viaf.org/viaf."""

    name = "viaf"
    vocabulary = "viaf"
    schemes = frozenset({"viaf"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The cluster with this number; one that was merged comes out as deprecated, with the one that it went into."""
        if identifier.scheme != "viaf" or not _NUMBER.fullmatch(identifier.value):
            return self.not_asked(f"{identifier} is no number of a cluster")
        number, old = identifier.value, ""
        for _ in range(_HOPS):
            answer = self._cluster(number)
            if not isinstance(answer, str):
                break
            number, old = answer, identifier.value
        else:
            return self.unusable("a number that leads from one cluster to another without end")
        if not isinstance(answer, Found):
            return answer
        heading = answer.value
        own = Identifier("viaf", number)
        if old:
            heading.deprecated, heading.replaced_by = True, [Target(heading.label, own)]
            heading.identifiers = [identifier, *heading.identifiers]
        return Found(heading.entity(), replace(answer.evidence, url=identifier_iri(identifier)))

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """The clusters whose names have the words of a label."""
        phrase = label.replace("\\", " ").replace('"', " ")
        params = [("query", f'local.names all "{phrase}"'), ("maximumRecords", str(limit)), ("httpAccept", "application/json")]
        from gate.references.http.wire import address

        got = self._http.question(self._asked(address(self._service.at("search"), params)), self._service, _read, _list_fault)
        if isinstance(got, Unavailable):
            return got
        return self.told(list(clusters(got.body))[:limit], got.evidence, "it finds nothing by that name")

    def _cluster(self, number: str) -> Found[Heading] | Absent | Silent | Unavailable | str:
        """A cluster, or the number of the one that it was merged into."""
        from gate.references.http import NotHeld

        got = self._http.ask(self._asked(self._service.at(number)), self._service, _read, _cluster_fault)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return Absent(got.evidence)
        if other := _leads_to(got.body):
            return other
        found = next(clusters(got.body), None)
        if found is None:
            return Silent(got.evidence, "the cluster was given up" if _given_up(got.body) else "a cluster without a name")
        if Identifier("viaf", number) not in found.identifiers:
            return self.unusable("a cluster that is not the one asked for")
        return Found(found, got.evidence)

    def _asked(self, url: str) -> Request:
        from gate.references.http import Request

        return Request(self.name, "GET", url, "application/json")


def _read(raw: Raw) -> Tree | Malformed:
    return tree_of(raw, _ROOTS)


def clusters(body: Mapping[str, object]) -> Iterator[Heading]:
    """Every cluster of an answer that has a name: the answer itself, or the records of a search."""
    single = table(body.get("VIAFCluster")) or (body if "viafID" in body else {})
    if single:
        found = [single]
    else:
        records = tables(table(table(body.get("searchRetrieveResponse")).get("records")).get("record"))
        found = [table(table(one.get("recordData")).get("VIAFCluster")) for one in records]
    yield from (heading for one in found if (heading := _heading(one)) is not None)


def _heading(cluster: Mapping[str, object]) -> Heading | None:
    number = text(content(cluster.get("viafID")))
    main = table(cluster.get("mainHeadings"))
    labels = [text(content(one.get("text"))) for one in tables(main.get("data"))]
    labels += [_written(one) for one in tables(main.get("mainHeadingEl"))]
    labels = [label for label in dict.fromkeys(labels) if label]
    if not _NUMBER.fullmatch(number) or not labels:
        return None
    own = Identifier("viaf", number)
    heading = Heading(identifier_iri(own) or f"viaf:{number}", labels[0], identifiers=[own])
    heading.forms = labels[1:]
    heading.file = _FILES.get(text(content(cluster.get("nameType"))).lower(), "")
    heading.variants = [(_written(one), "") for one in tables(table(cluster.get("x400s")).get("x400"))]
    if heading.file == "name":
        born, died = (text(content(cluster.get(key))) for key in ("birthDate", "deathDate"))
        heading.born, heading.died = (date if date.strip("0") else "" for date in (born, died))
    for one in items(table(cluster.get("sources")).get("source")):
        source, _, value = text(content(one)).partition("|")
        scheme = _SOURCES.get(source.lower(), "")
        known = identifiers.parse(scheme, value).identifier if scheme else None
        if known is not None:
            heading.identifiers.append(known)
    return heading


def _written(element: Mapping[str, object]) -> str:
    """A heading out of a MARC field: subfields a to d and q, in their order."""
    fields = tables(table(element.get("datafield")).get("subfield"))
    return " ".join(text(content(one)) for one in fields if text(one.get("code")) in {"a", "b", "c", "d", "q", "t"}).rstrip(" ,.")


def _leads_to(body: Mapping[str, object]) -> str:
    redirect = table(body.get("redirect")) or table(table(body.get("abandoned_viaf_record")).get("redirect"))
    number = text(content(redirect.get("directto")))
    return number if _NUMBER.fullmatch(number) else ""


def _given_up(body: Mapping[str, object]) -> bool:
    return "abandoned_viaf_record" in body


def _cluster_fault(body: Tree) -> Fault | None:
    from gate.references.http import Fault

    known = "VIAFCluster" in body or "viafID" in body or "redirect" in body or _given_up(body)
    return None if known else Fault(Reason.MALFORMED, "not a cluster of VIAF's")


def _list_fault(body: Tree) -> Fault | None:
    from gate.references.http import Fault

    answer = body.get("searchRetrieveResponse")
    if not isinstance(answer, dict):
        return Fault(Reason.MALFORMED, "not the answer to a search in VIAF")
    if "diagnostics" in answer:
        return Fault(Reason.BAD_REQUEST, "VIAF answers with a diagnostic")
    return None
