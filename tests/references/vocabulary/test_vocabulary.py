"""Vocabularies as local stores: every format read, everything imported or named, and looked up under NACO rules."""

from __future__ import annotations

import gzip
import statistics
import time
from pathlib import Path

import pytest

from gate.cli import main
from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Found, Identifier, Silent
from gate.references.local import LocalSnapshot, load_manifest
from gate.references.vocabulary import import_vocabulary
from gate.references.vocabulary.heading import Heading, LeftOut, file_of
from gate.references.vocabulary.importing import headings_in
from gate.settings import Settings
from tests.shared import shared

SKOS = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix dct: <http://purl.org/dc/terms/> .
<http://e.org/1> a skos:Concept ; skos:prefLabel "Noncitizens"@en, "Ausländer"@de ; skos:altLabel "Foreign residents"@en ;
  skos:scopeNote "People." ; skos:broader <http://e.org/2> .
<http://e.org/2> a skos:Concept ; skos:prefLabel "Persons"@en .
<http://e.org/3> a skos:Concept ; skos:prefLabel "Aliens"@en ; owl:deprecated true ; dct:isReplacedBy <http://e.org/1> .
<http://e.org/s> a skos:ConceptScheme ; skos:prefLabel "All of it"@en .
"""
AUTHORITY = """<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nz  a2200000n  4500</leader>
<controlfield tag="001">sh 85021262</controlfield><controlfield tag="003">DLC</controlfield>
<controlfield tag="008">860211i| anannbabn          |a ana     </controlfield>
<datafield tag="150" ind1=" " ind2=" "><subfield code="a">Cats</subfield></datafield>
<datafield tag="450" ind1=" " ind2=" "><subfield code="a">Domestic cat</subfield></datafield>
<datafield tag="550" ind1=" " ind2=" "><subfield code="w">g</subfield><subfield code="a">Felis</subfield></datafield></record>
<record><leader>00000nz  a2200000n  4500</leader><controlfield tag="001">sh 1</controlfield></record>
<record><leader>00000dz  a2200000n  4500</leader><controlfield tag="001">sh 2</controlfield>
<datafield tag="151" ind1=" " ind2=" "><subfield code="a">Burma</subfield></datafield>
<datafield tag="682" ind1=" " ind2=" "><subfield code="i">replaced by</subfield>
<subfield code="a">Myanmar</subfield></datafield></record>
</collection>"""
MESH = """<DescriptorRecordSet LanguageCode="eng">
<DescriptorRecord DescriptorClass="1"><DescriptorUI>D1</DescriptorUI><DescriptorName><String>Animals</String></DescriptorName>
<TreeNumberList><TreeNumber>B01</TreeNumber></TreeNumberList></DescriptorRecord>
<DescriptorRecord DescriptorClass="1"><DescriptorUI>D2</DescriptorUI><DescriptorName><String>Cats</String></DescriptorName>
<AllowableQualifiersList><AllowableQualifier><QualifierReferredTo><QualifierUI>Q1</QualifierUI><QualifierName>
<String>genetics</String></QualifierName></QualifierReferredTo></AllowableQualifier></AllowableQualifiersList>
<TreeNumberList><TreeNumber>B01.050</TreeNumber></TreeNumberList><ConceptList><Concept><TermList><Term>
<String>Felis catus</String></Term></TermList></Concept></ConceptList></DescriptorRecord></DescriptorRecordSet>"""
JSKOS = (
    '{"uri":"http://e.org/j1","prefLabel":{"de":"Adressbuch"},"broader":[{"uri":"http://e.org/j0"}]}\n{"uri":"http://e.org/j2"}\n'
)
LABELS = "id\tlabel_de\tlabel_en_machine\ngnd:4005728-8\tBerlin\tThe Berlin\n"


def opened(tmp_path: Path, text: str, suffix: str, **more: object) -> LocalSnapshot:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    file = tmp_path / f"data{suffix}"
    file.write_text(text, encoding="utf-8")
    imported = import_vocabulary([file], settings, name="held", **more)  # type: ignore[arg-type]
    return LocalSnapshot(imported.manifest, settings)


def one(snapshot: LocalSnapshot, label: str) -> Entity:
    answer = snapshot.by_label(label)
    assert isinstance(answer, Found), answer
    assert len(answer.value) == 1
    return answer.value[0]


def test_skos(tmp_path: Path) -> None:
    held = opened(tmp_path, SKOS, ".ttl", code="x")
    found = one(held, "NONCITIZENS.")
    assert one(held, "foreign residents") == one(held, "Auslander") == found
    assert [(s.value, s.identifiers) for s in found.all("broader")] == [("Persons", (Identifier("iri", "http://e.org/2"),))]
    assert [s.value for s in found.all("scope_note")] == ["People."]
    old = one(held, "Aliens")
    assert "deprecated" in old.flags
    assert [s.value for s in old.all("replaced_by")] == ["Noncitizens"]
    assert isinstance(held.by_label("All of it"), Silent)
    assert held.vocabulary == "x"
    by_id = held.by_identifier(Identifier("iri", "http://e.org/1"))
    assert isinstance(by_id, Found)
    assert by_id.value == found


def test_marc_authority_records(tmp_path: Path) -> None:
    held = opened(tmp_path, AUTHORITY, ".xml")
    cats = one(held, "domestic cat")
    assert (cats.label, file_of(cats), cats.id) == ("Cats", "topic", "http://id.loc.gov/authorities/subjects/sh85021262")
    assert [s.value for s in cats.all("broader")] == ["Felis"]
    burma = one(held, "Burma")
    assert (file_of(burma), set(burma.flags), [s.value for s in burma.all("replaced_by")]) == (
        "geographic",
        {"deprecated"},
        ["Myanmar"],
    )
    assert dict(held.manifest.counts)["skipped"] == 1


def test_mesh_xml(tmp_path: Path) -> None:
    cats = one(opened(tmp_path, MESH, ".xml"), "felis catus")
    assert [(s.value, s.identifiers) for s in cats.all("broader")] == [("Animals", (Identifier("mesh", "D1"),))]
    heading = cats.first("heading")
    assert heading is not None
    assert heading.part("subdivision") == "genetics"


def test_jskos_and_lists_of_labels(tmp_path: Path) -> None:
    assert one(opened(tmp_path, JSKOS, ".ndjson"), "adressbuch").id == "http://e.org/j1"
    berlin = list(headings_in(write(tmp_path, "l.tsv", LABELS)))
    assert isinstance(berlin[0], Heading)
    assert (berlin[0].label, berlin[0].forms, berlin[0].identifiers) == ("Berlin", [], [Identifier("gnd", "4005728-8")])
    assert [h.label for h in headings_in(write(tmp_path, "l.txt", "  Nutria\nCat family\n")) if isinstance(h, Heading)] == [
        "Nutria",
        "Cat family",
    ]


def write(tmp_path: Path, name: str, text: str) -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def test_a_packed_file_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "d.ttl.gz").write_bytes(gzip.compress(SKOS.encode()))
    assert [h.label for h in headings_in(tmp_path / "d.ttl.gz") if isinstance(h, Heading)] == ["Noncitizens", "Persons", "Aliens"]


def test_completeness_is_a_claim_about_a_file(tmp_path: Path) -> None:
    held = opened(tmp_path, AUTHORITY, ".xml", code="lcsh", complete_for=["headings:topic"])
    assert held.covers_headings("topic")
    assert not held.covers_headings("name")
    assert not held.covers_headings("")
    assert load_manifest(held.manifest.folder) == held.manifest


@pytest.mark.parametrize("claim", ["headings:cats", "heading:topic"])
def test_a_claim_that_cannot_be_meant(tmp_path: Path, claim: str) -> None:
    with pytest.raises(UsageError, match="complete_for"):
        opened(tmp_path, SKOS, ".ttl", complete_for=[claim])


def test_a_file_without_a_heading_names_why(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="it has no uri"):
        opened(tmp_path, '{"prefLabel": {"de": "x"}}\n', ".ndjson")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GATE_REFERENCES_FOLDER", str(tmp_path / "refs"))
    file = write(tmp_path, "auth.xml", AUTHORITY)
    assert main(["refs", "import", str(file), "--name", "lc", "--as", "vocabulary", "--code", "lcsh"]) == 0
    out, err = capsys.readouterr()
    assert "lc (lcsh): 2 entities, 1 skipped" in out
    assert "left out: auth.xml#2 (sh 1): an authority record without a heading" in err
    assert main(["refs", "import", str(file), "--name", "l2", "--code", "lcsh"]) == 2


@pytest.mark.parametrize("folder", ["vocabularies", "authority"])
def test_everything_shared_is_imported_or_named(folder: str) -> None:
    root = shared("references", "vocabularies") if folder == "vocabularies" else shared("records", "authority")
    items = {file.name: list(headings_in(file)) for file in sorted(root.iterdir()) if file.is_file()}
    assert [name for name, found in items.items() if not found] == []
    headings = {name: [i for i in found if isinstance(i, Heading)] for name, found in items.items()}
    assert all(i.reason and i.where for found in items.values() for i in found if isinstance(i, LeftOut))
    assert all(h.entity().label.strip() for found in headings.values() for h in found)
    lines = {
        "annif_stw-en.tsv": 6243,
        "gnd_subjects_tib.tsv": 33318,
        "jskos_dfg-2024.ndjson": 281,
        "lagbolt_lcnaf_500.jsonl.gz": 500,
    }
    counted = {name: len(headings[name]) for name in lines if name in headings}
    assert counted == {name: lines[name] for name in counted}
    unread = {name for name, found in headings.items() if not found}
    assert unread <= {
        *(f"aspace_authority_agent_other_standard_identifier_{n}.malformed.xml" for n in "0a"),
        *(
            "folio_mappedAuthorityRecord.json",
            "folio_mappedAuthorityRecordSubjectMetadata.json",
            "folio_marcAuthorityRecord.json",
        ),
        *("folio_parsedAuthorityRecordLCCN.json", "phpmarc_authority.json", "lobid_gnd_1085995054.ttl"),
        "gnd_subject_classification.json",
    }


def test_a_look_up_takes_less_than_a_tenth_of_a_millisecond(tmp_path: Path) -> None:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    file = shared("references", "vocabularies") / "annif_stw-en.tsv"
    held = LocalSnapshot(import_vocabulary([file], settings, name="stw").manifest, settings)
    labels = [line.split("\t")[1] for line in file.read_text(encoding="utf-8").splitlines()[1::17]]
    held.by_label(labels[0])
    times = []
    for label in labels:
        start = time.perf_counter()
        answer = held.by_label(label)
        times.append(time.perf_counter() - start)
        assert isinstance(answer, Found), label
    assert statistics.median(times) < 1e-3  # measured in docs/results/headings.md; here only that nothing is searched through
