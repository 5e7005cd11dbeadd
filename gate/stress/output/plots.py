"""Figures by matplotlib. Colours are those of Okabe & Ito (2008), told apart by colour-blind readers; marks and hatches differ
too.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Literal

from gate.stress.results import Bars, Drawing, Figure, Points
from gate.stress.statistics.extra import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

INK = "#1a1a1a"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#5F5F5F", "#F0E442")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "///", "...", "xx", "\\\\\\", "++", "oo", "--")
DRAWN = (INK, "#0072B2", "#56B4E9", "#D55E00", "#009E73", "#9A9A9A")
"""Of a drawing: records dark, what is right blue, what is missed light, what is invented vermilion, what is open grey."""
DASHES = ("-", "--", "-.", ":")
MANY = 12
"""More labels than this stand one below the other, with bars lying down."""

SEVERAL = 8
"""So many series can be told apart by colour and mark. More bars become a table of shades, more lines a panel each."""

LETTER = 0.09
"""Inches of a letter of a label."""

Format = Literal["png", "svg"]


def render(figure: Figure, format: Format) -> bytes:
    """The figure as PNG (150 dots an inch) or SVG, the same bytes each time. Raises MissingExtraError without matplotlib."""
    need("matplotlib", "a plot")
    with _style():
        canvas = _drawn(figure)
        buffer = io.BytesIO()
        metadata: dict[str, str] = {"Date": ""} if format == "svg" else {"Software": ""}
        canvas.savefig(buffer, format=format, dpi=150, bbox_inches="tight", metadata=metadata)
        return buffer.getvalue()


def _drawn(figure: Figure) -> Canvas:
    if isinstance(figure, Drawing):
        return _drawing(figure)
    if isinstance(figure, Bars):
        return _bars(figure) if len(figure.series) <= SEVERAL else _heat(figure)
    return _points(figure) if len(figure.groups) <= SEVERAL else _panels(figure)


@contextmanager
def _style() -> Iterator[None]:
    import matplotlib as mpl

    settings: dict[str, object] = {
        "font.size": 10, "axes.titlesize": 11, "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
        "axes.edgecolor": INK, "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "white",
        "svg.hashsalt": "gate", "svg.fonttype": "path", "axes.grid": False, "hatch.linewidth": 0.5,
    }  # fmt: skip
    with mpl.rc_context():
        for name, value in settings.items():
            mpl.rcParams[name] = value  # type: ignore[index]
        yield


def _canvas(width: float, height: float, across: int = 1, down: int = 1) -> tuple[Canvas, list[Axes]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(canvas)
    return canvas, [canvas.add_subplot(down, across, i + 1) for i in range(across * down)]


def _bars(figure: Bars) -> Canvas:
    lying = len(figure.labels) > MANY or max((len(label) for label in figure.labels), default=0) > 18
    groups, bars = len(figure.labels), max(len(figure.series), 1)
    long = max(4.0, 1.6 + groups * (0.16 * bars + 0.22))
    wide = max(6.0, 2 + groups * (0.25 * bars + 0.35))
    canvas, (axes,) = _canvas(7.5, long) if lying else _canvas(wide, 4.2)
    thick = 0.8 / bars
    for number, series in enumerate(figure.series):
        places = [i + (number - (bars - 1) / 2) * thick for i in range(groups)]
        defined = [(p, v, i) for i, (p, v) in enumerate(zip(places, series.values, strict=True)) if v is not None]
        errors = _errors(series.low, series.high, defined)
        style = {
            "color": COLOURS[number % len(COLOURS)], "edgecolor": INK, "linewidth": 0.6, "hatch": HATCHES[number % len(HATCHES)],
            "label": series.label, "capsize": 2.5, "ecolor": INK,
        }  # fmt: skip
        spots, heights = [p for p, _, _ in defined], [v for _, v, _ in defined]
        if lying:
            axes.barh(spots, heights, thick, xerr=errors, **style)  # type: ignore[arg-type]
        else:
            axes.bar(spots, heights, thick, yerr=errors, **style)  # type: ignore[arg-type]
    if lying:
        axes.set_yticks(range(groups), figure.labels)
        axes.set_ylim(groups - 0.4, -0.6)
        axes.set_xlabel(figure.axis)
        axes.set_xlim(_start(figure), figure.top)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    else:
        key = 0.6 + LETTER * max(len(s.label) for s in figure.series) if len(figure.series) > 1 else 0.0
        room = (wide - 0.8 - key) / max(groups, 1)  # inches of a label, beside the axis and the key
        slanted = LETTER * max((len(label) for label in figure.labels), default=0) > room
        axes.set_xticks(range(groups), figure.labels, rotation=30 if slanted else 0, ha="right" if slanted else "center")
        axes.set_ylabel(figure.axis)
        axes.set_ylim(_start(figure), figure.top)
        axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    intervals = any(v is not None for s in figure.series for v in s.low)
    axes.set_title(f"{figure.title} (95 % intervals)" if intervals else figure.title)
    if len(figure.series) > 1:
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return canvas


def _start(figure: Bars) -> float | None:
    lowest = min((v for s in figure.series for v in s.values if v is not None), default=0.0)
    return 0.0 if lowest >= 0 else None


def _errors(
    low: tuple[float | None, ...], high: tuple[float | None, ...], defined: list[tuple[float, float, int]]
) -> list[list[float]] | None:
    if not low or not high:
        return None
    below, above = [], []
    for _, value, i in defined:
        lowest, highest = low[i], high[i]
        below.append(max(0.0, value - lowest) if lowest is not None else 0.0)
        above.append(max(0.0, highest - value) if highest is not None else 0.0)
    return [below, above]


def _points(figure: Points) -> Canvas:
    canvas, (axes,) = _canvas(6.8, 4.6)
    for number, (label, spots) in enumerate(figure.groups):
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        if figure.joined:
            dash = DASHES[number % len(DASHES)]
            mark = mark if figure.marks else ""
            axes.plot(xs, ys, color=colour, linestyle=dash, marker=mark, markersize=3.5, linewidth=1.4, label=label, alpha=0.9)
        else:
            above = 3 + len(figure.groups) - number  # the first group, a reference, is not hidden by one on the same spot
            style = {"color": colour, "marker": mark, "edgecolors": INK, "linewidths": 0.4, "alpha": 0.85}
            axes.scatter(xs, ys, s=26, label=label, zorder=above, **style)  # type: ignore[arg-type]
    if figure.log:
        _logarithmic(axes, 5)
    key = _named(axes, figure)
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    axes.set_title(figure.title)
    axes.grid(color="#e4e4e4", linewidth=0.6)
    axes.set_axisbelow(True)
    if len(figure.groups) > 1:
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    if key:
        axes.text(1.03, 0.84 if len(figure.groups) > 1 else 1.0, key, transform=axes.transAxes, va="top", fontsize=8)
    return canvas


def _named(axes: Axes, figure: Points) -> str:
    """Write names beside points; many get numbers there, and the key that is returned.

    Points on one spot share a label. A label goes to the first place around its spot that no other one has taken.
    """
    many = len(figure.names) > SEVERAL
    spots: dict[tuple[float, float], list[str]] = {}
    for number, (x, y, text) in enumerate(figure.names):
        spots.setdefault((x, y), []).append(str(number) if many else text)
    axes.autoscale_view()
    taken: list[tuple[float, float, float, float]] = []
    for (x, y), texts in sorted(spots.items(), key=lambda pair: (pair[0][1], pair[0][0])):
        told = ", ".join(texts)
        right, up, far = _free(axes, (x, y), told, taken)
        arrow = {"arrowstyle": "-", "color": "#8a8a8a", "linewidth": 0.5} if far else None
        axes.annotate(told, (x, y), xytext=(right, up), textcoords="offset points", fontsize=7.5, arrowprops=arrow)
    return "\n".join(f"{place}  {text}" for place, (_, _, text) in enumerate(figure.names)) if many else ""


def _free(
    axes: Axes, spot: tuple[float, float], text: str, taken: list[tuple[float, float, float, float]]
) -> tuple[float, float, bool]:
    """Where a label of a spot goes, in points from it, and whether that is far; the place is then ``taken``."""
    scale = 72 / axes.figure.dpi
    place = axes.transData.transform(spot)
    left, low = float(place[0]) * scale, float(place[1]) * scale
    wide, high = 4.6 * len(text), 8.0
    inside = float(axes.transAxes.inverted().transform(place)[0]) < 0.85  # at the right edge a label stands on the left
    sides = (5.0, -5.0 - wide) if inside else (-5.0 - wide, 5.0)
    tries = [(right, up) for right in sides for up in (3.0, -10.0)]
    tries += [(right, up) for up in (14.0, -21.0, 25.0, -32.0, 36.0, -43.0) for right in (9.0, -9.0 - wide)]
    for number, (right, up) in enumerate(tries):
        box = (left + right, low + up, left + right + wide, low + up + high)
        if not any(box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken):
            taken.append(box)
            return right, up, number > 3
    return (*tries[0], False)


def _heat(figure: Bars) -> Canvas:
    """Bars of many series as a table of shades, one row a series, with the values written in."""
    rows, columns = len(figure.series), len(figure.labels)
    canvas, (axes,) = _canvas(3.6 + 1.0 * columns, 1.4 + 0.3 * rows)
    cells = [[float("nan") if v is None else v for v in s.values] for s in figure.series]
    top = figure.top or max((v for s in figure.series for v in s.values if v is not None), default=1.0)
    shades = axes.imshow(cells, cmap="cividis", aspect="auto", vmin=0.0, vmax=top)
    for i, s in enumerate(figure.series):
        for j, v in enumerate(s.values):
            text, dark = ("-", False) if v is None else (f"{v:.2f}", v < top / 2)
            axes.text(j, i, text, ha="center", va="center", fontsize=8, color="white" if dark else INK)
    slanted = max(len(label) for label in figure.labels) > 12
    axes.set_xticks(range(columns), figure.labels, rotation=30 if slanted else 0, ha="right" if slanted else "center")
    axes.set_yticks(range(rows), [s.label for s in figure.series])
    axes.tick_params(length=0)
    canvas.colorbar(shades, label=figure.axis)
    axes.set_title(figure.title)
    return canvas


def _panels(figure: Points) -> Canvas:
    """Many groups as a panel each, on common axes, the others grey behind it."""
    across = 5
    down = -(-len(figure.groups) // across)
    canvas, panels = _canvas(2.3 * across, 2.0 * down + 0.6, across, down)
    for axes, (label, spots) in zip(panels, figure.groups, strict=False):
        for _, others in figure.groups:
            _spots(axes, figure, others, "#cfcfcf", 1)
        _spots(axes, figure, spots, COLOURS[0], 2)
        if figure.log:
            _logarithmic(axes, 2)
        axes.set_title(label if len(label) <= 34 else f"{label[:32]}...", fontsize=7.5)
        axes.tick_params(labelsize=7)
    for axes in panels[len(figure.groups) :]:
        axes.axis("off")
    canvas.suptitle(figure.title, fontsize=11)
    canvas.supxlabel(figure.x, fontsize=9)
    canvas.supylabel(figure.y, fontsize=9)
    return canvas


def _logarithmic(axes: Axes, most: int) -> None:
    """Logarithmic axes whose labels do not run into each other: one that spans less than a decade has at most so many."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter, NullLocator

    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        if high < 20 * low:
            axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
            axis.set_major_formatter(FuncFormatter(partial(_figures, digits=_digits(low, high))))
            axis.set_minor_locator(NullLocator())
        axis.set_minor_formatter(NullFormatter())


def _digits(low: float, high: float) -> int:
    """So many significant figures tell the marks of an axis from ``low`` to ``high`` apart."""
    return 2 if high <= low else max(2, 2 + math.ceil(math.log10(high / (high - low))))


def _figures(value: float, _: int, digits: int) -> str:
    return f"{value:.{digits}g}"


def _spots(axes: Axes, figure: Points, spots: tuple[tuple[float, float], ...], colour: str, order: int) -> None:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    line = "-" if figure.joined else "none"
    mark = "o" if figure.marks or not figure.joined else ""
    axes.plot(xs, ys, linestyle=line, marker=mark, markersize=2, linewidth=1, color=colour, zorder=order)


def _drawing(figure: Drawing) -> Canvas:
    from matplotlib.collections import LineCollection

    canvas, panels = _canvas(5.6 * len(figure.panels), 5.8, len(figure.panels))
    for axes, (title, nodes, edges) in zip(panels, figure.panels, strict=True):
        lines = [((nodes[a][0], nodes[a][1]), (nodes[b][0], nodes[b][1])) for a, b in edges]
        axes.add_collection(LineCollection(lines, colors="#b5b5b5", linewidths=0.35, zorder=1))
        for number, kind in enumerate(figure.kinds):
            spots = [(x, y) for x, y, k in nodes if k == kind]
            if not spots:
                continue
            size = 24 if number == 0 else 5 if len(nodes) > 500 else 14
            axes.scatter(
                [x for x, _ in spots], [y for _, y in spots], s=size, color=DRAWN[number % len(DRAWN)],
                marker=MARKS[number % len(MARKS)], linewidths=0, label=f"{kind} ({len(spots):,})", zorder=4 if number == 0 else 2,
            )  # fmt: skip
        axes.set_title(title)
        axes.set_aspect("equal")
        axes.axis("off")
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, fontsize=9, markerscale=1.5)
    canvas.suptitle(figure.title, fontsize=11)
    return canvas
