"""Medical Subject Headings (National Library of Medicine) as linked data: SPARQL for headings, the look-up service for near ones.

https://hhs.github.io/meshrdf/. A label is matched as it is written and with the usual capitals, since SPARQL compares letters.
The endpoint is reloaded every night, so that no rows are no proof that there is no such heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Identifier, Reason, Silent, Unavailable
from gate.normalise.text import clean
from gate.properties import DCTERMS, SKOS
from gate.rdf.iris import iri_identifier
from gate.rdf.vocabulary import RDF, RDFS
from gate.references.authorities.base import LiveAuthority
from gate.references.authorities.documents import Memory
from gate.references.local.triples import Node
from gate.references.sparql import Row, Sparql, iri, literal
from gate.references.values import tables, text
from gate.references.vocabulary.heading import Heading
from gate.references.vocabulary.rdf import MESH, read_triples

if TYPE_CHECKING:
    from gate.references.http import Fault, Http
    from gate.settings import Settings

_NUMBER = re.compile(r"[DCQ]\d{6,9}")
_BASE = "http://id.nlm.nih.gov/mesh/"
_TOLD = (RDF + "type", RDFS + "label", MESH + "broaderDescriptor", MESH + "active", DCTERMS + "isReplacedBy", MESH + "annotation")
_ROW = {"s": "uri", "p": "uri", "o": "any", "label": "literal"}
_TERM = f"({iri(MESH + 'preferredConcept')}|{iri(MESH + 'concept')})/({iri(MESH + 'preferredTerm')}|{iri(MESH + 'term')})"
_LABELS = f"({iri(MESH + 'prefLabel')}|{iri(MESH + 'altLabel')})"
_MOST = 20
_MOST_ROWS = 9_999


class Mesh(LiveAuthority):
    """https://id.nlm.nih.gov/mesh."""

    name = "mesh"
    vocabulary = "mesh"
    schemes = frozenset({"mesh"})

    def __init__(self, http: Http, settings: Settings) -> None:
        super().__init__(http, settings)
        self._endpoint = Sparql(http, replace(self._service, url=self._service.at("sparql")))

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The descriptor, supplementary concept or qualifier with this number."""
        if identifier.scheme != "mesh" or not _NUMBER.fullmatch(identifier.value):
            return self.not_asked(f"{identifier} is no number of MeSH")
        answer = self._described([_BASE + identifier.value])
        return answer if not isinstance(answer, Found) else Found(answer.value[0], answer.evidence)

    def labelled(self, label: str) -> Answer[tuple[Entity, ...]]:
        """The headings with a label or an entry term that is written so."""
        plain = clean(label)
        written = dict.fromkeys((plain, plain[:1].upper() + plain[1:], plain.title(), plain.lower()))
        try:
            values = " ".join(literal(text, "en") for text in written)
        except ValueError:
            return self.not_asked("a label that no query can carry")
        chosen = (
            f"VALUES ?l {{ {values} }} {{ ?s {iri(RDFS + 'label')} ?l FILTER(REGEX(STR(?s), '/mesh/[DCQ][0-9]+$')) }} "
            f"UNION {{ ?t {_LABELS} ?l . ?s {_TERM} ?t }}"
        )
        got = self._endpoint.select(f"SELECT DISTINCT ?s WHERE {{ {chosen} }} LIMIT {_MOST}", {"s": "uri"})
        if isinstance(got, Unavailable):
            return got
        subjects = [row["s"].value for row in got.body if "s" in row and row["s"].value.startswith(_BASE)]
        if not subjects:
            return Silent(replace(got.evidence, url=self._service.url), "no heading there has this label")
        return self._described(subjects)

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """The descriptors whose label has these words, as the look-up service has them: labels alone."""
        params = [("label", clean(label)), ("match", "contains"), ("limit", str(limit))]
        got = self._http.search_list(
            self._service.at("lookup", "descriptor"), params, service=self._service, fault=_fault, empty=lambda body: not body
        )
        if isinstance(got, Unavailable):
            return got
        found = [(text(one.get("resource")), text(one.get("label"))) for one in tables(got.body)]
        headings = [Heading(uri, name, file="topic", identifiers=[iri_identifier(uri)]) for uri, name in found if uri and name]
        return self.told(headings, got.evidence, "it finds nothing by that name")

    def _described(self, subjects: Sequence[str]) -> Answer[tuple[Entity, ...]]:
        """What is held about headings, in one request."""
        got = self._endpoint.select(_facts(subjects), _ROW)
        if isinstance(got, Unavailable):
            return got
        memory = _triples(got.body)
        evidence = Evidence(self.name, got.as_of, subjects[0] if len(subjects) == 1 else self._service.url, got.stale)
        found = [item for subject in dict.fromkeys(subjects) for item in read_triples(memory, subject)]
        return self.told([one for one in found if isinstance(one, Heading)], evidence, "no rows, which are no proof")


def _facts(subjects: Sequence[str]) -> str:
    values = " ".join(map(iri, subjects))
    told = ", ".join(map(iri, _TOLD))
    return (
        f"SELECT ?s ?p ?o ?label WHERE {{ VALUES ?s {{ {values} }} "
        f"{{ ?s ?p ?o . FILTER(?p IN ({told})) OPTIONAL {{ ?o {iri(RDFS + 'label')} ?label }} }} "
        f"UNION {{ ?s {_TERM} ?t . ?t {_LABELS} ?o . BIND({iri(SKOS + 'altLabel')} AS ?p) }} }} LIMIT {_MOST_ROWS}"
    )


def _triples(rows: Sequence[Row]) -> Memory:
    found = Memory()
    for row in rows:
        if not {"s", "p", "o"} <= row.keys():
            continue
        value = row["o"]
        kind = {"uri": "iri", "bnode": "blank"}.get(value.type, "literal")
        node = Node(kind, value.value, value.lang)
        found.add(row["s"].value, row["p"].value, node)
        if "label" in row and kind == "iri":
            found.add(value.value, RDFS + "label", Node("literal", row["label"].value, row["label"].lang))
        if row["p"].value == MESH + "active" and value.value.lower() in ("false", "0"):
            found.add(row["s"].value, "http://www.w3.org/2002/07/owl#deprecated", Node("literal", "true"))
    return found


def _fault(body: list[object]) -> Fault | None:
    from gate.references.http import Fault

    if len(tables(body)) != len(body):
        return Fault(Reason.MALFORMED, "not an answer of the look-up service")
    return None
