"""Ranking what shares blocking keys with a search: how near are title or name, then names, then year; or volume and page.

The order is for finding candidates. Whether a candidate *is* the thing is for the matcher, which never sees these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz import fuzz

from gate.model import Kind, Query
from gate.references.local.keys import Facets
from gate.references.local.words import content_words, fold, folded_forms, numbers_near

FLOOR = 0.55
_CUT = 0.97  # a title that agrees as far as it goes ranks just below one that agrees to its end
_SHORT = 0.8
_REORDERED = 0.95
_LEAST_PREFIX = 12
_TELLING = 4  # content words
_PLACED = 0.87  # volume and first page stand in the string: with a name, as near as a title with a slip


@dataclass(frozen=True, slots=True)
class Brief:
    """What ranking needs of an entity, folded: its labels, the families of its names, its years, its places (volume, page)."""

    labels: tuple[str, ...]
    families: frozenset[str]
    years: tuple[int, ...]
    places: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        """One line for the index."""
        places = " ".join(f"{volume}:{page}" for volume, page in self.places)
        return "\t".join(("\n".join(self.labels), " ".join(sorted(self.families)), " ".join(map(str, self.years)), places))

    @classmethod
    def parse(cls, text: str) -> Brief:
        """The brief that :meth:`text` wrote. Raises ValueError on anything else."""
        labels, families, found, where = text.split("\t")
        places = tuple((volume, page) for volume, _, page in (place.partition(":") for place in where.split()))
        return cls(tuple(labels.split("\n")), frozenset(families.split()), tuple(map(int, found.split())), places)


def brief_of(facets: Facets) -> Brief:
    """The brief of an entity with these facets."""
    return Brief(facets.labels, facets.families, facets.years, facets.places)


class Ranking:
    """The near-ness of briefs to one search, 0 to about 1.1."""

    def __init__(self, query: Query) -> None:
        self.kind = query.kind
        forms = (query.label, *query.names) if query.kind is not Kind.WORK else (query.label,)
        self.labels = tuple(dict.fromkeys(folded for form in forms for folded in folded_forms(form)))
        self.sorted_labels = tuple(" ".join(sorted(label.split())) for label in self.labels)
        self.raw = fold(query.raw)
        self.places = frozenset(numbers_near(query.raw)) if query.raw and query.kind is Kind.WORK else frozenset()
        names = query.names if query.kind is Kind.WORK else ()
        self.names = frozenset(word for name in names for form in folded_forms(name) for word in form.split() if len(word) > 1)
        self.year = query.year
        #: whether the whole label, with names or a year, leaves no doubt: not where the label is short, as "Introduction" is
        self.certain = query.kind is Kind.WORK and len(content_words(fold(query.label))) >= _TELLING

    def score(self, brief: Brief) -> float:
        """How near ``brief`` is: 1 for the same label, less for a distant one; names and year move it a little."""
        nearness = max((self._label(label) for label in brief.labels), default=0.0)
        if not self.labels and self.raw:
            return self._raw(brief)
        if not self.labels:
            nearness = FLOOR  # only names and a year were given: they alone decide
        return nearness + self._names(brief) + self._year(brief)

    def _label(self, held: str) -> float:
        best = 0.0
        for label, ordered in zip(self.labels, self.sorted_labels, strict=True):
            best = max(best, _near(label, held))
            if best < _REORDERED:
                same_words = fuzz.ratio(ordered, " ".join(sorted(held.split()))) / 100
                best = max(best, same_words * (1.0 if self.kind is Kind.AGENT else _REORDERED))
            if self.kind is Kind.AGENT and best < _REORDERED:
                best = max(best, _initials(label, held))
        return best

    def _raw(self, brief: Brief) -> float:
        """How near the label is to what stands in the string; of a work that stands in its place, the place may say more."""
        words = set(self.raw.split())
        names = 0.05 if brief.families & words else -0.05 if brief.families else 0.0
        year = 0.03 if any(str(year) in words for year in brief.years) else 0.0
        return max(self._inside(brief), _PLACED if self.places.intersection(brief.places) else 0.0) + names + year

    def _inside(self, brief: Brief) -> float:
        label = max(brief.labels, key=len, default="")
        if not label:
            return 0.0
        inside = fuzz.partial_ratio(label, self.raw) / 100 if len(label) <= len(self.raw) else _near(self.raw, label)
        return inside - (0.15 if len(content_words(label)) < 3 else 0.0)  # one or two words are found in any long text

    def _names(self, brief: Brief) -> float:
        if not self.names or not brief.families:
            return 0.0
        return 0.05 if self.names & brief.families else -0.05

    def _year(self, brief: Brief) -> float:
        if self.year is None or not brief.years:
            return 0.0
        apart = min(abs(self.year - year) for year in brief.years)
        return (0.03, 0.02)[apart] if apart < 2 else -0.03


def _near(given: str, held: str) -> float:
    """Edit similarity; where one is longer, also of the other to its beginning.

    A search that was cut off, or that drops the subtitle, agrees to its own end. A title held without its subtitle agrees with
    the beginning of the search; the less of the search it covers, the less that says.
    """
    whole = fuzz.ratio(given, held) / 100
    if min(len(given), len(held)) < _LEAST_PREFIX or len(given) == len(held):
        return whole
    if len(given) < len(held):
        return max(whole, _CUT * fuzz.ratio(given, held[: len(given)]) / 100)
    covered = len(held) / len(given)
    return max(whole, (_SHORT + (_CUT - _SHORT) * covered) * fuzz.ratio(given[: len(held)], held) / 100)


def _initials(given: str, held: str) -> float:
    """Names that agree in their longest word and whose other words begin alike, in any order: ``f nietzsche``."""
    one, other = given.split(), held.split()
    family = max(one, key=len)
    if len(family) < 3 or family not in other or len(one) < 2:
        return 0.0
    one.remove(family)
    other.remove(family)
    first = {word[0] for word in other}
    agree = sum(word[0] in first and (len(word) == 1 or any(w.startswith(word) or len(w) == 1 for w in other)) for word in one)
    return 0.9 if agree == len(one) else 0.0
