"""Node and edge level: central works, works apart, the neighbourhood of the reference list."""

from __future__ import annotations

import pytest

from gate.comparison.bibliography.levels import in_neighbourhood, levels, stand
from gate.comparison.bibliography.links import Links
from gate.comparison.structure.values import Undefined
from gate.model import Measure
from tests.comparison.bibliography.lists import book, links

LISTED = [book(n, held=True) for n in "abcdefg"]
#: everybody cites a; c, d and e cite b too; g is cited by f alone
AROUND_A = links(*((n, "a") for n in "bcdefg"), ("c", "b"), ("d", "b"), ("e", "b"), ("f", "g"))


def found(given: str, of: Links = AROUND_A) -> dict[str, Measure]:
    return {m.name: m for m in levels([book(n) for n in given], LISTED, of).measures}


def test_who_is_cited_most_stands_highest() -> None:
    standings = stand(frozenset("abcdefg"), AROUND_A, {})
    assert not isinstance(standings, Undefined)
    assert [(s.node, s.standing, s.cited_by) for s in standings[:2]] == [("a", 1.0, 6), ("b", 5 / 6, 3)]
    assert standings[-1].standing == 0


@pytest.mark.parametrize(
    ("works", "of", "reason"),
    [("ab", AROUND_A, "fewer than 3 works"), ("abc", Links(), "no source holds a citation between the works")],
)
def test_no_citation_no_standing(works: str, of: Links, reason: str) -> None:
    assert stand(frozenset(works), of, {}) == Undefined(reason)


def test_the_works_that_all_others_cite_are_missed() -> None:
    assert [s.node for s in levels([book(n) for n in "cdefg"], LISTED, AROUND_A).missing] == ["a", "b"]
    assert [s.node for s in levels([book(n) for n in "acdefg"], LISTED, AROUND_A).missing] == ["b"]
    assert levels(LISTED, LISTED, AROUND_A).missing == ()


def test_two_citations_make_no_central_work() -> None:
    few = links(*((n, "a") for n in "bc"), *((n, "g") for n in "def"), ("b", "g"))
    assert [s.node for s in levels([book("c")], LISTED, few).missing] == ["g"]


def test_of_too_few_citing_works_nothing_is_concluded() -> None:
    assert levels([book("c")], LISTED, links(("b", "a"), ("c", "a"), ("d", "a"), ("e", "a"))).missing == ()


def test_peripheral_works_stand_low() -> None:
    whole, periphery = found("abcdefg")["mean_standing"], found("cdef")["mean_standing"]
    assert whole.value == 0
    assert periphery.value is not None
    assert periphery.value < 0
    assert periphery.generated == 0


def test_a_work_that_nothing_joins_to_the_others_is_apart() -> None:
    of = links(*AROUND_A.cites, known=["z"])
    level = levels([book(n) for n in "abcdefgz"], LISTED, of)
    assert level.apart == (("z", "Title of z"),)
    share = next(m for m in level.measures if m.name == "apart_share")
    assert (share.generated, share.reference) == (1 / 8, 0)


def test_a_work_of_which_nobody_knows_the_citations_is_not_apart() -> None:
    assert levels([book(n) for n in "abcdefgz"], LISTED, AROUND_A).apart == ()


def test_the_share_apart_is_undefined_for_few_works() -> None:
    share = found("ab")["apart_share"]
    assert share.value is None
    assert "fewer than 5 works with known citations (2)" in share.reason


def test_cited_works_of_the_list_and_those_linked_to_it_are_inside() -> None:
    of = links(*AROUND_A.cites, ("x", "a"), ("g", "y"), known=["z"])
    given = [*(book(n) for n in "abxyz"), book("u"), book("lost", held=False, lost=True), book("open", held=False)]
    value, detail = in_neighbourhood(given, LISTED, of)
    assert value == 4 / 6  # a, b in the list; x cites a; g cites y; z and the lost one are outside
    assert detail == "2 in the reference list, 2 linked to it, 2 outside, 2 not known"


def test_without_a_reference_list_there_is_no_inside() -> None:
    assert in_neighbourhood([book("a")], [], Links())[0] == Undefined("no reference list of the work is known")
    assert isinstance(in_neighbourhood([book("x")], LISTED, Links())[0], Undefined)


def test_of_a_list_that_stands_for_itself_what_its_works_cite_is_missed() -> None:
    of = links(*((n, "canon") for n in "abcde"), *((n, "fringe") for n in "ab"), ("a", "b"))
    level = levels([book(n) for n in "abcdef"], [], of)
    assert [(s.node, s.cited_by) for s in level.missing] == [("canon", 5)]
    assert level.measures[0].value is None
    assert {path for path, _ in level.apart} == {"c", "d", "e"}  # known, and not joined to another work of the list
