"""ISO 2709 as it arrives: wrong lengths, missing ends, damaged directories, character sets that are not what the leader says."""

from __future__ import annotations

import contextlib
import io

import pymarc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.model import Record, Unreadable
from gate.records.readers import marc_iso2709
from gate.records.readers.marc import Marc
from gate.records.readers.marc_charset import charset_of
from gate.records.readers.marc_dialect import Dialect, dialect
from tests.records.building import LEADER, iso2709, notes, read_all, read_one, say, values
from tests.shared import shared

UTF8, MARC8 = LEADER, LEADER[:9] + " " + LEADER[10:]
ONE = iso2709([("001", "one"), ("245", "10", "$aFirst title /$cA. Author")])
TWO = iso2709([("001", "two"), ("245", "10", "$aSecond title")])
THREE = iso2709([("001", "three"), ("245", "10", "$aThird title")])


def ids(data: bytes) -> list[str]:
    return [f.id for f in read_all(Marc(), data)]


def test_records_follow_each_other_with_or_without_padding() -> None:
    assert ids(ONE + TWO + THREE) == ["one", "two", "three"]
    padded = b"\xef\xbb\xbf" + ONE + b"\r\n" + TWO + b"\n\n\0 " + THREE + b"\x1a\n"
    found = read_all(Marc(), padded)
    assert [f.id for f in found] == ["one", "two", "three"]
    assert all(isinstance(f, Record) and f.notes == () for f in found)
    assert [f.raw for f in found if isinstance(f, Record)] == [ONE, TWO, THREE]


@pytest.mark.parametrize("length", [b"00000", b"00050", b"00099", b"99999", b"     ", b"abcde"])
def test_a_wrong_record_length_loses_nothing(length: bytes) -> None:
    found = read_all(Marc(), ONE + length + TWO[5:] + THREE)
    assert [f.id for f in found] == ["one", "two", "three"]
    assert isinstance(found[1], Record)
    assert notes(found[1]) == [("value-unreadable", "LDR/00-04")]
    assert values(found[1], "title") == ["Second title"]


def test_a_terminator_inside_a_record_or_missing_between_two() -> None:
    stray = iso2709([("001", "stray"), ("500", "  ", "$aa note with \x1d in it"), ("245", "10", "$aT")])
    assert ids(ONE + stray + TWO) == ["one", "stray", "two"]
    for missing in (ONE[:-1] + b" " + TWO, ONE[:-1] + TWO):
        found = read_all(Marc(), missing)
        assert [f.id for f in found] == ["one", "two"]
        assert isinstance(found[0], Record)
        assert notes(found[0]) == [("value-unreadable", "LDR/00-04")]


def test_a_cut_off_last_record_is_named_with_its_offset_and_number() -> None:
    for cut in (1, 5, 17):
        found = read_all(Marc(), ONE + TWO[: len(TWO) - cut])
        assert [f.id for f in found] == ["one", "two"]
        if cut > 1:
            assert isinstance(found[1], Unreadable)
            assert (found[1].offset, found[1].position) == (len(ONE), 2)
            assert "cut off" in found[1].reason
    (found_early,) = read_all(Marc(), ONE[:40] + b"\x1e")
    assert isinstance(found_early, Unreadable)


@pytest.mark.parametrize(
    ("damaged", "reason"),
    [
        (TWO[:24] + b"1" + TWO[24:], "the directory has 25 bytes, not a multiple of 12"),
        (TWO[:27] + b"x" + TWO[28:], "directory entry 1 is not a tag and figures"),
        (TWO[:24] + b"\xff" + TWO[25:], "directory entry 1 is not a tag and figures"),
        (TWO[:29] + b"9" + TWO[30:36] + TWO[48:], "the directory names 1 fields, the record holds 2, and lengths do not fit"),
        (b"00026     2200025   4500\x1e\x1d", "the record has no fields"),
        (b"00005\x1d", "not an ISO 2709 record: no leader and directory"),
    ],
)
def test_a_damaged_directory_costs_one_record(damaged: bytes, reason: str) -> None:
    first, second, third = read_all(Marc(), ONE + damaged + THREE)
    assert (first.id, third.id) == ("one", "three")
    assert isinstance(second, Unreadable)
    assert second.reason.startswith(reason)
    assert (second.offset, second.position, second.format) == (len(ONE), 2, "marc")


def test_wrong_field_lengths_are_mended_by_the_terminators() -> None:
    ascii_lengths = iso2709([("001", "7"), ("245", "10", "$aMuenchen"), ("500", "  ", "$an")])
    longer = ascii_lengths.replace(b"Muenchen", "Mün–chen".encode())  # a conversion that left the directory alone
    record = read_one(Marc(), longer)
    assert values(record, "title") == ["Mün–chen"]
    assert ("value-unreadable", "LDR") in notes(record)
    short = read_one(Marc(), TWO[:36] + TWO[48:])  # the entry of 245 is gone
    assert ("value-unreadable", "LDR") in notes(short)
    inside = iso2709([("001", "1"), ("245", "10", "$aé")])
    assert b"245000700002" in inside
    assert isinstance(read_one(Marc(), inside.replace(b"245000700002", b"245000200007")), Record)  # begins inside é
    unordered = iso2709([("245", "10", "$aTitle"), ("001", "9")])
    assert read_one(Marc(), unordered).id == "9"


def test_indicators_and_subfield_codes_that_are_none() -> None:
    record = read_one(
        Marc(),
        iso2709([("001", "1"), ("245", "", "$aT"), ("250", "1", "$a2nd"), ("260", "   ", "$bX"), ("500", "  ", "text")]),
    )
    assert (values(record, "title"), values(record, "edition"), values(record, "publisher")) == (["T"], ["2nd"], ["X"])
    assert [path for _, path in notes(record)] == ["245", "250", "260", "500"]
    odd = read_one(Marc(), iso2709([("245", "10", "$áTitle$$b:rest")], UTF8))
    assert values(odd, "title") == ["Title: :rest"]
    assert notes(odd) == [("value-unreadable", "245")]
    binary_indicator = ONE.replace(b"\x1e10\x1fa", b"\x1e\xb20\x1fa")
    assert values(read_one(Marc(), binary_indicator), "title") == ["First title"]


@pytest.mark.parametrize(
    ("leader", "encoding", "title", "name"),
    [
        (UTF8, "utf-8", "Éducation – 教育", ""),
        (MARC8, "utf-8", "Éducation – 教育", "the leader says MARC-8, the text is in UTF-8"),
        (MARC8, "latin-1", "Éducation à la liberté, le café", "the leader says MARC-8, the text looks like Latin-1"),
        (UTF8, "latin-1", "Éducation à la liberté, le café", "the leader says UTF-8, the text looks like Latin-1"),
        (MARC8, "cp1252", "“Café” – à l’été", "the leader says MARC-8, the text looks like Latin-1"),
        (MARC8, "cp1251", "Основы гидравлического расчета", "the leader says MARC-8, the text looks like Windows-1251"),
    ],
)
def test_character_sets(leader: str, encoding: str, title: str, name: str) -> None:
    record = read_one(Marc(), iso2709([("245", "10", f"$a{title}")], leader, encoding))
    assert values(record, "title") == [title]
    assert [n.detail for n in record.notes if n.code == "encoding-doubtful"] == ([name] if name else [])


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xe2e", "café"),
        (b"Buli\xe9c, St\xe2ephane", "Bulič, Stéphane"),
        (b"M\xe8unchen", "München"),
        (b"\xb25re og \xb5re", "ø5re og ære"),
        (b"\x1b(NBuKWY\x1b(B and Latin", "бУквы and Latin"),
        (b"\x1b$1!0L\x1b(B rest", "乾 rest"),
        (b"\x1b$1!0L!0\x1b(B broken pair", "乾  broken pair"),
        (b"\xe2e, end in an escape \x1b", "é, end in an escape "),
        (b"&#x4E00; outside MARC-8, \xe2&#x03B1;", "一 outside MARC-8, ά"),
    ],
)
def test_marc8(data: bytes, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    charset = charset_of(" ", data + b"\xe2e" if data.isascii() and b"\x1b" not in data else data)
    assert charset.decode(data) == text
    assert capfd.readouterr() == ("", "")


def test_marc8_under_a_leader_that_says_utf8() -> None:
    charset = charset_of("a", b"CD-levyll\xe8a valittuja, k\xe8asikirja")
    assert (charset.decode(b"levyll\xe8a"), charset.doubt) == ("levyllä", "the leader says UTF-8, the text looks like MARC-8")
    assert charset_of("a", b"\xb94.99").decode(b"\xb94.99") == "£4.99"
    damaged = charset_of("a", "Ḥayāh fī rusūm Nājī".encode() + b"\xa4")
    assert (damaged.name, damaged.doubt) == ("UTF-8", "1 characters are not valid UTF-8")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("=LDR  00251nas a2200121 c 4500\n=001  987874829\n", "MARCMaker text (.mrk)"),
        ("00251nas a2200121 c 4500\n001 987874829\n245 00 $a Code4Lib\n", "MARC line format"),
        ("001@ \x1f01\x1e002@ \x1f0Aau\x1e", "PICA+"),
        ("LEADER 00951 am a22003373u 4500\n001 006013122\n", "a MARC text display"),
    ],
)
def test_other_forms_of_marc_are_named(text: str, named: str) -> None:
    assert Marc().sniff(text.encode()) >= 40
    (found,) = read_all(Marc(), text.encode())
    assert isinstance(found, Unreadable)
    assert found.reason == f"{named} is not read; export as ISO 2709 or MARCXML"


@pytest.mark.parametrize("data", [b"", b"\0" * 100, b"plain text", b"\x1e\x1d\x1f", bytes(range(256)) * 4])
def test_what_is_no_marc_is_said_once_or_by_the_piece(data: bytes) -> None:
    found = read_all(Marc(), data)
    assert found
    assert all(isinstance(f, Unreadable) for f in found)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([b"\x1b", b"$", b",", b"(", b")", b"-", b"1", b"B", b"!0L", b"a", b"\xe2"]), max_size=12))
def test_no_escape_sequence_makes_noise(pieces: list[bytes]) -> None:
    noise = io.StringIO()
    with contextlib.redirect_stderr(noise):
        assert isinstance(charset_of(" ", b"".join([b"\x1b(B\xe2e", *pieces])).decode(b"".join(pieces)), str)
    assert noise.getvalue() == ""


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=40), st.integers(0, len(ONE + TWO)), st.integers(0, 30))
def test_any_damage_ends_in_records_or_names(junk: bytes, at: int, gone: int) -> None:
    whole = ONE + TWO
    found = read_all(Marc(), whole[:at] + junk + whole[at + gone :])
    assert found
    assert [f.position for f in found] == list(range(1, len(found) + 1))


def fields(record: pymarc.Record) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    return [(f.tag, f.data or "", tuple((s.code, s.value) for s in f.subfields)) for f in record.fields]


def test_sound_records_are_read_as_pymarc_reads_them(capfd: pytest.CaptureFixture[str]) -> None:
    folder, compared, differing = shared("records", "marc"), 0, []
    for file in sorted(p for p in folder.iterdir() if p.suffix in (".mrc", ".dat")):
        for chunk in marc_iso2709.chunks(file.read_bytes()):
            try:
                mine = marc_iso2709.parse(chunk.data)
            except marc_iso2709.DamagedError:
                continue
            if chunk.doubt or mine.doubts or mine.encoding_doubt or dialect(mine) is not Dialect.MARC_21:
                continue
            for theirs in pymarc.MARCReader(io.BytesIO(chunk.data), hide_utf8_warnings=True):
                if theirs is None:
                    continue
                compared += 1
                read = [(f.tag, f.data, tuple(s for s in f.subfields)) for f in mine.fields]
                if read != fields(theirs):
                    differing.append(f"{file.name} at {chunk.offset}")
    capfd.readouterr()  # pymarc's own remarks
    say(f"{compared} records read by both, {len(differing)} differ: {differing}")
    assert compared > 400
    assert len(differing) <= 3, differing
