"""Every recorded body of the authority files, and of services that are none, through every live authority.

A body is a typed answer or a named Unavailable, never a crash; what an answer says is in the body. The files of a source's own
folder that it cannot read are listed here by name, with what they are.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from gate.model import Absent, Answer, Entity, Found, Identifier, Silent, Unavailable
from gate.references.authorities.base import LiveAuthority
from gate.references.authorities.gnd import entity_of
from gate.references.authorities.isni import _read as isni_body
from gate.references.authorities.isni import identities
from gate.references.http import Http, Raw
from gate.references.http.values import Failure
from gate.references.live import LIVE, live_sources
from gate.settings import Settings
from tests.authorities import Authority, Response
from tests.references.recorded import Recorded, recorded
from tests.references.test_recorded_bodies import corpus, squashed, words
from tests.shared import shared

FOLDERS = {
    "locgov": "loc",
    "gnd": "gnd",
    "viaf": "viaf",
    "orcid": "orcid",
    "isni": "isni",
    "fast": "fast",
    "mesh": "mesh",
    "getty": "getty",
}
OTHERS = ("lod_generic", "geonames", "homosaurus", "other_catalogues")
SOURCES = tuple(name for name, place in LIVE.items() if ".authorities." in place)
_LARGE = 20_000
IDS: dict[str, tuple[str, str]] = {
    "locgov": ("lccn", r"(?:authorities/\w+/)((?:sh|sj|gf|n[a-z]?|mp|dg)\d{8,10})"),
    "gnd": ("gnd", r"d-nb\.info/gnd/(\d[\dX-]+)"),
    "viaf": ("viaf", r"viafID\W+(?:content\W+)?(\d+)"),
    "orcid": ("orcid", r"(\d{4}-\d{4}-\d{4}-\d{3}[\dX])"),
    "isni": ("isni", r"isniUnformatted>(\d+)"),
    "fast": ("fast", r"(?:fast/|rdf:about=\W?)(?:fst)?0*(\d{3,8})"),
    "mesh": ("mesh", r"\b([DC]\d{6,9})\b"),
    "getty": ("iri", r"(http://vocab\.getty\.edu/(?:aat|ulan|tgn)/\d+)"),
}
NUMBERS = {
    "locgov": "sh85021262",
    "gnd": "118540238",
    "viaf": "102333412",
    "orcid": "0000-0002-1825-0097",
    "isni": "0000000121032683",
    "fast": "1136458",
    "mesh": "D004539",
    "getty": "http://vocab.getty.edu/aat/1",
}


#: the files that a source cannot read, and what they are: each comes out as Unavailable
UNREAD: dict[str, dict[str, str]] = {
    "locgov": {
        "aspace_*": "the old search, Atom as JSON",
        "qa_loc-response.json": "the old search",
        "qa_loc-*s-response.json": "the old search",
        "authoritex_lcbase_500.json": "made by hand: status 500",
        "authoritex_lcbase_bad_200.json": "made by hand: a page with status 200",
        "kltng_suggest2_marckeys.tsv": "a table, not a body",
    },
    "gnd": {
        "lobid_entityfacts_authorities_entityfacts_test.jsonld": "a list, and one is asked for at a time: read by itself below"
    },
    "viaf": {"viapy_102333412_rdf.xml": "RDF, which is not asked for"},
    "orcid": {
        **dict.fromkeys(("conciliator_orcid_*", "dspace_orcid_orcid-search*", "dspace_v3-author_search.xml"), "searches"),
        **dict.fromkeys(("dspace_works_*", "rorcid_extract_bibtex.json", "rorcid_orcid_citations_with_bibtex.json"), "works"),
        **dict.fromkeys(("rorcid_identifiers_output_from_orcid*", "rorcid_orcid.json", "rorcid_orcid_doi*"), "searches"),
        **dict.fromkeys(("rorcid_orcid_pagination.json", "rorcid_orcid_qf_param.json"), "searches"),
        "rorcid_orcid_search_no_results.json": "a search",
        "rorcid_orcid_error.json": "errors with status 400 and 500",
    },
    "isni": {"bookwyrm_sru_isni-b_0.xml": "made by hand: its number is no ISNI; read by itself below"},
    "fast": {
        "qa_lod_oclc_query_no_results.rdf.xml": "a search in RDF, which is not asked for",
        "qa_lod_oclc_term_bad_id.nt": "an answer without a heading",
    },
    "mesh": {"qa_mesh.txt": "the file of descriptors as text", "qa_oclcts-*": "a service that OCLC has ended"},
    "getty": {
        "authoritex_gettybase_500.json": "made by hand: a page with status 500",
        "bpldc_geomash_GET_tgn_with_an_invalid_TGN_id_*": "a page with status 404, which proves nothing: an address that is none",
        "qa_getty-error-response.json": "an error in JSON with status 200",
    },
}


class Canned(Http):
    """The live services, each of which answers everything with one body."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Settings(cache_folder=str(folder)))
        self.raw = Raw(200, b"")

    def _found(self, request, service, meaning, empty):  # type: ignore[no-untyped-def]
        outcome = meaning(self.raw)
        if isinstance(outcome, Failure):
            return Unavailable(request.source, outcome.reason, outcome.detail)
        return self.raw, outcome


@pytest.fixture
def http(tmp_path: Path) -> Iterator[Canned]:
    found = Canned(tmp_path)
    with found:
        yield found


def authorities(http: Canned) -> dict[str, LiveAuthority]:
    return {s.name: s for s in live_sources(http, Settings(), SOURCES) if isinstance(s, LiveAuthority)}


def number_in(source: str, one: Recorded) -> str:
    """The number that a body is about, as far as it can be told."""
    found = re.search(IDS[source][1], one.path) or re.search(IDS[source][1], one.body.decode("utf-8", "replace"))
    return found[1] if found else NUMBERS[source]


def answers(source: LiveAuthority, number: str) -> dict[str, Answer[Entity] | Answer[tuple[Entity, ...]]]:
    routes: dict[str, Callable[[], Answer[Entity] | Answer[tuple[Entity, ...]]]] = {
        "by_identifier": lambda: source.by_identifier(Identifier(IDS[source.name][0], number)),
        "by_label": lambda: source.labelled("Cats"),
        "near": lambda: source.near("Cats", 20),
    }
    return {name: ask() for name, ask in routes.items()}


def lacking(entity: Entity, known: tuple[set[str], str]) -> list[str]:
    """The labels of an entity that are not in the body."""
    texts = [t for name in ("heading", "alt_labels", "replaced_by") for s in entity.all(name) for t in (s.value, *s.forms)]
    return [t for t in texts if [w for w in words(t) - known[0] if w not in known[1] and squashed(w) not in known[1]]]


@pytest.mark.parametrize("name", SOURCES)
def test_its_own_bodies(name: str, http: Canned, capsys: pytest.CaptureFixture[str]) -> None:
    source = authorities(http)[name]
    counts: Counter[str] = Counter()
    typed: dict[str, bool] = defaultdict(bool)
    for one in recorded(shared("responses", FOLDERS[name])):
        http.raw = Raw(one.status, one.body, one.content_type, as_of="2026-11-30T00:00:00+00:00")
        typed[one.file] |= False
        for route, answer in answers(source, number_in(name, one)).items():
            if isinstance(answer, Unavailable):
                assert answer.source == name
                assert answer.detail
            elif not (isinstance(answer, Silent) and not answer.asked):
                typed[one.file] = True
            counts[f"{route} {type(answer).__name__}"] += 1
            entities = answer.value if isinstance(answer, Found) and isinstance(answer.value, tuple) else ()
            entities = (answer.value,) if isinstance(answer, Found) and isinstance(answer.value, Entity) else entities
            known = corpus(one.body) if entities else (set[str](), "")
            assert [t for entity in entities for t in lacking(entity, known)] == [], one.file
            if isinstance(answer, Absent):
                assert one.status in (404, 410)
    unread = sorted(file for file, found in typed.items() if not found)
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {len(typed)} files, {dict(sorted(counts.items()))}\n  not read: {', '.join(unread)}\n")
    listed = {file for file in typed if any(fnmatch(file, pattern) for pattern in UNREAD[name])}
    assert set(unread) == listed


@pytest.mark.parametrize("name", SOURCES)
def test_bodies_of_other_services_are_never_its_own(name: str, http: Canned) -> None:
    source = authorities(http)[name]
    bodies = 0
    for folder in (*OTHERS, *(own for other, own in FOLDERS.items() if other != name)):
        for one in recorded(shared("responses", folder)):
            if len(one.body) > _LARGE and folder not in OTHERS:
                continue
            bodies += 1
            http.raw = Raw(one.status, one.body, one.content_type, as_of="2026-11-30T00:00:00+00:00")
            for route, answer in answers(source, NUMBERS[name]).items():
                assert isinstance(answer, Unavailable | Silent | Absent), (route, folder, one.file, answer)
                assert not isinstance(answer, Absent) or one.status in (404, 410)
    assert bodies > 100


def test_what_the_national_library_itself_says_of_its_numbers(tmp_path: Path) -> None:
    """EntityFacts, at an address that ends as its own does: by number alone, persons with their names in both orders."""
    bodies = {one.file: one.body for one in recorded(shared("responses", "gnd"))}
    route = Response(bodies["lobid_entityfacts_118634313.json"], content_type="application/json")
    with Authority({"/entityfacts/118634313": route}) as service:
        settings = service.settings("gnd", tmp_path, path="/entityfacts")
        with Http(settings) as http:
            (gnd,) = live_sources(http, settings, ["gnd"])
            assert isinstance(gnd, LiveAuthority)
            found = gnd.by_identifier(Identifier("gnd", "118634313"))
            assert isinstance(found, Found)
            heading = found.value.first("heading")
            assert heading is not None
            assert (heading.value, heading.part("file")) == ("Wittgenstein, Ludwig", "name")
            assert (heading.part("birth"), heading.part("death")) == ("April 26, 1889", "April 29, 1951")
            assert "Ludwig Wittgenstein" in {s.value for s in found.value.all("alt_labels")}
            assert isinstance(gnd.by_identifier(Identifier("gnd", "118540238")), Silent)
            near = gnd.near("Wittgenstein", 3)
            assert isinstance(near, Silent)
            assert not near.asked
    listed = json.loads(bodies["lobid_entityfacts_authorities_entityfacts_test.jsonld"])
    headings = [entity_of(body) for body in listed]
    assert [(h.label, h.file) for h in headings if h is not None][:2] == [
        ("Northern Nigeria", "geographic"),
        ("Pacific Islands", "geographic"),
    ]
    assert None not in headings


def test_the_identity_that_was_made_by_hand() -> None:
    (one,) = recorded(shared("responses", "isni"))
    read = isni_body(Raw(200, one.body, "application/xml"))
    assert isinstance(read, dict)
    (found,) = identities(read)
    assert (found.label, [text for text, _ in found.variants]) == ("Smith, Sam", ["Sammy", "Smitters"])
    assert Identifier("gnd", "1064851320") in found.identifiers
