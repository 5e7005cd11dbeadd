"""N-Triples read by lines give what a parser of RDF in general gives."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gate.errors import SnapshotError
from gate.references.local.ntriples import row
from gate.references.local.triples import triples_of
from tests.shared import shared

LINES = [
    '<http://e.x/a> <http://e.x/p> "plain" .',
    '<http://e.x/a> <http://e.x/p> "Katze"@de-AT .',
    '<http://e.x/a> <http://e.x/p> "2020"^^<http://www.w3.org/2001/XMLSchema#gYear> .',
    '<http://e.x/a> <http://e.x/p> "a \\"quoted\\" \\\\ back, tab\\t, \\u00e9 \\U0001F408." .',
    "<http://e.x/a> <http://e.x/q> <http://e.x/b> . # remark",
    "<http://e.x/a><http://e.x/q><http://e.x/c>.",
    "<http://e.x/a> <http://e.x/n> _:b0.1 .",
    '_:b0.1 <http://e.x/p> "inside" .',
    "# a comment",
    "",
]


@pytest.mark.parametrize("name", ["a.nt", "a.nt.gz"])
def test_the_same_as_turtle(tmp_path: Path, name: str) -> None:
    data = "\n".join(LINES).encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    (tmp_path / "a.ttl").write_bytes(data.replace(b"_:b0.1", b"_:b0"))
    with triples_of(tmp_path / name) as mine, triples_of(tmp_path / "a.ttl") as theirs:
        assert list(mine.subjects()) == list(theirs.subjects()) == ["http://e.x/a"]
        found, expected = (
            [(p, n.kind, "" if n.kind == "blank" else n.text, n.lang.lower()) for p, n in table.about("http://e.x/a")]
            for table in (mine, theirs)
        )
        assert sorted(found) == sorted(expected)
        assert [n.text for _, n in mine.about("_:b0.1")] == ["inside"]


@pytest.mark.parametrize(
    "line",
    [
        b'<http://e.x/a> <http://e.x/p> "open .',
        b"<http://e.x/a> <http://e.x/p> .",
        b'"a" <http://e.x/p> "b" .',
        b'<http://e.x/a> <http://e.x/p> "b"',
        b"<http://e.x/a b> <http://e.x/p> <http://e.x/c> .",
        b"<rdf:RDF>",
    ],
)
def test_what_is_no_triple_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="not a triple"):
        row(line)


def test_a_bad_line_is_named_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text(LINES[0] + "\nnonsense\n", encoding="utf-8")
    with pytest.raises(SnapshotError, match=r"a\.nt: not readable as nt: line 2"), triples_of(tmp_path / "a.nt"):
        pass


def test_real_files_line_by_line() -> None:
    data = gzip.decompress(shared("references", "vocabularies", "meshrdf_samples.nt.gz").read_bytes())
    rows = [row(line) for line in data.splitlines(keepends=True)]
    assert len([found for found in rows if found is not None]) > 1000
