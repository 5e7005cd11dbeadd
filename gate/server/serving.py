"""Starting the server processes."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile

import uvicorn

from gate.decision.rules import load
from gate.queue import open_queue
from gate.queue.service_tokens import Tokens
from gate.references.sources import open_sources
from gate.server.metrics import SHARED
from gate.settings import Settings

FACTORY, VARIABLE = "gate.server.app:from_environment", "CATALOG_GATE_SERVE"
_OPEN_REQUESTS = 1_000  # connections that one process holds at once


def without_tokens(settings: Settings, rules: str, *, offline: bool) -> bool:
    """Whether no token is in force. Raises :class:`~gate.errors.GateError` where rules, sources or queue cannot be used: before a
    port is opened, and once for all processes.
    """
    load(rules or settings.rules)
    open_sources(settings, offline=offline).close()
    with open_queue(settings) as queue:
        return not Tokens(queue.database).any()


def run(host: str, port: int, workers: int, rules: str, *, offline: bool, quiet: bool, debug: bool) -> None:
    """Serve until told to stop."""
    level = logging.DEBUG if debug else logging.WARNING if quiet else logging.INFO
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("gate.server").setLevel(level)
    os.environ[VARIABLE] = json.dumps({"rules": rules, "offline": offline})
    shared = tempfile.mkdtemp(prefix="gate-metrics-") if workers > 1 and SHARED not in os.environ else ""
    if shared:
        os.environ[SHARED] = shared
    try:
        uvicorn.run(
            FACTORY,
            factory=True,
            host=host,
            port=port,
            workers=workers,
            access_log=False,  # its lines hold the query; ours do not
            log_level="warning",
            server_header=False,
            limit_concurrency=_OPEN_REQUESTS,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=30,
        )
    finally:
        if shared:
            shutil.rmtree(shared, ignore_errors=True)
