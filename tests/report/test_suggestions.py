"""Suggestions beside the record: applied, they give a record whose headings the gate finds in order."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from gate.checking import check
from gate.decision.rules import load
from gate.model import HeadingState, Record, Report
from gate.records import read_bytes
from gate.references.local import LocalSnapshot
from gate.references.sources import Sources
from gate.references.vocabulary import import_vocabulary
from gate.report.suggestions import Suggested, suggest
from gate.settings import Settings
from tests.comparison.test_headings import BOOK, COLLECTION, COMPLETE, authority, field, lc

GONE = (
    authority("150", "sh 02000001", "Aeroplanes", field("550", ("w", "b"), ("a", "Airplanes"), ("0", "(DLC)sh 02000002")), "d"),
    authority("150", "sh 02000002", "Airplanes"),
)
LC = "http://id.loc.gov/authorities/subjects"


@pytest.fixture
def store(tmp_path: Path) -> LocalSnapshot:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    text = COLLECTION.replace("sh 10", "sh 010").replace("</collection>", "".join(GONE) + "</collection>")
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    done = import_vocabulary([tmp_path / "a.xml"], settings, name="lc", code="lcsh", complete_for=COMPLETE)
    return LocalSnapshot(done.manifest, settings)


def checked(store: LocalSnapshot, data: bytes, file: str) -> Report:
    return check(
        read_bytes(data, file, settings=Settings()), rules=load("default"), sources=Sources([store]), settings=Settings()
    )


def suggested(store: LocalSnapshot, data: str | bytes, file: str) -> Suggested:
    report = checked(store, data.encode() if isinstance(data, str) else data, file)
    return suggest(report, [store], "20260131")


def states(report: Report) -> list[HeadingState]:
    return [c.state for r in report.records if r.comparison for c in r.comparison.headings]


def subject(*subfields: tuple[str, str]) -> str:
    inner = "".join(f'<subfield code="{code}">{text}</subfield>' for code, text in subfields)
    return f'<datafield tag="650" ind1=" " ind2="0">{inner}</datafield>'


def test_a_corrected_copy_is_found_authorised(store: LocalSnapshot) -> None:
    subjects = (
        subject(("a", "Domestic cat."), ("0", f"{LC}/sh01000001")),
        subject(("a", "Aeroplanes"), ("z", "Japan."), ("0", f"{LC}/sh02000001")),
        subject(("a", "Aeroplanes"), ("0", "(DLC)sh 02000001")),
        subject(("a", "Opera comique")),
        subject(("a", "Cats"), ("v", "Bibliography"), ("x", "History")),
        subject(("a", "Cats")),
    )
    before = BOOK.format("".join(subjects))
    found = suggested(store, before, "b.xml")
    assert found.number == 5
    after = checked(store, found.data, "copy.xml")
    assert states(after) == [HeadingState.AUTHORISED, S.CONSTRUCTED, S.AUTHORISED, S.AUTHORISED, S.CONSTRUCTED, S.AUTHORISED]
    assert not [f for r in after.records for f in r.findings if f.code.startswith("heading-")]
    (old,), (new,) = (list(read_bytes(data, "x.xml", settings=Settings())) for data in (before.encode(), found.data))
    assert isinstance(old, Record)
    assert isinstance(new, Record)
    assert [s for s in old.statements if s.property != "concepts"] == [s for s in new.statements if s.property != "concepts"]
    assert [s.value for s in new.all("concepts")][:3] == ["Cats", "Airplanes--Japan", "Airplanes"]
    assert f"{LC}/sh02000002".encode() in found.data


S = HeadingState


def test_provenance_says_which_finding_and_whose_word(store: LocalSnapshot) -> None:
    data = suggested(store, BOOK.format(subject(("a", "Domestic cat"))), "b.xml").data.decode()
    assert '<datafield tag="883" ind1="0" ind2=" "><subfield code="8">1\\p</subfield>' in data
    assert "heading-variant: Domestic cat -&gt; Cats; lc " in data
    assert '<subfield code="d">20260131</subfield>' in data


@pytest.mark.parametrize(
    "text",
    [
        subject(("a", "Aliens")),  # two replacements
        subject(("a", "Cats"), ("0", f"{LC}/sh01000002")),  # words and number disagree
        subject(("a", "Japan")),  # the wrong field
        subject(("a", "Zzzz qqq")),
        subject(("a", "Cats--Domestic cat")),
        subject(("a", "Cats"), ("x", "Invented")),
        subject(("a", "Domestic cat"), ("x", "Invented")),  # the whole would still not be a heading
        lc("600", "Domestic cat"),
    ],
)
def test_nothing_is_suggested_where_a_person_has_to_decide(store: LocalSnapshot, text: str) -> None:
    found = suggested(store, BOOK.format(text), "b.xml")
    assert found.number == 0
    assert b"<record" not in found.data


def applied(value: object, patch: Sequence[dict[str, object]]) -> object:
    """RFC 6902, as far as it is used: test and replace."""
    made = copy.deepcopy(value)
    for operation in patch:
        *steps, last = str(operation["path"]).split("/")[1:]
        holder: object = made
        for step in steps:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]  # type: ignore[index]
        key = int(last) if isinstance(holder, list) else last
        if operation["op"] == "test":
            assert holder[key] == operation["value"]  # type: ignore[index]
        else:
            assert operation["op"] == "replace"
            holder[key] = operation["value"]  # type: ignore[index]
    return made


def test_a_patched_record_is_found_authorised(store: LocalSnapshot) -> None:
    value = {
        "title": "Cats of Japan",
        "subjects": [
            {"label": "Domestic cat", "vocabulary": "lcsh", "id": "sh01000001"},
            {"label": "Aeroplanes", "vocabulary": "lcsh", "uri": f"{LC}/sh02000001"},
            {"label": "Aliens", "vocabulary": "lcsh"},
            " Foreign residents ",
        ],
    }
    found = suggested(store, json.dumps(value), "r.json")
    patch = json.loads(found.data)
    assert found.number == 3
    assert {(o["finding"], o["source"]) for o in patch if o["op"] == "replace"} == {
        ("heading-variant", "lc"),
        ("heading-deprecated", "lc"),
    }
    after = checked(store, json.dumps(applied(value, patch)).encode(), "r.json")
    assert states(after) == [S.AUTHORISED, S.AUTHORISED, S.DEPRECATED, S.AUTHORISED]


def test_several_json_records_are_a_line_each(store: LocalSnapshot) -> None:
    lines = [{"id": f"r{n}", "title": "T", "subjects": [{"label": label}]} for n, label in enumerate(("Cats", "Domestic cat"))]
    found = suggested(store, "\n".join(map(json.dumps, lines)), "r.jsonl")
    (line,) = found.data.splitlines()
    one = json.loads(line)
    assert (one["id"], one["position"]) == ("r1", 2)
    assert applied(lines[1], one["patch"]) == {**lines[1], "subjects": [{"label": "Cats"}]}


def test_without_suggestions_the_file_is_empty_of_them(store: LocalSnapshot) -> None:
    assert json.loads(suggested(store, '{"title": "T", "subjects": ["Cats"]}', "r.json").data) == []


def test_other_formats_are_named(store: LocalSnapshot) -> None:
    about = '<subjects><subject subjectScheme="lcsh">Domestic cat</subject></subjects>'
    text = f'<resource xmlns="http://datacite.org/schema/kernel-4"><titles><title>T</title></titles>{about}</resource>'
    found = suggested(store, text, "d.xml")
    assert (found.number, found.left_out) == (0, ("datacite",)), found


def test_records_of_a_second_format_are_named(store: LocalSnapshot) -> None:
    mods = '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>T</title></titleInfo><subject authority="lcsh">'
    files = (
        (BOOK.format(subject(("a", "Domestic cat"))), "b.xml"),
        (mods + "<topic>Domestic cat</topic></subject></mods>", "m.xml"),
    )
    read = [record for text, name in files for record in read_bytes(text.encode(), name, settings=Settings())]
    report = check(read, rules=load("default"), sources=Sources([store]), settings=Settings())
    found = suggest(report, [store], "20260131")
    assert (found.number, found.left_out) == (1, ("mods",))
    assert b"<recordInfoNote>" not in found.data


NAMES = (
    authority(
        "100",
        "n 02000011",
        '<subfield code="a">Tolkien, J. R. R.</subfield><subfield code="q">(John Ronald Reuel),</subfield>'
        '<subfield code="d">1892-1973</subfield>',
        field("400", ("a", "Tolkin, J. R. R.,"), ("d", "1892-1973")),
    ),
    authority("100", "n 02000012", '<subfield code="a">Sato, Ken,</subfield><subfield code="d">1950-</subfield>'),
    authority(
        "100",
        "n 02000013",
        '<subfield code="a">Roe, Richard</subfield>',
        field("500", ("w", "b"), ("a", "Roe, Dick,"), ("d", "1920-1990"), ("0", "(DLC)n 02000014")),
        "d",
    ),
    authority("100", "n 02000014", '<subfield code="a">Roe, Dick,</subfield><subfield code="d">1920-1990</subfield>'),
    authority("110", "n 02000015", "Acme Library", field("410", ("a", "Library of Acme"))),
    authority(
        "100",
        "n 02000016",
        '<subfield code="a">John Paul</subfield><subfield code="b">II,</subfield>'
        '<subfield code="c">Pope,</subfield><subfield code="d">1920-2005</subfield>',
        field("400", ("a", "Wojtyla, Karol")),
    ),
)
NAME = "http://id.loc.gov/authorities/names/"


@pytest.fixture
def names(tmp_path: Path) -> LocalSnapshot:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    text = f'<collection xmlns="http://www.loc.gov/MARC21/slim">{"".join(NAMES)}</collection>'
    (tmp_path / "n.xml").write_text(text, encoding="utf-8")
    return LocalSnapshot(import_vocabulary([tmp_path / "n.xml"], settings, name="naf", code="naf").manifest, settings)


def added(tag: str, *subfields: tuple[str, str]) -> str:
    return field(tag, *subfields).replace('ind1=" "', 'ind1="1"')


def test_names_are_given_the_form_of_the_file_that_their_identifier_is_from(names: LocalSnapshot) -> None:
    more = "".join(
        (
            added("700", ("a", "Tolkin, J. R. R.,"), ("d", "1892-1973,"), ("e", "author."), ("0", NAME + "n02000011")),
            added("700", ("a", "Sato, Ken,"), ("e", "editor."), ("0", NAME + "n02000012")),
            added("700", ("a", "Roe, Richard."), ("0", "(DLC)n 02000013")),
            added("710", ("a", "Library of Acme."), ("0", NAME + "n02000015")),
        )
    )
    found = suggested(names, BOOK.format(more), "b.xml")
    assert found.number == 4
    (old,), (new,) = (list(read_bytes(d, "x.xml", settings=Settings())) for d in (BOOK.format(more).encode(), found.data))
    assert isinstance(old, Record)
    assert isinstance(new, Record)
    assert [s.value for s in new.all("creators")] == ["Sato, Ken", "Tolkien, J. R. R.", "Sato, Ken", "Roe, Dick", "Acme Library"]
    assert [s.role for s in new.all("creators")] == [s.role for s in old.all("creators")]
    assert [s for s in old.statements if s.property != "creators"] == [s for s in new.statements if s.property != "creators"]
    text = found.data.decode()
    tolkien = '<subfield code="a">Tolkien, J. R. R.</subfield><subfield code="q">(John Ronald Reuel),</subfield>'
    assert tolkien + '<subfield code="d">1892-1973,</subfield><subfield code="e">author.</subfield>' in text
    assert '<subfield code="a">Sato, Ken,</subfield><subfield code="d">1950-</subfield><subfield code="e">editor.' in text
    assert '<subfield code="0">(DLC)n02000014</subfield>' in text
    assert "name-deprecated: Roe, Richard -&gt; Roe, Dick, 1920-1990; naf " in text
    assert "; 700[3]$0<" in text
    after = checked(names, found.data, "copy.xml")
    assert not [f for r in after.records for f in r.findings if f.code.startswith("name-")]


@pytest.mark.parametrize(
    "more",
    [
        added("700", ("a", "Tolkin, J. R. R."), ("d", "1892-1973")),  # no identifier: another may be meant
        added("700", ("a", "Doe, Jane"), ("0", NAME + "n02000011")),  # another's identifier
        added("700", ("a", "Wojtyla, Karol"), ("0", NAME + "n02000016")),  # its subfields cannot be told apart
        added("700", ("a", "Sato, Ken"), ("c", "Dr."), ("0", NAME + "n02000012")),
        added("700", ("a", "Sato, Ken"), ("t", "Works"), ("0", NAME + "n02000012")),
        added("700", ("a", "Sato, Ken,"), ("d", "1950-"), ("0", NAME + "n02000012")),
    ],
)
def test_no_name_is_suggested_where_it_is_not_sure(names: LocalSnapshot, more: str) -> None:
    assert suggested(names, BOOK.format(more), "b.xml").number == 0


def test_a_withdrawn_name_of_a_json_record_is_patched_with_its_number(names: LocalSnapshot) -> None:
    value = {"title": "T", "creators": [{"name": "Doe, Jane"}, {"name": "Roe, Richard", "id": NAME + "n02000013"}]}
    found = suggested(names, json.dumps(value), "r.json")
    assert found.number == 1, found
    patch = json.loads(found.data)
    made = applied(value, patch)
    assert isinstance(made, dict)
    assert made["creators"] == [{"name": "Doe, Jane"}, {"name": "Roe, Dick, 1920-1990", "id": NAME + "n02000014"}]
    assert {o["finding"] for o in patch if o["op"] == "replace"} == {"name-deprecated"}


def test_a_mods_record_has_a_copy_with_its_headings(store: LocalSnapshot) -> None:
    subjects = (
        '<subject authority="lcsh"><topic>Domestic cat</topic></subject>'
        f'<subject authority="lcsh" valueURI="{LC}/sh02000001"><topic>Aeroplanes</topic></subject>'
        '<subject authority="lcsh"><topic>Domestic cat</topic><geographic>Japan</geographic></subject>'
        '<subject authority="lcsh"><topic>Aliens</topic></subject>'
    )
    name = "<titleInfo><title>Cats of Japan</title></titleInfo><name><namePart>Sato, Ken</namePart></name>"
    text = f'<mods xmlns="http://www.loc.gov/mods/v3">{name}{subjects}</mods>'
    found = suggested(store, text, "m.xml")
    assert found.number == 3
    after = checked(store, found.data, "m.xml")
    assert states(after) == [S.AUTHORISED, S.AUTHORISED, S.CONSTRUCTED, S.DEPRECATED]
    written = found.data.decode()
    assert f'valueURI="{LC}/sh02000002"' in written
    assert "heading-variant at /mods/subject[1]/topic: Domestic cat -&gt; Cats; lc " in written
    assert written.count("<recordInfoNote>") == 3
    assert suggested(store, found.data, "m.xml").number == 0


def test_a_withdrawn_name_of_a_mods_record_is_replaced_with_its_address(names: LocalSnapshot) -> None:
    name = f'<m:name type="personal" valueURI="{NAME}n02000013"><m:namePart>Roe, Richard</m:namePart></m:name>'
    text = f'<m:mods xmlns:m="http://www.loc.gov/mods/v3"><m:titleInfo><m:title>T</m:title></m:titleInfo>{name}</m:mods>'
    found = suggested(names, text, "m.xml")
    assert found.number == 1
    assert f'valueURI="{NAME}n02000014"><m:namePart>Roe, Dick, 1920-1990</m:namePart>' in found.data.decode()
    assert "<m:recordInfoNote>" in found.data.decode()
