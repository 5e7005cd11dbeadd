"""Values of a length nobody means: an answer in bounded time, never an error."""

from __future__ import annotations

import time

import pytest

from gate.comparison.matching import compare, compare_work, describe, match_raw
from gate.model import Entity, Kind, Statement
from gate.normalise import dates, identifiers, languages, names, relators, text
from gate.properties import ValueType

PIECES = (
    *(
        "lorem ipsum ",
        "a",
        "9",
        "&amp;",
        "<i ",
        "<math>",
        "<!--",
        "{\\'e}",
        "$x ",
        "Smith, J. and ",
        "Smith, ",
        "A B; ",
        "(",
        "Ã©",
    ),
    *("1-", "A. ", "AB ", ". ", "a: b ", "a.", "漢字", "e\u0301", "1999 ", "a-b-", "ca. ", "X", "α", " = ", "10.1/("),
)


@pytest.mark.parametrize("piece", PIECES)
def test_bounded_time(piece: str) -> None:
    long = piece * (20_000 // len(piece))
    start = time.perf_counter()
    for rule in (text.key, text.transliterate, names.parse, names.split_list, dates.parse, languages.code, relators.code):
        rule(long)
    identifiers.detect(long)
    for scheme in identifiers.SCHEMES:
        identifiers.parse(scheme, long)
    one, two = Statement("container", long), Statement("x", long[:9000] + " zz " + long[9000:])
    for kind in ValueType:
        compare(kind, one, two)
        compare(kind, two, two)
    held = Entity("x", Kind.WORK, "t", (Statement("title", long), Statement("creators", long)))
    match_raw(long, held)
    match_raw("Short thing about eels", held)
    compare_work(describe((Statement("title", long + "x"), Statement("creators", long))), held)
    assert time.perf_counter() - start < 20  # about a tenth of a second where nothing else runs
