"""catalog-gate: a quality gate that stands before the catalogue.

The public interface is what ``__all__`` lists: everything else may change between minor versions. Nothing heavy is imported until
a function is called.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gate.model import Decision, Finding, Record, RecordReport, Report, Unreadable, Verdict
from gate.version import __version__

if TYPE_CHECKING:
    from gate.model import Graph, Profile
    from gate.settings import Settings

__all__ = [
    "Decision",
    "Finding",
    "Record",
    "RecordReport",
    "Report",
    "Unreadable",
    "Verdict",
    "__version__",
    "check",
    "check_many",
    "compare_graphs",
]


def check(
    source: Path | str | bytes,
    *,
    rules: str = "default",
    offline: bool = False,
    format: str = "auto",
    settings: Settings | None = None,
) -> Report:
    """Check every record of a file, a folder, or of bytes in any format the gate reads.

    ``rules`` is a name of ``gate rules list`` or a path. Raises :class:`gate.errors.GateError` for input or rules that cannot be
    used; a source that does not answer is part of the report.
    """
    from gate.records import read
    from gate.settings import load_settings

    chosen = settings or load_settings()
    place = (source, "bytes") if isinstance(source, bytes) else Path(source)
    return check_many(read(place, format=format, settings=chosen), rules=rules, offline=offline, settings=chosen)


def check_many(
    records: Iterable[Record | Unreadable], *, rules: str = "default", offline: bool = False, settings: Settings | None = None
) -> Report:
    """Check records together: each on its own, and all of them as one graph."""
    from gate import checking
    from gate.decision.rules import load
    from gate.references import open_sources
    from gate.settings import load_settings

    chosen = settings or load_settings()
    with open_sources(chosen, offline=offline) as sources:
        return checking.check(records, rules=load(rules), sources=sources, settings=chosen, offline=offline)


def compare_graphs(generated: Graph, reference: Graph) -> Profile:
    """The structure of one graph beside another: overlap, centrality, communities, mobility, topology."""
    from gate.comparison.graphs import compare_graphs as compare

    return compare(generated, reference)
