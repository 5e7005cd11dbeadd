from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from gate.errors import InputError
from gate.model import CitationOutcome
from gate.stress import references
from gate.stress.results import Cell, Result, records
from tests.cli.run import gate
from tests.shared import shared

V, N, U = CitationOutcome.VERIFIED, CitationOutcome.NON_RETRIEVABLE, CitationOutcome.NOT_ASSESSED
REAL = {"model": "m", "gen_title": "A real title of a work", "bing_return": "True"}
INVENTED = {"model": "m", "gen_title": "An invented title", "bing_return": "False"}
TITLES = [
    {**REAL, "model_ans_1": "Ann Lee, Bo Dahl", "model_ans_2": "A. Lee and B. Dahl"},
    {**INVENTED, "model_ans_1": "Ann Lee", "model_ans_2": "Cy Fox", "model_ans_3": "Cy Fox"},
]
FIELDS = [
    {"bibtex_key": "ww_4_t1_c1", "fields": {"author": "A. Lee", "title": "T", "year": "2001"}, "label": "VALID"},
    {
        "bibtex_key": "ww_4_t1_c2",
        "fields": {"title": "U"},
        "label": "HALLUCINATED",
        "hallucination_type": "plausible_fabrication",
    },
    {"bibtex_key": "ww_35_t1_c3", "fields": {"title": "W"}, "label": "HALLUCINATED", "hallucination_type": "wrong_venue"},
]


def write(folder: Path, name: str, values: Sequence[object]) -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(v) for v in values), encoding="utf-8")
    return path


def rows(result: Result, table: str, **wanted: str) -> list[dict[str, Cell]]:
    return [r for r in records(result.table(table)) if all(r[k] == v for k, v in wanted.items())]


def test_both_forms_and_all_outcomes(tmp_path: Path) -> None:
    loaded = references.load([write(tmp_path, "a.jsonl", TITLES), write(tmp_path, "b.jsonl", FIELDS)])
    assert [r.label for r in loaded] == ["exists", "fabricated", "exists", "fabricated", "exists, wrongly described"]
    assert loaded[2].text == "A. Lee. T. 2001"
    result = references.score(loaded, lambda texts: [V, N, V, U, N][: len(texts)])
    (labels,) = rows(result, "labels", model="GPT-4")
    assert (labels["references"], labels["share fabricated"]) == (2, 0.5)
    (lost,) = rows(result, "verification", model="GPT-4", label="fabricated")
    assert (lost["permissive"], lost["strict"], lost["coverage"]) == (1.0, None, 0.0)
    (told,) = rows(result, "consistency", model="m")
    assert (told["agreement"], told["AUC"]) == (1.0, 1.0)
    assert told["agreement "] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("positive", "negative", "expected"),
    [([1, 1], [0, 0], 1.0), ([1, 0], [1, 0], 0.5), ([0.2, 0.8], [0.5], 0.5), ([], [1], None)],
)
def test_the_area_under_the_curve(positive: list[float], negative: list[float], expected: float | None) -> None:
    assert references.auc(positive, negative) == expected


@pytest.mark.parametrize("line", ["x", "[]", '{"gen_title": 3}', '{"fields": {}, "label": "maybe"}'])
def test_a_line_that_is_no_reference(line: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(f"{json.dumps(TITLES[0])}\n{line}", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.jsonl:2"):
        references.load([tmp_path / "a.jsonl"])


def test_the_published_counts_come_out() -> None:
    folder = shared("labelled", "microsoft_hallucinated_references")
    loaded = references.load(
        [*sorted(folder.glob("*_titles.jsonl")), shared("labelled", "hallmark", "supplement_chatgpt_citations.jsonl")]
    )
    assert len(loaded) == 2567 + 289
    models = sorted({r.model for r in loaded})
    counts = {str(r["model"]): (r["references"], r["fabricated"]) for r in records(references.labels_table(loaded, models))}
    assert counts["gpt-4"] == (871, 412)
    assert counts["gpt-3.5-turbo"] == (837, 505)
    assert counts["text-davinci-003"] == (859, 638)
    assert (counts["GPT-3.5"], counts["GPT-4"]) == ((99, 77), (190, 41))


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = gate(capsys, "stress", "references", write(tmp_path, "a.jsonl", TITLES), "--format", "json")
    assert ran.code == 0, ran.err
    table = json.loads(ran.out)["tables"]["verification"]
    assert {row[table["columns"].index("not_assessed")] for row in table["rows"]} == {1}  # offline, and in no snapshot
