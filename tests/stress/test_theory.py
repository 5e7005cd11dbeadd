"""Where theory says that answers land: truth, permuted, truncated, invention; and every kind of answer at the endpoint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from gate.model import Statement
from gate.stress import bibliography, philosophers
from gate.stress.answers import load
from gate.stress.domain import Domain
from gate.stress.evaluation import evaluate
from gate.stress.model import Endpoint, ask
from gate.stress.results import Cell, Result, records
from gate.stress.truth import Thing
from tests.stress.endpoint import playing, saved, truthful


def person(item: str, year: int, place: str, *influences: str) -> Thing:
    told = [Statement("name", item), Statement("birth", f"{year}-05-01"), Statement("birth_place", place)]
    return Thing(item, item, (*told, *(Statement("influenced_by", i) for i in influences)))


def work(item: str, title: str, year: int, *cited: str) -> Thing:
    told = [Statement("title", title), Statement("date", str(year)), Statement("doi", item), Statement("creators", "Ada Byron")]
    return Thing(item, title, (*told, *(Statement("citations", c, parts=(Statement("title", c),)) for c in cited)))


PEOPLE = (
    person("Q1", 1801, "Northport", "Ada Able", "Berta Busy"),
    person("Q2", 1850, "Southmark", "Carl Calm", "Dora Deep"),
    person("Q3", 1900, "Westhaven", "Emil Even", "Frida Fair"),
)
WORKS = (
    work("10.1000/a", "On eels", 1990, "A history of the northern eel trade", "Nets and weirs of the inland waters"),
    work("10.1000/b", "On boats", 2001, "Hulls that were built without a plan", "The price of tar in seven harbours"),
    work("10.1000/c", "On salt", 2015, "Pans, brine and the making of white salt", "Taxes on salt from four centuries"),
)
CASES = [(philosophers.DOMAIN, PEOPLE, "influenced_by"), (bibliography.DOMAIN, WORKS, "citations")]


def scored(domain: Domain, things: Sequence[Thing], folder: Path, texts: dict[str, str]) -> Result:
    saved(folder, "m", texts)
    more = bibliography.more(None) if domain is bibliography.DOMAIN else None
    return evaluate(domain, things, load(folder), more=more, draws=20)


def rows(result: Result, matching: str = "gate") -> dict[str, dict[str, Cell]]:
    return {str(r["field"]): r for r in records(result.table("fields")) if r["matching"] == matching}


def measured(result: Result) -> dict[str, Cell]:
    return {str(r["measure"]): r["value"] for r in records(result.table("structure"))}


@pytest.mark.parametrize(("domain", "things", "field"), CASES, ids=lambda c: getattr(c, "name", ""))
@pytest.mark.parametrize("matching", ["gate", "published"])
def test_the_truth_is_perfect(domain: Domain, things: Sequence[Thing], field: str, matching: str, tmp_path: Path) -> None:
    result = scored(domain, things, tmp_path, truthful(domain, things))
    found = rows(result, matching)
    for name, row in found.items():
        if row["records"] is not None:
            assert (row["FP"], row["FN"], row["exact"], row["accuracy"]) == (0, 0, 3, 1.0), name
    assert (found[field]["precision"], found[field]["recall"], found[field]["F1"], found[field]["hallucination"]) == (1, 1, 1, 0)
    values = measured(result)
    assert (values["node_jaccard"], values["edge_jaccard"], values["fabricated_nodes"]) == (1.0, 1.0, 0.0)


@pytest.mark.parametrize(("domain", "things", "field"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_permuted_truth_has_the_nodes_and_not_one_edge(
    domain: Domain, things: Sequence[Thing], field: str, tmp_path: Path
) -> None:
    true = truthful(domain, things)
    turned = dict(zip(true, [*list(true.values())[1:], next(iter(true.values()))], strict=True))
    result = scored(domain, things, tmp_path, turned)
    row = rows(result)[field]
    assert (row["TP"], row["FP"], row["FN"], row["F1"], row["hallucination"]) == (0, 6, 6, 0.0, 1.0)
    values = measured(result)
    assert (values["node_jaccard"], values["edge_jaccard"], values["fabricated_nodes"]) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(("domain", "things", "field"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_a_truncated_truth_is_right_and_not_whole(domain: Domain, things: Sequence[Thing], field: str, tmp_path: Path) -> None:
    cut = {}
    for thing in things:
        first = domain.true(thing)[field][0]
        cut[thing.item] = f'{{"{field}": [{json.dumps(first)}, "and then the ans'
    result = scored(domain, things, tmp_path, cut)
    row = rows(result)[field]
    assert (row["TP"], row["FP"], row["FN"], row["precision"], row["recall"]) == (3, 0, 3, 1.0, 0.5)
    assert row["F1"] == pytest.approx(2 / 3)
    (kinds,) = records(result.table("answers"))
    assert (kinds["truncated"], kinds["object"]) == (3, 0)
    assert measured(result)["node_fabrication"] == 0.0


@pytest.mark.parametrize(("domain", "things", "field"), CASES, ids=lambda c: getattr(c, "name", ""))
def test_pure_invention_shares_the_records_alone(domain: Domain, things: Sequence[Thing], field: str, tmp_path: Path) -> None:
    said = {t.item: json.dumps({field: [f"Zzz{i} Qqx{t.item[-1]} Vvw{i}" for i in range(2)]}) for t in things}
    result = scored(domain, things, tmp_path, said)
    row = rows(result)[field]
    assert (row["TP"], row["FP"], row["FN"], row["precision"], row["recall"], row["hallucination"]) == (0, 6, 6, 0.0, 0.0, 1.0)
    values = measured(result)
    assert (values["fabricated_nodes"], values["edge_jaccard"]) == (6.0, 0.0)
    true_nodes = 3 + sum(len(v) for t in things for f in domain.fields if f.relation for v in [domain.true(t)[f.key]])
    assert values["node_jaccard"] == pytest.approx(3 / (6 + true_nodes))


@pytest.mark.parametrize(
    ("said", "finish", "kind", "right"),
    [
        ('{"influenced_by": ["Ada Able"]}', "stop", "object", 1),
        ('Here it is:\n```json\n{"influenced_by": ["Ada Able"]}\n```\nI hope that helps.', "stop", "object", 1),
        ('{"influenced_by": ["Ada Able", "Ber', "length", "truncated", 1),
        ("I'm sorry, I cannot provide that.", "stop", "refusal", 0),
        ("import json\nprint(json.dumps({}))", "stop", "code", 0),
        ("She was born by the sea and read much.", "stop", "no data", 0),
        ('{"influenced_by": {"name": "Ada Able"}, "birth": 1801, "death": false}', "stop", "object", 1),
        ("", "stop", "empty", 0),
    ],
)
def test_every_kind_of_answer_at_the_endpoint(said: str, finish: str, kind: str, right: int, tmp_path: Path) -> None:
    domain = philosophers.DOMAIN
    with playing(lambda _: said, finish) as it:
        asked = ask([domain.question(PEOPLE[0])], Endpoint(f"{it.url}/v1", "m"), tmp_path)
    assert (asked.now, asked.failed) == (1, ())
    result = evaluate(domain, PEOPLE[:1], load(tmp_path), draws=5)
    (kinds,) = records(result.table("answers"))
    assert kinds[kind] == 1
    assert rows(result)["influenced_by"]["TP"] == right
