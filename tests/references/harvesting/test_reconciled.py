"""Building a snapshot of what a reconciliation service holds for a list of names."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.errors import InputError, UnreachableError, UsageError
from gate.model import Kind
from gate.references.harvesting import Reconciled, build, read_names
from gate.references.local.files import read_entities
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Authority
from tests.authorities.reconciliation import Thing, manifest, reconciliation_routes

THINGS = (
    Thing("118587943", "Nietzsche, Friedrich", {"dateOfBirth": [{"str": "1844-10-15"}]}),
    Thing("118540238", "Goethe, Johann Wolfgang von"),
    Thing("118540239", "Goethe, August von"),
)
NAMES = ("Nietzsche, Friedrich", "Goethe, Johann Wolfgang von", "Nobody, At All")


def settings_of(authority: Authority, folder: Path) -> Settings:
    own = SourceSettings("gnd", authority.url + "/", 1000.0, 8, protocol="reconciliation")
    return Settings(cache_folder=str(folder), sources=(own,), max_attempts=1)


@pytest.mark.parametrize("version", ["0.2", "1.0-draft"])
def test_every_candidate_of_every_name(tmp_path: Path, version: str) -> None:
    with Authority(reconciliation_routes(manifest(version), *THINGS)) as authority:
        plan = Reconciled("gnd", NAMES, Kind.AGENT, "names.txt", terms="CC0-1.0")
        kept = build(plan, settings_of(authority, tmp_path), name="ours")
        (path,) = kept.paths
        found = {entity.label: entity for entity in read_entities(path)}
        assert set(found) == {thing.name for thing in THINGS}
        assert [s.value for s in found["Nietzsche, Friedrich"].all("birth")] == ["1844-10-15"]
        assert dict(kept.counts) == dict(kept.counts) | {"entities": 3, "names": 3, "not_found": 1}
        assert kept.licence == "CC0-1.0"
        assert kept.build == "gate refs build reconciled names.txt --service gnd --kind agent --candidates 5 --name ours"


def test_a_service_that_goes_away_midway_loses_nothing(tmp_path: Path) -> None:
    with Authority(reconciliation_routes(manifest("0.2"), *THINGS)) as authority:
        settings = settings_of(authority, tmp_path)
        served = authority.routes["/"]
        assert callable(served)

        def stops_at_goethe(asked: object) -> object:
            if b"Goethe" in asked.body:  # type: ignore[attr-defined]
                authority.fault("401")
            return served(asked)  # type: ignore[arg-type]

        authority.routes["/"] = stops_at_goethe
        plan = Reconciled("gnd", NAMES, Kind.AGENT)
        with pytest.raises(UnreachableError):
            build(plan, settings, name="ours")
        authority.routes["/"] = served
        authority.recover()
        authority.asked.clear()
        assert dict(build(plan, settings, name="ours").counts)["entities"] == 3
        assert not any(b"Nietzsche" in one.body for one in authority.asked)


def test_only_a_reconciliation_service_of_the_settings_will_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reconciliation service is called 'viaf'; known: none"):
        build(Reconciled("viaf", NAMES, Kind.AGENT), Settings(cache_folder=str(tmp_path)), name="ours")


def test_names_are_read_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("\ufeffBerg, Ann\r\n\n  Lind, Bo \nBerg, Ann\n", encoding="utf-8")
    assert read_names(file) == ("Berg, Ann", "Lind, Bo")
    file.write_bytes(b"\n \n")
    with pytest.raises(InputError, match="no names"):
        read_names(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        read_names(file)
    with pytest.raises(InputError, match="No such file"):
        read_names(tmp_path / "none.txt")
