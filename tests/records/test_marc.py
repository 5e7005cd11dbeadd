"""What the fields of a bibliographic MARC record mean, and that the three serialisations say the same."""

from __future__ import annotations

import io
import json

import pymarc
import pytest

from gate.model import Identifier, Kind, Record, Unreadable
from gate.records.readers.marc import Marc, MarcJson, MarcXml
from gate.records.readers.marc_fields import RELATED
from tests.records.building import LEADER, Fields, brief, iso2709, marcxml, notes, parts, read_all, read_one, values

MONO = "840628s1984    enka   j b    001 0 eng d"


def read(*fields: tuple[str, str] | tuple[str, str, str], leader: str = LEADER) -> Record:
    return read_one(Marc(), iso2709(fields, leader))


def test_a_record_is_read_with_its_places() -> None:
    record = read(
        ("001", "ocm00001728 "),
        ("008", MONO),
        ("010", "  ", "$a   68027371 "),
        ("020", "  ", "$a0-19-852663-6 (pbk.) :$c12.50"),
        ("035", "  ", "$a(OCoLC)ocm00001728"),
        ("041", "1 ", "$aeng$hfre"),
        ("100", "1 ", "$aLangland, William,$d1330?-1400?,$eauthor."),
        ("245", "14", "$aThe vision of Piers Plowman :$ba complete edition /$cby William Langland."),
        ("250", "  ", "$a2nd ed."),
        ("260", "  ", "$aLondon :$bDent ;$aNew York :$bDutton,$c1984."),
        ("300", "  ", "$axi, 288 p."),
        ("490", "1 ", "$aEveryman"),
        ("490", "1 ", "$aOther series"),
        ("500", "  ", "$aA note."),
        ("520", "  ", "$aA dream vision."),
        ("650", " 0", "$aChristian pilgrims and pilgrimages$vPoetry."),
        ("650", " 0", "$aVisions$zEngland$xPoetry.$0http://id.loc.gov/authorities/subjects/sh85143869"),
        ("700", "1 ", "$aSchmidt, A. V. C.$q(Aubrey Vincent Carlyle),$4edt$1https://viaf.org/viaf/108196233"),
        ("856", "40", "$uhttps://doi.org/10.1000/182"),
        ("949", "  ", "$ashelf 5"),
    )
    assert (record.kind, record.id, record.format) == (Kind.WORK, "ocm00001728", "marc")
    assert brief(record.statements) == [
        ("title", "The vision of Piers Plowman: a complete edition", "245$a"),
        ("creators", "Langland, William", "100$a"),
        ("creators", "Schmidt, A. V. C.", "700$a"),
        ("identifiers", "68027371", "010$a"),
        ("isbn", "0-19-852663-6", "020$a"),
        ("identifiers", "(OCoLC)ocm00001728", "035$a"),
        ("edition", "2nd ed.", "250$a"),
        ("publisher", "Dent", "260$b"),
        ("publisher", "Dutton", "260$b[2]"),
        ("abstract", "A dream vision.", "520$a"),
        ("concepts", "Christian pilgrims and pilgrimages--Poetry", "650[1]$a"),
        ("concepts", "Visions--England--Poetry", "650[2]$a"),
        ("doi", "https://doi.org/10.1000/182", "856$u"),
        ("date", "1984", "260$c"),
        ("language", "eng", "008/35-37"),
        ("type", "book", "LDR/06-07"),
    ]
    author, editor = record.all("creators")
    assert (author.role, editor.role) == ("aut", "edt")
    assert parts(author) == {"family": "Langland", "given": "William", "birth": "1330?", "death": "1400?"}
    assert editor.forms == ("Schmidt, Aubrey Vincent Carlyle",)
    assert editor.identifiers == (Identifier("viaf", "108196233"),)
    assert [s.identifiers for s in record.all("identifiers")] == [
        (Identifier("lccn", "68027371"),),
        (Identifier("oclc", "1728"),),
    ]
    assert record.all("concepts")[1].identifiers == (Identifier("lccn", "sh85143869"),)
    left = {i.path: i.reason for i in record.ignored}
    assert left["490"] == "series statement (2 fields)"
    assert left["949"] == "local field"
    assert left["245$c"] == "statement of responsibility"
    assert set(left) == {"245$c", "260$a", "300", "490", "500", "949"}
    assert record.notes == ()


@pytest.mark.parametrize(
    ("subfields", "title", "forms"),
    [
        ("$aLeak testing CD-ROM$h[computer file] /$ctechnical editors", "Leak testing CD-ROM", ()),
        ("$aDeep learning.$nPart 2,$pVision", "Deep learning. Part 2, Vision", ()),
        ("$aMathematik.$nBand 2.,$pAnalysis :$bmit Aufgaben", "Mathematik. Band 2, Analysis: mit Aufgaben", ()),
        ("$aAnnual report =$bRapport annuel /$cUN", "Annual report", ("Rapport annuel",)),
        ("$aPlays ;$bPoems /$cA. B.", "Plays; Poems", ()),
        ("$aReport on the U.S.A.", "Report on the U.S.A.", ()),
        ("$aJazz. --", "Jazz", ()),
        ("$aWho? :$bwhat", "Who?: what", ()),
    ],
)
def test_titles(subfields: str, title: str, forms: tuple[str, ...]) -> None:
    found = read(("245", "10", subfields)).first("title")
    assert found is not None
    assert (found.value, found.forms) == (title, forms)


def test_other_titles_are_forms_and_a_lone_uniform_title_is_the_title() -> None:
    record = read(("130", "0 ", "$aBible."), ("245", "10", "$aThe holy Bible"), ("246", "3 ", "$aKing James version"))
    title = record.first("title")
    assert title is not None
    assert (title.value, title.forms) == ("The holy Bible", ("Bible", "King James version"))
    assert values(read(("240", "10", "$aWorks.$f1999")), "title") == ["Works"]


@pytest.mark.parametrize(
    ("field", "value", "role"),
    [
        (("100", "0 ", "$aJohn Paul$bII,$cPope,$d1920-2005"), "John Paul II", ""),
        (("100", "1 ", "$aKing, S."), "King, S.", ""),
        (("110", "1 ", "$aUnited States.$bCongress.$bHouse.$4isb"), "United States. Congress. House", "isb"),
        (("111", "2 ", "$aSymposium on X$n(2nd :$d1990 :$cParis)$jorganizer"), "Symposium on X", "orm"),
        (("700", "1 ", "$aDoe, Jane,$eillustrator."), "Doe, Jane", "ill"),
        (("700", "1 ", "$aDoe, Jane,$4http://id.loc.gov/vocabulary/relators/trl"), "Doe, Jane", "trl"),
        (("720", "1 ", "$aRoe, Richard$eed."), "Roe, Richard", "edt"),
        (("700", "1 ", "$aRoe, Richard$4xqz"), "Roe, Richard", "xqz"),
        (("700", "1 ", "$aRoe, Richard,$eauthor.$4xqz"), "Roe, Richard", "aut"),
        (("700", "1 ", "$aRoe, Richard,$ebearbeitende Person.$exqz"), "Roe, Richard", ""),
        (("700", "1 ", "$aRoe, Richard$4clb"), "Roe, Richard", "ctb"),
        (("700", "1 ", "$aRoe, Richard$4sfx"), "Roe, Richard", "sfx"),
        (("700", "1 ", "$aRoe, Richard$40070$4trad. par$4http://rdaregistry.info/Elements/w/P10061"), "Roe, Richard", ""),
    ],
)
def test_creators(field: tuple[str, str, str], value: str, role: str) -> None:
    (creator,) = read(("245", "10", "$aT"), field).all("creators")
    assert (creator.value, creator.role, creator.path) == (value, role, f"{field[0]}$a")


def test_what_is_no_creator() -> None:
    record = read(
        ("245", "10", "$aT /$cby Somebody Else"),
        ("700", "12", "$aWollstonecraft, Mary.$tMary"),
        ("710", "2 ", "$aDent$4pbl"),
        ("730", "02", "$aBeowulf"),
    )
    assert record.all("creators") == ()
    assert {i.path: i.reason for i in record.ignored if i.path[0] == "7"} == {
        "700": RELATED,
        "710": "a name without part in the content",
        "730": RELATED,
    }
    (title,) = record.all("title")
    assert [(p.property, p.value, p.path) for p in title.parts] == [
        ("related_title", "Wollstonecraft, Mary. Mary", "700$a"),
        ("related_title", "Beowulf", "730$a"),
    ]


@pytest.mark.parametrize(
    ("coded", "stated", "expected"),
    [
        ("s1984    ", "1984.", [("1984", ())]),
        ("s1984    ", "c1984.", [("c1984", ("1984",))]),
        ("s1957    ", "[1957?]", [("[1957?]", ("1957",))]),
        ("t20142013", "[2014], ©2013", [("[2014], ©2013", ("2014", "2013"))]),
        ("s198u    ", "", [("198X", ())]),
        ("q19501959", "", [("1950/1959", ())]),
        ("c19689999", "1968-", [("1968-", ("1968/..",))]),
        ("e19840628", "", [("1984-06-28", ())]),
        ("r20101873", "2010", [("2010", ())]),
        ("r18732010", "2010", [("2010", ())]),
        ("s1973    ", "c1950", [("c1950", ()), ("1973", ())]),
        ("s1687    ", "en el año 1687", [("1687", ("en el año 1687",))]),
        ("n        ", "[n.d.]", []),
        ("|||||||||", "", []),
        ("s9999    ", "", []),
    ],
)
def test_dates(coded: str, stated: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    record = read(("008", f"840628{coded}enka   j b    001 0 eng d"), ("260", "  ", f"$aX :$bY,$c{stated}"))
    assert [(s.value, s.forms) for s in record.all("date")] == expected


def test_rda_dates_prefer_publication_to_copyright() -> None:
    record = read(("264", " 4", "$c©2013"), ("264", " 1", "$aX :$b[publisher not identified],$c2014"), ("264", " 3", "$bPrinter"))
    assert brief(record.all("date")) == [("date", "2014", "264[2]$c")]
    assert record.all("publisher") == ()


def test_languages_once_each_and_not_the_silent_codes() -> None:
    record = read(("008", MONO), ("041", "0 ", "$aengfre$ager$azxx"))
    assert [(s.value, s.path) for s in record.all("language")] == [("eng", "008/35-37"), ("fre", "041$a[1]"), ("ger", "041$a[2]")]
    for blank in ("   ", "|||", "###", "und"):
        assert read(("008", MONO[:35] + blank + " d"), ("245", "00", "$aT")).all("language") == ()


@pytest.mark.parametrize("blank", [" ", "#", "^", "\\"])
def test_every_way_to_write_a_blank(blank: str) -> None:
    record = read(("008", MONO.replace(" ", blank)), ("245", f"1{blank}", "$aT"), ("264", f"{blank}1", "$bY$c1984"))
    assert values(record, "language") == ["eng"]
    assert values(record, "date") == ["1984"]
    assert values(record, "publisher") == ["Y"]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (("020", "  ", "$a9780786808779 (hbk.)"), ("isbn", "9780786808779")),
        (("020", "  ", "$a0-8044-2957-X"), ("isbn", "0-8044-2957-X")),
        (("022", "0 ", "$a1940-5758 ;"), ("issn", "1940-5758")),
        (("024", "7 ", "$a10.1007/978-3-642-00230-4$2doi"), ("doi", "10.1007/978-3-642-00230-4")),
        (("024", "3 ", "$a9783540774310"), ("isbn", "9783540774310")),
        (("024", "8 ", "$ahttps://doi.org/10.3886/qkqw-yg74"), ("doi", "https://doi.org/10.3886/qkqw-yg74")),
        (("024", "7 ", "$aQ42$2wikidata"), ("identifiers", "Q42")),
        (("856", "40", "$uhttps://arxiv.org/abs/1706.03762"), ("arxiv", "https://arxiv.org/abs/1706.03762")),
    ],
)
def test_identifiers(field: tuple[str, str, str], expected: tuple[str, str]) -> None:
    record = read(("245", "00", "$aT"), field)
    assert expected in [(s.property, s.value) for s in record.statements]


def test_identifiers_that_are_no_claim() -> None:
    record = read(
        ("020", "  ", "$z9780786808779"),
        ("020", "  ", "$aseries only"),
        ("020", "  ", "$a9783540774310"),
        ("024", "3 ", "$a9783540774310"),
        ("035", "  ", "$a(DE-599)BVBBV12"),
        ("856", "42", "$uhttps://doi.org/10.1000/of-another-thing"),
    )
    assert values(record, "isbn") == ["9783540774310"]
    assert not record.all("doi")
    assert not record.all("identifiers")
    assert ("024", "the same identifier again") in [(i.path, i.reason) for i in record.ignored]
    assert notes(record) == [("value-unreadable", "020[2]$a")]


def test_the_host_of_an_article() -> None:
    record = read(
        ("245", "00", "$aAn article"),
        ("773", "0 ", "$tJournal of tests.$gVol. 24, pt. B no. 9 (Sept. 1993), p. 235-48$x0022-4405"),
        ("773", "0 ", "$tAnother host"),
        leader="00000nab a2200000 a 4500",
    )
    assert brief(s for s in record.statements if s.path.startswith("773")) == [
        ("container", "Journal of tests", "773[1]$t"),
        ("issn", "0022-4405", "773[1]$x"),
        ("volume", "24", "773[1]$g"),
        ("issue", "9", "773[1]$g"),
        ("pages", "235-48", "773[1]$g"),
    ]
    assert values(record, "type") == ["article-journal"]
    assert ("773", "a further host item") in [(i.path, i.reason) for i in record.ignored]


def test_linked_fields_are_forms_of_their_partner_and_unlinked_ones_stand_alone() -> None:
    record = read(
        ("245", "10", "$6880-01$aNihon no chasho /$cedited"),
        ("260", "  ", "$6880-03$aTōkyō :$bHeibonsha,$c1971."),
        ("700", "1 ", "$6880-02$aHayashiya, Tatsusaburō"),
        ("700", "1 ", "$aYokoi, Kiyoshi"),
        ("880", "10", "$6245-01/1$a日本の茶書"),
        ("880", "1 ", "$6700-02/1$a林屋辰三郎"),
        ("880", "  ", "$6260-03/1$a東京 :$b平凡社"),
        ("880", " 0", "$6650-00/1$a茶道"),
    )
    found = {(s.property, s.value): s.forms for s in record.statements}
    assert found["title", "Nihon no chasho"] == ("日本の茶書",)
    assert found["creators", "Hayashiya, Tatsusaburō"] == ("林屋辰三郎",)
    assert found["creators", "Yokoi, Kiyoshi"] == ()
    assert found["publisher", "Heibonsha"] == ("平凡社",)
    assert ("concepts", "茶道", "880[4]$a") in brief(record.statements)


@pytest.mark.parametrize(
    ("fields", "leader", "reason"),
    [
        ([("852", "  ", "$aMAIN")], "00000nx  a2200000   4500", "a holdings record describes copies, not a work"),
        ([("100", "  ", "$a20050527c"), ("200", "1 ", "$aTitre")], LEADER, "MARC 21 or UNIMARC?"),
        ([("003@", "  ", "$0010000011")], LEADER, "a PICA+ record"),
        ([], LEADER, "the record has no fields"),
    ],
)
def test_records_of_another_kind_are_named(fields: Fields, leader: str, reason: str) -> None:
    (found,) = read_all(MarcXml(), marcxml(fields, leader=leader))
    assert isinstance(found, Unreadable)
    assert found.reason.startswith(reason)


def test_the_remark_of_old_cards_is_no_part_of_a_name_or_date() -> None:
    record = read(("100", "1 ", "$aDoe, John,$d1809-1865. [from old catalog]"), ("245", "10", "$aT"))
    (creator,) = record.all("creators")
    assert (creator.value, parts(creator)) == (
        "Doe, John",
        {"family": "Doe", "given": "John", "birth": "1809", "death": "1865"},
    )
    record = read(("245", "10", "$aT"), ("700", "1 ", "$aRoe, Jane. [from old catalog]"), ("700", "1 ", "$aPoe, E.,$d1909-...."))
    assert [(s.value, s.part("birth"), s.part("death")) for s in record.all("creators")] == [
        ("Roe, Jane", "", ""),
        ("Poe, E.", "1909", ""),
    ]


FIELDS: Fields = [
    ("001", "7"),
    ("008", MONO),
    ("100", "1 ", "$aÖzel, B.,$d1950-"),
    ("245", "10", "$aÉtude & <essai> :$bsuite"),
    ("650", " 7", "$aCafé$2rameau"),
]


def test_the_three_serialisations_say_the_same() -> None:
    binary = iso2709(FIELDS)
    (parsed,) = pymarc.MARCReader(io.BytesIO(binary))
    assert parsed is not None
    read = [
        read_one(Marc(), binary),
        read_one(MarcXml(), marcxml(FIELDS, leader=LEADER)),
        read_one(MarcXml(), pymarc.record_to_xml(parsed, namespace=True)),  # type: ignore[no-untyped-call]
        read_one(MarcJson(), parsed.as_json().encode()),
    ]
    assert len({(r.id, r.statements, r.ignored) for r in read}) == 1
    assert read[0].raw == binary
    assert json.loads(read[3].raw) == parsed.as_dict()
    assert read[1].raw.startswith(b"<record")
    assert b"650" in read[1].raw


def test_marcxml_in_an_sru_response_and_without_a_namespace() -> None:
    (start, end) = (
        '<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:records>',
        "</zs:records></zs:searchRetrieveResponse>",
    )
    inner = marcxml(FIELDS).decode()
    inner = inner[inner.index("<record>") : inner.index("</collection>")]
    with_namespace = inner.replace("<record>", '<record xmlns="http://www.loc.gov/MARC21/slim">')
    wrapped = "".join(f"<zs:record><zs:recordData>{r}</zs:recordData></zs:record>" for r in (inner, with_namespace))
    found = read_all(MarcXml(), f"{start}{wrapped}{end}".encode())
    assert [values(f, "title") for f in found if isinstance(f, Record)] == [["Étude & <essai>: suite"]] * 2
    nested = f'<record xmlns="http://www.loc.gov/MARC21/slim"><recordData>{inner}</recordData></record>'
    assert read_one(MarcXml(), nested.encode()).id == "7"


def test_forms_of_json() -> None:
    plain = {"leader": LEADER, "fields": [{"001": "1"}, {"245": {"ind1": "1", "ind2": "0", "subfields": [{"a": "T"}]}}]}
    as_xml = {
        "leader": LEADER,
        "controlfield": [{"tag": "001", "data": "1"}],
        "datafield": [{"tag": "245", "ind": "10", "subfield": [{"code": "a", "content": "T"}]}],
    }
    rows = [["LDR", None, None, "_", LEADER], ["001", None, None, "_", "1"], ["245", "1", "0", "a", "T"]]
    folio = {"parsedRecord": {"content": plain}}, {"parsedRecord": {"content": json.dumps(plain)}, "rawRecord": {"content": "00"}}
    for value in (plain, as_xml, *folio, {"record": rows}):
        record = read_one(MarcJson(), json.dumps(value).encode())
        assert (record.id, values(record, "title")) == ("1", ["T"]), value
    lines = f"{json.dumps(plain)}\n{{broken\n{json.dumps(as_xml)}\n".encode()
    first, broken, last = read_all(MarcJson(), lines)
    assert isinstance(first, Record)
    assert isinstance(broken, Unreadable)
    assert "line 2" in broken.reason
    assert isinstance(last, Record)
    assert (last.position, last.raw.decode()) == (3, json.dumps(as_xml))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no MARC record in this file"),
        (b"[]", "no MARC record in this file"),
        (b'{"title": "x"}', "not MARC in JSON"),
        (b'[{"leader": "x", "fields": []}, 3]', "not MARC in JSON"),
        (b'[{"leader"', "not JSON"),
        (b"\xff\xfe\xff", "not JSON"),
        (b'{"a":' * 50_000, "nested too deep"),
        (b'{"leader":"", "fields":[' + b"[" * 90 + b"]" * 90 + b"]}", "not MARC in JSON"),
        (b'{"fields":' + b"[" * 200 + b"]" * 200 + b"}", "nested deeper than 100 levels (setting max_depth)"),
        (b'{"fields":[{"245": ' + b"9" * 5000 + b"}]}", "not JSON"),
    ],
)
def test_json_that_is_no_record(data: bytes, reason: str) -> None:
    found = read_all(MarcJson(), data)
    assert found
    assert all(isinstance(f, Unreadable) for f in found)
    assert isinstance(found[0], Unreadable)
    assert found[0].reason.startswith(reason)


def test_odd_json_values_are_doubts_not_faults() -> None:
    odd = '{"fields":[{"245":{"subfields":[{"a":"T\\ud800"},{"b":7},3]}},{"100":null},{"008":[1]}]}'
    record = read_one(MarcJson(), odd.encode())
    assert values(record, "title") == ["T\ufffd: 7"]
    assert {path for _, path in notes(record)} == {"245", "100", "008"}


def test_sniffing() -> None:
    binary, xml = iso2709(FIELDS), marcxml(FIELDS)
    text = json.dumps({"leader": LEADER, "fields": [{"001": "1"}]}).encode()
    assert [[reader.sniff(data) >= 75 for reader in (Marc(), MarcXml(), MarcJson())] for data in (binary, xml, text)] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    for other in (b"", b"@article{a,", b'{"title": "x"}', b"<rdf:RDF/>", b"12345 not a leader at all but text"):
        assert [reader.sniff(other) for reader in (Marc(), MarcXml(), MarcJson())] == [0, 0, 0], other
