"""Noun phrases, sentences, spans and relations by rules; what hostile and foreign text does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.model import Kind, Method, Record, Statement, TextClaims
from gate.records.extraction import MAX_CHARACTERS, MAX_CONCEPTS, MAX_RELATIONS, concept_node, folded, read_texts
from gate.records.extraction.language import language_of
from gate.records.extraction.phrases import sentences
from tests.things import person, record


def abstract(text: str, lang: str = "") -> TextClaims:
    return read_texts(Record(Kind.WORK, "w", (Statement("abstract", text, "520[1]$a", lang=lang),)))


def said(text: str) -> list[str]:
    return [claim.statement.value for claim in abstract(text).concepts]


def test_phrases_have_their_place_and_are_marked() -> None:
    claims = abstract("We show that eel larvae live in cold currents. The eel larvae of the Baltic Sea grow slowly.").concepts
    places = [(c.statement.value, c.extracted.start, c.extracted.end) for c in claims if c.extracted is not None]
    assert places == [("eel larvae", 13, 23), ("cold currents", 32, 45), ("Baltic Sea", 69, 79)]
    assert {c.path for c in claims} == {"520[1]$a"}
    assert {c.extracted.method for c in claims if c.extracted} == {Method.NOUN_PHRASE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The results of this study are discussed.", []),
        ("It uses convolutional neural networks, a type of deep learning.", ["convolutional neural networks", "deep learning"]),
        ("Patients with type 2 diabetes mellitus were included.", ["Patients", "diabetes mellitus"]),
        ("COVID-19 and the H5N1 virus in the U.S.A. are compared.", ["COVID-19", "H5N1 virus", "U.S.A"]),
        ("BACKGROUND: Salinity is rising. METHODS: the otoliths were weighed.", ["Salinity", "otoliths"]),
        ("The work of Smith et al. is on monetary policy.", ["Smith", "monetary policy"]),
        ("It is partly about family law.", ["family law"]),
    ],
)
def test_what_names_a_concept(text: str, expected: list[str]) -> None:
    assert [value for value in said(text) if value not in ("rising", "weighed")] == expected


def test_a_concept_is_told_once_in_singular_and_plural() -> None:
    assert said("The neural network is one of the neural networks. The Neural Network is a network.") == [
        "neural network",
        "network",
    ]
    assert folded("Neural Networks") == folded("neural network")
    assert folded("analysis") == "analysis"
    assert folded("Studies") == "study"


def test_concepts_of_one_sentence_are_joined_and_of_two_are_not() -> None:
    text = "The salinity of the Baltic Sea is low. The otolith of the eel is small."
    claims = abstract(text)
    pairs = {frozenset((c.subject, concept_node(c.statement))) for c in claims.relations}
    assert pairs == {frozenset(("term:salinity", "term:baltic sea"))}
    (relation,) = claims.relations
    assert relation.extracted is not None
    assert relation.extracted.method is Method.CO_OCCURRENCE
    assert text[relation.extracted.start : relation.extracted.end] == relation.statement.value == "Baltic Sea"


def test_abbreviations_and_initials_end_no_sentence() -> None:
    text = "Dr. J. S. Mill wrote it, cf. Fig. 3 and others. It was read. \u201cWhy?\u201d he asked."
    assert [text[s:e].strip() for s, e in sentences(text)] == [
        "Dr. J. S. Mill wrote it, cf. Fig. 3 and others.",
        "It was read.",
        "\u201cWhy?\u201d he asked.",
    ]
    assert "".join(text[s:e] for s, e in sentences(text)) == text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The migration of eels in the Baltic and the salinity of its water.", "English"),
        ("Die Wanderung der Aale in der Ostsee und der Salzgehalt des Wassers.", "German"),
        ("La migration des anguilles dans la mer Baltique et le sel de cette eau.", "French"),
        ("La migración de las anguilas en el mar Báltico y la sal del agua.", "Spanish"),
        ("Миграция угря в Балтийском море", "in Cyrillic script"),
        ("ウナギの回遊", "in Hiragana script"),
        ("هجرة الأنقليس في بحر البلطيق", "in Arabic script"),
        ("Anguilla anguilla", ""),
        ("12345 --- !!", ""),
    ],
)
def test_only_english_is_read_and_all_else_is_named(text: str, language: str) -> None:
    found = language_of(text)
    assert found == language or {found, language} == {"in Hiragana script", "in Cjk script"}
    (passage,) = abstract(text).passages
    assert (passage.read == len(text)) is (language == "English")
    assert bool(passage.reason) is (language != "English")
    assert bool(abstract(text).concepts) is (language == "English")


def test_the_stated_language_settles_it() -> None:
    english = "The migration of eels in the Baltic"
    assert "this is ger" in abstract(english, lang="ger").passages[0].reason
    assert not abstract("Anguilla anguilla", lang="en").passages[0].reason


HOSTILE = {
    "no sentence marks": "the eel and the herring " * 60_000,
    "one word": "a" * 1_000_000,
    "marks": ".!?(" * 250_000,
    "blanks": " " * 1_000_000,
    "controls": "the eel \x00\x07\x1b[31m in the \ud800 sea " * 30_000,
    "capitals": "the Anna Bella Carla " * 50_000,
    "distinct": " the ".join(f"zander{n:06d}" for n in range(60_000)),
    "right to left": "the \u202eeel\u202c of the \u05d0\u05d1\u05d2 sea. " * 30_000,
    "brackets": "(1811-" * 160_000,
    "initials": "A. " * 330_000,
    "particles": "Anna " + "de " * 330_000,
    "born": "was born in " * 80_000,
    "hyphens": "She was born in " + "Aa-" * 300_000 + "Aa or 1. " + "She was born in " + "Aa-" * 1500 + "Aa or 1.",
    "hyphens in time": ("She was born in " + "Aa-" * 1500 + "Aa or 1. ") * 200,
    "one long name": "A" * 15_000 + " (1811-1879) was the one. " * 40_000,
    "dates": "Anna Bella (1811 - " * 50_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", [Kind.WORK, Kind.AGENT])
def test_a_megabyte_of_anything_is_read_to_its_limit(name: str, kind: Kind) -> None:
    text = HOSTILE[name]
    prop = "abstract" if kind is Kind.WORK else "biography"
    claims = read_texts(Record(kind, "x", (Statement("name", "Anna Bella"), Statement(prop, text, prop))))
    assert all(p.read <= MAX_CHARACTERS and p.length == len(text) for p in claims.passages)
    assert len(claims.concepts) <= MAX_CONCEPTS
    assert len(claims.relations) <= MAX_RELATIONS
    for claim in (*claims.concepts, *claims.facts, *claims.relations):
        assert claim.extracted is not None
        assert text[claim.extracted.start : claim.extracted.end] == claim.statement.value


PIECES = (
    "the of and is in was born He She (1811-1879) 1811 Anna Bella eel eels Baltic Sea. neural networks, deep learning d. b. de"
    " \u201cso\u201d COVID-19 U.S.A. and/or \u202e \x00 \u05d0 \u00df \u0130 e\u0301 March 2, 1811 Graz; 10-fold ... ! ? \n\n"
)
WORDS = st.sampled_from(re.split(" ", PIECES))
TEXTS = st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=200)


@given(TEXTS, st.sampled_from([Kind.WORK, Kind.AGENT, Kind.CONCEPT]))
@settings(max_examples=200, deadline=None)
def test_every_claim_is_the_very_text_of_its_span(text: str, kind: Kind) -> None:
    prop = {Kind.WORK: "abstract", Kind.AGENT: "biography", Kind.CONCEPT: "scope_note"}[kind]
    held = Record(kind, "x", (Statement("name", "Anna Bella"), Statement(prop, text, "place", lang="en")))
    claims = read_texts(held)
    nodes = {concept_node(c.statement) for c in claims.concepts}
    for claim in (*claims.concepts, *claims.facts, *claims.relations):
        assert claim.extracted is not None
        assert claim.path == "place"
        assert claim.statement.value
        assert text[claim.extracted.start : claim.extracted.end] == claim.statement.value
    for claim in claims.relations:
        assert {claim.subject, concept_node(claim.statement)} <= nodes


def test_a_record_keeps_its_own_claims() -> None:
    one = record(**person(biography="She was born in Linz and knew Anton Velde."))
    read_texts(one)
    assert not [s for s in one.statements if s.property in ("mentions", "relates_to")]
