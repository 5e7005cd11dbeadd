"""Headings in JSKOS (GBV): one concept a line, or one JSON list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from gate.rdf.iris import iri_identifier
from gate.references.local.files import opened
from gate.references.values import items, table, tables
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

_RELATIONS = ("broader", "narrower", "related")


def read(path: Path) -> Iterator[Item]:
    """Every concept; lines are a stream, a list is held in memory. Relations name the label where the file gives it."""
    with opened(path) as file:
        first = file.readline()
        if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
            yield from _whole(first + file.read(), path.name)
            return
        yield from _line(first, f"{path.name}:1")
        for number, line in enumerate(file, 2):
            yield from _line(line, f"{path.name}:{number}")


def _whole(data: bytes, name: str) -> Iterator[Item]:
    try:
        found = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        yield LeftOut(name, f"not JSON: {error}")
        return
    for number, concept in enumerate(tables(items(found)), 1):
        yield _concept(table(concept), f"{name}#{number}")


def _line(line: bytes, where: str) -> Iterator[Item]:
    if not line.strip():
        return
    try:
        found = orjson.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        yield LeftOut(where, f"not JSON: {error}")
        return
    yield _concept(table(found), where)


def _concept(concept: Mapping[str, object], where: str) -> Item:
    labels = _labels(concept.get("prefLabel"))
    uri = concept.get("uri")
    if not labels or not isinstance(uri, str):
        return LeftOut(where, "a concept without a label" if isinstance(uri, str) else "no JSKOS concept: it has no uri")
    (lang, main), *others = labels
    own = iri_identifier(uri)
    heading = Heading(uri, main, lang, identifiers=[own] if own.scheme != "iri" else [])
    heading.forms = [text for _, text in others]
    heading.variants = [(text, code) for code, text in _labels(concept.get("altLabel"))]
    heading.notes = [text for name in ("scopeNote", "definition") for _, text in _labels(concept.get(name))]
    for name in _RELATIONS:
        getattr(heading, name).extend(_targets(concept.get(name)))
    heading.replaced_by = _targets(concept.get("replacedBy"))
    heading.deprecated = concept.get("deprecated") is True or bool(heading.replaced_by)
    heading.identifiers += [iri_identifier(i) for i in items(concept.get("identifier")) if isinstance(i, str) and "://" in i]
    return heading


def _labels(value: object) -> list[tuple[str, str]]:
    """Texts by language, English first; ``-`` says only that there are more languages."""
    found = []
    for lang, texts in table(value).items():
        if lang != "-":
            found += [
                (lang, text) for text in ([texts] if isinstance(texts, str) else items(texts)) if isinstance(text, str) and text
            ]
    return sorted(found, key=lambda pair: (pair[0] != "en", pair[0]))


def _targets(value: object) -> list[Target]:
    found = []
    for other in tables(items(value)):
        uri, labels = other.get("uri"), _labels(other.get("prefLabel"))
        if isinstance(uri, str):
            found.append(Target(labels[0][1] if labels else uri, iri_identifier(uri)))
    return found
