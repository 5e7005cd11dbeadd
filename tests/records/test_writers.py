"""What stands in the files that are written: MARC fields as cataloguers expect them, CSL items, Dublin Core elements."""

from __future__ import annotations

import io
import json
from datetime import date

import pymarc
import pytest
from lxml import etree

from gate.errors import UsageError
from gate.model import Identifier, Kind, Record, Statement
from gate.records import read, read_bytes
from gate.records.writers import FORMATS, writer
from gate.records.writers.csl_json import item
from gate.records.writers.dublin_core import elements
from gate.records.writers.losses import losses, summary
from gate.records.writers.marc_fields import marc_record
from gate.records.writers.marcxml import MarcXml
from gate.records.writers.types import CSL_TYPES, csl_type
from gate.settings import Settings
from tests.shared import shared

DAY = date(2026, 11, 30)
ORCID, GND = Identifier("orcid", "0000-0002-1825-0097"), Identifier("gnd", "118540238")


def name(value: str, role: str = "", *identifiers: Identifier, **parts: str) -> Statement:
    return Statement(
        "creators", value, role=role, identifiers=identifiers, parts=tuple(Statement(p, v) for p, v in parts.items())
    )


def work(*statements: Statement, id: str = "r1") -> Record:
    return Record(Kind.WORK, id, statements)


def tagged(tag: str, *statements: Statement) -> list[tuple[str, str, str]]:
    made = marc_record(work(*statements), DAY).fields
    return [(f.ind1, f.ind2, "".join(f"${c}{v}" for c, v in f.subfields)) for f in made if f.tag == tag]


BOOK = work(
    Statement("title", "The eel: a life history", forms=("Der Aal",)),
    name("Berg, Nora", "aut", ORCID, GND, family="Berg", given="Nora", birth="1950"),
    name("Kahn, Ida", "edt", family="Kahn", given="Ida"),
    name("University of Toronto", "pbl"),
    name("John Smith", "trl"),
    Statement("date", "1998"),
    Statement("type", "book"),
    Statement("publisher", "Fish Press"),
    Statement("edition", "2nd ed"),
    Statement("language", "en"),
    Statement("language", "de"),
    Statement("concepts", "Eels--Life cycles", parts=(Statement("vocabulary", "lcsh"),)),
    Statement("concepts", "Aal", identifiers=(GND,), parts=(Statement("vocabulary", "gnd"),)),
    Statement("concepts", "migration"),
    Statement("abstract", "Eels migrate."),
    Statement("isbn", "978-0-262-03561-3"),
    Statement("doi", "https://doi.org/10.1000/EEL"),
    Statement("identifiers", "ocn123456", identifiers=(Identifier("oclc", "123456"),)),
    Statement("identifiers", "n79021164", identifiers=(Identifier("lccn", "n79021164"),)),
)


def test_a_book_as_marc_21() -> None:
    made = marc_record(BOOK, DAY)
    assert made.leader == "00000nam a22000003c 4500"
    assert len(made.leader) == 24
    assert made.control("001") == "r1"
    assert made.control("008") == "261130s1998    xx |||||||||||||||||eng|d"
    assert len(made.control("008")) == 40
    got = [(f.tag, f.ind1 + f.ind2, "".join(f"${c}{v}" for c, v in f.subfields)) for f in made.fields if f.subfields]
    assert got == [
        ("010", "  ", "$an79021164"),
        ("020", "  ", "$a978-0-262-03561-3"),
        ("024", "7 ", "$a10.1000/eel$2doi"),
        ("035", "  ", "$a(OCoLC)123456"),
        ("041", "  ", "$aeng$ager"),
        ("100", "1 ", "$aBerg, Nora$d1950-$eauthor$4aut$1https://orcid.org/0000-0002-1825-0097$0(DE-588)118540238"),
        ("245", "14", "$aThe eel$ba life history"),
        ("246", "3 ", "$aDer Aal"),
        ("250", "  ", "$a2nd ed"),
        ("264", " 1", "$bFish Press$c1998"),
        ("520", "3 ", "$aEels migrate."),
        ("650", " 0", "$aEels$xLife cycles"),
        ("650", " 7", "$aAal$2gnd$0(DE-588)118540238"),
        ("653", "  ", "$amigration"),
        ("700", "1 ", "$aKahn, Ida$eeditor$4edt"),
        ("710", "2 ", "$aUniversity of Toronto$epublisher$4pbl"),
        ("720", "  ", "$aJohn Smith$etranslator$4trl"),
        ("856", "40", "$uhttps://doi.org/10.1000/eel"),
    ]


def test_an_article_stands_in_its_journal() -> None:
    article = (
        Statement("title", "Eel larvae"),
        Statement("type", "journal article"),
        Statement("container", "Journal of Fish", forms=("J Fish",)),
        Statement("volume", "12"),
        Statement("issue", "3"),
        Statement("pages", "45-67"),
        Statement("issn", "0028-0836"),
        Statement("date", "1998-05-17"),
    )
    assert marc_record(work(*article), DAY).leader[6:8] == "ab"
    assert marc_record(work(*article), DAY).control("008")[6:15] == "e19980517"
    assert tagged("773", *article) == [("0", " ", "$tJournal of Fish$pJ Fish$gvol. 12, no. 3, p. 45-67$x0028-0836")]
    assert tagged("022", *article) == []
    assert tagged("245", *article) == [("0", "0", "$aEel larvae")]


@pytest.mark.parametrize(
    ("given", "coded"),
    [("1998", "s1998    "), ("1998/2001", "m19982001"), ("1998-05", "s1998    "), ("", "nuuuuuuuu"), ("no date", "nuuuuuuuu")],
)
def test_dates_in_008(given: str, coded: str) -> None:
    stated = (Statement("date", given),) if given else ()
    assert marc_record(work(*stated), DAY).control("008")[6:15] == coded


def test_an_editor_is_no_main_entry_and_order_is_kept() -> None:
    made = marc_record(work(Statement("title", "Eels"), name("Kahn, Ida", "edt"), name("Berg, Nora", "aut")), DAY)
    assert [f.tag for f in made.fields if f.tag[0] in "17"] == ["700", "700"]
    assert [f.first("a") for f in made.fields if f.tag == "700"] == ["Kahn, Ida", "Berg, Nora"]
    assert [f.ind1 for f in made.fields if f.tag == "245"] == ["0"]


def test_other_scripts_stand_in_880() -> None:
    chinese = Statement(
        "creators", "Yu, Hua", role="aut", forms=("余华",), parts=(Statement("family", "Yu"), Statement("given", "Hua"))
    )
    assert tagged("100", chinese) == [("1", " ", "$6880-01$aYu, Hua$eauthor$4aut")]
    assert tagged("880", chinese) == [("1", " ", "$6100-01$a余华")]
    kept = writer("marcxml").read(b"".join(writer("marcxml").write([work(chinese)])), Settings())
    assert next(s for s in kept if s.property == "creators").forms == ("余华",)


def test_pymarc_reads_every_real_record_as_written() -> None:
    chosen = MarcXml(today=DAY)
    found = [r for r in read(shared("records", "bibtex"), settings=Settings()) if isinstance(r, Record) and not chosen.refuses(r)]
    data = b"".join(chosen.write(found))
    records = pymarc.parse_xml_to_array(io.BytesIO(data))  # type: ignore[no-untyped-call]
    assert len(records) == len(found)
    for made, record in zip(records, found, strict=True):
        assert made is not None
        title = record.first("title")
        if title is not None:
            assert made["245"]["a"]
        assert len(made["008"].data) == 40
        assert made.as_marc()  # lengths, indicators and subfields fit ISO 2709
    tags = {f.tag for r in records if r is not None for f in r.fields}
    assert {"100", "700", "245", "264", "773", "024", "020"} <= tags


def test_what_came_as_marc_keeps_every_field() -> None:
    for folder in ("marc",):
        found = [r for r in read(shared("records", folder), settings=Settings()) if isinstance(r, Record) and r.format == "marc"][
            :40
        ]
        assert found
        data = b"".join(writer("marcxml").write(found))
        again = [r for r in read_bytes(data, "x", "marcxml", settings=Settings()) if isinstance(r, Record)]
        assert [losses(a.statements, b.statements) for a, b in zip(found, again, strict=True)] == [[]] * len(found)
        assert [len(a.ignored) for a in found] == [len(b.ignored) for b in again]


def test_marcxml_is_well_formed_whatever_stands_in_a_record() -> None:
    record = work(Statement("title", "a\x00<b>&\ud800\x0b\ufffe c"), id="\x01<")
    root = etree.fromstring(b"".join(writer("marcxml").write([record])))
    assert root.tag == "{http://www.loc.gov/MARC21/slim}collection"


def test_a_csl_item() -> None:
    assert item(BOOK) == {
        "id": "r1",
        "type": "book",
        "title": "The eel: a life history",
        "title-short": "Der Aal",
        "author": [{"family": "Berg", "given": "Nora"}],
        "editor": [{"family": "Kahn", "given": "Ida"}],
        "contributor": [{"literal": "University of Toronto"}],
        "translator": [{"literal": "John Smith"}],
        "issued": {"date-parts": [[1998]]},
        "publisher": "Fish Press",
        "edition": "2nd ed",
        "language": "en",
        "abstract": "Eels migrate.",
        "keyword": "Eels--Life cycles; Aal; migration",
        "ISBN": "978-0-262-03561-3",
        "DOI": "https://doi.org/10.1000/EEL",
        "note": "OCLC: 123456\nLCCN: n79021164",
    }


@pytest.mark.parametrize(
    ("given", "issued"),
    [
        ("1998-05", {"date-parts": [[1998, 5]]}),
        ("1998/1999", {"date-parts": [[1998], [1999]]}),
        ("1998~", {"date-parts": [[1998]], "circa": True}),
        ("c1998", {"literal": "c1998"}),
        ("1998-13", {"literal": "1998-13"}),
        ("199X", {"literal": "199X"}),
    ],
)
def test_csl_dates(given: str, issued: dict[str, object]) -> None:
    assert item(work(Statement("date", given)))["issued"] == issued


def test_csl_json_is_json_whatever_stands_in_a_record() -> None:
    data = b"".join(writer("csl-json").write([work(Statement("title", 'a\x00"\ud800'), id="\ud800"), BOOK]))
    first, second = json.loads(data)
    assert first["title"] == 'a\x00"\ufffd'
    assert second["id"] == "r1"


def test_dublin_core_elements() -> None:
    made = elements(BOOK, terms=True)
    assert made[:6] == [
        ("dc:title", "The eel: a life history", ""),
        ("dcterms:alternative", "Der Aal", ""),
        ("dc:creator", "Berg, Nora", ""),
        ("dc:contributor", "Kahn, Ida", ""),
        ("dc:contributor", "University of Toronto", ""),
        ("dc:contributor", "John Smith", ""),
    ]
    assert ("dcterms:issued", "1998", "") in made
    assert ("dc:identifier", "urn:isbn:9780262035613", "") in made
    assert ("dc:identifier", "https://doi.org/10.1000/eel", "") in made
    assert all(element.startswith("dc:") for element, _, _ in elements(BOOK, terms=False))


@pytest.mark.parametrize("format", ["csl-json", "marcxml", "dc", "oai_dc"])
def test_what_describes_no_work_is_refused_by_formats_of_works(format: str) -> None:
    person = Record(Kind.AGENT, "p", (Statement("name", "Kant"),))
    assert writer(format).refuses(person).endswith("of an agent")
    assert writer("graph").refuses(person) == ""


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot write 'mods'; known: csl-json"):
        writer("mods")
    assert [writer(name).name for name in FORMATS] == list(FORMATS)


def test_losses_are_told_by_property_with_their_places() -> None:
    given = [
        Statement("title", "Eels : a life", "t"),
        Statement("creators", "Berg, Nora", "a[0]", role="aut"),
        Statement("creators", "Kahn, Ida", "a[1]", role="aut"),
        Statement("date", "1998", "d"),
    ]
    kept = [
        Statement("title", "Eels: a life."),
        Statement("creators", "Ida Kahn"),
        Statement("creators", "Nora Berg"),
        Statement("edition", "2"),
    ]
    found = losses(given, kept)
    assert [(loss.property, loss.what, loss.path) for loss in found] == [
        ("creators", "role", "a[0]"),
        ("creators", "role", "a[1]"),
        ("creators", "order", "a[1]"),
        ("date", "value", "d"),
        ("edition", "added", ""),
    ]
    assert summary(found) == "creators, role (2) [a[0], a[1]]; creators, order [a[1]]; date [d]; edition, added [2]"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Book", "book"),
        ("journalArticle", "article-journal"),
        ("Journal Article", "article-journal"),
        ("http://purl.org/coar/resource_type/c_6501", ""),
        ("info:eu-repo/semantics/doctoralThesis", "thesis"),
        ("https://schema.org/ScholarlyArticle", "article-journal"),
        ("motion picture", "motion_picture"),
        ("", ""),
        ("anything", ""),
    ],
)
def test_types_in_the_words_of_csl(given: str, expected: str) -> None:
    assert csl_type(given) == expected
    assert expected in (*CSL_TYPES, "")


@pytest.mark.parametrize("format", FORMATS)
def test_a_record_that_says_nothing_is_written_too(format: str) -> None:
    assert b"".join(writer(format).write([Record(Kind.WORK, "#1", ())]))
