"""The look-up cases of labelled/headings, over stores made of the records that they name, and over the live service's stand-in.

The cases come from whole authority files, of which only the named records are at hand. Their order (``contains-in-order``) is
that of a search by words over all of these files; ours is by nearness, so it is tested that the named are among what is found. Of
replacements and hierarchy (Q4, Q5) the data has numbers and labels of the targets, and the links are written out of them in MADS.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from gate.comparison.headings import Vocabulary
from gate.model import Entity, Found, Identifier, Kind, Query
from gate.references.http import Http
from gate.references.live import live_sources
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.references.vocabulary.heading import DEPRECATED, file_of
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Authority
from tests.authorities.headings import MADS, LocHeading, loc_routes
from tests.shared import shared

FOLDERS = {"lcsh": "subjects", "lcnaf": "names", "lcgft": "genreForms"}
KINDS = {"100": "PersonalName", "110": "CorporateName", "111": "ConferenceName", "151": "Geographic", "155": "GenreForm"}
PLACES = {code: f"http://id.loc.gov/authorities/{folder}/" for code, folder in FOLDERS.items()}
PROPERTIES = {"replaced by": "replaced_by", "broader": "broader", "narrower": "narrower", "see_also": "related"}
LINKS = {
    "replaced by": "useInstead",
    "broader": "hasBroaderAuthority",
    "narrower": "hasNarrowerAuthority",
    "see_also": "hasReciprocalAuthority",
}
LONGER = {"q3a-cats"}
"""Wants headings of which the word is a small part: our search is for near misses of a heading, and finds the first alone."""
UNTOLD = {"q4-lcnaf-no-replacement"}
"""Nothing is expected of a record of which the data has the number alone."""
Case = Mapping[str, object]


def cases(*queries: str, profile: str = "full") -> list[Case]:
    """The cases of some queries that hold for a store: ``core`` is the store without names."""
    lines = shared("labelled", "headings", "kltng_lookup_golden.jsonl").read_text(encoding="utf-8").splitlines()
    found: list[Case] = [json.loads(line) for line in lines]
    profiles = ((c, c["profiles"]) for c in found if c["query"] in queries and "uncertain" not in c)
    return [c for c, where in profiles if isinstance(where, list) and profile in where]


def expected(case: Case) -> list[dict[str, str]]:
    found = case["expected"]
    assert isinstance(found, list)
    return found


def records() -> list[LocHeading]:
    """Every record that the cases name, with the variant by which a case finds it."""
    found: dict[str, LocHeading] = {}
    for case in cases("Q1", "Q2", "Q3a", "Q3b"):
        for one in expected(case):
            variants = [str(case["text"])] if case["query"] in ("Q2", "Q3b") else []
            held = found.get(one["uri"])
            gone = [f"http://id.loc.gov/authorities/subjects/{one['uri']}x"] if one.get("deprecated") else []
            key = str(one.get("marc_key") or "")
            kind = KINDS.get(key[:3], "GenreForm" if one["authority"] == "lcgft" else "Topic")
            place = FOLDERS[one["authority"]]
            found[one["uri"]] = LocHeading(
                one["uri"],
                one["label"],
                place,
                kind if place != "names" or kind != "Topic" else "PersonalName",
                [*(held.variants if held is not None else []), *variants],
                instead=gone,
            )
    subdivision = ("http://id.loc.gov/authorities/subjects/collection_Subdivisions",)
    found["sh1"] = LocHeading("sh00000001", "Effect of logging on", collections=subdivision)
    return list(found.values())


def imported(folder: Path, documents: Iterable[tuple[str, object]]) -> LocalSnapshot:
    """A store of records, each an address and what is said of it in JSON-LD."""
    lines = (json.dumps({"@context": {"about": iri}, "@graph": graph}) for iri, graph in documents)
    (folder / "lc.jsonld").write_text("\n".join(lines), encoding="utf-8")
    settings = Settings(references_folder=str(folder / "refs"), cache_folder=str(folder / "cache"))
    manifest = import_vocabulary([folder / "lc.jsonld"], settings, name="lc", code="lcsh", format="jsonld").manifest
    return LocalSnapshot(manifest, settings)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> LocalSnapshot:
    return imported(tmp_path_factory.mktemp("lookup"), ((one.iri, one.document()) for one in records()))


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> LocalSnapshot:
    named = (one for one in records() if one.folder != "names")
    return imported(tmp_path_factory.mktemp("core"), ((one.iri, one.document()) for one in named))


def numbers(entities: tuple[Entity, ...], case: Case, *, gone: bool = True) -> set[str]:
    """The records among those found that are headings of the files asked for."""
    places = tuple(f"http://id.loc.gov/authorities/{FOLDERS[a]}/" for a in case["authorities"])  # type: ignore[attr-defined]
    kept = [e for e in entities if e.id.startswith(places) and file_of(e) != "subdivision"]
    return {e.id.rpartition("/")[2] for e in kept if gone or DEPRECATED not in e.flags}


def looked_up(vocabulary: Vocabulary, case: Case) -> set[str]:
    # a preferred label is looked up first, and a variant only where there is none
    for rank in (0, 1):
        answer = vocabulary.by_label(str(case["text"]), (rank,))
        if isinstance(answer, Found) and (found := numbers(answer.value, case)):
            return found
    return set()


@pytest.mark.parametrize("case", cases("Q1", "Q2"), ids=lambda case: str(case["id"]))
def test_labels_and_variants_lead_to_the_records(case: Case, store: LocalSnapshot) -> None:
    assert looked_up(store, case) == {one["uri"] for one in expected(case)}


@pytest.mark.parametrize("case", cases("Q1", "Q2", profile="core"), ids=lambda case: str(case["id"]))
def test_a_store_without_names_does_not_have_them(case: Case, core: LocalSnapshot) -> None:
    assert looked_up(core, case) == {one["uri"] for one in expected(case)}
    assert not core.covers_headings("name")  # so that it accuses no name that it lacks


@pytest.mark.parametrize("case", cases("Q3a", "Q3b"), ids=lambda case: str(case["id"]))
def test_words_lead_to_the_records(case: Case, store: LocalSnapshot) -> None:
    answer = store.search(Query(Kind.CONCEPT, str(case["text"])), 50)
    found = numbers(answer.value, case) if isinstance(answer, Found) else set()
    wanted = {one["uri"] for one in expected(case)}
    if not wanted:
        assert found == set()
    elif case["id"] in LONGER:
        assert found == {expected(case)[0]["uri"]}
    else:
        assert found >= wanted


@pytest.mark.parametrize("case", [c for c in cases("Q4", "Q5") if c["id"] not in UNTOLD], ids=lambda case: str(case["id"]))
def test_numbers_lead_to_replacements_and_to_what_is_broader_narrower_and_related(case: Case, tmp_path: Path) -> None:
    record = case["record"]
    assert isinstance(record, list)
    authority, number = map(str, record)
    place = f"http://id.loc.gov/authorities/{FOLDERS[authority]}/{number}"
    rels = [(str(one.get("rel", "replaced by")), one) for one in expected(case)]
    targets = [(LINKS[rel], f"{PLACES[one['target_authority']]}{one['target_uri']}", one["label"]) for rel, one in rels]
    said: dict[str, object] = {
        "@id": place,
        "@type": [MADS + "Topic", MADS + ("DeprecatedAuthority" if case["query"] == "Q4" else "Authority")],
    }
    said[MADS + "authoritativeLabel"] = [{"@value": "The heading"}]  # these cases name it by its number alone
    for link, iri, _ in targets:
        said.setdefault(MADS + link, []).append({"@id": iri})  # type: ignore[attr-defined]
    mentioned = [
        {"@id": iri, "@type": [MADS + "Topic", MADS + "Authority"], MADS + "authoritativeLabel": [{"@value": label}]}
        for _, iri, label in targets
    ]
    answer = imported(tmp_path, [(place, [said, *mentioned])]).by_identifier(Identifier("lccn", number))
    assert isinstance(answer, Found)
    assert (DEPRECATED in answer.value.flags) is (case["query"] == "Q4")
    for rel, name in PROPERTIES.items():
        held = {(s.value, *(str(i) for i in s.identifiers)) for s in answer.value.all(name)}
        assert held == {(one["label"], f"lccn:{one['target_uri']}") for told, one in rels if told == rel}


def test_the_live_service_leads_to_the_same_records(tmp_path: Path) -> None:
    with Authority(loc_routes(*records())) as service:
        settings = Settings(cache_folder=str(tmp_path), sources=(SourceSettings("locgov", service.url, 1000.0, 8),))
        with Http(settings) as http:
            (source,) = live_sources(http, settings, ["locgov"])
            assert isinstance(source, Vocabulary)
            for case in cases("Q1", "Q2"):
                found, wanted = looked_up(source, case), {one["uri"] for one in expected(case)}
                assert found <= wanted, case["id"]  # of two records with one label in a file, a label leads to one
                assert bool(found) == bool(wanted), case["id"]
            gone = source.by_identifier(Identifier("lccn", "sh00000273"))
            assert isinstance(gone, Found)
            assert DEPRECATED in gone.value.flags
