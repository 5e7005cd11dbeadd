"""Does a search of Crossref that comes out without a work prove that Crossref does not hold it?

Only for articles of journals and papers of conferences in Latin script, and only where Crossref is seen to hold other works of
the same journal or proceedings in the same year: then it holds that year, as publishers deposit whole issues. Everything else
(books, theses, reports, laws, preprints, titles in other scripts, venues and years without deposits) it may lack however real the
work is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gate.model import Entity, Kind, Query
from gate.normalise.text import key, script, tokens

#: types of CSL, Crossref, BibTeX, schema.org and plain records that are articles or papers; an empty type is settled by the venue
_COVERED = frozenset(
    {
        *("", "article journal", "journal article", "article", "journalarticle", "scholarlyarticle", "scholarly article"),
        *("review", "review article", "paper conference", "conference paper", "proceedings article", "inproceedings"),
        *("conference", "paper"),
    }
)
_PREPRINT = re.compile(
    r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|techrxiv|psyarxiv|socarxiv|preprints?|ssrn|openreview|corr|zenodo|osf)\b"
)
_OTHER_KIND = re.compile(
    r"\b(?:ph\.?d|dissertation|thesis|doctoral|habilitation|master'?s|technical report|tech\. rep|working paper|isbn|handbook"
    r"|encyclop(?:a?e|æ)dia|dictionary|https?://(?!(?:dx\.)?doi\.org)|patent|u\.s\.c\.|court)\b",
    re.IGNORECASE,
)
_BOOK_TITLE = re.compile(r"\b(?:handbook|companion|encyclop(?:a?e)dia|dictionary|essays|festschrift|textbook)\b")
_YEAR = re.compile(r"(?<![\d/.:-])(1[5-9]\d\d|20\d\d)(?=[a-z]?(?!\d))(?!\s*[-–]\s*\d{3,4}\b)", re.ASCII)
_SMALL = frozenset(
    {"a", "an", "and", "das", "de", "del", "della", "der", "des", "di", "die", "du", "et", "for", "fur", "in", "la", "le", "les"}
    | {"los", "of", "on", "the", "to", "und", "y"}
)
_MIN_TITLE_WORDS, _MIN_RAW_WORDS = 3, 8


def why_open(query: Query) -> str:
    """Why a search for this proves nothing, whatever it brings; empty where it may prove something."""
    if query.kind is not Kind.WORK:
        return f"a {query.kind} is not what it holds"
    if query.raw and not query.label:
        return _why_open_raw(query.raw)
    kind = key(query.type)
    if kind not in _COVERED:
        return f"a search there does not cover every {query.type}"
    if script(query.label) != "LATIN":
        return "a search there does not cover titles in other scripts than Latin"
    if len(tokens(query.label)) < _MIN_TITLE_WORDS:
        return "the title is too short to be told from others"
    if not query.container:
        return "it is not said where the work appeared"
    if _PREPRINT.search(key(query.container)):
        return "a search there does not cover every preprint"
    if not kind and _BOOK_TITLE.search(key(query.container)):
        return "a search there does not cover every chapter"
    return "" if query.year is not None else "it is not said when the work appeared"


def _why_open_raw(raw: str) -> str:
    if script(raw) != "LATIN":
        return "a search there does not cover titles in other scripts than Latin"
    if len(tokens(raw)) < _MIN_RAW_WORDS:
        return "the string is too short to be told from others"
    if _PREPRINT.search(key(raw)):
        return "a search there does not cover every preprint"
    if _OTHER_KIND.search(raw):
        return "a search there does not cover every book, thesis, report or law"
    return "" if year_of(Query(Kind.WORK, raw=raw)) is not None else "the string does not say when the work appeared"


def year_of(query: Query) -> int | None:
    """The year that a search is for; of a whole string the only one in it, or else the only one in brackets."""
    if query.year is not None:
        return query.year
    years = {int(year) for year in _YEAR.findall(query.raw)}
    if len(years) > 1:
        years = {int(year) for part in re.findall(r"\(([^()]*)\)", query.raw) for year in _YEAR.findall(part)}
    return years.pop() if len(years) == 1 else None


def held_beside(query: Query, held: Iterable[Entity]) -> bool:
    """Whether one of the works ``held`` appeared where and when the one that is searched for is said to have appeared."""
    year = year_of(query)
    return any(
        _appeared(entity, year) and any(_same_venue(query, name) for name in _venues(entity))
        for entity in held
        if year is not None
    )


def _appeared(entity: Entity, year: int | None) -> bool:
    dates = (form for statement in entity.all("date") for form in (statement.value, *statement.forms))
    return any(form[:4] == str(year) for form in dates)


def _venues(entity: Entity) -> Iterable[str]:
    return (form for statement in entity.all("container") for form in (statement.value, *statement.forms))


def _same_venue(query: Query, name: str) -> bool:
    if query.raw and not query.label:
        return stands_in(name, query.raw)
    return same_name(query.container, name)


def same_name(one: str, other: str) -> bool:
    """Whether two names of a journal are one, in full or abbreviated word by word (ISO 4: ``J. Am. Chem. Soc.``)."""
    left, right = _content(one), _content(other)
    return bool(left) and len(left) == len(right) and all(_abbreviates(a, b) for a, b in zip(left, right, strict=True))


def stands_in(name: str, text: str) -> bool:
    """Whether the name of a journal stands in a string: all its words together, and of a single word with a number behind it."""
    words = " ".join(tokens(name))
    if not words:
        return False
    behind = r"(?= \d)" if " " not in words else r"(?= |$)"
    return re.search(rf"(?:^| ){re.escape(words)}{behind}", " ".join(tokens(text))) is not None


def _content(name: str) -> list[str]:
    return [word for word in tokens(name) if word not in _SMALL]


def _abbreviates(one: str, other: str) -> bool:
    """By its beginning (``Chem`` for Chemical), or contracted (``Natl`` for National)."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return True
    letters = iter(long)
    return len(short) >= 4 and (short[:2], short[-1]) == (long[:2], long[-1]) and all(letter in letters for letter in short)
