"""Several runs in one table: the cross-domain summary of the structural study, over the results that runs have written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gate.errors import InputError
from gate.stress.output.tables import FORMAT
from gate.stress.results import Bars, Cell, Result, Series, Table, versions

FILE = "result.json"
TABLE = "summary"
MEAN = "(mean of domains)"
METHODS = (
    "Every row is the summary of one model in one run, as that run wrote it; nothing is computed anew. Means are over the "
    "domains in which a figure is defined, each counting once; a model that was not run on a domain has a mean over fewer.",
)


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it was written: where, which protocol, its parameters, and the rows of its summary by column."""

    place: str
    protocol: str
    parameters: Mapping[str, str]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def read(path: Path) -> Run:
    """The run in a folder that ``--out`` wrote, or a result as JSON. Raises :class:`gate.errors.InputError` for anything else."""
    file = path / FILE if path.is_dir() else path
    try:
        value: object = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    except ValueError:
        raise InputError(f"{file}: no JSON; gate stress writes it with --out or --format json") from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InputError(f"{file}: no {FORMAT}; gate stress writes it with --out or --format json")
    tables, parameters = value.get("tables"), value.get("parameters")
    table = tables.get(TABLE) if isinstance(tables, dict) else None
    if not isinstance(table, dict):
        raise InputError(f"{file}: a run of {value.get('protocol')} has no summary; those of the three domains have one")
    columns, rows = table.get("columns"), table.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list) or not all(isinstance(r, list) for r in rows):
        raise InputError(f"{file}: its summary is no table")
    told = {str(k): str(v) for k, v in parameters.items()} if isinstance(parameters, dict) else {}
    return Run(str(path), str(value.get("protocol")), told, tuple(map(str, columns)), tuple(tuple(map(_cell, r)) for r in rows))


def _cell(value: object) -> Cell:
    return value if isinstance(value, (str, int, float)) else None


def summary(runs: Sequence[Run]) -> Result:
    """One table over all runs. Raises :class:`gate.errors.InputError` where one model has two runs of one domain."""
    columns = tuple(dict.fromkeys(c for run in runs for c in run.columns))
    figures = columns[2:]
    rows = [{**dict.fromkeys(columns), **dict(zip(run.columns, row, strict=True))} for run in runs for row in run.rows]
    seen = [(row["model"], row["domain"]) for row in rows]
    if twice := sorted({f"{model} on {domain}" for model, domain in seen if seen.count((model, domain)) > 1}):
        raise InputError(f"two runs of {', '.join(twice)}: give one")
    models = sorted({str(row["model"]) for row in rows})
    told: list[tuple[Cell, ...]] = []
    for model in models:
        mine = [row for row in rows if row["model"] == model]
        told += [tuple(row[c] for c in columns) for row in sorted(mine, key=lambda r: str(r["domain"]))]
        told.append((model, MEAN, *(_mean([row[c] for row in mine]) for c in figures)))
    sources = tuple((run.place, run.protocol, len(run.rows), _shown(run.parameters)) for run in runs)
    tables = (
        Table(TABLE, "Cross-domain summary", columns, tuple(told), "A figure without a value is undefined in that run."),
        Table("runs", "Runs", ("run", "protocol", "models", "parameters"), sources),
    )
    found = versions(("matplotlib",))
    title = "Cross-domain summary of the structural stress test"
    return Result(TABLE, title, METHODS, {"runs": str(len(runs))}, tables, tuple(_bars(rows, models, figures)), (), found)


def _mean(values: Sequence[Cell]) -> float | None:
    defined = [v for v in values if isinstance(v, (int, float))]
    return sum(defined) / len(defined) if defined else None


def _shown(parameters: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in parameters.items())


def _bars(rows: Sequence[Mapping[str, Cell]], models: Sequence[str], figures: Sequence[str]) -> list[Bars]:
    domains = tuple(sorted({str(row["domain"]) for row in rows}))
    by = {(row["model"], row["domain"]): row for row in rows}
    drawn = []
    for name in figures[:2]:  # fabricated nodes, and the rate of hallucinated values
        series = []
        for model in models:
            held = (by.get((model, domain), {}).get(name) for domain in domains)
            series.append(Series(model, tuple(v if isinstance(v, (int, float)) else None for v in held)))
        shown = name[:1].upper() + name[1:]
        drawn.append(Bars(name.replace(" ", "-"), f"{shown} by domain", "share", domains, tuple(series), alt=f"Bars of {name}"))
    return drawn
