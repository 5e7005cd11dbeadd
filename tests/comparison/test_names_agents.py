"""Records of persons and bodies against authority files: the same states as a name in a work, in the place that is to blame."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.comparison.names_claims import check_agent
from gate.model import Finding, Kind, NameState, Record
from gate.records import read_bytes
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings
from tests.comparison.test_headings import field
from tests.comparison.test_names import COLLECTION, MARC, authority, findings

S = NameState


@pytest.fixture
def file(tmp_path: Path) -> LocalSnapshot:
    (tmp_path / "names.xml").write_text(COLLECTION, encoding="utf-8")
    settings = Settings(references_folder=str(tmp_path / "references"), cache_folder=str(tmp_path / "cache"))
    return LocalSnapshot(import_vocabulary([tmp_path / "names.xml"], settings, name="names", code="naf").manifest, settings)


def marc(name: str, number: str, *more: str, dates: str = "", tag: str = "100") -> Record:
    """A record of one's own authority file, with the control number of the name file in 010."""
    subfields = (("a", name), *((("d", dates),) if dates else ()))
    own = field("010", ("a", number)) if number else ""
    text = authority("1", *subfields, tag=tag, more=own + "".join(more)).replace(">DLC<", ">OURS<")
    (record,) = read_bytes(f'<collection xmlns="{MARC}">{text}</collection>'.encode(), "a.xml", settings=Settings())
    assert isinstance(record, Record)
    assert record.kind is Kind.AGENT
    return record


def plain(name: str, **more: object) -> Record:
    (record,) = read_bytes(json.dumps({"kind": "agent", "name": name, **more}).encode(), "a.json", settings=Settings())
    assert isinstance(record, Record)
    assert record.kind is Kind.AGENT
    return record


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (marc("Busy, Berta,", "n  1000001", dates="1844-1900"), [(S.AUTHORISED, "100$a")]),
        (marc("Busie, Berta", "n  1000001"), [(S.VARIANT, "100$a")]),
        (marc("Busy, Berta", "n  1000001"), [(S.FULLER, "100$a")]),
        (marc("Eager, Emil,", "n  1000001", dates="1702-1777"), [(S.IDENTIFIER_CONFLICT, "010$a")]),
        (marc("Busy, Berta,", "n  1000001", dates="1744-1800"), [(S.IDENTIFIER_CONFLICT, "010$a")]),
        (marc("Busy, Berta,", "n  1000001", dates="1846-1900"), [(S.DATES, "100$a"), (S.FULLER, "100$a")]),
        (marc("Able, Ada", "n  1000002"), [(S.UNDIFFERENTIATED, "010$a"), (S.AUTHORISED, "100$a")]),
        (marc("Old, Otto", "n  1000005"), [(S.DEPRECATED, "010$a")]),
        (marc("A.E.C.", "n  1000004", tag="110"), [(S.VARIANT, "110$a")]),
        # the file prefers what the record has as another form
        (marc("Eager, Emil", "n  1000001", field("400", ("a", "Busy, Berta"))), [(S.VARIANT, "100$a")]),
        # a number that the file lacks, and no number: found by its label, never missed by it
        (marc("Busy, Berta,", "n  9999999", dates="1844-1900"), [(S.AUTHORISED, "100$a")]),
        (marc("Busy, Berta,", "", dates="1844-1900"), [(S.AUTHORISED, "100$a")]),
        (marc("Nobody, Nora", ""), [(S.NOT_CHECKED, "100$a")]),
        (
            marc("Sato, Hanako", "n  1000006", field("880", ("6", "100-01"), ("a", "鈴木一郎"))),
            [(S.SCRIPTS, "100$a"), (S.AUTHORISED, "100$a")],
        ),
        (plain("Berta Busy", identifiers=["http://id.loc.gov/authorities/names/n1000001"]), [(S.AUTHORISED, "name")]),
        (
            plain("Emil Eager", identifiers=["http://id.loc.gov/authorities/names/n1000001"]),
            [(S.IDENTIFIER_CONFLICT, "identifiers[0]")],
        ),
    ],
)
def test_the_states_of_an_agent(record: Record, wanted: list[tuple[NameState, str]], file: LocalSnapshot) -> None:
    assert [(c.state, c.path) for c in check_agent(record.statements, [file])] == wanted
    assert check_agent(record.statements, []) == ()


def of_code(record: Record, code: str, file: LocalSnapshot) -> Finding:
    (found,) = [one for one in findings(record, file) if one.code == code]
    return found


def test_a_finding_names_both_sides_the_source_and_what_to_do(file: LocalSnapshot) -> None:
    found = of_code(marc("Eager, Emil,", "n  1000001", dates="1702-1777"), "name-identifier-conflict", file)
    assert (found.path, found.given, found.held, found.source) == (
        "010$a",
        "Eager, Emil, 1702-1777",
        "Busy, Berta, 1844-1900",
        "names",
    )
    assert found.as_of
    assert found.advice
    dates = of_code(marc("Busy, Berta,", "n  1000001", dates="1846-1900"), "name-dates-differ", file)
    assert (dates.path, dates.given, dates.held) == ("100$a", "Busy, Berta, 1846-1900", "Busy, Berta, 1844-1900")
