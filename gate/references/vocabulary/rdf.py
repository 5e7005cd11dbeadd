"""Headings in RDF: SKOS and SKOS-XL, MADS, the GND ontology and MeSH RDF, by the terms each of them uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from gate.model import Identifier
from gate.properties import DCTERMS, SCHEMA, SKOS
from gate.rdf.iris import iri_identifier
from gate.rdf.vocabulary import DC, MADS, OWL, RDF, RDFS, SKOSXL
from gate.references.local.triples import Node
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

GNDO = "https://d-nb.info/standards/elementset/gnd#"
MESH = "http://id.nlm.nih.gov/mesh/vocab#"
MADS_FILES = {
    **dict.fromkeys(("PersonalName", "CorporateName", "ConferenceName", "FamilyName"), "name"),
    **dict.fromkeys(("Title", "NameTitle"), "title"),
    **dict.fromkeys(("Geographic", "HierarchicalGeographic"), "geographic"),
    "Temporal": "chronological",
    "GenreForm": "genre",
    "Topic": "topic",
}
_MESH_FILES = {
    **dict.fromkeys(("TopicalDescriptor", "CheckTag", "Descriptor", "SupplementaryConceptRecord"), "topic"),
    **dict.fromkeys(("SCR_Chemical", "SCR_Disease", "SCR_Organism", "SCR_Protocol", "SCR_Population", "SCR_Anatomy"), "topic"),
    "GeographicalDescriptor": "geographic",
    "PublicationType": "genre",
    "Qualifier": "subdivision",
}
_GND_FILES = (
    ("SubjectHeading", "topic"),
    *((name, "topic") for name in ("NomenclatureInBiologyOrChemistry", "ProductNameOrBrandName", "EthnographicName", "Language")),
    *((name, "geographic") for name in ("PlaceOrGeographicName", "TerritorialCorporateBody", "Country", "AdministrativeUnit")),
    *((name, "chronological") for name in ("HistoricSingleEvent", "HistoricEra")),
    *((name, "title") for name in ("Work", "MusicalWork", "Manuscript", "VersionOfAMusicalWork", "ProvenanceCharacteristic")),
    *(
        (name, "name")
        for name in (
            "DifferentiatedPerson",
            "UndifferentiatedPerson",
            "Person",
            "CorporateBody",
            "ConferenceOrEvent",
            "Family",
            "RoyalOrMember",
        )
    ),
)
_PREFERRED = (SKOS + "prefLabel", SKOSXL + "prefLabel", MADS + "authoritativeLabel", MADS + "deprecatedLabel")
_GENERAL = (RDFS + "label", SCHEMA + "name", DCTERMS + "title")
_VARIANTS = (SKOS + "altLabel", SKOS + "hiddenLabel", SKOSXL + "altLabel", SKOSXL + "hiddenLabel", MADS + "hasVariant")
_IN_NODES = (SKOSXL + "literalForm", MADS + "variantLabel")
_RELATIONS = {
    **dict.fromkeys((SKOS + "broader", MADS + "hasBroaderAuthority", MESH + "broaderDescriptor"), "broader"),
    **dict.fromkeys((SKOS + "narrower", MADS + "hasNarrowerAuthority"), "narrower"),
    **dict.fromkeys((SKOS + "related", MADS + "hasReciprocalAuthority", GNDO + "relatedTerm", MESH + "mappedTo"), "related"),
    **dict.fromkeys((DCTERMS + "isReplacedBy", MADS + "useInstead", SCHEMA + "supersededBy"), "replaced_by"),
}
_NOTES = (SKOS + "scopeNote", SKOS + "definition", SKOS + "note", GNDO + "definition", MESH + "scopeNote", MESH + "annotation")
_SAME = (OWL + "sameAs", DCTERMS + "identifier", DC + "identifier", "http://id.loc.gov/vocabulary/identifiers/lccn")
_MARC_KEY = "http://id.loc.gov/ontologies/bflc/marcKey"
_USAGES = {"180": "general", "181": "geographic", "182": "chronological", "185": "form"}
_LIFE = {
    **dict.fromkeys((GNDO + "dateOfBirth", MADS + "birthDate", SCHEMA + "birthDate"), "born"),
    **dict.fromkeys((GNDO + "dateOfDeath", MADS + "deathDate", SCHEMA + "deathDate"), "died"),
}
_NOT_CONCEPTS = ("ConceptScheme", "Collection", "OrderedCollection")


class Triples(Protocol):
    """Triples that can be asked by subject."""

    def subjects(self) -> Iterable[str]:
        """Every subject with an IRI."""
        ...

    def about(self, subject: str) -> list[tuple[str, Node]]:
        """What is said of one."""
        ...


def read_triples(triples: Triples, only: str = "") -> Iterator[Item]:
    """Every heading among the triples; ``only`` is the one subject that is meant where the others are merely mentioned.

    A subject with a label that is no heading (a scheme, a collection, a class) is named; one without any label is not a thing.
    """
    for subject in (only,) if only else triples.subjects():
        said = triples.about(subject)
        classes = {node.text for term, node in said if term == RDF + "type"}
        labels = _labels(said, triples) or (_once_established(said) if MADS + "DeprecatedAuthority" in classes else [])
        if not labels:
            if only or _is_heading(classes, subject, said):
                yield LeftOut(subject, "it has no label")
        elif _is_heading(classes, subject, said):
            yield _heading(subject, classes, labels, said, triples)
        elif classes & {SKOS + name for name in _NOT_CONCEPTS}:
            yield LeftOut(subject, "a scheme or collection of headings, not a heading")


def _is_heading(classes: set[str], subject: str, said: list[tuple[str, Node]]) -> bool:
    if SKOS + "Concept" in classes or any(c.startswith((MADS, GNDO)) for c in classes):
        if MADS + "DeprecatedAuthority" in classes:  # it is a variant now
            return True
        return MADS + "RWO" not in classes and not classes & {MADS + "Variant", MADS + "Source", MADS + "MADSScheme"}
    if classes & {SKOS + name for name in _NOT_CONCEPTS}:
        return False
    if any(c.removeprefix(MESH) in _MESH_FILES for c in classes):
        return True
    if classes:
        return False
    plain = any(term in _PREFERRED or term.startswith(GNDO + "preferredName") for term, _ in said)
    return plain or (
        iri_identifier(subject).scheme in ("mesh", "gnd", "fast", "lccn") and any(t == RDFS + "label" for t, _ in said)
    )


def _heading(subject: str, classes: set[str], labels: list[Node], said: list[tuple[str, Node]], triples: Triples) -> Heading:
    main, *others = sorted(labels, key=lambda n: (*_language_rank(n.lang), n.text))
    heading = Heading(subject, main.text, main.lang, file=_file(classes))
    heading.forms = [n.text for n in others if n.lang != main.lang]
    heading.variants = [(n.text, n.lang) for n in others if n.lang == main.lang]
    heading.deprecated = any(c.startswith(MADS + "Deprecated") for c in classes)
    heading.undifferentiated = GNDO + "UndifferentiatedPerson" in classes
    own = iri_identifier(subject)
    heading.identifiers = [own] if own.scheme != "iri" else []
    for term, node in said:
        if term in _VARIANTS or term.startswith(GNDO + "variantName"):
            heading.variants += [(text.text, text.lang) for text in _texts(node, triples)]
        elif relation := _RELATIONS.get(term) or ("broader" if term.startswith(GNDO + "broaderTerm") else ""):
            getattr(heading, relation).append(_target(node, triples))
        elif term in _NOTES and node.kind == "literal":
            heading.notes.append(node.text)
        elif term == OWL + "deprecated" and node.text.lower() in ("true", "1"):
            heading.deprecated = True
        elif term in _SAME and (same := _same(node)) is not None:
            heading.identifiers.append(same)
        elif term in (MESH + "preferredConcept", MESH + "concept"):
            heading.variants += _mesh_terms(node.text, triples)
        else:
            _more(heading, term, node, triples)
    heading.deprecated = heading.deprecated or bool(heading.replaced_by)
    return heading


def _more(heading: Heading, term: str, node: Node, triples: Triples) -> None:
    """What authority files say beside labels and relations: subdivisions, and the life of a person."""
    if term == MADS + "isMemberOfMADSCollection":
        _collected(heading, node.text)
    elif term == _MARC_KEY and node.text[:3] in _USAGES:
        heading.file, heading.usage = "subdivision", _USAGES[node.text[:3]]
    elif term in _LIFE:
        _lived(heading, _LIFE[term], node)
    elif term == MADS + "identifiesRWO":
        for name, value in triples.about(node.text):
            if name in _LIFE:
                _lived(heading, _LIFE[name], value)


def _collected(heading: Heading, collection: str) -> None:
    """What the Library of Congress says by the collections that a heading is put in."""
    name = collection.rpartition("/")[2]
    if name.endswith("Subdivisions"):
        heading.usage = heading.usage or {"genre": "form", "geographic": "geographic", "chronological": "chronological"}.get(
            heading.file, "" if heading.file == "subdivision" else "general"
        )
        heading.file = "subdivision"
    elif name == "collection_NamesUndifferentiated":
        heading.undifferentiated = True


def _lived(heading: Heading, name: str, node: Node) -> None:
    """The birth or death of a person; the first date stands."""
    if node.kind == "literal" and any(c.isdigit() for c in node.text) and not getattr(heading, name):
        setattr(heading, name, node.text)


def _once_established(said: list[tuple[str, Node]]) -> list[Node]:
    """The label of a withdrawn heading, which is only a variant any more."""
    return [node for term, node in said if term == MADS + "variantLabel" and node.kind == "literal" and node.text.strip()]


def _labels(said: list[tuple[str, Node]], triples: Triples) -> list[Node]:
    found = [text for term, node in said if term in _PREFERRED for text in _texts(node, triples)]
    found += [node for term, node in said if term.startswith(GNDO + "preferredName") and node.kind == "literal"]
    found = found or [node for term, node in said if term in _GENERAL and node.kind == "literal"]
    return [node for node in dict.fromkeys(found) if node.text.strip()]


def _texts(node: Node, triples: Triples) -> list[Node]:
    """A label: a literal, or a node that carries it (SKOS-XL, MADS)."""
    if node.kind == "literal":
        return [node]
    return [value for term, value in triples.about(node.text) if term in _IN_NODES and value.kind == "literal"]


def _target(node: Node, triples: Triples) -> Target:
    if node.kind == "literal":
        return Target(node.text)
    labels = _labels(triples.about(node.text), triples)
    label = min(labels, key=lambda n: (*_language_rank(n.lang), n.text)).text if labels else node.text
    return Target(label, iri_identifier(node.text) if node.kind == "iri" else None)


def _same(node: Node) -> Identifier | None:
    if node.kind == "iri":
        return iri_identifier(node.text)
    from gate.normalise import identifiers

    found = identifiers.parse("lccn", node.text) if node.text.strip().startswith(("sh", "n", "gf", "sj")) else None
    return found.identifier if found is not None and found.form_ok else None


def _mesh_terms(concept: str, triples: Triples) -> list[tuple[str, str]]:
    found = []
    for term, node in triples.about(concept):
        if term == RDFS + "label":
            found.append((node.text, node.lang))
        elif term in (MESH + "preferredTerm", MESH + "term"):
            wanted = (MESH + "prefLabel", MESH + "altLabel", RDFS + "label")
            found += [(value.text, value.lang) for name, value in triples.about(node.text) if name in wanted]
    return found


def _file(classes: set[str]) -> str:
    for name in classes:
        if name.startswith(MADS) and name.removeprefix(MADS) in MADS_FILES:
            return MADS_FILES[name.removeprefix(MADS)]
        if name.startswith(MESH) and name.removeprefix(MESH) in _MESH_FILES:
            return _MESH_FILES[name.removeprefix(MESH)]
    return gnd_file([name.removeprefix(GNDO) for name in classes if name.startswith(GNDO)]) or (
        "topic" if MADS + "ComplexSubject" in classes else ""
    )


def gnd_file(classes: list[str]) -> str:
    """The file that a heading of the GND belongs to, by the classes of its ontology (without their namespace)."""
    return next((file for beginning, file in _GND_FILES for name in classes if name.startswith(beginning)), "")


def _language_rank(lang: str) -> tuple[int, str]:
    """English before no language before the others, as everywhere in the gate."""
    return (0 if lang.lower().split("-")[0] == "en" else 1 if not lang else 2), lang
