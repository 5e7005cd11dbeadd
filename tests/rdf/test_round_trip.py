import os
import subprocess
import sys
from pathlib import Path

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.model import Entity, Identifier, Kind, Statement
from gate.properties import PROPERTIES, properties_of
from gate.rdf import from_graph, normal_order, serialise, to_graph, to_triples

FORMS = ("turtle", "nt")


def back(entities: list[Entity], form: str, *, paths: bool = False) -> dict[str, Entity]:
    data = serialise(to_graph(entities, paths=paths), form)  # type: ignore[arg-type]
    return {e.id: e for e in from_graph(rdflib.Graph().parse(data=data, format=form))}


def canonical(entity: Entity, *, paths: bool = False) -> Entity:
    return Entity(
        entity.id, entity.kind, entity.label, normal_order(entity.statements, paths=paths), entity.flags, entity.complete_for
    )


KANT = Identifier("wikidata", "Q9312")
PAPER = Entity(
    "https://doi.org/10.1000/1",
    Kind.WORK,
    "On Things",
    (
        Statement("title", "On Things", "title", lang="en", forms=("Zu Dingen", "Des choses")),
        Statement(
            "creators",
            "Smith, Zoe",
            "creators[0]",
            role="aut",
            identifiers=(Identifier("orcid", "0000-0002-1825-0097"), Identifier("local", "a:b")),
            parts=(Statement("family", "Smith"), Statement("given", "Zoe")),
        ),
        Statement("creators", "Adams, Ann", "creators[1]", role="edt"),
        Statement("creators", "Adams, Ann", "creators[2]"),
        Statement("date", "1992", "date"),
        Statement("date", "1991", "year"),
        Statement("doi", "10.1000/1", "doi", identifiers=(Identifier("doi", "10.1000/1"),)),
        Statement("concepts", "Things", "concepts[0]"),
        Statement("concepts", "Things", "concepts[1]"),
        Statement("concepts", "Dinge", "concepts[2]", identifiers=(Identifier("gnd", "4-1"),)),
        Statement(
            "citations",
            "Doe, J. Other Things. 1980",
            "citations[0]",
            identifiers=(Identifier("doi", "10.1000/(sici)1<2::aid>3.0"),),
            parts=(
                Statement("title", "Other Things"),
                Statement("creators", "Doe, J.", role="aut", parts=(Statement("family", "Doe"), Statement("given", "J."))),
                Statement("creators", "Bee, A."),
                Statement("doi", "10.1000/(sici)1<2::aid>3.0"),
            ),
        ),
        Statement("citations", "Roe 1970", "citations[1]"),
    ),
    frozenset({"retracted"}),
    frozenset({"citations", "creators"}),
)
HEGEL = Entity(
    "Q 5/é#1",
    Kind.AGENT,
    "Hegel",
    (
        Statement("name", "Hegel"),
        Statement("name", "Georg Wilhelm Friedrich Hegel", lang="de"),
        Statement("birth", "1770-08-27"),
        Statement("influenced_by", "Kant", identifiers=(KANT,)),
    ),
)
MARX = Entity("marx", Kind.AGENT, "Marx", (Statement("influenced_by", "Immanuel Kant", identifiers=(KANT,)),))


@pytest.mark.parametrize("form", FORMS)
def test_everything_comes_back(form: str) -> None:
    given_ = [PAPER, HEGEL, MARX]
    assert back(given_, form) == {e.id: canonical(e) for e in given_}


def test_order_of_creators_and_roles_come_back() -> None:
    names = [(s.value, s.role) for s in back([PAPER], "turtle")[PAPER.id].all("creators")]
    assert names == [("Smith, Zoe", "aut"), ("Adams, Ann", "edt"), ("Adams, Ann", "")]


def test_paths_come_back_when_asked_for() -> None:
    assert back([PAPER], "nt", paths=True)[PAPER.id] == canonical(PAPER, paths=True)
    assert all(not s.path for s in back([PAPER], "nt")[PAPER.id].statements)


def test_a_plain_value_is_a_plain_literal() -> None:
    entity = Entity("http://example.org/w", Kind.WORK, "T", (Statement("title", "T"), Statement("date", "1991")))
    assert serialise(to_graph([entity]), "nt").decode().splitlines() == [
        '<http://example.org/w> <http://purl.org/dc/terms/date> "1991" .',
        '<http://example.org/w> <http://purl.org/dc/terms/title> "T" .',
        "<http://example.org/w> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://schema.org/CreativeWork> .",
    ]


def test_the_plain_value_stands_beside_its_annotations() -> None:
    graph = to_graph([PAPER], paths=True)
    subject = rdflib.URIRef(PAPER.id)
    assert list(graph.objects(subject, rdflib.DCTERMS.title)) == [rdflib.Literal("On Things", lang="en")]
    assert {str(o) for o in graph.objects(subject, rdflib.DCTERMS.date)} == {"1991", "1992"}


def test_a_target_keeps_its_iri_whatever_it_is_called() -> None:
    graph = to_graph([HEGEL, MARX])
    influenced_by = rdflib.URIRef(PROPERTIES["influenced_by"].term)
    kant = rdflib.URIRef("http://www.wikidata.org/entity/Q9312")
    assert [o for _, o in graph.subject_objects(influenced_by)] == [kant, kant]


def test_no_blank_nodes_and_no_doubles() -> None:
    triples = to_triples(PAPER)
    assert len(triples) == len(set(triples))
    assert not any(isinstance(node, rdflib.BNode) for triple in triples for node in triple)


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    program = "from tests.rdf.test_round_trip import *; print(serialise(to_graph([MARX, PAPER, HEGEL]), 'turtle').decode())"
    root = Path(__file__).resolve().parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert outputs.pop().decode().strip() == serialise(to_graph([HEGEL, PAPER, MARX]), "turtle").decode().strip()


def test_blank_nodes_of_others_are_written_the_same_each_time() -> None:
    turtle = (
        "@prefix dcterms: <http://purl.org/dc/terms/> . <urn:a:b> dcterms:creator [ dcterms:title 'x' ], [ dcterms:title 'y' ] ."
    )
    assert len({serialise(rdflib.Graph().parse(data=turtle, format="turtle"), "nt") for _ in range(5)}) == 1


def test_importing_gate_rdf_does_not_import_rdflib() -> None:
    program = "import sys, gate.rdf; sys.exit('rdflib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
LANGS = st.sampled_from(["", "en", "de-CH", "EN", "x y", "zh-Hant"])
SCHEMES = st.sampled_from(["doi", "wikidata", "gnd", "lccn", "iri", "isbn", "local"])
IDENTIFIERS = st.lists(st.builds(Identifier, SCHEMES, TEXT), max_size=2).map(tuple)
FORM_LISTS = st.lists(TEXT, max_size=3).map(tuple)


def statements(kind: Kind, depth: int = 2) -> st.SearchStrategy[Statement]:
    names = st.sampled_from([p.name for p in properties_of(kind)])
    parts = (
        st.lists(
            st.one_of(
                statements(Kind.WORK, depth - 1), st.builds(Statement, st.sampled_from(["family", "given", "odd name"]), TEXT)
            ),
            max_size=3,
        )
        if depth
        else st.just([])
    )
    return st.builds(
        Statement,
        names,
        TEXT,
        path=st.sampled_from(["", "a", "b[1].c"]),
        role=st.sampled_from(["", "", "aut", "edt"]),
        lang=LANGS,
        forms=FORM_LISTS,
        identifiers=IDENTIFIERS,
        parts=parts.map(tuple),
    )


def entities(identifier: str) -> st.SearchStrategy[Entity]:
    def of(kind: Kind) -> st.SearchStrategy[Entity]:
        return st.builds(
            Entity,
            st.just(identifier),
            st.just(kind),
            TEXT,
            st.lists(statements(kind), max_size=6).map(tuple),
            st.frozensets(TEXT, max_size=2),
            st.frozensets(st.sampled_from(["citations", "creators"])),
        )

    return st.sampled_from(list(Kind)).flatmap(of)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(entities("http://example.org/a"), entities("b c"), st.sampled_from(FORMS), st.booleans())
def test_any_statements_come_back(one: Entity, two: Entity, form: str, paths: bool) -> None:
    assert back([one, two], form, paths=paths) == {e.id: canonical(e, paths=paths) for e in (one, two)}


@settings(max_examples=50, deadline=None)
@given(st.text(min_size=1, max_size=20))
def test_any_id_comes_back(identifier: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in identifier):
        identifier = identifier.encode("utf-8", "replace").decode()
    entity = Entity(identifier, Kind.CONCEPT, "x", (Statement("heading", "x"),))
    assert back([entity], "turtle") == {identifier: entity}
