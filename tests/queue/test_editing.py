"""A record as text that a curator can edit, and back: nothing but what was changed changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.model import Record
from gate.queue.editing import Difference, differences, from_text, read_one, to_text, with_values
from gate.queue.marc_lines import from_lines, to_lines
from gate.queue.values import Item, MachineVerdict, Row, State
from gate.records import read_bytes
from gate.records.readers import marc_iso2709
from gate.settings import Settings
from tests.shared import shared

SETTINGS = Settings()
NOW = datetime(2026, 11, 30, tzinfo=UTC)
LINES = "=LDR  00000nam\\a2200000\\i\\4500\n=001  x1\n"
LINES += "=008  261130s1953\\\\\\\\enk\n=245  10$aPrice: 5{dollar} {lcub}sic{rcub} /$cÅsa.\n"


def item(format: str, data: bytes) -> Item:
    (record,) = read_bytes(data, "one", format, settings=SETTINGS)
    assert isinstance(record, Record)
    fields: dict[str, object] = dict.fromkeys(Row.__slots__, "")
    fields |= {"id": 1, "version": 1, "position": 1, "findings": 0, "risk": 0, "format": format, "handed_over": None}
    fields |= {"verdict": MachineVerdict.REVIEW, "state": State.PENDING, "queued": NOW, "changed": NOW}
    return Item(Row(**fields), data, record, b"{}", b"", (), (), ())  # type: ignore[arg-type]


def test_marc_goes_to_lines_and_back() -> None:
    raw = from_lines(LINES)
    record = marc_iso2709.parse(raw)
    assert record.leader[9] == "a"
    assert int(record.leader[:5]) == len(raw)
    assert record.fields[-1].subfields == (("a", "Price: 5$ {sic} /"), ("c", "Åsa."))
    lines = to_lines(raw)
    assert lines is not None
    assert lines.splitlines()[1:] == LINES.splitlines()[1:]
    assert from_lines(lines) == raw


def test_real_marc_that_is_sound_comes_back_field_for_field() -> None:
    seen = kept = 0
    for path in sorted(Path(shared("records", "marc")).glob("*.mrc"))[:40]:
        for chunk in marc_iso2709.chunks(path.read_bytes()):
            seen += 1
            lines = to_lines(chunk.data)
            if lines is not None:
                kept += 1
                assert marc_iso2709.parse(from_lines(lines)).fields == marc_iso2709.parse(chunk.data).fields, path.name
    assert kept > seen / 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("=245  10$aTitle\n", "the leader"),
        (LINES + "245 10 Title\n", "line 5: a line begins with ="),
        (LINES + "=250  \\$aA\n", "line 5: field 250 needs two indicators"),
        (LINES + "=250  \\\\no subfield\n", "line 5: field 250 needs two indicators"),
        (LINES + "=250  \\\\$ä-umlaut\n", "line 5: a subfield code"),
        (LINES + "=500  \\\\$a" + "x" * 10_000 + "\n", "field 500 is too long"),
        (LINES + ("=500  \\\\$a" + "x" * 9_000 + "\n") * 12, "too long for ISO 2709"),
    ],
)
def test_lines_that_are_no_record_are_told(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        from_text("marc", text)


FORMATS = {
    "json": (
        '{"title": "A \\"true\\" title", "creators": ["Ann Lee", "Bø"], "date": "1953"}'.encode(),
        "creators[0]",
        "Ann Leigh",
    ),
    "bibtex": (
        b"@article{k,\r\n  title = {Ann Lee},\r\n  author = {Lee, Ann},\r\n  year = {1953}\r\n}\r\n",
        "title",
        "Ann Leigh",
    ),
    "ris": (b"TY  - JOUR\nTI  - A title\nAU  - Lee, Ann\nPY  - 1953\nER  - \n", "TI", "Another title & more"),
    "marc": (from_lines(LINES), "245$a", "Price: 6$"),
    "dc": (
        b'<record xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Salt &amp; sea</dc:title><dc:type>map</dc:type></record>',
        "dc:title",
        "Salt & <sea>",
    ),
}


@pytest.mark.parametrize("format", FORMATS)
def test_one_value_changes_and_nothing_else(format: str) -> None:
    data, path, wanted = FORMATS[format]
    one = item(format, data)
    old = next(s for s in one.record.statements if s.path == path)
    made = with_values(one, data, {path: wanted, **{s.path: s.value for s in one.record.statements if s.path != path}}, SETTINGS)
    assert differences(one.record, read_one(one, made, SETTINGS)) == [Difference(old.property, path, old.value, wanted)]
    assert made.count(b"\r\n") == data.count(b"\r\n")
    assert from_text(format, str(to_text(format, data)), data) == data


def test_a_value_that_stands_twice_is_changed_in_its_own_place() -> None:
    one = item("json", b'{"title": "Ann", "creators": ["Ann", "Ann"]}')
    made = with_values(one, one.raw, {"creators[1]": "Bo"}, SETTINGS)
    assert made == b'{"title": "Ann", "creators": ["Ann", "Bo"]}'


def test_a_value_that_is_not_there_as_shown_is_told() -> None:
    one = item("bibtex", b"@article{k, title = {T}, author = {Lee, Ann}, year = 1953, month = aug}")
    date = next(s for s in one.record.statements if s.property == "date")
    assert date.value == "1953-08"
    with pytest.raises(UsageError, match="does not stand in the record as it is shown"):
        with_values(one, one.raw, {date.path: "1954-09"}, SETTINGS)


def test_what_cannot_be_seen_is_written_out_and_comes_back() -> None:
    data = '{"title": "a\u202egnp.exe <U+0041>"}'.encode()
    text = to_text("json", data)
    assert text == '{"title": "a<U+202E>gnp.exe <U+0041>"}'
    assert from_text("json", text.replace("\n", "\r\n"), data) == data


@pytest.mark.parametrize("data", [b'{"title": "\xff"}', b'{"title": "' + b"x" * 200_000 + b'"}', b""])
def test_what_cannot_be_edited_is_not_offered(data: bytes) -> None:
    assert to_text("json", data) is None


def test_two_records_or_none_are_no_correction() -> None:
    one = item("json", b'{"title": "A"}')
    for data, why in (
        (b'[{"title": "A"}, {"title": "B"}]', "2 records"),
        (b"{", "one record in the format json"),
        (b"", "empty"),
    ):
        with pytest.raises(UsageError, match=why):
            read_one(one, data, SETTINGS)


def test_differences_follow_values_that_moved() -> None:
    before = item("json", b'{"title": "T", "creators": ["A", "B", "C"]}').record
    after = item("json", b'{"title": "T", "creators": ["B", "C", "D"], "date": "1953"}').record
    assert differences(before, after) == [
        Difference("creators", "creators[0]", "A", ""),
        Difference("creators", "creators[2]", "", "D"),
        Difference("date", "date", "", "1953"),
    ]
    assert differences(before, replace(before, file="other")) == []
