"""JSON-LD one document a line, as the Library of Congress gives its dumps: small, so read without a processor for JSON-LD.

Keys and types are expanded by the prefixes of the document's own ``@context``, which in these dumps holds nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from gate.rdf.vocabulary import RDF
from gate.references.local.files import opened
from gate.references.local.triples import Node
from gate.references.values import items, table, tables
from gate.references.vocabulary.heading import Item, LeftOut
from gate.references.vocabulary.rdf import read_triples


class Document:
    """The triples of one document, in memory."""

    def __init__(self, document: Mapping[str, object]) -> None:
        context = table(document.get("@context"))
        self._prefixes = {name: iri for name, iri in context.items() if isinstance(iri, str)}
        self.subject = self._prefixes.get("about", "")
        self._about: dict[str, list[tuple[str, Node]]] = {}
        for node in tables(items(document.get("@graph")) or [document]):
            self._read(node)

    def subjects(self) -> list[str]:
        """Every subject with an IRI."""
        return sorted(s for s in self._about if not s.startswith("_:"))

    def about(self, subject: str) -> list[tuple[str, Node]]:
        """What is said of one."""
        return self._about.get(subject, [])

    def _read(self, node: Mapping[str, object]) -> None:
        subject = node.get("@id")
        if not isinstance(subject, str):
            return
        said = self._about.setdefault(self._expanded(subject), [])
        for key, value in node.items():
            term = RDF + "type" if key == "@type" else self._expanded(key)
            if not key.startswith("@") or key == "@type":
                said += [(term, found) for found in self._values(value, named=key == "@type")]

    def _values(self, value: object, *, named: bool) -> Iterator[Node]:
        if isinstance(value, list):
            for item in value:
                yield from self._values(item, named=named)
        elif isinstance(value, dict):
            inner = table(value)
            target, text, lang = inner.get("@id"), inner.get("@value"), inner.get("@language")
            if isinstance(target, str):
                yield Node("blank" if target.startswith("_:") else "iri", self._expanded(target))
            elif text is not None:
                yield Node("literal", str(text), lang if isinstance(lang, str) else "")
            else:
                yield from self._values(inner.get("@list", []), named=named)
        elif isinstance(value, str):
            yield Node("iri", self._expanded(value)) if named else Node("literal", value)

    def _expanded(self, name: str) -> str:
        prefix, colon, rest = name.partition(":")
        return self._prefixes[prefix] + rest if colon and prefix in self._prefixes and not rest.startswith("//") else name


def read_lines(path: Path) -> Iterator[Item]:
    """The heading that each line is about; a document that names none gives all it describes."""
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            where = f"{path.name}:{number}"
            try:
                value = orjson.loads(line)
            except orjson.JSONDecodeError as error:
                yield LeftOut(where, f"not JSON: {error}")
                continue
            document = Document(table(value))
            found = list(read_triples(document, document.subject))
            yield from found or [LeftOut(where, "no heading in this document")]
