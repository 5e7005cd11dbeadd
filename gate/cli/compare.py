"""``gate compare``: the structure of one graph beside another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gate.cli.output import columns, show
from gate.errors import UsageError
from gate.model import Profile
from gate.settings import load_settings

PROFILE_FORMAT = "gate-profile/1"


def compare(
    generated: Annotated[Path, typer.Argument(metavar="GENERATED", help="The graph to judge.")],
    reference: Annotated[Path, typer.Argument(metavar="REFERENCE", help="The graph to judge it by.")],
    format: Annotated[str, typer.Option("--format", metavar="text|json", help="How to print the profile.")] = "text",
) -> int:
    """Compare the structure of two graph files.

    Overlap, relations, centrality, mobility, communities and topology. An undefined measure is printed with the reason why, never
    as 0 or 1.
    """
    if format not in ("text", "json"):
        raise UsageError(f"no format {format!r} for a profile; there are text, json")
    from gate.comparison.graphs import compare_graphs
    from gate.graph_files import load

    settings = load_settings()
    profile = compare_graphs(load(generated, settings), load(reference, settings))
    show(_json(profile, generated, reference) if format == "json" else _text(profile, generated, reference))
    return 0


def _text(profile: Profile, generated: Path, reference: Path) -> str:
    from gate.report.terminal import Layout
    from gate.report.text_profile import profile_lines

    layout = Layout(columns())
    names = layout.field("generated", str(generated), column=11) + layout.field("reference", str(reference), column=11)
    return "\n".join([*names, "", *profile_lines(profile, layout)]) + "\n"


def _json(profile: Profile, generated: Path, reference: Path) -> bytes:
    from gate.report.json import encode
    from gate.report.json_values import profile_value

    return encode(
        {"format": PROFILE_FORMAT, "generated": str(generated), "reference": str(reference), "profile": profile_value(profile)}
    )
