"""Titles: what distinguishes two strings, compared one to one.

No share of equal words decides, for ``Deep learning`` has all its words in ``Deep learning for crop yield prediction``. Words
that both have are set aside; a title agrees when what is left on either side is nothing, small words, one word in two spellings,
or a subtitle that one side leaves out. Otherwise the words left are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from gate.comparison.matching.spelling import canonical, plural, roman, slips, spell_greek
from gate.model import Agreement
from gate.normalise import text as text_rules
from gate.normalise.tables import read_words

SAME_STRING = "same string"
SAME_NORMALISED = "same normalised string"
SAME_WORDS = "same words in another spelling"
SMALL_WORDS = "same apart from small words"
PLURAL = "same apart from singular and plural"
TYPOS = "typographical variants"
NO_SUBTITLE = "same apart from subtitle"
CUT_SHORT = "same, cut short"
OTHER_FORM = "same in another form"
TRANSLITERATED = "same through transliteration"
NEAR_MISS = "near miss"
NUMBERS = "numbers differ"
OTHER_SUBTITLE = "subtitle differs"
NOTICE = "one is a notice about the other"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"
SCRIPTS = "different scripts"

#: words that may be added or left out; a preposition may not be exchanged for another
_SMALL = read_words("a an the and of to in on for with by at from as into its")
_LEADING_ARTICLES = read_words("der die das den dem ein eine le la les l un une el los las lo il i gli os um uma de het een")
_PART_WORDS = read_words(
    """
part parts pt volume vol volumes band bd teil tome t tomo book no number nr issue series chapter section act phase season episode
paper level grade year edition ed version
"""
)
_NOTICES = read_words(
    """
erratum errata corrigendum corrigenda correction corrections retraction retracted withdrawn withdrawal addendum reply response
comment comments commentary rejoinder review rezension recension expression
"""
)
_NOTICE = re.compile(
    r"(?:erratum|errata|corrigend(?:um|a)|(?:author|publisher)?\s*correction|retract(?:ion|ed)(?: (?:note|notice|article))?"
    r"|withdrawn|addendum|expression of concern|(?:a |in )?(?:reply|response)|comments?|commentary|rejoinder"
    r"|(?:book |essay )?review|rezension|discussion)(?: (?:to|on|of|for|by|von|zu))?\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\s*(?::|;|\s-{1,3}\s|-{2,3}|\.\s|\?\s|!\s|\s/\s|\s=\s|：|。|·|\s\||\s\(|,\s(?=\d{4}-\d{2,4}\b))\s*")
#: the longest titles of the 18th century have some 250 words
_MOST_WORDS = 400
_LONGEST = 4000
_PARALLEL = re.compile(r"\s+=\s+")
_ABBREVIATED = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,20})\.(?=\s)")
#: German catalogues cut "und" short
_UND = re.compile(r"(?<=\s)u\.(?=\s)")
_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…)\s*\Z")


class Run(NamedTuple):
    """A run of words: in one spelling, for comparison, and as they stand, for showing."""

    words: tuple[str, ...]
    shown: tuple[str, ...]

    def cut(self, start: int, end: int | None = None) -> Run:
        """The words from ``start`` up to ``end``."""
        return Run(self.words[start:end], self.shown[start:end])

    def __str__(self) -> str:
        return " ".join(self.shown)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A title ready for comparison.

    ``clean``        reading form
    ``key``          comparison key, Greek letters spelt out
    ``run``          its words
    ``breaks``       numbers of words before a colon, full stop, dash ...: where a subtitle may begin
    ``script``       script of most letters
    ``abbreviated``  words that stand with a full stop behind them
    ``cut``          the text ends in three dots
    """

    clean: str
    key: str
    run: Run
    breaks: tuple[int, ...]
    script: str
    abbreviated: frozenset[str]
    cut: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The words in one spelling."""
        return self.run.words


@lru_cache(maxsize=16384)
def prepare(text: str) -> Prepared:
    """Everything that a comparison needs of one title; cached, since a title meets many candidates."""
    clean = text_rules.clean(text)
    cut = _ELLIPSIS.search(clean) is not None
    whole = _UND.sub("und", clean)
    key = spell_greek(text_rules.key(whole))
    words = _words(key)
    breaks = []
    for match in _BREAK.finditer(whole) if len(whole) <= _LONGEST else ():
        if match.start() > 0:
            count = len(spell_greek(text_rules.key(whole[: match.start()])).split())
            if 0 < count < len(words):
                breaks.append(count)
    abbreviated = frozenset(canonical(w.lower()) for w in _ABBREVIATED.findall(clean))
    return Prepared(
        clean, key, Run(words, tuple(key.split())), tuple(dict.fromkeys(breaks)), text_rules.script(clean), abbreviated, cut
    )


def _words(key: str) -> tuple[str, ...]:
    raw = key.split()
    found = []
    for i, word in enumerate(raw):
        if len(word) == 1 and word in "ivx" and ((i and raw[i - 1] in _PART_WORDS) or (i == len(raw) - 1 and i > 0)):
            word = str(roman(word))
        found.append(canonical(word))
    return tuple(found)


def compare(given: str, held: str, forms: Sequence[str] = ()) -> Agreement:
    """Compare a title with the one held, and with the ``forms`` it is also known by (other scripts, abbreviations).

    ``detail`` names the words that only one side has.
    """
    first = compare_prepared(prepare(given), prepare(held))
    if first.same:
        return first
    for form in forms:
        other = compare_prepared(prepare(given), prepare(form))
        if other.same:
            return Agreement(True, OTHER_FORM, f"{form}: {other.level}")
    return first


def compare_prepared(a: Prepared, b: Prepared) -> Agreement:
    """As :func:`compare`, for prepared titles."""
    if not a.key or not b.key:
        return Agreement(None, NOT_COMPARABLE, "one side has no word to compare")
    if a.clean == b.clean:
        return Agreement(True, SAME_STRING)
    if a.key == b.key:
        return Agreement(True, SAME_NORMALISED)
    if a.script and b.script and a.script != b.script:
        return _across_scripts(a, b)
    if max(len(a.words), len(b.words)) > _MOST_WORDS:
        return Agreement(None, NOT_COMPARABLE, "too long for a title")
    whole = _compare_words(a, b, a.run, b.run)
    if whole.same:
        return whole
    return _by_parts(a, b, whole) or _notice(a, b) or whole


def _across_scripts(a: Prepared, b: Prepared) -> Agreement:
    one, two = (prepare(text_rules.transliterate(side.clean)) for side in (a, b))
    if one.key and two.key:
        level = _compare_words(one, two, one.run, two.run)
        if level.same:
            return Agreement(True, TRANSLITERATED, level.detail)
    for side, other in ((a, b), (b, a)):  # a title with its parallel title: "Война и мир = War and peace"
        for part in _PARALLEL.split(side.clean) if _PARALLEL.search(side.clean) else ():
            if compare_prepared(prepare(part), other).same:
                return Agreement(True, OTHER_FORM, "parallel title")
    return Agreement(None, SCRIPTS, f"{a.script.title()} and {b.script.title()}")


# --- words -----------------------------------------------------------------------------------------------------------------


def _compare_words(a: Prepared, b: Prepared, left: Run, right: Run) -> Agreement:
    if left.words == right.words or "".join(left.words) == "".join(right.words):
        return Agreement(True, SAME_WORDS)
    left, right = _without_article(left, right), _without_article(right, left)
    if not (a.abbreviated or b.abbreviated) and _plainly_others(frozenset(left.words), frozenset(right.words)):
        given_only = [shown for word, shown in zip(*left, strict=True) if word not in right.words]
        held_only = [shown for word, shown in zip(*right, strict=True) if word not in left.words]
        return Agreement(False, DIFFERS, _only(given_only, held_only))
    given: list[str] = []
    held: list[str] = []
    notes: list[str] = []
    typos = 0
    small = False
    for mine, theirs in _stretches(left, right):
        outcome = _segment(mine, theirs, a.abbreviated | b.abbreviated)
        if outcome is None:
            given += [shown for word, shown in zip(*mine, strict=True) if word not in theirs.words]
            held += [shown for word, shown in zip(*theirs, strict=True) if word not in mine.words]
            continue
        typos += outcome[0]
        small = small or outcome[1] == SMALL_WORDS
        if outcome[1] in (PLURAL, TYPOS):
            notes.append(f"{mine} / {theirs}")
    if given or held:
        if sorted(given) == sorted(held):
            return Agreement(False, NEAR_MISS, f"the words stand in another order: {' '.join(given)}")
        return _differing(left, right, given, held)
    if typos > 2 or typos * 3 > max(3, min(len(left.words), len(right.words)) + 1):
        return Agreement(False, NEAR_MISS, "more slips than a title of this length allows: " + "; ".join(notes))
    if notes:
        return Agreement(True, TYPOS if typos else PLURAL, "; ".join(notes))
    return Agreement(True, SMALL_WORDS if small else SAME_WORDS)


def _stretches(left: Run, right: Run) -> Iterator[tuple[Run, Run]]:
    """The stretches in which two runs differ, whichever of them comes first (the matcher itself is not symmetric)."""
    swapped = left.words > right.words
    first, second = (right, left) if swapped else (left, right)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, first.words, second.words, autojunk=False).get_opcodes():
        if tag != "equal":
            pair = first.cut(i1, i2), second.cut(j1, j2)
            yield (pair[1], pair[0]) if swapped else pair


def _plainly_others(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether two titles of four words or more share fewer than a third of them: beyond slips, compounds and small words."""
    mine, theirs = left - _SMALL, right - _SMALL
    fewest = min(len(mine), len(theirs))
    return fewest >= 4 and len(mine & theirs) * 3 < fewest


def _without_article(run: Run, other: Run) -> Run:
    words = run.words
    if (
        len(words) > 1
        and words[0] in _LEADING_ARTICLES
        and (words[1:] == other.words or (len(words) > 2 and other.words[:1] != words[:1]))
    ):
        return run.cut(1)
    return run


def _segment(mine: Run, theirs: Run, abbreviated: frozenset[str]) -> tuple[int, str] | None:
    """How a differing stretch can still be the same: number of slips and the level; ``None`` when it is another thing."""
    if not mine.words or not theirs.words:
        return (0, SMALL_WORDS) if all(w in _SMALL for w in (*mine.words, *theirs.words)) else None
    joined = "".join(mine.words), "".join(theirs.words)
    if joined[0] == joined[1]:
        return 0, SAME_WORDS
    if len(mine.words) != len(theirs.words):
        mine, theirs = _without_small(mine, theirs), _without_small(theirs, mine)
        if mine.words == theirs.words:
            return 0, SMALL_WORDS
    if len(mine.words) == len(theirs.words):
        return _word_by_word(mine, theirs, abbreviated)
    if min(len(mine.words), len(theirs.words)) == 1 and min(map(len, joined)) >= 8:  # "data base" / "databsae"
        count = slips(*joined)
        return None if count is None else (count, TYPOS)
    return None


def _word_by_word(mine: Run, theirs: Run, abbreviated: frozenset[str]) -> tuple[int, str] | None:
    total, level = 0, SAME_WORDS
    for one, two, one_shown, two_shown in zip(mine.words, theirs.words, mine.shown, theirs.shown, strict=True):
        if one == two or _abbreviates(one, two, abbreviated) or _abbreviates(two, one, abbreviated):
            continue
        if plural(one, two):
            level = level if level == TYPOS else PLURAL
            continue
        exchanged = len(one) == 3 and sorted(one) == sorted(two) and (one in _SMALL or two in _SMALL)  # "teh"
        # a slip can look like another spelling: "fraework" is no British form
        count = 1 if exchanged else slips(one_shown, two_shown) or slips(one, two)
        if count is None:
            return None
        total, level = total + count, TYPOS
    return total, level


def _without_small(run: Run, other: Run) -> Run:
    kept = [i for i, w in enumerate(run.words) if w not in _SMALL or w in other.words]
    return Run(tuple(run.words[i] for i in kept), tuple(run.shown[i] for i in kept)) if kept else run


def _abbreviates(short: str, long: str, abbreviated: frozenset[str]) -> bool:
    return short in abbreviated and 3 <= len(short) < len(long) and long.startswith(short)


def _differing(left: Run, right: Run, given: list[str], held: list[str]) -> Agreement:
    detail = _only(given, held)
    content = [w for w in (*given, *held) if w not in _SMALL]
    numbered = all(_numeral(w) or w in _PART_WORDS for w in content) and any(_numeral(w) for w in content)
    if content and numbered:
        return Agreement(False, NUMBERS, detail)
    # one or two words on either side among many that agree, none of them a number: perhaps the same title, wrongly copied
    differing = max(_content(given), _content(held))
    common = min(_content(left.words) - _content(given), _content(right.words) - _content(held))
    near = differing <= 2 and common >= max(2, 2 * differing) and not any(_numeral(w) for w in content)
    return Agreement(False, NEAR_MISS if near else DIFFERS, detail)


def _only(given: Sequence[str], held: Sequence[str]) -> str:
    return "; ".join(f"{side}: {' '.join(words)}" for side, words in (("only given", given), ("only held", held)) if words)


def _content(words: Sequence[str]) -> int:
    return sum(w not in _SMALL for w in words)


def content_words(title: Prepared) -> int:
    """How many words of a title are no small words: a measure of how much its agreement says."""
    return _content(title.words)


def _numeral(word: str) -> bool:
    return any(c.isdigit() for c in canonical(word)) or word in ("i", "v", "x")


# --- subtitles -------------------------------------------------------------------------------------------------------------


def _by_parts(a: Prepared, b: Prepared, whole: Agreement) -> Agreement | None:
    """A subtitle that one side leaves out, a parallel title, or a title cut short. ``None`` when the parts do not help."""
    for side, other, who in ((a, b, "given"), (b, a, "held")):
        for count in side.breaks:
            head, tail = side.run.cut(0, count), side.run.cut(count)
            if _compare_words(a, b, head, other.run).same:
                return _subtitle(head, tail, who)
            short_front = count <= 2 and len(tail.words) >= 4 and not _is_notice(head.words)
            if short_front and _compare_words(a, b, tail, other.run).same:
                return Agreement(True, NO_SUBTITLE, f"only {who}, in front: {head}")
        for part in _PARALLEL.split(side.clean) if _PARALLEL.search(side.clean) else ():
            if compare_prepared(prepare(part), other).same:
                return Agreement(True, OTHER_FORM, "parallel title")
    for side, other in ((a, b), (b, a)):
        count = len(side.words) - 1  # the last word may be cut in the middle
        if side.cut and count >= 4 and _compare_words(a, b, side.run.cut(0, count), other.run.cut(0, count)).same:
            return Agreement(True, CUT_SHORT)
    for mine in a.breaks:
        for theirs in b.breaks:
            if _compare_words(a, b, a.run.cut(0, mine), b.run.cut(0, theirs)).same and whole.level != NUMBERS:
                near = whole.level == NEAR_MISS
                return Agreement(False, NEAR_MISS if near else OTHER_SUBTITLE, whole.detail)
    return None


def _subtitle(head: Run, tail: Run, who: str) -> Agreement:
    """The verdict on ``tail``, which only one side has behind the same ``head``."""
    shown = f"only {who}: {tail}"
    if _is_notice(tail.words) or _is_notice(head.words):
        return Agreement(False, NOTICE, shown)
    years = all(re.fullmatch(r"\d{4}", w, re.ASCII) for w in tail.words) and len(tail.words) == 2  # "Ireland, 1500-2000"
    numbered = (tail.words[0] in _PART_WORDS and len(tail.words) <= 3) or (len(tail.words) <= 2 and _numeral(tail.words[0]))
    return Agreement(False, NUMBERS, shown) if numbered and not years else Agreement(True, NO_SUBTITLE, shown)


def _is_notice(words: Sequence[str]) -> bool:
    return words[0] in _NOTICES and len(words) <= 4


def _notice(a: Prepared, b: Prepared) -> Agreement | None:
    """``Correction to: X`` beside ``X``: another work, however alike."""
    for side, other in ((a, b), (b, a)):
        match = _NOTICE.match(side.clean)
        if match and not _NOTICE.match(other.clean):
            rest = prepare(side.clean[match.end() :].strip(" :-'\"“”‘’([])"))
            if rest.words and (_compare_words(rest, other, rest.run, other.run).same or _starts_alike(rest, other)):
                return Agreement(False, NOTICE, match[0].strip())
    return None


def _starts_alike(rest: Prepared, other: Prepared) -> bool:
    count = len(other.words)
    return count >= 3 and rest.words[:count] == other.words
