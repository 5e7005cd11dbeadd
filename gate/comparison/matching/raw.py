"""A reference given as one string, validated against an entity: what the entity holds is looked for in the string.

The string is not parsed, since no parser of references is right often enough to accuse anyone by.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from gate.comparison.matching import titles
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.description import LINK, WorkDescription, describe_entity
from gate.comparison.matching.spelling import slips
from gate.comparison.matching.strings import tells_only_container, tells_title
from gate.model import Difference, Entity, Statement
from gate.normalise import text as text_rules
from gate.normalise.dates import parse as parse_date
from gate.normalise.names import parse as parse_name

#: Fewer words than this, apart from identifier and container, are no title that could be of another work.
_TITLE_WORDS = 3
#: The first creator stands among so many words at the beginning, behind a number or title perhaps.
_LEADING = 5
_LONG = 3
_STOP = re.compile(r"""[.,;:?!()\[\]"“”]|\s[-–—]\s""")
_YEAR = re.compile(r"(?<![\d/.:-])(1[5-9]\d\d|20\d\d)(?=[a-z]?(?![\d]))(?!\s*[-–]\s*\d{3,4}\b)", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Found:
    """What of an entity stands in the string."""

    title: str  # "whole", "main", "near", "no", "unknown"
    title_at: int
    first: bool | None  # the first creator; None: the entity names none
    leads: bool  # the first creator stands at the beginning
    alone: bool  # the title stands there whole, and a stop or the end of the string behind it
    families: int
    year: bool | None  # None: the string names no year, or the entity has none
    volume: bool | None
    page: bool | None
    identifier: bool
    years: tuple[int, ...]
    distinctive: int
    told: int  # words of the string that could be of a title: not its identifier's, nor the entity's container's
    other_title: bool  # the string tells a title, and it is not the one held
    container_only: bool  # besides numbers, the string has the container and perhaps names of the creators, and no more


def match_raw(raw: str, held: Entity) -> EntityAgreement:
    """How a whole reference string fits an entity, by the first condition that holds; differences have an empty path."""
    theirs = describe_entity(held)
    if not text_rules.key(raw):
        return EntityAgreement(Fit.UNDECIDABLE, 0.0, "not comparable")
    found = _look(raw, theirs)
    kind, level = _decide(found)
    differences = _differences(raw, theirs, found) if kind is not Fit.OTHER else ()
    if kind is Fit.SAME and differences:
        kind = Fit.SAME_WITH_ERRORS
    return EntityAgreement(kind, _fit(found), level, differences)


def _decide(f: _Found) -> tuple[Fit, str]:
    place = bool(f.volume and f.page)
    if f.identifier and f.title in ("whole", "main"):
        return Fit.SAME, "identifier and title in the text"
    if f.title in ("whole", "main"):
        if f.distinctive < _TITLE_WORDS and f.volume is False and f.page is False and not f.year:
            return Fit.OTHER, "short title in the text, in another place"
        if f.first and f.year is not False:
            return Fit.SAME, "title and first creator in the text"
        if f.first is False and not f.alone and not place:  # a title that goes on, of others, is another title
            return Fit.OTHER, "title only a part of the one in the text, other creators"
        if f.year and (f.first or f.families or f.title_at <= 1):
            return Fit.SAME, "title and year in the text"
        if f.first or f.families or place:
            return Fit.SAME, "title in the text"
        if f.year and f.distinctive >= 4:
            return Fit.SAME_WITH_ERRORS, "title and year in the text, other creators"
        return (Fit.UNDECIDABLE, "title only in the text") if f.distinctive >= 4 else (Fit.OTHER, "short title, nothing else")
    return _decide_without_title(f, place)


def _decide_without_title(f: _Found, place: bool) -> tuple[Fit, str]:
    if f.identifier and f.first:
        return Fit.SAME, "identifier and first creator in the text"
    if place and f.first and f.year is not False:
        if f.other_title:  # translated, cut, or invented: nobody can say
            return Fit.UNDECIDABLE, "first creator, volume and page in the text, and another title"
        return Fit.SAME, "first creator, volume and page in the text"
    if f.container_only and f.year and f.page and (f.volume or (f.volume is None and f.first)):
        return Fit.SAME, "container, year and page in the text"
    if f.title == "near" and ((f.leads and f.year) or (f.first and place)):
        return Fit.SAME_WITH_ERRORS, "title nearly in the text"
    if f.identifier and (place or (f.year and (f.volume or f.page))):
        return Fit.SAME, "identifier, volume or page in the text"
    if f.identifier and f.told < _TITLE_WORDS:
        return Fit.UNDECIDABLE, "identifier in the text, no title to compare"
    if f.identifier:
        return Fit.OTHER, "identifier in the text, not the title"
    if place and f.year:
        return Fit.UNDECIDABLE, "year, volume and page in the text"
    return Fit.OTHER, "title not in the text"


# --- looking ---------------------------------------------------------------------------------------------------------------


def _look(raw: str, held: WorkDescription) -> _Found:
    text = titles.prepare(raw)
    numbers = set(re.findall(r"\d+", text_rules.clean(raw)))
    title, at, distinctive = "unknown", 0, 0
    for statement in held.titles:
        for form in (statement.value, *statement.forms):
            here = _title_in(text, titles.prepare(form))
            if _ORDER.index(here[0]) < _ORDER.index(title):
                title, at = here
                distinctive = titles.content_words(titles.prepare(form))
    words = set(text_rules.tokens(raw))
    families = [_family_in(s, words, text_rules.key(raw)) for s in held.creators]
    years = tuple(sorted({int(y) for y in _YEAR.findall(text_rules.clean(raw))}))
    held_years = {span.earliest[0] for s in held.dates if (span := parse_date(s.value)) is not None}
    year: bool | None = None
    if years and held_years:
        year = any(abs(y - h) <= 1 for y in years for h in held_years)
    volume, page = _number_in(held.volumes, numbers), _number_in(held.pages, numbers)
    untitled = bool(title not in ("whole", "main") and year and page)
    return _Found(
        title,
        at,
        families[0] if families else None,
        bool(families) and _family_in(held.creators[0], set(text_rules.tokens(raw)[:_LEADING]), ""),
        title == "whole" and any(_ends(raw, form) for s in held.titles for form in (s.value, *s.forms)),
        sum(families),
        year,
        volume,
        page,
        any(i.value.lower() in raw.lower() for _, i in held.identifiers if len(i.value) > 6),
        years,
        distinctive,
        _told(raw, held),
        title == "no" and distinctive > _TITLE_WORDS and tells_title(raw),
        untitled and tells_only_container(raw, held),
    )


def _told(raw: str, held: WorkDescription) -> int:
    containers = {word for s in held.containers for form in (s.value, *s.forms) for word in text_rules.tokens(form)}
    words = [w for w in text_rules.tokens(LINK.sub(" ", raw)) if len(w) > 2 and w.isalpha()]
    return sum(not any(c.startswith(w) or w.startswith(c) for c in containers if len(c) > 2) for w in words)


_ORDER = ("whole", "main", "near", "no", "unknown")


def _title_in(text: titles.Prepared, title: titles.Prepared) -> tuple[str, int]:
    """Whether the words of a title stand in the text, in order and together; and at which word."""
    if not title.words:
        return "unknown", 0
    whole = _place(text, title, len(title.words))
    if whole is not None:
        return "whole", whole
    for count in title.breaks:
        if count >= 3 or count * 2 >= len(title.words):
            main = _place(text, title, count)
            if main is not None:
                return "main", main
    return ("near" if len(title.words) >= 4 and _nearly(text.words, title.words) else "no"), 0


def _nearly(text: tuple[str, ...], title: tuple[str, ...]) -> bool:
    """Whether most words of a title, and most of its long ones, stand in the text in order, and not much else between them."""
    blocks = SequenceMatcher(None, text, title, autojunk=False).get_matching_blocks()[:-1]
    common = [word for block in blocks for word in title[block.b : block.b + block.size]]
    long = [sum(len(word) > _LONG for word in words) for words in (common, title)]
    if len(common) * 10 < len(title) * 6 or long[0] * 10 < long[1] * 7:
        return False
    return blocks[-1].a + blocks[-1].size - blocks[0].a <= 1.5 * len(title) + 1


def _ends(raw: str, title: str) -> bool:
    """Whether a title stands in the string with a stop, or nothing, behind it."""
    wanted, squashed, stops = text_rules.key(title).replace(" ", ""), "", set[int]()
    for piece in _STOP.split(raw):
        squashed += text_rules.key(piece).replace(" ", "")
        stops.add(len(squashed))
    at = squashed.find(wanted) if wanted else -1
    while at >= 0:
        if at + len(wanted) in stops:
            return True
        at = squashed.find(wanted, at + 1)
    return False


def _place(text: titles.Prepared, title: titles.Prepared, count: int) -> int | None:
    """Where the first ``count`` words of a title stand: as written (words may be broken at a line's end), or in one spelling."""
    written = _run_in(_bare(text.run.shown), _bare(title.run.shown[:count]))
    return written if written is not None else _run_in(text.words, title.words[:count])


@lru_cache(maxsize=4096)
def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(w.strip("+#") or w for w in words)  # signs are the first victims of scanning


def _run_in(text: tuple[str, ...], title: tuple[str, ...]) -> int | None:
    """Index of the word where ``title`` stands in ``text``; up to a tenth of its words, and two at most, may hold a slip."""
    squashed, starts = "".join(text), _starts(text)
    at = squashed.find("".join(title))
    while at >= 0:
        if at in starts:
            return starts[at]
        at = squashed.find("".join(title), at + 1)
    allowed = min(2, len(title) // 4)
    if not allowed:
        return None
    for start in range(len(text) - len(title) + 1):
        wrong = 0
        for a, b in zip(text[start : start + len(title)], title, strict=True):
            if a != b:
                wrong += 1 if slips(a, b) is not None else 99
                if wrong > allowed:
                    break
        if wrong <= allowed:
            return start
    return None


@lru_cache(maxsize=1024)
def _starts(text: tuple[str, ...]) -> dict[int, int]:
    starts, at = {}, 0
    for number, word in enumerate(text):
        starts[at] = number
        at += len(word)
    return starts


def _family_in(statement: Statement, words: set[str], key: str) -> bool:
    name = parse_name(statement.value, statement.part("family"), statement.part("given"))
    if not name.family:
        return False
    together = "".join(name.family)
    return all(w in words for w in name.family) or together in words or (len(together) >= 6 and together in key.replace(" ", ""))


def _number_in(held: tuple[Statement, ...], numbers: set[str]) -> bool | None:
    if not held:
        return None
    wanted = [m[0].lstrip("0") for s in held if (m := re.search(r"\d+", s.value))]
    return any(n in {x.lstrip("0") for x in numbers} for n in wanted) if wanted else None


# --- saying ----------------------------------------------------------------------------------------------------------------


def _differences(raw: str, held: WorkDescription, f: _Found) -> tuple[Difference, ...]:
    found = []
    if f.title == "near":
        found.append(Difference("title", "", raw, held.titles[0].value, titles.NEAR_MISS))
    if held.creators and not f.first and not f.container_only:
        found.append(Difference("creators", "", raw, held.creators[0].value, "first creator not in the text"))
    if f.year is False:
        shown = "; ".join(s.value for s in held.dates)
        found.append(Difference("date", "", ", ".join(map(str, f.years)), shown, "differs"))
    return tuple(found)


def _fit(f: _Found) -> float:
    """0..1, for ranking: title .45, creators .25, year .12, volume and page .12, identifier .06."""
    title = {"whole": 1.0, "main": 0.9, "near": 0.5, "no": 0.15, "unknown": 0.5}[f.title]
    creators = 1.0 if f.first else 0.5 if f.families else 0.0
    value = {True: 1.0, None: 0.5, False: 0.0}
    place = (value[f.volume] + value[f.page]) / 2
    return round(0.45 * title + 0.25 * creators + 0.12 * value[f.year] + 0.12 * place + 0.06 * f.identifier, 4)
