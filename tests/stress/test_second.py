"""Philosophers by live SPARQL: the truth from Wikidata, the second source from DBpedia, both played by a real SPARQL engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.stress.philosophers import DOMAIN
from gate.stress.results import Cell
from tests.authorities import Authority
from tests.authorities.dbpedia import dbpedia_authority
from tests.cli.run import gate
from tests.references.harvesting.services import Wikidata, philosophers, wikidata
from tests.stress.endpoint import saved

BORN = "1600-1604"
# Wikidata has Thinker 0 to 4 of these years, each influenced by one; DBpedia knows a second influence of Thinker 0 alone
DBPEDIA = """
dbr:Thinker_0 a dbo:Person ; rdfs:label "Thinker 0"@en ; dbo:influencedBy dbr:Ada_Able ; owl:sameAs wd:Q1000 .
dbr:Ada_Able a dbo:Person ; rdfs:label "Ada Able"@en .
"""
SAID = {
    "Q1000": {"birth": "1600-05-01", "place_of_birth": "Berlin", "influenced_by": ["Thinker 0", "Ada Able", "Nobody Real"]},
    "Q1001": {"birth": "1601-05-01", "place_of_birth": "Paris", "influenced_by": ["Ada Able", "ada able"]},
}


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Wikidata, Authority]]:
    saved(tmp_path / "answers", "m", {item: json.dumps(said) for item, said in SAID.items()})
    with wikidata(philosophers(8)) as truth, dbpedia_authority(DBPEDIA) as oracle:
        told = {
            **truth.environment(tmp_path / "cache"),
            "GATE_DBPEDIA_URL": oracle.url,
            "GATE_DBPEDIA_RATE": "1000",
            "GATE_MAX_ATTEMPTS": "1",
        }
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        yield truth, oracle


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, *more: str) -> dict[str, dict[str, list[list[Cell]]]]:
    common: list[str | Path] = [
        "stress",
        "philosophers",
        "--answers",
        tmp_path / "answers",
        "--truth",
        "wikidata",
        "--born",
        BORN,
    ]
    ran = gate(capsys, *common, "--format", "json", *more)
    assert ran.code == 0, ran.err
    result: dict[str, dict[str, list[list[Cell]]]] = json.loads(ran.out)
    return result


def field(result: dict[str, dict[str, list[list[Cell]]]], name: str, matching: str = "gate") -> dict[str, Cell]:
    table: dict[str, list[list[Cell]]] = result["tables"]["fields"]  # type: ignore[assignment]
    (row,) = [r for r in table["rows"] if r[1:3] == [matching, name]]
    return dict(zip(map(str, table["columns"]), row, strict=True))


def test_dbpedia_tells_extra_from_fabricated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, live: tuple[Wikidata, Authority]
) -> None:
    truth, oracle = live
    result = run(capsys, tmp_path)
    influences = field(result, "influenced_by")
    # a set: the two ways to write one name are one value. Ada Able is extra for the one and fabricated for the other.
    assert [influences[k] for k in ("TP", "FP", "extra", "not assessed")] == [1, 3, 1, 0]
    assert influences["hallucination"] == pytest.approx((1 / 3 + 1) / 2)
    assert [field(result, "birth")[k] for k in ("TP", "FP", "FN")] == [2, 0, 0]
    assert [field(result, "place_of_birth")[k] for k in ("TP", "FP", "FN")] == [1, 1, 1]
    told: dict[str, str] = result["parameters"]  # type: ignore[assignment]
    assert told["truth"] == "philosophers-1600-1604"
    assert told["second source"] == "dbpedia, live: 1 held, 1 not held"
    asked = len(truth.questions), len(oracle.asked)
    assert run(capsys, tmp_path, "--offline") == result  # a second run asks nothing
    assert (len(truth.questions), len(oracle.asked)) == asked


def test_where_dbpedia_does_not_answer_nothing_is_called_fabricated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, live: tuple[Wikidata, Authority]
) -> None:
    live[1].fault("503")
    result = run(capsys, tmp_path)
    influences = field(result, "influenced_by")
    assert [influences[k] for k in ("TP", "FP", "extra", "not assessed")] == [1, 3, 0, 3]
    assert influences["hallucination"] == 0.0
    assert "2 not answered" in str(result["parameters"]["second source"])
    measures = {str(r[1]): r[2] for r in result["tables"]["structure"]["rows"]}  # type: ignore[call-overload]
    assert measures["fabricated_nodes"] == 0.0
    assert measures["not_assessed_nodes"] == 3.0  # Paris, Nobody Real, Ada Able


def test_without_a_second_source_what_the_truth_lacks_is_fabricated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, live: tuple[Wikidata, Authority]
) -> None:
    influences = field(run(capsys, tmp_path, "--oracle", "none"), "influenced_by")
    assert [influences[k] for k in ("FP", "extra", "not assessed")] == [3, 0, 0]
    assert influences["hallucination"] == pytest.approx((2 / 3 + 1) / 2)
    assert not live[1].asked


def test_a_wikidata_that_is_down_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, live: tuple[Wikidata, Authority]
) -> None:
    live[0].query.refuse()
    ran = gate(capsys, "stress", "philosophers", "--answers", tmp_path / "answers", "--truth", "wikidata", "--born", BORN)
    assert (ran.code, ran.out) == (3, "")
    assert "does not answer" in ran.err
    ran = gate(capsys, "stress", "philosophers", "--answers", tmp_path / "answers", "--truth", "wikidata")
    assert ran.code == 2
    assert "no span of years" in ran.err


def test_values_are_sets() -> None:
    from gate.stress.json_answers import parse

    given = DOMAIN.given(parse('{"field_of_work": ["Ethics", "ethics", "Logic"], "citizenship": "France; france"}'))
    assert given["field_of_work"] == ("Ethics", "Logic")
    assert given["country_of_citizenship"] == ("France",)
