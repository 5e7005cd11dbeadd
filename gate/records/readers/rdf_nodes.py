"""Things of an RDF document with their paths: ``bf:Instance[1]/bf:title/bf:mainTitle``, numbered where there are several.

A document may be RDF/XML, Turtle, N-Triples or JSON-LD. Nothing is fetched: XML with a document type is refused, and JSON-LD with
a context elsewhere. Values come in the order of the document, as far as its format has one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.model import Identifier, Unreadable
from gate.properties import GATE
from gate.rdf.iris import iri_identifier
from gate.rdf.parsing import BASE, NotRdfError, local_context, parsed
from gate.records.readers import plain_text, xml
from gate.settings import Settings

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

#: prefixes that paths use, whatever the document calls them
PREFIXES = {
    "bf": "http://id.loc.gov/ontologies/bibframe/",
    "bflc": "http://id.loc.gov/ontologies/bflc/",
    "mads": "http://www.loc.gov/mads/rdf/v1#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "skosxl": "http://www.w3.org/2008/05/skos-xl#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "gate": GATE,
    "lclocal": "http://id.loc.gov/ontologies/lclocal/",
    "z": "http://www.zotero.org/namespaces/export#",
    "bib": "http://purl.org/net/biblio#",
    "prism": "http://prismstandard.org/namespaces/1.2/basic/",
    "link": "http://purl.org/rss/1.0/modules/link/",
    "vcard": "http://nwalsh.com/rdf/vCard#",
}
_TERM = re.compile(r"(.*[#/])([^#/]+)")
_BY_NAMESPACE = {namespace: prefix for prefix, namespace in PREFIXES.items()}
_LABELS = ("rdfs:label", "mads:authoritativeLabel", "skos:prefLabel", "foaf:name", "rdf:value", "bf:mainTitle", "dc:title")
_XML = re.compile(r"\s*<(?:\?xml|!--|!DOCTYPE|[\w.-]+(?::[\w.-]+)?[\s/>])")
_JSON = re.compile(r"\s*(?:\{|\[\s*[\[{\]])")
#: without which XML and JSON are not RDF
_NEEDED = {"xml": re.compile(r"<(?:\w+:)?RDF\b"), "json-ld": re.compile(r'"@(?:id|graph)"\s*:')}
_AGENTS = re.compile(r"https?://id\.loc\.gov/(?:rwo/agents|authorities/\w+)/([a-z]{1,3}\d+)")


def form_of(text: str) -> str:
    """What RDF is written in, from its beginning: ``xml``, ``json-ld`` or ``turtle``, of which N-Triples are a part."""
    if _XML.match(text):
        return "xml"
    return "json-ld" if _JSON.match(text) else "turtle"


def mentions(head: bytes, namespace: str, names: str) -> bool:
    """Whether the beginning of a file of RDF names a term of ``namespace``; ``names`` is a pattern: ``Work|Instance``.

    The term may stand as an IRI, or behind the prefix that the document gives the namespace.
    """
    text = xml.as_text(head)
    needed = _NEEDED.get(form_of(text))
    if namespace not in text or (needed is not None and not needed.search(text)):
        return False
    iri = re.escape(namespace)
    bound = re.findall(
        rf"(?:xmlns:([\w.-]+)=[\"']|\"([\w.-]+)\"\s*:\s*\"|prefix\s+([\w.-]*):\s*<){iri}[\"'>]", text, re.IGNORECASE
    )
    prefixes = {re.escape(next(filter(None, found), "")) for found in bound}
    if re.search(rf"xmlns=[\"']{iri}[\"']", text) and re.search(rf"<(?:{names})[\s/>]", text):
        return True
    behind = "|".join(sorted(prefixes))
    return re.search(rf"{iri}(?:{names})\b" + (rf"|(?<![\w.-])(?:{behind}):(?:{names})\b" if prefixes else ""), text) is not None


def document(data: bytes, file: str, settings: Settings, name: str) -> Graph | Unreadable:
    """The triples of a document; ``name`` is the format that asks."""
    form = form_of(xml.as_text(data[:8192]))
    try:
        if form == "xml":
            for fault in xml.elements(data, settings, lambda *_: False):
                return Unreadable(file, str(fault), format=name)
            return parsed(data, form)
        text = plain_text.decoded(data).text
        if form == "json-ld":
            text = local_context(_one_document(text), settings.max_depth)
        return parsed(text, form, text.count("\n") + 1)
    except NotRdfError as error:
        return Unreadable(file, str(error), format=name)


def _one_document(text: str) -> str:
    """JSON Lines as one list; their blank nodes stay apart."""
    import orjson

    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines[:2]):
        return text
    try:
        for line in lines:
            orjson.loads(line)
    except orjson.JSONDecodeError:
        return text
    return "[" + ",".join(line.replace('"_:', f'"_:l{n}_') for n, line in enumerate(lines)) + "]"


@dataclass(frozen=True, slots=True)
class RdfNode:
    """A literal or a thing, and where it stands."""

    graph: Graph
    node: Node
    path: str

    def all(self, *terms: str) -> list[RdfNode]:
        """The values of these properties (``bf:title``), in the order of the names, then of the document; lists taken apart."""
        from rdflib import URIRef

        found = []
        for term in terms:
            prefix, _, local = term.partition(":")
            values = [v for o in self.graph.objects(self.node, URIRef(PREFIXES[prefix] + local)) for v in self._members(o)]
            for n, value in enumerate(values, 1):
                found.append(RdfNode(self.graph, value, f"{self.path}/{term}" + (f"[{n}]" if len(values) > 1 else "")))
        return found

    def first(self, *path: str) -> RdfNode | None:
        """The first value at the end of a path of properties."""
        found: RdfNode | None = self
        for term in path:
            found = next(iter(found.all(term)), None) if found is not None else None
        return found

    def _members(self, value: Node) -> list[Node]:
        """The members of an RDF list or container (``rdf:Seq``); a value that is none itself."""
        from rdflib import RDF, BNode, URIRef

        if (value, RDF.first, None) in self.graph:
            try:
                return list(self.graph.items(value))
            except ValueError:  # a list that runs in a circle
                return []
        if not isinstance(value, (BNode, URIRef)) or not {RDF.Seq, RDF.Bag, RDF.Alt} & set(self.graph.objects(value, RDF.type)):
            return [value]
        numbered = [(str(p), o) for p, o in self.graph.predicate_objects(value) if str(p).startswith(str(RDF) + "_")]
        return [o for p, o in sorted(numbered, key=lambda item: int(item[0].rpartition("_")[2] or 0))]

    @property
    def is_literal(self) -> bool:
        """Whether it is a text and no thing."""
        from rdflib import Literal

        return isinstance(self.node, Literal)

    @property
    def text(self) -> str:
        """A literal with its blanks folded; of a thing the best label, in English where there are several; else empty."""
        if self.is_literal:
            return " ".join(str(self.node).split())
        for term in _LABELS:
            labels = [value for value in self.all(term) if value.is_literal and value.text]
            if labels:
                return min(labels, key=lambda v: language_rank(v.lang)).text
        return ""

    @property
    def verbatim(self) -> str:
        """A literal as it stands; empty for a thing."""
        return str(self.node) if self.is_literal else ""

    @property
    def lang(self) -> str:
        """The language of a literal."""
        from rdflib import Literal

        return (self.node.language or "") if isinstance(self.node, Literal) else ""

    @property
    def iri(self) -> str:
        """The address of a thing, relative where the document has it so; empty for blank nodes and literals."""
        from rdflib import URIRef

        return str(self.node).removeprefix(BASE) if isinstance(self.node, URIRef) else ""

    @property
    def types(self) -> frozenset[str]:
        """Its classes, as ``bf:Work``."""
        from rdflib import RDF

        return frozenset(qname(str(o)) for o in self.graph.objects(self.node, RDF.type))

    @property
    def terms(self) -> dict[str, int]:
        """Its properties, and how many values each has."""
        found: dict[str, int] = {}
        for term in self.graph.predicates(self.node):
            found[qname(str(term))] = found.get(qname(str(term)), 0) + 1
        return found

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """What its address identifies, where that is an authority's."""
        from gate.normalise import identifiers

        if match := _AGENTS.fullmatch(self.iri):
            return (Identifier("lccn", match[1]),)
        known = iri_identifier(self.iri) if self.iri else None
        if known is None or known.scheme == "iri":
            return ()
        read = identifiers.parse(known.scheme, known.value)
        return (known,) if read.form_ok and not read.note else ()


def qname(iri: str) -> str:
    """``bf:Work``; of another namespace the whole IRI."""
    match = _TERM.fullmatch(iri)
    prefix = _BY_NAMESPACE.get(match[1]) if match else None
    return f"{prefix}:{match[2]}" if match and prefix else iri


def language_rank(lang: str) -> tuple[int, str]:
    """English before no language before the others, as everywhere in the gate."""
    return (0 if lang.lower().split("-")[0] == "en" else 1 if not lang else 2), lang


def labelled(nodes: list[tuple[str, Node]], graph: Graph) -> list[RdfNode]:
    """Things with their paths: the name of their class, with a number where there are several of it."""
    total: dict[str, int] = {}
    for name, _ in nodes:
        total[name] = total.get(name, 0) + 1
    seen: dict[str, int] = {}
    found = []
    for name, node in nodes:
        seen[name] = seen.get(name, 0) + 1
        found.append(RdfNode(graph, node, f"{name}[{seen[name]}]" if total[name] > 1 else name))
    return found
