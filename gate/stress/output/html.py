"""One HTML page that holds all of a result, figures included: for a committee to read, offline, by any browser."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from gate.stress.output.tables import shown
from gate.stress.results import Result, Table

SUMMARY = "summary"
MANY = 40
"""A table of more rows is folded."""
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0
1rem } h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2rem }
table { border-collapse: collapse; margin: .6rem 0; font-size: .92rem } th, td { padding: .25rem .6rem; text-align: left }
td:first-child { white-space: nowrap } summary { font-weight: 600; cursor: pointer; margin: .6rem 0 }
th { border-bottom: 2px solid #1a1a1a } td { border-bottom: 1px solid #ddd } td.n, th.n { text-align: right }
caption { text-align: left; font-weight: 600; padding: .3rem 0 } .note { color: #444; font-size: .92rem }
.wide { overflow-x: auto } figure { margin: 1.2rem 0 } figure svg { max-width: 100%; height: auto } dt { font-weight: 600 }
@media print { body { max-width: none } .wide { overflow: visible } table { font-size: .6rem }
figure, tr { break-inside: avoid } th, td { padding: .15rem .3rem } }
"""


def as_html(result: Result, figures: Mapping[str, str]) -> str:
    """The page: what it comes to, the figures, the methods, all tables, what is needed to repeat it.

    ``figures`` holds the SVG of every figure that could be drawn, by name.
    """
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(result.title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}</style></head><body><main><h1>{escape(result.title)}</h1>",
    ]
    if result.notes:
        parts += ["<ul>", *(f"<li>{escape(note)}</li>" for note in result.notes), "</ul>"]
    first = [t for t in result.tables if t.name == SUMMARY]
    if first:
        parts += ["<h2>Summary</h2>", *(_table(t) for t in first)]
    if figures:
        parts.append("<h2>Figures</h2>")
        for figure in result.figures:
            if figure.name in figures:
                words = escape(figure.alt or figure.title)
                drawn = figures[figure.name].replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)
                parts.append(f"<figure>{drawn}<figcaption>{escape(figure.title)}</figcaption></figure>")
    parts += ["<h2>Methods</h2>", *(f"<p>{escape(paragraph)}</p>" for paragraph in result.methods)]
    parts += ["<h2>Tables</h2>", *(_folded(t) for t in result.tables if t not in first)]
    parts += ["<h2>Parameters and versions</h2><dl>"]
    parts += [f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in {**result.parameters, **result.versions}.items()]
    parts.append("</dl></main></body></html>\n")
    return "\n".join(parts)


def _folded(table: Table) -> str:
    """A long table opens at a click; what is printed has it as it stands on the screen."""
    if len(table.rows) <= MANY:
        return _table(table)
    return f"<details><summary>{escape(table.title)}: {len(table.rows):,} rows</summary>{_table(table)}</details>"


def _table(table: Table) -> str:
    numeric = [
        bool(table.rows) and all(cell is None or isinstance(cell, (int, float)) for cell in column)
        for column in (zip(*table.rows, strict=True) if table.rows else [[]] * len(table.columns))
    ]
    mark = [' class="n"' if n else "" for n in numeric]
    head = "".join(f'<th scope="col"{m}>{escape(c)}</th>' for c, m in zip(table.columns, mark, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{m}>{escape(shown(cell))}</td>" for cell, m in zip(row, mark, strict=True)) + "</tr>"
        for row in table.rows
    )
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    caption = f"<caption>{escape(table.title)}</caption>"
    return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{note}'
