"""Names of persons and bodies, one by one and in lists."""

from __future__ import annotations

import time

import pytest

from gate.comparison.matching import names
from gate.comparison.matching.lists import compare_lists
from gate.model import Identifier, Statement


def name(text: str, *forms: str, identifier: str = "") -> Statement:
    identifiers = (Identifier("orcid", identifier),) if identifier else ()
    return Statement("creators", text, forms=forms, identifiers=identifiers)


UNITED = [
    ("King, Stephen", "Stephen King", names.SAME),
    ("S. King", "Stephen King", names.WITH_INITIALS),
    ("King S", "Stephen King", names.WITH_INITIALS),
    ("J. van der Berg", "Berg, J. van der", names.SAME),
    ("van der Berg", "Berg, J. van der", names.FAMILY_ONLY),
    ("Berg, J.", "Berg, J. van der", names.SAME),
    ("Yann LeCun", "Le Cun, Yann", names.SAME),
    ("de Freitas, N.", "Nando de Freitas", names.WITH_INITIALS),
    ("Xiaoming Li", "Li Xiaoming", names.ANOTHER_ORDER),
    ("Li Xiao-Ming", "Xiaoming Li", names.ANOTHER_ORDER),
    ("X.M. Li", "Xiaoming Li", names.WITH_INITIALS),
    ("García Márquez, Gabriel", "Gabriel García Márquez", names.SAME),
    ("García, Gabriel", "Gabriel García Márquez", names.PART_OF_FAMILY),
    ("Müller, Hans", "Mueller, Hans", names.SAME),
    ("Muller, Hans", "Müller, Hans", names.SAME),
    ("Bjorn Lodbrok", "Bjørn Łodbrok", names.SAME),
    ("Erd{\\H{o}}s, P.", "Paul Erdős", names.WITH_INITIALS),
    ("Jean\u2010Claude Smith\u2010Jones", "Smith-Jones, J.-C.", names.WITH_INITIALS),
    ("O'Brien, T.", "Tim OBrien", names.WITH_INITIALS),
    ("Philip Torr", "Philip H. S. Torr", names.SHORTER),
    ("Wei Wang", "Wei Wang 0001", names.SAME),
    ("Bill Gates", "William Gates", names.SHORT_FORM),
    ("Smith, John Jr.", "Smith, John", names.SAME),
    ("Micheal Jordan", "Michael Jordan", names.TYPOS),
    ("David Sliver", "David Silver", names.TYPOS),
    ("Langland, William, 1330?-1400?", "William Langland", names.SAME),
    ("Sarkar, Tapan (Tapan K.)", "T. K. Sarkar", names.WITH_INITIALS),
    ("Достоевский, Федор", "Dostoevsky, Fyodor", names.TRANSLITERATED),
    ("Достоевский", "Dostoevsky", names.TRANSLITERATED),
    ("Chao", "K.-M. Chao", names.FAMILY_ONLY),
    ("U.S. Geological Survey", "USGS", names.ACRONYM),
    ("U.S. Geological Survey", "United States Geological Survey", names.ACRONYM),
    ("Geological Survey (U.S.)", "U.S. Geological Survey", names.ANOTHER_ORDER),
    ("Barnes and Noble, Inc.", "Barnes & Noble", names.SAME),
    ("Plato", "PLATO", names.SAME),
]

SEPARATED = [
    ("Li", "Wu", names.DIFFERS),
    ("Rui Liu", "Rui Li", names.DIFFERS),
    ("Patricia Suriana", "Pratham Suriana", names.GIVEN_DIFFERS),
    ("Smith, Jane", "Smith, John", names.GIVEN_DIFFERS),
    ("John R. Smith", "John Q. Smith", names.GIVEN_DIFFERS),
    ("Smith, A.", "Smith, Bob", names.GIVEN_DIFFERS),
    ("Maria Rossi", "Mario Rossi", names.GIVEN_DIFFERS),
    ("Smith, John, Jr.", "Smith, John, Sr.", names.SUFFIX_DIFFERS),
    ("Plato", "Aristotle", names.DIFFERS),
    ("Достоевский, Ф. М.", "Толстой, Л. Н.", names.DIFFERS),
    ("山田太郎", "山田花子", names.DIFFERS),
    ("University of Oxford", "University of Cambridge", names.DIFFERS),
]


@pytest.mark.parametrize(("given", "held", "level"), UNITED)
def test_united(given: str, held: str, level: str) -> None:
    for found in (names.compare(name(given), name(held)), names.compare(name(held), name(given))):
        assert (found.same, found.level) == (True, level)


@pytest.mark.parametrize(("given", "held", "level"), SEPARATED)
def test_separated(given: str, held: str, level: str) -> None:
    for found in (names.compare(name(given), name(held)), names.compare(name(held), name(given))):
        assert (found.same, found.level) == (False, level)
        assert found.detail


@pytest.mark.parametrize(("given", "held"), [("—", "——"), ("", "Plato"), ("Достоевский", "Plato"), ("孔子", "Confucius")])
def test_not_comparable(given: str, held: str) -> None:
    assert names.compare(name(given), name(held)).same is None


def test_forms_in_other_scripts() -> None:
    held = name("Confucius", "孔子", "Kong Qiu")
    assert names.compare(name("孔子"), held).level == names.OTHER_FORM
    assert names.compare(name("孟子"), held).same is False  # two names in one script that differ


def test_identifiers() -> None:
    same = name("孔子", identifier="0000-0002-1825-0097")
    assert names.compare(same, name("Confucius", identifier="0000-0002-1825-0097")).same is True
    found = names.compare(name("Jane Roe", identifier="0000-0002-1825-0097"), name("John Doe", identifier="0000-0002-1825-0097"))
    assert (found.same, found.level) == (None, names.ANOTHER_NAME)


def people(*texts: str) -> list[Statement]:
    return [name(text) for text in texts]


def test_one_to_one() -> None:
    found = compare_lists(people("J. Smith", "J. Smith"), people("Jane Smith", "John Smith", "Ann Lee"))
    assert found.partners == (0, 1)
    assert found.missing == (2,)
    twice = compare_lists(people("Jane Smith", "Jane Smith"), people("Jane Smith", "Ann Lee"))
    assert twice.partners == (0, None)
    assert twice.levels[1] == "named twice"


def test_the_best_partner_is_taken_first() -> None:
    found = compare_lists(people("J. Smith", "Jane Smith"), people("Jane Smith", "John Smith"))
    assert found.partners == (1, 0)
    assert not found.order_preserved
    assert found.first_same is False


def test_order_and_first() -> None:
    found = compare_lists(people("Ann Lee", "Jane Roe"), people("Jane Roe", "Ann Lee"))
    assert (found.matched, found.order_preserved, found.first_same) == (2, False, False)
    same = compare_lists(people("Roe, J.", "Lee, A."), people("Jane Roe", "Ann Lee"), et_al=True)
    assert (same.order_preserved, same.first_same, same.et_al, same.extra) == (True, True, True, ())


def test_what_cannot_be_compared_is_unknown_not_extra() -> None:
    found = compare_lists(people("孔子", "Jane Roe", "Bob Poe"), people("Confucius", "Jane Roe"))
    assert found.unknown == {0}
    assert found.extra == (2,)
    assert found.first_same is None


def test_empty_lists() -> None:
    assert compare_lists([], people("Jane Roe")).missing == (0,)
    assert compare_lists(people("Jane Roe"), []).partners == (None,)
    assert compare_lists([], []).first_same is None


def test_thousands_of_names_take_bounded_time() -> None:
    held = people(*(f"Person{i} Family{i % 700}" for i in range(2500)))
    given = [held[(i * 7) % 2500] for i in range(2500)]
    start = time.perf_counter()
    found = compare_lists(given, held)
    assert time.perf_counter() - start < 20
    assert found.matched == 2500
