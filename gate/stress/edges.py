"""Edge lists out of free text: Python lists, tuples, pairs, adjacency lists, DOT, JSON; and what an answer is without one.

The published script (graph generation study, appendix D.3) takes the first run of ``(1,3) (2,8) ...``, after "final answer:"
where that stands. This reads these and the other forms that models use.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gate.model import Edge, Graph
from gate.stress.json_answers import Form, kind_without_data
from gate.stress.networks import JOINED

Pair = tuple[str, str]

_NODE = r"""(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|[^\s,()\[\]{}'"=:;]+(?:[ ][^\s,()\[\]{}'"=:;]+){0,4})"""
_PAIR = re.compile(rf"[(\[]\s*(?P<a>{_NODE})\s*,\s*(?P<b>{_NODE})\s*(?:,\s*(?:\{{[^{{}}]*\}}|[^()\[\]{{}}]{{1,60}}))?\s*[)\]]")
_FINAL = re.compile(r"final\s+(?:answer|list|edge\s*list)[\s:*_`]{0,6}", re.IGNORECASE)
_DOT = re.compile(r"\b(?:strict\s+)?(?:di)?graph\b[^{\n]{0,80}\{", re.IGNORECASE)
_DOT_EDGE = re.compile(rf"(?P<chain>{_NODE}(?:\s*-[->]\s*{_NODE})+)")
_ADJACENCY = re.compile(rf"^[ \t]*[-*]?[ \t]*(?P<node>{_NODE})[ \t]*(?::|->)[ \t]*(?P<around>[^\n]+?)[ \t]*,?$", re.MULTILINE)
_LINE = re.compile(
    r"^[ \t]*([^\s,;()\[\]{}]+)[ \t]*(?:,|[ \t]|;|--|-|->)[ \t]*([^\s,;()\[\]{}]+)(?:[ \t,;]+[\d.]+)?[ \t]*[,;]?$", re.MULTILINE
)
_ADD_EDGE = re.compile(rf"add_edge\(\s*(?P<a>{_NODE})\s*,\s*(?P<b>{_NODE})\s*[,)]")
_GAP = re.compile(r"[\s,;]*#[^\n]*\n?\s*|[\s,;\[\](){}.]+")
_OPEN_AT_END = re.compile(r"(?:[(\[,]|[(\[]\s*[^()\[\],\n]{1,60},?\s*[^()\[\],\n]{0,60})\s*$")


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of an answer, as written and in the order written; ``form`` says what the answer is, ``syntax`` how they
    stood.
    """

    form: Form
    syntax: str = ""
    pairs: tuple[Pair, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there are any."""
        return bool(self.pairs)

    def graph(self) -> Graph:
        """The simple undirected graph, its nodes numbered from 0 as they first appear; a loop joins nothing but names its
        node.
        """
        number: dict[str, str] = {}
        edges = set()
        for a, b in self.pairs:
            one, other = (number.setdefault(end, str(len(number))) for end in (a, b))
            if one != other:
                low, high = sorted((one, other), key=int)
                edges.add(Edge(low, JOINED, high))
        return Graph(frozenset(number.values()), frozenset(edges), {i: name for name, i in number.items()})


def extract(text: str, finish: str = "") -> Edges:
    """The edge list of an answer; ``finish`` as the endpoint told it.

    After "final answer:" only what follows counts, where that holds a list. Of several forms the one that gives most edges
    counts.
    """
    if not text.strip():
        return Edges(Form.EMPTY)
    after = [m.end() for m in _FINAL.finditer(text)]
    for part in [*(text[i:] for i in reversed(after)), text]:
        syntax, pairs = max(((name, read(part)) for name, read in _READERS), key=lambda found: len(found[1]))
        if pairs:
            cut = finish == "length" or bool(_OPEN_AT_END.search(text.rstrip("` \n")))
            return Edges(Form.TRUNCATED if cut else Form.OBJECT, syntax, tuple(pairs))
    kind = kind_without_data(text)
    return Edges(Form.TRUNCATED if kind is Form.NOTHING and finish == "length" else kind)


def _bare(node: str) -> str:
    return node.strip().strip("\"'`").strip()


def _json(text: str) -> list[Pair]:
    """``{"edges": [[1, 2], {"source": 1, "target": 2}]}``, ``links`` for edges, or an adjacency object."""
    decoder = json.JSONDecoder()
    best: list[Pair] = []
    place = text.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        found = _of_object(value) if isinstance(value, dict) else []
        best = found if len(found) > len(best) else best
        place = text.find("{", end)
    return best


def _of_object(value: dict[str, object]) -> list[Pair]:
    for key in ("edges", "links", "edge_list", "edgelist"):
        listed = value.get(key)
        if isinstance(listed, list):
            return [pair for member in listed if (pair := _member(member)) is not None]
    around = {k: v for k, v in value.items() if isinstance(v, list)}
    if around and len(around) == len(value) and all(not isinstance(m, (dict, list)) for v in around.values() for m in v):
        return [(k, str(m)) for k, v in around.items() for m in v]
    return []


def _member(member: object) -> Pair | None:
    if isinstance(member, list) and len(member) >= 2 and not any(isinstance(m, (list, dict)) for m in member[:2]):
        return str(member[0]), str(member[1])
    if isinstance(member, dict):
        for one, other in (("source", "target"), ("from", "to"), ("u", "v"), ("node1", "node2"), ("a", "b")):
            if one in member and other in member:
                return str(member[one]), str(member[other])
    return None


def _pairs(text: str) -> list[Pair]:
    """The longest run of ``(1, 2)`` or ``[1, 2]`` with nothing but separators and comments between."""
    best: list[Pair] = []
    run: list[Pair] = []
    end = -1
    for match in _PAIR.finditer(text):
        a, b = _bare(match["a"]), _bare(match["b"])
        if not a or not b:
            continue
        if end >= 0 and not _separates(text[end : match.start()]):
            run = []
        run.append((a, b))
        end = match.end()
        if len(run) > len(best):
            best = list(run)
    return best if len(best) > 1 or (best and _telling(text, best)) else []


def _separates(gap: str) -> bool:
    while gap:
        match = _GAP.match(gap)
        if match is None or not match.end():
            return False
        gap = gap[match.end() :]
    return True


def _telling(text: str, run: list[Pair]) -> bool:
    """Whether one pair alone may be meant as an edge: it stands in a list, or nearly alone."""
    return bool(re.search(r"\[\s*[(\[]", text)) or all(end.isdecimal() for end in run[0])


def _dot(text: str) -> list[Pair]:
    """``graph { 1 -- 2 -- 3; }``."""
    start = _DOT.search(text)
    if start is None:
        return []
    close = text.find("}", start.end())
    body = text[start.end() : close if close >= 0 else len(text)]
    body = re.sub(r"\[[^\]]*\]", "", body)
    return list(_chains(body))


def _chains(body: str) -> Iterator[Pair]:
    for match in _DOT_EDGE.finditer(body):
        nodes = [_bare(n) for n in re.split(r"\s*-[->]\s*", match["chain"])]
        yield from itertools.pairwise(nodes)


def _add_edge(text: str) -> list[Pair]:
    """``G.add_edge(1, 2)``: a program that lists every edge is data."""
    return [(_bare(m["a"]), _bare(m["b"])) for m in _ADD_EDGE.finditer(text) if m["a"] not in ("u", "i", "node")]


def _adjacency(text: str) -> list[Pair]:
    """``1: 2, 3`` or ``1: [2, 3]`` on two lines or more."""
    found: list[Pair] = []
    lines = 0
    for match in _ADJACENCY.finditer(text):
        around = [_bare(n) for n in match["around"].strip("[](){} ").split(",")]
        if not all(re.fullmatch(r"[\w.'-]+(?: [\w.'-]+){0,4}", n) for n in around if n) or (
            len(around) == 1 and " " in around[0]
        ):
            continue
        lines += 1
        found += [(_bare(match["node"]), n) for n in around if n]
    return found if lines >= 2 else []


def _lines(text: str) -> list[Pair]:
    """``1 2`` or ``1,2`` or ``1-2`` a line, two lines or more one after the other."""
    best: list[Pair] = []
    run: list[Pair] = []
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is not None and (match[1].isdecimal() == match[2].isdecimal()):
            run.append((_bare(match[1]), _bare(match[2])))
            best = list(run) if len(run) > len(best) else best
        elif line.strip():
            run = []
    numbers = all(a.isdecimal() for pair in best for a in pair)
    return best if len(best) >= 2 and (numbers or len(best) >= 3) else []


_READERS: tuple[tuple[str, Callable[[str], list[Pair]]], ...] = (
    ("json", _json),
    ("pairs", _pairs),
    ("dot", _dot),
    ("add_edge", _add_edge),
    ("adjacency", _adjacency),
    ("lines", _lines),
)
