"""The compose file and the unit, as far as they can be told without an engine and without systemd as the first process."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from gate.settings import Settings
from tests.test_packaging import ROOT

FOLDER = ROOT / "docs" / "integrations"
#: the keys that we use, of those that the Compose specification documents
SERVICE = {
    *("image", "build", "command", "environment", "ports", "volumes"),
    *("restart", "stop_grace_period", "depends_on", "healthcheck"),
}
HEALTH = {"test", "interval", "timeout", "retries", "start_period"}
NAMES = {f"GATE_{field.name.upper()}" for field in fields(Settings)}


def composed() -> dict[str, dict[str, dict[str, object]]]:
    found: dict[str, dict[str, dict[str, object]]] = yaml.safe_load((FOLDER / "docker-compose.yml").read_text(encoding="utf-8"))
    return found


def unit() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (FOLDER / "gate.service").read_text(encoding="utf-8").splitlines():
        name, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def parses(*arguments: str) -> None:
    """``gate`` takes these words: with ``--help`` behind them it shows its help, and refuses an option that there is not."""
    import gate.cli

    assert gate.cli.main([*arguments, "--help"]) == 0
    assert gate.cli.main([*arguments, "--nonsense", "--help"]) == 2


def test_the_compose_file_has_documented_keys_only() -> None:
    whole = composed()
    assert set(whole) == {"services", "volumes"}
    for name, service in whole["services"].items():
        assert set(service) <= SERVICE, name
        health = service["healthcheck"]
        assert isinstance(health, dict)
        assert set(health) <= HEALTH
        assert health["test"][0] in ("CMD", "CMD-SHELL")


def test_the_compose_file_agrees_with_itself_and_with_the_gate() -> None:
    whole = composed()
    services, volumes = whole["services"], set(whole["volumes"])
    for service in services.values():
        mounts = service.get("volumes", [])
        assert isinstance(mounts, list)
        assert {str(mount).partition(":")[0] for mount in mounts} <= volumes
        waits = service.get("depends_on", {})
        assert isinstance(waits, dict)
        assert all("healthcheck" in services[name] for name in waits)
    gate = services["gate"]
    environment, command, build = gate["environment"], gate["command"], gate["build"]
    assert isinstance(environment, dict)
    assert isinstance(command, list)
    assert isinstance(build, dict)
    assert {name for name in environment if name.startswith("GATE_")} <= NAMES
    assert str(gate["ports"]) == "['127.0.0.1:8000:8000']"  # not to the network: TLS is a proxy's
    parses(*map(str, command))
    assert (FOLDER / str(build["context"]) / "Dockerfile").resolve() == ROOT / "Dockerfile"
    assert set(build["args"]) == {"EXTRAS"}
    assert "ARG EXTRAS" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_the_health_check_of_the_compose_file_is_python() -> None:
    health = composed()["services"]["gate"]["healthcheck"]
    assert isinstance(health, dict)
    program = health["test"]
    assert program[1:3] == ["python", "-c"]
    compile(program[3], "healthcheck", "exec")


def test_the_unit_starts_what_there_is_and_writes_where_it_may() -> None:
    found = unit()
    (start,) = found["ExecStart"]
    program, *arguments = start.split()
    assert program.endswith("/bin/gate")
    parses(*arguments)
    places = dict(one.split("=") for one in found["Environment"][0].split())
    assert places["XDG_DATA_HOME"] == f"/var/lib/{found['StateDirectory'][0]}"
    assert places["XDG_CACHE_HOME"] == f"/var/cache/{found['CacheDirectory'][0]}"
    assert found["RestartPreventExitStatus"] == ["2"]


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not here")
    there = tmp_path / "gate.service"
    text = (FOLDER / "gate.service").read_text(encoding="utf-8")
    there.write_text(text.replace("/opt/gate/bin/gate", "/bin/true"), encoding="utf-8")
    there.chmod(0o644)
    done = subprocess.run([tool, "verify", "--man=no", str(there)], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "gate.service" in line]
    assert (done.returncode, complaints) == (0, []), done.stderr
