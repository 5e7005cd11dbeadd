"""The shipped snapshots: sound, free to ship, good to check records against, and made by their build command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gate.locations import data_folder
from gate.model import Entity, Found, Identifier, Kind, Query
from gate.references import Sources, open_sources
from gate.references.local import AS_DEPOSITED, LocalSnapshot, list_snapshots, verify
from gate.references.local.files import read_entities
from gate.references.local.manifest import MANIFEST_FILE
from gate.settings import Settings
from tests.shared import shared

LISTS = ("nouns", "verbs", "adjectives", "adverbs")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    cache = tmp_path_factory.mktemp("cache")
    with open_sources(Settings(cache_folder=str(cache))) as opened:
        yield opened


def held(sources: Sources, name: str, scheme: str, value: str) -> Entity:
    source = sources.get(name)
    assert source is not None
    answer = source.by_identifier(Identifier(scheme, value))
    assert isinstance(answer, Found)
    return answer.value


@cache
def entities(name: str) -> tuple[Entity, ...]:
    folder = data_folder("reference_graphs") / name
    return tuple(entity for file in sorted(folder.glob("*.nt.gz")) for entity in read_entities(file))


@pytest.mark.parametrize("name", ["philosophers", "thesaurus", "thesaurus-supplement", "works"])
def test_sound(name: str, tmp_path: Path) -> None:
    found = verify(name, Settings(cache_folder=str(tmp_path)))
    assert found.faults == ()


def test_small_and_with_a_licence_that_allows_it(tmp_path: Path) -> None:
    for listed in list_snapshots(Settings(cache_folder=str(tmp_path))):
        assert listed.manifest is not None
        assert listed.manifest.licence.startswith(("CC0-1.0", "public domain"))
        assert all(path.stat().st_size < 1_000_000 for path in listed.manifest.paths)


def test_works_have_references_with_parts_and_claim_no_completeness(sources: Sources) -> None:
    works = entities("works")
    assert len(works) > 1_000
    assert len({w.id for w in works}) == len(works)
    assert sum(len(w.all("citations")) for w in works) > 4_500
    closed = [w for w in works if "citations" in w.complete_for and len(w.all("citations")) >= 20]
    assert len(closed) >= 40
    assert not any(w.all("abstract") or w.all("times_cited") for w in works)
    source = sources.get("works")
    assert isinstance(source, LocalSnapshot)
    assert source.manifest.complete_for == ()


def test_a_work_and_one_that_it_cites(sources: Sources) -> None:
    work = held(sources, "works", "doi", "10.1371/journal.pone.0023765")
    assert work.label.startswith("Specificity and Actions of an Arylaspartate Inhibitor")
    assert len(work.all("citations")) == 21
    assert work.complete_for == {"citations"}
    cited = next(i for c in work.all("citations") for i in c.identifiers if i.scheme == "doi")
    described = held(sources, "works", "doi", cited.value)
    assert AS_DEPOSITED in described.flags


def test_every_work_is_found_by_its_own_title(sources: Sources) -> None:
    source = sources.get("works")
    assert source is not None
    works = entities("works")[::10]
    missed = []
    for work in works:
        names = tuple(s.value for s in work.all("creators"))
        answer = source.search(Query(Kind.WORK, work.label, names), 5)
        if not isinstance(answer, Found) or work.id not in [e.id for e in answer.value]:
            missed.append(work.label)
    assert missed == []


def test_philosophers_to_check_a_biography_against(sources: Sources) -> None:
    people = entities("philosophers")
    full = [p for p in people if p.first("birth") and p.first("death") and len(p.all("influenced_by")) >= 3]
    assert len(full) >= 12
    assert sum(bool(p.first("birth_place") and p.first("citizenship") and p.first("field_of_work")) for p in full) >= 4
    values = [s for p in people for s in p.statements]
    assert not [s for s in values if s.value.startswith("Q") and s.value[1:].isdigit() and s.property != "identifiers"]
    marx = held(sources, "philosophers", "wikidata", "Q9061")
    said = {s.property: s.value for s in marx.statements}
    assert (said["birth"], said["death"], said["birth_place"], said["death_place"]) == (
        *("1818-05-05", "1883-03-14", "Trier", "London"),
    )
    assert "Georg Wilhelm Friedrich Hegel" in [s.value for s in marx.all("influenced_by")]


def test_dates_in_the_older_calendar_are_forms_of_the_same_day(sources: Sources) -> None:
    for qid, day, older in (("Q7243", "1828-09-09", "1828-08-28"), ("Q935", "1643-01-04", "1642-12-25")):
        birth = held(sources, "philosophers", "wikidata", qid).first("birth")
        assert birth is not None
        assert (birth.value, birth.forms) == (day, (older,))
    kant = held(sources, "philosophers", "wikidata", "Q9312").first("birth")
    assert kant is not None
    assert kant.forms == (), "Prussia had the Gregorian calendar"


def test_influences_are_a_graph(sources: Sources) -> None:
    source = sources.get("philosophers")
    assert source is not None
    answer = source.neighbourhood("http://www.wikidata.org/entity/Q9358")
    assert isinstance(answer, Found)
    own = [e for e in answer.value.edges if e.source == "http://www.wikidata.org/entity/Q9358"]
    among = [e for e in answer.value.edges if e.source != "http://www.wikidata.org/entity/Q9358"]
    assert len([e for e in own if e.type == "influenced_by"]) > 60
    assert len([e for e in among if e.type == "influenced_by"]) > 50


def test_heads_are_closed_and_the_second_edition_confirms(sources: Sources) -> None:
    first = held(sources, "thesaurus", "roget", "238")
    assert [s.value for s in first.all("nouns")] == ["dexter", "dextrality", "offside", "right", "right hand", "starboard"]
    assert first.complete_for == {*LISTS, "cross_references"}
    older, larger = held(sources, "thesaurus", "roget", "86"), held(sources, "thesaurus-supplement", "roget", "86")
    gained = {s.value for s in larger.all("nouns")} - {s.value for s in older.all("nouns")}
    assert "agenda" in gained
    assert 60 <= len(entities("thesaurus")) <= 120
    assert {e.id.rpartition("#")[2] for e in entities("thesaurus")} == {
        e.id.rpartition("#")[2] for e in entities("thesaurus-supplement")
    }


def test_cross_references_name_heads(sources: Sources) -> None:
    existence = held(sources, "thesaurus", "roget", "1")
    assert ("Truth", (Identifier("roget", "494"),)) in [(s.value, s.identifiers) for s in existence.all("cross_references")]


def test_the_readme_has_the_numbers_of_the_manifests(tmp_path: Path) -> None:
    text = (Path(__file__).resolve().parents[2] / "reference_graphs" / "README.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    rows = {line.split("|")[1].strip(" `"): line for line in reversed(lines)}
    for listed in list_snapshots(Settings(cache_folder=str(tmp_path))):
        assert listed.manifest is not None
        assert listed.manifest.role in rows[listed.name]
        if listed.name != "thesaurus-supplement":  # "the same heads"
            assert f"{dict(listed.manifest.counts)['entities']:,}" in rows[listed.name]


def test_the_build_command_makes_the_same_bytes(tmp_path: Path) -> None:
    facts = shared("references").parent
    script = Path(__file__).resolve().parents[2] / "reference_graphs" / "build.py"
    if not script.is_file():
        pytest.skip("installed without the build scripts")
    subprocess.run(
        [sys.executable, str(script), "--shared", str(facts), "--out", str(tmp_path)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    for folder in sorted(path for path in tmp_path.iterdir() if path.is_dir()):
        for file in sorted(folder.iterdir()):
            same = file.read_bytes() == (data_folder("reference_graphs") / folder.name / file.name).read_bytes()
            assert same, f"{file.name} of {folder.name} is made otherwise now: run the build command and commit what it makes"
        assert (folder / MANIFEST_FILE).is_file()
    assert len(list(tmp_path.iterdir())) == 4
