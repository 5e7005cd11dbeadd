"""``gate stress audit``: the severity audit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.output import note, writable, write_file
from gate.cli.stress_common import LookUp, Run, Seed, asks

Items = Annotated[Path, typer.Option("--items", metavar="JSONL", help="The items: item, prompt, types, domain, stratum.")]
Sheet = Annotated[Path | None, typer.Option("--sheet", metavar="CSV", help="Write the sheet for raters here.")]
Ratings = Annotated[list[Path] | None, typer.Option("--ratings", metavar="CSV", help="A rater's filled sheet; once a rater.")]
CodingFile = Annotated[Path | None, typer.Option("--coding", metavar="TOML", help="Other coding rules.")]
TiersFile = Annotated[Path | None, typer.Option("--tiers", metavar="TOML", help="Other tiers.")]
MethodName = Annotated[str, typer.Option("--interval", metavar="wilson|jeffreys", help="Interval of proportions.")]


@asks(max_tokens=4000, seed=-1)
def audit(
    run: Run,
    items: Items,
    look_up: LookUp = False,
    sheet: Sheet = None,
    ratings: Ratings = None,
    coding: CodingFile = None,
    tiers: TiersFile = None,
    interval: MethodName = "wilson",
    seed: Seed = 42,
) -> int:
    """Code answers by severity: what is unsupported, and what a reader would do on it."""
    from gate.errors import UsageError
    from gate.settings import load_settings
    from gate.stress.answers import Question
    from gate.stress.audit import sheets
    from gate.stress.audit.coding import code_all, load_items
    from gate.stress.audit.report import audit as report
    from gate.stress.audit.rules import load_coding, load_tiers
    from gate.stress.audit.verifying import verifier
    from gate.stress.statistics.intervals import METHODS

    method = next((m for m in METHODS if m == interval), None)
    if method is None:
        raise UsageError(f"no interval {interval!r}; there are {', '.join(METHODS)}")
    rules, mapping = load_coding(coding), load_tiers(tiers)
    listed = load_items(items, rules)
    filled = [sheets.read(path) for path in ratings or []]
    if sheet is not None:
        writable(sheet)
    given = run.obtain([Question(i.id, i.prompt) for i in listed])
    coded = code_all(listed, given.models, given.of, rules, verifier(load_settings(), look_up=look_up))
    if sheet is not None:
        write_file(sheet, sheets.sheet(coded).encode("utf-8", "replace"))
        note(f"{sheet}: {len(sheets.flagged(coded))} answers to rate")
    parameters = {"items": f"{items.name}, {len(listed)} items", "citations looked up live": "yes" if look_up else "no"}
    return run.deliver(report(coded, rules, mapping, filled, method=method, parameters=parameters, seed=seed))
