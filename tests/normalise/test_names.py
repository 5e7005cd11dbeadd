"""Names taken apart, and lists of names."""

from __future__ import annotations

import pytest

from gate.normalise.names import is_corporate, parse, split_list


@pytest.mark.parametrize(
    ("text", "family", "given", "particles"),
    [
        ("Stephen King", "king", "stephen", ""),
        ("King, Stephen", "king", "stephen", ""),
        ("Langland, William, 1330?-1400?", "langland", "william", ""),
        ("Sarkar, Tapan (Tapan K.)", "sarkar", "tapan", ""),
        ("Jan van der Berg", "berg", "jan", "van der"),
        ("Berg, J. van der", "berg", "j", "van der"),
        ("van der Berg, J.", "berg", "j", "van der"),
        ("Vincent Van Gogh", "gogh", "vincent", "van"),
        ("Yann Le Cun", "cun", "yann", "le"),
        ("Le Song", "song", "le", ""),
        ("Quoc V. Le", "le", "quoc v", ""),
        ("Smith AB", "smith", "a b", ""),
        ("van den Berg JH", "berg", "j h", "van den"),
        ("Smith, A.B.", "smith", "a b", ""),
        ("NISHINA K.", "nishina", "k", ""),
        ("Dostoevsky F. M.", "dostoevsky", "f m", ""),
        ("J.-P. Sartre", "sartre", "j p", ""),
        ("Sartre, Jean-Paul", "sartre", "jean paul", ""),
        ("Wei Wang 0001", "wang", "wei", ""),
        ("O'Brien, Tim", "obrien", "tim", ""),
        ("Dr. John Smith PhD", "smith", "john", ""),
        ("Plato", "plato", "", ""),
        ("毛泽东", "毛泽东", "", ""),
        ("Aquinas, Thomas, Saint, 1225?-1274", "aquinas", "thomas", ""),
        ("Smith, J. (Ed.)", "smith", "j", ""),
        ("Dmitriy Anisimov¹*", "anisimov", "dmitriy", ""),
        ('{\\"O}zg{\\"u}r, Arzucan', "ozgur", "arzucan", ""),
        ("---", "", "", ""),
        ("\ud800", "", "", ""),
    ],
)
def test_persons(text: str, family: str, given: str, particles: str) -> None:
    name = parse(text)
    assert (" ".join(name.family), " ".join(name.given), " ".join(name.particles)) == (family, given, particles)
    assert not name.corporate


def test_parts_are_believed() -> None:
    name = parse("Gabriel García Márquez", family="García Márquez", given="Gabriel")
    assert name.family == ("garcia", "marquez")
    assert parse("x", family="van der Berg", given="J.").particles == ("van", "der")


def test_suffixes_dates_and_fuller_forms() -> None:
    name = parse("King, Martin Luther, Jr., 1929-1968")
    assert (name.family, name.given, name.suffixes, name.dates) == (("king",), ("martin", "luther"), ("jr",), "1929-1968")
    assert parse("Smith, John Jr.").suffixes == ("jr",)
    assert parse("William (Bill) Gates").fuller == ("bill",)
    assert parse("Sarkar, Tapan (Tapan K.)").fuller == ("tapan", "k")
    assert parse("Tolkien, J. R. R.").initials == "jrr"


@pytest.mark.parametrize(
    "text",
    [
        "U.S. Geological Survey",
        "Barnes and Noble, Inc.",
        "{Barnes and Noble, Inc.}",
        "University of Oxford",
        "ATLAS Collaboration",
    ],
)
def test_corporate(text: str) -> None:
    assert parse(text).corporate


@pytest.mark.parametrize("text", ["Bank, A.", "George Church", "Press, William", "Team", "King, Stephen", "Church, F. Forrester"])
def test_persons_who_are_called_like_bodies(text: str) -> None:
    assert not is_corporate(text)


@pytest.mark.parametrize(
    ("text", "expected", "et_al"),
    [
        ("A. Smith and B. Jones and others", ["A. Smith", "B. Jones"], True),
        ("Smith, A.; Jones, B.", ["Smith, A.", "Jones, B."], False),
        ("Chao et. al.", ["Chao"], True),
        ("Chao et al", ["Chao"], True),
        ("Smith, A., Jones, B., & Lee, C.", ["Smith, A.", "Jones, B.", "Lee, C."], False),
        ("Smith AB, Jones C, Lee D", ["Smith AB", "Jones C", "Lee D"], False),
        ("John Smith, Mary Jones, and Bob Lee", ["John Smith", "Mary Jones", "Bob Lee"], False),
        ("John Smith, Mary Jones and Bob Lee", ["John Smith", "Mary Jones", "Bob Lee"], False),
        ("A. Smith, B. Jones, et al.", ["A. Smith", "B. Jones"], True),
        ("Smith, John", ["Smith, John"], False),
        ("Garcia Marquez, Gabriel Jose", ["Garcia Marquez, Gabriel Jose"], False),
        ("da Silva, Bruno C. and Smith, John", ["da Silva, Bruno C.", "Smith, John"], False),
        ("van der Berg, J. and Li, X.", ["van der Berg, J.", "Li, X."], False),
        ("Blaise Agüera y Arcas and Max Vladymyrov", ["Blaise Agüera y Arcas", "Max Vladymyrov"], False),
        ("Shin-Fang Ch&apos;ng and Ian Reid", ["Shin-Fang Ch'ng", "Ian Reid"], False),
        ("King, Martin Luther, Jr.", ["King, Martin Luther, Jr."], False),
        ("Barnes and Noble, Inc.", ["Barnes and Noble, Inc."], False),
        ("{Barnes and Noble, Inc.} and Smith, J.", ["{Barnes and Noble, Inc.}", "Smith, J."], False),
        ("Centers for Disease Control and Prevention", ["Centers for Disease Control and Prevention"], False),
        ("Food and Agriculture Organization", ["Food and Agriculture Organization"], False),
        ("SMITH, J. AND LEE, K.", ["SMITH, J.", "LEE, K."], False),
        ("山田太郎; 鈴木花子", ["山田太郎", "鈴木花子"], False),
        ("", [], False),
        ("others", [], True),
        (" and ", [], False),
    ],
)
def test_lists(text: str, expected: list[str], et_al: bool) -> None:
    names, more = split_list(text)
    assert (list(names), more) == (expected, et_al)
