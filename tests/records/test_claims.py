import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Edge, Identifier, Kind, Record, Statement
from gate.properties import PROPERTIES
from gate.records import read_bytes
from gate.records.claims import SUBJECT, as_entity, extract, graph, node_id
from gate.settings import Settings


def record_of(data: object) -> Record:
    (record,) = read_bytes(json.dumps(data).encode(), "f.json", "json", settings=Settings())
    assert isinstance(record, Record)
    return record


WORK = record_of(
    {
        "id": "w",
        "title": "On Things",
        "creators": [{"family": "Smith", "given": "Zoe", "role": "aut"}, "Ann Lee"],
        "date": "1991",
        "concepts": ["Things", "things.", "Being"],
        "citations": [
            {"title": "Other Things", "authors": ["Doe, J."], "year": 1980},
            "Roe 1970",
            {"doi": "10.1000/2", "title": "x"},
        ],
    }
)


def test_every_statement_is_a_claim_and_citations_stand_apart() -> None:
    claims = extract(WORK)
    assert claims.subject == SUBJECT == "record"
    assert [c.statement for c in claims.claims] == [s for s in WORK.statements if s.property != "citations"]
    assert {c.subject for c in claims.claims} == {"record"}
    assert claims.citations == WORK.all("citations")
    assert claims.citations[0].part("title") == "Other Things"


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("creators", "Smith, Zoe", "Zoe Smith"),
        ("creators", "Müller, Jörg", "MULLER, Jorg"),
        ("concepts", "Things", "  things. "),
        ("broader", "Cafe\u0301", "café"),
        ("container", "Journal of Things", "Journal of things"),
    ],
)
def test_values_with_the_same_key_share_a_node(name: str, one: str, two: str) -> None:
    assert node_id(name, Statement(name, one)) == node_id(name, Statement(name, two))


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("concepts", "Things", "Thing"),
        ("concepts", "——", "!!"),
        ("creators", "——", "!!"),
        ("concepts", "Zoe Smith", "Smith Zoe"),
        ("date", "1991", "1992"),
    ],
)
def test_other_values_have_other_nodes(name: str, one: str, two: str) -> None:
    assert node_id(name, Statement(name, one)) != node_id(name, Statement(name, two))


def test_one_agent_or_term_is_one_node_whichever_property_names_it() -> None:
    assert node_id("influenced_by", Statement("influenced_by", "Kant")) == node_id("creators", Statement("creators", "Kant"))
    assert node_id("nouns", Statement("nouns", "being")) == node_id("related", Statement("related", "Being"))
    assert node_id("concepts", Statement("concepts", "Kant")) != node_id("creators", Statement("creators", "Kant"))


def test_citations_are_known_by_identifier_else_by_description() -> None:
    described, raw, identified = (node_id("citations", c) for c in WORK.all("citations"))
    assert described == "work:other things|doe|1980"
    assert raw == "work:roe 1970"
    assert identified == "doi:10.1000/2"
    assert node_id("citations", Statement("citations", "x", identifiers=(Identifier("doi", "10.1000/2"),))) == identified
    upper = Statement("citations", "y", parts=(Statement("doi", "https://doi.org/10.1000/2"),))
    assert node_id("citations", upper) == identified


def test_the_graph_has_typed_edges_to_the_nodes_and_none_among_them() -> None:
    found = graph(extract(WORK))
    assert found.edges == {
        Edge("record", "creators", "agent:smith zoe"),
        Edge("record", "creators", "agent:ann lee"),
        Edge("record", "concepts", "term:things"),
        Edge("record", "concepts", "term:being"),
        Edge("record", "citations", "work:other things|doe|1980"),
        Edge("record", "citations", "work:roe 1970"),
        Edge("record", "citations", "doi:10.1000/2"),
    }
    assert found.nodes == {"record", *(e.target for e in found.edges)}
    assert found.label("record") == "On Things"
    assert found.label("term:things") == "Things"
    assert found.label("work:other things|doe|1980") == "Other Things"


def test_a_record_without_a_label_still_has_a_graph() -> None:
    found = graph(extract(record_of({"kind": "work"})))
    assert (found.nodes, found.edges, found.label("record")) == (frozenset({"record"}), frozenset(), "record")


def test_a_record_as_an_entity_says_what_the_record_says() -> None:
    entity = as_entity(WORK, complete_for=("citations",))
    assert (entity.id, entity.kind, entity.label) == ("w", Kind.WORK, "On Things")
    assert entity.statements == WORK.statements
    assert entity.complete_for == {"citations"}
    assert as_entity(record_of({"kind": "agent"})).id == "f.json#1"


@given(st.sampled_from(sorted(PROPERTIES)), st.text(min_size=1), st.text(min_size=1))
def test_node_ids_are_deterministic_and_never_empty(name: str, value: str, other: str) -> None:
    node = node_id(name, Statement(name, value))
    assert node
    assert node == node_id(name, Statement(name, value, path="elsewhere", role="aut"))
    if not PROPERTIES[name].node and value != other:
        assert node != node_id(name, Statement(name, other))
