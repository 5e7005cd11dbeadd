"""An import and an index that were killed go on where they were, and come out as those that ran through."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gate.errors import SnapshotError, UsageError
from gate.locking import locked
from gate.references.local import Manifest, dumps, import_snapshot, journal
from gate.references.local.building import build_index, parts_of
from gate.references.local.files import read_entities
from gate.settings import Settings
from tests.references.snapshots import work

# Each program says how far it is and then waits to be killed in the middle of the next piece.
IMPORT = """
import sys, time
from pathlib import Path
from gate.references.local import import_snapshot, importing, journal
from gate.settings import Settings
journal._PIECE = 10
real, seen = importing.entities_in, 0
def slowly(path, reading):
    global seen
    for item in real(path, reading):
        seen += 1
        if seen == int(sys.argv[2]):
            print("far enough", flush=True)
            time.sleep(60)
        yield item
importing.entities_in = slowly
folder = Path(sys.argv[1])
import_snapshot([folder / "in"], Settings(cache_folder=str(folder / "cache")), name="mine", format=sys.argv[3])
"""
INDEX = """
import sys, time
from pathlib import Path
from gate.references.local import building
from tests.references.local.test_resuming import WORKS
building._BATCH = 7
def slowly():
    for number, one in enumerate(WORKS):
        if number == 33:
            print("far enough", flush=True)
            time.sleep(60)
        yield one
building.build_index(Path(sys.argv[1]), slowly())
"""
WORKS = [work(f"10.1234/{n}", f"Roots of {n} trees in forest {n % 7}", f"Family{n % 5}, A.", year=1990 + n) for n in range(60)]


def killed(program: str, *arguments: object) -> None:
    process = subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "far enough\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)


def crossref(number: int) -> dict[str, object]:
    found: dict[str, object] = {"DOI": f"10.1234/{number}", "prefix": "10.1234", "title": [f"Work {number}"]}
    if number % 9 == 0:
        found["update-to"] = [{"DOI": f"10.1234/{number + 1}", "type": "retraction"}]
    return found


def unnamed(number: int) -> dict[str, object]:
    return {"title": f"Work {number}", "id": f"key{number % 4}", "author": [{"family": f"Family{number}"}]}


@pytest.mark.parametrize("form", ["crossref", "csl"])
@pytest.mark.parametrize("at", [5, 27, 58])
def test_a_killed_import_goes_on_and_gives_the_same_bytes(
    tmp_path: Path, form: str, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = crossref if form == "crossref" else unnamed
    (tmp_path / "in").mkdir()
    for file in range(3):
        lines = "".join(json.dumps(item(n)) + "\n" for n in range(file * 20, file * 20 + 20))
        (tmp_path / "in" / f"{file}.jsonl").write_text(lines)
    killed(IMPORT, tmp_path, at, form)
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    assert not (settings.references / "mine").exists()
    left = json.loads(path.read_text()) if (path := settings.references / ".mine.part" / "journal.json").exists() else {}
    assert left.get("entities", 0) == (at - 1) // 10 * 10
    monkeypatch.setattr(journal, "_PIECE", 10)
    resumed = imported(tmp_path, settings, "mine", form)
    through = imported(tmp_path, settings, "again", form)
    assert resumed.counts == through.counts
    assert dict(resumed.counts)["entities"] == 60
    assert resumed.paths[0].read_bytes() == through.paths[0].read_bytes()
    assert len({entity.id for entity in read_entities(resumed.paths[0])}) == 60
    assert sorted(path.name for path in resumed.folder.iterdir()) == ["manifest.toml", "mine.entities.jsonl.gz"]


def imported(folder: Path, settings: Settings, name: str, form: str) -> Manifest:
    return import_snapshot([folder / "in"], settings, name=name, format=form)


def test_a_killed_import_of_other_data_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "0.jsonl"
    file.write_text("".join(json.dumps(crossref(n)) + "\n" for n in range(60)))
    killed(IMPORT, tmp_path, 27, "crossref")
    file.write_text("".join(json.dumps(crossref(n)) + "\n" for n in range(100, 130)))
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    manifest = imported(tmp_path, settings, "mine", "crossref")
    assert dict(manifest.counts)["entities"] == 30
    assert {entity.label for entity in read_entities(manifest.paths[0])} == {f"Work {n}" for n in range(100, 130)}


def test_one_import_at_a_time(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "0.jsonl").write_text(json.dumps(crossref(1)))
    part = settings.references / ".mine.part"
    part.mkdir(parents=True)
    with locked(part / "lock"), pytest.raises(UsageError, match="another process"):
        imported(tmp_path, settings, "mine", "crossref")
    assert dict(imported(tmp_path, settings, "mine", "crossref").counts)["entities"] == 1


def test_an_import_that_fails_leaves_nothing(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "0.jsonl").write_text(json.dumps(crossref(1)) + "\n{broken")
    with pytest.raises(SnapshotError, match=r"0\.jsonl"):
        imported(tmp_path, settings, "mine", "crossref")
    assert not list(settings.references.glob(".*"))


def test_a_killed_build_goes_on_and_gives_the_same_index(tmp_path: Path) -> None:
    target = tmp_path / "resumed.sqlite"
    killed(INDEX, target)
    assert not target.exists()
    part, unsorted = parts_of(target)
    with closing(sqlite3.connect(unsorted)) as connection:
        assert connection.execute("SELECT seen FROM progress").fetchone() == (28,)
    read: list[int] = []

    def entities() -> object:
        for number, one in enumerate(WORKS):
            read.append(number)
            yield one

    assert build_index(target, entities()) == len(WORKS)  # type: ignore[arg-type]
    build_index(tmp_path / "through.sqlite", WORKS)
    assert rows_of(target) == rows_of(tmp_path / "through.sqlite")
    assert not part.exists()
    assert not unsorted.exists()


def test_what_is_left_of_a_build_and_is_no_use_is_thrown_away(tmp_path: Path) -> None:
    target = tmp_path / "index.sqlite"
    for file in parts_of(target):
        file.write_bytes(b"damaged by a power cut " * 1000)
    assert build_index(target, WORKS) == len(WORKS)
    build_index(tmp_path / "through.sqlite", WORKS)
    assert rows_of(target) == rows_of(tmp_path / "through.sqlite")


def rows_of(index: Path) -> dict[str, list[object]]:
    with closing(sqlite3.connect(index)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in sorted(tables)}


# Killed with a part of the dump filed and not yet noted (of go ``step``), or with entities written behind the last note.
DUMP = """
import sys, time
from pathlib import Path
from gate.references.local import dbpedia_dump, dumps, import_snapshot, importing, journal, wikidata_dump
from gate.settings import Settings
journal._PIECE = wikidata_dump._NOTED = dbpedia_dump._BATCH = 5
folder, form, step, notes = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
note, dump = dumps.Waiting.note, importing.dump
def wait():
    print("far enough", flush=True)
    time.sleep(60)
def noted(self, to, lines):
    global notes
    if self.step == step:
        notes -= 1
        if notes == 0:
            wait()
    note(self, to, lines)
def read(name):
    def entities(*told):
        for number, one in enumerate(dump(name)(*told), 1):
            if step == 9 and number == notes:
                wait()
            yield one
    return entities
dumps.Waiting.note, importing.dump = noted, read
import_snapshot([folder / "in"], Settings(cache_folder=str(folder / "cache")), name="mine", format=form)
"""
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"


def wikidata(number: int) -> str:
    item, told = f"<http://www.wikidata.org/entity/Q{number}>", "<http://www.wikidata.org/prop/direct/"
    lines = [
        f"{item} {told}P31> <http://www.wikidata.org/entity/Q{5 if number % 3 else 515}> .",
        f'{item} {LABEL} "Name {number}"@en .',
    ]
    if number % 3:
        lines.append(f"{item} {told}P19> <http://www.wikidata.org/entity/Q{number // 3 * 3}> .")
    return "".join(f"{line}\n" for line in lines)


def dbpedia(number: int) -> str:
    thing = f"<http://dbpedia.org/resource/Name_{number}>"
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person>"
    born = f"<http://dbpedia.org/ontology/birthPlace> <http://dbpedia.org/resource/Name_{number + 1}>"
    return f'{thing} {kind} .\n{thing} {LABEL} "Name {number}"@en .\n{thing} {born} .\n'


@pytest.mark.parametrize(
    ("form", "step", "notes"),
    [("wikidata", 0, 4), ("wikidata", 1, 3), ("wikidata", 9, 23), ("dbpedia", 0, 8), ("dbpedia", 9, 23)],
)
def test_a_killed_import_of_a_dump_goes_on_and_gives_the_same_bytes(
    tmp_path: Path, form: str, step: int, notes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    told, ending = (wikidata, "nt") if form == "wikidata" else (dbpedia, "ttl")
    for file in range(2):
        lines = "".join(told(number) for number in range(100 + file * 40, 140 + file * 40))
        (tmp_path / "in" / f"{file}.{ending}").write_text(lines)
    killed(DUMP, tmp_path, form, step, notes)
    settings = Settings(cache_folder=str(tmp_path / "cache"))
    part = settings.references / ".mine.part"
    with closing(sqlite3.connect(part / f"{form}.waiting.sqlite")) as connection:
        at, done = connection.execute("SELECT step, lines FROM place").fetchone()
    assert at == (step if step < 9 else 2 if form == "wikidata" else 1)
    assert step == 9 or done > 0
    assert json.loads((part / "journal.json").read_text()).get("items", 0) == (20 if step == 9 else 0)
    began: list[tuple[int, int]] = []
    opened = dumps.Waiting.__init__

    def begun(self: dumps.Waiting, connection: sqlite3.Connection) -> None:
        opened(self, connection)
        began.append((self.step, self.lines))

    monkeypatch.setattr(dumps.Waiting, "__init__", begun)
    monkeypatch.setattr(journal, "_PIECE", 5)
    resumed = imported(tmp_path, settings, "mine", form)
    assert began == [(at, done)]
    through = imported(tmp_path, settings, "again", form)
    assert resumed.counts == through.counts
    assert dict(resumed.counts)["entities"] == (54 if form == "wikidata" else 80)
    assert resumed.paths[0].read_bytes() == through.paths[0].read_bytes()
    assert sorted(path.name for path in resumed.folder.iterdir()) == ["manifest.toml", "mine.entities.jsonl.gz"]
