"""Blocking keys: short hashes that an entity and a search for it share even when the search is misspelt, cut off or inverted.

A work is filed under pairs of neighbouring title words (each cut to six letters), the beginning of its title, family name with
year, and volume with first page; an agent under name words and under word with initial; a concept under its label and its words.
A search asks for the same keys and for a few more, and what shares most keys is ranked (:mod:`gate.references.local.ranking`).

A change of any key here, or of the folding below it, is a new index format: raise ``INDEX_FORMAT``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gate.model import Entity, Kind, Query, Statement
from gate.references.local.tables import hashed
from gate.references.local.words import content_words, first_number, fold, folded_forms, numbers_near, squeeze, year_of

_STEM = 6
_TITLE_WORDS = 8
_RAW_WORDS = 60
_RAW_NAMES = 8
_NAMES = 3
_NAME_WORDS = 6
_LEAST = 2
_PLACES = 2
_DATING = ("date", "birth")
_NAMING = {Kind.WORK: ("title",), Kind.AGENT: ("name",), Kind.CONCEPT: ("heading", "alt_labels")}


@dataclass(frozen=True, slots=True)
class Facets:
    """What an entity is found by, folded: every form of its label, the family words of each name, its years, and the places where
    it stands (volume, or year where there is none, and first page; in digits)."""

    kind: Kind
    labels: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    years: tuple[int, ...]
    places: tuple[tuple[str, str], ...] = ()

    @property
    def families(self) -> frozenset[str]:
        """The family words of all names."""
        return frozenset(word for name in self.names for word in name)


def facets_of(entity: Entity) -> Facets:
    """The facets of an entity: its label in every form that its title, name or heading has; a person's year is that of birth."""
    labels = dict.fromkeys(folded_forms(entity.label))
    names: list[tuple[str, ...]] = []
    years: dict[int, None] = {}
    where: dict[str, list[str]] = {"volume": [], "pages": []}
    for statement in entity.statements:
        if statement.property in _NAMING[entity.kind]:
            for text in (statement.value, *statement.forms):
                labels.update(dict.fromkeys(folded_forms(text)))
        elif statement.property == "creators":
            names.append(_family_words(statement))
        elif statement.property in _DATING:
            found = (year_of(text) for text in (statement.value, *statement.forms))
            years.update(dict.fromkeys(year for year in found if year is not None))
        elif statement.property in where and (number := first_number(statement.value)):
            where[statement.property].append(number)
    # journals without volumes are cited by year and page
    volumes = where["volume"][:_PLACES] or [str(year) for year in list(years)[:_PLACES]]
    places = dict.fromkeys(product(volumes, where["pages"][:_PLACES]))
    return Facets(entity.kind, tuple(labels), tuple(names), tuple(years), tuple(places))


def entity_keys(facets: Facets) -> frozenset[int]:
    """The keys under which an entity is filed, each kind apart from the others."""
    match facets.kind:
        case Kind.WORK:
            found = _work_keys(facets)
        case Kind.AGENT:
            found = (key for form in facets.labels for key in _name_keys(form))
        case Kind.CONCEPT:
            found = (key for form in facets.labels for key in _term_keys(form))
    return frozenset(hashed(f"{facets.kind} {key}") for key in set(found))


def query_keys(query: Query) -> tuple[int, ...]:
    """The keys that a search asks for, in a fixed order."""
    match query.kind:
        case Kind.WORK:
            found = _work_query_keys(query)
        case Kind.AGENT:
            found = (key for text in (query.label, query.raw, *query.names) for f in folded_forms(text) for key in _name_keys(f))
        case Kind.CONCEPT:
            found = (key for text in (query.label, query.raw) for form in folded_forms(text) for key in _term_keys(form))
    return tuple(dict.fromkeys(hashed(f"{query.kind} {key}") for key in found))


def level(query: Query) -> int:
    """How many of its keys a thing that is meant shares with a search, at least: who shares fewer need not be looked at.

    A title of ``w`` words has ``2 w - 2`` keys of its own (its beginning, and pairs one and two words apart). A word that is
    spelt otherwise, left out or put in touches at most four pairs and the beginning, so that a title that differs in ``e`` words
    shares at least ``2 w - 2 - 5 e`` of them (count filter; L. Gravano et al., Approximate string joins in a database (almost)
    for free, VLDB 2001). Asked for are 3 from six words on (one word differs; two from eight on), 2 from three words on (names,
    year and single words count too), and 1 below. A name of several words shares its whole, or one word and an initial.
    """
    match query.kind:
        case Kind.WORK if query.label:
            words = len(content_words(fold(query.label))[:_TITLE_WORDS])
            return 3 if words > 2 * _NAMES - 1 else 2 if words >= _NAMES else 1
        case Kind.CONCEPT:
            return 1 if len(content_words(fold(query.label or query.raw))) < _NAMES else 2
        case _:
            return 2 if len(fold(query.label or query.raw or " ".join(query.names)).split()) > 1 else 1


def vocabulary(facets: Facets) -> Iterator[str]:
    """The words worth correcting a misspelt search to."""
    for text in facets.labels:
        yield from filter(worth_correcting, content_words(text))
    yield from filter(worth_correcting, facets.families)


_LONGEST = 64  # the words that are two letters shorter grow with the square of the length: no word of a million letters is meant


def worth_correcting(word: str) -> bool:
    """Whether a folded word is long enough, and a word, so that one near it is likely meant."""
    return _NAMES < len(word) <= _LONGEST and not word.isdigit()


def _family_words(name: Statement) -> tuple[str, ...]:
    """The words of a name's family part, or our best guess at it: before a comma, else the last word."""
    family = name.part("family") or (name.value.partition(",")[0] if "," in name.value else "")
    words = [word for form in folded_forms(family or name.value) for word in (form.split() if family else form.split()[-1:])]
    longer = [word for word in words if len(word) >= _LEAST]
    return tuple(longer or words)


def _work_keys(facets: Facets) -> Iterator[str]:
    families = [word for name in facets.names[:_NAMES] for word in name[-_LEAST:]]
    for form in facets.labels:
        yield from _title_keys(form)
        for first in content_words(form)[:1]:
            yield from (f"fw {family} {first[:_STEM]}" for family in families)
    for year in facets.years[:_LEAST]:
        yield from (f"fy {family} {year}" for family in families)
    yield from (f"vp {volume} {page}" for volume, page in facets.places)


def _work_query_keys(query: Query) -> Iterator[str]:
    names = [form for name in query.names[:_NAMES] for form in folded_forms(name)]
    families = [word for name in names for word in name.split() if len(word) >= _LEAST]
    for form in folded_forms(query.label):
        yield from _title_keys(form)
        for first in content_words(form)[:_LEAST]:
            yield from (f"fw {family} {first[:_STEM]}" for family in families)
    if query.year is not None:
        nearby = (query.year, query.year - 1, query.year + 1)
        yield from (f"fy {family} {year}" for family in families for year in nearby)
    if query.raw:
        yield from _raw_keys(fold(query.raw))
        yield from (f"vp {volume} {page}" for volume, page in numbers_near(query.raw))


def _raw_keys(raw: str) -> Iterator[str]:
    """Keys of a whole reference string: title words can lie anywhere in it, names are likely at its beginning."""
    words = content_words(raw)[:_RAW_WORDS]
    yield from _pairs(words)
    year = year_of(raw)
    if year is not None:
        yield from (f"fy {word} {year}" for word in words[:_RAW_NAMES])


def _title_keys(folded: str) -> Iterator[str]:
    words = content_words(folded)
    if not words:
        return
    yield f"t {squeeze(folded)[:10]}"
    yield from _pairs(words[:_TITLE_WORDS])
    if len(words) <= _NAMES:
        yield from (f"w {word}" for word in words)


def _pairs(words: tuple[str, ...]) -> Iterator[str]:
    stems = [word[:_STEM] for word in words]
    for step in (1, 2):
        for one, other in zip(stems, stems[step:], strict=False):
            yield f"p {min(one, other)} {max(one, other)}"


def _name_keys(folded: str) -> Iterator[str]:
    words = folded.split()[:_NAME_WORDS]
    if not words:
        return
    yield f"n {''.join(sorted(words))}"
    for place, word in enumerate(words):
        if len(word) > _LEAST:
            yield f"f {word[: _STEM + 2]}"
            yield from (f"i {word} {other[0]}" for at, other in enumerate(words) if at != place)


def _term_keys(folded: str) -> Iterator[str]:
    words = content_words(folded)
    if not words:
        return
    yield f"t {squeeze(folded)[:10]}"
    yield from (f"w {word[:_STEM]}" for word in words[:_TITLE_WORDS])
