"""Refer and EndNote's .enw, and how far Zotero reads the same."""

import json

import pytest

from gate.model import Record, Unreadable
from gate.records.readers.refer import Refer
from tests.records.agreement import Tally
from tests.records.building import brief, read_all, read_one, say, values
from tests.shared import shared

CHAPTER = """%0 Book Section
%A Knuth, Donald E.
%A 余敏
%E Mayr, A.
%? Tr, B.
%T The chapter
%B The book
%S A series
%D 1984
%8 May 5
%P 1-9
%N 2
%I Springer
%7 2nd
%G eng
%@ 978-0-201-13448-3
%R 10.1000/182
%U https://doi.org/10.1000/182
%K one; two
three
%X An abstract
that goes on.
%F knuth84
%Z a note
%" odd
"""


def test_a_chapter() -> None:
    record = read_one(Refer(), CHAPTER.encode())
    assert brief(record.statements) == [
        ("title", "The chapter", "%T"),
        ("creators", "Knuth, Donald E.", "%A[1]"),
        ("creators", "余敏", "%A[2]"),
        ("creators", "Mayr, A.", "%E"),
        ("creators", "Tr, B.", "%?"),
        ("date", "1984-05-05", "%8"),
        ("container", "The book", "%B"),
        ("issue", "2", "%N"),
        ("pages", "1-9", "%P"),
        ("publisher", "Springer", "%I"),
        ("edition", "2nd", "%7"),
        ("language", "eng", "%G"),
        ("concepts", "one", "%K"),
        ("concepts", "two", "%K"),
        ("concepts", "three", "%K"),
        ("abstract", "An abstract that goes on.", "%X"),
        ("doi", "10.1000/182", "%R"),
        ("isbn", "978-0-201-13448-3", "%@"),
        ("type", "chapter", "%0"),
    ]
    assert [s.role for s in record.all("creators")] == ["aut", "aut", "edt", "trl"]
    assert record.id == "knuth84"
    assert [(i.path, i.reason) for i in record.ignored] == [
        ("%U", "the same identifier again"),
        ("%S", "series statement"),
        ("%Z", "note"),
    ]
    assert record.raw.decode() == CHAPTER


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("%0 Book\n%T A\n\n%0 Book\n%T B\n", ["A", "B"]),
        ("%0 Book\n%T A\n%0 Book\n%T B", ["A", "B"]),
        ("%T A\n%A X\n\n%T B\n", ["A", "B"]),
        ("%0 Serial\n%0 Book\n%T A\n", ["A"]),
        ("%0 Book\n\n%0 Book\n%T B\n", ["the record in line 1 holds nothing that the gate reads", "B"]),
        ("nothing of the kind", ["no Refer record in this file"]),
    ],
)
def test_layouts_and_damage(data: str, expected: list[str]) -> None:
    found = read_all(Refer(), data.encode())
    assert [values(r, "title")[0] if isinstance(r, Record) else r.reason for r in found] == expected
    assert all(r.format == "refer" for r in found)


def test_a_book_has_extent_and_series_where_an_article_has_pages_and_a_journal() -> None:
    book = read_one(Refer(), b"%0 Book\n%T A\n%B S\n%P 300\n%N 4\n%Y Tr, A.\n")
    article = read_one(Refer(), b"%0 Journal Article\n%T A\n%J S\n%P 300\n%N 4\n")
    assert [s.property for s in book.statements] == ["title", "creators", "type"]
    assert book.all("creators")[0].role == "trl"
    assert [s.property for s in article.statements] == ["title", "container", "issue", "pages", "type"]
    assert [(i.path, i.reason) for i in book.ignored][:2] == [("%B", "series statement"), ("%P", "extent")]


def test_sniffing() -> None:
    assert Refer().sniff(CHAPTER.encode()) == 85
    assert Refer().sniff(CHAPTER.encode("utf-16")) == 85
    assert Refer().sniff(b"%A testA") == 70
    for other in (
        b"",
        b"%!PS-Adobe-3.0\n",
        b"%PDF-1.4",
        b"%YAML 1.2\n---\n",
        b"% a comment\n@book{a, title={T}}",
        b"TY  - BOOK\n",
        b"{}",
    ):
        assert Refer().sniff(other) == 0


def test_agreement_with_zotero() -> None:
    """The order differs in one: its translator (%Y) stands before its editor (%E), and here editors come first."""
    tally = Tally()
    for case in json.loads(shared("records", "ris", "zotero_testcases_ReferBibIX.json").read_text()):
        (found,) = read_all(Refer(), case["input"].encode())
        assert not isinstance(found, Unreadable)
        tally.compare(found, case["items"][0])
    say(tally.report())
    assert tally.compared.total() > 15
    assert len(tally.differences) == 1
