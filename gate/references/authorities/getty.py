"""The Getty vocabularies: the Art & Architecture Thesaurus, the names of artists (ULAN), the places (TGN).

https://vocab.getty.edu/doc/. A subject is asked for by its own address, whose ``.json`` is its triples as a SPARQL result; labels
are asked for by SPARQL. An obsolete subject names the one that replaced it. The preferred label is that of the vocabulary itself
(``prefLabelGVP``), whatever its language; every other label is a variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Identifier, Silent, Unavailable
from gate.normalise.text import clean, tokens
from gate.properties import DCTERMS, SKOS
from gate.rdf.iris import iri_identifier
from gate.rdf.vocabulary import RDF, RDFS, SKOSXL
from gate.references.authorities.base import LiveAuthority
from gate.references.http.bodies import Malformed
from gate.references.sparql import Row, Sparql, Term, iri, literal, solutions
from gate.references.vocabulary.heading import Heading, Target

if TYPE_CHECKING:
    from gate.references.http import Got, Raw

GVP = "http://vocab.getty.edu/ontology#"
_ADDRESS = re.compile(r"https?://vocab\.getty\.edu/(?:page/)?(aat|ulan|tgn)/(\d+)/?")
_BASE = "http://vocab.getty.edu/"
_FORM = SKOSXL + "literalForm"
_MAIN = f"{iri(GVP + 'prefLabelGVP')}/{iri(_FORM)}"
_FOCUS, _PREFERRED_LIFE = "http://xmlns.com/foaf/0.1/focus", GVP + "biographyPreferred"
_BIOGRAPHY = f"{iri(_FOCUS)}/{iri(_PREFERRED_LIFE)}"
_LIFE = (GVP + "estStart", GVP + "estEnd")
_WORDS = "http://www.ontotext.com/owlim/lucene#term"
_OF_ADDRESS = {"aat": "topic", "ulan": "name", "tgn": "geographic"}
_FILES = {
    **dict.fromkeys(("PersonConcept", "GroupConcept"), "name"),
    **dict.fromkeys(("PhysPlaceConcept", "AdminPlaceConcept", "PhysAdminPlaceConcept"), "geographic"),
    **dict.fromkeys(("Concept", "Hierarchy", "Facet", "GuideTerm"), "topic"),
}
_TOLD = (RDF + "type", RDFS + "label", SKOS + "prefLabel", SKOS + "altLabel", DCTERMS + "isReplacedBy", GVP + "broaderPreferred")
_ROW = {"s": "uri", "p": "uri", "o": "any", "label": "literal"}
_TRIPLE = {"Subject": "any", "Predicate": "uri", "Object": "any"}
_HIT = {"s": "uri", "name": "literal"}
_MOST, _MOST_ROWS = 20, 9_999
_MOST_REPLACING = 3  # subjects in the place of one whose labels are asked for too


class Getty(LiveAuthority):
    """https://vocab.getty.edu."""

    name = "getty"
    vocabulary = "aat"
    schemes = frozenset({"iri"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The subject with this address. Silent where there is none: a page that is not there proves nothing."""
        match = _ADDRESS.fullmatch(identifier.value) if identifier.scheme == "iri" else None
        if match is None:
            return self.not_asked("it is asked for addresses of the Getty vocabularies")
        got = self._record(match[1], match[2])
        if not isinstance(got, Found):
            return got
        heading = got.value
        for n, target in enumerate(heading.replaced_by[:_MOST_REPLACING]):
            other = _ADDRESS.fullmatch(target.identifier.value) if target.identifier is not None else None
            told = self._record(other[1], other[2]) if other is not None else None
            if isinstance(told, Found):  # else its address stands for it
                heading.replaced_by[n] = Target(told.value.label, target.identifier)
        return Found(heading.entity(), got.evidence)

    def _record(self, which: str, number: str) -> Found[Heading] | Silent | Unavailable:
        """A subject by the triples under its address."""
        from gate.references.http import NotHeld, Request

        asked = Request(self.name, "GET", self._service.at(which, f"{number}.json"), "application/json")
        got: Got[tuple[Row, ...]] = self._http.ask(asked, self._service, _triples)
        if isinstance(got, Unavailable):
            return got
        subject = f"{_BASE}{which}/{number}"
        evidence = replace(got.evidence, url=subject.replace("http://", "https://", 1))
        if isinstance(got, NotHeld):
            return Silent(evidence, "nothing is told of it")
        heading = heading_of(list(_resolved(got.body, subject)), subject)
        return self.unusable("triples that are not of the subject asked for") if heading is None else Found(heading, evidence)

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

    def near(self, label: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """The subjects with these words in some label, as the full-text index has them: preferred labels alone."""
        words = " ".join(tokens(label))
        if not words:
            return self.not_asked("there are no words to search for")
        chosen = f"?s {iri(_WORDS)} {literal(words)} ; {_MAIN} ?name"
        got = self._asked().select(f"SELECT DISTINCT ?s ?name WHERE {{ {chosen} }} LIMIT {limit}", _HIT)
        if isinstance(got, Unavailable):
            return got
        evidence = Evidence(self.name, got.as_of, self._service.url, got.stale)
        return self.told(hits(got.body), evidence, "no subject there has these words")

    def _asked(self) -> Sparql:
        return Sparql(self._http, replace(self._service, url=self._service.at("sparql")))

    def _described(self, subjects: Sequence[str]) -> Answer[tuple[Entity, ...]]:
        got = self._asked().select(_facts(subjects), _ROW)
        if isinstance(got, Unavailable):
            return got
        page = subjects[0].replace("http://", "https://", 1) if len(subjects) == 1 else self._service.url
        found = [one for subject in dict.fromkeys(subjects) if (one := heading_of(got.body, subject)) is not None]
        return self.told(found, Evidence(self.name, got.as_of, page, got.stale), "nothing is told of it")


def hits(rows: Sequence[Row]) -> Iterator[Heading]:
    """The headings of a search, by their preferred labels."""
    for row in rows:
        match = _ADDRESS.fullmatch(row["s"].value) if row.keys() >= _HIT.keys() else None
        if match is not None:
            uri, name = row["s"].value, row["name"]
            yield Heading(uri, name.value, name.lang, file=_OF_ADDRESS[match[1]], identifiers=[iri_identifier(uri)])


def _triples(raw: Raw) -> tuple[Row, ...] | Malformed:
    return solutions(raw, _TRIPLE)


def _resolved(rows: Sequence[Row], subject: str) -> Iterator[Row]:
    """The triples of a subject in the form of :func:`_facts`: its label and its life stand in nodes of their own."""
    about: dict[str, list[tuple[str, Term]]] = {}
    for row in rows:
        if row.keys() >= _TRIPLE.keys():
            about.setdefault(row["Subject"].value, []).append((row["Predicate"].value, row["Object"]))

    def of(node: str, term: str) -> list[Term]:
        return [value for name, value in about.get(node, ()) if name == term]

    said = [(term, value) for term, value in about.get(subject, ()) if term in _TOLD]
    said += [(GVP + "prefLabelGVP", form) for node in of(subject, GVP + "prefLabelGVP") for form in of(node.value, _FORM)]
    lives = [life for agent in of(subject, _FOCUS) for life in of(agent.value, _PREFERRED_LIFE)]
    said += [(term, value) for life in lives for term in _LIFE for value in of(life.value, term)]
    for term, value in said:
        yield {"s": Term(subject, "uri"), "p": Term(term, "uri"), "o": value}


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
    life = ", ".join(map(iri, _LIFE))
    return (
        f"SELECT ?s ?p ?o ?label WHERE {{ VALUES ?s {{ {values} }} "
        f"{{ ?s ?p ?o . FILTER(?p IN ({told})) OPTIONAL {{ ?o {_MAIN} ?label }} }} "
        f"UNION {{ ?s {_MAIN} ?o . BIND({iri(GVP + 'prefLabelGVP')} AS ?p) }} "
        f"UNION {{ ?s {_BIOGRAPHY} ?b . ?b ?p ?o . FILTER(?p IN ({life})) }} }} LIMIT {_MOST_ROWS}"
    )
