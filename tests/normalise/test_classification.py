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


@pytest.mark.parametrize(
    ("scheme", "number"),
    [
        *(("ddc", n) for n in ("004", "813.54", "813/.54", "338.9/00 1", "[Fic]", "[E]", "811/.5/4 s")),
        *(
            ("lcc", n)
            for n in (
                "HD28 .R4",
                "PR6056.I5",
                "QA274-274.9",
                "QA76.73.P98 L88 2013",
                "KBM524.4 .A34 1995",
                "E175",
                "AC1.A2",
                "CD950",
            )
        ),
        *(("ddc", n) for n in ("610 Medizin, Gesundheit", "610 - Medizin")),
        *(
            ("nlm", n)
            for n in ("WB 100", "WB100", "W 20.5 B615 2010", "W1 JO223L v.3 no.12 1980", "W 6 P3", "QZ 200", "WX 28 AA1")
        ),
        *(
            ("nlm", n) for n in ("QS 504 Z94d 1970", "QH 305.M26", "W1", "W1 SL585", "WG 120.5", "WM 460", "W 18")
        ),  # from public records
        *(("nlm", n) for n in ("[WM 203]", "WM 460.5.C5 F889 1998", "QA 276.2", "HV5800 .D4", "Z 675.M4", "KF 2905", "WZ 999")),
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
        *(("nlm", n) for n in ("WB 1000", "WB 0", "IX 5", "613.2", "Y 3", "WB 12345")),
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
        *(("lcc", n) for n in ("RBA 03761-03762, etc.", "Box 0988A (paper pos)")),
        *(("ddc", n) for n in ("B", "ANF", "ddc:610", "600 Technik::610 Medizin")),
        *(("nlm", n) for n in ("B", "WW", "WLA", "Film 6431 no. 5", "2009 F-098", "In process", "VHS 12", "MS C 123")),
        *((scheme, "anything 7") for scheme in ("msc", "nal", "", "kssb/6")),
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
        ("nlm", "WB 100", "WB100 S123 2001", Relation.SAME),
        ("nlm", "[WB 100]", "WB 100", Relation.SAME),
        ("nlm", "WB 100", "WB 1", Relation.OTHER),
        ("nlm", "WB 100", "613.2", None),
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
    folders = [shared("responses", "sru"), shared("records", "marc"), shared("records", "bibframe"), shared("records", "mods")]
    files = [file for folder in folders for file in folder.iterdir()]
    for file in sorted(files):
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for found in read_bytes(data, file.name, format="auto", settings=Settings()):
            for s in found.all("classification") if isinstance(found, Record) else ():
                form = well_formed(s.part("scheme"), s.value)
                assert form is not False, (file.name, s.part("scheme"), s.value)
                judged += form is True
    assert judged > 700
