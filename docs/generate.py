"""Write the parts of the documentation that the code knows best: `make docs`. A test fails where they are out of date.

docs/findings.md from the catalogue, docs/fields.md from the properties, docs/settings.md from the settings, docs/commands.md from
the command's own help, and in README.md and docs/cataloguer.md the output of real runs.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from gate.cli import main
from gate.cli.explain import SEVERITY_WORDS, TIER_WORDS, meaning
from gate.findings import FINDINGS
from gate.model import Kind, Severity, Tier
from gate.properties import ValueType, properties_of
from gate.settings import NOT_SETTINGS, Settings
from gate.source_settings import LIVE_SOURCES, SourceSettings

ROOT = Path(__file__).resolve().parent.parent
VERBS = (
    ("check",),
    ("batch",),
    ("explain",),
    ("compare",),
    ("convert",),
    ("hook",),
    ("watch",),
    *(("queue", verb) for verb in ("list", "show", "assign", "decide", "undo", "stats", "export", "import", "recheck", "purge")),
    ("rules", "list"),
    ("rules", "show"),
    ("rules", "check"),
    ("rules", "calibrate"),
    ("rules", "sensitivity"),
    ("serve",),
    ("token", "create"),
    ("token", "list"),
    ("token", "revoke"),
    ("refs", "list"),
    ("refs", "info"),
    ("refs", "import"),
    ("refs", "build", "people"),
    ("refs", "build", "citations"),
    ("refs", "build", "reconciled"),
    ("refs", "verify"),
    ("refs", "remove"),
    ("refs", "publish"),
    ("refs", "cache", "info"),
    ("refs", "cache", "clear"),
    ("doctor",),
    ("stress", "consistency"),
    ("stress", "roget"),
    ("stress", "philosophers"),
    ("stress", "bibliography"),
    ("stress", "recite"),
    ("stress", "random-graphs"),
    ("stress", "audit"),
    ("stress", "references"),
    ("stress", "summary"),
    ("stress", "classifier", "train"),
    ("stress", "classifier", "score"),
)
MADE = "<!-- Made by docs/generate.py; do not edit. -->\n\n"
DEMO = ("check", "--offline", "examples/work-true.json")
BEGIN, END = "<!-- output of make demo: begin -->\n", "<!-- output of make demo: end -->"
READING_LIST = ("check", "--offline", "--as", "bibliography", "examples/reading-list.bib")
LIST_BEGIN, LIST_END = "<!-- output for the reading list: begin -->\n", "<!-- output for the reading list: end -->"
OTHER_VARIABLES = {
    "GATE_SETTINGS": "another settings file than `gate.toml`",
    "GATE_DEBUG": "show the traceback of a fault of the gate",
    "GATE_SHARED_DATA": "for the tests: where the recorded data lies",
    "GATE_TOKEN": "for scripts that call the server: the token they send; `gate` itself does not read it",
    "NO_COLOR": "no colour, also on a terminal",
    "COLUMNS": "the width to write text in; by default that of the terminal, or 80",
    "XDG_CACHE_HOME": "where the cache folder lies, if `cache_folder` is empty; by default `~/.cache`",
    "XDG_DATA_HOME": "where the review queue lies, if `queue_url` is empty; by default `~/.local/share`",
}


def findings() -> str:
    """docs/findings.md: every code, as ``gate explain`` tells it."""
    lines = [
        MADE + "# Findings",
        "",
        "Every code the gate can report. Codes are stable: none is renamed or used for something else. `gate explain CODE`",
        "prints the same. A rule set can give a code another severity and tier: see [rules.md](rules.md). In a message,",
        "`<given>` is the value of the record, `<held>` that of the source.",
        "",
        "| severity | meaning |",
        "|---|---|",
        *(f"| {severity} | {SEVERITY_WORDS[severity]} |" for severity in Severity),
        "",
        "| tier | what goes wrong if it reaches the catalogue |",
        "|---|---|",
        *(f"| {tier} | {TIER_WORDS[tier]} |" for tier in Tier),
    ]
    for entry in FINDINGS.values():
        lines += [
            "",
            f"## {entry.code}",
            "",
            f"**{entry.title}** ({entry.severity}, {entry.tier})",
            "",
            f"Says: `{meaning(entry)}`",
            "",
            f"What to do: {entry.advice}",
        ]
    return "\n".join(lines) + "\n"


def _explained(docstring: str | None) -> dict[str, str]:
    """What a docstring says of each field."""
    found = re.findall(r"^\s*``(\w+)`` +(.+(?:\n\s*(?!``)\S.*)*)", docstring or "", re.MULTILINE)
    return {name: re.sub(r":data:`(\w+)`", r"\1", " ".join(words.split()).replace("``", "`")) for name, words in found}


VALUES = {
    ValueType.TITLE: "a title",
    ValueType.NAME: "a name: a text, or an object with `name` or `family` and `given`, `role`, identifiers",
    ValueType.DATE: "a date: EDTF, or a form used in catalogues",
    ValueType.IDENTIFIER: "an identifier, bare or as a link",
    ValueType.LANGUAGE: "a language: ISO 639 code or name",
    ValueType.NUMBER: "a number",
    ValueType.PAGES: "pages",
    ValueType.TERM: "a heading: a text, or an object with `label` and identifiers",
    ValueType.TEXT: "prose: kept, not compared as a text",
    ValueType.CLASS: "a class number: its form is checked, and what the sources have beside it",
    ValueType.CITATION: "a citation: a text, or an object with the fields of a work",
}


def properties() -> str:
    """docs/fields.md: what a record of each kind can say."""
    lines = [
        MADE + "# Fields",
        "",
        "What a record can say, by kind. These are the field names of plain JSON; every other format is read into the same",
        "properties. The kind is given in `kind`, or seen from the fields. `id` is the record's own name in the report. A field",
        "that is not read is reported as ignored, and never held against the record.",
        "",
        "Of a *single* property a thing has one value, so another value contradicts; of the others a second may stand beside the",
        "first. The last column is the term in the claim graph (`gate check --graph OUT.ttl`).",
    ]
    for kind in Kind:
        lines += ["", f"## {kind}", "", "| field | value | single | RDF term |", "|---|---|---|---|"]
        for p in properties_of(kind):
            lines.append(f"| `{p.name}` | {VALUES[p.type]} | {'single' if p.single else ''} | <{p.term}> |")
    return "\n".join(lines) + "\n"


def settings() -> str:
    """docs/settings.md: every setting with its default, as its docstring explains it."""
    explained = _explained(Settings.__doc__)
    lines = [
        MADE + "# Settings",
        "",
        "Settings come from `gate.toml` in the working folder, then from environment variables: `GATE_` and the name in",
        "capitals. An unknown key or a value of the wrong type is an error, so that a slip cannot go unseen.",
        "",
        "| key | variable | default | meaning |",
        "|---|---|---|---|",
    ]
    for field in fields(Settings):
        default = getattr(Settings(), field.name)
        shown = f"`{default}`" if default not in ("", ()) else "(empty)"
        variable = f"`GATE_{field.name.upper()}`" if field.name != "sources" else "see below"
        lines.append(f"| `{field.name}` | {variable} | {shown} | {explained[field.name]} |")
    lines += [
        "",
        "## Live sources",
        "",
        f"The sources that the gate can ask are {', '.join(f'`{name}`' for name in LIVE_SOURCES)}.",
        "A table `[sources.crossref]` in `gate.toml` says how one of them is asked; variables as `GATE_CROSSREF_URL` do the",
        "same.",
        'A table with another name, `protocol = "reconciliation"` and a `url` adds a reconciliation service; with',
        '`protocol = "sru"` and a `url`, or the name of a `catalogue`, a library catalogue.',
        "",
        "| key | meaning |",
        "|---|---|",
    ]
    of_a_source = _explained(SourceSettings.__doc__)
    lines += [f"| `{field.name}` | {of_a_source[field.name]} |" for field in fields(SourceSettings) if field.name != "name"]
    lines += ["", "Other variables that the gate reads:", "", "| variable | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {words} |" for name, words in OTHER_VARIABLES.items()]
    missing = NOT_SETTINGS - set(OTHER_VARIABLES)
    if missing:
        raise SystemExit(f"say in docs/generate.py what these are for: {', '.join(sorted(missing))}")
    return "\n".join(lines) + "\n"


def commands() -> str:
    """docs/commands.md: the help of every verb."""
    parts = [MADE + "# Commands\n\nThe help of every verb. Exit codes are told in [exit-codes.md](exit-codes.md).\n"]
    for verb in ((), *VERBS):
        name = " ".join(("gate", *verb))
        parts.append(f"## {name}\n\n```\n{_output(*verb, '--help')[1].rstrip()}\n```\n")
    return "\n".join(parts)


def readme() -> str:
    """README.md with the output of the demo as it is now."""
    return _with_output("README.md", BEGIN, END, DEMO, 0)


def cataloguer() -> str:
    """docs/cataloguer.md with the output of the check of the example reading list as it is now."""
    return _with_output("docs/cataloguer.md", LIST_BEGIN, LIST_END, READING_LIST, 1)


def _with_output(page: str, begin: str, end: str, call: tuple[str, ...], expected: int) -> str:
    """A page with what ``call`` prints now between two marks. ``expected`` is the exit code it must have."""
    before, _, rest = (ROOT / page).read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    code, shown = _output(*call)
    if code != expected:
        raise SystemExit(f"gate {' '.join(call)} ended with {code}")
    return f"{before}{begin}\n```console\n$ gate {' '.join(call)}\n{shown.rstrip()}\n```\n\n{end}{after}"


PAGES = {
    "docs/findings.md": findings,
    "docs/fields.md": properties,
    "docs/settings.md": settings,
    "docs/commands.md": commands,
    "docs/cataloguer.md": cataloguer,
    "README.md": readme,
}


def _output(*arguments: str) -> tuple[int, str]:
    """Exit code and standard output of a call of ``gate`` in the project's folder, 80 columns wide and without colour."""
    buffer = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with (
        contextlib.redirect_stdout(buffer),
        contextlib.chdir(ROOT),
        _variable("COLUMNS", "80"),
        _variable("GATE_CACHE_FOLDER", _empty_cache().name),
    ):
        code = main(arguments)
    buffer.seek(0)
    return code, buffer.read()


@cache
def _empty_cache() -> tempfile.TemporaryDirectory[str]:
    """A cache of its own: with answers of live services in the user's, an offline run says more."""
    return tempfile.TemporaryDirectory()


@contextlib.contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


if __name__ == "__main__":
    for page, make in PAGES.items():
        (ROOT / page).write_text(make(), encoding="utf-8")
        sys.stdout.write(f"{page}\n")
