"""Records and calls that mean harm: each is answered, nothing is run or believed, and the log stays one line a call."""

from __future__ import annotations

import csv
import io
import json

import pytest
from starlette.testclient import TestClient

from gate.queue.export import EXPORT_FORMATS
from gate.settings import Settings
from tests.server.conftest import JSON, running

TEXTS = {
    "script": "<script>alert(1)</script>",
    "attribute": "\"' onmouseover=alert(1) x=",
    "formula": '=HYPERLINK("http://x.example","y")',
    "override": "\u202egnp.exe\u2066",
    "control": "\x1b[31mred\x07\r\nX-Evil: y",
    "nul": "a\x00b",
    "separators": "a\u2028b\u2029c",
    "marks": "e" + "\u0301" * 5000,
    "template": "{{7*7}}${7*7}",
    "path": "../../../etc/passwd",
    "large": "A" * 1_000_000,
}


def record(text: str) -> bytes:
    short = text[:200]
    names = ("publisher", "container", "language", "type")
    value = {
        "kind": "work",
        "id": short,
        "title": text,
        "creators": [text[:5000], f"B, {short}"],
        **dict.fromkeys(names, short),
        "doi": short,
        "date": short,
        "subjects": [short],
        "citations": [{"title": short, "creators": [short], "doi": short}],
    }
    return json.dumps(value).encode()


def test_a_hostile_record_is_a_record_under_review(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "gate.server"), running(Settings(queue_url=url)) as client:
        for name, text in TEXTS.items():
            handled(client, name, text)
        for form in (form for form, known in EXPORT_FORMATS.items() if not known.taken):
            assert client.get("/v1/queue/export", params={"format": form, "state": "all"}).status_code == 200, form
        assert client.get("/metrics").status_code == 200
    lines = [r.getMessage() for r in caplog.records if r.name == "gate.server"]
    assert lines
    assert not [line for line in lines if "\n" in line or any(text[:20] in line for text in TEXTS.values())]


def handled(client: TestClient, name: str, text: str) -> None:
    """Checked, shown, decided."""
    answer = client.post("/v1/check", content=record(text), headers=JSON)
    assert (answer.status_code, answer.headers["gate-decision"]) == (200, "review"), name
    assert "x-evil" not in answer.headers
    (row,) = client.get("/v1/queue", params={"batch": answer.headers["gate-queue"]}).json()["items"]
    for path in (f"/v1/queue/{row['id']}", f"/v1/reports/{row['id']}"):
        found = client.get(path)
        assert (found.status_code, found.headers["content-type"]) == (200, "application/json"), name
        found.json()
    decision = {"decision": "reject", "reason": "invented", "note": text[:3000]}
    assert client.post(f"/v1/queue/{row['id']}/decision", json=decision).status_code == 200, name


def test_no_cell_of_a_table_is_a_formula(client: TestClient) -> None:
    client.post("/v1/check", content=record(TEXTS["formula"]), headers=JSON)
    for form in ("csv", "csv-excel"):
        text = client.get("/v1/queue/export", params={"format": form}).content.decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert any("HYPERLINK" in cell for cell in cells)
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"kind": "work", "title": "\\ud800 lone"}', "application/json"),
        (b'{"kind": "work", "title": "\xff\xfe"}', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b'{"a":' * 100_000, "application/json"),
        (b'<!DOCTYPE x [<!ENTITY a "aaaa">]><collection>&a;</collection>', "application/marcxml+xml"),
        (b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><collection>&a;</collection>', "application/xml"),
        (b"99999" * 2000, "application/marc"),
        (bytes(range(256)) * 100, "application/marc"),
    ],
)
def test_a_hostile_body_is_answered(client: TestClient, body: bytes, kind: str) -> None:
    answer = client.post("/v1/check", content=body, headers={"Content-Type": kind})
    assert answer.status_code in (200, 415, 422), answer.text
    assert answer.status_code != 200 or answer.headers["gate-decision"] == "review"
    assert b"root:" not in answer.content


def test_hostile_queries_of_openrefine_are_answered(client: TestClient) -> None:
    for text in (text[:3000] for text in TEXTS.values()):
        found = client.post("/reconcile", data={"queries": json.dumps({"q0": {"query": f"x {text}"}})})
        assert found.status_code == 200
        assert not any(candidate["match"] for candidate in found.json()["q0"]["result"])
        assert client.get("/reconcile/suggest/entity", params={"prefix": text}).status_code == 200
        assert client.get("/reconcile/preview", params={"id": text}).status_code == 404
        assert client.get("/v1/queue", params={"search": text}).status_code in (200, 422)
        assert client.get("/v1/queue", params={"batch": text}).status_code in (200, 422)
