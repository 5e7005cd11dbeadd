"""Web of Science's tagged export: names in two forms, wrapped lines, and what is cited."""

import re

from gate.model import Identifier, Record
from gate.records.readers.isi import Isi, cited
from tests.records.building import brief, notes, parts, read_all, read_one
from tests.shared import shared

RECORD = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Gnatenko, YP
   Slivka, VY
AF Gnatenko, Yurii P.
   Slivka, Vasyl Yu.
TI Optical spectroscopy of Sn2P2S6
   crystals
SO JOURNAL OF PHYSICS
LA English
DT Article
DE ferroelectrics; optical
   waveguides
CR Gnatenko YP, 2003, J APPL PHYS, V94, P4896, DOI 10.1063/1.1609646
   [Anonymous], 1999, FERROELECTRICS
NR 2
TC 7
Z9 8
PU IOP
SN 0953-8984
EI 1361-648X
BN 978-3-16-148410-0
J9 J PHYS
PD JUN 14
PY 2006
VL 18
IS 23
BP 5323
EP 5331
DI 10.1088/0953-8984/18/23/001
WC Physics, Condensed Matter
SC Physics
PM 1234567
UT WOS:000238592600006
ER

PT B
TI A book
AR 12
DI none
ER

EF
"""


def test_a_record() -> None:
    first, second = read_all(Isi(), RECORD.encode())
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert brief(first.statements) == [
        ("title", "Optical spectroscopy of Sn2P2S6 crystals", "TI"),
        ("creators", "Gnatenko, Yurii P.", "AF[1]"),
        ("creators", "Slivka, Vasyl Yu.", "AF[2]"),
        ("date", "2006-06-14", "PD"),
        ("container", "JOURNAL OF PHYSICS", "SO"),
        ("volume", "18", "VL"),
        ("issue", "23", "IS"),
        ("pages", "5323-5331", "BP"),
        ("publisher", "IOP", "PU"),
        ("language", "English", "LA"),
        ("concepts", "ferroelectrics", "DE"),
        ("concepts", "optical waveguides", "DE"),
        ("research_areas", "Physics, Condensed Matter", "WC"),
        ("research_areas", "Physics", "SC"),
        ("times_cited", "7", "TC"),
        ("doi", "10.1088/0953-8984/18/23/001", "DI"),
        ("pmid", "1234567", "PM"),
        ("issn", "0953-8984", "SN"),
        ("issn", "1361-648X", "EI"),
        ("isbn", "978-3-16-148410-0", "BN"),
        ("citations", "Gnatenko YP, 2003, J APPL PHYS, V94, P4896, DOI 10.1063/1.1609646", "CR[1]"),
        ("citations", "[Anonymous], 1999, FERROELECTRICS", "CR[2]"),
        ("type", "article-journal", "PT"),
    ]
    assert [s.forms for s in first.all("creators")] == [("Gnatenko, YP",), ("Slivka, VY",)]
    assert first.id == "WOS:000238592600006"
    assert (second.id, second.position) == ("#2", 2)
    assert brief(second.statements) == [("title", "A book", "TI"), ("pages", "12", "AR"), ("type", "book", "PT")]
    assert notes(second) == [("value-unreadable", "DI")]
    assert first.raw.decode().startswith("PT J\nAU Gnatenko")


def test_a_citation_is_taken_apart_as_far_as_it_goes() -> None:
    whole = cited("Gnatenko YP, 2003, J APPL PHYS, V94, P4896, DOI 10.1063/1.1609646", "CR[1]")
    assert parts(whole) == {
        "creators": "Gnatenko YP",
        "date": "2003",
        "container": "J APPL PHYS",
        "volume": "94",
        "pages": "4896",
        "doi": "10.1063/1.1609646",
        "raw": "Gnatenko YP, 2003, J APPL PHYS, V94, P4896, DOI 10.1063/1.1609646",
    }
    assert whole.identifiers == (Identifier("doi", "10.1063/1.1609646"),)
    assert parts(cited("[Anonymous], 1999, FERROELECTRICS", "CR")) == {
        "date": "1999",
        "container": "FERROELECTRICS",
        "raw": "[Anonymous], 1999, FERROELECTRICS",
    }
    assert parts(cited("UNPUB", "CR")) == {"raw": "UNPUB"}


def test_as_many_short_names_as_full_ones_or_the_short_ones() -> None:
    record = read_one(Isi(), b"PT J\nAU Doe, J\n   Roe, R\nAF Doe, Jane\nER\n")
    assert [s.value for s in record.all("creators")] == ["Doe, J", "Roe, R"]
    assert [(i.path, i.reason) for i in record.ignored] == [("AF", "not as many names as in AU")]
    assert [s.value for s in read_one(Isi(), b"PT J\nAF Doe, Jane\nER\n").all("creators")] == ["Doe, Jane"]


def test_sniffing() -> None:
    assert Isi().sniff(RECORD.encode()) == 85
    assert Isi().sniff(b"\xef\xbb\xbf" + RECORD.encode()) == 85
    assert Isi().sniff(b"PT J\nAU Doe, J\n") == 85
    for other in (b"", b" ## ", b"FN x\n", b"PT J", b"TY  - JOUR\n", b"PMID- 1\n", b"{}"):
        assert Isi().sniff(other) == 0


def test_real_files_are_cited_to_the_last_reference() -> None:
    """NR says how many references a record has."""
    data = shared("records", "ris", "jabref_IsiImporterTestWOS.isi").read_bytes()
    counts = [len(r.all("citations")) for r in read_all(Isi(), data) if isinstance(r, Record)]
    assert counts == [int(n) for n in re.findall(rb"^NR (\d+)", data, re.MULTILINE)]
