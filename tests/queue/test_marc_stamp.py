"""Fields 883 and 885 in every serialisation of MARC; all else stays."""

from __future__ import annotations

import io
import json

import pymarc
import pytest

from gate.model import Record, Report
from gate.queue.json_values import parsed
from gate.queue.marc_stamp import stamp, stamps
from gate.records import read_bytes
from gate.records.readers.marc_record import Field
from gate.report.json import to_json
from gate.settings import Settings
from tests.queue.runs import review, run
from tests.shared import shared

FIELDS = (
    Field("883", subfields=(("a", "catalog-gate 0.1.0, rules default: accepted by the gate"), ("c", "0.75"), ("d", "20261130"))),
    Field("885", subfields=(("a", "same identifier: Żółć"), ("b", "accepted by the gate"), ("2", "works"))),
)


def records(data: bytes, name: str, format: str) -> list[Record]:
    return [r for r in read_bytes(data, name, format, settings=Settings()) if isinstance(r, Record)]


def one(report: Report) -> tuple[Field, ...]:
    return stamps(parsed(to_json(report)), "accepted by the gate")


def test_the_fields_say_process_confidence_date_and_match() -> None:
    provenance, *matches = one(run(review(1)))
    assert (provenance.tag, provenance.ind1) == ("883", " ")
    assert provenance.first("a") == "catalog-gate 0.1.0, rules default: accepted by the gate"
    assert provenance.first("c") == "0.75"
    assert provenance.first("d") == "20261130"
    assert [match.tag for match in matches] == ["885"]
    assert matches[0].first("a") == "same identifier: 10.1038/171737a0"
    assert (matches[0].first("b"), matches[0].first("c"), matches[0].first("2")) == (
        "accepted by the gate",
        "1",
        "crossref-works 2026-11-01",
    )


def test_iso_2709_gets_the_fields_and_keeps_every_other_byte_of_its_fields() -> None:
    data = shared("records", "marc", "lagbolt_sample-marc-file.mrc").read_bytes()
    found = records(data, "f.mrc", "marc")
    for record in found:
        made = stamp("marc", record.raw, FIELDS)
        assert made is not None
        before = pymarc.Record(record.raw, to_unicode=True, hide_utf8_warnings=True)
        after = pymarc.Record(made, to_unicode=True, hide_utf8_warnings=True)
        assert int(made[:5]) == len(made)
        tags = [field.tag for field in after.fields]
        assert tags.index("883") < tags.index("885")
        assert all(int(tag) <= 883 for tag in tags[: tags.index("883")])
        kept = [f.as_marc("utf-8") for f in after.fields if f.tag not in ("883", "885")]
        assert kept == [f.as_marc("utf-8") for f in before.fields]
        assert after["883"]["c"] == "0.75"
        (again,) = records(made, "f.mrc", "marc")
        assert again.statements == record.statements


@pytest.mark.parametrize(("coding", "shown"), [("a", "Żółć"), (" ", "\\u017b\\xf3\\u0142\\u0107")])
def test_a_record_in_marc_8_gets_ascii_only(coding: str, shown: str) -> None:
    record = pymarc.Record(force_utf8=True)
    record.add_field(  # type: ignore[no-untyped-call]
        pymarc.Field("245", pymarc.Indicators("1", "0"), [pymarc.Subfield("a", "Title")]),
        pymarc.Field("900", pymarc.Indicators(" ", " "), [pymarc.Subfield("a", "local")]),
    )
    raw = record.as_marc()
    made = stamp("marc", raw[:9] + coding.encode() + raw[10:], FIELDS)
    assert made is not None
    after = pymarc.Record(made)
    assert [f.tag for f in after.fields] == ["245", "883", "885", "900"]
    assert after["885"]["a"] == f"same identifier: {shown}"


def test_what_does_not_fit_is_not_stamped() -> None:
    record = pymarc.Record(force_utf8=True)
    for _ in range(11):
        record.add_field(pymarc.Field("500", pymarc.Indicators(" ", " "), [pymarc.Subfield("a", "x" * 9_060)]))  # type: ignore[no-untyped-call]
    assert stamp("marc", record.as_marc(), FIELDS) is None
    assert stamp("marc", b"no record", FIELDS) is None
    assert stamp("marcxml", b"<record/>", FIELDS) is None
    assert stamp("marcjson", b"[]", FIELDS) is None
    assert stamp("json", b"{}", FIELDS) is None


@pytest.mark.parametrize("prefix", ["", "marc:"])
def test_marcxml_gets_the_fields_under_its_own_prefix(prefix: str) -> None:
    name = "xmlns:marc" if prefix else "xmlns"
    start = f'<{prefix}record {name}="http://www.loc.gov/MARC21/slim"><{prefix}leader>00000nam a2200000 a 4500</{prefix}leader>'
    title = f'<{prefix}datafield tag="245" ind1="1" ind2="0"><{prefix}subfield code="a">T</{prefix}subfield></{prefix}datafield>'
    raw = f"{start}{title}</{prefix}record>".encode()
    made = stamp("marcxml", raw, FIELDS)
    assert made is not None
    assert made.startswith((start + title).encode())
    (again,) = records(made, "f.xml", "marcxml")
    assert [i.path for i in again.ignored][-2:] == ["883", "885"]
    (read,) = pymarc.parse_xml_to_array(io.BytesIO(made))  # type: ignore[no-untyped-call]
    assert read["885"]["a"] == "same identifier: Żółć"


def test_marc_in_json_gets_the_fields() -> None:
    raw = json.dumps(
        {"leader": "x" * 24, "fields": [{"001": "7"}, {"245": {"ind1": "1", "ind2": "0", "subfields": [{"a": "T"}]}}]}
    )
    made = stamp("marcjson", raw.encode(), FIELDS)
    assert made is not None
    (read,) = pymarc.parse_json_to_array(io.StringIO(f"[{made.decode()}]"))  # type: ignore[no-untyped-call]
    assert [f.tag for f in read.fields] == ["001", "245", "883", "885"]


def test_hostile_text_in_a_stamp_is_harmless() -> None:
    field = (Field("885", subfields=(("a", "x\x1d\x1e\x1f</record>\u202e\x00"),)),)
    raw = b'<record xmlns="http://www.loc.gov/MARC21/slim"><controlfield tag="001">1</controlfield></record>'
    made = stamp("marcxml", raw, field)
    assert made is not None
    (read,) = pymarc.parse_xml_to_array(io.BytesIO(made))  # type: ignore[no-untyped-call]
    assert read["885"]["a"] == "x<U+001D><U+001E><U+001F></record><U+202E><U+0000>"
    record = pymarc.Record(force_utf8=True)
    record.add_field(pymarc.Field("001", data="1"))  # type: ignore[no-untyped-call]
    stamped = stamp("marc", record.as_marc(), field)
    assert stamped is not None
    assert stamped.count(b"\x1d") == 1
