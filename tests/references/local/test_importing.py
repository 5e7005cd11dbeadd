"""Importing a user's own data, in every format."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gate.errors import SnapshotError, UsageError
from gate.model import Entity, Found, Identifier, Kind, Query, Role, Silent
from gate.rdf import serialise, to_graph
from gate.references import open_sources
from gate.references.local import IMPORT_FORMATS, Manifest, import_snapshot, verify
from gate.references.local.files import read_entities
from gate.settings import Settings
from tests.references.snapshots import agent, citation, work
from tests.shared import shared

CROSSREF = {
    "DOI": "10.1234/a",
    "type": "journal-article",
    "title": ["Roots of trees"],
    "author": [{"family": "Smith", "given": "Jane"}],
    "issued": {"date-parts": [[2001]]},
    "reference-count": 0,
}
NOTICE = {
    "DOI": "10.1234/n",
    "title": ["Retraction"],
    "update-to": [{"DOI": "10.1234/A", "type": "retraction"}],
    "prefix": "10.1234",
}
DATACITE = {"data": [{"id": "10.5281/z.1", "attributes": {"doi": "10.5281/z.1", "titles": [{"title": "Data of trees"}]}}]}
CSL = {
    "id": "smith",
    "type": "book",
    "title": "Branches of trees",
    "author": [{"family": "Smith", "given": "J."}],
    "ISBN": "0306406152",
}
PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet SYSTEM "http://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_230101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>77</PMID><Article><ArticleTitle>Leaves of trees.</ArticleTitle></Article>
</MedlineCitation></PubmedArticle><PubmedArticle><MedlineCitation><Article/></MedlineCitation></PubmedArticle></PubmedArticleSet>"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "own"))


def held(manifest: Manifest) -> list[Entity]:
    return [entity for path in manifest.paths for entity in read_entities(path)]


def imported(settings: Settings, path: Path, text: str | bytes, **options: object) -> list[Entity]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return held(import_snapshot([path], settings, name="mine", **options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CROSSREF),
        json.dumps(CROSSREF, indent=1),
        json.dumps([CROSSREF]),
        json.dumps({"items": [CROSSREF]}),
        json.dumps({"status": "ok", "message": CROSSREF}),
        json.dumps({"status": "ok", "message": {"total-results": 1, "items": [CROSSREF]}}, indent=2),
        json.dumps(CROSSREF) + "\n\n",
        "\ufeff" + json.dumps(CROSSREF),
    ],
)
def test_crossref_in_every_wrapping(tmp_path: Path, settings: Settings, text: str) -> None:
    (entity,) = imported(settings, tmp_path / "works.json", text)
    assert (entity.id, entity.label) == ("https://doi.org/10.1234/a", "Roots of trees")


def test_crossref_lines_packed(tmp_path: Path, settings: Settings) -> None:
    lines = "\n".join(json.dumps({**CROSSREF, "DOI": f"10.1234/{n}"}) for n in range(5))
    found = imported(settings, tmp_path / "works.jsonl.gz", gzip.compress(lines.encode()))
    assert len(found) == 5


def test_a_notice_elsewhere_in_the_data_flags_the_work(tmp_path: Path, settings: Settings) -> None:
    paper, notice = imported(settings, tmp_path / "works.json", json.dumps([CROSSREF, NOTICE]))
    assert paper.flags == {"retracted"}
    assert notice.flags == frozenset()


def test_formats_may_be_mixed_in_one_file(tmp_path: Path, settings: Settings) -> None:
    text = "\n".join(map(json.dumps, (CROSSREF, DATACITE, CSL, {"nothing": 1})))
    path = tmp_path / "mixed.json"
    path.write_text(text)
    manifest = import_snapshot([path], settings, name="mine")
    assert [e.label for e in held(manifest)] == ["Roots of trees", "Data of trees", "Branches of trees"]
    assert dict(manifest.counts)["skipped"] == 1


def test_records_with_our_own_names(tmp_path: Path, settings: Settings) -> None:
    person = {"kind": "agent", "name": "Ada Lovelace", "birth": "1815-12-10", "id": "ada"}
    book = {"title": "Sketch of the engine", "creators": ["Lovelace, Ada"], "date": "1843"}
    first, second = imported(settings, tmp_path / "own.json", json.dumps([person, book]))
    assert (first.kind, first.label) == (Kind.AGENT, "Ada Lovelace")
    assert [s.value for s in second.all("creators")] == ["Lovelace, Ada"]


def test_csl_is_read_as_the_gate_reads_records(tmp_path: Path, settings: Settings) -> None:
    (entity,) = imported(settings, tmp_path / "library.json", json.dumps([CSL]))
    assert entity.label == "Branches of trees"
    assert not any(s.path for s in entity.statements)
    with open_sources(settings, only=["mine"]) as sources:
        answer = sources.all[0].by_identifier(Identifier("isbn", "9780306406157"))
        assert isinstance(answer, Found)


def test_pubmed(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "pubmed.xml.gz"
    path.write_bytes(gzip.compress(PUBMED.encode()))
    manifest = import_snapshot([path], settings, name="mine")
    (entity,) = held(manifest)
    assert (entity.id, entity.label) == ("https://pubmed.ncbi.nlm.nih.gov/77", "Leaves of trees")
    assert dict(manifest.counts)["skipped"] == 1


def test_pubmed_asks_nothing_of_the_network_and_expands_nothing(tmp_path: Path, settings: Settings) -> None:
    bomb = PUBMED.replace(
        '<!DOCTYPE PubmedArticleSet SYSTEM "http://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_230101.dtd">',
        '<!DOCTYPE PubmedArticleSet [<!ENTITY secret SYSTEM "file:///etc/hostname"><!ENTITY big "lots of text">]>',
    ).replace("Leaves of trees.", "Leaves &secret; &big; of trees.")
    (entity,) = imported(settings, tmp_path / "pubmed.xml", bomb)
    assert entity.label == "Leaves &secret; &big; of trees", "entities stay as they stand"


@pytest.mark.parametrize(("suffix", "form"), [("ttl", "turtle"), ("nt", "nt")])
def test_rdf_of_our_own(tmp_path: Path, settings: Settings, suffix: str, form: str) -> None:
    things = [
        work("10.1234/r", "Rings of trees", "Smith, J.", statements=(citation("x", title="X"),)),
        agent("Q1", "Ada", "Ada L."),
    ]
    data = serialise(to_graph(things), form)  # type: ignore[arg-type]
    path = tmp_path / f"data.{suffix}"
    path.write_bytes(data)
    manifest = import_snapshot([path], settings, name="mine")
    assert manifest.kinds == frozenset({Kind.WORK, Kind.AGENT})
    assert sorted(e.id for e in held(manifest)) == sorted(e.id for e in things)


def test_foreign_rdf(tmp_path: Path, settings: Settings) -> None:
    (entity,) = imported(
        settings,
        tmp_path / "skos.rdf",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">'
        '<skos:Concept rdf:about="https://x.org/1"><skos:prefLabel xml:lang="en">Trees</skos:prefLabel></skos:Concept></rdf:RDF>',
    )
    assert (entity.kind, entity.label) == (Kind.CONCEPT, "Trees")


def test_json_ld(tmp_path: Path, settings: Settings) -> None:
    (entity,) = imported(
        settings,
        tmp_path / "x.json",
        '{"@context": {"@vocab": "https://schema.org/"}, "@id": "https://x.org/1", "@type": "Book", "name": "Trees"}',
    )
    assert entity.label == "Trees"


def test_a_table(tmp_path: Path, settings: Settings) -> None:
    text = (
        'Title;Authors;Year;DOI;Keywords\n"Roots; and more";"Smith, J.; Doe, A.";2001;https://doi.org/10.1234/C;trees|roots\n\n'
    )
    (entity,) = imported(settings, tmp_path / "books.csv", "\ufeff" + text)
    assert entity.id == "https://doi.org/10.1234/c"
    assert entity.label == "Roots; and more"
    assert [s.value for s in entity.all("creators")] == ["Smith, J.", "Doe, A."]
    assert [s.value for s in entity.all("concepts")] == ["trees", "roots"]
    assert [s.value for s in entity.all("date")] == ["2001"]
    assert entity.all("doi")[0].identifiers == (Identifier("doi", "10.1234/c"),)


def test_a_table_of_people_in_latin_1(tmp_path: Path, settings: Settings) -> None:
    text = "id\tkind\tname\tbirth\twikidata\nx\tagent\tSøren\t1813\tQ6512\ny\tAgent\tNobody\t\t\n"
    first, second = imported(settings, tmp_path / "people.tsv", text.encode("latin-1"))
    assert (first.id, first.label) == ("http://www.wikidata.org/entity/Q6512", "Søren")
    assert second.id.endswith("/y")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title,colour\nX,red\n", ":1: no property is called 'colour'"),
        ("date,doi\n2001,10.1234/x\n", ":1: a column title, name or heading is needed"),
        ("title,Title\nX,Y\n", ":1: two columns mean the same: title"),
        ("title,date\nX,2001,extra\n", ":2: more cells than the header"),
        ("title,date\n,2001\n", ":2: no title"),
        ("title,kind\nX,cat\n", ":2: 'cat' is none of"),
        ('title,date\n"X,2001\n', "unexpected end of data"),
        ("", ":1: a column title"),
    ],
)
def test_a_table_that_cannot_be_meant_names_file_and_line(tmp_path: Path, settings: Settings, text: str, said: str) -> None:
    with pytest.raises(SnapshotError) as raised:
        imported(settings, tmp_path / "t.csv", text)
    assert str(raised.value).startswith(str(tmp_path / "t.csv"))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.json", b"{", "not JSON"),
        ("x.json", b'{"DOI": "10.1234/a", "title": []}\n{"DOI": \n', "x.json:2: not JSON"),
        ("x.json.gz", b"\x1f\x8bnonsense", ""),
        ("x.json", b"[]", "no work, person or concept among 0 items"),
        ("x.json", b'[{"a": 1}, 3, null]', "no work, person or concept among 1 items"),
        ("x.ttl", b"@prefix : <", "not readable as turtle"),
        ("x.nt", b"<a> <b>", "not readable as nt"),
        ("x.rdf", b"<rdf:RDF", "not readable as xml"),
        ("x.jsonld", b"{]", "not readable as json-ld"),
        ("x.xml", b"<PubmedArticleSet><PubmedArticle>", "x.xml"),
        ("x.bin", b"\x00\x01\x02", "cannot tell the format"),
        ("x.entities.jsonl.gz", gzip.compress(b"[1]\n", mtime=0), "not an entity"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_names_the_file(
    tmp_path: Path, settings: Settings, name: str, data: bytes, said: str
) -> None:
    with pytest.raises(SnapshotError) as raised:
        imported(settings, tmp_path / name, data)
    assert name in str(raised.value)
    assert said in str(raised.value)
    assert list(settings.references.iterdir()) == [], "nothing is left behind"


def test_calls_that_cannot_be_meant(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(CROSSREF))
    for options, said in (
        ({"name": "works"}, "name of a shipped snapshot"),
        ({"name": "../x"}, "cannot name a snapshot"),
        ({"name": "x", "format": "word"}, "no import format; known: auto, rdf"),
        ({"name": "x", "complete_for": ["all"]}, "complete_for"),
    ):
        with pytest.raises(UsageError, match=said):
            import_snapshot([path], settings, **options)
    with pytest.raises(SnapshotError, match="no such file"):
        import_snapshot([tmp_path / "none.json"], settings, name="x")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SnapshotError, match="empty folder"):
        import_snapshot([tmp_path / "empty"], settings, name="x")


def test_a_name_is_taken_until_it_may_be_replaced(tmp_path: Path, settings: Settings) -> None:
    assert imported(settings, tmp_path / "one.json", json.dumps(CROSSREF))
    with pytest.raises(UsageError, match="there is a snapshot 'mine' already"):
        imported(settings, tmp_path / "two.json", json.dumps(CSL))
    with pytest.raises(SnapshotError):
        imported(settings, tmp_path / "bad.json", b"{", replacing=True)
    (entity,) = imported(settings, tmp_path / "two.json", json.dumps(CSL), replacing=True)
    assert entity.label == "Branches of trees"
    assert [p.name for p in settings.references.iterdir()] == ["mine"]


def test_an_import_is_a_source_at_once(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "works.json"
    path.write_text(json.dumps([CROSSREF, {**CROSSREF, "DOI": "10.1234/b", "title": ["Bark of trees"]}]))
    manifest = import_snapshot(
        [path],
        settings,
        name="mine",
        title="Our works",
        role=Role.ORACLE,
        retrieved="2026-01-02",
        licence="CC0-1.0",
        complete_for=["identifiers:doi:10.1234/"],
    )
    assert (manifest.title, manifest.retrieved, manifest.role) == ("Our works", "2026-01-02", Role.ORACLE)
    assert dict(manifest.counts)["entities"] == 2
    assert verify("mine", settings).sound
    with open_sources(settings) as sources:
        mine = sources.get("mine")
        assert mine is not None
        assert mine.role is Role.ORACLE
        answer = mine.search(Query(Kind.WORK, "Bark of tres"))
        assert isinstance(answer, Found)
        assert answer.value[0].label == "Bark of trees"
        assert isinstance(mine.search(Query(Kind.AGENT, "Smith")), Silent)


def test_progress_is_told(tmp_path: Path, settings: Settings) -> None:
    steps: list[tuple[str, int, int | None]] = []
    lines = "\n".join(json.dumps({**CROSSREF, "DOI": f"10.1234/{n}"}) for n in range(2_500))
    imported(settings, tmp_path / "works.jsonl", lines, progress=lambda *step: steps.append(step))
    assert steps == [("importing works.jsonl", 1_000, None), ("importing works.jsonl", 2_000, None)]


def test_folders_are_read_by_name(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "b.json").write_text(json.dumps(CSL))
    (folder / "a.json").write_text(json.dumps(CROSSREF))
    (folder / ".hidden").write_text("x")
    assert [e.label for e in held(import_snapshot([folder], settings, name="mine"))] == ["Roots of trees", "Branches of trees"]


def test_the_same_data_gives_the_same_bytes(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "works.json"
    path.write_text(json.dumps([CROSSREF, CSL]))
    one = import_snapshot([path], settings, name="one", retrieved="2026-01-02")
    two = import_snapshot([path], settings, name="two", retrieved="2026-01-02")
    assert one.files[0].sha256 == two.files[0].sha256


def test_records_of_a_catalogue_are_taken_for_true(tmp_path: Path, settings: Settings) -> None:
    (entity,) = imported(settings, tmp_path / "x.bib", "@book{k, title={Trees of the north}, author={Smith, Jane}, year={2001}}")
    assert entity.label == "Trees of the north"
    assert set(IMPORT_FORMATS) >= {"rdf", "csl", "crossref", "datacite", "pubmed", "csv", "marc", "bibtex"}


@pytest.mark.parametrize(("form", "name"), [("marc", "x.mrc"), ("marcxml", "x.xml"), ("marcjson", "x.json"), ("dc", "x.xml")])
def test_every_record_format_has_its_reader(tmp_path: Path, settings: Settings, form: str, name: str) -> None:
    with pytest.raises(SnapshotError, match="no work, person or concept among 1 items"):
        imported(settings, tmp_path / name, b"nothing of the kind", format=form)


def test_recorded_files_are_imported(settings: Settings) -> None:
    samples = shared("references", "crossref_public_data_samples")
    crossref = import_snapshot([samples], settings, name="crossref")
    assert dict(crossref.counts)["entities"] >= 9
    pubmed = import_snapshot([shared("references", "pubmed_baseline_sample_2019_first60.xml")], settings, name="pubmed")
    assert dict(pubmed.counts)["entities"] == 60
    datacite = import_snapshot([shared("references", "datacite_records_400.jsonl")], settings, name="datacite")
    assert dict(datacite.counts)["entities"] == 400
    stw = import_snapshot([shared("references", "vocabularies", "stw_sample.ttl")], settings, name="stw")
    assert Kind.CONCEPT in stw.kinds
    with open_sources(settings) as sources:
        assert [s.name for s in sources.all][-4:] == ["crossref", "datacite", "pubmed", "stw"]


@pytest.mark.parametrize("joined", [lambda rows: json.dumps(rows), lambda rows: "\n".join(map(json.dumps, rows))])
@pytest.mark.parametrize("form", [{"creators": ["Berg, Nils"]}, {"author": [{"family": "Berg", "given": "Nils"}]}])
def test_works_without_identifier_or_key_are_kept_apart(
    settings: Settings, tmp_path: Path, joined: Callable[[object], str], form: dict[str, object]
) -> None:
    rows = [{"title": f"Eels of the year {year}", **form} for year in range(1990, 2000)]
    found = imported(settings, tmp_path / "eels.json", joined(rows))
    assert len({e.id for e in found}) == 10
    with open_sources(settings, only=["mine"]) as sources:
        for row in rows:
            answer = sources.all[0].search(Query(Kind.WORK, str(row["title"])))
            assert isinstance(answer, Found)
            assert row["title"] in [e.label for e in answer.value]


def test_works_of_several_files_with_one_key_are_kept_apart_and_the_same_one_is_not(settings: Settings, tmp_path: Path) -> None:
    for name, title in (("a.bib", "Eels"), ("b.bib", "Herrings"), ("c.bib", "Eels")):
        (tmp_path / name).write_text(f"@book{{berg1998, title = {{{title}}}}}")
    files = [tmp_path / name for name in ("a.bib", "b.bib", "c.bib")]
    found = held(import_snapshot(files, settings, name="mine"))
    assert [e.label for e in found] == ["Eels", "Herrings", "Eels"]
    assert found[0].id == found[2].id != found[1].id
