"""UNIMARC: what fields mean, how it is told from MARC 21, characters, real records of five libraries."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Identifier, Record, Unreadable
from gate.normalise import relators
from gate.records import read
from gate.records.readers import unimarc_charset
from gate.records.readers.marc import Marc, MarcXml, describe
from gate.records.readers.marc_dialect import Dialect, dialect
from gate.records.readers.marc_record import Field, MarcRecord
from gate.records.readers.unimarc import Unimarc
from gate.records.readers.unimarc_charset import iso_5426
from gate.records.readers.unimarc_relators import _CODES, code
from gate.settings import Settings
from tests.records.building import LEADER, Fields, brief, iso2709, marcxml, notes, parts, read_all, read_one, say, values
from tests.shared import shared

BOOK = "00000nam0 2200000   450 "
ARTICLE = "00000naa0 2200000   450 "
GENERAL = "20050527d1986    m  y0frey50      ba"
FIELDS: Fields = [
    ("001", "123456789"),
    ("010", "  ", "$a2-07-010796-5$brel."),
    ("073", " 0", "$a9782070107964"),
    ("100", "  ", f"$a{GENERAL}"),
    ("101", "1 ", "$afre$aeng$crus"),
    ("102", "  ", "$aFR"),
    ("200", "1 ", "$a\x88Les \x89saisons$eroman$hTome 2$iL'été$dThe seasons$fAnne Lebrun$gtraduit par I. Petrov"),
    ("205", "  ", "$a2e éd."),
    ("210", "  ", "$aParis$cGallimard$dDL 1986"),
    ("215", "  ", "$a1 vol. (300 p.)"),
    ("225", "0 ", "$aBlanche"),
    ("330", "  ", "$aUn été."),
    ("500", "10", "$aSaisons"),
    ("606", "  ", "$3027238466$aOiseaux$xDictionnaires$yFrance$2rameau"),
    ("600", " 1", "$aHugo$bVictor$f1802-1885$2rameau"),
    ("610", "0 ", "$aété$anature"),
    ("676", "  ", "$a843"),
    ("700", " 1", "$3027158241$aLebrun$bAnne$f1907-1992$4070$oISNI0000000121212121"),
    ("702", " 1", "$aPetrov$bIvan$4730"),
    ("702", " 1", "$aDupont$bJean$4650"),
    ("701", " 0", "$aJean-Paul$dII$cpape"),
    ("712", "02", "$aUniversité de Paris$bFaculté des lettres$4340"),
    ("801", " 0", "$aFR$bAbes"),
    ("995", "  ", "$aX"),
    ("995", "  ", "$aY"),
]


def one(fields: Fields, leader: str = BOOK) -> Record:
    return read_one(MarcXml(), marcxml(fields, leader=leader))


def test_a_book() -> None:
    record = one(FIELDS)
    assert (record.format, record.id) == ("unimarc", "123456789")
    assert brief(record.statements) == [
        ("title", "Les saisons: roman. Tome 2, L'été", "200$a"),
        ("creators", "Lebrun, Anne", "700$a"),
        ("creators", "Petrov, Ivan", "702[1]$a"),
        ("creators", "Jean-Paul II", "701$a"),
        ("creators", "Université de Paris. Faculté des lettres", "712$a"),
        ("isbn", "2-07-010796-5", "010$a"),
        ("language", "fre", "101$a[1]"),
        ("language", "eng", "101$a[2]"),
        ("edition", "2e éd.", "205$a"),
        ("publisher", "Gallimard", "210$c"),
        ("abstract", "Un été.", "330$a"),
        ("concepts", "Oiseaux--Dictionnaires--France", "606$a"),
        ("concepts", "Hugo, Victor", "600$a"),
        ("concepts", "été", "610$a[1]"),
        ("concepts", "nature", "610$a[2]"),
        ("classification", "843", "676$a"),
        ("date", "1986", "210$d"),
        ("type", "book", "LDR/06-07"),
    ]
    title, author, translator, pope = record.statements[:4]
    assert title.forms == ("The seasons", "Saisons")
    assert (author.role, author.identifiers) == ("aut", (Identifier("isni", "0000000121212121"),))
    assert parts(author) == {"family": "Lebrun", "given": "Anne", "birth": "1907", "death": "1992"}
    assert (translator.role, pope.role, pope.forms) == ("trl", "", ("Jean-Paul II, pape",))
    assert next(parts(s) for s in record.all("concepts")) == {"vocabulary": "rameau"}
    assert {(i.path, i.reason) for i in record.ignored} >= {
        ("073$a", "the same identifier again"),
        ("702", "a name without part in the content"),
        ("225", "series statement"),
        ("801", "cataloguing source"),
        ("995", "local field (2 fields)"),
    }


def test_an_article_stands_in_its_host() -> None:
    record = one(
        [
            ("001", "1"),
            ("017", "70", "$a10.1000/182$2DOI"),
            ("100", "  ", f"$a{GENERAL}"),
            ("200", "1 ", "$aTitre"),
            ("461", " 0", "$tRevue$x0003-987X$vVol. 139, no. 6$pP. 12-20"),
        ],
        ARTICLE,
    )
    found = {s.property: (s.value, s.path) for s in record.statements}
    assert found["container"] == ("Revue", "461$t")
    assert found["doi"] == ("10.1000/182", "017$a")
    assert [found[name][0] for name in ("issn", "volume", "issue", "pages")] == ["0003-987X", "139", "6", "12-20"]
    assert found["type"] == ("article-journal", "LDR/06-07")
    book = one([("100", "  ", f"$a{GENERAL}"), ("200", "1 ", "$aTome"), ("461", " 0", "$tOeuvres")])
    assert not book.all("container")  # the set that a volume belongs to


@pytest.mark.parametrize(
    ("kind", "dates", "stated", "value", "forms"),
    [
        ("d", "1986    ", "1986", "1986", ()),
        ("a", "19939999", "1993-", "1993-", ("1993/..",)),
        ("b", "19932004", "", "1993/2004", ()),
        ("f", "19001910", "[ca 1905]", "[ca 1905]", ("1900/1910",)),
        ("e", "19861790", "", "1986", ()),
        ("h", "19861985", "", "1986", ("1985",)),
        ("j", "20010917", "", "2001-09-17", ()),
        ("u", "        ", "", "", ()),
        ("d", "19uu    ", "", "19XX", ()),
        ("d", "1986    ", "DL 1986", "1986", ()),
        ("d", "1986    ", "[s.d.]", "1986", ()),
    ],
)
def test_dates(kind: str, dates: str, stated: str, value: str, forms: tuple[str, ...]) -> None:
    fields = [("100", "  ", f"$a20050527{kind}{dates}m  y0frey50      ba"), ("200", "1 ", "$aT")]
    record = one([*fields, ("210", "  ", f"$d{stated}")] if stated else fields)
    date = record.first("date")
    assert (date.value, date.forms) == (value, forms) if date else not value


def test_a_coded_date_that_differs_is_a_second_statement() -> None:
    record = one([("100", "  ", f"$a{GENERAL}"), ("200", "1 ", "$aT"), ("214", " 0", "$cX$d1990"), ("214", " 4", "$d1989")])
    assert [(s.value, s.path) for s in record.all("date")] == [("1990", "214[1]$d"), ("1986", "100$a/9-12")]


TITLE_200, TITLE_245 = ("200", "1 ", "$aTitre"), ("245", "10", "$aTitle")
CODED, NAMED = ("100", "  ", f"$a{GENERAL}"), ("100", "1 ", "$aDoe, Jane")
SOURCE, LANGUAGE, CODES_008 = ("801", " 0", "$aFR$bX"), ("101", "0 ", "$afre"), ("008", "050601s1921    xx")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([TITLE_200, CODED], Dialect.UNIMARC),
        ([CODED], Dialect.UNIMARC),
        ([TITLE_200, LANGUAGE, SOURCE], Dialect.UNIMARC),
        ([TITLE_200, LANGUAGE, SOURCE, CODES_008], Dialect.DOUBTFUL),
        ([TITLE_200], Dialect.DOUBTFUL),
        ([TITLE_200, NAMED], Dialect.DOUBTFUL),
        ([TITLE_245, CODED], Dialect.DOUBTFUL),
        ([TITLE_245, TITLE_200, CODED], Dialect.DOUBTFUL),
        ([TITLE_245, TITLE_200], Dialect.MARC_21),
        ([TITLE_245, NAMED, CODES_008], Dialect.MARC_21),
        ([NAMED], Dialect.MARC_21),
        ([], Dialect.MARC_21),
    ],
)
@pytest.mark.parametrize("leader", [BOOK, LEADER])
def test_the_dialect_is_told_by_what_only_one_of_them_has(
    fields: list[tuple[str, str] | tuple[str, str, str]], expected: Dialect, leader: str
) -> None:
    record = MarcRecord(leader, [])
    for field in fields:
        text = field[2] if len(field) == 3 else ""
        subfields = tuple((piece[0], piece[1:]) for piece in text.split("$")[1:])
        record.fields.append(Field(field[0], data=field[1] if len(field) == 2 else "", subfields=subfields))
    assert dialect(record) is expected


def test_what_is_in_doubt_is_read_only_when_asked_for() -> None:
    data = marcxml([("001", "7"), TITLE_200, ("700", " 1", "$aDoe$bJane$4070")], leader=LEADER)
    (fault,) = read_all(MarcXml(), data)
    assert isinstance(fault, Unreadable)
    assert (fault.id, "--from unimarc" in fault.reason) == ("7", True)
    record = read_one(Unimarc(), data)
    assert (values(record, "title"), values(record, "creators"), record.format) == (["Titre"], ["Doe, Jane"], "unimarc")


def test_marc_21_is_never_read_as_unimarc() -> None:
    for data in (marcxml([NAMED, TITLE_245], leader=BOOK), iso2709([NAMED, TITLE_245])):
        (fault,) = read_all(Unimarc(), data)
        assert isinstance(fault, Unreadable)
        assert fault.reason.startswith("a MARC 21 record, not UNIMARC")


def test_a_file_may_hold_both() -> None:
    data = iso2709([("001", "1"), CODED, TITLE_200], BOOK) + iso2709([("001", "2"), NAMED, TITLE_245])
    assert [r.format for r in read_all(Marc(), data)] == ["unimarc", "marc"]


def test_authorities_are_named() -> None:
    heading = [("100", "  ", "$a19810101afrey50      ba0"), ("200", " 1", "$aHugo$bVictor")]
    (fault,) = read_all(MarcXml(), marcxml(heading, leader="00000nx  a2200000   45  "))
    assert isinstance(fault, Unreadable)
    assert fault.reason.startswith("a UNIMARC authority record")


TWICE = "the text was turned into UTF-8 twice; read as it was before"


@pytest.mark.parametrize(
    ("codes", "body", "text", "doubt"),
    [
        ("50  ", "été".encode(), "été", ""),
        ("0103", "été".encode(), "été", "the record says 0103, the text is in UTF-8"),
        ("0103", b"\xc2et\xc2e \xe9re \x88Le \x89nom", "été Øre \x88Le \x89nom", ""),
        ("    ", b"\xc2et\xc2e", "été", "the record does not say that it is in ISO 5426"),
        ("    ", b"\xe9t\xe9", "été", "the character set is not known; read as Latin-1"),
        ("89  ", "Чехов".encode("cp1251"), "Чехов", ""),
        (
            "50  ",
            "Mureş".encode().decode("latin-1").encode(),
            "Mureş",
            TWICE,
        ),
        ("50  ", b"\xe9t", "\ufffdt", "the record says UTF-8; some characters are not valid UTF-8"),
        ("50  ", b"ascii", "ascii", ""),
    ],
)
def test_characters(codes: str, body: bytes, text: str, doubt: str) -> None:
    charset = unimarc_charset.charset(codes, body)
    assert (charset.decode(body), charset.doubt) == (text, doubt)


def test_the_leader_is_no_word_on_the_characters() -> None:
    record = read_one(Marc(), iso2709([CODED, ("200", "1 ", "$aétranger")], BOOK))
    assert (values(record, "title"), notes(record)) == (["étranger"], [])


def test_relators() -> None:
    found = [
        code(text) for text in ("070", "080", "340", "730", "651", "584", "677", "aut", "Illustrator", "999", "trad.", "xqz", "")
    ]
    assert found == ["aut", "aui", "edt", "trl", "pbd", "inv", "rtm", "aut", "ill", "", "", "xqz", ""]


def test_every_relator_is_one_that_marc_still_has() -> None:
    assert set(_CODES.values()) <= set(relators.TERMS)
    assert "" not in {code(text) for text in ("065", "070", "340", "365", "651")}  # those of the real records


#: ISO registration 53: byte, what stands before the letter, and the letter that it makes
MARKS = {
    0xC0: ("a", "ả"), 0xC1: ("a", "à"), 0xC2: ("a", "á"), 0xC3: ("a", "â"), 0xC4: ("a", "ã"), 0xC5: ("a", "ā"), 0xC6: ("a", "ă"),
    0xC7: ("e", "ė"), 0xC8: ("a", "ä"), 0xC9: ("a", "ä"), 0xCA: ("a", "å"), 0xCD: ("o", "ő"), 0xCE: ("o", "ơ"), 0xCF: ("c", "č"),
    0xD0: ("c", "ç"), 0xD2: ("s", "ș"), 0xD3: ("a", "ą"), 0xD4: ("a", "ḁ"), 0xD5: ("h", "ḫ"), 0xD6: ("d", "ḍ"), 0xD7: ("u", "ṳ"),
    0xDB: ("d", "ḓ"),
}  # fmt: skip


def test_the_marks_of_iso_5426_make_the_letters_that_the_registration_names() -> None:
    assert {byte: iso_5426(bytes([byte]) + letter.encode()) for byte, (letter, _) in MARKS.items()} == {
        byte: made for byte, (_, made) in MARKS.items()
    }
    assert iso_5426(bytes((0xE1, 0xE2, 0xE8, 0xE9, 0xEA, 0xEC, 0xF1, 0xF5, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC))) == "ÆĐŁØŒÞæıłøœßþ"


#: files of UNIMARC, and how many records they hold
REAL = {
    "qacat_serial.bnr.1993.mrc": 11,
    "qacat_short.bnr.1993.mrc": 10,
    "pymarc_testunimarc.dat": 1,
    "catmandu_dollar_subfields.mrc": 2,
}


#: files of UNIMARC, and how many records they hold
REAL = {
    "qacat_serial.bnr.1993.mrc": 11,
    "qacat_short.bnr.1993.mrc": 10,
    "pymarc_testunimarc.dat": 1,
    "catmandu_dollar_subfields.mrc": 2,
}


def test_real_records() -> None:
    """BN Romania, ICCU, two Greek libraries: every record is read with its title, nearly all with their date."""
    counts: Counter[str] = Counter()
    for name in REAL:
        for record in read(shared("records", "marc", name), settings=Settings()):
            assert isinstance(record, Record)
            assert record.format == "unimarc"
            assert len(values(record, "title")) == 1
            assert all("\x88" not in s.value and "<<" not in s.value for s in record.statements)
            assert not any(n.code == "value-unreadable" for n in record.notes), record.notes
            counts.update({"records": 1, **dict.fromkeys({s.property for s in record.statements}, 1)})
    say(dict(counts))
    assert counts["records"] == counts["title"] == sum(REAL.values())
    assert min(counts["date"], counts["language"]) >= 22


def test_real_records_of_marc_21_stay_marc_21() -> None:
    """None of the recorded MARC files but those that are UNIMARC has a record that is taken for it, or in doubt."""
    taken: Counter[str] = Counter()
    for folder in ("marc", "authority"):
        for path in sorted(shared("records", folder).iterdir()):
            if path.suffix in (".mrc", ".xml", ".dat", ".marc"):
                found = list(read(path, settings=Settings()))
                taken.update(path.name for r in found if r.format == "unimarc")
                assert not any("UNIMARC?" in r.reason for r in found if isinstance(r, Unreadable)), path.name
    assert taken == REAL


TAGS = st.sampled_from(["100", "200", "210", "245", "461", "606", "700", "801"])


@given(st.lists(st.tuples(TAGS, st.text(max_size=40)), max_size=6))
def test_any_fields_end_in_a_record_or_a_named_fault(fields: list[tuple[str, str]]) -> None:
    record = MarcRecord(BOOK, [Field(tag, subfields=tuple((c, text) for c in "abdf4")) for tag, text in fields])
    found = describe(record, "marc", "f", 1, b"", asked="unimarc")
    assert isinstance(found, Record | Unreadable)
