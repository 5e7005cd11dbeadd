from __future__ import annotations

import csv
import io
import struct
from pathlib import Path

import pytest

from gate.stress import answers, output
from gate.stress.output import html, plots, tables
from gate.stress.output.html import MANY, as_html
from gate.stress.results import Bars, Drawing, Figure, Points, Result, Series, Table

TABLE = Table("t", "A <title>", ("model", "value", "remark"), (("=cmd()", 0.123456789, None), ("m", None, "why; <b>")))


def models(count: int) -> tuple[str, ...]:
    return tuple(f"vendor/a-model-with-a-long-name-{i}" for i in range(count))


def bars(count: int, labels: int = 4) -> Bars:
    names = tuple(f"field_{i}" for i in range(labels))
    series = tuple(
        Series(m, tuple(0.1 * (i % 9) for i in range(labels)), (None,) * labels, (1.0,) * labels) for m in models(count)
    )
    return Bars("b", "Bars", "share", names, series)


def lines(count: int) -> Points:
    groups = tuple((m, ((1.0, 0.5), (10.0, 0.25))) for m in models(count))
    return Points("p", "Lines", "x", "y", groups, log=True, joined=True)


def named(count: int) -> Points:
    names = tuple((float(i), float(i * i), m) for i, m in enumerate(models(count)))
    return Points("n", "Named", "x", "y", (("models", tuple((x, y) for x, y, _ in names)),), names=names)


DRAWING = Drawing("d", "Two", (("a", ((0, 0, "k"), (1, 1, "l")), ((0, 1),)), ("b", ((0, 0, "k"),), ())), ("k", "l"))
FIGURES: list[Figure] = [*(make(n) for n in (3, 25) for make in (bars, lines, named)), bars(2, 25), DRAWING]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f"{f.name}-{len(getattr(f, 'series', getattr(f, 'groups', ())))}")
def test_every_figure_is_drawn_at_3_models_and_at_25(figure: Figure) -> None:
    png = plots.render(figure, "png")
    width, height = struct.unpack(">II", png[16:24])
    assert 300 < width < 3000
    assert 300 < height < 4000


def test_the_same_figure_has_the_same_bytes() -> None:
    svg = plots.render(bars(2), "svg")
    assert b"<svg" in svg
    assert svg == plots.render(bars(2), "svg")


def test_csv_keeps_numbers_and_disarms_formulas() -> None:
    rows = list(csv.reader(io.StringIO(tables.as_csv(TABLE))))
    assert rows == [["model", "value", "remark"], ["'=cmd()", "0.123457", ""], ["m", "", "why; <b>"]]


def result(*figures: Figure) -> Result:
    return Result("p", "T", ("How.",), {"seed": "42"}, (TABLE,), figures, ("A <note>.",), {"Python": "3"})


def test_the_page_escapes_what_models_say() -> None:
    page = html.as_html(result(), {})
    assert "<b>" not in page
    assert "A &lt;note&gt;." in page
    assert "<dt>seed</dt><dd>42</dd>" in page


def test_text_has_a_dash_for_what_is_undefined() -> None:
    text = tables.as_text(result(), 80)
    assert "m           -  why; <b>" in text


def test_a_result_is_written_without_matplotlib_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.stress.output.folder.has", lambda package: False)
    (line,) = output.save(result(bars(2)), tmp_path)
    assert "catalog-gate[stress]" in line
    assert (tmp_path / "report.html").is_file()
    assert not (tmp_path / "figures").exists()


def test_the_same_result_has_the_same_bytes() -> None:
    assert tables.as_json(result()) == tables.as_json(result())


def test_the_page_begins_with_the_summary_and_folds_what_is_long() -> None:
    short = Table("summary", "In short", ("a",), ((1,),))
    long = Table("long", "At length", ("a",), tuple((i,) for i in range(MANY + 1)))
    page = as_html(Result("p", "t", ("by hand",), {}, (long, short)), {})
    assert page.index("In short") < page.index("by hand") < page.index("At length")
    assert page.count("<details>") == 1
    assert f"At length: {MANY + 1} rows" in page


@pytest.mark.parametrize("name", ["vendor/model:7b", "Zürich/模型 😀", "plain-1.5", "100%", ".hidden", "x" * 200])
def test_a_model_is_shown_by_its_name_and_not_by_its_folder(name: str, tmp_path: Path) -> None:
    answers.write(tmp_path, answers.Answer(name, "a", "text"), "")
    held = answers.load(tmp_path)
    assert held.models == ((name,) if len(name) < 120 else (answers.file_stem(name),))
    assert held.by_model[held.models[0]]["a"].model == held.models[0]


def test_numbers_in_the_names_of_models_count_as_numbers(tmp_path: Path) -> None:
    for name in ("m-10", "m-9b", "M-9", "m"):
        answers.write(tmp_path, answers.Answer(name, "a", "text"), "")
    assert answers.load(tmp_path).models == ("m", "M-9", "m-9b", "m-10")


def test_marks_of_an_axis_are_told_apart() -> None:
    low, high = 0.00130, 0.00132
    shown = {plots._figures(low + n * (high - low) / 4, 0, plots._digits(low, high)) for n in range(5)}
    assert len(shown) == 5
    assert plots._figures(0.02, 0, plots._digits(0.01, 0.1)) == "0.02"
