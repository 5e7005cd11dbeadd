"""Headings in the XML of the Medical Subject Headings: descriptors, qualifiers and supplementary records (NLM, MeSH DTD)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gate.model import Identifier
from gate.rdf.iris import identifier_iri
from gate.references.local.files import opened
from gate.references.vocabulary.heading import Heading, Item, LeftOut, Target

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_RECORDS = {"DescriptorRecord": "Descriptor", "SupplementalRecord": "SupplementalRecord", "QualifierRecord": "Qualifier"}
#: DescriptorClass: 1 topics, 2 publication types, 3 check tags, 4 places
_CLASSES = {"1": "topic", "2": "genre", "3": "topic", "4": "geographic"}


def read(path: Path) -> Iterator[Item]:
    """Every record as a stream. The file is read twice: broader terms are known by the numbers of the tree."""
    from lxml import etree

    try:
        tree = {number: Target(_name(e, kind), _identifier(e, kind)) for kind, e in _elements(path) for number in _tree(e)}
        for kind, element in _elements(path):
            yield _heading(kind, element, tree, path.name)
    except etree.XMLSyntaxError as error:
        yield LeftOut(path.name, f"not well-formed XML: {error}")


def _elements(path: Path) -> Iterator[tuple[str, Element]]:
    from lxml import etree

    with opened(path) as file:
        for _, element in etree.iterparse(
            file, tag=tuple(_RECORDS), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
        ):
            yield _RECORDS[str(element.tag)], element
            element.clear()
            parent = element.getparent()
            while parent is not None and element.getprevious() is not None:
                del parent[0]


def _heading(kind: str, element: Element, tree: dict[str, Target], file: str) -> Item:
    label, own = _name(element, kind), _identifier(element, kind)
    if not label or own is None:
        return LeftOut(f"{file} ({own.value if own else 'no number'})", "a record without a name or number")
    heading = Heading(identifier_iri(own), label, "en", identifiers=[own])
    if kind == "Qualifier":
        heading.file, heading.usage = "subdivision", "general"
    else:
        heading.file = _CLASSES.get(element.get("DescriptorClass", ""), "topic") if kind == "Descriptor" else "topic"
    heading.variants = [(text, "en") for text in _texts(element, ".//ConceptList/Concept/TermList/Term/String")]
    heading.notes = [" ".join(text.split()) for text in _texts(element, ".//ConceptList/Concept/ScopeNote")]
    heading.broader = [tree[up] for n in _tree(element) if (up := n.rpartition(".")[0]) in tree and tree[up].identifier != own]
    heading.subdivisions = _texts(
        element, "./AllowableQualifiersList/AllowableQualifier/QualifierReferredTo/QualifierName/String"
    )
    for place, relation in (
        ("./HeadingMappedToList/HeadingMappedTo/", heading.related),
        (".//SeeRelatedDescriptor/", heading.related),
    ):
        numbers = _texts(element, place + "DescriptorReferredTo/DescriptorUI")
        names = _texts(element, place + "DescriptorReferredTo/DescriptorName/String")
        for number, name in zip(numbers, names, strict=False):
            relation.append(Target(name.removeprefix("*"), Identifier("mesh", number.strip().removeprefix("*"))))
    return heading


def _texts(element: Element, path: str) -> list[str]:
    return [found.text.strip() for found in element.iterfind(path) if found.text and found.text.strip()]


def _name(element: Element, kind: str) -> str:
    return next(iter(_texts(element, f"./{kind}Name/String")), "")


def _identifier(element: Element, kind: str) -> Identifier | None:
    number = next(iter(_texts(element, f"./{kind}UI")), "")
    return Identifier("mesh", number) if number else None


def _tree(element: Element) -> list[str]:
    return _texts(element, ".//TreeNumberList/TreeNumber")
