"""A book as a cataloguer has it, checked by ``gate check`` against a library's catalogue and a vocabulary that is held whole.

True headings, names and ISBN are accepted. Each of five faults is put to review with its code, its place in the cataloguer's own
field, both values, source and date, the form to use instead, and what ``--suggest`` writes beside the record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from gate.source_settings import LIVE_SOURCES, PARTS
from tests.authorities.server import Authority
from tests.authorities.sru import Marc, sru_routes
from tests.cli.run import spawn

ISBN, OTHER_ISBN = "9780306406157", "9783161484100"
LC = "http://id.loc.gov/authorities/subjects/"
DAY = "2026-10-01"
Fields = Sequence[tuple[str, Mapping[str, str]]]

TRUE: Fields = (
    ("020  ", {"a": f"{ISBN} (pbk.)"}),
    ("1001 ", {"a": "Hansen, Ole,", "d": "1940-"}),
    ("24510", {"a": "Harbours of the quiet coast :", "b": "a guide /", "c": "Ole Hansen."}),
    ("264 1", {"a": "Oslo :", "b": "Harbour Press,", "c": "1990."}),
    ("650 0", {"a": "Harbors", "z": "Norway."}),
    ("650 0", {"a": "Lighthouses.", "0": f"{LC}sh85076901"}),
    ("7001 ", {"a": "Berg, Nils,", "d": "1951-", "e": "illustrator", "4": "ill"}),
)
CODED = "900101s1990    no            000 0 eng d"
HELD = Marc("b1", TRUE, coded=CODED)
ANOTHER = Marc(
    "b2", (("020  ", {"a": OTHER_ISBN}), ("1001 ", {"a": "Berg, Nils"}), ("24510", {"a": "Winter light"})), coded=CODED
)


def authority(tag: str, number: str, label: str, *more: tuple[str, Mapping[str, str]], status: str = "n") -> str:
    fields = (("010  ", {"a": number}), (f"{tag}  ", {"a": label}), *more)
    return Marc(number, fields, f"00000{status}z  a2200000n  4500", "").xml("")


#: a whole vocabulary, small: every topic, place, subdivision and name of it
VOCABULARY = (
    authority("150", "sh 85058838", "Harbors", ("450  ", {"a": "Ports"})),
    authority("150", "sh 85076901", "Lighthouses", ("450  ", {"a": "Light-houses"})),
    authority("150", "sh 85119800", "Seafaring life"),
    authority("150", "sh 85002782", "Airplanes"),
    authority("150", "sh 85000001", "Aeroplanes", ("550  ", {"w": "b", "a": "Airplanes", "0": "(DLC)sh 85002782"}), status="d"),
    authority("151", "sh 85092509", "Norway", ("781 0", {"z": "Norway"})),
    authority("155", "gf 02026110", "Guidebooks"),
    authority("100", "n  80000001", "Hansen, Ole, 1940-"),
    authority("100", "n  80000002", "Berg, Nils, 1951-"),
)


def with_field(number: int, subfields: Mapping[str, str]) -> Fields:
    """The true record, one of its fields changed."""
    return [(tag, subfields if n == number else given) for n, (tag, given) in enumerate(TRUE)]


@dataclass(frozen=True, slots=True)
class Fault:
    """A record with one fault, and what is to be said of it. ``written``: the correction that is sure enough to be written."""

    fields: Fields
    code: str
    path: str
    given: str
    held: str
    source: str
    says: str
    written: str = ""


FAULTS = {
    "invented": Fault(
        with_field(5, {"a": "Lighthousekeeping."}),
        *("value-not-listed", "650[2]$a", "Lighthousekeeping", "Lighthouses", "lc", "lcsh holds no heading 'Lighthousekeeping'"),
    ),
    "wrong file": Fault(
        with_field(5, {"a": "Guidebooks."}),
        *("heading-wrong-file", "650[2]$a", "Guidebooks", "Guidebooks", "lc", "is a heading of the file genre"),
    ),
    "ISBN of another": Fault(
        with_field(0, {"a": OTHER_ISBN}),
        *("identifier-conflict", "020$a", OTHER_ISBN, "Winter light", "ours", f"which has {ISBN}"),
    ),
    "deprecated": Fault(
        with_field(5, {"a": "Aeroplanes."}),
        *("heading-deprecated", "650[2]$a", "Aeroplanes", "Airplanes", "lc", "in its place: Airplanes"),
        '<subfield code="a">Airplanes.</subfield>',
    ),
    "another label": Fault(
        with_field(5, {"a": "Lighthouses.", "0": f"{LC}sh85119800"}),
        *("heading-identifier-conflict", "650[2]$0", "Lighthouses", "Seafaring life", "lc"),
        "lccn:sh85119800 is the identifier of Seafaring life; the words are another heading",
    ),
}
COLLECTION = '<collection xmlns="http://www.loc.gov/MARC21/slim">{}</collection>'


@dataclass(frozen=True, slots=True)
class Checked:
    """What ``gate check`` said of all records: exit code, report by record, text for people, suggestions."""

    code: int
    records: dict[str, dict[str, object]]
    text: str
    suggested: str
    untouched: bool

    def findings(self, number: str) -> list[dict[str, object]]:
        found = self.records[number]["findings"]
        assert isinstance(found, list)
        return found


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """``gate check`` of a MARCXML file, with the catalogue as a source and the vocabulary imported, as the documents say."""
    folder = tmp_path_factory.mktemp("catalogue")
    env = {
        "GATE_CACHE_FOLDER": str(folder / "cache"),
        "GATE_REFERENCES_FOLDER": str(folder / "refs"),
        "GATE_SETTINGS": str(folder / "gate.toml"),
    }
    authorities, books, suggested = folder / "authorities.xml", folder / "books.xml", folder / "s.xml"
    authorities.write_text(COLLECTION.format("".join(VOCABULARY)), encoding="utf-8")
    records = [Marc("true", TRUE, coded=CODED), *(Marc(name, fault.fields, coded=CODED) for name, fault in FAULTS.items())]
    books.write_text(COLLECTION.format("".join(record.xml("") for record in records)), encoding="utf-8")
    before = books.read_bytes()
    with Authority(sru_routes(HELD, ANOTHER)) as server:
        off = "".join(f"[sources.{name}]\nenabled = false\n" for name in LIVE_SOURCES if name not in PARTS)
        ours = f'[sources.ours]\nprotocol = "sru"\nurl = "{server.url}"\nrate = 1000\n'
        (folder / "gate.toml").write_text(off + ours, encoding="utf-8")
        imported = spawn(
            *("refs", "import", authorities, "--as", "vocabulary", "--name", "lc", "--code", "lcsh"),
            *("--retrieved", DAY, "--complete-for", "headings:all"),
            env=env,
        )
        assert imported.code == 0, imported.err
        ran = spawn("check", books, "--format", "json", "--suggest", suggested, env=env)
        text = spawn("check", books, env=env | {"COLUMNS": "400"}).out
    report = {one["id"]: one for one in json.loads(ran.out)["records"]}
    return Checked(ran.code, report, text, suggested.read_text(encoding="utf-8"), books.read_bytes() == before)


def test_a_true_book_is_accepted(checked: Checked) -> None:
    assert checked.records["true"]["decision"] == "accept"
    assert [f["code"] for f in checked.findings("true") if f["severity"] != "info"] == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_put_to_review_with_code_place_both_values_and_suggestion(checked: Checked, name: str) -> None:
    fault = FAULTS[name]
    assert checked.records[name]["decision"] == "review"
    (found,) = (f for f in checked.findings(name) if f["severity"] != "info")
    assert (found["code"], found["path"], found["given"], found["held"], found["source"]) == (
        *(fault.code, fault.path, fault.given, fault.held, fault.source),
    )
    assert fault.says in str(found["message"])
    assert str(found["as_of"])[:10] == DAY if fault.source == "lc" else found["as_of"]
    assert found["advice"]
    assert f"{fault.code} ({found['tier']}) at {fault.path}" in checked.text


def test_only_what_is_sure_is_written_and_beside_the_record(checked: Checked) -> None:
    assert checked.code == 1
    assert checked.untouched
    assert checked.suggested.count("<leader>") == sum(1 for fault in FAULTS.values() if fault.written)
    assert all(fault.written in checked.suggested for fault in FAULTS.values())
    assert "heading-deprecated: Aeroplanes -&gt; Airplanes; lc 2026-10-01" in checked.suggested
