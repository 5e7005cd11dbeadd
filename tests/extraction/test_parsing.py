"""Dependency parses: the extra ``text``, and what happens without it."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from gate.comparison.text import installed
from gate.errors import UsageError
from gate.model import Kind, Method, Record, Statement, TextClaims
from gate.records.extraction import Parser, concept_node, installed_parser, parsing, read_texts
from tests.extraction.test_phrases import TEXTS


@pytest.fixture(scope="module")
def parser() -> Parser:
    found = installed_parser()
    if found is None:
        pytest.skip("the extra text is not installed")
    return found


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    parsing.open_parser.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    yield
    parsing.open_parser.cache_clear()


def abstract(text: str, parser: Parser | None) -> TextClaims:
    return read_texts(Record(Kind.WORK, "w", (Statement("abstract", text, "abstract", lang="en"),)), parser)


def test_phrases_are_marked_by_method_and_joined_by_their_verb(parser: Parser) -> None:
    text = "Cold currents carry the eel larvae and 10-fold more plankton across the Baltic Sea (and its bays)."
    said = abstract(text, parser)
    assert {c.extracted.method for c in said.concepts if c.extracted} == {Method.PARSE}
    values = [c.statement.value for c in said.concepts]
    assert values[:2] == ["Cold currents", "eel larvae"]
    assert "Baltic Sea" in values
    assert not [v for v in values if "(" in v or v.startswith(("the ", "-"))]
    joined = {
        (c.subject, c.extracted.relation, concept_node(c.statement))
        for c in said.relations
        if c.extracted and c.extracted.relation
    }
    assert ("term:cold current", "carry", "term:eel larvae") in joined
    assert said.passages[0].method is Method.PARSE


@given(TEXTS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_claim_is_the_very_text_of_its_span(parser: Parser, text: str) -> None:
    said = abstract(text, parser)
    nodes = {concept_node(c.statement) for c in said.concepts}
    for claim in (*said.concepts, *said.relations):
        assert claim.extracted is not None
        assert claim.statement.value
        assert text[claim.extracted.start : claim.extracted.end] == claim.statement.value
    assert all({c.subject, concept_node(c.statement)} <= nodes for c in said.relations)


@pytest.mark.usefixtures("nothing_installed")
def test_without_the_extra_the_rules_read() -> None:
    assert installed_parser() is None
    said = abstract("The eel of the Baltic Sea is small.", installed_parser())
    assert {c.extracted.method for c in said.concepts if c.extracted} == {Method.NOUN_PHRASE}


def test_a_model_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise OSError("no such file: config.cfg")

    parsing.open_parser.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    monkeypatch.setattr(importlib, "import_module", broken)
    with pytest.raises(UsageError, match=r"cannot be loaded \(no such file"):
        installed_parser()
    parsing.open_parser.cache_clear()


@pytest.mark.usefixtures("parser")
def test_what_is_installed_is_what_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.comparison.text.installed_similarity", lambda: None)
    assert installed().parser is not None
    assert installed().similarity is None
