"""Class numbers come out of every format with their scheme and their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.model import Record
from gate.records import read_bytes
from gate.settings import Settings
from tests.things import record


def read(text: str, name: str, settings: Settings | None = None) -> Record:
    (found,) = read_bytes(text.encode(), name, format="auto", settings=settings or Settings())
    assert isinstance(found, Record), found
    return found


def classes(found: Record) -> list[tuple[str, str]]:
    return [(s.part("scheme"), s.value) for s in found.all("classification")]


def placed(found: Record) -> list[tuple[str, str, str]]:
    return [(s.part("scheme"), s.value, s.path.lstrip("/")) for s in found.all("classification")]


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"ddc": "813.54", "lcc": ["HD28 .R4"]}, [("ddc", "813.54"), ("lcc", "HD28 .R4")]),
        ({"classification": [{"scheme": "rvk", "value": "ST 300"}, "x 1"]}, [("rvk", "ST 300"), ("", "x 1")]),
        ({"classification": {"authority": "nlm", "value": "WB 100"}}, [("nlm", "WB 100")]),
        ({"dewey": 338.9, "nlm_classification": "WB 100"}, [("ddc", "338.9"), ("nlm", "WB 100")]),
        ({"dewey_decimal_class": ["813.54"], "lc_classifications": ["PR6056.I5"]}, [("ddc", "813.54"), ("lcc", "PR6056.I5")]),
    ],
)
def test_they_are_read_from_json(fields: dict[str, object], wanted: list[tuple[str, str]]) -> None:
    assert sorted(classes(record(title="Harbours", **fields))) == sorted(wanted)


def marc(*fields: tuple[str, str], coded: str = "") -> str:
    """MARCXML with a title and fields as ``$aWB 100$2x``."""
    made = "".join(
        f'<datafield tag="{tag}" ind1=" " ind2=" ">'
        + "".join(f'<subfield code="{s[0]}">{s[1:]}</subfield>' for s in content.split("$")[1:])
        + "</datafield>"
        for tag, content in fields
    )
    leader = "00000cam0 2200000   450 " if coded else "00000nam a2200000 i 4500"
    return f'<record xmlns="http://www.loc.gov/MARC21/slim"><leader>{leader}</leader>{made}</record>'


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        (("050", "$aHD28$b.R4"), [("lcc", "HD28", "050$a")]),
        (("060", "$aWB 100$bS123 2001"), [("nlm", "WB 100", "060$a")]),
        (("070", "$aaZ5071$b.N3"), [("nal", "aZ5071", "070$a")]),
        (("080", "$a004.8$22011"), [("udc", "004.8", "080$a")]),
        (("082", "$a813/.54$223/ger"), [("ddc", "813/.54", "082$a")]),
        (("083", "$a610$223"), [("ddc", "610", "083$a")]),
        (("083", "$z1$a0943$223"), []),
        (("084", "$aST 300$aST 310$2rvk"), [("rvk", "ST 300", "084$a[1]"), ("rvk", "ST 310", "084$a[2]")]),
        (("084", "$aWB 100$2NLM"), [("nlm", "WB 100", "084$a")]),
        (("084", "$ax 1"), [("", "x 1", "084$a")]),
        (("090", "$aour shelf"), []),
    ],
)
def test_they_are_read_from_marc_21(field: tuple[str, str], wanted: list[tuple[str, str, str]]) -> None:
    assert placed(read(marc(field, ("245", "$aA")), "a.xml")) == wanted


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        (("675", "$a821.111-31$v3$zfre"), [("udc", "821.111-31", "675$a")]),
        (("676", "$a843.9$v23"), [("ddc", "843.9", "676$a")]),
        (("680", "$aPQ2637$b.A82"), [("lcc", "PQ2637", "680$a")]),
        (("686", "$aWB 100$2nlm"), [("nlm", "WB 100", "686$a")]),
        (("686", "$aWM 460$aWM 203$2usnlm"), [("nlm", "WM 460", "686$a[1]"), ("nlm", "WM 203", "686$a[2]")]),
        (("686", "$ax 1"), [("", "x 1", "686$a")]),
    ],
)
def test_they_are_read_from_unimarc(field: tuple[str, str], wanted: list[tuple[str, str, str]]) -> None:
    text = marc(("100", "$a20010101d1990    m  y0frey50      ba"), ("200", "$aA"), field, coded="100")
    assert placed(read(text, "a.xml")) == wanted


def test_they_are_read_from_mods() -> None:
    text = (
        '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>A</title></titleInfo>'
        '<classification authority="ddc" edition="23">813.54</classification>'
        '<classification authority="NLM">WB 100 S123 2001</classification><classification>x 1</classification></mods>'
    )
    assert placed(read(text, "a.xml")) == [
        ("ddc", "813.54", "mods/classification[1]"),
        ("nlm", "WB 100 S123 2001", "mods/classification[2]"),
        ("", "x 1", "mods/classification[3]"),
    ]


def test_they_are_read_from_bibframe_save_what_is_void_or_no_class() -> None:
    text = """@prefix bf: <http://id.loc.gov/ontologies/bibframe/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/w> a bf:Work ; bf:title [ a bf:Title ; bf:mainTitle "A" ] ; bf:classification
  [ a bf:ClassificationLcc ; bf:classificationPortion "HD28" ; bf:itemPortion ".R4" ],
  [ a bf:ClassificationNlm ; bf:classificationPortion "WB 100" ],
  [ a bf:ClassificationDdc ; bf:classificationPortion "813.54" ; bf:source [ a bf:Source ; bf:code "23" ] ],
  [ a bf:Classification ; bf:classificationPortion "ST 300" ; bf:source [ a bf:Source ; bf:code "rvk" ] ],
  [ a bf:Classification ; rdfs:label "Y 3.2" ; bf:source <http://id.loc.gov/vocabulary/classSchemes/sudocs> ],
  [ a bf:ClassificationDdc ; bf:classificationPortion "999" ; bf:status <http://id.loc.gov/vocabulary/mstatus/cancinv> ],
  [ a bf:ClassificationDdc ; bf:classificationPortion "0943" ; bf:table "1" ],
  [ a bf:Classification ; rdfs:label "-" ] .
"""
    found = read(text, "a.ttl")
    held = [("lcc", "HD28"), ("nlm", "WB 100"), ("ddc", "813.54"), ("rvk", "ST 300"), ("sudocs", "Y 3.2")]
    assert sorted(classes(found)) == sorted(held)
    reasons = sorted(i.reason for i in found.ignored if "classification" in i.path)
    assert reasons == ["a cancelled or wrong number", "a number of an auxiliary table", "classification without a class number"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("title,ddc,lcc,classification\nA,813.54,HD28 .R4,x 1\n", [("ddc", "813.54"), ("lcc", "HD28 .R4"), ("", "x 1")]),
        ("title,udc,rvk,nlm classification\nA,004.8,ST 300,WB 100\n", [("udc", "004.8"), ("rvk", "ST 300"), ("nlm", "WB 100")]),
        (
            "dc.title,dc.subject.ddc,dc.subject.classification\nA,610 Medizin||004,JEL C1\n",
            [("ddc", "610 Medizin"), ("ddc", "004"), ("", "JEL C1")],
        ),
    ],
)
def test_they_are_read_from_columns(text: str, wanted: list[tuple[str, str]]) -> None:
    found = read(text, "t.csv")
    assert classes(found) == wanted
    assert not [s for s in found.all("concepts") if s.value == "610 Medizin"]


def test_a_mapping_names_their_scheme(tmp_path: Path) -> None:
    mapping = tmp_path / "map.toml"
    mapping.write_text(
        "[columns]\nt = 'title'\nn = {property = 'classification', scheme = 'NLM', separator = ';'}\nc = 'classification'\n"
    )
    found = read("t,n,c\nA,WB 100;QZ 200,x 1\n", "t.csv", Settings(mapping=str(mapping)))
    assert placed(found) == [
        ("nlm", "WB 100", 'row 2, column "n"[1]'),
        ("nlm", "QZ 200", 'row 2, column "n"[2]'),
        ("", "x 1", 'row 2, column "c"'),
    ]
