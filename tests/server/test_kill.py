"""``kill -9`` under load: what was acknowledged is there after a restart, once, and a batch goes on where it stood."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sqlalchemy import update

from gate.queue.service_tables import answers, jobs
from gate.queue.store import open_queue
from gate.queue.values import Filter
from gate.settings import Settings
from tests.server.conftest import JSON, WRONG
from tests.server.process import ServerProcess

CLIENTS, RECORDS = 4, 100
LOAD_S = 0.4


@dataclass
class Told:
    """What clients were told before the server was gone."""

    checks: dict[str, str] = field(default_factory=dict)  # Idempotency-Key -> batch in the queue
    sent: list[str] = field(default_factory=list)  # keys of all calls, answered or not
    decided: list[int] = field(default_factory=list)
    done: int = 0  # of the batch


def record(ident: str) -> bytes:
    return json.dumps({**json.loads(WRONG), "id": ident}).encode()


def call(
    server: ServerProcess, method: str, path: str, body: bytes | None = None, key: str = ""
) -> tuple[int, dict[str, str], bytes]:
    headers = {**JSON, **({"Idempotency-Key": key} if key else {})}
    request = urllib.request.Request(server.base + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {}, error.read()


def load(server: ServerProcess, told: Told, client: int, stop: threading.Event) -> None:
    """Check, look, decide; until the server is gone."""
    number = 0
    while not stop.is_set():
        number += 1
        key = f"{client}-{number}"
        told.sent.append(key)
        try:
            status, headers, _ = call(server, "POST", "/v1/check", record(key), key)
            if status == 200:
                told.checks[key] = headers["gate-queue"]
                found = call(server, "GET", f"/v1/queue?batch={headers['gate-queue']}")
                item = json.loads(found[2])["items"][0]["id"]
                decision = b'{"decision": "reject", "reason": "invented"}'
                if call(server, "POST", f"/v1/queue/{item}/decision", decision)[0] == 200:
                    told.decided.append(item)
        except (OSError, http.client.HTTPException, ValueError):
            return


def follow(server: ServerProcess, told: Told, batch: str, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            told.done = max(told.done, json.loads(call(server, "GET", f"/v1/batches/{batch}")[2])["done"])
        except (OSError, http.client.HTTPException, ValueError):
            return
        time.sleep(0.02)


def leases_run_out(url: str) -> None:
    """What the passing of time does to claims of a process that is gone."""
    with open_queue(Settings(queue_url=url)) as queue, queue.database.writing() as connection:
        connection.execute(update(jobs).values(lease=0))
        connection.execute(update(answers).values(begun=answers.c.begun - 600_000).where(answers.c.status.is_(None)))


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(url: str) -> None:
    server, told, stop = ServerProcess(url), Told(), threading.Event()
    body = b"\n".join(record(f"b{n}") for n in range(RECORDS))
    try:
        server.start()
        batch = json.loads(call(server, "POST", "/v1/batches?format=json", body)[2])["id"]
        with ThreadPoolExecutor(CLIENTS + 1) as pool:
            for client in range(CLIENTS):
                pool.submit(load, server, told, client, stop)
            pool.submit(follow, server, told, batch, stop)
            until = time.monotonic() + 60
            while (not told.decided or not told.done) and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(LOAD_S)
            stop.set()  # no new calls; those under way are cut off
            server.kill()
        leases_run_out(url)
        server.start()
        job = json.loads(call(server, "GET", f"/v1/batches/{batch}")[2])
        assert job["done"] >= told.done > 0  # not from the beginning
        for key in told.sent:  # callers who heard nothing ask again; those who did get the same answer
            status, headers, _ = call(server, "POST", "/v1/check", record(key), key)
            assert status == 200, key
            assert key not in told.checks or headers["gate-queue"] == told.checks[key]
        until = time.monotonic() + 120
        while job["state"] != "done" and time.monotonic() < until:
            time.sleep(0.1)
            job = json.loads(call(server, "GET", f"/v1/batches/{batch}")[2])
        assert (job["state"], job["done"], job["review"]) == ("done", RECORDS, RECORDS)
        lines = call(server, "GET", f"/v1/batches/{batch}/result")[2].splitlines()
        reported = Counter(one["id"] for line in lines for one in json.loads(line)["records"])
    finally:
        server.stop()
    assert reported == Counter(f"b{n}" for n in range(RECORDS))
    with open_queue(Settings(queue_url=url)) as queue:
        rows = queue.page(Filter(), limit=100_000).rows
        assert Counter(row.record for row in rows) == Counter([*(f"b{n}" for n in range(RECORDS)), *told.sent])
        assert {row.id for row in rows if row.state == "rejected"} >= set(told.decided)
        assert told.checks
        assert told.decided
