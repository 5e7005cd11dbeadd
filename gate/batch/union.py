"""All records of a batch as one graph: each partition leaves its graphs on disk, and they are put together when all are there.

Memory is bounded by ``limit`` nodes: where the graphs of all partitions have more, those of the first ones are measured, as many
as fit, and the profile says how many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from gate.batch.files import write_whole
from gate.collector import uncollected
from gate.comparison.context import fabricated_nodes, measured_union
from gate.comparison.structure import context
from gate.errors import UsageError
from gate.model import EMPTY_PROFILE, Edge, Graph, Profile, Report
from gate.report.json import encode, encode_line
from gate.report.json_values import Json, profile_value

GRAPHS = "graphs"
PROFILE_FILE = "profile.json"
FORMAT = "gate-batch-profile/1"
NODES = 300_000
RISEN = 1_000
"""Risen nodes that the profile lists, highest rise first."""


def graphs_of(report: Report) -> bytes:
    """What the anchored records of a partition assert, and what the sources hold about the same things, as JSON."""
    anchored = [r.comparison for r in report.records if r.comparison is not None and r.comparison.anchor.entity is not None]
    return encode_line(
        {
            "anchored": len(anchored),
            "generated": _value(context([c.generated for c in anchored])),
            "reference": _value(context([c.reference for c in anchored])),
            "fabricated": sorted({node for c in anchored for node in fabricated_nodes(c)}),
        }
    )


def _value(graph: Graph) -> Json:
    edges = [[e.source, e.type, e.target] for e in sorted(graph.edges)]
    return {"nodes": sorted(graph.nodes), "edges": edges, "labels": dict(graph.labels)}


@dataclass(slots=True)
class _Side:
    """A graph that grows."""

    nodes: set[str] = field(default_factory=set)
    edges: set[Edge] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)

    def add(self, graph: Graph) -> None:
        """With the other graph in it. A node that they label differently keeps the label that sorts first."""
        self.nodes |= graph.nodes
        self.edges |= graph.edges
        for node, label in graph.labels.items():
            held = self.labels.get(node)
            self.labels[node] = label if held is None else min(held, label)

    def graph(self) -> Graph:
        """As it is now."""
        return Graph(frozenset(self.nodes), frozenset(self.edges), self.labels)


@dataclass(frozen=True, slots=True)
class Union:
    """The profile of a batch: of the ``measured`` first of ``parts`` partitions, with ``records`` that are anchored."""

    profile: Profile
    measured: int
    parts: int
    records: int

    @property
    def extent(self) -> str:
        """What was measured, in words."""
        if self.measured == self.parts:
            return f"all {self.parts:,} partitions"
        return f"the first {self.measured:,} of {self.parts:,} partitions: more would be over the limit on nodes"


@uncollected()
def measure(folder: Path, parts: Sequence[int], limit: int) -> Union:
    """Put the graphs of ``parts`` together, in order, up to ``limit`` nodes on either side, and measure them."""
    generated, reference, fabricated = _Side(), _Side(), set[str]()
    measured = records = 0
    for value in _read(folder, parts):
        mine, theirs = _graph(value.get("generated")), _graph(value.get("reference"))
        if measured and max(len(mine.nodes | generated.nodes), len(theirs.nodes | reference.nodes)) > limit:
            break
        generated.add(mine)
        reference.add(theirs)
        fabricated.update(_texts(value.get("fabricated")))
        anchored = value.get("anchored")
        records += anchored if isinstance(anchored, int) else 0
        measured += 1
    if records < 2:
        return Union(EMPTY_PROFILE, measured, len(parts), records)
    found = measured_union(generated.graph(), reference.graph(), frozenset(fabricated))
    return Union(found, measured, len(parts), records)


def write_profile(folder: Path, union: Union) -> None:
    """Write ``profile.json``."""
    value = profile_value(union.profile)
    if not isinstance(value, dict):
        raise TypeError("a profile is an object")
    risen = value["risen"]
    listed = risen[:RISEN] if isinstance(risen, list) else []
    head: dict[str, Json] = {
        "format": FORMAT,
        "of": union.extent,
        "parts": union.parts,
        "parts_measured": union.measured,
        "records": union.records,
        "risen_nodes": len(union.profile.shifts),
    }
    write_whole(folder / PROFILE_FILE, encode({**head, "profile": {**value, "risen": listed}}))


def _read(folder: Path, parts: Sequence[int]) -> Iterator[Mapping[str, object]]:
    for number in parts:
        file = folder / GRAPHS / f"part-{number:06d}.json"
        try:
            value = orjson.loads(file.read_bytes())
        except (OSError, orjson.JSONDecodeError) as error:
            raise UsageError(f"{file}: are no graphs of a partition ({error}): delete {file.stem}.jsonl and run again") from error
        yield value if isinstance(value, dict) else {}


def _graph(value: object) -> Graph:
    if not isinstance(value, dict):
        return Graph(frozenset(), frozenset())
    edges = value.get("edges")
    labels = value.get("labels")
    return Graph(
        frozenset(_texts(value.get("nodes"))),
        frozenset(Edge(*edge) for edge in edges if len(edge) == 3) if isinstance(edges, list) else frozenset(),
        {str(node): str(label) for node, label in labels.items()} if isinstance(labels, dict) else {},
    )


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
