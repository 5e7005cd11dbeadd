"""``gate refs build``: snapshots out of live queries."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gate.cli.output import columns, show
from gate.cli.progress import ProgressLine
from gate.errors import UsageError
from gate.model import Kind, Role
from gate.report.terminal import Layout
from gate.settings import load_settings

if TYPE_CHECKING:
    from gate.references.harvesting.building import Plan

E = TypeVar("E", bound=StrEnum)
app = typer.Typer(help="Make a snapshot from live queries.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Option("--name", metavar="NAME", help="What to call it: lower-case letters, digits, hyphens.")]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="Default: what was asked for.")]
AsRole = Annotated[
    str, typer.Option("--role", metavar="reference|oracle", help="A reference may accuse, an oracle only confirm.")
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace the snapshot of this name.")]
Restart = Annotated[bool, typer.Option("--restart", help="Forget what a build of this name that stopped has gathered.")]
_SPAN = re.compile(r"(-?\d{1,4})\.\.(-?\d{1,4})", re.ASCII)
_ITEM = re.compile(r"Q[1-9]\d{0,11}", re.ASCII)


@app.command("people")
def build_people(
    born: Annotated[str, typer.Option("--born", metavar="YEAR..YEAR", help="Years of birth, as in ISO 8601: 0 is 1 BC.")],
    name: Name,
    occupation: Annotated[
        list[str] | None,
        typer.Option("--occupation", metavar="QID", help="Wikidata's item of an occupation, as Q4964182 (philosopher); repeat."),
    ] = None,
    class_: Annotated[
        list[str] | None, typer.Option("--class", metavar="QID", help="Wikidata's item of a class, as Q8436 (family); repeat.")
    ] = None,
    title: Title = "",
    role: AsRole = Role.REFERENCE,
    replace: Replace = False,
    restart: Restart = False,
) -> int:
    """Who was born in a span of years, from Wikidata.

    Whoever has one of the occupations, or is an instance of one of the classes, as stated there: subclasses are not followed. A
    build that was stopped goes on with the same call.
    """
    from gate.references.harvesting import People

    span = _SPAN.fullmatch(born)
    if span is None or int(span[1]) > int(span[2]):
        raise UsageError(f"--born: {born!r} is no span of years such as 1600..1700")
    chosen = (*(occupation or ()), *(class_ or ()))
    if not chosen:
        raise UsageError("whom to look for? Say --occupation or --class, with an item of Wikidata")
    for one in chosen:
        if not _ITEM.fullmatch(one):
            raise UsageError(f"{one!r} is no item of Wikidata, such as Q4964182")
    plan = People(int(span[1]), int(span[2]), tuple(occupation or ()), tuple(class_ or ()))
    return _build(plan, name, title, role, replace=replace, restart=restart)


@app.command("citations")
def build_citations(
    doi: Annotated[str, typer.Argument(metavar="DOI", help="The work in the middle.")],
    name: Name,
    depth: Annotated[
        int, typer.Option("--depth", metavar="1|2", min=1, max=2, help="1: what it cites; 2: also what those cite.")
    ] = 1,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Works at most; what is left out is counted in the manifest.")
    ] = 5000,
    title: Title = "",
    role: AsRole = Role.REFERENCE,
    replace: Replace = False,
    restart: Restart = False,
) -> int:
    """The works around one, from Crossref and OpenAlex.

    Its reference list and the works in it; OpenAlex fills in what Crossref lacks. A build that was stopped goes on with the same
    call.
    """
    from gate.references.harvesting import Citations

    return _build(Citations(doi, depth, most), name, title, role, replace=replace, restart=restart)


@app.command("reconciled")
def build_reconciled(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Names, one a line, UTF-8.")],
    service: Annotated[str, typer.Option("--service", metavar="NAME", help="A reconciliation service of the settings.")],
    name: Name,
    kind: Annotated[str, typer.Option("--kind", metavar="agent|concept", help="What the names are of.")] = Kind.AGENT,
    candidates: Annotated[int, typer.Option("--candidates", metavar="N", min=1, max=50, help="Kept of each name.")] = 5,
    licence: Annotated[str, typer.Option("--licence", metavar="TEXT", help="Licence of what the service holds.")] = "not stated",
    title: Title = "",
    role: AsRole = Role.REFERENCE,
    replace: Replace = False,
    restart: Restart = False,
) -> int:
    """What a reconciliation service holds for a list of names.

    Every candidate is kept with what the service tells of it; which is meant is decided in each check. A build that was stopped
    goes on with the same call.
    """
    from gate.references.harvesting import Reconciled, read_names

    known = _word(Kind, "--kind", kind)
    if known is Kind.WORK:
        raise UsageError("--kind: reconciliation services are asked for agents and concepts")
    plan = Reconciled(service, read_names(file), known, str(file), candidates, licence)
    return _build(plan, name, title, role, replace=replace, restart=restart)


def _build(plan: Plan, name: str, title: str, role: str, *, replace: bool, restart: bool) -> int:
    from gate.references.harvesting import build

    known = _word(Role, "--role", role)
    with ProgressLine() as progress:
        manifest = build(
            plan,
            load_settings(),
            name=name,
            title=title,
            role=known,
            replacing=replace,
            restart=restart,
            progress=progress.indexing,
        )
    counts = ", ".join(f"{count} {what}" for what, count in manifest.counts)
    show("\n".join(Layout(columns()).text(f"{manifest.name}: {counts}, of {manifest.retrieved}, in {manifest.folder}")) + "\n")
    return 0


def _word(words: type[E], option: str, given: str) -> E:
    try:
        return words(given)
    except ValueError:
        raise UsageError(f"{option}: {given!r} is none of {', '.join(words)}") from None
