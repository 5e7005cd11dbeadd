"""``gate queue``: what needs a human, and what humans decided."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli import queue_files
from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, show
from gate.cli.queue_common import By, as_json, ask, opened, show_json, told, who
from gate.cli.queue_filter import filtered
from gate.errors import UsageError
from gate.queue.values import DECISIONS, SORTS, WAITING, Bulk, Filter, State
from gate.report.terminal import Layout
from gate.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.model import Record, Report
    from gate.queue.rechecking import Check
    from gate.queue.store import Queue

app = typer.Typer(help="Look at, decide, export and re-check what needs review.", no_args_is_help=True, rich_markup_mode=None)
app.command("export")(queue_files.export_items)
app.command("import")(queue_files.import_items)

NoteOption = Annotated[str, typer.Option("--note", metavar="TEXT", help="A note for the log.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask before many items are changed.")]
Numbers = Annotated[
    list[int] | None, typer.Argument(metavar="[ITEM]...", help="Items by number; none: all that fit the filters.")
]
Rules = Annotated[str, typer.Option("--rules", metavar="NAME|PATH", help="Default: the rule set of the settings.")]
Offline = Annotated[bool, typer.Option("--offline", help="Ask local snapshots only.")]
Form = Annotated[str, typer.Option("--format", metavar="text|json", help="How to print.")]


@app.command("list")
@filtered
def list_items(
    filter: Filter,
    format: Form = "text",
    sort: Annotated[str, typer.Option("--sort", metavar="|".join(SORTS), help="What comes first.")] = "risk",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, max=10_000, help="Items to print at most.")] = 50,
    offset: Annotated[int, typer.Option("--offset", metavar="N", min=0, help="Items to pass over first.")] = 0,
) -> int:
    """List items, the riskiest first.

    Without --state: the pending ones.
    """
    from gate.cli.queue_text import list_lines

    chosen = _with_states(filter, (State.PENDING,))
    with opened() as queue:
        page = queue.page(chosen, sort=sort, limit=limit, offset=offset)
    if as_json(format):
        from gate.queue.export_jsonl import row_value

        show_json({"total": page.total, "offset": page.offset, "items": [row_value(row) for row in page.rows]})
    else:
        show("\n".join(list_lines(page, Layout(columns()), one_state=len(chosen.states) == 1)) + "\n")
    return ExitCode.ACCEPTED


@app.command("show")
def show_item(
    item: Annotated[int, typer.Argument(metavar="ITEM", help="An item, as gate queue list numbers it.")],
    format: Form = "text",
    raw: Annotated[bool, typer.Option("--raw", help="Print the record byte for byte as it came, and nothing else.")] = False,
) -> int:
    """Show an item: verdict, findings, history."""
    with opened() as queue:
        found = queue.get(item)
    if raw:
        if not found.raw:
            raise UsageError(f"item {item}: the bytes of the record are not known")
        show(found.raw)
    elif as_json(format):
        from gate.queue.export_jsonl import item_value

        show_json(item_value(found))
    else:
        from gate.cli.queue_text import item_lines

        show("\n".join(item_lines(found, Layout(columns()), datetime.now(UTC))) + "\n")
    return ExitCode.ACCEPTED


@app.command("assign")
@filtered
def assign_items(
    filter: Filter,
    to: Annotated[str, typer.Argument(metavar="NAME", help="Who is to work on it; - for nobody.")],
    items: Numbers = None,
    take_over: Annotated[bool, typer.Option("--take-over", help="Also what somebody else works on.")] = False,
    by: By = "",
    yes: Yes = False,
) -> int:
    """Give items to a curator."""
    with opened() as queue:
        chosen = _chosen(queue, items, filter, WAITING.states, f"give to {to}", yes=yes)
        done = queue.assign_many(items or (), chosen, to, who=who(by), take_over=take_over)
    return told(done, "freed" if to == "-" else f"given to {to}")


@app.command("decide")
@filtered
def decide_items(
    filter: Filter,
    decision: Annotated[str, typer.Argument(metavar="|".join(DECISIONS), help="The decision.")],
    items: Numbers = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="CODE", help="Reason code: needed to reject, and to accept against a finding.")
    ] = "",
    note_text: NoteOption = "",
    version: Annotated[
        int, typer.Option("--version", metavar="N", help="Decide only if the item still has the version you saw. One item.")
    ] = 0,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="With correct: the corrected record, in the item's format; checked again."),
    ] = None,
    rules: Rules = "",
    offline: Offline = False,
    by: By = "",
    yes: Yes = False,
) -> int:
    """Decide on pending items.

    Whoever decides second is told, and changes nothing. gate queue undo opens an item again. A record given with --record is
    checked again, by --rules and --offline as any; what still has a finding above info, or cannot be checked, needs a --reason.
    """
    if decision not in DECISIONS:
        raise UsageError(f"no decision {decision!r}; there are {', '.join(DECISIONS)}")
    state, curator = DECISIONS[decision], who(by)
    with opened() as queue:
        if version or record is not None:
            if len(items or ()) != 1:
                raise UsageError("--version and --record are about one item: name it")
            number, seen = (items or [0])[0], version or None
            if record is None:
                queue.decide(number, state, who=curator, reason=reason, note=note_text, version=seen)
            elif state is not State.CORRECTED:
                raise UsageError("only the decision correct can bring another record")
            else:
                from gate.hook.splitting import read_whole
                from gate.queue.correcting import checked, keep

                settings, item = load_settings(), queue.get(number)
                data = read_whole(record, settings.max_file_bytes)
                corrected = checked(item, data, _check(rules, offline=offline), settings)
                keep(queue, item, corrected, who=curator, reason=reason, note=note_text, version=seen)
                show(f"{corrected.words}\n")
            done = Bulk((number,), ())
        else:
            chosen = _chosen(queue, items, filter, WAITING.states, decision, yes=yes)
            done = queue.decide_many(items or (), chosen, state, who=curator, reason=reason, note=note_text)
    return told(done, state.value)


@app.command("undo")
@filtered
def undo_items(
    filter: Filter,
    items: Numbers = None,
    together: Annotated[
        str,
        typer.Option("--together", metavar="MARK", help="All that one call decided; the log has its mark."),
    ] = "",
    note_text: NoteOption = "",
    by: By = "",
    yes: Yes = False,
) -> int:
    """Open closed items again.

    With --together, what has changed since that call is told and stays as it is.
    """
    with opened() as queue:
        if together:
            if items or filter != Filter():
                raise UsageError("name items, filter them, or say --together: one of these")
            return told(queue.undo_together(together, who=who(by), note=note_text), "open again")
        chosen = _chosen(queue, items, filter, tuple(s for s in State if s is not State.PENDING), "open again", yes=yes)
        done = queue.undo_many(items or (), chosen, who=who(by), note=note_text)
    return told(done, "open again")


@app.command("stats")
@filtered
def stats(filter: Filter, format: Form = "text") -> int:
    """Count items by everything they can be filtered by."""
    from dataclasses import asdict

    with opened() as queue:
        facets = queue.facets(filter)
        batches = [b for b in queue.batches() if not filter.batches or b.id in filter.batches]
    if as_json(format):
        counts = {name: value if name == "total" else dict(value) for name, value in asdict(facets).items()}
        show_json(counts | {"batch_runs": [asdict(b) | {"created": b.created.isoformat()} for b in batches]})
    else:
        from gate.cli.queue_text import facet_lines

        show("\n".join(facet_lines(facets, batches, Layout(columns()))) + "\n")
    return ExitCode.ACCEPTED


@app.command("purge")
@filtered
def purge_items(filter: Filter, by: By = "", yes: Yes = False) -> int:
    """Delete closed items for good.

    Record, report and all go; who decided what stays in the log. Pending items are never deleted.
    """
    with opened() as queue:
        closed = _with_states(filter, tuple(s for s in State if s is not State.PENDING))
        ask(f"delete {queue.page(closed, limit=1).total:,} closed items for good", yes=yes)
        gone = queue.purge(closed, who=who(by))
    show(f"{gone:,} item{'' if gone == 1 else 's'} deleted\n")
    return ExitCode.ACCEPTED


@app.command("recheck")
@filtered
def recheck_items(
    filter: Filter,
    rules: Rules = "",
    offline: Offline = False,
) -> int:
    """Check again what could not be checked.

    What is accepted now leaves the queue by itself. Without --verdict: what is unchecked.
    """
    from dataclasses import replace

    chosen = _with_states(filter if filter.verdicts else replace(filter, verdicts=("unchecked",)), WAITING.states)
    with opened() as queue:
        done = queue.recheck(_check(rules, offline=offline), chosen)
    left = f", {done.left} decided meanwhile" if done.left else ""
    show(f"{done.accepted} accepted, {done.review} to review, {done.unchecked} still unchecked{left}\n")
    return ExitCode.UNCHECKED if done.unchecked else ExitCode.ACCEPTED


def _with_states(filter: Filter, states: tuple[str, ...]) -> Filter:
    from dataclasses import replace

    return filter if filter.states else replace(filter, states=states)


def _chosen(
    queue: Queue, items: list[int] | None, filter: Filter, states: tuple[str, ...], what: str, *, yes: bool
) -> Filter | None:
    """The filter of a call on many items; None where they are named. A call on everything has to be meant."""
    if items:
        if filter != Filter():
            raise UsageError("name items, or filter them: not both")
        return None
    if filter == Filter() and not yes:
        raise UsageError("name the items, filter them, or say --yes for all of them")
    chosen = _with_states(filter, states)
    ask(f"{what}: {queue.page(chosen, limit=1).total:,} items", yes=yes)
    return chosen


def _check(rules: str, *, offline: bool) -> Check:
    """Checks records of one batch together; lists of works by the rules for these, as when they came."""
    from gate.hook.running import Runner

    def check(records: Sequence[Record]) -> Report:
        lists = bool(records) and all(record.bibliography for record in records)
        return Runner(load_settings(), rules or ("bibliography" if lists else ""), offline).check(records)

    return check
