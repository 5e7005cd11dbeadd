"""Shapes over records: what they find, what they never hold against a record, and a library's own shapes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.decision import shapes_files
from gate.decision.compile_shapes import compiled_text
from gate.decision.facts import SCHEMES
from gate.decision.facts import rows as rows_of
from gate.decision.shapes import validate
from gate.decision.shapes_files import COMPILED, load_shapes, shapes_folder, shipped_files
from gate.model import Finding, Identifier, Kind, Record, Severity, Statement
from gate.properties import LABEL_PROPERTY, properties_of
from gate.records import read_bytes
from gate.records.claims import to_rdf
from gate.settings import Settings
from tests.decision.samples import TODAY, I, V, W, agent, citing, found, statement, work
from tests.decision.shacl import both, by_pyshacl, shipped_graph

# what comes with the gate


@pytest.mark.parametrize(("kind", "name"), [(k, LABEL_PROPERTY[k]) for k in Kind])
def test_a_label_must_be_there_and_must_say_something(kind: Kind, name: str) -> None:
    for statements in ((), (statement(name, "  ", "x.y"),), (statement("identifiers", "x"),)):
        (finding,) = validate(Record(kind, "#1", statements), TODAY)
        assert (finding.code, finding.severity) == ("shape-title-missing", V)
        assert finding.path == ("x.y" if statements and statements[0].path == "x.y" else name)
        assert str(kind) in finding.message
        assert finding.advice
    assert found(Record(kind, "#1", (statement(name, "x"), statement(name, "y")))) == []


@pytest.mark.parametrize(
    "text",
    [
        *("1991", "1991-05", "1991-05-17", "198X", "1910~", "193X/196X", "195X-01~", "c2000", "[1991]", "1850?", "-0043"),
        *("44 BCE", "18--", "1843-1848", "[ca. 1850]", "12 May 1843", "19th century", "n.d.", "[n.d.]", "s.a.", "forthcoming"),
        *("", "  "),
    ],
)
def test_dates_in_edtf_and_in_catalogue_forms_are_fine(text: str) -> None:
    assert found(work(statement("date", text))) == []


@pytest.mark.parametrize("text", ["1991-13", "soon", "31.02.1990", "20123"])
def test_a_date_in_no_known_form_is_named_with_its_place(text: str) -> None:
    (finding,) = validate(work(statement("date", text, "260[1]$c")), TODAY)
    assert (finding.code, finding.path, finding.given, finding.severity) == ("shape-date-form", "260[1]$c", text, W)


@pytest.mark.parametrize(
    ("birth", "death"),
    [
        ("1850", "1850"),
        ("1850?", "1850"),
        ("1850?", "1790"),
        ("1850", "1790?"),
        ("ca. 1850", "1790"),
        ("1850~", "1790"),
        ("185X", "1850"),
        ("1850-06", "1850"),
        ("1850-06-01", "1850-06-01"),
        ("-0043", "0017"),
        ("-0100", "-0044"),
        ("19th century", "1850"),
        ("before 1850", "1700"),
        ("1850/1900", "1860"),
        ("unknown form", "1790"),
        ("1850", "unknown form"),
        ("1850", ""),
    ],
)
def test_a_life_that_is_possible_or_uncertain_is_never_accused(birth: str, death: str) -> None:
    assert not [f for f in found(agent(birth=birth, death=death)) if f[0] == "shape-birth-after-death"]


@pytest.mark.parametrize(
    ("birth", "death"),
    [
        ("1850", "1849"),
        ("1850-06-02", "1850-06-01"),
        ("1850-06", "1850-05-31"),
        ("-0044", "-0100"),
        ("185X", "1790"),
        ("0010", "-0005"),
    ],
)
def test_a_birth_after_the_death_is_named_with_both(birth: str, death: str) -> None:
    (finding,) = validate(agent(birth=birth, death=death), TODAY)
    assert (finding.code, finding.path, finding.given, finding.held) == ("shape-birth-after-death", "birth", birth, death)
    assert finding.severity is V
    assert birth in finding.message
    assert death in finding.message


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("2026", None),
        ("2026-11-30", None),
        ("2026-12", W),
        ("2027", W),
        ("2027-12-31", W),
        ("2028", V),
        ("203X", V),
        ("2020/2040", None),
        ("2020/..", None),
        ("2028?", None),
        ("ca. 2030", None),
    ],
)
def test_a_publication_date_may_be_of_next_year_with_a_warning_and_not_later(text: str, severity: Severity | None) -> None:
    expected = [("shape-date-in-future", "date", severity)] if severity else []
    assert found(work(statement("date", text))) == expected


@pytest.mark.parametrize(
    ("text", "wrong"), [("2026-11-30", False), ("2026", False), ("2026-12-01", True), ("2027", True), ("2027?", False)]
)
def test_a_life_date_is_not_in_the_future(text: str, wrong: bool) -> None:
    expected = [("shape-date-in-future", "death", V)] if wrong else []
    assert found(agent(birth="1950", death=text)) == expected


@pytest.mark.parametrize(
    ("own", "cited", "wrong"),
    [
        ("1990", "1990", False),
        ("1990", "1991", False),
        ("1990", "1992", True),
        ("1990-01-01", "1991-12-31", False),
        ("1990?", "2000", False),
        ("1990", "2000?", False),
        ("1990", "1985/2000", False),
        ("199X", "2000", False),
        ("199X", "2001", True),
        (("1990", "2000"), "2001", False),
        (("1990", "odd"), "2001", False),
        (("1990", "2000?"), "2001", False),
        ("-0300", "-0200", True),
        ("odd", "2000", False),
        ("", "2000", False),
    ],
)
def test_a_citation_is_not_newer_than_the_year_after_the_work(own: str | tuple[str, ...], cited: str, wrong: bool) -> None:
    findings = [f for f in validate(citing(own, "-0900", cited), TODAY) if f.code == "shape-citation-newer"]
    assert len(findings) == wrong
    for finding in findings:
        assert (finding.path, finding.given, finding.severity) == ("citations[1].date", cited, W)
        assert finding.held in own


@pytest.mark.parametrize(
    ("scheme", "text", "code"),
    [
        ("doi", "10.1038/171737a0", None),
        ("doi", "https://doi.org/10.1038/171737A0.", None),
        ("doi", "10/fqd6hj", None),
        ("doi", "https://doi.org/10/fqd6hj", None),
        ("doi", "10/", "shape-identifier-form"),
        ("doi", "171737a0", "shape-identifier-form"),
        ("isbn", "978-0-19-852663-6 (pbk.)", None),
        ("isbn", "0198526636", None),
        ("isbn", "9780198526637", "shape-check-digit"),
        ("isbn", "97801985266", "shape-identifier-form"),
        ("issn", "1798-7105 ;", None),
        ("issn", "1798-7106", "shape-check-digit"),
        ("pmid", "13054692", None),
        ("pmid", "none", "shape-identifier-form"),
        ("arxiv", "arXiv:1706.03762v5", None),
        ("arxiv", "1799.03762", "shape-identifier-form"),
    ],
)
def test_identifiers_have_the_form_of_their_scheme_and_the_right_check_digit(scheme: str, text: str, code: str | None) -> None:
    for record, path in (
        (work(statement(scheme, text, "x[1]")), "x[1]"),
        (work(statement("citations", "c", "citations[3]", parts=(statement(scheme, text, "citations[3].x"),))), "citations[3].x"),
    ):
        findings = validate(record, TODAY)
        assert [(f.code, f.path, f.given, f.severity) for f in findings] == ([(code, path, text, V)] if code else [])
        assert all(SCHEMES[scheme] in f.message for f in findings)


@pytest.mark.parametrize(
    ("identifier", "wrong"),
    [
        (Identifier("orcid", "0000-0003-2680-0025"), False),
        (Identifier("orcid", "0000-0003-2680-005X"), False),
        (Identifier("orcid", "0000-0003-2680-0055"), True),
        (Identifier("orcid", "0000-0000-0000-0000"), True),
        (Identifier("isni", "0000000121032683"), False),
        (Identifier("isni", "0000000121032684"), True),
        (Identifier("viaf", "1"), False),
        (Identifier("iri", "https://example.org/x"), False),
        (Identifier("own-scheme", "?"), False),
    ],
)
def test_numbers_of_persons_are_checked_where_they_stand(identifier: Identifier, wrong: bool) -> None:
    creator = work(statement("creators", "A", "creators[2]", identifiers=(identifier,)))
    expected = [("shape-check-digit", "creators[2]", V)] if wrong else []
    assert found(creator) == expected
    person = Record(
        Kind.AGENT, "a", (statement("name", "A"), statement("identifiers", identifier.value, "ids[0]", identifiers=(identifier,)))
    )
    assert found(person) == [(code, "ids[0]", v) for code, _, v in expected]


def test_an_identifier_that_stands_in_its_own_field_is_named_once() -> None:
    doubled = statement("isbn", "9780198526637", identifiers=(Identifier("isbn", "9780198526637"),))
    assert found(work(doubled)) == [("shape-check-digit", "isbn", V)]


@pytest.mark.parametrize("text", ["eng", "ger", "deu", "de", "German", "Deutsch", "und", "mul", "zxx", "en-GB", " ", "qaa"])
def test_language_codes_and_names_are_fine(text: str) -> None:
    assert found(work(statement("language", text))) == []


def test_an_unknown_language_and_an_unknown_role_are_named() -> None:
    record = work(statement("language", "xyzzy", "041[1]$a"), statement("creators", "A", "700[2]$a", role="wizard"))
    assert found(record) == [("shape-language-code", "041[1]$a", W), ("shape-relator-code", "700[2]$4", W)]
    for role in ("aut", "Author", "edt", "illustrator.", ""):
        assert found(work(statement("creators", "A", role=role))) == []


@pytest.mark.parametrize(
    ("subfield", "named"), [("$4xqz", True), ("$4aut", False), ("$exqz", False), ("$4grt", False), ("$4070", False)]
)
def test_an_unknown_relator_code_of_a_marc_record_is_named_at_its_subfield(subfield: str, named: bool) -> None:
    fields = "".join(
        f'<datafield tag="700" ind1="1" ind2=" "><subfield code="a">{name}</subfield>{more}</datafield>'
        for name, more in (("Doe, Jane", ""), ("Roe, Richard", f'<subfield code="{subfield[1]}">{subfield[2:]}</subfield>'))
    )
    data = f'<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>{fields}</record>'
    (record,) = read_bytes(data.encode(), "a.xml", settings=Settings())
    assert isinstance(record, Record)
    relators = [f for f in found(record) if f[0] == "shape-relator-code"]
    assert relators == ([("shape-relator-code", "700[2]$4", W)] if named else [])


def test_findings_come_in_the_order_of_the_record() -> None:
    record = work(
        statement("isbn", "9780198526637", "b"),
        statement("date", "odd", "a"),
        statement("citations", "c", "citations[0]", parts=(statement("doi", "x", "citations[0].doi"),)),
        statement("language", "xyzzy", "c"),
    )
    assert [f.path for f in validate(record, TODAY)] == ["b", "a", "citations[0].doi", "c"]


# both engines


_texts = st.sampled_from(
    [
        *("", " ", "x", "1850", "1850?", "1790", "2031", "odd", "-0043", "185X", "eng", "xyzzy", "10.1038/171737a0"),
        *("9780198526637", "0198526636", "1798-7106", "0000-0003-2680-0055", "arXiv:1706.03762", "\ud800", "é", "aut", '"'),
        *("\\", "\n", "2020/.."),
    ]
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    kind = draw(st.sampled_from(list(Kind)))
    names = [p.name for p in properties_of(kind)]
    identifier = st.builds(Identifier, st.sampled_from([*SCHEMES, "viaf"]), _texts.filter(bool))

    def one(depth: int) -> Statement:
        name = draw(st.sampled_from(names if not depth else ["date", "doi", "isbn", "creators", "title", "family"]))
        parts = tuple(one(1) for _ in range(draw(st.integers(0, 2)))) if not depth and name in ("citations", "creators") else ()
        return Statement(
            name,
            draw(_texts),
            draw(st.sampled_from(["", name, f"{name}[1]"])),
            role=draw(st.sampled_from(["", "aut", "wizard"])),
            identifiers=tuple(draw(st.lists(identifier, max_size=1))),
            parts=parts,
        )

    return Record(kind, "r", tuple(one(0) for _ in range(draw(st.integers(0, 6)))))


@settings(max_examples=60, deadline=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_compiled_shapes_find_what_pyshacl_finds_on_any_record(made: list[Record]) -> None:
    facts = tuple(row for record in made for row in rows_of(record, TODAY))
    compiled, engine = both(facts, shipped_graph())
    assert compiled == engine


def test_the_claim_graph_beside_the_facts_changes_nothing() -> None:
    record = citing("1990", "1999", "2040")
    facts = rows_of(record, TODAY)
    assert by_pyshacl(facts, shipped_graph(), to_rdf(record)) == both(facts, shipped_graph())[0]


@given(records())
def test_any_record_gives_findings_with_its_own_paths_and_never_an_error(record: Record) -> None:
    def all_paths(statements: tuple[Statement, ...]) -> set[str]:
        return {p for s in statements for p in (s.path, *all_paths(s.parts))}

    places = all_paths(record.statements) | {LABEL_PROPERTY[record.kind], ""}
    for finding in validate(record, TODAY):
        assert finding.path in places


@given(records(), st.dates(date(1, 1, 1), date(9998, 12, 31)), st.dates(date(1, 1, 1), date(9998, 12, 31)))
def test_time_only_heals_dates_in_the_future(record: Record, one: date, other: date) -> None:
    early, late = sorted((one, other))
    assert _without_severity(validate(record, late)) <= _without_severity(validate(record, early))


def _without_severity(findings: tuple[Finding, ...]) -> set[tuple[str, str, str]]:
    return {(f.code, f.path, f.given) for f in findings}


def test_what_is_compiled_is_up_to_date() -> None:
    assert (shapes_folder() / COMPILED).read_text(encoding="utf-8") == compiled_text()
    assert load_shapes().engines == ()


def test_the_everyday_run_needs_neither_rdflib_nor_pyshacl() -> None:
    code = (
        "import sys; from datetime import date; from gate.model import *; from gate.decision.shapes import validate\n"
        "r = Record(Kind.WORK, 'x', (Statement('title', 't'), Statement('date', '1991'), Statement('doi', '10.1038/171737a0')))\n"
        "assert validate(r, date(2026, 11, 30)) == ()\n"
        "print([m for m in ('rdflib', 'pyshacl', 'edtf', 'networkx', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_typical_record_takes_far_less_than_the_budget() -> None:
    record = citing("1990", *(str(1950 + n) for n in range(10)))
    record = work(*record.statements, *(statement("creators", f"Name {n}", f"creators[{n}]", role="aut") for n in range(10)))
    validate(record, TODAY)
    start = time.process_time()
    for _ in range(100):
        validate(record, TODAY)
    assert time.process_time() - start < 1.0  # 10 ms a record; measured: under 0.2 ms


def test_an_edited_or_damaged_compilation_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in shipped_files():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(shapes_files, "shapes_folder", lambda: tmp_path)
    for text in ("", "[]", "{}", '{"format": 0, "files": {}}', json.dumps({"format": 1, "files": {}})):
        (tmp_path / COMPILED).write_text(text)
        load_shapes.cache_clear()
        assert found(agent(birth="1850", death="1849")) == [("shape-birth-after-death", "birth", V)]
    dates = tmp_path / "dates.ttl"
    dates.write_text(dates.read_text().replace("sh:severity sh:Violation", "sh:severity sh:Info"))
    (tmp_path / COMPILED).write_bytes((Path(shapes_files.__file__).parents[2] / "rules" / "shapes" / COMPILED).read_bytes())
    load_shapes.cache_clear()
    assert found(agent(birth="1850", death="1849")) == [("shape-birth-after-death", "birth", I)]
    load_shapes.cache_clear()
