"""A result as a folder: ``result.json``, ``tables/NAME.csv``, ``figures/NAME.png`` and ``.svg``, ``report.html``."""

from __future__ import annotations

from pathlib import Path

from gate.errors import UsageError
from gate.stress.output.html import as_html
from gate.stress.output.tables import as_csv, as_json
from gate.stress.results import Result
from gate.stress.statistics.extra import EXTRA, has


def save(result: Result, folder: Path) -> tuple[str, ...]:
    """Write everything; the returned lines say what could not be. Raises :class:`gate.errors.UsageError` where nothing can."""
    drawn: dict[str, str] = {}
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        (folder / "result.json").write_bytes(as_json(result))
        for table in result.tables:
            (folder / "tables" / f"{table.name}.csv").write_bytes(as_csv(table).encode("utf-8", "replace"))
        plots = has("matplotlib") and bool(result.figures)
        if plots:
            from gate.stress.output.plots import render

            (folder / "figures").mkdir(exist_ok=True)
            for figure in result.figures:
                svg = render(figure, "svg")
                (folder / "figures" / f"{figure.name}.svg").write_bytes(svg)
                (folder / "figures" / f"{figure.name}.png").write_bytes(render(figure, "png"))
                text = svg.decode("utf-8")
                drawn[figure.name] = text[text.index("<svg") :]
        (folder / "report.html").write_text(as_html(result, drawn), encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror or error}") from None
    if result.figures and not plots:
        return (f"no plots without matplotlib: pip install 'catalog-gate[{EXTRA}]'",)
    return ()
