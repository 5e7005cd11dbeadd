"""Journals, proceedings, books: names in full, in ISO 4 abbreviation, as acronyms.

``False`` only for venues that are plainly others. An abbreviation or acronym that cannot be resolved, a series of proceedings
beside a conference, a preprint server beside a journal: those cannot be told apart from the name, and give ``None``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from gate.comparison.matching import venues
from gate.comparison.matching.spelling import canonical, plural, slips
from gate.model import Agreement
from gate.normalise import text as text_rules

SAME = "same container"
ABBREVIATED = "same, abbreviated"
VENUE = "same venue by another name"
OTHER_FORM = "same in another form"
TRANSLITERATED = "same through transliteration"
TYPOS = "typographical variants"
DIFFERS = "another container"
WORKSHOP = "workshop of a conference"
PREPRINT = "preprint server"
SERIES = "series or publisher"
UNKNOWN = "abbreviation not known"
PARTLY = "names agree in part"
SCRIPTS = "different scripts"
NOT_COMPARABLE = "not comparable"

_PARENTHESES = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_NUMBER = re.compile(r"'?\d+(?:st|nd|rd|th)?")
_ORDINALS = frozenset(
    [
        *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
        *(
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "thirtieth",
        ),
        *("fortieth", "fiftieth", "twenty", "thirty", "forty", "fifty"),
    ]
)
_EVENT = re.compile(
    r"\b(?:conf(?:erence)?|symp(?:osium)?|workshop|proc(?:eedings)?|meeting|congress|colloquium)\b", re.IGNORECASE
)
_SIDE = frozenset(
    ("workshop", "workshops", "findings", "companion", "tutorial", "tutorials", "demo", "demonstrations", "abstracts")
)


@dataclass(frozen=True, slots=True)
class _Container:
    clean: str
    key: str
    words: tuple[str, ...]  # without stop words, numbers and ordinals
    core: tuple[str, ...]  # without "proceedings", "international conference" ... too
    venues: frozenset[str]
    preprint: str | None
    series: bool
    side: bool
    acronym: bool
    abbreviated: bool
    script: str


def compare(given: str, held: str, forms: Sequence[str] = ()) -> Agreement:
    """Compare two containers, the second in all its ``forms``."""
    first = _compare(given, held)
    if first.same:
        return first
    others = [_compare(given, form) for form in forms]
    agreeing = next((a for a in others if a.same), None)
    if agreeing:
        return Agreement(True, OTHER_FORM, agreeing.detail or agreeing.level)
    return next((a for a in others if a.same is None), first) if first.same is False else first


@lru_cache(maxsize=32768)
def _compare(given: str, held: str) -> Agreement:
    a, b = _prepare(given), _prepare(held)
    if not a.key or not b.key:
        return Agreement(None, NOT_COMPARABLE, "one side has no word to compare")
    shown = f"{a.clean} / {b.clean}"
    if a.key == b.key or a.key.replace(" ", "") == b.key.replace(" ", ""):
        return Agreement(True, SAME)
    if a.script and b.script and a.script != b.script:
        same = text_rules.key(text_rules.transliterate(a.clean)) == text_rules.key(text_rules.transliterate(b.clean))
        return Agreement(True, TRANSLITERATED) if same else Agreement(None, SCRIPTS, shown)
    if a.preprint is not None or b.preprint is not None:
        return _preprints(a, b, shown)
    if a.side != b.side and a.venues & b.venues:
        return Agreement(None, WORKSHOP, shown)
    if a.venues and b.venues:
        same = bool(a.venues & b.venues)
        return Agreement(True, VENUE, shown) if same else Agreement(False, DIFFERS, shown)
    if a.series or b.series:
        return Agreement(None, SERIES, shown)
    return _by_words(a, b, shown)


def _preprints(a: _Container, b: _Container, shown: str) -> Agreement:
    if a.preprint is None or b.preprint is None:
        return Agreement(None, PREPRINT, shown)
    if a.preprint and b.preprint and a.preprint != b.preprint:
        return Agreement(False, DIFFERS, shown)
    return Agreement(True, VENUE, shown)


@lru_cache(maxsize=16384)
def _prepare(text: str) -> _Container:
    clean = re.sub(r"^\s*in:?\s+(?=\S)", "", text_rules.clean(text), flags=re.IGNORECASE)
    inside = [part for part in _PARENTHESES.findall(clean) if text_rules.key(part)]
    bare = _PARENTHESES.sub(" ", clean)
    if _EVENT.search(bare):  # "Proceedings of ..., Hong Kong, China, November 3-7, 2019"
        bare = re.split(r",\s+(?![^,]*\b(?:and|&)\b)", bare, maxsplit=1)[0] if bare.count(",") > 1 else bare
    key = text_rules.key(clean)
    words = _words(bare)
    core = tuple(w for w in words if w not in venues.NOISE) or words
    letters = [c for c in bare if c.isalpha()]
    single = len(core) == 1 and len(core[0]) <= 8
    acronym = single and sum(c.isupper() for c in bare) >= 2 and len(letters) <= 12
    known = _known(bare, words, core, inside)
    return _Container(
        clean,
        key,
        words,
        core,
        known,
        _preprint(key, text_rules.key(bare)),
        venues.is_series(key) or venues.is_series(" ".join(words)),
        bool(_SIDE & set(key.split())),
        acronym,
        bool(re.search(r"[^\W\d_]\.(?:\s|$)", bare)) or _looks_abbreviated(core),
        text_rules.script(clean),
    )


def _words(text: str) -> tuple[str, ...]:
    raw = text_rules.tokens(text.replace("/", " "))
    return tuple(w for w in raw if w not in venues.STOP and not _NUMBER.fullmatch(w) and w not in _ORDINALS) or raw


def _preprint(key: str, bare: str) -> str | None:
    for text in (key, bare):
        if text in venues.PREPRINTS:
            return venues.PREPRINTS[text]
    first = key.split(" ", 1)[0]
    if first in ("arxiv", "corr", "biorxiv", "medrxiv", "ssrn", "chemrxiv", "techrxiv"):
        return venues.PREPRINTS[first]
    return "" if "preprint" in key.split() or "preprints" in key.split() else None


def _known(bare: str, words: tuple[str, ...], core: tuple[str, ...], inside: Sequence[str]) -> frozenset[str]:
    """The venues of the table that a container names, by the first rule that finds one."""
    table = venues.by_name()
    whole = table.get(" ".join(words))
    if whole:
        return frozenset((whole,))
    for text in inside:  # an acronym in parentheses, perhaps of two events held together
        acronyms = _words(text)
        if acronyms and all(a in table and len(a) <= 10 for a in acronyms):
            return frozenset(table[a] for a in acronyms)
    if len(core) == 1 and core[0] in table:
        return frozenset((table[core[0]],))
    if core and len(core) <= 2 and all(w in table and " " not in table[w] for w in core):  # "ACL/IJCNLP", "NAACL-HLT"
        return frozenset(table[w] for w in core)
    weak = tuple(w for w in words if w not in venues.WEAK)
    found = _abbreviating(words) or (_abbreviating(weak) if weak != words else frozenset()) or _acronyms(bare, table)
    if found:
        return found
    if not any(w in venues.EVENTS for w in words) and len(core) < 3:
        return frozenset()
    by_core = frozenset(venue for venue, form in _beginning_alike(core, _event_cores()) if _shortened(core, form))
    return by_core if len(by_core) == 1 else frozenset()


def _abbreviating(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(venue for venue, form in _beginning_alike(words, _names()) if _shortened(words, form))


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a venue of the table, in words, with their first letters."""

    venue: str
    words: tuple[str, ...]
    initials: str


_Names: TypeAlias = Mapping[str, Sequence[_Name]]


def _beginning_alike(words: tuple[str, ...], names: _Names) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names that ``words`` can shorten.

    Their first words begin with one letter, or have one spelling (:func:`_word`); they have as many words, or more, for some of
    which one of ``words`` can stand (:func:`_run`).
    """
    if not words:
        return
    acronyms = [w for w in words if 2 <= len(w) <= 5]
    for start in (words[0][0], f"={canonical(words[0])}"):
        for name in names.get(start, ()):
            more = len(name.words) - len(words)
            if more == 0 or (more > 0 and any(acronym in name.initials for acronym in acronyms)):
                yield name.venue, name.words


def _by_beginning(names: Iterable[tuple[str, tuple[str, ...]]]) -> _Names:
    found: dict[str, list[_Name]] = {}
    for venue, form in names:
        if form:
            name = _Name(venue, form, "".join(word[0] for word in form))
            for start in (form[0][0], f"={canonical(form[0])}"):
                found.setdefault(start, []).append(name)
    return found


@lru_cache(maxsize=1)
def _names() -> _Names:
    return _by_beginning((venue, _stopped(form)) for venue, forms in venues.names() for form in forms)


@lru_cache(maxsize=1)
def _event_cores() -> _Names:
    events = ((venue, form) for venue, forms in venues.names() if _is_event(venue) for form in forms if len(form) > 1)
    return _by_beginning((venue, _core(form)) for venue, form in events)


def _acronyms(bare: str, table: dict[str, str]) -> frozenset[str]:
    """Acronyms of the table that stand in a longer name in capitals: ``Proceedings of the ACM SIGKDD Conference``."""
    found = (text_rules.key(w) for w in re.findall(r"[^\W_]+", bare) if sum(c.isupper() for c in w) >= 2)
    return frozenset(table[a] for a in found if a in table)


def _stopped(form: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(w for w in form if w not in venues.STOP)


def _core(form: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(w for w in form if w not in venues.NOISE)


def _is_event(venue: str) -> bool:
    """Conferences go by their core words; journals (named in full in the table) do not."""
    return " " not in venue and venue not in ("nature", "science", "cell")


# --- words -----------------------------------------------------------------------------------------------------------------


def _by_words(a: _Container, b: _Container, shown: str) -> Agreement:
    if a.words == b.words or "".join(a.words) == "".join(b.words):
        return Agreement(True, SAME)
    if _shortened(a.words, b.words) or _shortened(b.words, a.words):
        return Agreement(True, ABBREVIATED, shown)
    if a.core == b.core and len(a.core) >= 2:
        return Agreement(True, SAME, shown)
    for short, long in ((a, b), (b, a)):
        if _acronym_of(short, long):
            return Agreement(True, ABBREVIATED, shown)
    head_a, head_b = _head(a.clean), _head(b.clean)
    if (head_a, head_b) != (a.words, b.words) and (_shortened(head_a, head_b) or _shortened(head_b, head_a)):
        return Agreement(True, ABBREVIATED, shown)
    if _misspelt(a.words, b.words):
        return Agreement(True, TYPOS, shown)
    return _apart(a, b, shown)


def _apart(a: _Container, b: _Container, shown: str) -> Agreement:
    """Names that do not agree: plainly others, or beyond telling."""
    unknown = [side for side in (a, b) if not side.venues]
    if any(side.acronym for side in unknown):
        return Agreement(None, UNKNOWN, shown)
    shorter, longer = (a.core, b.core) if len(a.core) <= len(b.core) else (b.core, a.core)
    if len(shorter) >= 3 and all(_among(word, longer) for word in shorter):
        return Agreement(None, PARTLY, shown)
    if any(side.abbreviated for side in unknown) and sum(_among(word, longer) for word in shorter) * 2 > len(shorter):
        return Agreement(None, UNKNOWN, shown)
    return Agreement(False, DIFFERS, shown)


def _among(word: str, words: Sequence[str]) -> bool:
    return any(_word(word, other) or _word(other, word) for other in words)


@lru_cache(maxsize=16384)
def _head(clean: str) -> tuple[str, ...]:
    """Without a subtitle, a place or a society: ``Methods (San Diego, Calif.)``, ``J. Phys. B: At. Mol. Opt. Phys.``."""
    text = re.split(r"\s*[:=(\[/]\s*|\s+-\s+|\.\s+(?=(?:New|Series|Part)\b)", clean, maxsplit=1)[0]
    return _words(text)


def _acronym_of(short: _Container, long: _Container) -> bool:
    if len(short.words) != 1 or len(long.words) < 2:
        return False
    acronym = short.words[0]
    every = "".join(w[0] for w in long.key.split() if w.isalpha())
    content = "".join(w[0] for w in long.words)
    core = "".join(w[0] for w in long.core)
    return 2 <= len(acronym) <= 8 and acronym in (every, content, core)


def _misspelt(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    if len(a) != len(b):
        return False
    total = 0
    for x, y in zip(a, b, strict=True):
        if not _word(x, y):
            count = slips(x, y)
            if count is None:
                return False
            total += count
    return total <= 2


def _shortened(short: Sequence[str], long: Sequence[str]) -> bool:
    """ISO 4: every word of the long name is there, in order, whole or shortened; an acronym may stand for a run of words."""
    if not short or len(short) > len(long):
        return False
    if len(short) == len(long):  # no room for an acronym, which stands for two words and more
        return all(map(_word, short, long))
    at = 0
    for word in short:
        if at >= len(long):
            return False
        if _word(word, long[at]):
            at += 1
            continue
        run = _run(word, long, at)
        if not run:
            return False
        at += run
    return at == len(long)


def _run(word: str, long: Sequence[str], at: int) -> int:
    """How many words from ``at`` on an acronym stands for: ``nlp`` for natural language processing."""
    count = len(word)
    if 2 <= count <= 5 and at + count <= len(long) and all(long[at + i][0] == word[i] for i in range(count)):
        return count
    return 0


@lru_cache(maxsize=65536)
def _word(short: str, long: str) -> bool:
    """Whether ``short`` is ``long``, its beginning (``Comput``) or a contraction of it (``Natl``, ``Dtsch``)."""
    if short == long or canonical(short) == canonical(long):
        return True
    if short[0] != long[0]:
        return False
    if plural(short, long):
        return True
    if len(short) >= len(long):
        return False
    if long.startswith(short):
        return True
    if len(short) < 3 or short[1:2] not in long[1:4] or len(short) > 6:
        return False
    letters = iter(long)
    return all(letter in letters for letter in short) and short[-1] in long[len(long) // 2 :]


_VOWELS = re.compile("[aeiouy]")


def _looks_abbreviated(core: Sequence[str]) -> bool:
    """Whether words look cut off: several that end in a consonant cluster or have few letters."""
    short = [w for w in core if len(w) <= 4 or not _VOWELS.search(w[1:])]
    return len(core) >= 1 and len(short) * 2 > len(core)


def is_preprint(text: str) -> bool:
    """Whether a container is a preprint server."""
    return _prepare(text).preprint is not None
