"""The folder listing is the architecture: the import contracts hold, and no file is about many things."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 500


def test_the_import_contracts_hold() -> None:
    command = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_of_the_package_has_a_layer() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = {name.strip().strip("()").removeprefix("gate.") for layer in contract["layers"] for name in layer.split("|")}
    modules = {
        path.stem
        for path in (ROOT / "gate").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem not in {"__init__", "__main__"}
    }
    assert modules - layers == set()
    assert layers - modules == set()


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in ("gate", "tests", "docs", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert len(lengths) > 50
    assert {path: length for path, length in lengths.items() if length > LIMIT} == {}


def test_every_file_says_what_it_is_about() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "gate").rglob("*.py")
        if not path.read_text(encoding="utf-8").lstrip().startswith(('"""', 'r"""'))
    ]
    assert silent == []
