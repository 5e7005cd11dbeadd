"""``gate check`` on a MARC record with names, beside an authority file of one's own and live stand-ins: the printed report."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.model import Statement
from gate.references.live import LIVE
from tests.authorities import Authority
from tests.authorities.headings import GndEntity, LocHeading, gnd_routes, isni_routes, loc_routes, orcid_routes, viaf_routes
from tests.cli.run import gate
from tests.comparison.test_headings import field
from tests.comparison.test_names import COLLECTION
from tests.references.snapshots import snapshot, work

NAMES = (
    # given, the identifier's subfield, code, what the file has, who says so
    ("Eager, Emil", "", ("0", "(DE-588)118540238"), "name-identifier-conflict", "Busy, Berta", "gnd"),
    (
        "Busie, Berta",
        "",
        ("0", "http://id.loc.gov/authorities/names/n79000001"),
        "name-variant",
        "Busy, Berta, 1844-1900",
        "locgov",
    ),
    ("Busy, Berta", "1846-1900", ("0", "http://id.loc.gov/authorities/names/n79000001"), "name-dates-differ", "1844", "locgov"),
    (
        "Able, Ada",
        "",
        ("0", "http://id.loc.gov/authorities/names/n79000002"),
        "name-undifferentiated",
        "several persons",
        "locgov",
    ),
    ("Calm, C. D.", "", ("0", "http://id.loc.gov/authorities/names/n1000003"), "name-fuller-form", "Carl David", "names"),
    ("Eager, Emil", "", ("1", "http://viaf.org/viaf/102333412"), "name-identifier-conflict", "Busy, Berta", "viaf"),
    ("Eager, Emil", "", ("1", "https://orcid.org/0000-0002-1825-0097"), "name-identifier-conflict", "Busy, Berta", "orcid"),
    ("Eager, Emil", "", ("1", "https://isni.org/isni/0000000121032683"), "name-identifier-conflict", "Busy, Berta", "isni"),
    ("Old, Otto", "", ("0", "http://id.loc.gov/authorities/names/n1000005"), "name-deprecated", "Olde, Otto, 1950-", "names"),
)
SCRIPTS = field("700", ("6", "880-01"), ("a", "Sato, Hanako"), ("0", "http://id.loc.gov/authorities/names/n1000006")) + field(
    "880", ("6", "700-01"), ("a", "鈴木一郎")
)


def record(*fields: str) -> str:
    title = field("245", ("a", "Eel larvae in cold currents"))
    return (
        '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>'
        f'<controlfield tag="001">b1</controlfield>{title}{"".join(fields)}</record>'
    )


def added(name: str, dates: str, identifier: tuple[str, str]) -> str:
    return field("700", ("a", name), *((("d", dates),) if dates else ()), identifier)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as it is printed."""

    code: str
    place: str
    text: str


def told(report: str) -> list[Told]:
    """The findings of a printed report, each with all its words in one line."""
    body = report.split("Findings: ")[1].split("\n---")[0]
    blocks = re.split(r"\n  (?=(?:violation|warning|info) )", body)
    found = []
    for block in blocks[1:]:
        head = re.match(r"\w+\s+([a-z-]+) \(\w+\)(?: at (\S+))?", block)
        assert head is not None, block
        found.append(Told(head[1], head[2] or "", " ".join(block.split())))
    return found


@pytest.fixture
def services() -> Iterator[dict[str, Authority]]:
    loc = (
        LocHeading("n79000001", "Busy, Berta, 1844-1900", "names", "PersonalName", ["Busie, Berta"], born="1844-10-15"),
        LocHeading("n79000002", "Able, Ada", "names", "PersonalName", collections=["collection_NamesUndifferentiated"]),
    )
    routes = {
        "locgov": loc_routes(*loc),
        "gnd": gnd_routes(GndEntity("118540238", "Busy, Berta", ("DifferentiatedPerson", "Person"))),
        "viaf": viaf_routes(("102333412", "Busy, Berta, 1844-1900", "1844")),
        "orcid": orcid_routes(("0000-0002-1825-0097", "Busy", "Berta")),
        "isni": isni_routes(("0000000121032683", "Busy", "Berta")),
    }
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(Authority(one)) for name, one in routes.items()}


def checked(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    services: dict[str, Authority],
    *fields: str,
    code: int | None = 1,
) -> list[Told]:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.setenv("GATE_REFERENCES_FOLDER", str(tmp_path / "own"))
    monkeypatch.setenv("COLUMNS", "200")
    for name, one in services.items():
        monkeypatch.setenv(f"GATE_{name.upper()}_URL", one.url)
        monkeypatch.setenv(f"GATE_{name.upper()}_RATE", "1000")
    (tmp_path / "names.xml").write_text(COLLECTION, encoding="utf-8")
    (tmp_path / "b.xml").write_text(record(*fields), encoding="utf-8")
    assert (
        gate(capsys, "refs", "import", tmp_path / "names.xml", "--as", "vocabulary", "--name", "names", "--code", "naf").code == 0
    )
    off = [option for name in LIVE if name not in services for option in ("--off", name)]
    ran = gate(capsys, "check", tmp_path / "b.xml", *off)
    assert code is None or ran.code == code
    return told(ran.out)


def test_each_state_is_printed_with_its_place_both_values_source_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, services: dict[str, Authority]
) -> None:
    fields = [added(name, dates, identifier) for name, dates, identifier, *_ in NAMES]
    found = [one for one in checked(tmp_path, capsys, monkeypatch, services, *fields, SCRIPTS) if one.code.startswith("name-")]
    for number, (name, _, _, code, held, source) in enumerate(NAMES, 1):
        mine = [one for one in found if f"700[{number}]" in f"{one.place} {one.text}" and one.code == code and held in one.text]
        assert mine, (number, code, found)
        assert name in mine[0].text
        assert re.search(rf"source {source} of 20\d\d-\d\d-\d\d", mine[0].text), mine[0].text
        assert " do " in mine[0].text
    (scripts,) = [one for one in found if one.code == "name-scripts-differ"]
    assert "鈴木一郎" in scripts.text
    assert "佐藤花子" in scripts.text
    assert "880" in scripts.text


def test_a_relator_that_differs_is_told_and_a_true_name_is_not_accused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, services: dict[str, Authority]
) -> None:
    """An authority file has no relators: the reference record of the work does."""
    author = Statement("creators", "Busy, Berta", role="aut")
    snapshot(tmp_path / "own", [work("10.1234/eel", "Eel larvae in cold currents", statements=[author])], name="our-catalogue")
    number = ("0", "http://id.loc.gov/authorities/names/n79000001")
    doi = field("024", ("a", "10.1234/eel"), ("2", "doi")).replace('ind1=" "', 'ind1="7"')
    true = field("700", ("a", "Busy, Berta,"), ("d", "1844-1900"), ("4", "edt"), number)
    found = checked(tmp_path, capsys, monkeypatch, services, doi, true, code=None)
    assert [one for one in found if one.code.startswith("name-")] == []
    (relator,) = [one for one in found if one.code == "creator-role-differs"]
    assert relator.place.startswith("700")
    assert "our-catalogue" in relator.text
    assert "Correct the relator code" in relator.text
