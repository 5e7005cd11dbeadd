"""The properties a claim can have: one table, read by readers, comparison, RDF and the stores.

Each property has a value type (how two values are compared), a cardinality (may a second value stand beside the first?) and an
RDF term (DCMI Terms, BIBO, CiTO, schema.org, SKOS, or the gate's own namespace where none of these has one).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gate.model import Kind

DCTERMS = "http://purl.org/dc/terms/"
BIBO = "http://purl.org/ontology/bibo/"
CITO = "http://purl.org/spar/cito/"
SCHEMA = "https://schema.org/"
SKOS = "http://www.w3.org/2004/02/skos/core#"
GATE = "https://w3id.org/catalog-gate/terms#"


class ValueType(StrEnum):
    """How values of a property are compared."""

    TITLE = "title"
    NAME = "name"
    DATE = "date"
    IDENTIFIER = "identifier"
    LANGUAGE = "language"
    NUMBER = "number"
    PAGES = "pages"
    TERM = "term"  # a heading, a place, a field of work: an entity known by its label
    TEXT = "text"  # prose: extracted from, never compared as a string
    CITATION = "citation"
    CLASS = (
        "class"  # a class number: libraries class one work differently, so it is no claim that a source supports or contradicts
    )


@dataclass(frozen=True, slots=True)
class Property:
    """``single``: a thing has one value, so another value contradicts. ``ordered``: the order of values is part of the claim.

    ``node``: the value is a thing of its own and so a node of the graph, not a literal.
    """

    name: str
    kinds: frozenset[Kind]
    type: ValueType
    term: str
    single: bool = False
    ordered: bool = False
    node: bool = False


_W, _A, _C = frozenset({Kind.WORK}), frozenset({Kind.AGENT}), frozenset({Kind.CONCEPT})
_ALL = _W | _A | _C
_T = ValueType

_TABLE = (
    # works
    Property("title", _W, _T.TITLE, DCTERMS + "title", single=True),
    Property("creators", _W, _T.NAME, DCTERMS + "creator", ordered=True, node=True),
    Property("date", _W, _T.DATE, DCTERMS + "date", single=True),
    Property("type", _W, _T.TERM, DCTERMS + "type"),
    Property("container", _W, _T.TITLE, DCTERMS + "isPartOf", single=True, node=True),
    Property("publisher", _W, _T.NAME, DCTERMS + "publisher", node=True),
    Property("volume", _W, _T.NUMBER, BIBO + "volume", single=True),
    Property("issue", _W, _T.NUMBER, BIBO + "issue", single=True),
    Property("pages", _W, _T.PAGES, BIBO + "pages", single=True),
    Property("edition", _W, _T.NUMBER, BIBO + "edition"),
    Property("language", _W, _T.LANGUAGE, DCTERMS + "language"),
    Property("concepts", _W, _T.TERM, DCTERMS + "subject", node=True),
    Property("classification", _W, _T.CLASS, GATE + "classification"),
    Property("research_areas", _W, _T.TERM, SCHEMA + "about", node=True),
    Property("times_cited", _W, _T.NUMBER, GATE + "timesCited", single=True),
    Property("abstract", _W, _T.TEXT, DCTERMS + "abstract"),
    Property("citations", _W, _T.CITATION, CITO + "cites", node=True),
    Property("doi", _W, _T.IDENTIFIER, BIBO + "doi"),
    Property("pmid", _W, _T.IDENTIFIER, BIBO + "pmid"),
    Property("arxiv", _W, _T.IDENTIFIER, GATE + "arxiv"),
    Property("isbn", _W, _T.IDENTIFIER, BIBO + "isbn"),
    Property("issn", _W, _T.IDENTIFIER, BIBO + "issn"),
    # agents
    Property("name", _A, _T.NAME, SCHEMA + "name"),
    Property("birth", _A, _T.DATE, SCHEMA + "birthDate", single=True),
    Property("death", _A, _T.DATE, SCHEMA + "deathDate", single=True),
    Property("birth_place", _A, _T.TERM, SCHEMA + "birthPlace", single=True, node=True),
    Property("death_place", _A, _T.TERM, SCHEMA + "deathPlace", single=True, node=True),
    Property("citizenship", _A, _T.TERM, SCHEMA + "nationality", node=True),
    Property("influenced_by", _A, _T.NAME, GATE + "influencedBy", node=True),
    Property("field_of_work", _A, _T.TERM, SCHEMA + "knowsAbout", node=True),
    Property("occupations", _A, _T.TERM, SCHEMA + "hasOccupation", node=True),
    Property("biography", _A, _T.TEXT, SCHEMA + "description"),
    # concepts
    Property("heading", _C, _T.TERM, SKOS + "prefLabel", single=True),
    Property("alt_labels", _C, _T.TERM, SKOS + "altLabel", node=True),
    Property("nouns", _C, _T.TERM, GATE + "hasNoun", node=True),
    Property("verbs", _C, _T.TERM, GATE + "hasVerb", node=True),
    Property("adjectives", _C, _T.TERM, GATE + "hasAdjective", node=True),
    Property("adverbs", _C, _T.TERM, GATE + "hasAdverb", node=True),
    Property("broader", _C, _T.TERM, SKOS + "broader", node=True),
    Property("narrower", _C, _T.TERM, SKOS + "narrower", node=True),
    Property("related", _C, _T.TERM, SKOS + "related", node=True),
    Property("cross_references", _C, _T.TERM, GATE + "crossReference", node=True),
    Property("replaced_by", _C, _T.TERM, DCTERMS + "isReplacedBy", node=True),
    Property("scope_note", _C, _T.TEXT, SKOS + "scopeNote"),
    # any kind
    Property("identifiers", _ALL, _T.IDENTIFIER, DCTERMS + "identifier"),
)

PROPERTIES: dict[str, Property] = {p.name: p for p in _TABLE}
#: what free text says, beside the facts that have a property of their own: no field of a record, and so not in the table
MENTIONS, RELATES_TO = "mentions", "relates_to"
#: values that are read, and looked at in ways of their own: no source supports or contradicts them as they stand
NOT_COMPARED = frozenset({ValueType.TEXT, ValueType.CLASS})
#: part of a date: the date of what is reprinted, empty where it is not told; whoever has it describes a reprint
REPRINT_OF = "reprint_of"
#: part of a name that the record says is a body's: ``corporate`` or ``conference``
BODY = "body"
IDENTIFIER_PROPERTIES = tuple(p.name for p in _TABLE if p.type is _T.IDENTIFIER)
LABEL_PROPERTY = {Kind.WORK: "title", Kind.AGENT: "name", Kind.CONCEPT: "heading"}


def properties_of(kind: Kind) -> tuple[Property, ...]:
    """The properties that a record of ``kind`` can have, in reading order."""
    return tuple(p for p in _TABLE if kind in p.kinds)
