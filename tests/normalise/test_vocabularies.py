"""Codes of vocabularies as records name them."""

from __future__ import annotations

import pytest

from gate.model import Identifier
from gate.normalise import identifiers
from gate.normalise.vocabularies import code_of_identifier, number_in, vocabulary_code


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("lcsh", "lcsh"),
        ("LCSH.", "lcsh"),
        ("Library of Congress Subject Headings (LCSH)", "lcsh"),
        ("http://id.loc.gov/authorities/subjects", "lcsh"),
        ("https://id.loc.gov/authorities/subjects/sh85021262", "lcsh"),
        ("http://id.loc.gov/vocabulary/subjectSchemes/rvm", "rvm"),
        ("Medical Subject Headings", "mesh"),
        ("LCNAF", "naf"),
        ("gnd-content", "gnd-content"),
        ("our own list of words", ""),
        ("http://example.org/terms", ""),
        ("", ""),
    ],
)
def test_a_vocabulary_is_known_by_code_name_or_address(said: str, code: str) -> None:
    assert vocabulary_code(said) == code


@pytest.mark.parametrize(
    ("identifier", "code"),
    [
        (Identifier("lccn", "sh85021262"), "lcsh"),
        (Identifier("lccn", "n79021164"), "naf"),
        (Identifier("lccn", "2001012345"), ""),
        (Identifier("fast", "849374"), "fast"),
        (Identifier("iri", "http://vocab.getty.edu/aat/300015050"), "aat"),
        (Identifier("doi", "10.1/x"), ""),
    ],
)
def test_an_identifier_says_which_vocabulary_it_is_from(identifier: Identifier, code: str) -> None:
    assert code_of_identifier(identifier) == code


def test_a_bare_number_is_read_where_the_vocabulary_is_known() -> None:
    assert number_in("lcsh", "sh85021262") == Identifier("lccn", "sh85021262")
    assert number_in("mesh", "D002415") == Identifier("mesh", "D002415")
    assert number_in("lcsh", "85021262") is None  # the number of a book, as far as anyone can tell
    assert number_in("", "sh85021262") is None
    assert number_in("gnd", "http://example.org/1") is None


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("http://id.worldcat.org/fast/849374", Identifier("fast", "849374")),
        ("https://id.worldcat.org/fast/fst00849374", Identifier("fast", "849374")),
        ("http://id.nlm.nih.gov/mesh/D002415", Identifier("mesh", "D002415")),
        ("http://id.nlm.nih.gov/mesh/2024/D002415", Identifier("mesh", "D002415")),
        ("http://id.nlm.nih.gov/mesh/D002415Q000453", Identifier("mesh", "D002415Q000453")),
    ],
)
def test_addresses_of_fast_and_mesh_are_identifiers(text: str, identifier: Identifier) -> None:
    found = identifiers.detect(text)
    assert found is not None
    assert found.identifier == identifier
