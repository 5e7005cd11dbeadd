import json
from collections.abc import Iterator

import rdflib
from hypothesis import HealthCheck, given, settings

from gate.model import Record
from gate.rdf import from_graph, normal_order, serialise
from gate.records import read_bytes
from gate.records.claims import to_rdf
from gate.settings import Settings
from tests.records.test_json_faults import RECORDS

GATE = rdflib.Namespace("https://w3id.org/catalog-gate/terms#")


def records_of(*data: object) -> Iterator[Record]:
    for record in read_bytes(json.dumps(data).encode(), "f.json", "json", settings=Settings()):
        assert isinstance(record, Record)
        yield record


def test_paths_of_the_record_stand_beside_its_claims() -> None:
    (record,) = records_of(
        {"id": "http://example.org/w", "title": "T", "authors": ["A. Bee"], "citations": [{"doi": "10.1000/2"}]}
    )
    graph = to_rdf(record)
    subject = rdflib.URIRef("http://example.org/w")
    assert list(graph.objects(subject, rdflib.DCTERMS.title)) == [rdflib.Literal("T")]
    note = next(graph.subjects(rdflib.RDF.predicate, rdflib.DCTERMS.title))
    assert str(graph.value(note, GATE.path)) == "title"
    creator = graph.value(subject, rdflib.DCTERMS.creator)
    assert (str(graph.value(creator, GATE.path)), str(graph.value(creator, GATE.role))) == ("authors[0]", "aut")
    assert {str(o) for o in graph.objects(None, GATE.path)} >= {"citations[0]", "citations[0].doi"}


def test_records_without_an_id_or_with_the_same_id_stay_apart() -> None:
    records = list(records_of({"title": "a"}, {"title": "b"}, {"id": "x", "title": "c"}, {"id": "x", "title": "d"}))
    entities = {e.id: e.label for e in from_graph(to_rdf(*records))}
    assert entities == {"f.json#1": "a", "f.json#2": "b", "x": "c", "x~2": "d"}


def test_bytes_do_not_depend_on_the_order_of_records() -> None:
    records = list(records_of({"title": "a", "concepts": ["x", "y"]}, {"title": "b", "creators": ["Z", "Y"]}))
    assert serialise(to_rdf(*records), "turtle") == serialise(to_rdf(*reversed(records)), "turtle")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(RECORDS)
def test_whatever_was_read_comes_back_from_rdf_with_its_paths(data: dict[str, object]) -> None:
    for record in records_of(data):
        written = serialise(to_rdf(record), "nt")
        (entity,) = from_graph(rdflib.Graph().parse(data=written, format="nt"))
        assert entity.kind is record.kind
        assert entity.statements == normal_order(record.statements, paths=True)
