"""A body in RDF, in whatever form a linked-data service gave it, as triples in memory."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gate.references.http import Raw
from gate.references.http.bodies import Malformed, is_page, read_xml
from gate.references.local.triples import Node, keep
from gate.references.vocabulary.jsonld import Document


class Memory:
    """Triples by subject."""

    def __init__(self) -> None:
        self._about: dict[str, list[tuple[str, Node]]] = {}

    def add(self, subject: str, predicate: str, node: Node) -> None:
        """Keep one triple."""
        self._about.setdefault(subject, []).append((predicate, node))

    def subjects(self) -> list[str]:
        """Every subject with an IRI."""
        return sorted(s for s in self._about if not s.startswith("_:"))

    def about(self, subject: str) -> list[tuple[str, Node]]:
        """What is said of one, without repetitions, sorted."""
        return sorted(set(self._about.get(subject, [])))


Triples = Memory | Document


def triples(raw: Raw) -> Triples | Malformed:
    """The triples of a body in JSON-LD (a list of nodes, or an object with ``@graph`` or ``@id``) or RDF/XML."""
    body = raw.body
    head = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        return Malformed("an empty body")
    if is_page(body, raw.content_type):
        return Malformed("an HTML page where RDF is due")
    return _rdf_xml(raw) if head.startswith(b"<") else _json_ld(body)


def _json_ld(body: bytes) -> Document | Malformed:
    try:
        value: object = json.loads(body.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Malformed("not UTF-8")
    except RecursionError:
        return Malformed("JSON nested too deep")
    except ValueError as error:
        return Malformed(f"not whole JSON: {error}")
    graph = value if isinstance(value, list) else None
    if graph is not None and graph and all(isinstance(node, dict) and "@id" in node for node in graph):
        return Document({"@graph": graph})
    if isinstance(value, dict) and ("@graph" in value or "@id" in value):
        document: Mapping[str, object] = value
        return Document(document)
    return Malformed("JSON that describes nothing: no node with @id")


def _rdf_xml(raw: Raw) -> Memory | Malformed:
    from xml.sax import SAXException

    import rdflib

    checked = read_xml(raw.body, ("RDF",), raw.content_type)
    if isinstance(checked, Malformed):
        return checked
    found = Memory()
    graph = rdflib.Graph(bind_namespaces="none")
    try:
        graph.parse(data=raw.body, format="xml")
    except (SyntaxError, ValueError, rdflib.exceptions.Error, SAXException) as error:
        return Malformed(f"not RDF in XML: {error}"[:300])
    for triple in graph:
        keep(found, triple)
    return found
