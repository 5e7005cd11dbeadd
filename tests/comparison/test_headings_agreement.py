"""Headings of a record beside those of catalogues: every number here was counted by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gate.comparison.headings import Vocabulary
from gate.comparison.headings_agreement import MEASURES, heading_agreement
from gate.comparison.headings_claims import check_headings
from gate.model import Anchor, AnchorState, Candidate, Claim, ClaimResult, Entity, Evidence, Identifier, Kind, Outcome, Statement
from gate.model.headings import HeadingAgreement, HeadingDistance, MissedHeading, Specificity
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Authority, Response
from tests.authorities.headings import GETTY_TRIPLES, MESH_TRIPLES, LocHeading, loc_routes
from tests.authorities.sparql import getty_authority, sparql_authority

LOC = "http://id.loc.gov/authorities/subjects/"
#: Animals > Mammals > Cats (also Felines) > Siamese cat; Mammals > Dogs
HIERARCHY = """{"uri": "http://v.example/1", "prefLabel": {"en": "Animals"}}
{"uri": "http://v.example/2", "prefLabel": {"en": "Mammals"}, "broader": [{"uri": "http://v.example/1"}]}
{"uri": "http://v.example/3", "prefLabel": {"en": "Cats"}, "altLabel": {"en": ["Felines"]}, "broader": [{"uri": "http://v.example/2"}]}
{"uri": "http://v.example/4", "prefLabel": {"en": "Dogs"}, "broader": [{"uri": "http://v.example/2"}]}
{"uri": "http://v.example/5", "prefLabel": {"en": "Siamese cat"}, "broader": [{"uri": "http://v.example/3"}]}
{"uri": "http://v.example/6", "prefLabel": {"en": "Painting"}}
"""
Agree = Callable[..., HeadingAgreement]
Distance = tuple[str, str, Specificity, int]


@pytest.fixture
def store(tmp_path: Path) -> LocalSnapshot:
    settings = Settings(cache_folder=str(tmp_path / "cache"), references_folder=str(tmp_path / "refs"))
    (tmp_path / "v.ndjson").write_text(HIERARCHY, encoding="utf-8")
    return LocalSnapshot(import_vocabulary([tmp_path / "v.ndjson"], settings, name="v").manifest, settings)


def anchored(*catalogues: tuple[str, ...]) -> Anchor:
    same = tuple(
        Candidate(
            Entity(f"http://c.example/{n}", Kind.WORK, "A", tuple(Statement("concepts", text) for text in headings)),
            Evidence(f"library {n}", "2026-01-01"),
            "same identifier",
            1.0,
        )
        for n, headings in enumerate(catalogues, 1)
    )
    return Anchor(AnchorState.ANCHORED, same[:1], same=same)


def claims(*headings: str) -> list[ClaimResult]:
    return [
        ClaimResult(Claim("record", Statement("concepts", text, f"650[{n}]$a")), Outcome.SILENT)
        for n, text in enumerate(headings, 1)
    ]


def agreed(given: tuple[str, ...], *catalogues: tuple[str, ...], stores: tuple[LocalSnapshot, ...] = ()) -> HeadingAgreement:
    found = heading_agreement(claims(*given), anchored(*catalogues), stores)
    assert found is not None
    return found


def values(agreement: HeadingAgreement) -> dict[str, float | None]:
    return {m.name: None if m.value is None else round(m.value, 3) for m in agreement.measures}


def test_two_catalogues() -> None:
    """Given: Cats, Dogs--Japan, Painting. Libraries: (CATS., Dogs, Birds--History) and (Cats, Dogs--France)."""
    found = agreed(("Cats", "Dogs--Japan", "Painting"), ("CATS.", "Dogs", "Birds--History"), ("Cats", "Dogs--France"))
    assert values(found) == {
        "exact_precision": 0.333,  # Cats, of three
        "exact_recall": 0.25,  # Cats, of Cats, Dogs, Birds--History, Dogs--France
        "exact_f1": 0.286,  # 2 * 1/3 * 1/4 / (7/12) = 2/7
        "root_precision": 0.667,  # Cats and Dogs, of three
        "root_recall": 0.667,  # Cats and Dogs, of Cats, Dogs, Birds
        "root_f1": 0.667,
        "weighted_recall": 0.4,  # Cats is given twice: 2 of 2 + 1 + 1 + 1
        "shared_by_catalogues": 0.25,  # Cats, of four
    }
    assert set(values(found)) == set(MEASURES)
    assert found.missing == (
        MissedHeading("Dogs", 0.5, ("library 1",)),
        MissedHeading("Birds--History", 0.5, ("library 1",)),
        MissedHeading("Dogs--France", 0.5, ("library 2",)),
    )
    assert found.distances == (HeadingDistance("650[2]$a", "Dogs--Japan", "Dogs", Specificity.TOO_NARROW, 1),)


def test_what_two_libraries_give_weighs_more() -> None:
    found = agreed(("Painting",), ("Birds", "Cats"), ("Cats",), ("Cats", "Dogs"))
    assert [(m.label, round(m.weight, 2)) for m in found.missing] == [("Cats", 1.0), ("Birds", 0.33), ("Dogs", 0.33)]


@pytest.mark.parametrize(
    ("given", "held", "specificity", "steps"),
    [
        ("Mammals", "Cats", Specificity.TOO_BROAD, 1),
        ("Animals", "Cats", Specificity.TOO_BROAD, 2),
        ("Siamese cat", "Mammals", Specificity.TOO_NARROW, 2),
        ("Siamese cat", "Felines", Specificity.TOO_NARROW, 1),
        ("Dogs", "Cats", Specificity.SIBLING, 2),
        ("Cats--Japan", "Cats--France", Specificity.SIBLING, 2),
        ("Cats", "Cats--Japan--History", Specificity.TOO_BROAD, 2),
    ],
)
def test_specificity(store: LocalSnapshot, given: str, held: str, specificity: Specificity, steps: int) -> None:
    (found,) = agreed((given,), (held,), stores=(store,)).distances
    assert (found.specificity, found.steps) == (specificity, steps)


EELS = LocHeading("sh85041388", "Eels", broader={LOC + "sh85048580": "Fishes"})
TROUT = LocHeading("sh85138195", "Trout", broader={LOC + "sh85048580": "Fishes"})
FISHES = LocHeading("sh85048580", "Fishes", broader={LOC + "sh85005249": "Animals"})
ROCKS = LocHeading("sh85114728", "Rocks")


@contextmanager
def service(folder: Path, *, offline: bool = False) -> Iterator[tuple[Authority, Vocabulary]]:
    """A stand-in of id.loc.gov that holds the four headings, and the source that asks it."""
    with Authority(loc_routes(EELS, TROUT, FISHES, ROCKS)) as there:
        configured = (SourceSettings("locgov", there.url, 1000.0, 8),)
        settings = Settings(cache_folder=str(folder), sources=configured)
        with Http(settings, offline=offline) as http:
            (source,) = live_sources(http, settings, ["locgov"])
            assert isinstance(source, Vocabulary)
            yield there, source


def of(code: str, *labels: str) -> tuple[Statement, ...]:
    vocabulary = (Statement("vocabulary", code),)
    return tuple(Statement("concepts", text, f"650[{n}]$a", parts=vocabulary) for n, text in enumerate(labels, 1))


def lcsh(*labels: str) -> tuple[Statement, ...]:
    return of("lcsh", *labels)


def beside(given: tuple[str, ...], held: tuple[str, ...], source: Vocabulary) -> list[Distance]:
    """How headings stand to those of one catalogue, all of LCSH."""
    return found_beside(lcsh(*given), lcsh(*held), source)


def found_beside(given: Sequence[Statement], held: tuple[Statement, ...], source: Vocabulary) -> list[Distance]:
    entity = Entity("http://c.example/1", Kind.WORK, "A", held)
    candidate = Candidate(entity, Evidence("library", "2026-01-01"), "same identifier", 1.0)
    mine = [ClaimResult(Claim("record", one), Outcome.SILENT) for one in given]
    check_headings(mine, (source,))  # as a check does before
    found = heading_agreement(mine, Anchor(AnchorState.ANCHORED, (candidate,), same=(candidate,)), (source,))
    assert found is not None
    return [(d.given, d.held, d.specificity, d.steps) for d in found.distances]


@pytest.mark.parametrize(
    ("given", "held", "specificity", "steps"),
    [
        ("Eels", "Fishes", Specificity.TOO_NARROW, 1),
        ("Fishes", "Eels", Specificity.TOO_BROAD, 1),
        ("Eels", "Trout", Specificity.SIBLING, 2),
    ],
)
def test_a_live_authority_gives_what_is_directly_above(
    given: str, held: str, specificity: Specificity, steps: int, tmp_path: Path
) -> None:
    with service(tmp_path) as (_, source):
        assert beside((given,), (held,), source) == [(given, held, specificity, steps)]


GND_EELS = {
    "id": "https://d-nb.info/gnd/4000057-6",
    "gndIdentifier": "4000057-6",
    "type": ["SubjectHeadingSensoStricto", "SubjectHeading", "AuthorityResource"],
    "preferredName": "Aale",
    "broaderTermGeneral": [{"id": "https://d-nb.info/gnd/4017705-1", "label": "Fische"}],
}
FAST_EELS = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://id.worldcat.org/fast/">
  <rdf:Description rdf:about="904037"><skos:prefLabel>Eels</skos:prefLabel><skos:broader rdf:resource="926139"/></rdf:Description>
  <rdf:Description rdf:about="926139"><rdfs:label>Fishes</rdfs:label></rdf:Description></rdf:RDF>"""


@pytest.mark.parametrize(
    ("name", "code", "there", "given", "held"),
    [
        ("mesh", "mesh", lambda: sparql_authority(MESH_TRIPLES), "Eels = mesh:D004539", "Fishes"),
        (  # asked for an address, it gives the addresses of what is above
            "getty",
            "aat",
            lambda: getty_authority(GETTY_TRIPLES),
            "eel spears = iri:http://vocab.getty.edu/aat/1",
            "spears = iri:http://vocab.getty.edu/aat/2",
        ),
        ("getty", "aat", lambda: getty_authority(GETTY_TRIPLES), "eel spears", "spears"),
        ("gnd", "gnd", lambda: Authority({"/4000057-6.json": GND_EELS}), "Aale = gnd:4000057-6", "Fische"),
        (
            "fast",
            "fast",
            lambda: Authority({"/fast/904037": Response(FAST_EELS, content_type="application/rdf+xml")}),
            "Eels = fast:904037",
            "Fishes",
        ),
    ],
    ids=["mesh", "getty, by address", "getty, by label", "gnd", "fast"],
)
def test_other_live_authorities_give_it_too(
    name: str, code: str, there: Callable[[], Authority], given: str, held: str, tmp_path: Path
) -> None:
    mine, theirs = numbered(code, given), numbered(code, held)
    with there() as service, Http(settings := service.settings(name, tmp_path)) as http:
        (source,) = live_sources(http, settings, [name])
        assert isinstance(source, Vocabulary)
        wanted = [(mine.value, theirs.value, Specificity.TOO_NARROW, 1)]
        assert found_beside([mine], (theirs,), source) == wanted


def numbered(code: str, text: str) -> Statement:
    """A heading of a vocabulary, written as ``label`` or ``label = scheme:identifier``."""
    label, _, own = text.partition(" = ")
    scheme, _, value = own.partition(":")
    return replace(of(code, label)[0], identifiers=(Identifier(scheme, value),) if own else ())


def test_one_heading_more_is_asked_for_and_no_other(tmp_path: Path) -> None:
    with service(tmp_path) as (there, source):
        mine = [ClaimResult(Claim("record", one), Outcome.SILENT) for one in lcsh("Eels", "Rocks")]
        check_headings(mine, (source,))
        before = len(there.asked)
        assert beside(("Eels", "Rocks"), ("Trout", "Rivers", "Lakes"), source) == [("Eels", "Trout", Specificity.SIBLING, 2)]
        more = [one.path.rpartition("/")[2] for one in there.asked[before:]]
        assert {name for name in more if not name.startswith("sh")} == {"Trout"}


@pytest.mark.parametrize("fault", ["401", "html"])
def test_a_service_that_fails_leaves_the_relation_unknown(fault: str, tmp_path: Path) -> None:
    with service(tmp_path) as (there, source):
        beside(("Eels",), ("Eels",), source)  # the answer on the given heading is kept
        there.fault(fault)
        assert beside(("Eels",), ("Trout",), source) == []
        assert beside(("Eels",), ("Fishes",), source) == [("Eels", "Fishes", Specificity.TOO_NARROW, 1)]  # known without asking


def test_offline_no_service_is_asked(tmp_path: Path) -> None:
    with service(tmp_path, offline=True) as (there, source):
        assert beside(("Eels",), ("Fishes",), source) == []
        assert there.asked == []


def test_the_nearest_heading_is_named(store: LocalSnapshot) -> None:
    (found,) = agreed(("Siamese cat",), ("Animals", "Cats", "Painting"), stores=(store,)).distances
    assert (found.held, found.steps) == ("Cats", 1)


def test_headings_without_relation_have_no_distance(store: LocalSnapshot) -> None:
    assert agreed(("Painting",), ("Cats",), stores=(store,)).distances == ()
    assert agreed(("Dogs",), ("Cats",)).distances == ()  # nothing says so without a vocabulary


def test_another_form_of_one_concept_is_the_same(store: LocalSnapshot) -> None:
    assert values(agreed(("Felines",), ("Cats",)))["exact_recall"] == 0
    assert values(agreed(("Felines",), ("Cats",), stores=(store,)))["exact_recall"] == 1


def test_one_number_is_one_heading() -> None:
    mine = Statement("concepts", "Katzen", "650$a", identifiers=(Identifier("gnd", "4030046-8"),))
    theirs = Statement("concepts", "Katze", identifiers=(Identifier("gnd", "4030046-8"),))
    evidence = Evidence("dnb", "2026-01-01")
    candidate = Candidate(Entity("http://c.example/1", Kind.WORK, "A", (theirs,)), evidence, "same", 1.0)
    anchor = Anchor(AnchorState.ANCHORED, (candidate,), same=(candidate,))
    found = heading_agreement([ClaimResult(Claim("record", mine), Outcome.SILENT)], anchor, ())
    assert found is not None
    assert values(found)["exact_f1"] == 1


def test_undefined_is_said_with_a_reason() -> None:
    found = agreed((), ("Cats",))
    undefined = {m.name: m.reason for m in found.measures if m.value is None}
    assert set(undefined) == {"exact_precision", "exact_f1", "root_precision", "root_f1", "shared_by_catalogues"}
    assert all(undefined.values())
    assert heading_agreement(claims("Cats"), anchored(()), ()) is None
    assert heading_agreement(claims("Cats"), Anchor(AnchorState.ABSENT), ()) is None
