"""Documentation that cannot drift: what the code knows is found in docs/, and what docs/ says exists."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import typer.main

from gate import graph_files
from gate.cli.app import app
from gate.cli.exit_codes import ExitCode
from gate.decision.names import SCORE_NAMES
from gate.findings import FINDINGS
from gate.model import AnchorState, CitationOutcome, Outcome, Severity, Tier
from gate.records import readers
from gate.references.local import IMPORT_FORMATS
from gate.report import FORMATS
from gate.settings import _TYPES, NOT_SETTINGS
from gate.version import __version__

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def verbs() -> Iterator[tuple[tuple[str, ...], set[str]]]:
    """Every verb with its options, as the command itself knows them."""

    def walk(command: object, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        below = getattr(command, "commands", {})
        for key, child in below.items():
            yield from walk(child, (*name, key))
        if not below:
            options = {opt for p in getattr(command, "params", []) for opt in p.opts if opt.startswith("-")}
            yield name, options | {"--help", "-h"}

    yield from walk(typer.main.get_command(app), ())


@pytest.mark.parametrize(
    "page", ["docs/findings.md", "docs/fields.md", "docs/settings.md", "docs/commands.md", "docs/cataloguer.md", "README.md"]
)
def test_generated_pages_are_up_to_date(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name in ("GATE_SETTINGS", *(f"GATE_{key.upper()}" for key in _TYPES)):
        monkeypatch.delenv(name, raising=False)
    assert text(page) == generator().PAGES[page](), "run: make docs"


def test_the_generator_knows_every_verb() -> None:
    assert sorted(generator().VERBS) == sorted(name for name, _ in verbs())


@pytest.mark.parametrize("code", FINDINGS)
def test_every_finding_code_has_its_place(code: str) -> None:
    page, _, anchor = FINDINGS[code].anchor.partition("#")
    assert f"\n## {anchor}\n" in text(page)


def rule_keys() -> list[str]:
    """Every key of the default rule set, once: tables by their name, keys in them by theirs."""
    rules = tomllib.loads(text("rules/default.toml"))
    keys = set(rules)
    for value in rules.values():
        if isinstance(value, dict):
            keys |= set(value)
            for below in value.values():
                keys |= set(below) if isinstance(below, dict) else set()
    return sorted(keys)


def test_every_rule_key_is_explained() -> None:
    keys = rule_keys()
    assert len(keys) > 20
    page = text("docs/rules.md")
    assert [key for key in keys if f"`{key}`" not in page] == []


def test_every_setting_is_explained() -> None:
    page = text("docs/settings.md")
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (.+) \|$", page, re.MULTILINE))
    assert all(len(rows[key]) > 10 for key in _TYPES)
    assert all(f"`{name}`" in page for name in NOT_SETTINGS)


@pytest.mark.parametrize(
    ("verb", "options"), list(verbs()), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_verb_and_option_is_documented(verb: tuple[str, ...], options: set[str]) -> None:
    name = " ".join(("gate", *verb))
    section = text("docs/commands.md").split(f"\n## {name}\n")[1].split("\n## ")[0]
    for option in options:
        assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", section), option
    prose = [page for page in NAMES if page.startswith("docs/") and page not in {"docs/commands.md", "docs/findings.md"}]
    assert any(name in text(page) for page in prose), f"no guide uses {name}"


def test_every_exit_code_is_explained() -> None:
    rows = re.findall(r"^\| (\d+) \| ([\w ]+) \|", text("docs/exit-codes.md"), re.MULTILINE)
    assert rows == [(str(code.value), code.name.lower().replace("_", " ")) for code in ExitCode]
    short = re.findall(r"^\| (\d) \| ", text("README.md"), re.MULTILINE)
    assert short == ["0", "1", "2", "3"]


@pytest.mark.parametrize("words", [Outcome, CitationOutcome, AnchorState, Severity, Tier], ids=lambda w: w.__name__)
def test_every_word_of_a_verdict_is_explained(words: type) -> None:
    page = text("docs/cataloguer.md")
    assert [w for w in words if f"`{w}`" not in page and f"**{w}**" not in page] == []  # type: ignore[attr-defined]


def test_every_score_is_explained() -> None:
    page = text("docs/cataloguer.md")
    assert [name for name in SCORE_NAMES if f"| `{name}` |" not in page] == []


def test_every_format_is_named() -> None:
    section = text("docs/commands.md").split("\n## gate check\n")[1].split("\n## ")[0]
    assert "|".join(FORMATS) in section
    formats = text("docs/formats.md")
    assert [name for name in (readers.AUTO, *readers.FORMATS) if f"| `{name}` |" not in formats] == []
    named = re.findall(r"^\| `(\w+)` \|", formats, re.MULTILINE)
    assert sorted(named) == sorted((readers.AUTO, *readers.FORMATS)), "a format that is not there"
    guide = text("docs/systems-librarian.md")
    assert [name for name in (*IMPORT_FORMATS, *graph_files.FORMATS) if f"`{name}`" not in guide] == []


def code_lines(name: str) -> Iterator[list[str]]:
    """Every line of a code block that calls ``gate``, in words."""
    fenced = False
    for line in text(name).splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            words = line.strip().removeprefix("$ ").split("#")[0].split()
            if words and words[0].removeprefix(".venv/bin/").removeprefix("/opt/gate/bin/") == "gate":
                yield words[1:]


@pytest.mark.parametrize("name", NAMES)
def test_every_command_line_in_the_docs_exists(name: str) -> None:
    known = dict(verbs())
    for words in code_lines(name):
        if words[0].startswith("-") or words[0] == "[OPTIONS]":
            assert set(words) <= {"--version", "--help", "[OPTIONS]", "COMMAND", "[ARGS]..."}
            continue
        verb = next((tuple(words[:n]) for n in (3, 2, 1) if tuple(words[:n]) in known), ())
        assert verb in known, words
        assert {w for w in words if re.fullmatch(r"--?[a-z][a-z-]*", w)} <= known[verb], words


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


@pytest.mark.parametrize("name", NAMES)
def test_every_page_named_exists(name: str) -> None:
    named = re.findall(r"(?<![\w/])docs/[\w/-]+\.md", text(name))
    assert [page for page in named if not (ROOT / page).is_file()] == []


def test_pages_named_in_the_code_exist() -> None:
    named = {page for file in (ROOT / "gate").rglob("*.py") for page in re.findall(r"docs/[\w/-]+\.md", file.read_text("utf-8"))}
    assert named
    assert [page for page in sorted(named) if not (ROOT / page).is_file()] == []


def test_the_changelog_begins_with_this_version() -> None:
    assert re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)[0] == __version__


def test_the_licence_is_the_whole_apache_licence() -> None:
    licence = text("LICENSE")
    assert "Version 2.0, January 2004" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
