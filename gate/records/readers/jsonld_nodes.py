"""Objects of a JSON-LD document by local names, with references within the document followed; no context is fetched.

``schema:name``, ``http://schema.org/name`` and ``name`` are one name here, ``[{"@value": "x"}]`` and ``"x"`` one value. What a
context maps otherwise is not known: names are taken for what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gate.normalise.text import clean
from gate.records.readers.json_parse import child
from gate.records.readers.json_values import as_number, plain

_EMPTY: tuple[object, ...] = (None, "", [], {})
_LABELS = ("@value", "name", "headline", "title", "label", "preflabel", "legalname", "sameas", "termcode", "alternatename")
#: keys whose strings are what they say, even where they are also the id of something
_LITERAL = frozenset({"identifier", "sameas", "url", "value", "propertyid", "islike", "doi", "isbn", "issn", "name", "title"})
#: keys that a mere reference may have
_REFERENCE = frozenset({"@id", "id", "@type", "type"})
#: one of these in a list of languages is taken first
_ENGLISH = re.compile(r"en\b", re.IGNORECASE)


def local(key: str) -> str:
    """The plain local name of a key or type: ``http://schema.org/name`` and ``schema:name`` are ``name``."""
    return plain(re.split(r"[/#]", key)[-1]) if "/" in key else plain(key)


@dataclass(frozen=True, slots=True)
class Graph:
    """The objects of a document that have an ``@id``, with their paths."""

    nodes: dict[str, tuple[dict[str, object], str]] = field(default_factory=dict)

    def collect(self, value: object, path: str, depth: int = 0) -> None:
        """Every object with an id and something to say, however deep it stands (the document's depth is limited already)."""
        if isinstance(value, list):
            for n, item in enumerate(value):
                self.collect(item, f"{path}[{n}]", depth + 1)
        elif isinstance(value, dict):
            own = value.get("@id", value.get("id"))
            if isinstance(own, str) and not value.keys() <= _REFERENCE:
                self.nodes.setdefault(own, (value, path))
            for key, item in value.items():
                if isinstance(item, (dict, list)):
                    self.collect(item, child(path, key), depth + 1)


@dataclass(frozen=True, slots=True)
class LdNode:
    """A value, where it stands, and the graph that it stands in.

    ``id``: what it is a reference to, where it is one; ``key``: the local name of the key whose value it is.
    """

    value: object
    path: str
    graph: Graph
    id: str = ""
    key: str = ""

    def all(self, *names: str) -> list[LdNode]:
        """Every value of the keys with these local names, lists taken apart, references followed; in the order of the names."""
        if not isinstance(self.value, dict):
            return []
        found = [
            (names.index(name), replace(node, key=name))
            for key, item in self.value.items()
            if (name := local(key)) in names and item not in _EMPTY
            for node in self._members(item, child(self.path, key), name not in _LITERAL)
        ]
        found.sort(key=lambda pair: pair[0])
        return [node for _, node in found]

    def first(self, *names: str) -> LdNode:
        """The first of them, or an empty value."""
        return next(iter(self.all(*names)), LdNode(None, child(self.path, names[0]), self.graph))

    def _members(self, item: object, path: str, follow: bool) -> Iterator[LdNode]:
        if isinstance(item, list):
            for n, member in enumerate(item):
                yield from self._members(member, f"{path}[{n}]", follow)
        elif isinstance(item, dict) and len(item) == 1 and (wrapped := next(iter(item))) in ("@list", "@set"):
            yield from self._members(item[wrapped], child(path, wrapped), follow)
        elif item not in _EMPTY:
            yield self._followed(item, path, follow)

    def _followed(self, item: object, path: str, follow: bool) -> LdNode:
        """The object that a reference points to, if it is in the document; never the one that it stands in."""
        own = item if isinstance(item, str) else None
        if isinstance(item, dict):
            given = item.get("@id", item.get("id"))
            own = given if isinstance(given, str) else None
        if own is None:
            return LdNode(item, path, self.graph)
        known = self.graph.nodes.get(own) if follow else None
        mere = isinstance(item, str) or (isinstance(item, dict) and item.keys() <= _REFERENCE)
        if known is None or not mere or known[0] is self.value:
            return LdNode(item, path, self.graph, own if follow or isinstance(item, dict) else "")
        return LdNode(known[0], known[1] or path, self.graph, own)

    @property
    def types(self) -> list[str]:
        """The local names of its types, as written but for prefixes."""
        if not isinstance(self.value, dict):
            return []
        given = self.value.get("@type", self.value.get("type"))
        listed = given if isinstance(given, list) else [given]
        return [re.split(r"[/#:]", name)[-1] for name in listed if isinstance(name, str)]

    @property
    def text(self) -> str:
        """Its text in reading form: a string, a number, a wrapped value, the label of a thing; else empty."""
        if isinstance(self.value, str):
            return clean(self.value)
        if isinstance(self.value, dict):
            by_language = self._by_language()
            if by_language:
                return by_language[0][1]
            return next((node.text for name in _LABELS for node in self.all(name) if node.text), "")
        return as_number(self.value) or ""

    @property
    def other_texts(self) -> list[str]:
        """The same in other languages."""
        return [text for _, text in self._by_language()[1:]]

    @property
    def lang(self) -> str:
        """The language of its text, where it says it."""
        if not isinstance(self.value, dict):
            return ""
        by_language = self._by_language()
        given = self.value.get("@language")
        return by_language[0][0] if by_language else given if isinstance(given, str) else ""

    def _by_language(self) -> list[tuple[str, str]]:
        """``{"en": "cat", "de": "Katze"}``: language and text, English first."""
        value = self.value
        if not isinstance(value, dict) or not all(re.fullmatch(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*|@none", key) for key in value):
            return []
        if set(value) & {"id", "type", "name", "url", "text"} or not all(isinstance(text, str) for text in value.values()):
            return []
        pairs = [(key.removeprefix("@none"), clean(text)) for key, text in value.items() if isinstance(text, str)]
        return sorted(pairs, key=lambda pair: (_ENGLISH.match(pair[0]) is None, pair[0]))
