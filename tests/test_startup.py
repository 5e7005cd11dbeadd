"""The command starts quickly, because what is heavy is imported only where it is needed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.alone  # it measures time

ROOT = Path(__file__).resolve().parent.parent
ONLY_FOR_FORMATS = {"bibtexparser", "pymarc", "lxml", "defusedxml", "yaml"}
ONLY_FOR_VALUES = {"edtf", "ftfy", "numpy", "pyparsing", "rapidfuzz", "sqlite3", "stdnum", "anyascii", "orjson"}
NEVER_IN_A_CHECK = {"networkx", "owlrl", "pydantic", "pyshacl", "rdflib", "requests", "rich", "scipy", "sqlalchemy", "torch"}
HEAVY = ONLY_FOR_FORMATS | ONLY_FOR_VALUES | NEVER_IN_A_CHECK
MARGIN = 4  # a machine that others use too
LIGHT = [
    ["--help"],
    ["--version"],
    ["check", "--help"],
    ["explain", "value-fabricated"],
    ["explain"],
    ["queue", "list", "--help"],
    ["hook", "--help"],
]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cache of its own for indexes, and for byte code: as an installed package has it."""
    folder = tmp_path_factory.mktemp("startup")
    env = {k: v for k, v in os.environ.items() if not k.startswith("GATE_") and k != "PYTHONDONTWRITEBYTECODE"}
    return {**env, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPYCACHEPREFIX": str(folder / "pycache")}


def run(arguments: list[str], env: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options, "-m", "gate", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def imported(arguments: list[str], env: dict[str, str]) -> frozenset[str]:
    """Top-level names of all modules that the command imports."""
    done = run(arguments, env, "-X", "importtime")
    assert done.returncode == 0, done.stdout
    return frozenset(
        line.rsplit("|", 1)[1].strip().split(".")[0] for line in done.stderr.splitlines() if line.startswith("import time:")
    )


def fastest(arguments: list[str], env: dict[str, str]) -> float:
    def once() -> float:
        began = time.perf_counter()
        assert run(arguments, env).returncode == 0
        return time.perf_counter() - began

    once()
    return min(once() for _ in range(3))


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_help_and_explain_import_nothing_heavy(arguments: list[str], environment: dict[str, str]) -> None:
    modules = imported(arguments, environment)
    assert {"gate", "typer"} <= modules
    assert modules & HEAVY == set()


def test_help_takes_less_than_four_tenths_of_a_second(environment: dict[str, str]) -> None:
    assert fastest(["--help"], environment) < 0.4 * MARGIN


EXAMPLES = ["examples/work-true.json", "examples/philosopher-true.json", "examples/concept-true.json"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_offline_check_imports_only_what_it_needs(example: str, environment: dict[str, str]) -> None:
    assert run(["check", "--offline", example], environment).returncode == 0  # first use: indexes are built
    assert imported(["check", "--offline", example], environment) & (NEVER_IN_A_CHECK | ONLY_FOR_FORMATS) == set()


def test_an_offline_check_takes_less_than_a_second_after_the_first_use(environment: dict[str, str]) -> None:
    assert fastest(["check", "--offline", EXAMPLES[0]], environment) < 1 * MARGIN
