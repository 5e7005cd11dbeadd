"""One heading of a vocabulary, gathered from whatever format, and the entity it becomes in the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from gate.model import Entity, Identifier, Kind, Statement
from gate.rdf.iris import entity_iri

DEPRECATED = "deprecated"
UNDIFFERENTIATED = "undifferentiated"
"""Flag of a name that several persons share: MARC 008/32 ``b``, a GND name record (Tn)."""


@dataclass(frozen=True, slots=True)
class Target:
    """Another heading: its label as far as it is known, and its identifier."""

    label: str
    identifier: Identifier | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is in the file and is no heading, or cannot be read as one: where, and why."""

    where: str
    reason: str


@dataclass(slots=True)
class Heading:
    """What a file says of one heading.

    ``file``            topic, geographic, chronological, genre, name, title, subdivision; empty where it does not say
    ``usage``           of a subdivision: ``general``, ``form``, ``chronological`` or ``geographic``
    ``forms``           preferred labels in other languages or scripts
    ``subdivisions``    the subdivisions that it may have, where the vocabulary lists them heading by heading
    ``born``, ``died``  of a person, as the file has them (``1910``, ``1910-03-23``)
    ``undifferentiated``  the name of several persons, whom the file does not tell apart
    ``as_subdivision``  how it is written as a geographic subdivision (``Oregon--Portland``)
    """

    id: str
    label: str
    lang: str = ""
    file: str = ""
    usage: str = ""
    deprecated: bool = False
    undifferentiated: bool = False
    born: str = ""
    died: str = ""
    forms: list[str] = field(default_factory=list)
    variants: list[tuple[str, str]] = field(default_factory=list)
    broader: list[Target] = field(default_factory=list)
    narrower: list[Target] = field(default_factory=list)
    related: list[Target] = field(default_factory=list)
    replaced_by: list[Target] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    identifiers: list[Identifier] = field(default_factory=list)
    subdivisions: list[str] = field(default_factory=list)
    as_subdivision: list[str] = field(default_factory=list)

    def entity(self) -> Entity:
        """The heading as the store keeps it; equal input gives an equal entity."""
        parts = [Statement("file", self.file)] if self.file else []
        parts += [Statement("usage", self.usage)] if self.usage else []
        parts += [Statement(name, text) for name, text in (("birth", self.born), ("death", self.died)) if text]
        parts += [Statement("subdivision", text) for text in dict.fromkeys(self.subdivisions)]
        parts += [Statement("as_subdivision", text) for text in dict.fromkeys(self.as_subdivision)]
        forms = tuple(dict.fromkeys(form for form in self.forms if form and form != self.label))
        statements = [Statement("heading", self.label, lang=self.lang, forms=forms, parts=tuple(parts))]
        variants = dict.fromkeys((text, lang) for text, lang in self.variants if text and text != self.label)
        statements += [Statement("alt_labels", text, lang=lang) for text, lang in variants]
        for name in ("broader", "narrower", "related", "replaced_by"):
            targets: list[Target] = getattr(self, name)
            statements += [
                Statement(name, t.label, identifiers=(t.identifier,) if t.identifier else ()) for t in dict.fromkeys(targets)
            ]
        statements += [Statement("scope_note", text) for text in dict.fromkeys(self.notes)]
        statements += [Statement("identifiers", i.value, identifiers=(i,)) for i in dict.fromkeys(self.identifiers)]
        flags = frozenset(f for f, on in ((DEPRECATED, self.deprecated), (UNDIFFERENTIATED, self.undifferentiated)) if on)
        return Entity(entity_iri(self.id), Kind.CONCEPT, self.label, tuple(statements), flags)


Item: TypeAlias = Heading | LeftOut
"""What comes out of a file, one by one."""


def file_of(entity: Entity) -> str:
    """The file that a heading in the store belongs to; empty where its vocabulary does not say."""
    heading = entity.first("heading")
    return heading.part("file") if heading is not None else ""


def usage_of(entity: Entity) -> str:
    """What a subdivision in the store may be used as; empty where it is none, or the vocabulary does not say."""
    heading = entity.first("heading")
    return heading.part("usage") if heading is not None else ""
