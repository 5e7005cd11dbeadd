"""The description of the interface is true: every call that it allows, and many that it does not, are answered as it says."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from gate.server.app import ROUTES
from gate.server.openapi import description
from tests.server.conftest import WRONG
from tests.server.process import serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    with serving(f"sqlite:///{folder}/queue.db", GATE_SERVER_RATE="1000000") as base:
        headers = {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{base}/v1/check", WRONG, headers), timeout=60).close()
        yield base


def test_every_route_for_programs_is_described() -> None:
    paths = description()["paths"]  # type: ignore[index, call-overload]
    ours = {str(getattr(r, "path", "")) for r in ROUTES}
    assert set(paths) == {p for p in ours if p.startswith("/v1/") or p in ("/healthz", "/readyz", "/metrics")}  # type: ignore[arg-type]


schema = schemathesis.openapi.from_dict(description(), config=SchemathesisConfig())  # type: ignore[arg-type]


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_fuzzed(served: str, case: schemathesis.Case[Any]) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

    if case.path.endswith("/events"):
        return  # never ends while the batch runs; tests/server/test_batches.py reads one
    response = case.call(base_url=served)
    case.validate_response(
        response,
        checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
    )
