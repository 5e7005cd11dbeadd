"""PubMed's tagged format."""

from gate.model import Identifier, Record
from gate.records.readers.nbib import Nbib
from tests.records.building import brief, notes, read_all, read_one
from tests.shared import shared

RECORD = """
PMID- 13054692
OWN - NLM
IS  - 0028-0836 (Print)
IS  - 1476-4687 (Linking)
VI  - 171
IP  - 4356
DP  - 1953 Apr 25
TI  - [Molecular structure of
      nucleic acids].
PG  - 737-8
LID - 10.1038/171737a0 [doi]
LID - 12 [pii]
FAU - Watson, J D
AU  - WATSON JD
AUID- ORCID: 0000-0002-1825-0097
FAU - Crick, F H
AU  - CRICK FH
AUID- ORCID: none
CN  - DNA Group
AU  - ALONE A
LA  - eng
PT  - Journal Article
PT  - Letter
JT  - Nature
TA  - Nature
MH  - *DNA/chemistry
OT  - helix
PMC - PMC12345
AB  - Abstract.

PMID- 2
TI  - Second
"""


def test_a_record() -> None:
    first, second = read_all(Nbib(), RECORD.encode())
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert brief(first.statements) == [
        ("title", "Molecular structure of nucleic acids", "TI"),
        ("creators", "Watson, J D", "FAU[1]"),
        ("creators", "Crick, F H", "FAU[2]"),
        ("creators", "DNA Group", "CN"),
        ("creators", "ALONE A", "AU[3]"),
        ("date", "1953-04-25", "DP"),
        ("container", "Nature", "JT"),
        ("volume", "171", "VI"),
        ("issue", "4356", "IP"),
        ("pages", "737-8", "PG"),
        ("language", "eng", "LA"),
        ("concepts", "DNA", "MH"),
        ("concepts", "helix", "OT"),
        ("abstract", "Abstract.", "AB"),
        ("pmid", "13054692", "PMID"),
        ("identifiers", "PMC12345", "PMC"),
        ("doi", "10.1038/171737a0", "LID[1]"),
        ("issn", "0028-0836", "IS[1]"),
        ("issn", "1476-4687", "IS[2]"),
        ("type", "article-journal", "PT[2]"),
    ]
    watson, crick, *_ = first.all("creators")
    assert (watson.forms, watson.identifiers) == (("WATSON JD",), (Identifier("orcid", "0000-0002-1825-0097"),))
    assert (crick.forms, crick.identifiers) == (("CRICK FH",), ())
    assert notes(first) == [("value-unreadable", "AUID[2]")]
    assert (first.id, second.id, second.position) == ("13054692", "2", 2)
    assert [(i.path, i.reason) for i in first.ignored] == [
        ("LID[2]", "number of the publisher"),
        ("OWN", "administration of the database"),
    ]


def test_sniffing_and_what_is_none() -> None:
    assert Nbib().sniff(RECORD.encode()) == 85
    for other in (b"", b"PMID: 12", b"TY  - JOUR\nTI  - x\n", b"{}"):
        assert Nbib().sniff(other) == 0
    (fault,) = read_all(Nbib(), b"nothing")
    assert not isinstance(fault, Record)
    assert fault.reason == "no PubMed record in this file"


def test_the_real_file() -> None:
    record = read_one(Nbib(), shared("records", "ris", "jabref_NbibImporterTest.nbib").read_bytes())
    assert [s.value for s in record.all("creators")] == [
        "Shruthi, Basavaradhya Sahukar",
        "Vinodhkumar, Palani",
        "Selvamani",
        "corporater",
    ]
    assert [s.value for s in record.all("isbn")] == ["978-3-86680-192-9"]
    assert not [i for i in record.ignored if i.reason == "unknown field"]
