"""What the fields of a MARC authority record mean: agents, works known by title, concepts."""

from __future__ import annotations

import pytest

from gate.model import Identifier, Kind, Record
from gate.records.readers.marc import Marc, MarcXml
from tests.records.building import brief, iso2709, marcxml, parts, read_all, read_one, values

LEADER = "00000cz  a2200000n  4500"


def read(*fields: tuple[str, str] | tuple[str, str, str]) -> Record:
    return read_one(Marc(), iso2709(fields, LEADER))


def test_a_person() -> None:
    record = read(
        ("001", "n 79021164"),
        ("010", "  ", "$an 79021164 "),
        ("024", "7 ", "$a0000000121279175$2isni"),
        ("024", "7 ", "$ahttp://viaf.org/viaf/102333412$2uri"),
        ("035", "  ", "$a(OCoLC)oca00268050"),
        ("046", "  ", "$f1835-11-30$g19100421"),
        ("100", "1 ", "$aTwain, Mark,$d1835-1910"),
        ("370", "  ", "$aFlorida (Mo.)$bRedding (Conn.)$cUnited States"),
        ("372", "  ", "$aFiction$aSatire"),
        ("374", "  ", "$aNovelists$0http://id.loc.gov/authorities/subjects/sh85092938"),
        ("378", "  ", "$qSamuel Langhorne"),
        ("400", "1 ", "$aClemens, Samuel Langhorne,$d1835-1910"),
        ("400", "1 ", "$aTuwen, Make"),
        ("500", "1 ", "$aSnodgrass, Thomas Jefferson"),
        ("670", "  ", "$aA source"),
        ("678", "1 ", "$aAmerican writer."),
        ("880", "1 ", "$6100-01$aТвен, Марк"),
        ("X99", "  ", "$ax"),
    )
    assert (record.kind, record.id) == (Kind.AGENT, "n 79021164")
    assert brief(record.statements) == [
        ("name", "Twain, Mark", "100$a"),
        ("birth", "1835-11-30", "046$f"),
        ("death", "19100421", "046$g"),
        ("identifiers", "n 79021164", "010$a"),
        ("identifiers", "0000000121279175", "024[1]$a"),
        ("identifiers", "http://viaf.org/viaf/102333412", "024[2]$a"),
        ("birth_place", "Florida (Mo.)", "370$a"),
        ("death_place", "Redding (Conn.)", "370$b"),
        ("field_of_work", "Fiction", "372$a[1]"),
        ("field_of_work", "Satire", "372$a[2]"),
        ("occupations", "Novelists", "374$a"),
        ("biography", "American writer.", "678$a"),
    ]
    name = record.first("name")
    assert name is not None
    assert parts(name) == {"family": "Twain", "given": "Mark"}
    assert name.forms == ("Твен, Марк", "Twain, Samuel Langhorne", "Clemens, Samuel Langhorne", "Tuwen, Make")
    assert [s.forms for s in record.statements[1:3]] == [("1835",), ("1910",)]
    assert [i for s in record.all("identifiers") for i in s.identifiers] == [
        Identifier("lccn", "n79021164"),
        Identifier("isni", "0000000121279175"),
        Identifier("viaf", "102333412"),
    ]
    assert {i.path for i in record.ignored} == {"001", "035", "500", "670", "X99"}


@pytest.mark.parametrize(
    ("given", "birth", "death"),
    [
        ("1842-1910", ["1842"], ["1910"]),
        ("1330?-1400?", ["1330?"], ["1400?"]),
        ("1976-", ["1976"], []),
        ("-1850", [], ["1850"]),
        ("b. 1920.", ["1920"], []),
        ("died 1850", [], ["1850"]),
        ("ca. 1609-1691", ["ca. 1609"], ["1691"]),
        ("fl. 1650-1670", [], []),
        ("active 12th century", [], []),
        ("1975-10-01-2001", ["1975-10-01"], ["2001"]),
    ],
)
def test_dates_beside_a_name(given: str, birth: list[str], death: list[str]) -> None:
    record = read(("100", "1 ", f"$aName, A.,$d{given}"))
    assert (values(record, "birth"), values(record, "death")) == (birth, death)


def test_dates_that_disagree_are_two_statements() -> None:
    record = read(("046", "  ", "$f1899"), ("100", "1 ", "$aDavis, J.,$d1873-1955"))
    assert brief(record.all("birth")) == [("birth", "1873", "100$d"), ("birth", "1899", "046$f")]


def test_a_concept_of_lc() -> None:
    record = read(
        ("010", "  ", "$ash 85004405 "),
        ("150", "  ", "$aAmerican property$xTaxation"),
        ("450", "  ", "$aProperty, American"),
        ("450", "  ", "$aProperty$zUnited States"),
        ("550", "  ", "$wg$aAlien property$0http://id.loc.gov/authorities/subjects/sh85003532"),
        ("550", "  ", "$wh$aConfiscations"),
        ("551", "  ", "$aUnited States"),
        ("550", "  ", "$wa$aAn earlier heading"),
        ("680", "  ", "$iHere are entered works on$aproperty$iabroad."),
    )
    assert record.kind is Kind.CONCEPT
    assert brief(record.statements) == [
        ("heading", "American property--Taxation", "150$a"),
        ("identifiers", "sh 85004405", "010$a"),
        ("alt_labels", "Property, American", "450[1]$a"),
        ("alt_labels", "Property--United States", "450[2]$a"),
        ("broader", "Alien property", "550[1]$a"),
        ("narrower", "Confiscations", "550[2]$a"),
        ("related", "United States", "551$a"),
        ("scope_note", "Here are entered works on property abroad.", "680$a"),
    ]
    assert record.all("broader")[0].identifiers == (Identifier("lccn", "sh85003532"),)
    assert ("550", "see also from tracing of a kind that is not read") in [(i.path, i.reason) for i in record.ignored]


def test_concepts_and_persons_of_the_gnd() -> None:
    record = read(
        ("024", "7 ", "$a7647629-7$0http://d-nb.info/gnd/7647629-7$2gnd"),
        ("035", "  ", "$a(DE-588)7647629-7"),
        ("150", "  ", "$aJanus-Pressen-Schrift"),
        ("500", "1 ", "$0(DE-588)117378445$aTiemann, Walter$d1876-1951$4bete$wr"),
        ("550", "  ", "$0(DE-588)7657325-4$aRenaissance-Antiqua$4obal$wr$iOberbegriff allgemein"),
    )
    assert [(s.property, s.value, s.identifiers) for s in record.statements] == [
        ("heading", "Janus-Pressen-Schrift", ()),
        ("identifiers", "7647629-7", (Identifier("gnd", "7647629-7"),)),
        ("related", "Tiemann, Walter", (Identifier("gnd", "117378445"),)),
        ("broader", "Renaissance-Antiqua", (Identifier("gnd", "7657325-4"),)),
    ]
    person = read(
        ("100", "1 ", "$aSpinoza, Benedictus de$d1632-1677"),
        ("548", "  ", "$a1632-1677$4datl"),
        ("548", "  ", "$a24.11.1632-21.02.1677$4datx"),
        ("550", "  ", "$0(DE-588)4045791-6$aPhilosoph$4beru"),
        ("551", "  ", "$0(DE-588)4001783-7$aAmsterdam$4ortg"),
        ("551", "  ", "$aDen Haag$4orts"),
    )
    assert [(s.property, s.value) for s in person.statements] == [
        ("name", "Spinoza, Benedictus de"),
        ("birth", "24.11.1632"),
        ("death", "21.02.1677"),
        ("occupations", "Philosoph"),
        ("birth_place", "Amsterdam"),
        ("death_place", "Den Haag"),
    ]


def test_a_work_known_by_title() -> None:
    record = read(
        ("100", "1 ", "$aKabalevsky, Dmitry,$d1904-1987.$tSonatas"), ("400", "1 ", "$aKabalevsky, Dmitry.$tPiano sonatas")
    )
    assert record.kind is Kind.WORK
    assert brief(record.statements) == [("title", "Sonatas", "100$t"), ("creators", "Kabalevsky, Dmitry", "100$a")]
    assert record.statements[0].forms == ("Piano sonatas",)


def test_bodies_have_no_birth_and_headings_may_be_told_without_a_leader() -> None:
    body = read(("046", "  ", "$s1901"), ("110", "2 ", "$aGebr. Klingspor"))
    assert [(s.property, s.value) for s in body.statements] == [("name", "Gebr. Klingspor")]
    (concept,) = read_all(MarcXml(), marcxml([("155", "  ", "$aComics")], leader=""))
    assert isinstance(concept, Record)
    assert (concept.kind, values(concept, "heading")) == (Kind.CONCEPT, ["Comics"])
