"""A curator's day through the real command, each step a process of its own, some of them killed with SIGKILL."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import openpyxl
import pytest

from gate.queue.store import open_queue
from gate.queue.values import Filter, Row
from gate.settings import Settings
from tests.cli.run import Ran, spawn

pytestmark = pytest.mark.alone  # some twenty processes, one after the other
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TRUE, WRONG = EXAMPLES / "work-true.json", EXAMPLES / "work-swapped-authors.json"


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder, a queue, and a network that is a proxy on this machine."""

    folder: Path
    proxy: str
    listening: socket.socket

    def env(self) -> dict[str, str]:
        return {
            **{f"{name}_PROXY": self.proxy for name in ("HTTP", "HTTPS")},
            **{f"{name}_proxy": self.proxy for name in ("http", "https")},
            "NO_PROXY": "",
            "no_proxy": "",
            "GATE_QUEUE_URL": f"sqlite:///{self.folder}/queue.db",
            "GATE_CACHE_FOLDER": str(self.folder / "cache"),
            "GATE_CONTACT": "librarian@example.org",
            "GATE_MAX_ATTEMPTS": "1",
            "GATE_DEADLINE_SECONDS": "2",
            "COLUMNS": "120",
        }

    def gate(self, *arguments: str | Path, code: int = 0) -> Ran:
        ran = spawn(*arguments, env=self.env(), cwd=self.folder)
        assert ran.code == code, ran
        assert "Traceback" not in ran.err
        return ran

    def killed(self, *arguments: str) -> None:
        """Start the command, and kill it while it waits for the network."""
        env = {**{k: v for k, v in os.environ.items() if not k.startswith("GATE_")}, **self.env(), "GATE_DEADLINE_SECONDS": "60"}
        running = subprocess.Popen(
            [sys.executable, "-m", "gate", *arguments], env=env, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.listening.settimeout(60)
        connection, _ = self.listening.accept()
        running.send_signal(signal.SIGKILL)
        out, _ = running.communicate()
        connection.close()
        assert (running.returncode, out) == (-signal.SIGKILL, b"")

    def items(self) -> dict[str, Row]:
        """All there is in the queue, by batch and record."""
        with open_queue(Settings(queue_url=self.env()["GATE_QUEUE_URL"])) as queue:
            return {f"{row.batch} {row.record}": row for row in queue.page(Filter(), limit=100).rows}

    def states(self) -> dict[str, tuple[str, str]]:
        return {name: (row.state.value, row.verdict.value) for name, row in self.items().items()}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with socket.create_server(("127.0.0.1", 0)) as listening:  # takes calls and never answers
        yield Desk(tmp_path, f"http://127.0.0.1:{listening.getsockname()[1]}", listening)


def test_from_check_to_import(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"title": ', encoding="utf-8")

    # good, false and unreadable input; while no source answers; and a check that dies on the way
    checked = desk.gate("check", "--offline", "--queue", "--batch", "day", TRUE, WRONG, "bad.json", code=2)
    assert checked.err.splitlines()[-1] == "gate: 1 queued as batch day"
    assert "UNREADABLE  bad.json, record 1" in checked.out
    desk.killed("check", "--queue", "--batch", "night", str(TRUE))
    assert set(desk.states()) == {"day draft-0150"}
    desk.gate("check", "--queue", "--batch", "night", TRUE, code=3)
    assert desk.states() == {"day draft-0150": ("pending", "review"), "night draft-0147": ("pending", "unchecked")}
    day, night = (str(row.id) for _, row in sorted(desk.items().items()))

    # assign, decide, undo; each alone, and all that one call decided
    assert desk.gate("queue", "assign", "anna", day, night, "--by", "chief").out == "2 items given to anna\n"
    refused = desk.gate("queue", "decide", "reject", day, code=2)
    assert refused.err.startswith(f"gate: item {day}: to reject needs a reason: invented")
    desk.gate("queue", "decide", "reject", day, "--reason", "invented", "--by", "anna")
    second = desk.gate("queue", "decide", "accept", day, "--reason", "minor", "--by", "ben", code=2)
    assert "is rejected already, by anna" in second.err
    desk.gate("queue", "undo", day, "--by", "anna")
    both = desk.gate("queue", "decide", "reject", "--assignee", "anna", "--reason", "wrong-values", "--yes", "--by", "anna")
    mark = both.err.split()[-1]
    assert {state for state, _ in desk.states().values()} == {"rejected"}
    assert desk.gate("queue", "undo", "--together", mark).out == "2 items open again\n"

    # check again: killed, without the sources, and with them
    before = desk.items()
    desk.killed("queue", "recheck")
    desk.gate("queue", "recheck", code=3)
    assert desk.items() == before
    assert desk.gate("queue", "recheck", "--offline").out == "1 accepted, 0 to review, 0 still unchecked\n"
    assert desk.states()["night draft-0147"] == ("accepted", "accept")

    # every export
    for form in ("jsonl", "csv", "csv-excel", "xlsx", "records", "marcxml", "dspace"):
        desk.gate("queue", "export", "--format", form, "--out", f"out.{form}")
    written = {form: (tmp_path / f"out.{form}").read_bytes() for form in ("jsonl", "csv", "csv-excel", "records", "dspace")}
    assert [json.loads(line)["record"] for line in written["jsonl"].splitlines()] == ["draft-0150", "draft-0147"]
    assert written["csv-excel"].startswith(b"\xef\xbb\xbf")
    claims = list(csv.DictReader(io.StringIO(written["csv"].decode())))
    assert {row["outcome"] for row in claims if row["path"].startswith("creators[")} == {"contradicted"}
    assert json.loads(written["records"]) == [json.loads(TRUE.read_text(encoding="utf-8"))]
    assert {event["topic"] for event in json.loads(written["dspace"])}

    # decide in the workbook, and bring it back
    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    sheet = book["items"]
    column = {cell.value: number for number, cell in enumerate(sheet[1], 1)}
    for name, value in (("decision", "reject"), ("reason", "wrong-values"), ("note", "=1+1")):
        sheet.cell(2, column[name]).value = value
    book.save(tmp_path / "edited.xlsx")
    tried = desk.gate("queue", "import", "edited.xlsx", "--dry-run").out
    assert tried == f"item {day}: rejected, wrong-values\n1 item would be decided\n"
    assert desk.states()["day draft-0150"] == ("pending", "review")
    desk.gate("queue", "import", "edited.xlsx", "--by", "anna")
    assert desk.states()["day draft-0150"] == ("rejected", "review")
    again = desk.gate("queue", "import", "edited.xlsx", "--by", "ben", code=2)
    assert "is rejected already, by anna" in again.err
    history = desk.gate("queue", "show", day).out
    assert [word for word in ("queued", "given", "rejected", "undone", "anna") if word not in history] == []
