"""Typed directed graphs, as sets: what a record asserts and what a source holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from gate.model.record import Statement


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """``source -type-> target``, by node id."""

    source: str
    type: str
    target: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A typed directed graph. ``labels`` maps node id to a readable label; a node may have no edges."""

    nodes: frozenset[str]
    edges: frozenset[Edge]
    labels: dict[str, str] = field(default_factory=dict, compare=False, hash=False)

    def label(self, node: str) -> str:
        """The readable label of ``node``, or its id."""
        return self.labels.get(node, node)

    def __or__(self, other: Graph) -> Graph:
        return Graph(self.nodes | other.nodes, self.edges | other.edges, {**other.labels, **self.labels})


EMPTY_GRAPH = Graph(frozenset(), frozenset())


class Method(StrEnum):
    """How a claim was taken from free text."""

    NOUN_PHRASE = "noun phrase"  # by rules over stop words, marks and capitals
    PARSE = "dependency parse"
    NAME = "capitalised name"
    PATTERN = "pattern"  # a fixed way to write a fact, such as "(1811-1879)" behind a name
    CO_OCCURRENCE = "co-occurrence"  # in one sentence


@dataclass(frozen=True, slots=True)
class Span:
    """Where free text says something: characters ``start`` to ``end`` of the value at the claim's path, first to last but one.

    ``relation`` is the verb that joins the two, where a parse gives one.
    """

    start: int
    end: int
    method: Method
    relation: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a record about ``subject`` (``record`` itself, a citation's path, or the node of a concept of its text).

    ``extracted``: where and how it was taken from free text; None for what a field states. The statement's path is then that of
    the text, and its value the very characters of the span.
    """

    subject: str
    statement: Statement
    extracted: Span | None = None

    @property
    def path(self) -> str:
        """Place in the user's record."""
        return self.statement.path

    @property
    def property(self) -> str:  # last in the class: from here on the name hides the decorator
        """Property name, from :mod:`gate.properties`."""
        return self.statement.property


@dataclass(frozen=True, slots=True)
class ClaimGraph:
    """Everything a record asserts: claims about the record's subject, and one description per citation."""

    subject: str
    claims: tuple[Claim, ...]
    citations: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of a record: its place, its length and how much of it was read, in characters; why not, where nothing was."""

    path: str
    length: int
    read: int
    method: Method = Method.NOUN_PHRASE
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TextClaims:
    """What the free text of a record says. ``concepts`` are its phrases and names, ``facts`` dates and places by pattern.

    ``relations`` are claims about the node of one concept, whose value is the other.
    """

    passages: tuple[Passage, ...] = ()
    concepts: tuple[Claim, ...] = ()
    facts: tuple[Claim, ...] = ()
    relations: tuple[Claim, ...] = ()
