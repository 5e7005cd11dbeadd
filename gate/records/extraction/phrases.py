"""English noun phrases and sentences by rules: no grammar, no model, the same result everywhere.

A phrase is a run of words with nothing but blanks between them, and no word in it that ends one (an article, a preposition, a
verb or adverb that is common in abstracts, see :mod:`gate.records.extraction.words`). This is how RAKE finds its candidates (Rose
et al., Automatic keyword extraction from individual documents, 2010, section 1.2), with verbs and empty adjectives among its stop
words. It sees no grammar: a rare verb stays in its phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gate.model import Method
from gate.records.extraction.parsed import Parsed, Place, Sentence
from gate.records.extraction.words import ENDING_IN_ED, GENERIC, breaks

#: words with inner hyphens, apostrophes and points: COVID-19, O'Neill, U.S.A
_WORD = re.compile(r"\w+(?:[-\u2010\u2011'\u2019.]\w+)*")
_END = re.compile(r"[.!?\u2026]+[\"'\u201d\u2019)\]]*(?=\s+[\"'\u201c(\[]*[^\W_a-z])|[\u3002\uff01\uff1f]|\n\s*\n")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(\[])(?:[A-Z]|[A-Z]\.[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|Sts|Jr|Sr|Fig|Figs|Eq|Eqs|No|Nos|Vol|Vols|Ed|Eds|vs|cf|ca|c|b|d|al|e\.g"
    r"|i\.e|viz|approx|resp|Inc|Ltd|Co|Rev|Gen|Col|Capt|Univ|Dept|pp|p|fl|sp|spp|var|subsp)$"
)
MAX_WORDS = 5
"""A longer run has swallowed a verb; its last words are the likeliest phrase, for English phrases end in their head."""
MAX_SENTENCE = 80
"""Words. What has no sentence marks (a table, a list, noise) is cut there, so that not everything occurs with everything."""


def parse(text: str) -> Parsed:
    """The sentences of ``text`` with their phrases. Linear in its length; never raises."""
    found = (Sentence((words[0].start(), words[-1].end()), tuple(_phrases(text, words))) for words in _sentences(text))
    return Parsed(tuple(found), Method.NOUN_PHRASE)


def sentences(text: str) -> list[Place]:
    """First and last but one character of every sentence, in order; together they are all of the text."""
    found: list[Place] = []
    start = 0
    for mark in _END.finditer(text):
        if mark[0][0] == "." and _ABBREVIATED.search(text, max(start, mark.start() - 12), mark.start()):
            continue
        found.append((start, mark.end()))
        start = mark.end()
    if start < len(text):
        found.append((start, len(text)))
    return found


def _sentences(text: str) -> Iterator[list[re.Match[str]]]:
    for start, end in sentences(text):
        words = list(_WORD.finditer(text, start, end))
        for first in range(0, len(words), MAX_SENTENCE):
            yield words[first : first + MAX_SENTENCE]


def _phrases(text: str, words: Iterable[re.Match[str]]) -> Iterator[Place]:
    run: list[re.Match[str]] = []
    for word in words:
        if run and not text[run[-1].end() : word.start()].isspace():
            yield from _trimmed(run)
            run = []
        if breaks(word[0].lower()) or not any(map(str.isalpha, word[0])):
            yield from _trimmed(run)
            run = []
        else:
            run.append(word)
    yield from _trimmed(run)


def _trimmed(run: list[re.Match[str]]) -> Iterator[Place]:
    """The phrase of a run: without a participle at its end, which is the verb of what follows; empty words alone are none."""
    while len(run) > 1 and run[-1][0].endswith("ed") and len(run[-1][0]) > 4:
        run = run[:-1]
    run = run[-MAX_WORDS:]
    if run and says_something([word[0] for word in run]):
        yield run[0].start(), run[-1].end()


def says_something(words: list[str]) -> bool:
    """Whether the words of a phrase name a concept: not only words of every abstract, nor a short word that is no acronym."""
    if all(word.lower() in GENERIC for word in words):
        return False
    if len(words) == 1 and words[0].endswith("ed") and words[0].lower() not in ENDING_IN_ED:
        return False  # a participle or a verb
    return len(words) > 1 or len(words[0]) >= 4 or (len(words[0]) > 1 and words[0].isupper())
