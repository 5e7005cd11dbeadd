"""``gate stress``: the published stress tests on any model's output."""

from __future__ import annotations

from typing import Annotated

import typer

from gate.cli import stress_audit, stress_classifier, stress_domains, stress_graphs, stress_references, stress_summary
from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, show

app = typer.Typer(help="Run the published stress tests on a model's answers.", no_args_is_help=True, rich_markup_mode=None)


@app.command("consistency")
def consistency(
    figures: Annotated[list[str], typer.Argument(metavar="NAME=VALUE...", help="Printed counts and rates, digits as printed.")],
) -> int:
    """Test whether printed counts and rates agree with each other.

    Counts: generated, reference, shared, fabricated, omitted, union, returned, true. Rates, as .028 or 2.8%: jaccard,
    fabrication, omission, precision, recall, f1, returned_rate, returned_omission. Ends with 1 where two figures cannot both be
    right.
    """
    from gate.errors import UsageError
    from gate.report.terminal import Layout
    from gate.stress import consistency as rules

    given: dict[str, str] = {}
    for figure in figures:
        name, equals, value = figure.partition("=")
        if not equals or name in given:
            raise UsageError(f"{figure!r} is not NAME=VALUE" if not equals else f"{name} is given twice")
        given[name] = value
    tested = rules.check(given)
    layout = Layout(columns())
    lines: list[str] = []
    for one in tested:
        exact = f", others give {rules.shown(one.derived)}" if one.derived is not None else ""
        lines += layout.field(one.name, f"{one.printed}: {one.verdict}{exact} ({one.how})", column=19)
    follow = [f"{n} {rules.shown(v)}" for n, v in rules.derived(given).items() if n not in given]
    if follow:
        lines += ["", *layout.text(f"What the counts settle: {'; '.join(follow)}.")]
    show("\n".join(lines) + "\n")
    return ExitCode.ACCEPTED if all(one.agrees for one in tested) else ExitCode.REVIEW


app.command("roget")(stress_domains.roget)
app.command("philosophers")(stress_domains.philosophers)
app.command("bibliography")(stress_domains.bibliography)
app.command("recite")(stress_graphs.recite)
app.command("random-graphs")(stress_graphs.random_graphs)
app.command("audit")(stress_audit.audit)
app.command("references")(stress_references.references)
app.command("summary")(stress_summary.summary)
app.add_typer(stress_classifier.app, name="classifier")
