"""What a stress test comes to: tables, figures, the methods in words, and everything that is needed to repeat it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """``name`` is that of its CSV file. A cell that is None is undefined; ``note`` or a column says why."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One series of a figure; ``low`` and ``high`` are the ends of intervals, where there are any."""

    label: str
    values: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars side by side: one group a label, one bar a series. ``top`` is the end of the axis, None to fit."""

    name: str
    title: str
    axis: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    top: float | None = 1.0
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """A scatter plot, or lines; every group has its own colour and mark. ``names`` are written beside points, where given.

    ``marks`` is for lines: whether their points are marked.
    """

    name: str
    title: str
    x: str
    y: str
    groups: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    log: bool = False
    joined: bool = False
    marks: bool = True
    names: tuple[tuple[float, float, str], ...] = ()
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Two graphs beside each other: nodes as (x, y, kind), edges as pairs of node numbers; ``kinds`` in the order of the key."""

    name: str
    title: str
    panels: tuple[tuple[str, tuple[tuple[float, float, str], ...], tuple[tuple[int, int], ...]], ...]
    kinds: tuple[str, ...]
    alt: str = ""


Figure: TypeAlias = Bars | Points | Drawing


@dataclass(frozen=True, slots=True)
class Result:
    """A run of one protocol. ``notes`` are what the reader must know of these data; ``parameters`` are told as given."""

    protocol: str
    title: str
    methods: tuple[str, ...]
    parameters: Mapping[str, str]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)

    def table(self, name: str) -> Table:
        """The table called ``name``; raises KeyError."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(name)


def records(table: Table) -> list[dict[str, Cell]]:
    """The rows of a table, by column."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def versions(packages: Sequence[str] = ()) -> dict[str, str]:
    """Versions of the gate, of Python and of ``packages``, those that are installed."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from gate.version import __version__

    found = {"catalog-gate": __version__, "Python": platform.python_version()}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
