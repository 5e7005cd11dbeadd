"""Free text to claims: abstracts, notes and biographies as concepts, names, facts and relations, each with its span.

What is taken from a text is never a statement of the record: it is marked as extracted, stays apart from the record's own claims,
and weighs less by rule. Only English is read; a text in another language is named as not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gate.model import Claim, Kind, Method, Passage, Record, Span, Statement, TextClaims
from gate.normalise.text import key
from gate.properties import MENTIONS, PROPERTIES, RELATES_TO, ValueType
from gate.records.claims import SUBJECT
from gate.records.extraction.facts import facts, names
from gate.records.extraction.language import ENGLISH, language_of
from gate.records.extraction.parsed import Parser, Place, Sentence
from gate.records.extraction.phrases import parse

__all__ = [
    "MAX_CHARACTERS",
    "MAX_CONCEPTS",
    "MAX_RELATIONS",
    "Parser",
    "concept_node",
    "folded",
    "installed_parser",
    "read_texts",
    "texts_of",
]

MAX_CHARACTERS = 20_000
"""Read of one text. An abstract has about 1,500; what is longer is no abstract, and what is left is named in the report."""
MAX_CONCEPTS = 300
"""Kept of one record, in the order of the text."""
MAX_RELATIONS = 2_000


def installed_parser() -> Parser | None:
    """The dependency parser of the ``text`` extra; None where it is not installed, and then phrases are found by rules."""
    from gate.records.extraction.parsing import open_parser

    return open_parser()


def texts_of(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements whose value is prose."""
    return tuple(s for s in statements if PROPERTIES[s.property].type is ValueType.TEXT and s.value.strip())


def read_texts(record: Record, parser: Parser | None = None) -> TextClaims:
    """What the texts of ``record`` say. ``parser`` finds the phrases; by default :mod:`gate.records.extraction.phrases` does.

    The value of every claim is ``text[span.start:span.end]``, where ``text`` is the value of the record's statement at the
    claim's path. The same concept twice is one claim, at its first place.
    """
    reading = _Reading()
    passages = tuple(_read(record, text, parser or parse, reading) for text in texts_of(record.statements))
    return TextClaims(passages, tuple(reading.concepts.values()), tuple(reading.facts), tuple(reading.relations.values()))


@dataclass(slots=True)
class _Reading:
    concepts: dict[str, Claim] = field(default_factory=dict)
    facts: list[Claim] = field(default_factory=list)
    relations: dict[tuple[str, str, str], Claim] = field(default_factory=dict)


def _read(record: Record, text: Statement, parser: Parser, reading: _Reading) -> Passage:
    passage = Passage(text.path, len(text.value), 0)
    head = replace(text, value=text.value[:MAX_CHARACTERS])
    language = language_of(head.value, text.lang)
    reading.facts += facts(record, head, language == ENGLISH)
    if language != ENGLISH:
        why = f"only English is read, and this is {language}" if language else "its language is not known"
        return replace(passage, reason=why)
    parsed = parser(head.value)
    for sentence in parsed.sentences:
        _add(head, sentence, parsed.method, reading, with_names=record.kind is Kind.AGENT)
    return replace(passage, read=len(head.value), method=parsed.method)


def _add(text: Statement, sentence: Sentence, method: Method, reading: _Reading, *, with_names: bool) -> None:
    """The concepts and names of a sentence, and what joins them: a verb, or else that they stand together."""
    named = tuple(names(text.value, *sentence.place)) if with_names else ()
    phrases = [None if any(s < end and start < e for s, e in named) else (start, end) for start, end in sentence.phrases]
    numbers = [_mention(text, place, method, reading) if place is not None else "" for place in phrases]
    for subject, target, verb in sentence.joined:
        place = phrases[target]
        if numbers[subject] and numbers[target] and place is not None:
            _relate(text, numbers[subject], numbers[target], Span(*place, Method.PARSE, verb), reading)
    found = [(place, node) for place, node in zip(phrases, numbers, strict=True) if place is not None and node]
    found += [(place, _mention(text, place, Method.NAME, reading)) for place in named]
    for n, (place, node) in enumerate(sorted(found)):
        for _, before in sorted(found)[:n]:
            if before and node:
                _relate(text, before, node, Span(*place, Method.CO_OCCURRENCE), reading)


def _mention(text: Statement, place: Place, method: Method, reading: _Reading) -> str:
    """The node of a concept, which is noted down where it is the first of its kind; empty where no more are kept."""
    start, end = place
    value = text.value[start:end]
    known = folded(value)
    claim = reading.concepts.get(known)
    if claim is None:
        if not known or len(reading.concepts) >= MAX_CONCEPTS:
            return ""
        claim = Claim(SUBJECT, Statement(MENTIONS, value, text.path, lang=text.lang), Span(start, end, method))
        reading.concepts[known] = claim
    return concept_node(claim.statement)


def _relate(text: Statement, subject: str, target: str, span: Span, reading: _Reading) -> None:
    """Note that two concepts are joined; standing together has no direction, so once is enough."""
    ends = (subject, target) if span.relation else (min(subject, target), max(subject, target))
    if subject == target or len(reading.relations) >= MAX_RELATIONS:
        return
    statement = Statement(RELATES_TO, text.value[span.start : span.end], text.path, lang=text.lang)
    reading.relations.setdefault((*ends, span.relation), Claim(subject, statement, span))


def concept_node(statement: Statement) -> str:
    """The node of a concept of free text, the same for singular and plural; one that a source knows gets the source's node."""
    return f"term:{folded(statement.value)}"


def folded(phrase: str) -> str:
    """The comparison key of a phrase with its last word in the singular, roughly: ``Neural networks`` is ``neural network``."""
    words = key(phrase)
    if words.endswith("ies") and len(words) > 4:
        return words[:-3] + "y"
    return words[:-1] if words.endswith("s") and not words.endswith(("ss", "us", "is")) and len(words) > 3 else words
