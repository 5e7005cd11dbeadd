"""Terms: ours, and the foreign ones that say the same."""

from __future__ import annotations

from urllib.parse import quote, unquote

from gate.model import Kind
from gate.properties import BIBO, CITO, DCTERMS, GATE, PROPERTIES, SCHEMA, SKOS

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
FOAF = "http://xmlns.com/foaf/0.1/"
DC = "http://purl.org/dc/elements/1.1/"
DBO = "http://dbpedia.org/ontology/"
WDT = "http://www.wikidata.org/prop/direct/"
SKOSXL = "http://www.w3.org/2008/05/skos-xl#"
MADS = "http://www.loc.gov/mads/rdf/v1#"
PRISM = "http://prismstandard.org/namespaces/basic/2.0/"
FABIO = "http://purl.org/spar/fabio/"
RELATORS = "http://id.loc.gov/vocabulary/relators/"
SCHEMA_HTTP = "http://schema.org/"  # the namespace before 2020, and still that of Wikidata and others
PREFIXES = {
    "bibo": BIBO,
    "cito": CITO,
    "dcterms": DCTERMS,
    "gate": GATE,
    "rdf": RDF,
    "rdfs": RDFS,
    "schema": SCHEMA,
    "skos": SKOS,
    "wd": "http://www.wikidata.org/entity/",
    "xsd": XSD,
}

# annotations of a value
POSITION, ROLE, FORM, IDENTIFIER, LANG, PATH = (GATE + n for n in ("position", "role", "form", "identifier", "lang", "path"))
SCHEME = GATE + "scheme/"  # datatype of an identifier, by its scheme
SAME_AS = SCHEMA + "sameAs"
# annotations of an entity
LABEL, FLAG, COMPLETE_FOR = GATE + "label", GATE + "flag", GATE + "completeFor"

KIND_CLASS = {Kind.WORK: SCHEMA + "CreativeWork", Kind.AGENT: GATE + "Agent", Kind.CONCEPT: SKOS + "Concept"}
_PART_TERM = {"family": SCHEMA + "familyName", "given": SCHEMA + "givenName", "suffix": SCHEMA + "honorificSuffix"}
_OTHER = GATE + "part/"

_OWN = {p.term: p.name for p in PROPERTIES.values()} | {term: name for name, term in _PART_TERM.items()}
_AGENT_CLASSES = {
    *(SCHEMA + n for n in ("Person", "Organization", "PerformingGroup", "MusicGroup", "CollegeOrUniversity", "Corporation")),
    *(FOAF + n for n in ("Agent", "Person", "Organization", "Group")),
    *(DBO + n for n in ("Person", "Agent", "Organisation", "Philosopher", "Writer", "Scientist")),
    *(MADS + n for n in ("PersonalName", "CorporateName", "ConferenceName", "FamilyName")),
    DCTERMS + "Agent",
    "http://www.wikidata.org/entity/Q5",
    "http://www.w3.org/ns/org#Organization",
}
_WORK_CLASSES = {
    *(
        SCHEMA + n
        for n in (
            *("CreativeWork", "Article", "ScholarlyArticle", "NewsArticle", "Report", "Book", "Chapter", "Thesis", "Dataset"),
            *("Periodical", "PublicationIssue", "PublicationVolume", "WebPage", "SoftwareSourceCode", "Map", "Manuscript"),
        )
    ),
    DCTERMS + "BibliographicResource",
    FOAF + "Document",
    DBO + "Work",
    DBO + "Book",
}
_CONCEPT_CLASSES = {SKOS + "Concept", *(MADS + n for n in ("Authority", "Topic", "ComplexSubject", "Geographic", "GenreForm"))}
_NOT_WORKS = {BIBO + n for n in ("DocumentStatus", "DocumentPart", "Event", "Conference", "Workshop", "Hearing")}

# foreign term -> (property, relator code)
_WORK_TERMS: dict[str, str | tuple[str, str]] = {
    **dict.fromkeys((DC + "title", SCHEMA + "name", SCHEMA + "headline", RDFS + "label", SKOS + "prefLabel"), "title"),
    **dict.fromkeys(
        (DC + "creator", DC + "contributor", DCTERMS + "contributor", FOAF + "maker", SCHEMA + "creator"), "creators"
    ),
    **dict.fromkeys((SCHEMA + "author", BIBO + "authorList"), ("creators", "aut")),
    **dict.fromkeys((SCHEMA + "editor", BIBO + "editor", BIBO + "editorList"), ("creators", "edt")),
    **dict.fromkeys((SCHEMA + "translator", BIBO + "translator"), ("creators", "trl")),
    SCHEMA + "illustrator": ("creators", "ill"),
    SCHEMA + "contributor": "creators",
    **dict.fromkeys((DC + "date", DCTERMS + "issued", SCHEMA + "datePublished", PRISM + "publicationDate"), "date"),
    **dict.fromkeys((DC + "type", SCHEMA + "genre"), "type"),
    **dict.fromkeys((SCHEMA + "isPartOf", PRISM + "publicationName"), "container"),
    **dict.fromkeys((DC + "publisher", SCHEMA + "publisher"), "publisher"),
    **dict.fromkeys((SCHEMA + "volumeNumber", PRISM + "volume"), "volume"),
    **dict.fromkeys((BIBO + "number", SCHEMA + "issueNumber", PRISM + "number"), "issue"),
    **dict.fromkeys((SCHEMA + "pagination", PRISM + "pageRange"), "pages"),
    SCHEMA + "bookEdition": "edition",
    **dict.fromkeys((DC + "language", SCHEMA + "inLanguage"), "language"),
    **dict.fromkeys((DC + "subject", SCHEMA + "keywords", PRISM + "keyword"), "concepts"),
    **dict.fromkeys((DC + "description", DCTERMS + "description", SCHEMA + "abstract", SCHEMA + "description"), "abstract"),
    BIBO + "abstract": "abstract",
    **dict.fromkeys((DCTERMS + "references", SCHEMA + "citation", CITO + "citesAsEvidence", BIBO + "cites"), "citations"),
    PRISM + "doi": "doi",
    **dict.fromkeys((BIBO + "isbn10", BIBO + "isbn13", SCHEMA + "isbn", PRISM + "isbn"), "isbn"),
    **dict.fromkeys((BIBO + "eissn", SCHEMA + "issn", PRISM + "issn", PRISM + "eIssn"), "issn"),
}
_AGENT_TERMS: dict[str, str | tuple[str, str]] = {
    **dict.fromkeys((FOAF + "name", RDFS + "label", SKOS + "prefLabel", MADS + "authoritativeLabel"), "name"),
    **dict.fromkeys((DBO + "birthDate", WDT + "P569"), "birth"),
    **dict.fromkeys((DBO + "deathDate", WDT + "P570"), "death"),
    **dict.fromkeys((DBO + "birthPlace", WDT + "P19"), "birth_place"),
    **dict.fromkeys((DBO + "deathPlace", WDT + "P20"), "death_place"),
    **dict.fromkeys((DBO + "nationality", DBO + "citizenship", WDT + "P27"), "citizenship"),
    **dict.fromkeys((DBO + "influencedBy", WDT + "P737"), "influenced_by"),
    **dict.fromkeys((DBO + "field", WDT + "P101"), "field_of_work"),
    **dict.fromkeys((DBO + "occupation", SCHEMA + "jobTitle", WDT + "P106"), "occupations"),
    **dict.fromkeys((DBO + "abstract", DCTERMS + "description", DC + "description"), "biography"),
    FOAF + "familyName": "family",
    FOAF + "lastName": "family",
    FOAF + "givenName": "given",
    FOAF + "firstName": "given",
}
_CONCEPT_TERMS: dict[str, str | tuple[str, str]] = {
    **dict.fromkeys(
        (RDFS + "label", SCHEMA + "name", MADS + "authoritativeLabel", SKOSXL + "prefLabel", DCTERMS + "title"), "heading"
    ),
    **dict.fromkeys((SKOSXL + "altLabel", SKOS + "hiddenLabel", SCHEMA + "alternateName", MADS + "hasVariant"), "alt_labels"),
    **dict.fromkeys((SKOS + "broaderTransitive", MADS + "hasBroaderAuthority"), "broader"),
    **dict.fromkeys((SKOS + "narrowerTransitive", MADS + "hasNarrowerAuthority"), "narrower"),
    MADS + "hasReciprocalAuthority": "related",
    **dict.fromkeys((SKOS + "definition", SKOS + "note", DCTERMS + "description", DC + "description"), "scope_note"),
}
_ANY = dict.fromkeys((DC + "identifier", SCHEMA + "identifier", SAME_AS, OWL + "sameAs"), "identifiers")
_FOREIGN = {Kind.WORK: _WORK_TERMS, Kind.AGENT: _AGENT_TERMS, Kind.CONCEPT: _CONCEPT_TERMS}

# other forms of the label of a thing
ALTERNATIVES = {
    Kind.WORK: frozenset({DCTERMS + "alternative", SCHEMA + "alternateName", BIBO + "shortTitle", SKOS + "altLabel"}),
    Kind.AGENT: frozenset(
        {SCHEMA + "alternateName", SKOS + "altLabel", SKOS + "hiddenLabel", FOAF + "nick", MADS + "hasVariant"}
    ),
    Kind.CONCEPT: frozenset[str](),
}
# where a value that is a thing carries its label, best first
LABELS = (
    LABEL,
    RDF + "value",
    SKOS + "prefLabel",
    SCHEMA + "name",
    FOAF + "name",
    DCTERMS + "title",
    RDFS + "label",
    DC + "title",
    MADS + "authoritativeLabel",
    MADS + "variantLabel",
    SKOSXL + "literalForm",
)


def term_of(name: str) -> str:
    """The RDF term of a property or of a part of a value."""
    known = PROPERTIES.get(name)
    return known.term if known else _PART_TERM.get(name) or _OTHER + quote(name, safe="", errors="replace")


def own_property_of(term: str) -> str:
    """The property or part that a term of ours stands for; empty for any other term."""
    return _OWN.get(term) or (unquote(term[len(_OTHER) :]) if term.startswith(_OTHER) else "")


def property_of(term: str, kind: Kind) -> tuple[str, str] | None:
    """Property and relator code that ``term`` stands for on a thing of ``kind``; None for a term we do not read."""
    own = _OWN.get(term)
    if own and (own not in PROPERTIES or kind in PROPERTIES[own].kinds):
        return own, ""
    foreign = _FOREIGN[kind].get(term) or _ANY.get(term)
    if foreign:
        return (foreign, "") if isinstance(foreign, str) else foreign
    own = own_property_of(term)
    if own:
        return own, ""
    if kind is Kind.WORK and term.startswith(RELATORS) and len(term) == len(RELATORS) + 3:
        return "creators", term[len(RELATORS) :]
    return None


def kind_of(classes: set[str]) -> Kind | None:
    """The kind of a thing with these ``rdf:type`` values; None when none of them is known. Ours decide first, then agents."""
    if KIND_CLASS[Kind.AGENT] in classes or classes & _AGENT_CLASSES:
        return Kind.AGENT
    if classes & _WORK_CLASSES or any(c.startswith((BIBO, FABIO)) and c not in _NOT_WORKS for c in classes):
        return Kind.WORK
    return Kind.CONCEPT if classes & _CONCEPT_CLASSES else None
