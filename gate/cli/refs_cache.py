"""``gate refs cache``: what earlier runs were told by live services, and how to forget it."""

from __future__ import annotations

import typer

from gate.cli.output import columns, show
from gate.report.terminal import Layout
from gate.settings import load_settings

app = typer.Typer(help="Show or empty the cache of live answers.", no_args_is_help=True, rich_markup_mode=None)


@app.command("info")
def cache_info() -> int:
    """Show what the cache of live answers holds.

    How many answers of each source, how large it is, and how old.
    """
    from gate.references.http import cache_info as info

    settings = load_settings()
    held = info(settings)
    if held is None:
        show("no live answers are kept\n")
        return 0
    total = sum(count for _, count in held.answers)
    rows = (
        ("file", str(held.file)),
        ("size", f"{held.size:,} bytes"),
        ("answers", f"{total:,}, {held.absent:,} of them that something is not held"),
        *((f"  {source}", f"{count:,}") for source, count in held.answers),
        ("oldest", held.oldest),
        ("newest", held.newest),
        ("kept for", f"{settings.cache_days} days, {settings.cache_absent_days} where something is not held"),
    )
    layout = Layout(columns())
    show("\n".join(line for label, value in rows for line in layout.field(label, value, column=18)) + "\n")
    return 0


@app.command("clear")
def cache_clear() -> int:
    """Forget every live answer.

    Snapshots and their indexes stay; the next run asks again.
    """
    from gate.references.http import cache_clear as clear

    gone = clear(load_settings())
    show(f"{gone:,} live answer{'' if gone == 1 else 's'} forgotten\n")
    return 0
