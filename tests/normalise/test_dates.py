"""Dates in EDTF and as catalogues write them."""

from __future__ import annotations

import pytest

from gate.normalise.dates import FIRST, LAST, overlap, parse


@pytest.mark.parametrize(
    ("text", "earliest", "latest", "precision", "approximate"),
    [
        ("1991", (1991, 1, 1), (1991, 12, 31), "year", False),
        ("1991-05", (1991, 5, 1), (1991, 5, 31), "month", False),
        ("1992-02", (1992, 2, 1), (1992, 2, 29), "month", False),
        ("1991-05-12", (1991, 5, 12), (1991, 5, 12), "day", False),
        ("c2000", (2000, 1, 1), (2000, 12, 31), "year", False),
        ("©2000", (2000, 1, 1), (2000, 12, 31), "year", False),
        ("[1991]", (1991, 1, 1), (1991, 12, 31), "year", False),
        ("1991.", (1991, 1, 1), (1991, 12, 31), "year", False),
        ("1991?", (1991, 1, 1), (1991, 12, 31), "year", True),
        ("[1991?]", (1991, 1, 1), (1991, 12, 31), "year", True),
        ("[ca. 1850]", (1850, 1, 1), (1850, 12, 31), "year", True),
        ("198-", (1980, 1, 1), (1989, 12, 31), "span", False),
        ("[198-?]", (1980, 1, 1), (1989, 12, 31), "span", True),
        ("18--", (1800, 1, 1), (1899, 12, 31), "span", False),
        ("198X", (1980, 1, 1), (1989, 12, 31), "span", False),
        ("1910~", (1910, 1, 1), (1910, 12, 31), "year", True),
        ("195X-01~", (1950, 1, 1), (1959, 1, 31), "span", True),
        ("193X/196X", (1930, 1, 1), (1969, 12, 31), "span", False),
        ("1984?~", (1984, 1, 1), (1984, 12, 31), "year", True),
        ("2004-06-11%", (2004, 6, 11), (2004, 6, 11), "day", True),
        ("../1985", (FIRST, 1, 1), (1985, 12, 31), "span", False),
        ("1985/..", (1985, 1, 1), (LAST, 12, 31), "span", False),
        ("1985/", (1985, 1, 1), (LAST, 12, 31), "span", False),
        ("[1667,1668]", (1667, 1, 1), (1668, 12, 31), "span", False),
        ("2004-21", (2004, 3, 1), (2004, 5, 31), "span", False),
        ("Y-17E7", (-170000000, 1, 1), (-170000000, 12, 31), "year", False),
        ("1843-1848", (1843, 1, 1), (1848, 12, 31), "span", False),
        ("1843-48", (1843, 1, 1), (1848, 12, 31), "span", False),
        ("1330?-1400?", (1330, 1, 1), (1400, 12, 31), "span", True),
        ("1999/2000", (1999, 1, 1), (2000, 12, 31), "span", False),
        ("[between 1900 and 1910?]", (1900, 1, 1), (1910, 12, 31), "span", True),
        ("1899 or 1900", (1899, 1, 1), (1900, 12, 31), "span", False),
        ("1991, c1990", (1990, 1, 1), (1991, 12, 31), "span", False),
        ("before 1900", (FIRST, 1, 1), (1900, 12, 31), "span", True),
        ("1900-", (1900, 1, 1), (LAST, 12, 31), "span", False),
        ("19th century", (1801, 1, 1), (1900, 12, 31), "span", False),
        ("1920s", (1920, 1, 1), (1929, 12, 31), "span", False),
        ("MDCCXL", (1740, 1, 1), (1740, 12, 31), "year", False),
        ("M.DCC.XL.", (1740, 1, 1), (1740, 12, 31), "year", False),
        ("+1755-00-00T00:00:00Z", (1755, 1, 1), (1755, 12, 31), "year", False),
        ("+1755-03-00T00:00:00Z", (1755, 3, 1), (1755, 3, 31), "month", False),
        ("2011-01-03T12:30:00+01:00", (2011, 1, 3), (2011, 1, 3), "day", False),
        ("20110103", (2011, 1, 3), (2011, 1, 3), "day", False),
        ("12 May 1843", (1843, 5, 12), (1843, 5, 12), "day", False),
        ("May 12, 1843", (1843, 5, 12), (1843, 5, 12), "day", False),
        ("May 1843", (1843, 5, 1), (1843, 5, 31), "month", False),
        ("1843 May 12", (1843, 5, 12), (1843, 5, 12), "day", False),
        ("12. März 1843", (1843, 3, 12), (1843, 3, 12), "day", False),
        ("1er août 1914", (1914, 8, 1), (1914, 8, 1), "day", False),
        ("Spring 1990", (1990, 3, 1), (1990, 5, 31), "span", False),
        ("3.5.1899", (1899, 5, 3), (1899, 5, 3), "day", False),
        ("25/12/1999", (1999, 12, 25), (1999, 12, 25), "day", False),
        ("3/4/1999", (1999, 3, 4), (1999, 4, 3), "span", True),  # which is the month cannot be told
        ("384 B.C.", (-383, 1, 1), (-383, 12, 31), "year", False),
        ("44 v. Chr.", (-43, 1, 1), (-43, 12, 31), "year", False),
        ("-0043", (-43, 1, 1), (-43, 12, 31), "year", False),
    ],
)
def test_known_forms(
    text: str, earliest: tuple[int, int, int], latest: tuple[int, int, int], precision: str, approximate: bool
) -> None:
    span = parse(text)
    assert span is not None
    assert (span.earliest, span.latest, span.precision, span.approximate) == (earliest, latest, precision, approximate)
    assert span.text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "n.d.",
        "forthcoming",
        "in press",
        "1991-13",
        "1991-02-30",
        "a2000",
        "99",
        "1848-1843",
        "10000-01-01",
        "MIX",
        "\ud800",
        "?",
        "May",
    ],
)
def test_unknown_forms(text: str) -> None:
    assert parse(text) is None


def test_overlap() -> None:
    def spans(a: str, b: str) -> bool:
        one, two = parse(a), parse(b)
        assert one is not None
        assert two is not None
        assert overlap(one, two) == overlap(two, one)
        return overlap(one, two)

    assert spans("1991", "1991-05-12")
    assert spans("198X", "1985")
    assert spans("1843/1848", "1848-12-31")
    assert not spans("1843/1848", "1849")
    assert not spans("1991-05-12", "1991-05-13")


def test_year() -> None:
    one, two = parse("1991-05"), parse("198X")
    assert one is not None
    assert two is not None
    assert (one.year, two.year) == (1991, None)
