"""Dates and places of a life, and names, in a biography: only where the way it is written leaves no doubt whose they are.

A date counts where it stands in brackets behind the person's own name, opens the note (MARC 678: ``b. 1846; d. 1927``), or
follows ``was born`` or ``died`` in a clause whose subject is the person's name or a pronoun: ``Her father was born in 1790`` is
not about her. Where a text gives two different dates for one event, neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gate.model import Claim, Kind, Method, Record, Span, Statement
from gate.normalise import dates
from gate.normalise.text import key, tokens
from gate.records.claims import SUBJECT
from gate.records.extraction.parsed import Place
from gate.records.extraction.phrases import sentences
from gate.records.extraction.words import STOP

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?"
    "|Dec(?:ember)?)\\.?"
)
_YEAR = r"\d{3,4}(?!\d)(?:\s?(?:BCE?|CE|AD)\b)?"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+{_YEAR}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+{_YEAR}|{_MONTH}\s+{_YEAR}"
_DATE = rf"{_DAY}|\d{{4}}-\d\d-\d\d|{_YEAR})"
_CAPITALISED = r"[A-Z\u00c0-\u00de][\w'\u2019-]+"
_PLACE = rf"{_CAPITALISED}(?: (?:(?:am|an|der|de|del|la|le|sur|upon|of|the) )?{_CAPITALISED}){{0,3}}"
_PREFIX = r"(?:in\s+|on\s+(?:the\s+)?)?"
_PLACED = rf"(?:,?\s+(?:in|at)\s+(?P<place>{_PLACE}))?"
_DATED = rf"(?:,?\s+(?:in|on)\s+(?:the\s+)?(?P<date2>{_DATE}))?"
_EVENT = rf"(?:{_PREFIX}(?P<date>{_DATE}){_PLACED}|(?:in|at)\s+(?P<place2>{_PLACE}){_DATED})(?!\s*(?:-|\u2013|to\b|or\b|/)\s*\d)"
_BORN = re.compile(rf"\b(?P<verb>was\s+born|is\s+born|born|died|passed\s+away)\s+{_EVENT}")
_LIFE = re.compile(
    rf"\s*\(\s*(?:(?:born|b\.)\s+(?P<only>{_DATE})|(?:died|d\.)\s+(?P<end>{_DATE})"
    rf"|(?P<birth>{_DATE})\s*[-\u2013\u2014]\s*(?P<death>{_DATE}))\s*\)"
)
_OPENING = re.compile(
    rf"\s*(?:(?:born|b\.)\s+(?P<birth>{_DATE}))?\s*[;,.]?\s*(?:(?:died|d\.)\s+(?P<death>{_DATE}))?\s*(?:[;,.]|\Z)", re.IGNORECASE
)
_PRONOUNS = frozenset({"he", "she", "they"})
#: words that join two clauses of one subject: ``He studied in Graz and died in 1879``
_LINKS = re.compile(r"\b(?:and|who|but|where (?:he|she|they))\s*\Z|,\s*\Z")
_BRACKETS = re.compile(r"\([^()]*\)")
_ALL_CAPITALISED = re.compile(rf"(?:[A-Z]\.|{_CAPITALISED})(?:,?\s+(?:[A-Z]\.|{_CAPITALISED})){{1,5}}")
_NAME = re.compile(
    rf"(?:(?:[A-Z]\.\s?)+|{_CAPITALISED}\s+)(?:(?:[A-Z]\.\s?)*(?:(?:de|la|von|van|der|den|of|the|al|ibn|di|da|du)\s+)*{_CAPITALISED}\s*)+"
)


def facts(record: Record, text: Statement, english: bool) -> tuple[Claim, ...]:
    """Birth and death, with their places, that the biography ``text`` gives of the person of ``record``."""
    if record.kind is not Kind.AGENT:
        return ()
    own = tuple(frozenset(tokens(form)) for s in record.all("name") for form in (s.value, *s.forms))
    found: dict[str, list[Place]] = {}
    for name, place in _found(text.value, own, english):
        found.setdefault(name, []).append(place)
    claims = []
    for name, places in found.items():
        if _agree(name, [text.value[start:end] for start, end in places]):
            start, end = max(places, key=lambda p: p[1] - p[0])  # the one that says most: a day rather than a year
            statement = Statement(name, text.value[start:end], text.path, lang=text.lang)
            claims.append(Claim(SUBJECT, statement, Span(start, end, Method.PATTERN)))
    return tuple(claims)


def _agree(name: str, values: Sequence[str]) -> bool:
    if name.endswith("_place"):
        return len({key(value) for value in values}) == 1
    spans = [dates.parse(value) for value in values]
    known = [span for span in spans if span is not None]
    return len(known) == len(values) and max(s.earliest for s in known) <= min(s.latest for s in known)


def _found(text: str, own: Sequence[frozenset[str]], english: bool) -> Iterator[tuple[str, Place]]:
    if opening := _OPENING.match(text):
        yield from _groups(opening, {"birth": "birth", "death": "death"})
    whole = sentences(text)
    for life in _LIFE.finditer(text, 0, whole[0][1] if whole else 0):
        if _is_person(text[: life.start()], own):
            yield from _groups(life, {"birth": "birth", "only": "birth", "death": "death", "end": "death"})
    for start, end in whole if english else ():
        subject = False  # whether the clause before was about the person
        for event in _BORN.finditer(text, start, end):
            before = text[start : event.start()]
            subject = _is_person(before, own) or (subject and _LINKS.search(before) is not None)
            if subject:
                what = "birth" if "born" in event["verb"] else "death"
                places = {"place": f"{what}_place", "place2": f"{what}_place"}
                yield from _groups(event, {"date": what, "date2": what, **places})


def _groups(match: re.Match[str], names: dict[str, str]) -> Iterator[tuple[str, Place]]:
    return ((name, match.span(group)) for group, name in names.items() if match[group])


def _is_person(before: str, own: Sequence[frozenset[str]]) -> bool:
    """Whether what stands before is nothing but the person, brackets aside: a pronoun, words of the name, or the whole name with
    more capitalised words: ``Douglas Noel Adams`` for ``Adams, Douglas``.
    """
    said = _BRACKETS.sub(" ", before)
    words = tokens(said)
    if not words or (len(words) == 1 and words[0] in _PRONOUNS):
        return bool(words)
    if frozenset[str]().union(*own).issuperset(words):
        return any(len(word) > 1 for word in words)
    return _ALL_CAPITALISED.fullmatch(said.strip()) is not None and any(name and name.issubset(words) for name in own)


def names(text: str, start: int, end: int) -> Iterator[Place]:
    """Runs of two and more capitalised words in a sentence, with particles and initials: ``Anton von Velde``, ``J. S. Mill``."""
    for found in _NAME.finditer(text, start, end):
        words = list(re.finditer(r"\S+", found[0]))
        while words and words[0][0].lower() in STOP:  # the word that opens a sentence
            words = words[1:]
        if len(words) > 1:
            yield found.start() + words[0].start(), found.start() + words[-1].end()
