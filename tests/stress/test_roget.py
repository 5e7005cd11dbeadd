"""The lexical domain: hand-made heads for the arithmetic, the whole thesaurus for its claims."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gate.model import Graph, Kind
from gate.settings import Settings
from gate.stress import roget, structural, truth
from gate.stress.answers import load
from gate.stress.evaluation import evaluate
from gate.stress.results import Cell, Result, records
from tests.authorities.server import Response
from tests.cli.run import gate
from tests.shared import shared
from tests.stress.endpoint import playing, saved, truthful

TEXT = """
1. Light -- N. light, ray, beam; glow &c. (heat) 2.
     V. shine, glow.

2. Heat -- N. heat, warmth, caloric, glow.
     V. heat, warm.

3. Right -- N. right, dexter.
"""
MODEL_2 = {"noun_list": ["heat", "fever"], "verb_list": [], "adjective_list": ["hot"], "cross_references": ["Light", "Cold"]}


@pytest.fixture
def heads(tmp_path: Path) -> tuple[truth.Thing, ...]:
    file = tmp_path / "heads.txt"
    file.write_text(TEXT, encoding="utf-8")
    return roget.numbered(truth.load(str(file), Kind.CONCEPT, Settings()))


def run(heads: tuple[truth.Thing, ...], folder: Path, texts: dict[str, dict[str, str]], **more: object) -> Result:
    for model, said in texts.items():
        saved(folder, model, said)
    return evaluate(roget.DOMAIN, heads, load(folder), pool=heads, draws=50, **more)  # type: ignore[arg-type]


def rows(result: Result, table: str, **wanted: str) -> list[dict[str, Cell]]:
    return [r for r in records(result.table(table)) if all(r[k] == v for k, v in wanted.items())]


def value(result: Result, model: str, measure: str) -> Cell:
    (row,) = rows(result, "structure", model=model, measure=measure)
    return row["value"]


def test_the_truth_scores_perfect_everywhere(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    result = run(heads, tmp_path / "a", {"truth": truthful(roget.DOMAIN, heads)})
    for row in records(result.table("fields")):
        if row["records"] is None:
            continue
        assert (row["FP"], row["FN"], row["exact"]) == (0, 0, 3)
        for measure in ("precision", "recall", "F1", "accuracy"):
            assert row[measure] in (1.0, None), row
        assert row["hallucination"] in (0.0, None)
    for measure in ("node_jaccard", "edge_jaccard", "degree_correlation", "pagerank_correlation"):
        assert value(result, "truth", measure) == 1.0
    for measure in ("node_fabrication", "node_omission", "divergence", "spectral_distance", "fabricated_nodes"):
        assert value(result, "truth", measure) == 0.0


def test_pure_invention_shares_the_heads_and_nothing_else(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    said = {h.item: json.dumps({"noun_list": [f"zzz{h.item}a", f"qqq{h.item}b"]}) for h in heads}
    result = run(heads, tmp_path / "a", {"liar": said})
    (row,) = rows(result, "fields", model="liar", matching="published", field="noun_list")
    assert (row["precision"], row["recall"], row["F1"], row["hallucination"]) == (0.0, 0.0, 0.0, 1.0)
    reference = (
        3 + 3 + 1 + 1 + 2 + 2 + 2
    )  # heads; light ray beam; shine; glow in one node; heat warmth caloric warm; right dexter
    assert value(result, "liar", "fabricated_nodes") == 6.0
    assert value(result, "liar", "node_fabrication") == pytest.approx(6 / 9)
    jaccard = value(result, "liar", "node_jaccard")
    assert isinstance(jaccard, float)
    assert jaccard == pytest.approx(3 / (9 + reference - 3))


def test_a_truncated_truth_is_right_but_not_whole(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    said = {heads[0].item: '{"noun_list": ["light", "ray", "be'}
    result = run(heads, tmp_path / "a", {"cut": said})
    (row,) = rows(result, "fields", model="cut", matching="gate", field="noun_list")
    assert (row["precision"], row["recall"], row["TP"], row["FN"], row["records"]) == (1.0, 0.5, 2, 2, 1)
    (kinds,) = rows(result, "answers", model="cut")
    assert (kinds["records"], kinds["answers"], kinds["truncated"]) == (3, 1, 1)
    assert value(result, "cut", "node_fabrication") == 0.0


def test_permuted_truth_keeps_the_nodes_and_loses_the_edges(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    true = truthful(roget.DOMAIN, heads)
    turned = dict(zip(true, [*list(true.values())[1:], next(iter(true.values()))], strict=True))
    result = run(heads, tmp_path / "a", {"turned": turned})
    assert value(result, "turned", "node_jaccard") == 1.0
    edges = value(result, "turned", "edge_jaccard")
    assert isinstance(edges, float)
    assert edges < 0.2
    (row,) = rows(result, "fields", model="turned", matching="gate", field="noun_list")
    assert (row["TP"], row["FP"], row["FN"]) == (1, 9, 9)  # only "glow" is a noun of head 1 and of what it is given, those of 2


def test_one_answer_by_hand(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    result = run(heads, tmp_path / "a", {"m": {"2": json.dumps(MODEL_2)}})
    (nouns,) = rows(result, "fields", model="m", matching="gate", field="noun_list")
    assert (nouns["TP"], nouns["FP"], nouns["FN"], nouns["precision"], nouns["recall"]) == (1, 1, 3, 0.5, 0.25)
    assert nouns["F1"] == pytest.approx(1 / 3)
    assert nouns["accuracy"] == pytest.approx(1 / 5)
    (adjectives,) = rows(result, "fields", model="m", matching="gate", field="adjective_list")
    assert (adjectives["precision"], adjectives["recall"], adjectives["hallucination"]) == (0.0, None, 1.0)
    (adverbs,) = rows(result, "fields", model="m", matching="gate", field="adverb_list")
    assert (adverbs["TN"], adverbs["precision"], adverbs["accuracy"]) == (1, None, 1.0)


def test_the_second_source_tells_extra_from_fabricated(heads: tuple[truth.Thing, ...], tmp_path: Path) -> None:
    knows = truth.Thing("2", "Heat", (*heads[1].statements, *[s for s in heads[0].statements if s.property == "nouns"]))
    said = {"2": json.dumps({"noun_list": ["heat", "beam", "zzz"]})}
    result = run(heads, tmp_path / "a", {"m": said}, oracle={"2": knows})
    (row,) = rows(result, "fields", model="m", matching="published", field="noun_list")
    assert (row["FP"], row["extra"]) == (2, 1)
    assert row["hallucination"] == pytest.approx(1 / 3)
    assert value(result, "m", "fabricated_nodes") == 1.0
    assert value(result, "m", "extra_nodes") == 1.0


def test_terms_of_a_small_head_rank_on_top() -> None:
    """Head 238 has few terms, so each gets a large part of what its head passes on: (1 - d) / N + d * rank(head) / terms."""
    text = str(shared("roget", "roget_pg10681.txt"))
    heads = roget.numbered(truth.load(text, Kind.CONCEPT, Settings()))
    assert len(heads) == 1000
    drawn = truth.sample(heads, 30, 42)
    assert "239" in {t.item for t in drawn}  # the authors' parser found 997 heads, so that their draw has its neighbour
    chosen = {t.item: t for t in (*(t for t in drawn if t.item != "239"), heads[237])}
    assert chosen["238"].label == "Dextrality"
    graph = roget_graph(tuple(chosen.values()), heads)
    ranked = structural.top(graph, "pagerank", 10)
    own = {v for values in roget.DOMAIN.true(chosen["238"]).values() for v in values}
    printed = "dextrality, right, right hand, dexter, offside, starboard, dextral, right-handed, dextrorsal, dextrorse"
    assert set(printed.split(", ")) <= own
    assert {graph.label(n) for n, _ in ranked} <= own
    assert len({round(score, 12) for _, score in ranked}) == 1  # all alike, so that which ten are printed is the order of ties
    sizes = {i: sum(len(v) for v in roget.DOMAIN.true(t).values()) for i, t in chosen.items()}
    assert min(sizes, key=lambda i: sizes[i]) == "238"


def roget_graph(things: tuple[truth.Thing, ...], pool: tuple[truth.Thing, ...]) -> Graph:
    from gate.stress.domain import Links, graph_of

    return graph_of(roget.DOMAIN, [(t, roget.DOMAIN.true(t)) for t in things], Links.of(pool))


def test_the_command_asks_scores_and_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "heads.txt"
    file.write_text(TEXT, encoding="utf-8")
    common: list[str | Path] = ["--answers", tmp_path / "a", "--truth", file, "--oracle", "none", "--sample", "3"]
    with playing(lambda prompt: json.dumps(MODEL_2) if "head 2," in prompt else "I am sorry, I cannot.") as it:
        asked = ["--model", f"{it.url}/v1", "--name", "tiny"]
        ran = gate(capsys, "stress", "roget", *common, *asked, "--out", tmp_path / "out", "--price", "10")
        assert ran.code == 0, ran.err
        assert "3 questions asked, 0 answered before; 45 tokens, 0.00 at the given price" in ran.err
        assert "Summary" in ran.out
        assert gate(capsys, "stress", "roget", *common, *asked, "--format", "json").code == 0
        assert len(it.asked) == 3
    for name in (
        "result.json",
        "report.html",
        "tables/fields.csv",
        "tables/structure.csv",
        "figures/degrees.png",
        "figures/f1-gate.svg",
    ):
        assert (tmp_path / "out" / name).stat().st_size > 100
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "seed 42" in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=.https?:", page.replace("xmlns:xlink", ""))  # it needs nothing from elsewhere
    result = json.loads((tmp_path / "out" / "result.json").read_bytes())
    assert result["format"] == "gate-stress/1"
    assert result["tables"]["answers"]["rows"] == [["tiny", 3, 3, 1, 0, 2, 0, 0, 0]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--answers", "nowhere"], "no such folder"),
        (["--answers", ".", "--name", "m"], "--model says where"),
        (["--answers", ".", "--model", "http://127.0.0.1:1", "--sample", "1"], "--name"),
        (["--answers", ".", "--truth", "nothing"], "neither a file nor a snapshot"),
        (["--answers", ".", "--items", "9999"], "no record 9999"),
    ],
)
def test_bad_calls(options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = gate(capsys, "stress", "roget", *options)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_key_that_is_refused_is_told_and_written_nowhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-not-for-the-eye")
    body = json.dumps({"error": {"message": "Incorrect API key provided: sk-not-for-the-eye"}}).encode()
    file = tmp_path / "heads.txt"
    file.write_text(TEXT, encoding="utf-8")
    with playing(lambda prompt: Response(body, 401)) as it:
        ran = gate(
            capsys, "stress", "roget", "--answers", tmp_path / "a", "--truth", file, "--oracle", "none", "--sample", "2",
            "--model", f"{it.url}/v1", "--name", "m", "--key-variable", "SOME_KEY", "--out", tmp_path / "out",
        )  # fmt: skip
        assert len(it.asked) == 2
    assert (ran.code, ran.out) == (3, "")
    assert "status 401: Incorrect API key provided" in ran.err
    assert "answered none of the questions" in ran.err
    assert "sk-not" not in ran.err
    assert not any(b"sk-not" in f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())
