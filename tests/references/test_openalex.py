"""OpenAlex: works as entities, and as a source over a local stand-in."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.model import Answer, Edge, Entity, Found, Graph, Identifier, Kind, Query, Reason, Role, Silent, Statement, Unavailable
from gate.references import Source
from gate.references.http import Http
from gate.references.openalex import OpenAlex
from gate.references.openalex_record import FIELDS, cites, work, work_id
from tests.authorities import Authority
from tests.authorities.openalex import openalex_routes, openalex_work
from tests.references.bodies import bodies, objects
from tests.shared import shared

EEL = openalex_work(1, "Eel larvae in cold currents", "Nils Berg", "Ole Hansen", doi="10.1234/eel(1)<x>", cites=[2, 3, 9])
SEAS = openalex_work(2, "On northern seas", "Ada Able", doi="10.1234/seas", cites=[3, 1])
LIGHT = openalex_work(3, "Lighthouse keeping", "Carl Calm", is_retracted=True, ids={"pmid": "https://pubmed.ncbi.nlm.nih.gov/77"})
PREPRINT = openalex_work(4, "Tides, told twice: a review", doi="10.48550/arxiv.1706.03762")


@pytest.fixture
def authority() -> Iterator[Authority]:
    with Authority(openalex_routes(EEL, SEAS, LIGHT, PREPRINT, merged={"W8": "W1", "doi:10.1234/copy": "W1"})) as it:
        yield it


def ask(it: Authority, folder: Path, identifier: str) -> Answer[Entity]:
    scheme, _, value = identifier.partition(":")
    with Http(settings := it.settings("openalex", folder, max_attempts=1)) as http:
        return OpenAlex(http, settings).by_identifier(Identifier(scheme, value))


def search(it: Authority, folder: Path, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
    with Http(settings := it.settings("openalex", folder, max_attempts=1)) as http:
        return OpenAlex(http, settings).search(query, limit)


def around(it: Authority, folder: Path, id_: str) -> Answer[Graph]:
    with Http(settings := it.settings("openalex", folder, max_attempts=1)) as http:
        return OpenAlex(http, settings).neighbourhood(id_)


def test_it_is_an_oracle_about_works(authority: Authority, tmp_path: Path) -> None:
    with Http(settings := authority.settings("openalex", tmp_path)) as http:
        source = OpenAlex(http, settings)
    assert isinstance(source, Source)
    assert source.role is Role.ORACLE
    assert source.kinds == {Kind.WORK}


def test_a_work_in_full() -> None:
    entity = work(EEL)
    assert entity is not None
    assert entity.id == "https://doi.org/10.1234/eel(1)%3Cx%3E"
    assert [(s.property, s.value) for s in entity.statements] == [
        *(("title", "Eel larvae in cold currents"), ("creators", "Nils Berg"), ("creators", "Ole Hansen")),
        *(("date", "2001-05-07"), ("type", "article-journal"), ("container", "Journal of Northern Seas")),
        *(("volume", "7"), ("issue", "2"), ("pages", "101-120"), ("language", "en"), ("issn", "0028-0836")),
        *(("doi", "10.1234/eel(1)<x>"), ("identifiers", "W1")),
    ]
    assert entity.flags == frozenset()
    assert entity.complete_for == frozenset()
    assert cites(EEL) == ("W2", "W3", "W9")


def test_what_is_not_sure_is_not_said() -> None:
    placeholder = work(openalex_work(5, "X", publication_date="2001-01-01"))
    assert placeholder is not None
    assert [s.value for s in placeholder.all("date")] == ["2001"], "the first of January is a year"
    repository = {"source": {"display_name": "arXiv (Cornell University)", "type": "repository", "issn": None}}
    preprint = work(openalex_work(6, "X", primary_location=repository, biblio=None, type="preprint"))
    assert preprint is not None
    assert preprint.first("container") is None, "a repository is where a copy lies"
    assert [(s.value, s.forms) for s in preprint.all("type")] == [("article", ("preprint",))]


def test_a_name_and_how_it_stands_in_the_work() -> None:
    written = {
        "author": {"display_name": "Kaiming He", "orcid": "https://orcid.org/0000-0002-1825-0097"},
        "raw_author_name": "K. He",
    }
    entity = work(openalex_work(7, "X", authorships=[written, {"author": {}, "raw_author_name": "The Group"}, {"author": {}}]))
    assert entity is not None
    first, second = entity.all("creators")
    assert (first.value, first.forms) == ("Kaiming He", ("K. He",))
    assert first.identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert second == Statement("creators", "The Group", role="aut")


def test_ids_of_works() -> None:
    assert work_id("https://openalex.org/W27") == work_id("w27") == work_id("https://api.openalex.org/works/W27") == "W27"
    assert work_id("https://openalex.org/A27") == work_id("W0") == work_id("W27/x") == work_id("") == ""


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*FIELDS, "author", "source", "display_name"]), inner)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from([*FIELDS]), json_values))
def test_wrong_types_anywhere_are_left_out(item: dict[str, object]) -> None:
    entity = work({**item, "id": "https://openalex.org/W1"})
    assert entity is not None
    assert all(s.value for s in entity.statements)
    cites(item)
    work(item)


def test_every_recorded_work_is_read() -> None:
    works = titled = creators = cited = 0
    for _, body in bodies(shared("responses", "openalex")):
        for one in objects(body):
            if "authorships" in one:
                entity = work(one)
                assert entity is not None
                works += 1
                titled += entity.first("title") is not None
                creators += len(entity.all("creators"))
                cited += len(cites(one))
                raw = json.dumps(one, ensure_ascii=False).lower()
                assert all(str(s.value).lower()[:4] in raw for s in entity.all("date"))
                assert len(entity.all("creators")) <= len(one["authorships"])  # type: ignore[arg-type]
                listed = one.get("referenced_works")
                assert len(cites(one)) == (len(listed) if isinstance(listed, list) else 0)
    sys.stdout.write(f"{works} works, {titled} with a title, {creators} creators, {cited} references\n")
    assert works > 130
    assert titled == works
    assert creators > 500
    assert cited > 1000


def test_every_recorded_list_is_an_answer_and_every_other_body_a_named_reason(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    with Authority() as it, Http(settings := it.settings("openalex", tmp_path, max_attempts=1, breaker_failures=10_000)) as http:
        source = OpenAlex(http, settings)
        for number, (_, body) in enumerate(bodies(shared("responses", "openalex"))):
            entries = body.get("entries", []) if isinstance(body, dict) else []
            lists: list[object] = [{"meta": {}, "results": entry["items"]} for entry in entries] or [body]
            for place, one in enumerate((*lists, body)):
                it.routes["/works"] = json.dumps(one)
                answer = source.search(Query(Kind.WORK, f"Title {number} {place}"), 200)
                kinds[type(answer).__name__] += 1
                results = one.get("results") if isinstance(one, dict) else None
                if isinstance(answer, Found):
                    assert len(answer.value) == len(results or [])
                elif isinstance(answer, Unavailable):
                    assert answer.reason is Reason.MALFORMED
                else:
                    assert results == []
    sys.stdout.write(f"answers {dict(kinds)}\n")
    assert kinds["Found"] >= 14
    assert kinds["Unavailable"] >= 1


@pytest.mark.parametrize(
    ("identifier", "id_"),
    [
        ("doi:10.1234/eel(1)<x>", "https://doi.org/10.1234/eel(1)%3Cx%3E"),
        ("pmid:77", "https://openalex.org/W3"),
        ("openalex:W2", "https://doi.org/10.1234/seas"),
        ("openalex:W8", "https://doi.org/10.1234/eel(1)%3Cx%3E"),
        ("arxiv:1706.03762", "https://doi.org/10.48550/arxiv.1706.03762"),
        ("doi:10.48550/arxiv.1706.03762v5", "https://doi.org/10.48550/arxiv.1706.03762"),
    ],
)
def test_by_identifier(authority: Authority, tmp_path: Path, identifier: str, id_: str) -> None:
    answer = ask(authority, tmp_path, identifier)
    assert isinstance(answer, Found), answer
    assert answer.value.id == id_
    assert answer.evidence.url.startswith("https://openalex.org/W")
    (asked,) = authority.asked
    assert asked.query["select"] == [",".join(FIELDS)]


def test_retracted_is_a_flag(authority: Authority, tmp_path: Path) -> None:
    answer = ask(authority, tmp_path, "pmid:77")
    assert isinstance(answer, Found)
    assert answer.value.flags == {"retracted"}


def test_what_it_lacks_proves_nothing(authority: Authority, tmp_path: Path) -> None:
    for identifier in ("doi:10.1234/invented", "pmid:99", "openalex:W404"):
        answer = ask(authority, tmp_path, identifier)
        assert isinstance(answer, Silent)
        assert answer.asked
    copy = ask(authority, tmp_path, "doi:10.1234/copy")
    assert isinstance(copy, Silent), "it answers with a work of another DOI"
    assert "another work" in copy.detail


def test_what_it_is_not_asked(authority: Authority, tmp_path: Path) -> None:
    for identifier in ("openalex:A5", "isbn:9780306406157", "openalex:../authors"):
        answer = ask(authority, tmp_path, identifier)
        assert isinstance(answer, Silent)
        assert not answer.asked
    assert authority.asked == []


def test_search_by_title(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, Query(Kind.WORK, "Tides, told twice: a review", year=2001))
    assert isinstance(answer, Found)
    assert [entity.label for entity in answer.value] == ["Tides, told twice: a review"]
    assert not answer.exhaustive
    assert isinstance(search(authority, tmp_path, Query(Kind.WORK, "Imaginary tides")), Silent)


def test_search_for_a_whole_reference(authority: Authority, tmp_path: Path) -> None:
    answer = search(authority, tmp_path, Query(Kind.WORK, raw="Able, A. (2001). On northern seas. J. North. Seas 7, 101-120."))
    assert isinstance(answer, Found)
    assert [entity.label for entity in answer.value] == ["On northern seas"]


def test_a_title_cannot_turn_into_another_filter(authority: Authority, tmp_path: Path) -> None:
    for title in ("x,is_retracted:true", 'a|b "c" !d', "eel&filter=doi:1", "a%2Cauthorships.author.id:A1"):
        search(authority, tmp_path, Query(Kind.WORK, title))
    assert len(authority.asked) == 4
    for asked in authority.asked:
        (filter_,) = asked.query["filter"]
        name, _, words = filter_.partition(":")
        assert name == "title.search"
        assert words.replace(" ", "").isalnum()


def test_which_work_cites_which(authority: Authority, tmp_path: Path) -> None:
    eel, seas, light = ("https://doi.org/10.1234/eel(1)%3Cx%3E", "https://doi.org/10.1234/seas", "https://openalex.org/W3")
    for id_ in (eel, "https://openalex.org/W1"):
        answer = around(authority, tmp_path, id_)
        assert isinstance(answer, Found), answer
        cited = {(e.source, e.target) for e in answer.value.edges if e.type == "citations"}
        assert cited == {(eel, seas), (eel, light), (seas, light), (seas, eel)}, "W9 is not to be had"
        assert {answer.value.label(e.target) for e in answer.value.edges if e.type == "creators" and e.source == eel} == {
            *("Nils Berg", "Ole Hansen")
        }
        assert answer.value.label(seas) == "On northern seas"
        assert Edge(eel, "container", "title:journal of northern seas") in answer.value.edges


def test_neighbourhoods_that_are_not_known(authority: Authority, tmp_path: Path) -> None:
    none = around(authority, tmp_path, "https://openalex.org/W3")
    assert isinstance(none, Silent)
    assert none.asked
    for id_ in ("agent:berg", "http://www.wikidata.org/entity/Q1"):
        answer = around(authority, tmp_path, id_)
        assert isinstance(answer, Silent)
        assert not answer.asked


def test_a_graph_with_a_part_that_could_not_be_asked_for_is_none(authority: Authority, tmp_path: Path) -> None:
    authority.fault("503", route="/works")
    answer = around(authority, tmp_path, "https://openalex.org/W1")
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.SERVER
