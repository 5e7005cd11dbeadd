"""A PostgreSQL of our own: made in a temporary folder, reached by a socket there, stopped at the end. Never as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

USER = "postgres"


def binaries() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``: on the path, or where Debian keeps them."""
    named = shutil.which("initdb")
    if named:
        return Path(named).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server. ``folder`` holds its data and its socket."""

    folder: Path
    bin: Path
    safe: bool = False

    def url(self, database: str) -> str:
        return f"postgresql://gate@/{database}?host={self.folder}"

    def start(self) -> None:
        sync = "on" if self.safe else "off"
        options = f"-c fsync={sync} -c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=50"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def kill(self) -> None:
        """``kill -9`` the postmaster, then wait for its children to notice."""
        data = self.folder / "data"
        process = int((data / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGKILL)
        ends = time.monotonic() + 20
        while time.monotonic() < ends and (alive(process) or self._children()):
            time.sleep(0.05)
        # where nobody reaps orphans the dead process still has its number, and a new server would take it for alive
        for lock in (data / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            lock.unlink(missing_ok=True)

    def create(self, name: str) -> str:
        """A new database; gives its address."""
        self._execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        self._execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL(statement))

    def _children(self) -> bool:
        mark = str(self.folder / "data").encode()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if os.readlink(entry / "cwd").encode() == mark:
                        return True
                except OSError:
                    continue
        return False

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(as_user(command), cwd=self.folder, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def as_user(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", USER, "--", *command] if os.geteuid() == 0 else command


def start(*, safe: bool = False) -> Cluster:
    """A cluster that runs, with ``safe`` one that writes through to the disk.

    Skips the test where PostgreSQL is not installed, and fails it there under CI.
    """
    found = binaries()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have PostgreSQL: apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="gate-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        entry = pwd.getpwnam(USER)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    cluster = Cluster(folder, found, safe)
    cluster._run("initdb", "-N", "-D", str(folder / "data"), "-U", "gate", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
    cluster.start()
    return cluster


def remove(cluster: Cluster) -> None:
    try:
        cluster.stop()
    finally:
        shutil.rmtree(cluster.folder, ignore_errors=True)
