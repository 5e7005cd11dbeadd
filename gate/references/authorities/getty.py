"""The Getty vocabularies by SPARQL: the Art & Architecture Thesaurus, the names of artists (ULAN), the places (TGN).

https://vocab.getty.edu/doc/. An obsolete subject names the one that replaced it. The preferred label is that of the vocabulary
itself (``prefLabelGVP``), whatever its language; every other label is a variant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gate.model import Answer, Entity, Evidence, Found, Identifier, Silent, Unavailable
from gate.normalise.text import clean
from gate.properties import DCTERMS, SKOS
from gate.rdf.iris import iri_identifier
from gate.rdf.vocabulary import RDF, RDFS, SKOSXL
from gate.references.authorities.base import LiveAuthority
from gate.references.sparql import Row, Sparql, iri, literal
from gate.references.vocabulary.heading import Heading, Target

GVP = "http://vocab.getty.edu/ontology#"
_ADDRESS = re.compile(r"https?://vocab\.getty\.edu/(?:page/)?(aat|ulan|tgn)/(\d+)/?")
_BASE = "http://vocab.getty.edu/"
_MAIN = f"{iri(GVP + 'prefLabelGVP')}/{iri(SKOSXL + 'literalForm')}"
_BIOGRAPHY = f"{iri('http://xmlns.com/foaf/0.1/focus')}/{iri(GVP + 'biographyPreferred')}"
_FILES = {
    **dict.fromkeys(("PersonConcept", "GroupConcept"), "name"),
    **dict.fromkeys(("PhysPlaceConcept", "AdminPlaceConcept", "PhysAdminPlaceConcept"), "geographic"),
    **dict.fromkeys(("Concept", "Hierarchy", "Facet", "GuideTerm"), "topic"),
}
_TOLD = (RDF + "type", RDFS + "label", SKOS + "prefLabel", SKOS + "altLabel", DCTERMS + "isReplacedBy", GVP + "broaderPreferred")
_ROW = {"s": "uri", "p": "uri", "o": "any", "label": "literal"}
_MOST, _MOST_ROWS = 20, 9_999


class Getty(LiveAuthority):
    """https://vocab.getty.edu/sparql."""

    name = "getty"
    vocabulary = "aat"
    schemes = frozenset({"iri"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The subject with this address. Silent where nothing is told of it: the endpoint may be a release behind."""
        match = _ADDRESS.fullmatch(identifier.value) if identifier.scheme == "iri" else None
        if match is None:
            return self.not_asked("it is asked for addresses of the Getty vocabularies")
        answer = self._described([f"{_BASE}{match[1]}/{match[2]}"])
        return answer if not isinstance(answer, Found) else Found(answer.value[0], answer.evidence)

    def labelled(self, label: str) -> Answer[tuple[Entity, ...]]:
        """The subjects with a label that is written so, in English or without a language."""
        plain = clean(label)
        written = dict.fromkeys((plain, plain[:1].upper() + plain[1:], plain.lower()))
        try:
            values = " ".join(literal(text, lang) for text in written for lang in ("", "en", "en-us"))
        except ValueError:
            return self.not_asked("a label that no query can carry")
        chosen = f"VALUES ?l {{ {values} }} ?s ({iri(SKOS + 'prefLabel')}|{iri(SKOS + 'altLabel')}) ?l"
        got = self._asked().select(f"SELECT DISTINCT ?s WHERE {{ {chosen} }} LIMIT {_MOST}", {"s": "uri"})
        if isinstance(got, Unavailable):
            return got
        subjects = [row["s"].value for row in got.body if "s" in row and _ADDRESS.fullmatch(row["s"].value)]
        if not subjects:
            return Silent(replace(got.evidence, url=self._service.url), "no subject there has this label")
        return self._described(subjects)

    def _asked(self) -> Sparql:
        return Sparql(self._http, self._service)

    def _described(self, subjects: Sequence[str]) -> Answer[tuple[Entity, ...]]:
        got = self._asked().select(_facts(subjects), _ROW)
        if isinstance(got, Unavailable):
            return got
        page = subjects[0].replace("http://", "https://", 1) if len(subjects) == 1 else self._service.url
        found = [one for subject in dict.fromkeys(subjects) if (one := heading_of(got.body, subject)) is not None]
        return self.told(found, Evidence(self.name, got.as_of, page, got.stale), "nothing is told of it")


def heading_of(rows: Sequence[Row], subject: str) -> Heading | None:
    """The heading that ``subject`` is, by rows of property and value; None where they give it no label."""
    whole = [row for row in rows if row.keys() >= {"s", "p", "o"} and row["s"].value == subject]
    said = [(row["p"].value, row["o"], row.get("label")) for row in whole]
    labels = [o for name in (GVP + "prefLabelGVP", SKOS + "prefLabel", RDFS + "label") for p, o, _ in said if p == name]
    if not labels:
        return None
    heading = Heading(subject, labels[0].value, labels[0].lang, identifiers=[iri_identifier(subject)])
    for term, value, label in said:
        if term in (SKOS + "prefLabel", SKOS + "altLabel"):
            heading.variants.append((value.value, value.lang))
        elif term in (DCTERMS + "isReplacedBy", GVP + "broaderPreferred"):
            target = Target(label.value if label is not None else value.value, iri_identifier(value.value))
            (heading.replaced_by if term.startswith(DCTERMS) else heading.broader).append(target)
        elif term == RDF + "type":
            heading.file = heading.file or _FILES.get(value.value.removeprefix(GVP), "")
            heading.deprecated = heading.deprecated or value.value == GVP + "ObsoleteSubject"
        elif term == GVP + "estStart" and heading.born == "":
            heading.born = value.value
        elif term == GVP + "estEnd" and heading.died == "":
            heading.died = value.value
    heading.deprecated = heading.deprecated or bool(heading.replaced_by)
    return heading


def _facts(subjects: Sequence[str]) -> str:
    values = " ".join(map(iri, subjects))
    told = ", ".join(map(iri, _TOLD))
    life = ", ".join(iri(GVP + name) for name in ("estStart", "estEnd"))
    return (
        f"SELECT ?s ?p ?o ?label WHERE {{ VALUES ?s {{ {values} }} "
        f"{{ ?s ?p ?o . FILTER(?p IN ({told})) OPTIONAL {{ ?o {_MAIN} ?label }} }} "
        f"UNION {{ ?s {_MAIN} ?o . BIND({iri(GVP + 'prefLabelGVP')} AS ?p) }} "
        f"UNION {{ ?s {_BIOGRAPHY} ?b . ?b ?p ?o . FILTER(?p IN ({life})) }} }} LIMIT {_MOST_ROWS}"
    )
