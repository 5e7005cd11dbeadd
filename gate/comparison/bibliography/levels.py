"""The bibliography at the level of nodes and of edges, as section 6.2 of the structural hallucination study asks.

Node level: which central works of the reference are missing, and do peripheral ones take too much room? Edge level: do the cited
works stand in the neighbourhood of the true ones?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from gate.comparison.bibliography.beside import MINIMUM, beside, enough
from gate.comparison.bibliography.links import Links
from gate.comparison.bibliography.works import Work
from gate.comparison.structure.centrality import MINIMUM_SHARED, Ranking, ranking
from gate.comparison.structure.limits import DEFAULT_LIMITS
from gate.comparison.structure.values import Undefined, Value, single
from gate.comparison.structure.view import View
from gate.model import Edge, Graph, Measure, Standing

#: A work counts as one that the others build on when at least three of them, and at least this share of those that are known to
#: cite any work of the reference, cite it; and nothing counts so where fewer than :data:`~.beside.MINIMUM` of them are known.
CANONICAL_SHARE, CITED_BY = 0.1, 3
NO_LIST = Undefined("no reference list of the work is known")


@dataclass(frozen=True, slots=True)
class Levels:
    """The measures of both levels, and the works that they are about."""

    measures: tuple[Measure, ...]
    missing: tuple[Standing, ...]
    apart: tuple[tuple[str, str], ...]


def levels(given: Sequence[Work], listed: Sequence[Work], links: Links) -> Levels:
    """Both levels, ``mean_standing``, ``apart_share`` and ``in_neighbourhood``.

    The works of the reference are those of the reference list. Where there is none, as for a reading list, they are the works
    given and all that these cite: what many of them cite and the list leaves out is missing there.
    """
    nodes = frozenset(w.node for w in given)
    reference = frozenset(w.node for w in listed) or nodes | {b for a, b in links.cites if a in nodes}
    standings = stand(reference, links, {w.node: w.label for w in (*given, *listed)})
    apart = [w for w in given if _is_apart(w, listed, nodes, links)]
    return Levels(
        (
            _mean_standing(standings, nodes, bool(listed)),
            _apart_share(given, listed, len(apart), links),
            single("in_neighbourhood", *in_neighbourhood(given, listed, links)),
        ),
        _missing(standings, nodes, len({a for a, _ in links.within(reference)})),
        tuple(sorted((w.path, w.label) for w in apart)),
    )


def stand(works: frozenset[str], links: Links, labels: dict[str, str]) -> tuple[Standing, ...] | Undefined:
    """Where each of ``works`` stands among them by PageRank over their citations, highest first."""
    if len(works) < MINIMUM_SHARED:
        return Undefined(f"fewer than {MINIMUM_SHARED} works")
    cites = links.within(works)
    if not cites:
        return Undefined("no source holds a citation between the works")
    view = View(Graph(works, frozenset(Edge(a, "citations", b) for a, b in cites)))
    ranked = ranking(view, "pagerank", DEFAULT_LIMITS)
    if not isinstance(ranked, Ranking):
        return ranked
    place = Counter(ranked.levels)
    below, total = {}, 0
    for level in sorted(place):
        below[level] = total
        total += place[level]
    cited = Counter(b for _, b in cites)
    found = (
        Standing(node, labels.get(node) or links.labels.get(node, node), below[level] / (len(works) - 1), cited[node])
        for node, level in zip(view.nodes, ranked.levels, strict=True)
    )
    return tuple(sorted(found, key=lambda s: (-s.standing, -s.cited_by, s.node)))


def in_neighbourhood(given: Sequence[Work], listed: Sequence[Work], links: Links) -> tuple[Value, str]:
    """The share of the cited works that are in the reference list or cite, or are cited by, a work of it; and what it rests on.

    A work that no source holds is outside. One whose citations no source holds, and no listed work cites, is not known, and
    does not count.
    """
    if not listed:
        return NO_LIST, ""
    in_list = frozenset(w.node for w in listed)
    others = [w for w in given if w.node not in in_list]
    linked = links.joined(frozenset(w.node for w in others if w.held), in_list)
    outside = [w for w in others if w.lost or (w.node in links.known and w.node not in linked)]
    inside = len(given) - len(others) + len(linked)
    unknown = len(given) - inside - len(outside)
    if not inside and not outside:
        return Undefined(f"of none of the {len(given)} works is it known"), ""
    counts = ((len(given) - len(others), "in the reference list"), (len(linked), "linked to it"), (len(outside), "outside"))
    told = [f"{count} {words}" for count, words in (*counts, (unknown, "not known")) if count]
    return inside / (inside + len(outside)), ", ".join(told)


def _is_apart(work: Work, listed: Sequence[Work], given: frozenset[str], links: Links) -> bool:
    """Whether it is known that nothing joins a work to the reference list, or to the rest of a list that stands for itself."""
    others = (frozenset(w.node for w in listed) or given) - {work.node}
    own = frozenset({work.node})
    return work.held and work.node in links.known and not links.joined(own, others)


def _apart_share(given: Sequence[Work], listed: Sequence[Work], apart: int, links: Links) -> Measure:
    """Works without a citation to or from another work, of those about which this is known: the periphery."""
    nodes, in_list = frozenset(w.node for w in given if w.held), frozenset(w.node for w in listed)
    to = in_list or nodes
    known = len((nodes & links.known) | links.joined(nodes, to))
    reference: Value = NO_LIST
    if listed:
        joined = links.joined(in_list, in_list)
        of = len((in_list & links.known) | joined)
        reference = enough(of, "works with known citations") or (of - len(joined)) / of
    mine = enough(known, "works with known citations") or apart / known
    return beside("apart_share", mine, reference)


def _mean_standing(standings: tuple[Standing, ...] | Undefined, given: frozenset[str], listed: bool) -> Measure:
    """Mean standing of the cited works of the reference beside that of all of them: lower where peripheral ones prevail."""
    if not listed or isinstance(standings, Undefined):
        why = standings if listed and isinstance(standings, Undefined) else NO_LIST
        return beside("mean_standing", why, why)
    mine = [s.standing for s in standings if s.node in given]
    everyone = fmean(s.standing for s in standings)
    value: Value = fmean(mine) if mine else Undefined("no work of the reference is cited")
    return beside("mean_standing", value, everyone)


def _missing(standings: tuple[Standing, ...] | Undefined, given: frozenset[str], citing: int) -> tuple[Standing, ...]:
    if isinstance(standings, Undefined) or citing < MINIMUM:
        return ()
    needed = max(CITED_BY, ceil(CANONICAL_SHARE * citing))
    return tuple(s for s in standings if s.node not in given and s.cited_by >= needed)
