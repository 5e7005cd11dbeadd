"""The lexical domain: Roget's Thesaurus of 1911, heads with their terms by part of speech and their cross-references."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gate.model import Kind
from gate.stress.domain import Domain, Field
from gate.stress.truth import Thing

SNAPSHOT = "thesaurus"
ORACLE = "thesaurus-supplement"
SIZE, SEED = 30, 42

PROMPT = """Reconstruct head {number}, "{heading}", of Roget's Thesaurus of English Words and Phrases in the edition of 1911.
Answer with one JSON object and nothing else. Its keys are noun_list, verb_list, adjective_list, adverb_list and cross_references;
each holds a list of strings. In cross_references give the headings of the heads that this head refers to. Give an empty list
where the head has none."""


def prompt(thing: Thing) -> str:
    """The question about a head."""
    return PROMPT.format(number=thing.item, heading=thing.label)


@lru_cache(maxsize=100_000)
def clean(text: str) -> str:
    """A term as the published clean-up has it: no parentheses, glosses, ``&c`` or numerals; lower-case."""
    from gate.records.readers.roget import clean_term

    return clean_term(text)


DOMAIN = Domain(
    "roget",
    "Lexical reconstruction of Roget's Thesaurus",
    Kind.CONCEPT,
    (
        Field("noun_list", "nouns", relation="HAS_NOUN", also=("nouns", "noun")),
        Field("verb_list", "verbs", relation="HAS_VERB", also=("verbs", "verb")),
        Field("adjective_list", "adjectives", relation="HAS_ADJ", also=("adjectives", "adjective")),
        Field("adverb_list", "adverbs", relation="HAS_ADV", also=("adverbs", "adverb")),
        Field(
            "cross_references", "cross_references", relation="CROSS_REF", linked=True, also=("cross_reference", "crossreferences")
        ),
    ),
    prompt,
    clean,
)


def numbered(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """The heads with a plain number, 1 to 1000, without the lettered ones (``252a``), by number."""
    return tuple(sorted((t for t in things if t.item.isdecimal()), key=lambda t: int(t.item)))
