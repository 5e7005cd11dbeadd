"""Cases from bug reports about citation checkers, as far as they are a matter of matching; the outcome stands in brackets."""

from __future__ import annotations

import pytest

from gate.comparison.matching import compare_work, describe, names
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.model import Entity, Kind, Statement
from gate.normalise.identifiers import parse
from gate.normalise.names import split_list


def work(title: str, authors: str, **fields: str) -> tuple[Statement, ...]:
    listed, et_al = split_list(authors)
    found = [Statement("title", title), *(Statement("creators", name) for name in listed)]
    if et_al:
        found.append(Statement("creators", "et al.", parts=(Statement("et_al", "true"),)))
    return (*found, *(Statement(name, value) for name, value in fields.items()))


def cited(given: tuple[Statement, ...], held: tuple[Statement, ...]) -> EntityAgreement:
    return compare_work(describe(given), Entity("held", Kind.WORK, held[0].value, held))


def test_title_split_in_the_registry() -> None:
    """[verified]"""
    held = work("Sapiens", "Yuval Noah Harari", date="2014")
    assert cited(work("Sapiens: A Brief History of Humankind", "Harari, Y. N.", date="2014"), held).kind is Fit.SAME
    split = (*work("Sapiens", "Yuval Noah Harari"), Statement("title", "A Brief History of Humankind"))
    assert cited(work("Sapiens: A Brief History of Humankind", "Harari, Y. N."), split).kind is Fit.SAME


def test_arxiv_doi_with_version() -> None:
    """[verified]"""
    held = work("Attention Is All You Need", "Ashish Vaswani and others", arxiv="1706.03762")
    given = work("Attention is all you need", "Vaswani, A. and others", doi="10.48550/arXiv.1706.03762v5")
    assert cited(given, held).level == "same identifier (doi) and title"
    assert cited(given, held).kind is Fit.SAME


def test_two_works_with_one_title() -> None:
    """[the right one]"""
    given = work("A theory of justice and trade", "Jane Roe and Ann Lee", date="2001")
    right = cited(given, work("A theory of justice and trade", "Jane Roe and Ann Lee", date="2001"))
    wrong = cited(given, work("A theory of justice and trade", "Jane Roe and Bob Poe", date="2001"))
    assert (right.kind, wrong.kind) == (Fit.SAME, Fit.SAME_WITH_ERRORS)
    assert right.fit > wrong.fit + 0.05


def test_et_al_with_a_full_stop_too_many() -> None:
    """[verified]"""
    assert (
        cited(
            work("A study of rice genomes", "Chao et. al.", date="2010"),
            work("A study of rice genomes", "K.-M. Chao and L. Wang", date="2010"),
        ).kind
        is Fit.SAME
    )


FIFTY_THREE = " and ".join(f"Given{i} Family{'abcdefghij'[i % 10]}{'klmnopqrst'[i // 10]}" for i in range(53))


def test_six_of_fifty_three() -> None:
    """[verified], one of them wrong [wrong_metadata]"""
    held = work("The large collaboration paper on bosons", FIFTY_THREE)
    six = " and ".join(FIFTY_THREE.split(" and ")[:6])
    assert cited(work("The large collaboration paper on bosons", f"{six} and others"), held).kind is Fit.SAME
    five_and_one = " and ".join([*FIFTY_THREE.split(" and ")[:5], "Invented Author"])
    assert cited(work("The large collaboration paper on bosons", f"{five_and_one} and others"), held).kind is Fit.SAME_WITH_ERRORS


def test_typographic_hyphen_in_a_surname() -> None:
    """[verified]"""
    held = work("On the nature of things and words", "Anna Smith-Jones")
    assert cited(work("On the nature of things and words", "Anna Smith\u2010Jones"), held).kind is Fit.SAME


def test_sole_author_is_another() -> None:
    """[wrong_metadata]"""
    held = work("Rice genomes and their evolution", "Li, Wei", date="2010", container="Genome Research")
    given = work("Rice genomes and their evolution", "Wu, Wei", date="2010", container="Genome Research")
    assert cited(given, held).kind is Fit.SAME_WITH_ERRORS


@pytest.mark.parametrize(
    "text",
    [
        "10.3319/TAO.2009.05.25.02(IWNOP)",
        "10.1016/S0140-6736(97)11096-0",
        "10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2",
        "10.1175/1520-0477(1996)077&lt;0935:WOTWSM&gt;2.0.CO;2",
        "https://doi.org/10.1175/1520-0477(1996)077%3C0935:WOTWSM%3E2.0.CO;2",
    ],
)
def test_dois_are_kept_whole(text: str) -> None:
    found = parse("doi", text)
    assert found.identifier is not None
    assert found.identifier.value.endswith(("(iwnop)", "11096-0", ">2.0.co;2"))
    held = work("Waves of the western seas", "Jane Roe", doi=found.identifier.value)
    assert cited(work("Waves of the western seas", "Jane Roe", doi=text), held).level == "same identifier (doi) and title"


@pytest.mark.parametrize("text", ["10.1000/abc.", "10.1000/ABC", "https://doi.org/10.1000/abc"])
def test_dois_in_other_forms(text: str) -> None:
    """[verified, note]"""
    held = work("Waves of the western seas", "Jane Roe", doi="10.1000/abc")
    assert cited(work("Waves of the western seas", "Jane Roe", doi=text), held).kind is Fit.SAME
    assert parse("doi", text).note


def test_online_and_print() -> None:
    """online 2010 and print 2011 both fine, 2008 not"""
    held = (*work("Waves of the western seas", "Jane Roe", date="2010-11-02"), Statement("date", "2011-03"))
    kinds = [cited(work("Waves of the western seas", "Jane Roe", date=year), held).kind for year in ("2010", "2011", "2008")]
    assert kinds == [Fit.SAME, Fit.SAME, Fit.SAME_WITH_ERRORS]


def test_given_name_invented() -> None:
    """[wrong_metadata]"""
    found = cited(work("Waves of the western seas", "Peter Roe"), work("Waves of the western seas", "Jane Roe"))
    assert found.kind is Fit.SAME_WITH_ERRORS
    assert found.differences[0].level == "given name differs: peter / jane"


def test_another_works_doi() -> None:
    """[identifier_conflict]"""
    given = work("Waves of the western seas", "Jane Roe", date="2010", doi="10.1000/other")
    holder = work("A protein model of spider silk", "Ann Lee", date="1999", doi="10.1000/other")
    assert cited(given, holder).level == "same identifier (doi), other title"
    assert cited(given, holder).kind is Fit.OTHER
    right = cited(given, work("Waves of the western seas", "Jane Roe", date="2010", doi="10.1000/right"))
    assert [d.property for d in right.differences] == ["doi"]


def test_an_erratum_is_another_work() -> None:
    held = work("Erratum: Waves of the western seas", "Jane Roe", date="2010")
    assert cited(work("Waves of the western seas", "Jane Roe", date="2010"), held).kind is Fit.OTHER


def test_a_book_is_never_verified_by_its_review() -> None:
    given = work("Waves of the western seas", "Jane Roe", date="2010", type="book")
    for title, author in (
        ("Waves of the western seas", "Bob Poe"),
        ("Review of Waves of the western seas", "Jane Roe"),
        ("Waves of the western seas", ""),
    ):
        held = work(title, author, date="2011", type="journal-article", container="Isis")
        assert cited(given, held).kind is not Fit.SAME


@pytest.mark.parametrize(
    ("given", "held"),
    [
        ("van der Berg", "Berg, J. van der"),
        ("Dostoevsky, Fyodor", "Достоевский, Федор"),
        ("Erd{\\H{o}}s, P{\\'a}l", "Pál Erdős"),
        ("Barnes and Noble, Inc.", "Barnes & Noble"),
    ],
)
def test_names_that_agree(given: str, held: str) -> None:
    assert names.compare(Statement("creators", given), Statement("creators", held)).same is True


def test_names_that_do_not() -> None:
    assert names.compare(Statement("creators", "Достоевский"), Statement("creators", "Толстой")).same is False
    assert names.compare(Statement("creators", "Достоевский"), Statement("creators", "Tolstoy")).same is None
    assert split_list("Barnes and Noble, Inc.")[0] == ("Barnes and Noble, Inc.",)
