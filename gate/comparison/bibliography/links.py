"""Who cites whom among some works: asked of the sources, one neighbourhood at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from gate.comparison.bibliography.works import Work
from gate.comparison.inquiry import Inquiry
from gate.comparison.nodes import subject_node, work_node
from gate.model import Candidate, Graph
from gate.normalise import text

#: A live service is not asked for the neighbourhoods of more works than this. Of more it is asked for none: so the answer does
#: not depend on which come first, and the look-ups of the citations themselves do not run out of time.
LIVE_LIMIT = 10
#: A work in a source's graph is known by its title alone only where that has at least so many words ("Introduction" says little).
TITLE_WORDS = 3


@dataclass(frozen=True, slots=True)
class Links:
    """What the sources hold about some works.

    ``cites``     pairs of nodes, citing and cited
    ``known``     works whose own citations a source holds
    ``creators``  names of a work's creators, by its node, where a source holds them
    ``labels``    readable labels of nodes
    """

    cites: frozenset[tuple[str, str]] = frozenset()
    known: frozenset[str] = frozenset()
    creators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)

    def within(self, nodes: frozenset[str]) -> frozenset[tuple[str, str]]:
        """The citations from one of ``nodes`` to another."""
        return frozenset((a, b) for a, b in self.cites if a in nodes and b in nodes)

    def joined(self, nodes: frozenset[str], to: frozenset[str]) -> frozenset[str]:
        """Those of ``nodes`` that cite one of ``to``, or are cited by one."""
        citing = {a for a, b in self.cites if a in nodes and b in to}
        return frozenset(citing | {b for a, b in self.cites if b in nodes and a in to})


def find_links(anchors: Sequence[Candidate], given: Sequence[Work], listed: Sequence[Work], inquiry: Inquiry) -> Links:
    """The citations among the given and the listed works, and from them to others.

    The work itself (``anchors``: as each source holds it) is asked about first: the answer holds the citations among its
    references. Snapshots are asked about every work, live services about those that are not in the reference list.
    """
    collected = _Collected([*given, *listed])
    for anchor in anchors:
        collected.ask(subject_node(anchor.entity), anchor.entity.id, {anchor.evidence.source}, inquiry)
    snapshots = {s.name for s in inquiry.sources if s.as_of}
    in_list = {work.node for work in listed}
    further = [work for work in given if work.held and work.node not in in_list]
    asked_live = {work.node for work in further} if len(further) <= LIVE_LIMIT else set[str]()
    for node, works in sorted(_by_node((*given, *listed)).items()):
        for place, id_ in enumerate(dict.fromkeys(i for work in works for i in work.ids)):
            holder = {work.holder for work in works if work.ids[:1] == (id_,)} if node in asked_live and not place else set[str]()
            collected.ask(node, id_, snapshots | holder, inquiry)
    return Links(
        frozenset(collected.cites),
        frozenset(collected.known),
        {node: tuple(dict.fromkeys(found)) for node, found in collected.creators.items()},
        collected.labels,
    )


def _by_node(works: Iterable[Work]) -> dict[str, list[Work]]:
    found: defaultdict[str, list[Work]] = defaultdict(list)
    for work in works:
        found[work.node].append(work)
    return found


class _Collected:
    """What the answers brought so far, in nodes of our own."""

    def __init__(self, works: Sequence[Work]) -> None:
        self.cites: set[tuple[str, str]] = set()
        self.known: set[str] = set()
        self.creators: defaultdict[str, list[str]] = defaultdict(list)
        self.labels: dict[str, str] = {}
        self._works = works
        self._nodes = frozenset(work.node for work in works)

    @cached_property
    def _by_title(self) -> dict[str, str]:
        """Needed only where an answer speaks of a work that is none of ours by its identifier."""
        return _unique_titles(self._works)

    def ask(self, node: str, id_: str, of: set[str], inquiry: Inquiry) -> None:
        """The neighbourhood of one work, ``node`` to us and ``id_`` to the sources."""
        for _, answer in inquiry.neighbourhood(id_, of):
            self._add(node, id_, answer.value)

    def _add(self, node: str, id_: str, graph: Graph) -> None:
        centre = next((n for n in (id_, node) if n in graph.nodes), id_)
        names = {centre: node}
        for edge in sorted(graph.edges, key=attrgetter("source", "type", "target")):
            if edge.type == "creators" and edge.source == centre:
                self.creators[node].append(graph.label(edge.target))
            if edge.type != "citations" or edge.source == edge.target:
                continue
            for end in (edge.source, edge.target):
                if end not in names:
                    names[end] = self._named(end, graph)
            citing, cited = names[edge.source], names[edge.target]
            self.cites.add((citing, cited))
            self.labels.setdefault(cited, graph.label(edge.target))
            if edge.source == centre:
                self.known.add(node)

    def _named(self, end: str, graph: Graph) -> str:
        """A node of a source's graph as we call it: by its identifier, else as the one work of ours that has its title."""
        node = work_node(end)
        return node if node in self._nodes else self._by_title.get(text.key(graph.label(end)), node)


def _unique_titles(works: Iterable[Work]) -> dict[str, str]:
    """The works by their titles: those that are long enough and that no other work has."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for work in works:
        if len(title := text.tokens(work.label)) >= TITLE_WORDS:
            found[" ".join(title)].add(work.node)
    return {title: min(nodes) for title, nodes in found.items() if len(nodes) == 1}
