"""When a search of Crossref proves that it does not hold a work."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Entity, Kind, Query, Statement
from gate.references.coverage import held_beside, same_name, stands_in, why_open, year_of

ARTICLE = Query(Kind.WORK, "Eel larvae in cold currents", ("Berg, N.",), 1998, "Journal of Northern Seas", type="article-journal")
WHOLE = Query(Kind.WORK, raw="Berg, N. (1998). Eel larvae in cold currents. Journal of Northern Seas, 14(2), 77-91.")


def held(container: str, date: str, *forms: str) -> Entity:
    return Entity("x", Kind.WORK, "x", (Statement("container", container, forms=forms), Statement("date", date, forms=("2001",))))


def test_an_article_of_a_journal_and_a_year_may_be_denied() -> None:
    assert why_open(ARTICLE) == ""
    assert why_open(WHOLE) == ""
    for kind in ("", "paper-conference", "ScholarlyArticle", "Journal Article", "proceedings-article", "review"):
        assert why_open(replace(ARTICLE, type=kind)) == "", kind


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"type": "book"}, "book"),
        ({"type": "chapter"}, "chapter"),
        ({"type": "thesis"}, "thesis"),
        ({"type": "dataset"}, "dataset"),
        ({"label": "Личинки угря в холодных течениях"}, "scripts"),
        ({"label": "Editorial"}, "too short"),
        ({"container": ""}, "where"),
        ({"year": None}, "when"),
        ({"container": "bioRxiv"}, "preprint"),
        ({"container": "CoRR"}, "preprint"),
        ({"type": "", "container": "The Oxford Handbook of Eels"}, "chapter"),
        ({"kind": Kind.AGENT}, "agent"),
    ],
)
def test_the_rest_may_not_and_it_is_said_why(more: dict[str, object], why: str) -> None:
    assert why in why_open(replace(ARTICLE, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("Berg, N. Eel larvae in cold currents. Journal of Northern Seas, 14(2), 77-91.", "when"),
        ("Berg (1998). Eel larvae.", "too short"),
        ("Berg, N. (1998). Eel larvae in cold currents. PhD thesis, University of Turku.", "thesis"),
        ("Berg, N. (1998). Eel larvae in cold currents of the north. ISBN 978-3-16-148410-0.", "book"),
        ("Berg, N. (1998). Eel larvae in cold currents. arXiv preprint arXiv:1706.03762.", "preprint"),
        ("Берг, Н. (1998). Личинки угря в холодных течениях. Журнал северных морей, 14(2), 77-91.", "scripts"),
    ],
)
def test_of_a_whole_string_likewise(raw: str, why: str) -> None:
    assert why in why_open(Query(Kind.WORK, raw=raw))


def test_the_year_of_a_string_is_the_only_one_or_the_one_in_brackets() -> None:
    assert year_of(WHOLE) == 1998
    assert year_of(Query(Kind.WORK, raw="Berg N. The storms of 1877. J North Seas (1998) 14:77")) == 1998
    assert year_of(Query(Kind.WORK, raw="Berg N. The storms of 1877. J North Seas 1998;14:77")) is None
    assert year_of(Query(Kind.WORK, raw="pages 1877-1899, 10.1234/1998")) is None
    assert year_of(ARTICLE) == 1998


def test_other_works_of_the_journal_and_year_must_be_held() -> None:
    assert held_beside(ARTICLE, [held("J. North. Seas", "1998-03"), held("Elsewhere", "1990")])
    assert held_beside(ARTICLE, [held("Another name", "1998", "Journal of northern seas")])
    assert not held_beside(ARTICLE, [held("Journal of Northern Seas", "1999")])
    assert not held_beside(ARTICLE, [held("Journal of Southern Seas", "1998")])
    assert not held_beside(replace(ARTICLE, year=None), [held("Journal of Northern Seas", "1998")])
    assert held_beside(replace(ARTICLE, year=2001), [held("Journal of Northern Seas", "1998")]), "any of its dates"
    assert held_beside(WHOLE, [held("Journal of Northern Seas", "1998")])
    assert not held_beside(WHOLE, [held("Currents", "1998")])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Journal of the American Chemical Society", "J. Am. Chem. Soc.", True),
        ("Proc. Natl. Acad. Sci.", "Proceedings of the National Academy of Sciences", True),
        ("The Lancet", "Lancet", True),
        ("Physical Review & Letters", "Physical Review and Letters", True),
        ("Journal of Northern Seas", "Journal of Southern Seas", False),
        ("Nature", "Nature Medicine", False),
        ("J Med", "J Methods", False),
        ("PNAS", "Proceedings of the National Academy of Sciences", False),
        ("", "", False),
        ("of the", "of the", False),
    ],
)
def test_names_of_journals(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_a_name_stands_in_a_string_as_a_whole() -> None:
    assert stands_in("Nature", "Watson & Crick. Molecular structure. Nature, 171, 737 (1953)")
    assert not stands_in("Nature", "Berg. The nature of eels. J North Seas, 14, 77 (1998)")
    assert not stands_in("Northern Sea", "Journal of Northern Seas, 14")
    assert not stands_in("", "anything at all")


@given(st.text(), st.text())
def test_no_text_upsets_it(one: str, other: str) -> None:
    same_name(one, other)
    stands_in(one, other)
    assert isinstance(why_open(Query(Kind.WORK, one, container=other, year=1)), str)
    assert isinstance(why_open(Query(Kind.WORK, raw=one)), str)
