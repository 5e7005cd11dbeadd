"""Aleph sequential: lines to records, blanks, both kinds of leader, what Aleph adds, real files."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Record, Unreadable
from gate.records import read
from gate.records.readers import sniff
from gate.records.readers.aleph import Aleph
from gate.records.readers.marc import Marc
from gate.settings import Settings
from tests.records.building import LEADER, Fields, brief, iso2709, notes, read_all, read_one, say, values
from tests.shared import shared

FIRST = """000000001 FMT   L BK
000000001 LDR   L 00000cam^a2200385ui^4500
000000001 001   L 000000001
000000001 008   L 920115s1978^^^^gw^^^^^||^^^^|000^||ger|d
000000001 020   L $$a3458318321
000000001 1001  L $$aShakespeare, William,$$d1564-1616
000000001 24510 L $$aEinundzwanzig Sonette /$$cWilliam Shakespeare.
000000001 260   L $$aFrankfurt am Main :$$bInsel,$$c1978.
000000001 CAT   L $$aX$$b00
000000001 CAT   L $$aY$$b00
000000001 Z30-1 L $$mBOOK
"""
SECOND = "000000002 LDR   L 00000nam a2200000 a 4500\n000000002 24510 L $$aTitle\n"


def test_a_record() -> None:
    record = read_one(Aleph(), FIRST.encode())
    assert brief(record.statements) == [
        ("title", "Einundzwanzig Sonette", "245$a"),
        ("creators", "Shakespeare, William", "100$a"),
        ("isbn", "3458318321", "020$a"),
        ("publisher", "Insel", "260$b"),
        ("date", "1978", "260$c"),
        ("language", "ger", "008/35-37"),
        ("type", "book", "LDR/06-07"),
    ]
    assert (record.id, record.format, record.raw) == ("000000001", "aleph", FIRST.encode())
    assert {(i.path, i.reason) for i in record.ignored} >= {
        ("FMT", "field of the library system"),
        ("CAT", "field of the library system (2 fields)"),
        ("Z30", "field of the library system"),
    }


def test_it_says_what_the_same_record_says_in_iso_2709() -> None:
    fields: Fields = [("001", "000000002"), ("245", "10", "$aTitle"), ("650", " 0", "$aCats$xHistory")]
    theirs = read_one(Marc(), iso2709(fields))
    mine = read_one(
        Aleph(), f"000000002 LDR   L {LEADER}\n000000002 24510 L $$aTitle\n000000002 650 0 L $$aCats$$xHistory\n".encode()
    )
    assert (mine.id, mine.statements) == (theirs.id, theirs.statements)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (FIRST + SECOND, ["000000001", "000000002"]),
        ((FIRST + SECOND).replace("\n", "\r\n"), ["000000001", "000000002"]),
        ("\ufeff" + FIRST, ["000000001"]),
        (FIRST + "\n\n" + SECOND, ["000000001", "000000002"]),
        (SECOND.replace(" L ", " "), ["000000002"]),
        (SECOND.replace("000000002", "990017782740205171").replace(" L ", " "), ["990017782740205171"]),
        (SECOND.replace("4500", "4500^"), ["000000002"]),
        ("000000003 DEL   L $$aY\n" + SECOND, ["the record was deleted at the source", "000000002"]),
        ("junk\n" + SECOND, ["not a line of Aleph sequential: 'junk'", "000000002"]),
        ("", ["no record of Aleph sequential in this file"]),
    ],
)
def test_layouts(data: str, expected: list[str]) -> None:
    found = read_all(Aleph(), data.encode())
    assert [r.id if isinstance(r, Record) else r.reason for r in found] == expected
    assert [r.position for r in found] == list(range(1, len(found) + 1))


def test_what_is_broken_is_noted_with_its_field() -> None:
    data = SECOND + "000000002 500   L no subfields\nbroken line\n000000002 520   L before$$aAbstract\n"
    record = read_one(Aleph(), data.encode())
    assert notes(record) == [("value-unreadable", "500"), ("value-unreadable", "500"), ("value-unreadable", "520")]
    assert values(record, "abstract") == ["Abstract"]


def test_unimarc_in_aleph_is_seen() -> None:
    data = "000000001 LDR   L 00000nam0^2200000^^^450^\n000000001 100   L $$a20050527d1986^^^^m^^y0frey50^^^^^^ba\n"
    record = read_one(Aleph(), (data + "000000001 2001  L $$a<<Les >>saisons\n").encode())
    assert (record.format, values(record, "title"), values(record, "date")) == ("unimarc", ["Les saisons"], ["1986"])


def test_sniffing() -> None:
    for data in (FIRST, SECOND, "\ufeff" + SECOND, "990017782740205171 LDR   01424nam a2200313 a 4500\n"):
        found = sniff(data.encode(), "f.txt")
        assert found is not None
        assert found.name == "aleph"
    for other in (
        "",
        "{}",
        "TY  - JOUR\n",
        "000000001",
        "12345 LDR   L x",
        "00755cam  22002414a 4500001001300000\x1e",
        "2001 Title of a book",
    ):
        assert Aleph().sniff(other.encode()) == 0


def test_real_files() -> None:
    counts: Counter[str] = Counter()
    for path in sorted(shared("records", "marc").iterdir()):
        if "aleph" not in path.name and "nkcr" not in path.name:
            continue
        for record in read(path, settings=Settings()):
            if isinstance(record, Unreadable):
                assert (record.format, record.reason) == ("aleph", "the record was deleted at the source"), (path.name, record)
                counts["deleted"] += 1
                continue
            assert record.format == "aleph", path.name
            assert not any(c in s.value for s in record.statements for c in ("$$", "^")), path.name
            counts.update({"records": 1, **dict.fromkeys({s.property for s in record.statements}, 1)})
    say(dict(counts))
    assert counts["deleted"] == 1
    assert counts["records"] >= 30
    assert counts["title"] >= 0.97 * counts["records"]


@given(st.text(st.sampled_from("0123456789 LDRaT$^\n\r|é"), max_size=200))
def test_any_text_ends_in_records_or_named_faults(text: str) -> None:
    found = read_all(Aleph(), ("000000001 24510 L $$aT\n" + text).encode())
    assert found
    assert all(isinstance(item, Record | Unreadable) for item in found)
