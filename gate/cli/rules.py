"""``gate rules``: list, show, check and calibrate the rule sets; what would have been decided under others."""

from __future__ import annotations

from typing import Annotated

import typer

from gate.cli.calibrate import calibrate
from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.cli.sensitivity import sensitivity
from gate.report.terminal import Layout

app = typer.Typer(help="List, show, check and calibrate rule sets.", no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
def list_rules() -> int:
    """List the rule sets that come with the gate."""
    from gate.decision import rules

    layout = Layout(columns())
    found = rules.available()
    column = max((len(info.name) for info in found), default=0) + 2
    lines = [line for info in found for line in layout.field(info.name, info.title or "(cannot be read)", column=column)]
    show("\n".join(lines) + "\n")
    return 0


@app.command("show")
def show_rules(
    rules_set: Annotated[str, typer.Argument(metavar="[NAME|PATH]", help="Default: the rule set of the settings.")] = "",
) -> int:
    """Print a rule set, once it has been checked."""
    from gate.decision import rules
    from gate.settings import load_settings

    loaded = rules.load(rules_set or load_settings().rules)
    note(f"{loaded.name}: {loaded.file}, sha256 {loaded.sha256}")
    show(_text(loaded.file))
    return 0


@app.command("check")
def check_rules(
    rules_sets: Annotated[list[str], typer.Argument(metavar="NAME|PATH...", help="Rule sets to check.")],
) -> int:
    """Check rule sets.

    Every unknown key, impossible value and contradiction is named with file and line.
    """
    from gate.decision import rules

    code = ExitCode.ACCEPTED
    for one in rules_sets:
        problems = rules.check(one)
        for problem in problems:
            note(f"{problem.file}:{problem.line}: {problem.message}" if problem.line else f"{problem.file}: {problem.message}")
        show(f"{one}: {len(problems)} problem{'s' if len(problems) > 1 else ''}\n" if problems else f"{one}: can be used\n")
        code = ExitCode.BAD_INPUT if problems else code
    return code


app.command("calibrate")(calibrate)
app.command("sensitivity")(sensitivity)


def _text(file: str) -> bytes:
    from pathlib import Path

    from gate.errors import RulesError

    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise RulesError(error.strerror or str(error), file=file) from error
