"""Wikidata as a source, over a local stand-in for its API and its query service."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.model import Absent, Answer, Edge, Entity, Found, Identifier, Kind, Query, Reason, Role, Silent, Unavailable
from gate.references import Source
from gate.references.http import Http, cache_info
from gate.references.wikidata import Wikidata
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import PATH, Asked, Authority, Route
from tests.authorities.wikidata import ENTITY, Item, claim, human, item, query_service, time, wikidata_routes
from tests.shared import shared

BERTA = human(
    "Q100", "Berta Busy", labels={"ru": "Берта Бизи"}, aliases=["Berta Emsig"],
    P569=time("1844-10-15"), P570=time("1900-08-25"), P19="Q1", P106="Q3",
    P737=["Q101", claim("Q102", rank="deprecated"), "Q103"],
    P214="12345", P227="118587943",
)  # fmt: skip
CAST = (
    BERTA,
    human("Q101", "Ada Able", P737="Q103", P569=time("1799")),
    human("Q102", "Not Her", P737="Q101"),
    human("Q103", "Carl Calm", P737=["Q100", "Q102"]),
    human("Q110", "John Smith", P569=time("1580")),
    human("Q111", "John Smith", P569=time("1810-03-01")),
    human("Q112", "John Smith", P569=time("1945")),
    human("Q113", "John Smithson"),
    item("Q120", "Berta Busy Street"),
    item("Q121", "Busy University", P31="Q3918", P214="777"),
    item("Q122", "Other University", P31="Q3918", P214="777"),
    item("Q200", "On northern seas", P31="Q13442814", P1476={"text": "On northern seas", "language": "en"}, P356="10.1234/ABC",
         P212="978-0-306-40615-7", P2860=["Q201", "Q202"]),
    item("Q201", "On southern seas", P31="Q13442814", P356="10.1234/SOUTH", P2860="Q202"),
    item("Q202", "On seas", P31="Q13442814", P356="10.1234/SEAS"),
    item("Q1", "Northport", labels={"de": "Nordhafen"}),
    item("Q3", "philosopher"),
)  # fmt: skip


@dataclass(frozen=True)
class Double:
    """Wikidata of a test: its API, and the two query services."""

    api: Authority
    people: Authority
    works: Authority

    def settings(self, folder: Path, **more: object) -> Settings:
        named = {"wikidata": self.api.url, "wikidata_sparql": self.people.url + PATH, "wikidata_scholarly": self.works.url + PATH}
        sources = tuple(SourceSettings(name, url, 1000.0, 32) for name, url in named.items())
        limits = {"max_attempts": 1, "timeout_seconds": 2, "connect_seconds": 1}
        return Settings(cache_folder=str(folder), sources=sources, **{**limits, **more})  # type: ignore[arg-type]

    @property
    def actions(self) -> list[str]:
        return [asked.query["action"][0] for asked in self.api.asked]


@contextlib.contextmanager
def double(*items: Item, redirects: Mapping[str, str] | None = None) -> Iterator[Double]:
    agents = [one for one in items if "P2860" not in str(one)]
    with (
        Authority(wikidata_routes(*items, redirects=redirects)) as api,
        query_service(*agents) as people,
        query_service(*(one for one in items if one not in agents)) as works,
    ):
        yield Double(api, people, works)


@pytest.fixture
def wikidata() -> Iterator[Double]:
    with double(*CAST, redirects={"Q99": "Q100"}) as it:
        yield it


def ask(it: Double, folder: Path, identifier: str) -> Answer[Entity]:
    scheme, _, value = identifier.partition(":")
    with Http(settings := it.settings(folder)) as http:
        return Wikidata(http, settings).by_identifier(Identifier(scheme, value))


def search(
    it: Double, folder: Path, label: str, year: int | None = None, kind: Kind = Kind.AGENT, limit: int = 10
) -> Answer[tuple[Entity, ...]]:
    with Http(settings := it.settings(folder)) as http:
        return Wikidata(http, settings).search(Query(kind, label, (label,), year), limit)


def ids(answer: Answer[tuple[Entity, ...]]) -> list[str]:
    assert isinstance(answer, Found), answer
    assert not answer.exhaustive
    return [entity.id.removeprefix(ENTITY) for entity in answer.value]


def held(answer: Answer[Entity]) -> Entity:
    assert isinstance(answer, Found), answer
    return answer.value


def test_it_is_a_reference_about_agents(tmp_path: Path, wikidata: Double) -> None:
    with Http(settings := wikidata.settings(tmp_path)) as http:
        source = Wikidata(http, settings)
    assert isinstance(source, Source)
    assert (source.name, source.role, source.as_of) == ("wikidata", Role.REFERENCE, "")
    assert source.kinds == {Kind.AGENT}


def test_a_person_by_number_in_two_requests(wikidata: Double, tmp_path: Path) -> None:
    answer = ask(wikidata, tmp_path, "wikidata:Q100")
    person = held(answer)
    assert person.label == "Berta Busy"
    assert [(s.property, s.value) for s in person.statements if s.property != "identifiers"] == [
        *(("name", "Berta Busy"), ("birth", "1844-10-15"), ("death", "1900-08-25"), ("birth_place", "Northport")),
        *(("occupations", "philosopher"), ("influenced_by", "Ada Able"), ("influenced_by", "Carl Calm")),
    ]
    assert person.all("birth_place")[0].forms == ("Nordhafen",)
    assert isinstance(answer, Found)
    assert answer.evidence.url == f"{wikidata.api.url}/wiki/Q100"
    assert answer.evidence.as_of
    assert len(wikidata.api.asked) == 2
    assert wikidata.api.asked[1].query["ids"] == ["Q1|Q3|Q101|Q103"]


def test_a_merged_item_answers_under_its_new_number(wikidata: Double, tmp_path: Path) -> None:
    answer = ask(wikidata, tmp_path, "wikidata:Q99")
    person = held(answer)
    assert person.id == ENTITY + "Q100"
    known = [i for s in person.all("identifiers") for i in s.identifiers]
    assert known[:2] == [Identifier("wikidata", "Q100"), Identifier("wikidata", "Q99")]
    assert isinstance(answer, Found)
    assert answer.evidence.url.endswith("/wiki/Q100")


@pytest.mark.parametrize("qid", ["Q404", "Q9999999999"])
def test_an_item_is_absent_where_the_api_says_so(wikidata: Double, tmp_path: Path, qid: str) -> None:
    answer = ask(wikidata, tmp_path, f"wikidata:{qid}")
    assert isinstance(answer, Absent), answer
    assert answer.evidence.url.endswith(f"/wiki/{qid}")


def test_that_an_item_is_missing_is_kept_for_the_shorter_term(wikidata: Double, tmp_path: Path) -> None:
    ask(wikidata, tmp_path, "wikidata:Q404")
    ask(wikidata, tmp_path, "wikidata:Q404")
    assert len(wikidata.api.asked) == 1
    with Http(settings := wikidata.settings(tmp_path), offline=True) as http:
        answer = Wikidata(http, settings).by_identifier(Identifier("wikidata", "Q404"))
    assert isinstance(answer, Absent)
    kept = cache_info(settings)
    assert kept is not None
    assert kept.answers == (("wikidata", 1),)


@pytest.mark.parametrize(
    ("identifier", "qid"),
    [("viaf:12345", "Q100"), ("gnd:118587943", "Q100"), ("doi:10.1234/abc", "Q200"), ("isbn:9780306406157", "Q200")],
)
def test_other_identifiers(wikidata: Double, tmp_path: Path, identifier: str, qid: str) -> None:
    assert held(ask(wikidata, tmp_path, identifier)).id == ENTITY + qid


def test_how_other_identifiers_are_written() -> None:
    from gate.references.wikidata.query import haswbstatement

    def condition(scheme: str, value: str) -> str:
        return haswbstatement(Identifier(scheme, value))

    assert condition("doi", "10.1234/abc(1)<x>") == "haswbstatement:P356=10.1234/ABC(1)<X>"
    assert condition("isni", "0000000121032683") == 'haswbstatement:"P213=0000000121032683|P213=0000 0001 2103 2683"'
    assert condition("isbn", "9780306406157").endswith("P957=0-306-40615-2")
    for broken in ('10.1/a"b', "10.1/a|P31=Q5", "10.1/a\\b"):
        assert condition("doi", broken) == "", "it would be another question"
    assert condition("pmcid", "PMC1") == ""


def test_what_cannot_be_asked_is_not_asked(wikidata: Double, tmp_path: Path) -> None:
    for identifier in ("wikidata:P31", "wikidata:Q1|Q2", "pmcid:PMC1", 'doi:10.1/a"b'):
        answer = ask(wikidata, tmp_path, identifier)
        assert isinstance(answer, Silent)
        assert not answer.asked
    assert wikidata.api.asked == []


def test_an_identifier_that_nobody_or_more_than_one_has_says_nothing(wikidata: Double, tmp_path: Path) -> None:
    for identifier, detail in (("viaf:404", "no item"), ("viaf:777", "several items")):
        answer = ask(wikidata, tmp_path, identifier)
        assert isinstance(answer, Silent)
        assert detail in answer.detail
        assert answer.asked


def test_a_hit_whose_statement_is_deprecated_does_not_count(tmp_path: Path) -> None:
    with double(human("Q100", "B", P214=claim("12345", rank="deprecated"))) as it:
        assert isinstance(ask(it, tmp_path, "viaf:12345"), Silent)


@pytest.mark.parametrize(
    "name", ["Berta Busy", "Busy, Berta, 1844-1900", "Busy, Berta", "Berta Emsig", "Emsig, Berta", "Берта Бизи", "Бизи, Берта"]
)
def test_search_by_a_name_in_any_form_and_language(wikidata: Double, tmp_path: Path, name: str) -> None:
    assert ids(search(wikidata, tmp_path, name, 1844)) == ["Q100"], "the street is no agent"


def test_search_falls_back_on_the_full_text(wikidata: Double, tmp_path: Path) -> None:
    assert ids(search(wikidata, tmp_path, "Busy Berta")) == ["Q100"]
    assert wikidata.actions == ["wbsearchentities", "query", "wbgetentities", "wbgetentities"]
    assert wikidata.api.asked[1].query["srsearch"] == ["busy berta haswbstatement:P31=Q5"]


def test_a_name_cannot_turn_into_a_search_command(wikidata: Double, tmp_path: Path) -> None:
    for name in ("haswbstatement:P31=Q5", 'insource:/./ OR "x"', "Berta | incategory:All -Busy ~x*"):
        search(wikidata, tmp_path, name)
    searches = [asked.query["srsearch"][0] for asked in wikidata.api.asked if "srsearch" in asked.query]
    assert len(searches) == 3
    for words in (one.removesuffix(" haswbstatement:P31=Q5") for one in searches):
        assert words.replace(" ", "").isalnum()
        assert words == words.lower()


def test_bodies_are_agents_too(wikidata: Double, tmp_path: Path) -> None:
    assert ids(search(wikidata, tmp_path, "Busy University")) == ["Q121"]
    assert ids(search(wikidata, tmp_path, "University, Busy")) == ["Q121"]


def test_long_names_are_cut_to_what_a_search_takes(wikidata: Double, tmp_path: Path) -> None:
    assert isinstance(search(wikidata, tmp_path, "Очень длинное имя " * 60), Silent)
    first, *_, last = wikidata.api.asked
    assert len(first.query["search"][0]) == 200
    assert len(last.query["srsearch"][0].encode()) < 300
    assert last.query["srsearch"][0].endswith(" имя haswbstatement:P31=Q5")


def test_where_to_look(wikidata: Double, tmp_path: Path) -> None:
    one, many = search(wikidata, tmp_path, "Berta Busy"), search(wikidata, tmp_path, "John Smith")
    assert isinstance(one, Found)
    assert one.evidence.url == f"{wikidata.api.url}/wiki/Q100"
    assert isinstance(many, Found)
    assert many.evidence.url == f"{wikidata.api.url}/w/index.php?search=John+Smith"


def test_namesakes_all_come_and_the_year_ranks_them(wikidata: Double, tmp_path: Path) -> None:
    assert ids(search(wikidata, tmp_path, "John Smith")) == ["Q110", "Q111", "Q112", "Q113"]
    assert ids(search(wikidata, tmp_path, "John Smith", 1945)) == ["Q112", "Q113", "Q110", "Q111"]
    assert ids(search(wikidata, tmp_path, "John Smith", 1945, limit=1)) == ["Q112"]
    assert ids(search(wikidata, tmp_path, "John Smith", limit=2)) == ["Q110", "Q111"]


def test_works_by_title(wikidata: Double, tmp_path: Path) -> None:
    assert ids(search(wikidata, tmp_path, "On northern seas", kind=Kind.WORK)) == ["Q200"]


def test_a_search_that_finds_nothing_proves_nothing(wikidata: Double, tmp_path: Path) -> None:
    answer = search(wikidata, tmp_path, "Nobody Atall")
    assert isinstance(answer, Silent)
    assert answer.evidence.source == "wikidata"


@pytest.mark.parametrize(
    ("label", "kind", "limit"), [("", Kind.AGENT, 10), ("——", Kind.AGENT, 10), ("X", Kind.CONCEPT, 10), ("X", Kind.AGENT, 0)]
)
def test_a_search_for_nothing_is_not_sent(wikidata: Double, tmp_path: Path, label: str, kind: Kind, limit: int) -> None:
    answer = search(wikidata, tmp_path, label, kind=kind, limit=limit)
    assert isinstance(answer, Silent)
    assert not answer.asked
    assert wikidata.api.asked == []


def test_labels_of_many_values_come_in_batches(tmp_path: Path) -> None:
    teachers = [human(f"Q{number}", f"Teacher {number}") for number in range(1000, 1120)]
    with double(human("Q100", "B", P737=[str(one["id"]) for one in teachers]), *teachers) as it:
        assert len(held(ask(it, tmp_path, "wikidata:Q100")).all("influenced_by")) == 120
        assert [len(asked.query["ids"][0].split("|")) for asked in it.api.asked] == [1, 50, 50, 20]


def test_without_its_labels_an_item_is_no_answer(wikidata: Double, tmp_path: Path) -> None:
    settings = wikidata.settings(tmp_path)
    with Http(settings) as http:
        source = Wikidata(http, settings)
        assert isinstance(source.by_identifier(Identifier("wikidata", "Q1")), Found)
        wikidata.api.routes["/w/api.php"] = _without_labels(wikidata.api)
        answer = source.by_identifier(Identifier("wikidata", "Q100"))
    assert isinstance(answer, Unavailable), "half of a person would look as if the rest were not known"


def _without_labels(api: Authority) -> Route:
    whole = api.routes["/w/api.php"]

    def route(asked: Asked) -> object:
        assert callable(whole)
        if asked.query["props"] == ["labels|aliases"]:
            return {"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}
        return whole(asked)

    return route


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("maxlag", Reason.RATE_LIMITED),
        ("ratelimited", Reason.RATE_LIMITED),
        ("readonly", Reason.SERVER),
        ("internal_api_error_DBConnectionError", Reason.SERVER),
        ("assertuserfailed", Reason.REFUSED),
        ("badvalue", Reason.BAD_REQUEST),
        ("no-such-entity", Reason.BAD_REQUEST),
    ],
)
def test_errors_that_come_with_status_200(tmp_path: Path, code: str, reason: Reason) -> None:
    with double() as it:
        it.api.routes["/w/api.php"] = {"error": {"code": code, "info": "Something is wrong"}, "servedby": "mw1"}
        for answer in (ask(it, tmp_path, "wikidata:Q1"), ask(it, tmp_path, "viaf:1"), search(it, tmp_path, "Berta")):
            assert isinstance(answer, Unavailable)
            assert answer.reason is reason
            assert code in answer.detail


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"entities": []},
        {"entities": {"Q100": []}},
        {"entities": {"Q2": {"id": "Q2"}}, "success": 1},
        {"entities": {"-1": {"site": "enwiki", "title": "Q100", "missing": ""}}},
        {"entities": {"Q100": {"id": "L5", "type": "lexeme"}}},
        {"search": {}},
        {"query": {"search": ["Q1"]}},
    ],
)
def test_an_answer_to_something_else_is_none(tmp_path: Path, body: dict[str, object]) -> None:
    with double() as it:
        it.api.routes["/w/api.php"] = body
        for answer in (ask(it, tmp_path, "wikidata:Q100"), ask(it, tmp_path, "viaf:1"), search(it, tmp_path, "Berta")):
            assert isinstance(answer, Unavailable), answer
            assert answer.reason is Reason.MALFORMED


def test_who_influenced_whom(wikidata: Double, tmp_path: Path) -> None:
    with Http(settings := wikidata.settings(tmp_path)) as http:
        answer = Wikidata(http, settings).neighbourhood(ENTITY + "Q100")
    assert isinstance(answer, Found), answer
    berta, ada, carl = (ENTITY + qid for qid in ("Q100", "Q101", "Q103"))
    edges = {(berta, ada), (berta, carl), (ada, carl), (carl, berta)}
    assert answer.value.edges == {Edge(source, "influenced_by", target) for source, target in edges}
    assert answer.value.nodes == {berta, ada, carl}, "nobody by a deprecated statement"
    assert answer.value.labels == {berta: "Berta Busy", ada: "Ada Able", carl: "Carl Calm"}
    assert answer.evidence.source == "wikidata"
    assert answer.evidence.url.endswith("/wiki/Q100")
    assert (len(wikidata.people.asked), len(wikidata.works.asked)) == (1, 0)


def test_which_work_cites_which(wikidata: Double, tmp_path: Path) -> None:
    with Http(settings := wikidata.settings(tmp_path)) as http:
        answer = Wikidata(http, settings).neighbourhood("https://www.wikidata.org/wiki/Q200")
    assert isinstance(answer, Found), answer
    north, south, seas = (ENTITY + qid for qid in ("Q200", "Q201", "Q202"))
    assert answer.value.edges == {Edge(a, "citations", b) for a, b in ((north, south), (north, seas), (south, seas))}
    assert (len(wikidata.people.asked), len(wikidata.works.asked)) == (0, 1)


def test_neighbourhoods_of_other_things(wikidata: Double, tmp_path: Path) -> None:
    with Http(settings := wikidata.settings(tmp_path)) as http:
        source = Wikidata(http, settings)
        assert isinstance(source.neighbourhood(ENTITY + "Q404"), Absent)
        for id_, asked in (
            (ENTITY + "Q113", True),
            (ENTITY + "Q1", False),
            ("agent:busy", False),
            (ENTITY + "Q1> ?x ?y . <x", False),
        ):
            answer = source.neighbourhood(id_)
            assert isinstance(answer, Silent)
            assert answer.asked is asked


def test_a_query_service_that_is_down_is_no_answer(wikidata: Double, tmp_path: Path) -> None:
    wikidata.people.fault("504")
    with Http(settings := wikidata.settings(tmp_path)) as http:
        answer = Wikidata(http, settings).neighbourhood(ENTITY + "Q100")
    assert isinstance(answer, Unavailable)
    assert (answer.source, answer.reason) == ("wikidata", Reason.SERVER)


def test_unknown_values_are_no_nodes(tmp_path: Path) -> None:
    with (
        double(human("Q100", "B", P737=claim(None, snaktype="somevalue"))) as it,
        Http(settings := it.settings(tmp_path)) as http,
    ):
        assert isinstance(Wikidata(http, settings).neighbourhood(ENTITY + "Q100"), Silent)


def test_every_recorded_body_is_a_typed_answer_or_a_named_reason(tmp_path: Path) -> None:
    """Each answers each question that the source asks first; what it asks then (labels, items found) is answered well."""
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with double() as it, Http(settings := it.settings(tmp_path, breaker_failures=100_000)) as http:
        source = Wikidata(http, settings)
        for number, (name, body, qid) in enumerate(_recorded()):
            about = qid or f"Q{10**6 + number}"
            it.api.routes["/w/api.php"] = _answering(body, about)
            answers = [
                source.by_identifier(Identifier("wikidata", about)),
                source.by_identifier(Identifier("viaf", str(number))),
                source.search(Query(Kind.AGENT, f"Name {'x' * number}")),
            ]
            for answer in answers:
                kinds[type(answer).__name__] += 1
                if isinstance(answer, Unavailable):
                    assert answer.source == "wikidata"
                    assert answer.detail
                    reasons[answer.reason] += 1
            assert not qid or not isinstance(answers[0], Unavailable), (name, answers[0])
    sys.stdout.write(f"answers {dict(kinds)}, reasons {dict(reasons)}\n")
    assert kinds["Found"] >= 20
    assert kinds["Silent"] >= 2
    assert kinds["Absent"] >= 1
    assert reasons[Reason.RATE_LIMITED] == 3
    assert reasons[Reason.REFUSED] == 3
    assert reasons[Reason.MALFORMED] > 100


def _answering(body: str, about: str) -> Route:
    def route(asked: Asked) -> object:
        wanted = asked.query.get("ids", [about])[0]
        if wanted == about:
            return body
        return {"entities": {qid: human(qid, f"Name of {qid}") for qid in wanted.split("|")}, "success": 1}

    return route


def _recorded() -> Iterator[tuple[str, str, str]]:
    """Name, body as recorded, and the item it is about."""
    folder = shared("responses", "wikidata")
    for file in sorted(folder.iterdir()):
        text = file.read_text(encoding="utf-8")
        document = json.loads(text)
        if isinstance(document, dict) and document.get("format") == "recorded-exchanges/1":
            for exchange in document["exchanges"]:
                yield file.name, exchange["response"]["body"] or "", ""
            continue
        entities = document.get("entities") if isinstance(document, dict) else None
        about = next((qid for qid in entities or {} if qid.startswith("Q")), "")
        yield file.name, text, about
        if isinstance(document, dict) and str(document.get("id", "")).startswith("Q"):
            yield file.name, json.dumps({"entities": {document["id"]: document}, "success": 1}), document["id"]
