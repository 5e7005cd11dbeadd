"""Where the nodes of a graph stand in its drawing.

The subject is in the middle. Nodes with a label stand in a column on either side, so that every label is level and none covers
another; where there are more than these have room for, the most central and the marked ones get labels, and the others are dots
around the subject, in the order of their properties, on a sunflower spiral (Vogel 1979), which spreads any number evenly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gate.server.pages.graph_data import MARKED, SUBJECT, Node

WIDTH = 960
_LINE = 22
_LABELLED = 44  # nodes with a label at most
_DRAWN = 400  # nodes at most; the list below a drawing has them all
_CHARS = 40
_LEFT, _RIGHT, _MIDDLE = 320, WIDTH - 320, WIDTH / 2
_GOLDEN = math.pi * (3 - math.sqrt(5))
_PREFIX = {
    "fabricated": "✗ ",
    "non_retrievable": "✗ ",
    "contradicted": "≠ ",
    "wrong_metadata": "≠ ",
    "identifier_conflict": "≠ ",
    "missing": "− ",
    "not_assessed": "? ",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A node in the drawing. ``label`` is empty where it is a mere dot; ``path`` is the line to the subject."""

    node: Node
    x: float
    y: float
    radius: float
    label: str
    label_x: float
    anchor: str
    path: str
    shape: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of ``width`` by ``height``; ``subject`` is None where the graph is empty. ``left_out`` nodes are not drawn."""

    width: int
    height: int
    subject: Placed | None
    nodes: tuple[Placed, ...]
    left_out: int


def draw(nodes: Sequence[Node]) -> Drawing:
    """Place the nodes, the subject first."""
    if not nodes:
        return Drawing(WIDTH, 60, None, (), 0)
    subject, rest = nodes[0], sorted(nodes[1:], key=lambda n: (n.property, n.label))
    left_out = max(0, len(rest) - _DRAWN)
    if left_out:
        rest = sorted(rest, key=_weight, reverse=True)[:_DRAWN]
        rest.sort(key=lambda n: (n.property, n.label))
    chosen = {n.id for n in sorted(rest, key=_weight, reverse=True)[:_LABELLED]}
    labelled, dots = [n for n in rest if n.id in chosen], [n for n in rest if n.id not in chosen]
    half = math.ceil(len(labelled) / 2)
    radius = 26 + 7.2 * math.sqrt(len(dots)) if dots else 0
    height = round(max(half * _LINE + 40, 2 * radius + 60, 120))
    middle = height / 2
    placed = [
        _in_column(node, place, count, middle, right)
        for right, column in ((False, labelled[:half]), (True, labelled[half:]))
        for count in (len(column),)
        for place, node in enumerate(column)
    ]
    placed += [_dot(node, place, middle) for place, node in enumerate(dots)]
    centre = Placed(subject, _MIDDLE, middle, 11, _short(subject.label, 44), _MIDDLE, "middle", "", "circle")
    return Drawing(WIDTH, height, centre, tuple(placed), left_out)


def _weight(node: Node) -> tuple[bool, bool, float]:
    return node.mark in MARKED, node.risen, node.size


def _in_column(node: Node, place: int, count: int, middle: float, right: bool) -> Placed:
    y = round(middle + (place - (count - 1) / 2) * _LINE, 1)
    x, bend = (_RIGHT, _MIDDLE + 90) if right else (_LEFT, _MIDDLE - 90)
    radius = round(4 + 5 * node.size, 1)
    gap = radius + (10 if node.risen else 6)
    path = f"M{_MIDDLE} {middle} C{bend} {middle} {bend} {y} {x} {y}"
    label = ("↑ " if node.risen else "") + _PREFIX.get(node.mark, "") + _short(node.label, _CHARS)
    return Placed(node, x, y, radius, label, x + gap if right else x - gap, "start" if right else "end", path, _shape(node))


def _dot(node: Node, place: int, middle: float) -> Placed:
    away, turn = 26 + 7.2 * math.sqrt(place + 1), place * _GOLDEN
    x, y = round(_MIDDLE + away * math.cos(turn), 1), round(middle + away * math.sin(turn), 1)
    return Placed(node, x, y, round(2.2 + 2 * node.size, 1), "", x, "", "", _shape(node))


def _shape(node: Node) -> str:
    if node.mark == SUBJECT:
        return "circle"
    if node.mark in ("fabricated", "non_retrievable"):
        return "diamond"
    if node.mark in ("contradicted", "wrong_metadata", "identifier_conflict"):
        return "triangle"
    return "ring" if node.mark in ("missing", "not_assessed", "silent", "not_comparable") else "circle"


def _short(text: str, limit: int) -> str:
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
