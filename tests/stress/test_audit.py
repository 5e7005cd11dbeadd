from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gate.errors import InputError, RulesError
from gate.model import CitationOutcome
from gate.stress.answers import Answer
from gate.stress.audit import sheets
from gate.stress.audit.coding import Coded, Item, code, code_all, load_items, numeric_claims, references
from gate.stress.audit.report import ALL, audit
from gate.stress.audit.rules import load_coding, load_tiers, offered
from gate.stress.results import Cell, Result, records
from tests.cli.run import gate
from tests.stress.endpoint import playing, saved

RULES, TIERS = load_coding(), load_tiers()
TRAP = Item("t", "Describe the Zorn protocol.", ("protocol",), "C", "embedded")
PLAIN = Item("p", "Describe MARC.", (), "A", "natural")
LONG = "The Zorn protocol is a sequence of five steps that cataloguers follow. " * 10
V, N, U = CitationOutcome.VERIFIED, CitationOutcome.NON_RETRIEVABLE, CitationOutcome.NOT_ASSESSED


def coded(item: Item, text: str, *outcomes: CitationOutcome, model: str = "m") -> Coded:
    return code(model, item, Answer(model, item.id, text), RULES, outcomes)


@pytest.mark.parametrize(
    ("item", "text", "outcomes", "categories"),
    [
        (TRAP, LONG, (), {"H3", "H7"}),
        (TRAP, LONG[:499], (), {"H7"}),
        (TRAP, LONG + " I could not verify that it exists.", (), set()),
        (replace(TRAP, types=("device",)), LONG, (), {"H2", "H7"}),
        (replace(TRAP, types=("device", "person")), LONG, (), {"H2", "H4", "H7"}),
        (PLAIN, LONG, (), set()),
        (PLAIN, "MARC.", (V, V), set()),
        (PLAIN, "MARC.", (V, N), {"H1"}),
        (PLAIN, "MARC.", (U,), {"H1"}),
        (PLAIN, "AACR2 is the current cataloguing code.", (), {"H5"}),
        (PLAIN, "It saves 30 % of time. It costs 20 % more.", (), {"H6"}),
        (PLAIN, "It saves 30 % of time. It costs 20 % more.", (V,), set()),
        (PLAIN, "It saves 30 %. It costs 20 %. It takes 5 weeks.", (V, N, N, N), {"H1", "H6"}),
        (PLAIN, "It saves 30 %. It costs 20 %. It takes 5 weeks.", (V, V, N, N), {"H1"}),
        (PLAIN, "It saves 30 %.", (), set()),
    ],
)
def test_every_rule(item: Item, text: str, outcomes: Sequence[CitationOutcome], categories: set[str]) -> None:
    assert coded(item, text, *outcomes).categories == categories


def test_a_failed_look_up_is_permissive_and_not_strict() -> None:
    assert coded(PLAIN, "MARC.", U).strict is False
    assert coded(PLAIN, "MARC.", N).strict is True


def test_references_and_numbers_in_an_answer() -> None:
    text = (
        "MARC saves 40 % of time [1]. It has 5 weeks of training. See:\n"
        "1. Doe J. (2001). A history of cataloguing in ten parts. Library Press.\n"
        "2. https://doi.org/10.1000/xyz\n- PMID: 12345\nThat was in (2001)."
    )
    assert len(references(text)) == 3
    assert numeric_claims(text, RULES) == ("It has 5 weeks of training.",)


def test_what_defines_a_category_never_predicts_it() -> None:
    for variable in ("hedged", "fabricated element", "length"):
        assert not offered(variable, TIERS.tiers[1])
        assert offered(variable, frozenset({"H1"}))
    assert not offered("citations", frozenset({"H6"}))


def rows(result: Result, table: str, **wanted: str) -> list[dict[str, Cell]]:
    return [r for r in records(result.table(table)) if all(r[k] == v for k, v in wanted.items())]


def answers() -> list[Coded]:
    """Six traps and six plain items, three models: a falls for all traps, b for none, c for half; c cites what is not there."""
    found = []
    for i in range(6):
        trap, plain = replace(TRAP, id=f"t{i}", domain="CD"[i % 2]), replace(PLAIN, id=f"p{i}")
        for model, text in (("a", LONG), ("b", LONG + " Please verify."), ("c", LONG if i < 3 else "No.")):
            found.append(coded(trap, text, *([N] if model == "c" else []), model=model))
            found.append(coded(plain, "MARC.", *([U] if model == "c" else []), model=model))
    return found


def test_rates_tests_and_tiers_by_hand() -> None:
    result = audit(answers(), RULES, TIERS, draws=200)
    (row,) = rows(result, "rates", outcome="tier 1", model=ALL)
    assert (row["n"], row["of"], row["share"]) == (9, 36, 0.25)
    (permissive,) = rows(result, "rates", outcome="any (permissive)", model="c")
    (strict,) = rows(result, "rates", outcome="any (strict)", model="c")
    assert (permissive["n"], strict["n"]) == (12, 6)
    # columns 6, 0, 3 of 12 items; rows: 3 with 2, 3 with 1, 6 with 0: Q = 2 (3 * 45 - 81) / (27 - 15) = 9
    (q,) = rows(result, "tests", outcome="tier 1", test="Cochran's Q")
    assert (q["statistic"], q["df"], q["items"]) == (9.0, 2, 12)
    (pair,) = rows(result, "pairs", outcome="tier 1", model="a", other="b")
    assert (pair["model only"], pair["other only"], pair["p"]) == (6, 0, 2 / 64)
    assert pair["p (Holm)"] == pytest.approx(6 / 64)
    (highest,) = rows(result, "highest", model="c")
    assert [highest[k] for k in ("tier 1", "tier 2", "tier 3", "nothing", "answers")] == [3, 0, 9, 0, 12]
    (cited,) = rows(result, "citations", model="c")
    assert (cited["permissive"], cited["strict"], cited["coverage"]) == (1.0, 1.0, 0.5)
    (told,) = rows(result, "predictors", variable="fabricated element", outcome="tier 1")
    assert (told["odds ratio"], told["remark"]) == (None, "it helps to define this outcome")
    (alone,) = rows(result, "sensitivity", **{"definition of tier 1": "H3 alone"})
    assert alone["ratio"] == pytest.approx((6 + 12) / 9)
    assert len(result.figures) == 2


def test_sheets_are_blind_and_come_back() -> None:
    flagged = [coded(replace(PLAIN, id=f"p{i}"), f"It saves {i} %. It costs 20 % more.", model="secret-model") for i in range(4)]
    text = sheets.sheet([*flagged, coded(PLAIN, "MARC.")])
    assert text.count("\r\n") == 5
    assert "secret-model" not in text
    names = [sheets.case(c) for c in flagged]
    one = dict(zip(names, ["incorrect", "acceptable", "incorrect", "indeterminate"], strict=True))
    other = dict(zip(names, ["incorrect", "acceptable", "acceptable", "indeterminate"], strict=True))
    result = audit(flagged, RULES, TIERS, [one, other], draws=10)
    (row,) = rows(result, "categories", category="H6-incorrect", model=ALL)
    assert row["n"] == 1
    (tier,) = rows(result, "rates", outcome="tier 1", model=ALL)
    assert tier["n"] == 1
    (three,) = rows(result, "agreement", what="three ratings")
    assert (three["alike"], three["of"]) == (3, 4)
    assert three["kappa"] == pytest.approx(7 / 11)  # (3/4 - 5/16) / (1 - 5/16)


@pytest.mark.parametrize(
    ("rows_", "words"),
    [
        ("case,rating,correct value\nx,wrong,\n", "not 'wrong'"),
        ("case,rating,correct value\nx,incorrect,\n", "correct value"),
        ("case,rating,correct value\nx,,\n", "nothing in it"),
        ("a,b\n1,2\n", "no case"),
    ],
)
def test_a_sheet_that_cannot_be_read(rows_: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(rows_, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        sheets.read(tmp_path / "s.csv")


@pytest.mark.parametrize("line", ["x", "[]", '{"item": "a"}', '{"item": "a", "prompt": "b", "types": ["ghost"]}'])
def test_an_item_that_is_none(line: str, tmp_path: Path) -> None:
    (tmp_path / "i.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=r"i\.jsonl:1"):
        load_items(tmp_path / "i.jsonl", RULES)


@pytest.mark.parametrize(
    ("text", "words"),
    [("x =", "coding"), ("title = 't'\nghost = 1", "unknown key: ghost"), ("title = 't'", r"\[categories\]")],
)
def test_coding_rules_that_cannot_be_used(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "coding.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=words):
        load_coding(tmp_path / "coding.toml")


def test_every_reference_is_looked_up_once() -> None:
    seen: list[str] = []

    def verify(asked: Sequence[str]) -> Sequence[CitationOutcome]:
        seen.extend(asked)
        return [V] * len(asked)

    said = {"m": "See https://doi.org/10.1000/xyz", "n": "See https://doi.org/10.1000/xyz"}
    found = code_all([PLAIN], ["m", "n"], lambda m, i: Answer(m, i, said[m]), RULES, verify)
    assert len(seen) == 1
    assert [c.citations for c in found] == [(V,), (V,)]


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    items = [
        {"item": i.id, "prompt": i.prompt, "types": list(i.types), "domain": i.domain, "stratum": i.stratum}
        for i in (TRAP, PLAIN)
    ]
    (tmp_path / "items.jsonl").write_text("\n".join(map(json.dumps, items)), encoding="utf-8")
    common: list[str | Path] = ["--items", tmp_path / "items.jsonl", "--answers", tmp_path / "a"]
    saved(tmp_path / "a", "other", {"t": "That protocol does not exist.", "p": "It saves 30 %. It costs 20 %."})
    with playing(lambda p: LONG if "Zorn" in p else "See Doe J. (2001). A history that nobody wrote. Press.") as it:
        ran = gate(
            capsys, "stress", "audit", *common, "--model", f"{it.url}/v1", "--name", "m", "--sheet", tmp_path / "s.csv",
            "--out", tmp_path / "out", "--format", "json",
        )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "1 answers to rate" in ran.err
    result = json.loads(ran.out)
    by_kind = {(r[0], r[2]): r[3] for r in result["tables"]["categories"]["rows"]}
    assert (by_kind["H3", "m"], by_kind["H1", "m"], by_kind["H6", "other"], by_kind["H7", "other"]) == (1, 1, 1, 0)
    assert (tmp_path / "out" / "figures" / "highest.png").is_file()
    assert gate(capsys, "stress", "audit", *common, "--interval", "x").code == 2
