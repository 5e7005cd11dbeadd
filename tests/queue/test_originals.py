"""Records put together again, byte for byte."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pymarc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.errors import UsageError
from gate.model import Record
from gate.queue.originals import assemble, in_lines
from gate.records import read_bytes
from gate.records.readers import FORMATS
from gate.settings import Settings
from tests.shared import shared


def records(data: bytes, name: str, format: str) -> list[Record]:
    return [r for r in read_bytes(data, name, format, settings=Settings()) if isinstance(r, Record)]


def test_iso_2709_records_follow_each_other_byte_for_byte() -> None:
    data = shared("records", "marc", "lagbolt_sample-marc-file.mrc").read_bytes()
    raws = [record.raw for record in records(data, "f.mrc", "marc")]
    assert len(raws) == 100
    assert assemble("marc", raws) == data
    assert assemble("marc", raws[3:5]) == data[data.index(raws[3]) : data.index(raws[4]) + len(raws[4])]


def test_a_missing_terminator_is_set_between_records() -> None:
    assert assemble("marc", [b"one\x1e", b"two\x1e\x1d"]) == b"one\x1e\x1dtwo\x1e\x1d"


@pytest.mark.parametrize("namespace", ['xmlns="http://www.loc.gov/MARC21/slim"', ""])
def test_marcxml_keeps_the_namespace_that_it_had(namespace: str) -> None:
    title = '<datafield tag="245" ind1=" " ind2=" "><subfield code="a">A &amp; b</subfield></datafield>'
    one = f"<record {namespace}><leader>00000nam a2200000 a 4500</leader>{title}</record>"
    found = records(f"<collection>{one}{one}</collection>".encode(), "f.xml", "marcxml")
    again = assemble("marcxml", [record.raw for record in found])
    read = records(again, "f.xml", "marcxml")
    assert [r.statements for r in read] == [r.statements for r in found]
    assert again.count(found[0].raw) == 2
    assert (b"<collection>\n" in again) == (not namespace)


def test_real_marcxml_comes_back_whole() -> None:
    folder = shared("records", "marc")
    tried = 0
    for path in sorted(folder.glob("*.xml"))[:40]:
        found = records(path.read_bytes(), path.name, "marcxml")
        if not found:
            continue
        tried += 1
        made = assemble("marcxml", [record.raw for record in found])
        again = records(made, path.name, "marcxml")
        assert [r.statements for r in again] == [r.statements for r in found], path.name
        assert all(r.raw in made for r in found), path.name
    assert tried > 10


@pytest.mark.parametrize("format", [f for f in ("json", "csl", "marcjson", "dc", "bibtex", "marcxml", "ris") if f in FORMATS])
def test_what_is_written_is_read_as_the_same_records(format: str) -> None:
    folder = {"json": "jsonld", "marcjson": "marc", "marcxml": "marc"}.get(format, format)
    tried = 0
    for path in sorted(shared("records", folder).iterdir())[:60]:
        found = records(path.read_bytes(), path.name, format)
        if not found or not all(r.format == format and r.raw for r in found):
            continue
        tried += 1
        again = records(assemble(format, [r.raw for r in found]), path.name, format)
        assert [r.statements for r in again] == [r.statements for r in found], path.name
    assert tried > 0


def test_json_is_a_list_or_lines_as_it_came() -> None:
    one, two = b'{"title": "A"}', b'{"title":"B"}'
    assert assemble("json", [one, two]) == b'[\n{"title": "A"},\n{"title":"B"}\n]\n'
    assert assemble("json", [one, two], lines=True) == one + b"\n" + two + b"\n"
    assert in_lines(one + b"\n" + two, [one, two])
    assert in_lines(b"\n" + one + b"\n", [one])
    assert not in_lines(b"[" + one + b",\n" + two + b"]", [one, two])
    assert not in_lines(b'{"records": [' + one + b"]}", [one])
    assert not in_lines(b'{"title":\n"A"}\n{"title":"B"}', [b'{"title":\n"A"}', two])


@given(st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=5), min_size=1, max_size=3), min_size=1, max_size=5))
def test_lists_and_lines_are_json_whatever_is_in_them(values: list[dict[str, str]]) -> None:
    raws = [json.dumps(value).encode() for value in values]
    assert json.loads(assemble("json", raws)) == values
    assert [json.loads(line) for line in assemble("json", raws, lines=True).splitlines()] == values


def test_a_definition_that_several_entries_need_is_written_once() -> None:
    made = assemble(
        "bibtex", [b'@string{p = "P"}\n@book{a, publisher = p}', b'@string{p = "P"}\n@book{b, publisher = p}', b"@misc{c}"]
    )
    assert made == b'@string{p = "P"}\n@book{a, publisher = p}\n\n@book{b, publisher = p}\n\n@misc{c}\n'


def test_bytes_that_are_not_known_are_not_made_up() -> None:
    with pytest.raises(UsageError, match="not known"):
        assemble("csl", [b"{}", b""])


def test_pymarc_reads_what_is_written(tmp_path: Path) -> None:
    data = shared("records", "marc", "lagbolt_sample-marc-file.mrc").read_bytes()
    raws = [record.raw for record in records(data, "f.mrc", "marc")][::3]
    read = [r for r in pymarc.MARCReader(io.BytesIO(assemble("marc", raws)), hide_utf8_warnings=True) if r is not None]
    assert len(read) == len(raws)
