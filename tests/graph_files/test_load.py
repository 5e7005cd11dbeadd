from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from gate.errors import InputError
from gate.graph_files import FORMATS, load
from gate.model import Edge, Graph
from gate.settings import Settings
from tests.graph_files.conftest import Loader, Refusal
from tests.shared import shared

PAIR = frozenset({Edge("http://e/a", "http://e/p", "http://e/b")})
NT = "<http://e/a> <http://e/p> <http://e/b> ."


@pytest.mark.parametrize(
    "content",
    [
        NT,
        "<http://e/a> <http://e/p> <http://e/b> <http://e/g> .",
        "@prefix e: <http://e/> . e:a e:p e:b .",
        "# a comment\nPREFIX e: <http://e/>\ne:a e:p e:b .",
        "@prefix e: <http://e/> .\ne:g {\n e:a e:p e:b . }",
        '{"@context": {"e": "http://e/"}, "@id": "e:a", "e:p": {"@id": "e:b"}}',
        '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/">'
        '<r:Description r:about="http://e/a"><p r:resource="http://e/b"/></r:Description></r:RDF>',
        '<?xml version="1.0"?><!-- <x> --><TriX xmlns="http://www.w3.org/2004/03/trix/trix-1/"><graph><triple>'
        "<uri>http://e/a</uri><uri>http://e/p</uri><uri>http://e/b</uri></triple></graph></TriX>",
        '<graphml><key id="k" attr.name="type" for="edge"/><graph edgedefault="directed"><node id="http://e/a"/><node id="http://e/b"/>'
        '<edge source="http://e/a" target="http://e/b"><data key="k">http://e/p</data></edge></graph></graphml>',
        '<gexf><graph defaultedgetype="directed"><nodes><node id="http://e/a"/><node id="http://e/b"/></nodes><edges>'
        '<edge source="http://e/a" target="http://e/b" kind="http://e/p"/></edges></graph></gexf>',
        '{"nodes": [{"id": "http://e/a"}, {"id": "http://e/b"}], '
        '"links": [{"source": "http://e/a", "target": "http://e/b", "type": "http://e/p"}]}',
        "http://e/a http://e/b http://e/p",
        "http://e/a, http://e/b, http://e/p",
    ],
)
def test_a_file_without_a_telling_name_is_known_by_its_content(loaded: Loader, content: str) -> None:
    assert loaded("graph.txt", content).edges == PAIR
    assert loaded("graph", b"\xef\xbb\xbf" + content.encode()).edges == PAIR


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        (" \n\t\n", "the file is empty"),
        (b"\x1f\x8b\x08\x00", "compressed with gzip; unpack it first"),
        (b"\x00\x01\x02 \xff", "neither text nor a graph file"),
        ("<html><p/></html>", "XML of no graph format that is read here (the root is html)"),
        ("TY  - JOUR\nTI  - A title\n", f"in none of the graph formats that are read here ({', '.join(FORMATS)})"),
    ],
)
def test_no_graph_file(refused: Refusal, content: str | bytes, message: str) -> None:
    assert refused("records.ris", content) == f"records.ris: {message}"


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.ttl: No such file"):
        load(tmp_path / "nothing.ttl")
    with pytest.raises(InputError, match="Is a directory"):
        load(str(tmp_path))


def test_limits_are_settings(refused: Refusal, loaded: Loader) -> None:
    small = Settings(max_file_bytes=20)
    assert refused("a.nt", NT, small) == "a.nt: larger than 20 bytes (setting max_file_bytes)"
    assert loaded("a.nt", NT, Settings(max_file_bytes=len(NT))).edges == PAIR
    two = Settings(max_records=2)
    message = "line 3: more than 2 edges (setting max_records)"
    assert refused("a.csv", "a,b\nb,c\nc,d\n", two) == f"a.csv: {message}"
    assert len(loaded("a.csv", "a,b\nb,c\na,b\n", two).edges) == 2


def _outcome(file: Path) -> Graph | str:
    """The graph, or the message."""
    try:
        return load(file)
    except InputError as error:
        return str(error)


SUFFIXES = st.sampled_from(
    [
        ".ttl",
        ".nt",
        ".n3",
        ".nq",
        ".trig",
        ".rdf",
        ".trix",
        ".jsonld",
        ".hext",
        ".graphml",
        ".gexf",
        ".json",
        ".csv",
        ".tsv",
        ".edges",
        "",
    ]
)
PIECES = st.sampled_from(
    [
        *'<>{}[]"\\:;,.@_^ \n\t',
        "<a>",
        "<graphml>",
        "<rdf:RDF>",
        "@prefix : <http://e/> .",
        ":a :b :c .",
        "_:x",
        '"@context"',
        '"@id"',
        '"nodes":',
        '"links":',
        '["a","b","c","","",""]',
        "<!DOCTYPE x [<!ENTITY e 'e'>]>",
        "&e;",
        "é",
        "\ud7ff",
        "null",
        "1e999",
        "a b",
    ]
)


@hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(suffix=SUFFIXES, content=st.lists(PIECES, max_size=12).map("".join) | st.binary(max_size=40))
def test_broken_files_end_in_a_graph_or_a_message(tmp_path: Path, suffix: str, content: str | bytes) -> None:
    file = tmp_path / f"graph{suffix}"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    outcome = _outcome(file)
    if isinstance(outcome, str):
        assert outcome.startswith(str(file))
    else:
        assert {end for e in outcome.edges for end in (e.source, e.target)} <= outcome.nodes


@pytest.mark.parametrize(
    ("name", "nodes", "edges"),
    [
        ("karate_club.tsv", 34, 78),
        ("les_miserables.tsv", 77, 254),
        ("florentine_families.tsv", 15, 20),
        ("davis_southern_women.tsv", 32, 89),
    ],
)
def test_real_edge_lists(name: str, nodes: int, edges: int) -> None:
    graph = load(shared("graphs", name))
    assert (len(graph.nodes), len(graph.edges)) == (nodes, edges)
    assert {e.type for e in graph.edges} == {"edge"}  # the third column of the first two holds weights


def test_one_vocabulary_in_two_formats_is_one_graph() -> None:
    turtle = load(shared("references", "vocabularies", "annif_yso-archaeology.ttl"))
    xml = load(shared("references", "vocabularies", "annif_yso-archaeology.rdf"))
    assert turtle == xml
    assert turtle.labels == xml.labels
    assert len(turtle.edges) > 500


def test_record_files_never_end_in_a_traceback() -> None:
    outcomes = {True: 0, False: 0}
    for folder in ("bibframe", "jsonld", "ris", "bibtex"):
        for file in sorted(shared("records", folder).iterdir())[:40]:
            outcome = _outcome(file)
            outcomes[isinstance(outcome, Graph)] += 1
            assert isinstance(outcome, Graph) or outcome.startswith(str(file))
    assert outcomes[True] > 40
    assert outcomes[False] > 20
