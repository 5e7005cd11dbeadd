"""RIS in both dialects: what tags mean for a type, names, dates, numbers, damage; and how far Zotero reads the same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Identifier, Record, Unreadable
from gate.normalise import dates
from gate.records.readers.ris import Ris
from gate.settings import Settings
from tests.records.agreement import Item, Tally
from tests.records.building import brief, notes, parts, read_all, read_one, say, values
from tests.shared import shared

ARTICLE = """TY  - JOUR
TI  - Molecular structure
AU  - Watson, J. D.
AU  - Crick, Francis H. C.
PY  - 1953
DA  - 1953/04/25
T2  - Nature
J2  - Nat
VL  - 171
IS  - 4356
SP  - 737
EP  - 738
SN  - 0028-0836
DO  - 10.1038/171737a0
KW  - DNA
KW  - helix; structure
AB  - We wish to suggest
a structure.
LA  - eng
UR  - https://example.org/x
XX  - odd
CY  - London
ID  - watson1953
ER  -
"""


def one(text: str) -> Record:
    return read_one(Ris(), text.encode())


def test_an_article() -> None:
    record = one(ARTICLE)
    assert brief(record.statements) == [
        ("title", "Molecular structure", "TI"),
        ("creators", "Watson, J. D.", "AU[1]"),
        ("creators", "Crick, Francis H. C.", "AU[2]"),
        ("date", "1953-04-25", "DA"),
        ("container", "Nature", "T2"),
        ("volume", "171", "VL"),
        ("issue", "4356", "IS"),
        ("pages", "737-738", "SP"),
        ("language", "eng", "LA"),
        ("concepts", "DNA", "KW[1]"),
        ("concepts", "helix", "KW[2]"),
        ("concepts", "structure", "KW[2]"),
        ("abstract", "We wish to suggest a structure.", "AB"),
        ("doi", "10.1038/171737a0", "DO"),
        ("issn", "0028-0836", "SN"),
        ("type", "article-journal", "TY"),
    ]
    assert (record.id, record.format, record.position) == ("watson1953", "ris", 1)
    assert record.raw.decode() == ARTICLE.removesuffix("ER  -\n")
    first = record.all("creators")[0]
    assert (first.role, parts(first)) == ("aut", {"family": "Watson", "given": "J. D."})
    assert [s.forms for s in (record.first("date"), record.first("container")) if s] == [("1953",), ("Nat",)]
    assert [(i.path, i.reason) for i in record.ignored] == [
        ("UR", "an address that is no identifier"),
        ("XX", "unknown field"),
        ("CY", "place"),
    ]


def test_the_older_dialect_says_the_same() -> None:
    old = (
        ARTICLE.replace("TI  -", "T1  -").replace("AU  -", "A1  -").replace("PY  - 1953\nDA", "Y1").replace("T2  -", "JF  -")
    ).replace("J2  -", "JA  -")
    mine, theirs = one(ARTICLE), one(old)
    assert [(s.property, s.value) for s in mine.statements] == [(s.property, s.value) for s in theirs.statements]


@pytest.mark.parametrize(
    ("kind", "lines", "expected"),
    [
        (
            "CHAP",
            "T2  - The book\nA2  - Ed, A.\nA4  - Tr, B.",
            {"container": ["The book"], "creators": ["Ed, A./edt", "Tr, B./trl"]},
        ),
        ("BOOK", "T2  - A series\nA2  - Ed, A.\nA3  - Ed, B.\nSP  - 300", {"creators": ["Ed, A./edt", "Ed, B./edt"]}),
        ("BOOK", "BT  - The title\nET  - 2nd", {"title": ["The title"], "edition": ["2nd"]}),
        ("THES", "A3  - Advisor, A.\nVL  - Ph.D.\nT2  - Dept", {"creators": ["Advisor, A./ths"]}),
        ("EDBOOK", "AU  - Ed, A.", {"creators": ["Ed, A./edt"]}),
        ("CONF", "C3  - Proceedings of X\nT2  - X Conference\nM1  - 3", {"container": ["Proceedings of X"], "issue": ["3"]}),
        ("PAT", "AU  - In, V.\nA2  - Some Company\nSN  - US123", {"creators": ["In, V./inv"]}),
        ("JFULL", "JF  - Nature\nSN  - 0028-0836", {"title": ["Nature"], "issn": ["0028-0836"]}),
        ("JOUR", "C7  - e1234", {"pages": ["e1234"]}),
        ("JOUR", "DB  - PubMed\nAN  - 26957754", {"pmid": ["26957754"]}),
        ("JOUR", "U1  - 23690738[pmid]\nU2  - PMC12[pmcid]", {"pmid": ["23690738"], "identifiers": ["PMC12"]}),
        ("JOUR", "M3  - doi: 10.1000/182", {"doi": ["doi: 10.1000/182"]}),
        ("JOUR", "N1  - doi: 10.1000/182", {"doi": ["10.1000/182"]}),
        ("JOUR", "UR  - https://doi.org/10.1000/182", {"doi": ["https://doi.org/10.1000/182"]}),
        ("JOUR", "DO  - 10.1000/182\nUR  - https://doi.org/10.1000/182", {"doi": ["10.1000/182"]}),
        ("RPRT", "SN  - 12/34\nSP  - 20", {}),
        ("BOOK", "SN  - 0-8044-2957-X (hbk.) 9780804429573", {"isbn": ["0-8044-2957-X"]}),
        ("JOUR", "N1  - Cited By :44\nN1  - Export Date: 1 April", {"times_cited": ["44"]}),
    ],
)
def test_what_a_tag_means_depends_on_the_type(kind: str, lines: str, expected: dict[str, list[str]]) -> None:
    record = one(f"TY  - {kind}\n{lines}\nPB  - P\n")
    found: dict[str, list[str]] = {}
    for s in record.statements:
        if s.property not in ("type", "publisher"):
            found.setdefault(s.property, []).append(f"{s.value}/{s.role}" if s.role else s.value)
    assert found == expected
    assert not record.notes


@pytest.mark.parametrize(
    ("lines", "value", "forms"),
    [
        ("PY  - 2001/09/01/", "2001-09-01", ()),
        ("PY  - 2001///", "2001", ()),
        ("PY  - 2001//", "2001", ()),
        ("PY  - 2001/09//", "2001-09", ()),
        ("PY  - 2001///Spring", "Spring 2001", ()),
        ("Y1  - 2015/october", "2015-10", ()),
        ("PY  - 2009\nDA  - May 3", "2009-05-03", ("2009",)),
        ("PY  - 2009\nDA  - 2009 May-Jun", "2009", ("2009 May-Jun",)),
        ("PY  - 2009\nDA  - 2008/12/20", "2009", ("2008-12-20",)),
        ("PY  - 2009\nDA  - 1999/12/20", "2009", ()),
        ("Y1  - 1900/01/01\nDA  - 1950/01/01", "1950-01-01", ()),
        ("PY  - 2013/02/15/received\nPY  - 2013/04/18", "2013-04-18", ()),
        ("PY  - n.d.", "n.d.", ()),
    ],
)
def test_dates(lines: str, value: str, forms: tuple[str, ...]) -> None:
    date = one(f"TY  - JOUR\n{lines}\n").first("date")
    assert date is not None
    assert (date.value, date.forms) == (value, forms)


def test_names() -> None:
    record = one(
        "TY  - BOOK\nA1  - Doe,J.,Jr.\nAU  - World Health Organization,\nA1  - Plato\nAU  - et al.\nAU  - \nAU  - A, B; C, D\n"
    )
    assert [(s.value, s.path, parts(s)) for s in record.all("creators")] == [
        ("Doe, J., Jr.", "A1[1]", {"family": "Doe", "given": "J.", "suffix": "Jr."}),
        ("World Health Organization", "AU[1]", {}),
        ("Plato", "A1[2]", {}),
        ("et al.", "AU[2]", {"et_al": "true"}),
        ("A, B", "AU[4]", {"family": "A", "given": "B"}),
        ("C, D", "AU[4]", {"family": "C", "given": "D"}),
    ]


def test_a_numbered_list_of_references_in_a_note_is_its_citations() -> None:
    record = one("TY  - JOUR\nTI  - T\nN1  - References (2): Doe, J., Title, (2001) X, 1, p. 2; Roe, R., doi:10.1000/182\n")
    first, second = record.all("citations")
    assert (first.value, first.path) == ("Doe, J., Title, (2001) X, 1, p. 2", "N1[1]")
    assert second.identifiers == (Identifier("doi", "10.1000/182"),)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("TY  - JOUR\nTI  - A\nER  - \nTY  - JOUR\nTI  - B\n", ["A", "B"]),
        ("TY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B\nER  -\n", ["A", "B"]),
        ("\r\n\r\nTY  - JOUR\r\nTI  - A\r\nER  - \r\n\r\n\x1a", ["A"]),
        ("TY  - JOUR\rTI  - A\rER  - \r", ["A"]),
        ("TY - JOUR\nTI - A\nER -\n", ["A"]),
        ("TY  - JOUR\nER  - \nTY  - JOUR\nTI  - B\nER  - \n", ["the record in line 1 holds nothing that the gate reads", "B"]),
        ("junk\nTY  - JOUR\nTI  - B\nER  - \n", ["the record in line 1 holds no field: 'junk'", "B"]),
        ("TY  - JOUR\nTI  - B\nER  - \njunk\n", ["B", "the record in line 4 holds no field: 'junk'"]),
        ("no RIS at all", ["no RIS record in this file"]),
        ("", ["no RIS record in this file"]),
    ],
)
def test_layouts_and_damage(data: str, expected: list[str]) -> None:
    found = read_all(Ris(), data.encode())
    assert [values(r, "title")[0] if isinstance(r, Record) else r.reason for r in found] == expected
    assert [r.position for r in found] == list(range(1, len(found) + 1))


def test_a_record_without_a_type_is_read_with_a_note() -> None:
    record = one("TI  - A\nJF  - J\nT2  - K\nVL  - 3\nER  - \n")
    assert [(s.property, s.value) for s in record.statements] == [("title", "A"), ("container", "J"), ("volume", "3")]
    assert notes(record) == [("value-unreadable", "TY")]


def test_what_cannot_be_a_number_is_noted() -> None:
    record = one("TY  - BOOK\nTI  - A\nSN  - 12345\nSN  - none\n")
    assert notes(record) == [("value-unreadable", "SN[1]")]
    assert [(i.path, i.reason) for i in record.ignored] == [("SN[2]", "neither an ISBN nor an ISSN")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1"])
def test_encodings(encoding: str) -> None:
    data = "TY  - JOUR\nTI  - Übergrößen\nAU  - Müller, J.\nER  - \n".encode(encoding)
    record = read_one(Ris(), data)
    assert Ris().sniff(data) == 85
    assert (values(record, "title"), values(record, "creators")) == (["Übergrößen"], ["Müller, J."])
    assert [n.code for n in record.notes] == (["encoding-doubtful"] if encoding in ("cp1252", "latin-1") else [])


def test_sniffing() -> None:
    assert Ris().sniff(b"TI  - A\nVL  - 1\nIS  - 2\n") == 60
    for other in (b"", b"{}", b"<a/>", b"TI  - A\n", b"PMID- 1\nTI  - A\n", b"@article{a, title={TY}}", b"%0 Book\n%T x"):
        assert Ris().sniff(other) == 0


@given(st.text(st.sampled_from("TYER AUI- \n\r1/;,.é"), max_size=200))
def test_any_text_ends_in_records_or_named_faults(text: str) -> None:
    for item in Ris().read(text.encode(), "f", Settings()):
        assert isinstance(item, Record | Unreadable)


def as_expected(item: Item) -> Item:
    """The expected item in the words of :class:`Tally`: its label; authors first; no series editors; no dates that are words."""
    last = {"editor": 1, "translator": 2, "performer": 2, "producer": 2}
    creators = item["creators"]
    assert isinstance(creators, list)
    kept = [c for c in creators if c["creatorType"] != "seriesEditor"]
    title = next((item[key] for key in ("title", "caseName", "nameOfAct", "subject") if key in item), "")
    own: Item = {
        **item,
        "title": title,
        "creators": sorted(kept, key=lambda c: last.get(c["creatorType"], 0 if c["creatorType"] in AUTHORS else 3)),
    }
    if dates.parse(str(item.get("date", ""))) is None:
        own.pop("date", None)
    return own


AUTHORS = ("author", "artist", "director", "programmer", "cartographer", "inventor", "composer")


def test_agreement_with_zotero() -> None:
    """On the two templates that name every tag of every type, and on ten real files, which agree throughout.

    What differs is in the templates: Zotero takes "Editor, Series" for a producer, the name of a file for an editor, the target
    audience of music for a writer of words, the year of citation for an actor, an attorney for a creator; it reads names out of
    ProCite's notes; it titles cases and statutes by their short titles and a journal as a whole not at all. A missing name makes
    the order differ too.
    """
    tally, real = Tally(), Tally()
    for number, case in enumerate(json.loads(shared("records", "ris", "zotero_testcases_RIS.json").read_text())):
        records = read_all(Ris(), case["input"].encode())
        assert len(records) == len(case["items"])
        for record, item in zip(records, case["items"], strict=True):
            assert isinstance(record, Record)
            for into in (tally, *([] if number in (2, 4) else [real])):
                into.compare(record, as_expected(item))
    say(tally.report())
    assert tally.compared.total() > 350
    assert tally.rate > 0.94
    assert real.compared.total() > 45
    assert real.rate == 1.0
