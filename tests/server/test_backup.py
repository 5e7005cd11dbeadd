"""Backup of the SQLite file under a running server, and restore, as docs/service.md tells it."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from gate.queue import open_queue
from gate.queue.service_tokens import Role, Tokens
from gate.settings import Settings
from tests.server.conftest import JSON, WRONG, running, send


def test_a_copy_made_while_the_server_runs_has_all_that_was_acknowledged(settings: Settings, tmp_path: Path) -> None:
    file, copy = tmp_path / "queue.db", tmp_path / "copy.db"
    key = {**JSON, "Idempotency-Key": "k"}
    with running(settings) as client:
        first = client.post("/v1/check", content=WRONG, headers=key)
        client.post("/v1/queue/1/decision", json={"decision": "reject", "reason": "invented"})
        source, target = sqlite3.connect(file), sqlite3.connect(copy)
        source.backup(target)  # what .backup of the shell does
        source.close()
        target.close()
        send(client, WRONG)  # after the backup
    for old in tmp_path.glob("queue.db*"):
        old.unlink()
    shutil.copy(copy, file)
    with running(settings) as client:
        assert client.get("/v1/queue?state=all").json()["total"] == 1
        assert [e["action"] for e in client.get("/v1/queue/1").json()["events"]] == ["queued", "rejected"]
        assert client.post("/v1/check", content=WRONG, headers=key).content == first.content
    with open_queue(settings) as queue:
        Tokens(queue.database).create("anna", Role.ADMIN, datetime.now(UTC))
        assert Tokens(queue.database).any()
