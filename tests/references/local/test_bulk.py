"""Bulk files as their publishers give them out: packed, in archives, as dumps of whole graphs."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from gate.errors import SnapshotError
from gate.model import Entity, Identifier, Kind
from gate.references.local import Manifest, import_snapshot
from gate.references.local.files import read_entities
from gate.settings import Settings
from tests.shared import shared

_SHORT = """\
<https://www.wikidata.org/wiki/Special:EntityData/Q9358> <http://schema.org/about> <E:Q9358> .
<E:Q9358> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://wikiba.se/ontology#Item> .
<E:Q9358> <LABEL> "Friedrich Nietzsche"@en .
<E:Q9358> <LABEL> "\\u0424\\u0440\\u0438\\u0434\\u0440\\u0438\\u0445"@ru .
<E:Q9358> <LABEL> "Nietzsche auf Klingonisch"@tlh .
<E:Q9358> <http://www.w3.org/2004/02/skos/core#altLabel> "F. \\"Fritz\\" Nietzsche"@en .
<E:Q9358> <http://schema.org/description> "German philosopher"@en .
<E:Q9358> <T:P31> <E:Q5> .
<E:Q9358> <T:P569> "1844-10-15T00:00:00Z"^^<MOMENT> .
<E:Q9358> <T:P570> "1900-01-01T00:00:00Z"^^<MOMENT> .
<E:Q9358> <T:P19> <E:Q20> .
<E:Q9358> <T:P20> <http://www.wikidata.org/.well-known/genid/abc> .
<E:Q9358> <T:P214> "121966498" .
<E:Q9358> <T:P18> <http://commons.wikimedia.org/wiki/Special:FilePath/Nietzsche.jpg> .
<E:Q9358> <http://www.wikidata.org/prop/direct-normalized/P214> <http://viaf.org/viaf/121966498> .
<E:Q20> <LABEL> "R\\u00F6cken"@de .
<E:Q20> <T:P31> <E:Q486972> .
<E:Q859> <LABEL> "Plato"@en .
<E:Q859> <T:P31> <E:Q5> .
<E:Q859> <T:P569> "-0427-01-01T00:00:00Z"^^<MOMENT> .
<E:Q859> <T:P570> "0000-06-01T00:00:00Z"^^<MOMENT> .
<E:Q7> <LABEL> "Der Ring"@en .
<E:Q7> <T:P1476> "Der Ring des Nibelungen"@de .
<E:P31> <LABEL> "instance of"@en .
"""
WIKIDATA = (
    _SHORT.replace("<E:", "<http://www.wikidata.org/entity/")
    .replace("<T:", "<http://www.wikidata.org/prop/direct/")
    .replace("<LABEL>", "<http://www.w3.org/2000/01/rdf-schema#label>")
    .replace("<MOMENT>", "<http://www.w3.org/2001/XMLSchema#dateTime>")
)
RES, ONT = "http://dbpedia.org/resource/", "http://dbpedia.org/ontology/"
DBPEDIA = {
    "labels_lang=en.ttl.bz2": f"""\
# started 2022-12-01T00:00:00Z
<{RES}Friedrich_Nietzsche> <http://www.w3.org/2000/01/rdf-schema#label> "Friedrich Nietzsche"@en .
<{RES}Plato> <http://www.w3.org/2000/01/rdf-schema#label> "Plato"@en .
<{RES}R\\u00F6cken> <http://www.w3.org/2000/01/rdf-schema#label> "R\\u00F6cken"@en .
<{RES}Will_to_power> <http://www.w3.org/2000/01/rdf-schema#label> "Will to power"@en .
""",
    "instance-types_lang=en.ttl": f"""\
<{RES}Plato> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{ONT}Person> .
<{RES}Will_to_power> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{ONT}Work> .
""",
    "mappingbased-literals_lang=en.ttl.bz2": f"""\
<{RES}Friedrich_Nietzsche> <{ONT}birthDate> "1844-10-15"^^<http://www.w3.org/2001/XMLSchema#date> .
<{RES}Friedrich_Nietzsche> <{ONT}height> "1.73"^^<http://www.w3.org/2001/XMLSchema#double> .
""",
    "mappingbased-objects_lang=en.ttl.bz2": f"""\
<{RES}Friedrich_Nietzsche> <{ONT}birthPlace> <{RES}R\\u00F6cken> .
<{RES}Plato> <{ONT}influenced> <{RES}Friedrich_Nietzsche> .
<{RES}R\\u00F6cken> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q20> .
<{RES}Friedrich_Nietzsche> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q9358> .
<{RES}Friedrich_Nietzsche> <http://www.w3.org/2002/07/owl#sameAs> <http://de.dbpedia.org/resource/Friedrich_Nietzsche> .
""",
}
CROSSREF = {"DOI": "10.1234/a", "title": ["Roots of trees"], "prefix": "10.1234", "reference-count": 0}


def datacite(number: int) -> str:
    doi = f"10.5281/z.{number}"
    return json.dumps({"id": doi, "attributes": {"doi": doi, "titles": [{"title": "Data of trees"}]}})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "own"))


def held(manifest: Manifest) -> dict[str, Entity]:
    return {entity.label: entity for path in manifest.paths for entity in read_entities(path)}


def values(entity: Entity, name: str) -> list[str]:
    return [statement.value for statement in entity.all(name)]


@pytest.mark.parametrize("name", ["truthy.nt.bz2", "truthy.nt.gz", "truthy.nt"])
def test_wikidata_truthy_statements(tmp_path: Path, settings: Settings, name: str) -> None:
    data = WIKIDATA.encode()
    packed = {".bz2": bz2.compress(data), ".gz": gzip.compress(data), ".nt": data}
    (tmp_path / name).write_bytes(packed[Path(name).suffix])
    manifest = import_snapshot([tmp_path / name], settings, name="mine")
    people = held(manifest)
    assert set(people) == {"Friedrich Nietzsche", "Plato"}
    nietzsche = people["Friedrich Nietzsche"]
    (named,) = nietzsche.all("name")
    assert named.forms == ("Фридрих", 'F. "Fritz" Nietzsche')
    assert values(nietzsche, "birth") == ["1844-10-15"]
    assert values(nietzsche, "death") == ["1900"]  # the first of January stands for the year
    (place,) = nietzsche.all("birth_place")
    assert (place.value, place.identifiers) == ("Röcken", (Identifier("wikidata", "Q20"),))
    assert nietzsche.all("death_place") == ()  # unknown value
    assert Identifier("viaf", "121966498") in {i for s in nietzsche.all("identifiers") for i in s.identifiers}
    assert values(people["Plato"], "birth") == ["-0427"]
    assert values(people["Plato"], "death") == ["0000-06"]
    assert sorted(path.name for path in manifest.folder.iterdir()) == ["manifest.toml", "mine.entities.jsonl.gz"]


def test_wikidata_other_kinds_and_languages_on_request(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "truthy.nt.bz2"
    path.write_bytes(bz2.compress(WIKIDATA.encode()))
    (work,) = held(import_snapshot([path], settings, name="works-of", kind=Kind.WORK)).values()
    assert work.label == "Der Ring des Nibelungen"
    people = held(import_snapshot([path], settings, name="mine", languages=["tlh", "de"]))
    assert "Nietzsche auf Klingonisch" in people
    assert people["Nietzsche auf Klingonisch"].all("name")[0].forms == ()


def test_dbpedia_files_are_read_together(tmp_path: Path, settings: Settings) -> None:
    for name, text in DBPEDIA.items():
        (tmp_path / name).write_bytes(bz2.compress(text.encode()) if name.endswith(".bz2") else text.encode())
    manifest = import_snapshot([tmp_path / name for name in DBPEDIA], settings, name="mine", languages=["en"])
    people = held(manifest)
    assert set(people) == {"Friedrich Nietzsche", "Plato"}
    nietzsche = people["Friedrich Nietzsche"]
    assert nietzsche.id == f"{RES}Friedrich_Nietzsche"
    assert values(nietzsche, "birth") == ["1844-10-15"]
    (place,) = nietzsche.all("birth_place")
    assert (place.value, place.identifiers) == ("Röcken", (Identifier("wikidata", "Q20"),))
    assert values(nietzsche, "influenced_by") == ["Plato"]
    assert Identifier("wikidata", "Q9358") in {i for s in nietzsche.all("identifiers") for i in s.identifiers}


def test_turtle_with_prefixes_is_no_dump(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(f"@prefix dbr: <{RES}> .\ndbr:Plato a <{ONT}Person> .\n")
    with pytest.raises(SnapshotError, match=r"x\.ttl:1: not a dump"):
        import_snapshot([path], settings, name="mine", format="dbpedia")


def archive(path: Path, members: Mapping[str, bytes]) -> Path:
    with tarfile.open(path, f"w:{path.suffix[1:]}" if path.suffix != ".tar" else "w") as out:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("suffix", [".tar", ".tar.gz", ".tar.bz2"])
@pytest.mark.parametrize("format", ["auto", "datacite"])
def test_the_datacite_archive(tmp_path: Path, settings: Settings, suffix: str, format: str) -> None:
    lines = "\n".join(map(datacite, range(3)))
    path = archive(
        tmp_path / f"datacite{suffix}",
        {
            "dois/updated_2024-01/part_0000.jsonl.gz": gzip.compress(lines.encode()),
            "dois/updated_2024-02/part_0000.jsonl": datacite(7).encode(),
            "dois/updated_2024-02/2024-02.csv.gz": gzip.compress(b"doi,state\n10.5281/z.1,findable\n"),
            "dois/MANIFEST": b"2 files",
        },
    )
    manifest = import_snapshot([path], settings, name="mine", format=format)
    counts = dict(manifest.counts)
    assert (counts["entities"], counts["skipped_files"]) == (4, 2)


def test_the_crossref_folder_and_archive(tmp_path: Path, settings: Settings) -> None:
    members = {
        f"{n}.json.gz": gzip.compress(json.dumps({"items": [{**CROSSREF, "DOI": f"10.1234/{n}"}]}).encode()) for n in range(3)
    }
    folder = tmp_path / "crossref"
    folder.mkdir()
    for name, data in members.items():
        (folder / name).write_bytes(data)
    assert dict(import_snapshot([folder], settings, name="folder").counts)["entities"] == 3
    path = archive(tmp_path / "crossref.tar", members)
    assert dict(import_snapshot([path], settings, name="archive").counts)["entities"] == 3
    lines = tmp_path / "0.jsonl.gz"
    lines.write_bytes(gzip.compress(json.dumps(CROSSREF).encode() + b"\n"))
    assert dict(import_snapshot([lines], settings, name="lines").counts)["entities"] == 1


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_an_archive_or_a_dump_that_breaks_off_is_no_snapshot(tmp_path: Path, settings: Settings, cut: float) -> None:
    noise = "".join(json.dumps({**CROSSREF, "DOI": f"10.1234/{n}", "title": [f"{n * 7919}"]}) + "\n" for n in range(500))
    whole = archive(tmp_path / "a.tar.gz", {"0.jsonl": noise.encode()}).read_bytes()
    dump = bz2.compress(WIKIDATA.encode() * 200)
    for name, data in (("b.tar.gz", whole), ("b.nt.bz2", dump)):
        path = tmp_path / name
        path.write_bytes(data[: int(len(data) * cut)])
        with pytest.raises(SnapshotError, match=name.replace(".", r"\.")):
            import_snapshot([path], settings, name="mine", format="auto" if "tar" in name else "wikidata")
        assert not (settings.references / "mine").exists()
        assert not list(settings.references.glob(".*"))


def items_in(file: Path) -> int:
    """How many works a sample holds, counted without the gate."""
    data = file.read_bytes()
    if file.suffix == ".xml":
        return data.count(b"<PubmedArticle>")
    return len(json.loads(data)["items"]) if file.suffix == ".json" else sum(bool(line.strip()) for line in data.splitlines())


@pytest.mark.parametrize("folder", ["crossref_public_data_samples", "datacite_public_data_samples", "pubmed_baseline_samples"])
def test_real_samples_of_bulk_files_as_they_are_and_in_an_archive(tmp_path: Path, settings: Settings, folder: str) -> None:
    files = sorted(shared("references", folder).iterdir())
    plain = dict(import_snapshot(files, settings, name="plain").counts)
    packed = archive(tmp_path / "all.tar.gz", {f"{file.name}.gz": gzip.compress(file.read_bytes()) for file in files})
    archived = dict(import_snapshot([packed], settings, name="packed").counts)
    assert plain == archived
    assert plain["entities"] == sum(map(items_in, files)) >= 10
