"""The subject headings of a record beside those that one or several catalogues give the same work.

Headings are the same when a vocabulary on this machine takes both to one concept, when they have a number in common, or under the
NACO rules. The root is what stands before the first subdivision. No finding comes of this: libraries rarely agree on all headings
of a work, so what differs is told, with how far the catalogues agree among themselves beside it, for a librarian to weigh.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gate.comparison.headings import Asking, Vocabulary, claimed_vocabulary
from gate.model import Anchor, ClaimResult, Entity, Evidence, Found, Identifier, Measure, Statement
from gate.model.headings import HeadingAgreement, HeadingDistance, MissedHeading, Specificity
from gate.normalise.naco import heading_key, heading_keys, parts_of, without_marks
from gate.references.local import LocalSnapshot
from gate.references.vocabulary.heading import DEPRECATED

SUBJECTS = "concepts"
#: name of a measure -> what it is, 0 to 1
MEASURES = {
    "exact_precision": "headings of the record that some catalogue gives, of all it has",
    "exact_recall": "headings of the catalogues that the record gives, of all they have",
    "exact_f1": "harmonic mean of the two",
    "root_precision": "the same for what stands before the first subdivision",
    "root_recall": "the same for what stands before the first subdivision",
    "root_f1": "the same for what stands before the first subdivision",
    "weighted_recall": "exact recall, a heading counted by the share of the catalogues that give it",
    "shared_by_catalogues": "headings that two catalogues or more give, of all they have",
}
_LEVELS_UP = 4
_MANY = 500
_NONE_GIVEN = "the record gives no heading"


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading with all that it is known by, and the concept of its root where a vocabulary holds one."""

    statement: Statement
    parts: tuple[str, ...]
    tokens: frozenset[str]
    roots: frozenset[str]
    concept: Entity | None


def heading_agreement(
    claims: Sequence[ClaimResult], anchor: Anchor, vocabularies: Sequence[Vocabulary]
) -> HeadingAgreement | None:
    """The record's headings beside those of every source that holds the anchored work; None where no source gives it any.

    Concepts and their hierarchy are looked up in stores on this machine; where these lack a heading that a live authority file
    holds, what stands directly above it there counts too.
    """
    above = _Above([v for v in vocabularies if not isinstance(v, LocalSnapshot)])
    stores = _Stores([v for v in vocabularies if isinstance(v, LocalSnapshot)])
    catalogues = [(c.evidence, c.entity.all(SUBJECTS)) for c in anchor.same if c.entity.all(SUBJECTS)]
    if not catalogues:
        return None
    given = _distinct(stores.heading(c.claim.statement) for c in claims if c.claim.property == SUBJECTS)
    held: list[tuple[_Heading, dict[str, None]]] = []
    for evidence, statements in catalogues:
        for heading in map(stores.heading, statements):
            known = next((who for other, who in held if other.tokens & heading.tokens), None)
            if known is None:
                held.append((heading, {evidence.source: None}))
            else:
                known[evidence.source] = None
    names = dict.fromkeys(evidence.source for evidence, _ in catalogues)
    return HeadingAgreement(
        tuple(_evidence(catalogues)),
        tuple(_measures(given, held, len(names))),
        tuple(_distances(given, held, stores, above)),
        tuple(_missing(given, held, len(names))),
    )


def _evidence(catalogues: Iterable[tuple[Evidence, object]]) -> Iterator[Evidence]:
    yield from {evidence.source: evidence for evidence, _ in catalogues}.values()


def _distinct(headings: Iterable[_Heading]) -> list[_Heading]:
    found: list[_Heading] = []
    for heading in headings:
        if not any(other.tokens & heading.tokens for other in found):
            found.append(heading)
    return found


def _measures(given: list[_Heading], held: list[tuple[_Heading, dict[str, None]]], catalogues: int) -> Iterator[Measure]:
    theirs = [heading for heading, _ in held]
    yield from _rates("exact", [h.tokens for h in given], [h.tokens for h in theirs])
    yield from _rates("root", _merged(h.roots for h in given), _merged(h.roots for h in theirs))
    weights = [(len(who), any(g.tokens & heading.tokens for g in given)) for heading, who in held]
    total, found = sum(w for w, _ in weights), sum(w for w, there in weights if there)
    yield Measure("weighted_recall", found / total, found, total)
    shared = sum(1 for _, who in held if len(who) > 1)
    if catalogues > 1:
        yield Measure("shared_by_catalogues", shared / len(held), shared, len(held))
    else:
        yield Measure("shared_by_catalogues", None, reason="one catalogue alone gives headings")


def _merged(sets: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Sets without those that share a member with an earlier one."""
    found: list[frozenset[str]] = []
    for one in sets:
        if not any(one & other for other in found):
            found.append(one)
    return found


def _rates(level: str, given: Sequence[frozenset[str]], held: Sequence[frozenset[str]]) -> Iterator[Measure]:
    """Precision, recall and F1 of two lists of things, each known by several names."""
    right = sum(1 for one in given if any(one & other for other in held))
    found = sum(1 for other in held if any(one & other for one in given))
    precision = right / len(given) if given else None
    recall = found / len(held)
    yield Measure(f"{level}_precision", precision, right, len(given), "" if given else _NONE_GIVEN)
    yield Measure(f"{level}_recall", recall, found, len(held))
    if precision is None:
        yield Measure(f"{level}_f1", None, reason=_NONE_GIVEN)
    else:
        both = precision + recall
        yield Measure(f"{level}_f1", 2 * precision * recall / both if both else 0.0)


def _missing(given: list[_Heading], held: list[tuple[_Heading, dict[str, None]]], catalogues: int) -> list[MissedHeading]:
    found = [
        MissedHeading(without_marks(heading.statement.value), len(who) / catalogues, tuple(who))
        for heading, who in held
        if not any(g.tokens & heading.tokens for g in given)
    ]
    return sorted(found, key=lambda m: -m.weight)


def _distances(
    given: list[_Heading], held: list[tuple[_Heading, dict[str, None]]], stores: _Stores, above: _Above
) -> Iterator[HeadingDistance]:
    theirs = [heading for heading, _ in held]
    missed = [(len(who), heading) for heading, who in held if not any(g.tokens & heading.tokens for g in given)]
    heaviest = [heading for _, heading in sorted(missed, key=lambda one: -one[0])]
    for heading in given:
        if any(heading.tokens & other.tokens for other in theirs):
            continue
        ranked = [(found[1], n, found[0]) for n, other in enumerate(theirs) if (found := _relation(heading, other, stores))]
        ranked = ranked or [(steps, theirs.index(other), how) for other, how, steps in above.related(heading, heaviest)]
        if ranked:
            steps, n, specificity = min(ranked, key=lambda r: (r[0], r[1]))
            nearest = without_marks(theirs[n].statement.value)
            yield HeadingDistance(heading.statement.path, heading.statement.value, nearest, specificity, steps)


def _relation(given: _Heading, held: _Heading, stores: _Stores) -> tuple[Specificity, int] | None:
    """How a heading stands to another one: by subdivisions under one root, else by the hierarchy of their roots."""
    if given.roots & held.roots:
        mine, theirs = [tuple(map(heading_key, h.parts[1:])) for h in (given, held)]
        same = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
        apart = len(mine) + len(theirs) - 2 * same
        if same == len(mine):
            return Specificity.TOO_BROAD, apart
        return (Specificity.TOO_NARROW if same == len(theirs) else Specificity.SIBLING), apart
    if given.concept is None or held.concept is None:
        return None
    mine_up, theirs_up = stores.above(given.concept), stores.above(held.concept)
    if steps := mine_up.get(held.concept.id):
        return Specificity.TOO_NARROW, steps
    if steps := theirs_up.get(given.concept.id):
        return Specificity.TOO_BROAD, steps
    if any(steps == 1 and theirs_up.get(node) == 1 for node, steps in mine_up.items()):
        return Specificity.SIBLING, 2
    return None


class _Above:
    """What live authority files say stands directly above a heading. One that fails says nothing: the relation is then not known.

    A heading of the record was asked for before, so that its answer is at hand. Of the headings that the record lacks the
    weightiest of the same vocabulary is looked up, one in a record: a service is not asked for all headings of a catalogue.
    """

    def __init__(self, vocabularies: Sequence[Vocabulary]) -> None:
        self._all = vocabularies
        self._further: tuple[_Heading, frozenset[str]] | None = None

    def related(self, given: _Heading, missed: Sequence[_Heading]) -> Iterator[tuple[_Heading, Specificity, int]]:
        """Those among ``missed``, weightiest first, that stand above, below or beside a heading, and how many steps away."""
        code = claimed_vocabulary(given.statement)
        others = [one for one in missed if len(one.parts) == 1 and claimed_vocabulary(one.statement) == code]
        if not self._all or not code or not others or len(given.parts) > 1 or given.concept is not None:
            return
        mine = self._over(given.statement)
        yield from ((one, Specificity.TOO_NARROW, 1) for one in others if mine & one.tokens)
        unheld = [one for one in others if one.concept is None and not mine & one.tokens]
        if self._further is None and unheld:
            self._further = unheld[0], self._over(unheld[0].statement)
        if self._further is None or self._further[0] not in others:
            return
        other, theirs = self._further
        if theirs & given.tokens:
            yield other, Specificity.TOO_BROAD, 1
        elif theirs & mine:
            yield other, Specificity.SIBLING, 2

    def _over(self, statement: Statement) -> frozenset[str]:
        """The labels and identifiers directly above the one heading that has this label; none where it is not known."""
        asking = Asking(statement, self._all)
        identified = (asking.identified(identifier) for identifier in statement.identifiers)
        found = [answer[0] for answer in identified if isinstance(answer, tuple)]
        found = found or [entity for entity, _ in asking.labelled(statement.value, (0,))]
        keys = set(heading_keys(statement.value))
        concepts = {e.id: e for e in found if asking.fits(e) and DEPRECATED not in e.flags and keys & _labels(e)}
        targets = [target for e in concepts.values() for target in e.all("broader")] if len(concepts) == 1 else []
        return frozenset(
            {key for target in targets for key in heading_keys(target.value)} | {str(i) for t in targets for i in t.identifiers}
        )


class _Stores:
    """The vocabularies on this machine, and the concepts that were looked up in them."""

    def __init__(self, vocabularies: Sequence[LocalSnapshot]) -> None:
        self._all = vocabularies
        self._above: dict[str, dict[str, int]] = {}

    def heading(self, statement: Statement) -> _Heading:
        parts = tuple(parts_of(statement.value)) or (statement.value,)
        whole = self._labelled(statement.value)
        root = whole if len(parts) == 1 else self._labelled(parts[0])
        tokens = {*heading_keys(statement.value), *_names(whole)}
        roots = {*heading_keys(parts[0]), *_names(root), *map(str, statement.identifiers)}
        if len(parts) == 1:  # beside a string with subdivisions, the number may be that of its root
            tokens |= roots
            roots = tokens
        return _Heading(statement, parts, frozenset(tokens), frozenset(roots), whole or root)

    def above(self, concept: Entity) -> dict[str, int]:
        """The concepts above one, by id, with how many steps they are away: at most 4 steps and 500 concepts."""
        if concept.id not in self._above:
            found: dict[str, int] = {}
            level = [concept]
            for steps in range(1, _LEVELS_UP + 1):
                over = [e for one in level for target in one.all("broader") if (e := self._target(target)) is not None]
                level = list({e.id: e for e in over if e.id != concept.id and e.id not in found}.values())
                found.update((e.id, steps) for e in level)
                if not level or len(found) > _MANY:
                    break
            self._above[concept.id] = found
        return self._above[concept.id]

    def _target(self, target: Statement) -> Entity | None:
        for identifier in target.identifiers:
            if (found := self._identified(identifier)) is not None:
                return found
        return self._labelled(target.value, (0,))

    def _identified(self, identifier: Identifier) -> Entity | None:
        answers = (store.by_identifier(identifier) for store in self._all)
        return next((a.value for a in answers if isinstance(a, Found)), None)

    def _labelled(self, label: str, ranks: tuple[int, ...] = (0, 1)) -> Entity | None:
        """The one concept with this label, the preferred before another; None where several have it as another form."""
        answers = [answer for store in self._all if isinstance(answer := store.by_label(label, ranks), Found)]
        held = [e for answer in answers for e in answer.value if DEPRECATED not in e.flags]
        keys = set(heading_keys(label))
        preferred = [
            e for e in held if keys & {k for s in e.all("heading") for f in (s.value, *s.forms) for k in heading_keys(f)}
        ]
        return preferred[0] if preferred else held[0] if len(held) == 1 else None


def _labels(concept: Entity) -> set[str]:
    """The keys of its preferred labels and its other forms."""
    texts = [text for name in ("heading", "alt_labels") for s in concept.all(name) for text in (s.value, *s.forms)]
    return {key for text in texts for key in heading_keys(text)}


def _names(concept: Entity | None) -> set[str]:
    """What a concept is known by: its id, its identifiers, its preferred labels."""
    if concept is None:
        return set()
    own = {str(i) for s in concept.all("identifiers") for i in s.identifiers}
    return (
        own | {concept.id} | {key for s in concept.all("heading") for text in (s.value, *s.forms) for key in heading_keys(text)}
    )
