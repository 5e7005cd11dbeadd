from __future__ import annotations

import json
from pathlib import Path

import pytest

from gate.errors import InputError
from gate.stress import summary
from gate.stress.output import as_json
from gate.stress.results import Cell, Result, Table, records
from tests.cli.run import gate

COLUMNS = ("model", "domain", "fabricated nodes", "node Jaccard", "citation omission")


def written(path: Path, domain: str, *rows: tuple[Cell, ...]) -> Path:
    table = Table("summary", "Summary", COLUMNS, tuple((r[0], domain, *r[1:]) for r in rows))
    path.write_bytes(as_json(Result(domain, domain, (), {"truth": "t"}, (table,))))
    return path


def test_runs_of_several_domains_in_one_table(tmp_path: Path) -> None:
    one = written(tmp_path / "a.json", "roget", ("m", 0.9, 0.1, None), ("n", 0.5, 0.3, None))
    (tmp_path / "run").mkdir()
    written(tmp_path / "run" / "result.json", "bibliography", ("m", 0.3, 0.2, 0.75))
    result = summary.summary([summary.read(one), summary.read(tmp_path / "run")])
    rows = records(result.table("summary"))
    assert [(r["model"], r["domain"]) for r in rows] == [
        ("m", "bibliography"), ("m", "roget"), ("m", summary.MEAN), ("n", "roget"), ("n", summary.MEAN),
    ]  # fmt: skip
    assert rows[2]["fabricated nodes"] == pytest.approx(0.6)
    assert rows[2]["node Jaccard"] == pytest.approx(0.15)
    assert (rows[2]["citation omission"], rows[4]["citation omission"]) == (0.75, None)
    assert [r["protocol"] for r in records(result.table("runs"))] == ["roget", "bibliography"]
    assert [s.label for f in result.figures for s in getattr(f, "series", ())] == ["m", "n"] * 2


def test_two_runs_of_one_domain_are_refused(tmp_path: Path) -> None:
    one = summary.read(written(tmp_path / "a.json", "roget", ("m", 0.9, 0.1, None)))
    with pytest.raises(InputError, match="two runs of m on roget"):
        summary.summary([one, one])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "no JSON"),
        ("{}", "no gate-stress/1"),
        ('{"format": "gate-stress/1", "protocol": "recite"}', "recite has no summary"),
    ],
)
def test_what_is_no_run(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        summary.read(tmp_path / "r.json")
    with pytest.raises(InputError, match="No such file"):
        summary.read(tmp_path / "none")


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = written(tmp_path / "a.json", "roget", ("m", 0.9, 0.1, None))
    other = written(tmp_path / "b.json", "philosophers", ("m", 0.5, 0.3, None))
    ran = gate(capsys, "stress", "summary", one, other, "--format", "json", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert len(json.loads(ran.out)["tables"]["summary"]["rows"]) == 3
    assert (tmp_path / "out" / "figures" / "fabricated-nodes.png").is_file()
    assert gate(capsys, "stress", "summary", tmp_path / "out").code == 0  # its own result has the same form
