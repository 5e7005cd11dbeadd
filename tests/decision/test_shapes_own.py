"""A library's own shapes: where they find their place in the record, and how they are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gate.decision import judge, rules
from gate.decision.shapes import validate
from gate.decision.shapes_files import load_shapes
from gate.errors import RulesError
from gate.model import Anchor, AnchorState, Comparison, Record, Severity
from gate.records.claims import extract
from tests.decision.samples import TODAY, I, V, W, statement, work
from tests.decision.shacl import PREFIXES

Folder = Callable[[str], tuple[Path, ...]]


@pytest.fixture
def own(tmp_path: Path) -> Folder:
    """Writes a file of shapes in a folder of its own and gives what ``RuleSet.shapes`` would hold."""

    def write(text: str) -> tuple[Path, ...]:
        folder = tmp_path / "shapes"
        folder.mkdir(exist_ok=True)
        (folder / "own.ttl").write_text(PREFIXES + text, encoding="utf-8", errors="surrogatepass")
        load_shapes.cache_clear()
        return (folder,)

    return write


def local(record: Record, shapes: tuple[Path, ...]) -> list[tuple[str, str, Severity, str, str]]:
    return [(f.code, f.path, f.severity, f.given, f.message) for f in validate(record, TODAY, shapes)]


def test_a_missing_property_is_named_by_our_name_for_it(own: Folder) -> None:
    shapes = own("""ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property [
      sh:path dcterms:publisher ; sh:minCount 1 ; sh:severity sh:Info ; sh:message "Verlag?"@de, "publisher wanted"@en ] .""")
    assert local(work(), shapes) == [("shape-other", "publisher", I, "", "publisher wanted")]
    assert local(work(statement("publisher", "Murray")), shapes) == []


def test_a_value_of_the_claim_graph_is_named_by_the_place_in_the_record(own: Folder) -> None:
    shapes = own("""ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property
      [ sh:path bibo:pages ; sh:pattern "^[0-9]+-[0-9]+$" ; sh:message "pages are a range" ; sh:severity sh:Warning ],
      [ sh:path dcterms:subject ; sh:maxCount 1 ; sh:message "one subject" ],
      [ sh:path dcterms:creator ; sh:nodeKind sh:Literal ; sh:message "plain names only" ] .""")
    record = work(
        statement("pages", "12 ff.", "773[1]$g"),
        statement("concepts", "A", "650[1]$a"),
        statement("concepts", "B", "650[2]$a"),
        statement("creators", "Darwin, C.", "100[1]$a", role="aut"),
        statement("creators", "Wallace, A. R.", "700[1]$a", role="edt"),
    )
    by_message = {(message, path, severity) for _, path, severity, _, message in local(record, shapes)}
    assert by_message == {
        ("pages are a range", "773[1]$g", W),
        ("one subject", "concepts", V),
        ("plain names only", "100[1]$a", V),
        ("plain names only", "700[1]$a", V),
    }
    assert [given for _, path, _, given, _ in local(record, shapes) if path == "773[1]$g"] == ["12 ff."]


def test_own_shapes_may_constrain_the_facts_and_name_a_code(own: Folder) -> None:
    shapes = own("""ex:S a sh:NodeShape ; sh:targetClass fact:PublicationDate ; sh:property [
      sh:path fact:latest ; sh:minInclusive 14500101 ; gate:findingCode "shape-date-form" ; sh:severity sh:Violation ;
      sh:message "before printing" ] .""")
    assert local(work(statement("date", "1391", "260$c")), shapes) == [
        ("shape-date-form", "260$c", V, "1391", "'1391' is not a date in EDTF or a form used in catalogues")
    ]
    assert local(work(statement("date", "1591")), shapes) == []


def test_own_shapes_of_simple_constraints_run_compiled(own: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = own("""ex:S a sh:NodeShape ; sh:targetClass fact:Identifier ; sh:property [
      sh:path fact:scheme ; sh:in ( "doi" "issn" ) ; sh:message "we keep DOI and ISSN only" ] .""")
    assert load_shapes(shapes).engines == ()
    assert [f[4] for f in local(work(statement("isbn", "0198526636")), shapes)] == ["we keep DOI and ISSN only"]


def test_sparql_constraints_run(own: Folder) -> None:
    shapes = own("""ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:severity sh:Warning ; sh:sparql [
      sh:message "no more than one date" ; sh:select '''
        SELECT $this WHERE { $this <http://purl.org/dc/terms/date> ?a, ?b . FILTER (?a != ?b) }''' ] .""")
    found = local(work(statement("date", "1990"), statement("date", "1991")), shapes)
    assert {(f[0], f[2], f[4]) for f in found} == {("shape-other", W, "no more than one date")}
    assert local(work(statement("date", "1990")), shapes) == []


def test_without_a_message_the_engine_says_what_is_wrong(own: Folder) -> None:
    shapes = own(
        "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property [ sh:path bibo:volume ; sh:minCount 1 ] ."
    )
    ((_, path, _, _, message),) = local(work(), shapes)
    assert path == "volume"
    assert "1" in message


def test_a_file_and_a_folder_are_read_and_the_hash_tells_them_apart(own: Folder) -> None:
    (folder,) = own("ex:S sh:targetClass fact:Work ; sh:property [ sh:path fact:label ; sh:maxCount 1 ; sh:message 'm' ] .")
    assert load_shapes((folder,)).sha256 == load_shapes((folder / "own.ttl",)).sha256 != load_shapes().sha256


def test_the_shapes_that_a_rule_set_names_are_used(own: Folder, tmp_path: Path) -> None:
    own("ex:S sh:targetClass schema:CreativeWork ; sh:property [ sh:path bibo:volume ; sh:minCount 1 ; sh:message 'volume!' ] .")
    (tmp_path / "own.toml").write_text('extends = "default"\nshapes = ["shapes"]\n[severities]\ninfo = ["shape-other"]\n')
    comparison = Comparison(work(), extract(work()), Anchor(AnchorState.NOT_ASSESSED))
    for name, expected in (("default", []), (str(tmp_path / "own.toml"), [("volume", I, "volume!")])):
        report = judge(comparison, rules.load(name), TODAY, 730)
        assert [(f.path, f.severity, f.message) for f in report.findings if f.code == "shape-other"] == expected


REFUSED = {
    "not Turtle": ("ex:S a\n\n sh:NodeShape ; ; , .", "not valid Turtle"),
    "cut off": ('ex:S a sh:NodeShape ; sh:message "', "not valid Turtle"),
    "unknown prefix": ("odd:S a sh:NodeShape .", "not valid Turtle"),
    "not UTF-8": ("ex:S sh:message '\ud800' .", "not valid Turtle"),
    "unknown code": ("ex:S gate:findingCode 'shape-odd' .", "no finding code"),
    "a service": (
        "ex:S sh:sparql [ sh:select 'SELECT $this WHERE { SERVICE <http://x/> { $this ?p ?o } }' ] .",
        "must not reach",
    ),
    "a remote graph": ("ex:S sh:sparql [ sh:select 'SELECT $this FROM <http://x/> { $this ?p ?o }' ] .", "not reach"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_shapes_that_cannot_be_used_are_refused_with_the_file(what: str, own: Folder) -> None:
    text, message = REFUSED[what]
    shapes = own(text)
    with pytest.raises(RulesError, match=message) as caught:
        validate(work(), TODAY, shapes)
    assert caught.value.file.endswith("own.ttl")
    assert caught.value.exit_code == 2


def test_a_turtle_error_has_its_line(own: Folder) -> None:
    shapes = own("ex:S a sh:NodeShape .\n\nex:T ex:p ; .\n")
    with pytest.raises(RulesError) as caught:
        validate(work(), TODAY, shapes)
    assert caught.value.line == PREFIXES.count("\n") + 3


@pytest.mark.parametrize(
    "text",
    [
        "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property [ sh:path dcterms:title ; sh:minCount 'x' ] .",
        "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property [ sh:minLength 1 ] .",
        "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:sparql [ sh:select 'SELECT nonsense' ] .",
        "ex:S a sh:NodeShape ; sh:targetClass schema:CreativeWork ; sh:property [ sh:path dcterms:title ; sh:pattern '(' ] .",
    ],
)
def test_shapes_that_fail_when_run_are_refused(text: str, own: Folder) -> None:
    shapes = own(text)
    with pytest.raises(RulesError) as caught:
        validate(work(), TODAY, shapes)
    assert caught.value.file.endswith("own.ttl")


def test_a_place_without_shapes_is_refused(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none.ttl"):
        with pytest.raises(RulesError) as caught:
            validate(work(), TODAY, (place,))
        assert caught.value.file == str(place)
