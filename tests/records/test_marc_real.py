"""Real MARC files, good and broken: each ends in records or named faults, says nothing to stderr, and agrees with Zotero."""

from __future__ import annotations

import io
import json
import time
from collections import Counter
from pathlib import Path

import pymarc
import pytest

from gate.model import Kind, Record, Unreadable
from gate.properties import LABEL_PROPERTY
from gate.records.readers.aleph import Aleph
from gate.records.readers.marc import Marc, MarcJson, MarcXml
from gate.records.readers.reader import Reader
from gate.settings import Settings
from tests.records.agreement import Tally
from tests.records.building import read_all, say
from tests.shared import shared

READERS: tuple[Reader, ...] = (Marc(), MarcXml(), MarcJson(), Aleph())


def reader_for(head: bytes) -> Reader | None:
    surest = max(READERS, key=lambda reader: reader.sniff(head))
    return surest if surest.sniff(head) else None


def all_files() -> list[Path]:
    return sorted(f for name in ("marc", "authority") for f in shared("records", name).iterdir() if f.is_file())


def test_every_file_ends_in_records_or_named_faults(capfd: pytest.CaptureFixture[str]) -> None:
    counts: dict[str, Counter[str]] = {}
    without_label, started = [], time.monotonic()
    for file in all_files():
        data = file.read_bytes()
        for reader in READERS:  # --from may force any of them
            found = list(reader.read(data, file.name, Settings()))
            assert found, (file.name, reader.name)
            assert [f.position for f in found] == list(range(1, len(found) + 1)), file.name
            assert all(f.reason for f in found if isinstance(f, Unreadable))
            if reader is not reader_for(data[:8192]):
                continue
            count = counts.setdefault(f"{file.parent.name} {reader.name}", Counter())
            for f in found:
                count[f.kind.value if isinstance(f, Record) else "unreadable"] += 1
                if isinstance(f, Record) and not f.all(LABEL_PROPERTY[f.kind]):
                    without_label.append(f"{file.name} {f.id}")
    took = time.monotonic() - started
    assert capfd.readouterr() == ("", "")
    for name, count in sorted(counts.items()):
        say(name, dict(count))
    say("records without a title, name or heading:", without_label)
    total = sum(counts.values(), Counter[str]())
    assert took < 60
    assert (total["work"] > 700, total["agent"] > 95, total["concept"] > 110) == (True, True, True)
    assert len(without_label) <= 4


#: fields, the subfield that matters, and the property it must come out as
EXPECTED = {
    **dict.fromkeys(("100", "110"), ("a", "creators")),
    **dict.fromkeys(("600", "650", "651"), ("a", "concepts")),
    "020": ("a", "isbn"),
    "245": ("a", "title"),
    "250": ("a", "edition"),
    "260": ("c", "date"),
    "520": ("a", "abstract"),
    "773": ("t", "container"),
}


def test_no_field_is_lost(capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever pymarc finds in a field that the reader reads comes out as a property."""
    checked: Counter[str] = Counter()
    lost: list[str] = []
    for file in sorted(shared("records", "marc").glob("*.mrc")):
        for found in read_all(Marc(), file.read_bytes()):
            if not isinstance(found, Record) or found.notes or found.format == "unimarc":
                continue
            for theirs in pymarc.MARCReader(io.BytesIO(found.raw), hide_utf8_warnings=True):
                for tag, (code, prop) in EXPECTED.items() if theirs is not None else ():
                    value = theirs[tag].get(code, "") if tag in theirs else ""
                    if value.strip(" /.,"):
                        checked[prop] += 1
                        lost += [] if found.all(prop) else [f"{file.name} {prop}: {value}"]
    capfd.readouterr()  # pymarc's remarks
    say(dict(checked), *lost)
    assert checked.total() > 1900
    assert lost == ["ol_9999_sd_dates.mrc date: [s.d.]", "ol_test-publish-sn-sl-nd.mrc date: [n.d.]"]


@pytest.mark.parametrize(
    ("name", "fault", "id_"),
    [
        ("qacat_pica-normalized.dat", "PICA+ is not read", ""),
        ("qacat_alephseq-example5-long-leader.txt", "the record was deleted at the source", "002047911"),
        ("catmandu_camel.mrk", "MARCMaker text (.mrk) is not read", ""),
        ("marc4j_008008027.mrc", "the record is cut off", "58-008008027"),
        ("qacat_pica.xml", "a PICA+ record", ""),
        ("jabref_MarcXmlParserTestSummaryAndKeywords.malformed.xml", "not well-formed XML", "BV049039638"),
        ("marc4j_summerland-marc-json.malformed.json", "not JSON", ""),
    ],
)
def test_faults_are_named(name: str, fault: str, id_: str) -> None:
    data = shared("records", "marc", name).read_bytes()
    reader = reader_for(data[:8192])
    assert reader is not None
    last = list(reader.read(data, name, Settings()))[-1]
    assert isinstance(last, Unreadable)
    assert last.reason.startswith(fault)
    assert last.id == id_


def test_binary_and_xml_of_the_same_record_say_the_same() -> None:
    folder, same, pairs = shared("records", "marc"), 0, 0
    for xml_file in sorted(folder.glob("ol_*_marc.xml")):
        binary_file = folder / xml_file.name.replace("_marc.xml", "_meta.mrc")
        if not binary_file.exists():
            continue
        pairs += 1
        (one,), (other,) = read_all(MarcXml(), xml_file.read_bytes()), read_all(Marc(), binary_file.read_bytes())
        assert isinstance(one, Record)
        assert isinstance(other, Record)
        same += {s.value for s in one.all("title")} == {s.value for s in other.all("title")}
    say(f"{same} of {pairs} pairs have the same title")
    assert pairs >= 10
    assert same >= pairs - 2  # two binary files hold letters that an earlier conversion broke


def test_agreement_with_zotero() -> None:
    tally = Tally()
    for name, reader in (("MARC", Marc()), ("MARCXML", MarcXml())):
        for case in json.loads(shared("records", "marc", f"zotero_testcases_{name}.json").read_text()):
            records = read_all(reader, case["input"].encode())
            assert len(records) == len(case["items"])
            for record, item in zip(records, case["items"], strict=True):
                assert isinstance(record, Record)
                assert record.kind is Kind.WORK
                tally.compare(record, item)
    say(tally.report())
    assert tally.compared.total() > 35
    assert tally.rate > 0.95
