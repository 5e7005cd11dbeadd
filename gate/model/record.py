"""What a model wrote, as read: a record, its statements, and what could not be read.

Records and reference entities share one shape, the :class:`Statement`, so that a comparison never has to translate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a record describes."""

    WORK = "work"
    AGENT = "agent"
    CONCEPT = "concept"


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """An identifier in normal form: ``Identifier("doi", "10.1038/171737a0")``.

    ``scheme`` is a lower-case name (doi, pmid, isbn, issn, arxiv, orcid, isni, viaf, gnd, lccn, oclc, wikidata, iri ...).
    """

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


@dataclass(frozen=True, slots=True)
class Statement:
    """One value of one property.

    ``property``     name from :mod:`gate.properties`
    ``value``        the text as given, in its reading form
    ``path``         place in the user's own record (``citations[3].doi``, ``700[2]$a``); empty in a reference entity
    ``role``         relator code in MARC form (``aut``, ``edt`` ...), empty when not stated
    ``lang``         language of the value, as given
    ``forms``        other forms of the same value: other scripts (880), abbreviations, labels in other languages
    ``identifiers``  identifiers given with this value ($0, $1, ORCID, target entity)
    ``parts``        the value taken apart: a citation's own statements; a name's ``family`` and ``given``
    ``places``       where in the record the identifiers stand, of those that have a place of their own (``700[2]$0``)
    """

    property: str
    value: str
    path: str = ""
    role: str = ""
    lang: str = ""
    forms: tuple[str, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    parts: tuple[Statement, ...] = ()
    places: tuple[tuple[Identifier, str], ...] = ()

    def part(self, name: str) -> str:
        """The value of the first part called ``name``, or the empty string."""
        for part in self.parts:  # the most called function of a check: a loop takes a third of the time of a generator
            if part.property == name:
                return part.value
        return ""

    def place_of(self, identifier: Identifier) -> str:
        """Where one of its identifiers stands; the place of the value where that is not known."""
        return next((path for own, path in self.places if own == identifier), self.path)


@dataclass(frozen=True, slots=True)
class Ignored:
    """A field of the input that the gate does not read: kept, counted, never held against the record."""

    path: str
    reason: str = "unknown field"


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader noticed; becomes a finding with the code of that name in :mod:`gate.findings`."""

    code: str
    path: str
    value: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One record as read.

    ``id`` is the record's own (001, DOI, citation key, ``id``), or ``#<position>`` when it has none;
    ``position`` counts records in the file from 1; ``raw`` holds the bytes it was read from, where the format allows.
    ``bibliography``: a list of works that stands for itself. It describes no work of its own; its citations are all there is.
    """

    kind: Kind
    id: str
    statements: tuple[Statement, ...]
    format: str = "json"
    file: str = ""
    position: int = 1
    ignored: tuple[Ignored, ...] = ()
    notes: tuple[Note, ...] = ()
    raw: bytes = field(default=b"", repr=False, compare=False)
    bibliography: bool = False

    def all(self, name: str) -> tuple[Statement, ...]:
        """Every statement of property ``name``, in the record's order."""
        return tuple([s for s in self.statements if s.property == name])

    def first(self, name: str) -> Statement | None:
        """The first statement of property ``name``."""
        return next((s for s in self.statements if s.property == name), None)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record, or a whole file, that could not be read. ``offset`` is in bytes from the start of the file, if known."""

    file: str
    reason: str
    position: int = 1
    id: str = ""
    offset: int | None = None
    format: str = ""
