"""Class numbers: their forms, on real ones too, and how two stand to each other."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Record
from gate.normalise.classification import SCHEMES, Relation, relation, well_formed
from gate.records import read_bytes
from gate.settings import Settings
from tests.shared import shared
from tests.things import record


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        *(("ddc", n) for n in ("004", "813.54", "813/.54", "338.9/00 1", "[Fic]", "[E]", "811/.5/4 s")),
        *(("lcc", n) for n in ("HD28 .R4", "PR6056.I5", "QA76.73.P98 L88 2013", "KBM524.4 .A34 1995", "E175", "AC1.A2", "CD950")),
        *(("udc", n) for n in ("821.111-31", '94(430)"19"', "004.8", "37.01", "61:004", "=111")),
        *(("rvk", n) for n in ("ST 300", "NK 4900", "BF1234")),
    ],
)
def test_what_is_well_formed(scheme: str, number: str) -> None:
    assert well_formed(scheme, number) is True


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        *(("ddc", n) for n in ("13.5", "8135", "813.", "HD28 .R4", "81.3.54", "0304.6")),
        *(("lcc", n) for n in ("IX28.A1", "WB100", "813.54", "hd28", "HD28 " * 50)),
        *(("udc", n) for n in ("(430", '94"19', "UDC 5", "[53")),
        *(("rvk", n) for n in ("S 300", "ST 30", "st 300", "STA 300")),
    ],
)
def test_what_is_not(scheme: str, number: str) -> None:
    assert well_formed(scheme, number) is False


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        *(("lcc", n) for n in ("IN PROCESS", "MLCS 2006/12345", "FPE 7011 (dupe neg pic)", "SDB 31605", "Columbia CS 8786", "")),
        *(("ddc", n) for n in ("B", "ANF")),
        *((scheme, "anything 7") for scheme in ("msc", "nlm", "", "kssb/6")),
    ],
)
def test_what_is_no_class_number_or_of_a_scheme_without_a_rule_is_not_judged(scheme: str, number: str) -> None:
    assert well_formed(scheme, number) is None


@pytest.mark.parametrize(
    ("scheme", "mine", "held", "how"),
    [
        ("ddc", "813/.54", "813.54", Relation.SAME),
        ("ddc", "813.54", "813", Relation.BROADER),
        ("ddc", "338.9", "330", Relation.BROADER),
        ("ddc", "330", "338.9", Relation.NARROWER),
        ("ddc", "500", "600", Relation.OTHER),
        ("lcc", "HD28 .R4", "HD28 .B5 1990", Relation.SAME),
        ("lcc", "HD28", "HD281", Relation.OTHER),
        ("udc", "821.111-31", "821.111", Relation.BROADER),
        ("udc", "004.8", "004.8:37", Relation.SAME),
        ("rvk", "ST 300", "ST300", Relation.SAME),
        ("rvk", "ST 300", "ST 310", Relation.OTHER),
        ("ddc", "8135", "813", None),
        ("msc", "11A41", "11A41", None),
    ],
)
def test_how_one_stands_to_another(scheme: str, mine: str, held: str, how: Relation | None) -> None:
    assert relation(scheme, mine, held) is how


@given(st.sampled_from(sorted(SCHEMES)), st.text(max_size=40), st.text(max_size=40))
def test_any_text_has_an_answer_and_relations_mirror(scheme: str, one: str, other: str) -> None:
    mirror = {Relation.BROADER: Relation.NARROWER, Relation.NARROWER: Relation.BROADER}
    how = relation(scheme, one, other)
    assert relation(scheme, other, one) is (mirror.get(how, how) if how is not None else None)
    assert well_formed(scheme, one) in {True, False, None}


def test_no_real_class_number_is_called_wrong() -> None:
    judged = 0
    files = [*shared("responses", "sru").iterdir(), *shared("records", "marc").iterdir()]
    for file in sorted(files):
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for found in read_bytes(data, file.name, format="auto", settings=Settings()):
            for s in found.all("classification") if isinstance(found, Record) else ():
                form = well_formed(s.part("scheme"), s.value)
                assert form is not False, (file.name, s.part("scheme"), s.value)
                judged += form is True
    assert judged > 700


@pytest.mark.parametrize(
    ("fields", "read"),
    [
        ({"ddc": "813.54", "lcc": ["HD28 .R4"]}, [("ddc", "813.54"), ("lcc", "HD28 .R4")]),
        ({"classification": [{"scheme": "rvk", "value": "ST 300"}, "x 1"]}, [("rvk", "ST 300"), ("", "x 1")]),
        ({"dewey": 338.9}, [("ddc", "338.9")]),
    ],
)
def test_they_are_read_from_json_with_their_scheme(fields: dict[str, object], read: list[tuple[str, str]]) -> None:
    found = record(title="Harbours", **fields)
    assert [(s.part("scheme"), s.value) for s in found.all("classification")] == read


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (
            '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>A</title></titleInfo>'
            '<classification authority="ddc" edition="23">813.54</classification></mods>',
            [("ddc", "813.54", "mods/classification")],
        ),
        (
            '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 i 4500</leader>'
            '<datafield tag="245" ind1="0" ind2="0"><subfield code="a">A</subfield></datafield>'
            '<datafield tag="050" ind1="0" ind2="0"><subfield code="a">HD28</subfield>'
            '<subfield code="b">.R4</subfield></datafield>'
            '<datafield tag="084" ind1=" " ind2=" "><subfield code="a">ST 300</subfield><subfield code="a">ST 310</subfield>'
            '<subfield code="2">rvk</subfield></datafield>'
            '<datafield tag="090" ind1=" " ind2=" "><subfield code="a">our shelf</subfield></datafield></record>',
            [("lcc", "HD28", "050$a"), ("rvk", "ST 300", "084$a[1]"), ("rvk", "ST 310", "084$a[2]")],
        ),
        (
            "<record><leader>00000cam0 2200000   450 </leader>"
            '<datafield tag="100"><subfield code="a">20010101d1990    m  y0frey50      ba</subfield></datafield>'
            '<datafield tag="200" ind1="1" ind2=" "><subfield code="a">A</subfield></datafield>'
            '<datafield tag="676" ind1=" " ind2=" "><subfield code="a">843.9</subfield></datafield></record>',
            [("ddc", "843.9", "676$a")],
        ),
    ],
    ids=["MODS", "MARC 21", "UNIMARC"],
)
def test_they_are_read_from_marc_and_mods_with_their_place(body: str, read: list[tuple[str, str, str]]) -> None:
    (found,) = read_bytes(body.encode(), "a.xml", format="auto", settings=Settings())
    assert isinstance(found, Record), found
    assert [(s.part("scheme"), s.value, s.path.lstrip("/")) for s in found.all("classification")] == read
