"""Philosophers and bibliography, over the shipped snapshots and over cases by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.model import Absent, Evidence, Found, Identifier, Kind, Reason, Silent, Statement, Unavailable
from gate.settings import Settings
from gate.stress import bibliography, philosophers, truth
from gate.stress.answers import load
from gate.stress.domain import same_citation
from gate.stress.evaluation import evaluate
from gate.stress.results import records
from tests.cli.run import gate
from tests.stress.endpoint import saved, truthful

WORK = truth.Thing(
    "10.1000/one",
    "On the one",
    (
        Statement("title", "On the one"),
        Statement("creators", "Ada Byron"),
        Statement("date", "1999-05-01"),
        Statement("doi", "10.1000/one"),
        Statement("type", "article"),
        Statement("citations", "x", parts=(Statement("title", "A history of the number one"), Statement("doi", "10.1000/two"))),
        Statement("citations", "y", parts=(Statement("title", "Unity and its many discontents"),)),
    ),
)


@pytest.fixture(scope="module")
def shipped() -> tuple[truth.Thing, ...]:
    return truth.load("philosophers", Kind.AGENT, Settings())


def test_the_truth_scores_perfect_on_philosophers(shipped: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    people = truth.sample(shipped, 25, 42)
    saved(tmp_path, "truth", truthful(philosophers.DOMAIN, people))
    result = evaluate(philosophers.DOMAIN, people, load(tmp_path), draws=20, replicates=0)
    for row in records(result.table("fields")):
        if row["records"] is not None and row["field"] not in ("country_of_citizenship",):
            assert (row["FP"], row["FN"]) == (0, 0), row
    (summary,) = records(result.table("summary"))
    assert summary["fabricated nodes"] == 0.0
    assert summary["node Jaccard"] == 1.0


def test_a_span_of_years(shipped: tuple[truth.Thing, ...]) -> None:
    found = philosophers.born("1800-1850")(shipped)
    assert "Friedrich Nietzsche" in {p.label for p in found}
    assert "Voltaire" not in {p.label for p in found}
    assert philosophers.born("")(shipped) == shipped
    for span in ("1850-1800", "x", "18"):
        with pytest.raises(UsageError, match="no span"):
            philosophers.born(span)


def test_both_kinds_of_recall(tmp_path: Path) -> None:
    answer = {
        "date": "1999", "doi": "https://doi.org/10.1000/ONE", "type": "article", "times_cited": 3,
        "citations": ["Smith, J. (1990). A history of the number one. J. One.", "Invented, X. Nothing at all", "Also not true"],
    }  # fmt: skip
    saved(tmp_path, "m", {WORK.item: json.dumps(answer)})
    result = evaluate(bibliography.DOMAIN, [WORK], load(tmp_path), more=bibliography.more(None), draws=20)
    (row,) = records(result.table("citations"))
    assert (row["true"], row["returned"], row["matched"], row["works with any"]) == (2, 3, 1, 1)
    assert (row["returned/true"], row["matched/true"], row["omission"]) == (1.5, 0.5, 0.5)
    (doi,) = records(result.table("dois"))
    assert (doi["valid form"], doi["broken form"], doi["not assessed"], doi["right"]) == (1, 0, 1, 1)
    (summary,) = records(result.table("summary"))
    assert summary["citation omission"] == 0.5


@pytest.mark.parametrize(
    ("given", "held", "same"),
    [
        ("doi:10.1/a. X", "Y. doi:10.1/A", None),
        ("https://doi.org/10.1000/a", "Title of a work. doi:10.1000/A", True),
        ("Title of a work. doi:10.1000/b", "Title of a work. doi:10.1000/a", False),
        ("Doe (2001). Unity and its many discontents. Press.", "Unity and its many discontents", True),
        ("Unity and its discontents", "Unity and its many discontents", False),
        ("Deep learning for crop yield prediction", "Deep learning", False),
        ("", "Deep learning", False),
    ],
)
def test_the_same_reference(given: str, held: str, same: bool | None) -> None:
    assert same_citation(given, held) is bool(same)


class Source:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def by_identifier(self, identifier: Identifier) -> object:
        return self.answer


EVIDENCE = Evidence("s", "2026-01-01")
ABSENT, SILENT, LOST = Absent(EVIDENCE), Silent(EVIDENCE), Unavailable("s", Reason.TIMEOUT)
FOUND = Found(None, EVIDENCE)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([FOUND, LOST], "exists"),
        ([ABSENT, SILENT], "does not exist"),
        ([ABSENT, LOST], "not assessed"),
        ([SILENT, SILENT], "not assessed"),
        ([LOST], "not assessed"),
        ([], "not assessed"),
    ],
)
def test_a_lost_source_never_makes_a_doi_false(answers: list[object], told: str) -> None:
    assert bibliography.asker([Source(a) for a in answers])("10.1000/x") == told


def test_the_question_has_authors_title_and_year() -> None:
    assert bibliography.reference(WORK) == "Ada Byron. On the one. 1999."


def test_the_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = {"birth": "1844-10-15", "influenced_by": ["Arthur Schopenhauer", "Nobody Real"]}
    saved(tmp_path / "p", "m", {"Q9358": json.dumps(said)})
    ran = gate(
        capsys, "stress", "philosophers", "--answers", tmp_path / "p", "--items", "Q9358", "--oracle", "none", "--format", "json"
    )
    assert ran.code == 0, ran.err
    table = json.loads(ran.out)["tables"]["fields"]
    row = next(r for r in table["rows"] if r[1:3] == ["gate", "birth"])
    assert row[table["columns"].index("F1")] == 1.0
    works = bibliography.with_citations(truth.load("works", Kind.WORK, Settings()))
    saved(tmp_path / "b", "m", {works[0].item: "I cannot provide this."})
    ran = gate(capsys, "stress", "bibliography", "--answers", tmp_path / "b", "--items", works[0].item)
    assert ran.code == 0, ran.err
    assert "refusal" in ran.out
