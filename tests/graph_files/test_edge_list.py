from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from gate.graph_files import load
from gate.model import Edge
from tests.graph_files.conftest import Loader, Refusal


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "source,target,type\nIda,Max Mai,knows\nMax Mai,Ida,cites\n"),
        ("a.csv", "Source;Target;Relation;Weight\nIda;Max Mai;knows;3\nMax Mai;Ida;cites;1\n"),
        ("a.csv", '"id","predicate","object","subject"\r\n1,knows,"Max Mai",Ida\r\n2,cites,Ida,"Max Mai"\r\n'),
        ("a.tsv", "# people\nIda\tMax Mai\tknows\nMax Mai\tIda\tcites\n"),
        ("a.txt", "Ida,Max Mai,knows\n\nMax Mai, Ida, cites\n"),
        ("a.edges", "% people\nIda\tMax Mai\tknows\nMax Mai\tIda\tcites"),
        ("a.csv", "\ufeffIda,Max Mai,knows\nMax Mai,Ida,cites"),
        ("a.tsv", "Ida\tMax Mai\tknows\nMax Mai\tIda\tcites\n".encode("utf-16")),
    ],
)
def test_tables_with_and_without_header(loaded: Loader, name: str, content: str | bytes) -> None:
    assert loaded(name, content).edges == {Edge("Ida", "knows", "Max Mai"), Edge("Max Mai", "cites", "Ida")}


def test_blanks_set_columns_apart_too(loaded: Loader) -> None:
    assert loaded("a.edgelist", "a b\n b   c \n").edges == {Edge("a", "edge", "b"), Edge("b", "edge", "c")}
    assert loaded("a.edgelist", "a b cites\nb c\n").edges == {Edge("a", "cites", "b"), Edge("b", "edge", "c")}


@pytest.mark.parametrize(
    "content", ["a b 1\nb c 2.5\n", "a b {'weight': 1}\nb c {}\n", "a,b,1\nb,c,\n", "a\tb\t-1e3\nb\tc\tnan\n"]
)
def test_a_third_column_of_numbers_holds_weights(loaded: Loader, content: str) -> None:
    assert loaded("a.txt", content).edges == {Edge("a", "edge", "b"), Edge("b", "edge", "c")}


def test_a_third_column_with_one_word_holds_types(loaded: Loader) -> None:
    assert loaded("a.txt", "a b 1\nb c cites\n").edges == {Edge("a", "1", "b"), Edge("b", "cites", "c")}


def test_the_directions_of_gephi(loaded: Loader) -> None:
    content = "Source,Target,Type,Label\nb,a,Undirected,knows\nc,a,Directed,\n"
    assert loaded("a.csv", content).edges == {Edge("a", "knows", "b"), Edge("c", "edge", "a")}


def test_letters_beyond_ascii_and_line_separators_inside_names(loaded: Loader) -> None:
    assert loaded("a.tsv", "Königsberg\t康德\nÖ\u2028Ö\t\u0416\n").nodes == {"Königsberg", "康德", "Ö\u2028Ö", "\u0416"}


def test_what_networkx_writes(tmp_path: Path) -> None:
    source = nx.karate_club_graph()
    nx.write_edgelist(source, tmp_path / "a.edgelist")
    assert {(int(e.source), int(e.target)) for e in load(tmp_path / "a.edgelist").edges} == set(source.edges)
    nx.write_weighted_edgelist(source, tmp_path / "b.txt", delimiter=",")
    assert load(tmp_path / "b.txt") == load(tmp_path / "a.edgelist")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "a,b\nc\n", "line 2: not an edge list: 1 columns, where source, target and perhaps a type are expected"),
        ("a.csv", "a,b\nc,\n", "line 2: not an edge list: 2 columns, "),
        ("a.csv", "a,b,c,d\n", "line 1: not an edge list: 4 columns, "),
        ("a.txt", "This is a sentence of words.\n", "line 1: not an edge list: 6 columns, "),
        ("a.csv", "source,target\na,b\nc\n", "line 3: an edge without source or target"),
        ("a.csv", "source,target\n", "there is no edge in this file"),
        ("a.csv", "# nothing\n", "there is no edge in this file"),
        ("a.csv", 'a,b\n"c,d\n', "not a table: unexpected end of data"),
        ("a.csv", "a,b\nc,d\x1e\n", "line 2: not an edge list: there is a control character"),
        ("a.csv", b"a,b\nc,\xe4\n", "line 2: not UTF-8 text (byte 6)"),
        ("a.csv", b"\xff\xfea", "line 1: not UTF-16 text (byte 2)"),
        ("a.csv", "a," + "b" * 200_000, "not a table: field larger than field limit"),
    ],
)
def test_broken_files(refused: Refusal, name: str, content: str | bytes, message: str) -> None:
    assert refused(name, content).startswith(f"{name}: {message}")
