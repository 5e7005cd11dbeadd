"""A live source that is switched off: not asked, not there, and never the reason for a pass or an accusation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gate.checking import check
from gate.decision.rules import load
from gate.model import Consultation, Decision, Identifier, Kind, Record, RecordReport, Report, Silent
from gate.records import read_bytes
from gate.references import open_sources
from gate.references.live import live_names
from gate.settings import Settings
from tests.authorities import Authority
from tests.authorities.cases import settings_of
from tests.authorities.headings import GndEntity, LocHeading, gnd_routes, loc_routes
from tests.cli.run import gate

BOOK = b"""<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
<controlfield tag="001">b1</controlfield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Eager, Emil</subfield>
<subfield code="0">(DE-588)118540238</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Eel larvae in cold currents</subfield></datafield>
<datafield tag="650" ind1=" " ind2="0"><subfield code="a">Anguilla</subfield></datafield></record>"""


@pytest.fixture
def services() -> Iterator[dict[str, Authority]]:
    loc = Authority(loc_routes(LocHeading("sh85041244", "Eels", variants=["Anguilla"])))
    gnd = Authority(gnd_routes(GndEntity("118540238", "Busy, Berta", ("DifferentiatedPerson", "Person"))))
    with loc, gnd:
        yield {"locgov": loc, "gnd": gnd}


def settings(services: dict[str, Authority], folder: Path) -> Settings:
    """The two services; every other live source is off, so that nothing leaves this machine."""
    own = settings_of(services, folder)
    return own.with_sources(off=[name for name in live_names(own) if name not in services])


def report(chosen: Settings, *, offline: bool = False) -> Report:
    (record,) = read_bytes(BOOK, "b.xml", "marcxml", settings=chosen)
    assert isinstance(record, Record)
    with open_sources(chosen, offline=offline) as sources:
        return check([record], rules=load("default"), sources=sources, settings=chosen, offline=offline)


def codes(found: Report) -> set[str]:
    (one,) = found.records
    assert isinstance(one, RecordReport)
    return {f.code for f in one.findings if f.code.startswith(("name-", "heading-", "source-"))}


def test_it_is_not_asked_accuses_nobody_and_is_named_in_the_report(services: dict[str, Authority], tmp_path: Path) -> None:
    on = settings(services, tmp_path / "one")
    assert codes(report(on)) == {"name-identifier-conflict", "heading-variant"}
    asked = len(services["gnd"].asked)
    found = report(replace(on.with_sources(off=["gnd"]), cache_folder=str(tmp_path / "two")))
    assert codes(found) == {"heading-variant"}
    assert len(services["gnd"].asked) == asked
    assert "gnd" in dict(found.manifest.settings)["switched_off"].split(", ")
    assert "gnd" not in {one.name for one in found.manifest.sources}
    assert "gnd" not in {line.source for line in found.consulted if line.state is not Consultation.NOT_ASKED}


def test_earlier_answers_of_it_are_not_used_online_or_offline(services: dict[str, Authority], tmp_path: Path) -> None:
    on = settings(services, tmp_path)
    report(on)
    assert codes(report(on, offline=True)) == {"name-identifier-conflict", "heading-variant"}
    off = on.with_sources(off=["gnd", "locgov"])
    assert codes(report(off)) == codes(report(off, offline=True)) == set()


@pytest.mark.parametrize("name", ["crossref", "wikidata", "gnd"])
def test_each_of_its_answers_says_that_it_was_not_asked(name: str, tmp_path: Path) -> None:
    chosen = Settings(cache_folder=str(tmp_path)).with_sources(off=[name])
    with open_sources(chosen, offline=False, only=[name]) as sources:
        (source,) = sources.all
        answer = source.by_identifier(Identifier("doi", "10.1234/x"))
        assert isinstance(answer, Silent)
        assert not answer.asked
        assert (answer.detail, answer.evidence.source) == ("switched off", name)
        assert not sources.live
        assert sources.switched_off == (name,)


def test_a_record_that_only_it_could_have_checked_is_no_pass(tmp_path: Path) -> None:
    """With every source off nothing is anchored, and the record is not accepted."""
    chosen = Settings(cache_folder=str(tmp_path))
    chosen = chosen.with_sources(off=live_names(chosen))
    found = report(chosen)
    assert isinstance(found.records[0], RecordReport)
    assert found.records[0].verdict.decision is not Decision.ACCEPT


def test_rules_that_want_its_answer_send_the_record_to_review(services: dict[str, Authority], tmp_path: Path) -> None:
    rules = replace(load("default"), sources={Kind.WORK: frozenset({"crossref"})})
    chosen = settings(services, tmp_path)
    (record,) = read_bytes(BOOK, "b.xml", "marcxml", settings=chosen)
    assert isinstance(record, Record)
    with open_sources(chosen, offline=False) as sources:
        found = check([record], rules=rules, sources=sources, settings=chosen, offline=False)
    (line,) = [line for line in found.consulted if line.source == "crossref"]
    assert (line.state, line.withheld) == (Consultation.NOT_ASKED, True)
    assert rules.unanswered(Kind.WORK, found.consulted) == ("crossref",)


def test_the_command_switches_it_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATE_CACHE_FOLDER", str(tmp_path / "cache"))
    file = tmp_path / "b.xml"
    file.write_bytes(BOOK)
    off = [option for name in live_names(Settings()) for option in ("--off", name)]
    ran = gate(capsys, "check", file, *off)
    assert "not asked  crossref, datacite" in ran.out
    assert ran.code == 1
    out = json.loads(gate(capsys, "check", file, *off, "--format", "json").out)
    assert out["manifest"]["settings"]["switched_off"].startswith("crossref, datacite")
    assert {line["source"] for line in out["consulted"] if line["state"] == "unreachable"} == set()
    wrong = gate(capsys, "check", file, "--off", "gdn")
    assert (wrong.code, wrong.out) == (2, "")
    assert "no live source is called 'gdn'" in wrong.err
