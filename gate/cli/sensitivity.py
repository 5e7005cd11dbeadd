"""``gate rules sensitivity``: saved reports under other rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.stress_common import Format, Out, deliver
from gate.errors import GateError, UsageError

if TYPE_CHECKING:
    from gate.decision.ruleset import RuleSet
    from gate.report.saved import SavedReport


def sensitivity(
    reports: Annotated[list[Path], typer.Argument(metavar="REPORTS...", help="Reports saved by gate check --format json.")],
    profiles: Annotated[
        list[str], typer.Option("--profiles", metavar="NAME|PATH", help="A rule set to decide by; may be given several times.")
    ],
    out: Out = None,
    format: Format = "text",
) -> int:
    """Show how decisions and tiers move under other rules, without checking again.

    Several rule sets may stand after --profiles, as in --profiles a.toml b.toml. A report is one JSON document, or one a line.
    """
    from gate.decision import rules
    from gate.report.saved import read_saved
    from gate.stress.sensitivity import sensitivity as compute

    shipped = {info.name for info in rules.available()}
    more = [path for path in reports if path.suffix == rules.SUFFIX or (str(path) in shipped and not path.exists())]
    files = [path for path in reports if path not in more]
    wanted = [*profiles, *map(str, more)]
    if not files:
        raise UsageError("which reports? gate check --format json writes one")
    loaded = [rules.load(name) for name in dict.fromkeys(wanted)]
    read = [report for path in files for report in read_saved(path)]
    by = sorted({(r.rules, r.rules_sha256) for r in read})
    parameters = {
        "reports": ", ".join(path.name for path in files),
        "records": str(sum(len(r.records) for r in read)),
        "decided by": "; ".join(f"{name}, sha256 {sha256}" for name, sha256 in by),
        "unreadable": f"{sum(r.unreadable for r in read)}, not among the records",
    }
    result = compute([r for one in read for r in one.records], loaded, _saved(read, loaded), parameters)
    return deliver(result, out, format, ExitCode.ACCEPTED)


def _saved(read: list[SavedReport], loaded: list[RuleSet]) -> RuleSet | None:
    """The rule set that all reports were decided by, where it is among these or comes with the gate, with the same bytes."""
    from gate.decision import rules

    by = {(r.rules, r.rules_sha256) for r in read}
    if len(by) != 1:
        return None
    name, sha256 = by.pop()
    found = next((r for r in loaded if r.sha256 == sha256), None)
    if found is not None or name not in {info.name for info in rules.available()}:
        return found
    try:
        shipped = rules.load(name)
    except GateError:
        return None
    return shipped if shipped.sha256 == sha256 else None
