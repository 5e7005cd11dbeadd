"""The look-up cases of labelled/headings, over stores made of the records that they name, and over the live service's stand-in.

The cases come from whole authority files, of which only the named records are at hand: what they say of ranking among thousands
of others (``contains-in-order``) is tested as "one of the named is found".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
from tests.authorities.headings import LocHeading, loc_routes
from tests.shared import shared

FOLDERS = {"lcsh": "subjects", "lcnaf": "names", "lcgft": "genreForms"}
KINDS = {"100": "PersonalName", "110": "CorporateName", "111": "ConferenceName", "151": "Geographic", "155": "GenreForm"}
Case = Mapping[str, object]


def cases(*queries: str) -> list[Case]:
    lines = shared("labelled", "headings", "kltng_lookup_golden.jsonl").read_text(encoding="utf-8").splitlines()
    found: list[Case] = [json.loads(line) for line in lines]
    # "core" is the same file without names: what is not there cannot be found
    return [c for c in found if c["query"] in queries and "uncertain" not in c and c["profiles"] != ["core"]]


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


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> LocalSnapshot:
    folder = tmp_path_factory.mktemp("lookup")
    documents = ({"@context": {"about": one.iri}, "@graph": one.document()} for one in records())
    (folder / "lc.jsonld").write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")
    settings = Settings(references_folder=str(folder / "refs"), cache_folder=str(folder / "cache"))
    manifest = import_vocabulary([folder / "lc.jsonld"], settings, name="lc", code="lcsh", format="jsonld").manifest
    return LocalSnapshot(manifest, settings)


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


@pytest.mark.parametrize("case", cases("Q3a", "Q3b"), ids=lambda case: str(case["id"]))
def test_words_lead_to_the_records(case: Case, store: LocalSnapshot) -> None:
    answer = store.search(Query(Kind.CONCEPT, str(case["text"])), 50)
    found = numbers(answer.value, case) if isinstance(answer, Found) else set()
    wanted = expected(case)
    if not wanted:
        assert found == set()
    else:  # a search by words ranks by nearness: the nearest of the named is among what is proposed
        assert found & {one["uri"] for one in wanted}


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
