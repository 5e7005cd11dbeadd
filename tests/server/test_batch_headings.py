"""The headings of a batch on its page: of an uploaded batch counted over its reports, of a queued run as the run has them."""

from __future__ import annotations

import html
import json
from dataclasses import replace
from pathlib import Path

from starlette.testclient import TestClient

from gate.checking import check
from gate.decision.rules import load
from gate.model import Edge, Graph, Statement
from gate.queue import open_queue
from gate.records import read_bytes
from gate.references import open_sources
from gate.report.words import amount
from gate.settings import Settings
from tests.references.snapshots import snapshot, work
from tests.server.conftest import running
from tests.server.test_batches import through

HEADINGS = {
    "Harbours": ("Harbors", "Tides"),
    "Piers": ("Harbors", "Piers"),
    "Lights": ("Lighthouses", "Oceans"),
    "Weirs": ("Harbors", "Weirs"),
}
GIVEN = {
    "Harbours": ["Oceans", "Harbors"],
    "Piers": ["Oceans", "Piers"],
    "Lights": ["Oceans", "Lighthouses"],
    "Weirs": ["Oceans", "Weirs"],
}


def catalogue(folder: Path) -> None:
    """A library's own snapshot of four books with their headings."""
    works = [
        work(f"10.1234/{name.lower()}", f"{name} of the quiet northern coast", "Hansen, Ole", statements=subjects)
        for name, headings in HEADINGS.items()
        for subjects in ([Statement("concepts", heading) for heading in headings],)
    ]
    snapshot(folder, works, name="our-catalogue")


def records() -> bytes:
    found = [
        {
            "kind": "work",
            "id": name,
            "title": f"{name} of the quiet northern coast",
            "doi": f"10.1234/{name.lower()}",
            "creators": ["Hansen, Ole"],
            "concepts": given,
        }
        for name, given in GIVEN.items()
    ]
    return json.dumps(found).encode()


def section(client: TestClient, batch: str) -> str:
    page = client.get(f"/batch?id={batch}").text
    return html.unescape(page.split('id="h-heads">')[1].split("</section>")[0])


def row(text: str, label: str) -> list[str]:
    """The figures beside a label in a table."""
    cells = text.split(f"<bdi>{label}</bdi></th>")[1].split("</tr>")[0]
    return [cell.split(">")[1].split("<")[0] for cell in cells.split("<td")[1:]]


def test_an_uploaded_batch(tmp_path: Path, settings: Settings) -> None:
    catalogue(tmp_path / "own")
    with running(settings, references_folder=str(tmp_path / "own"), cache_folder=str(tmp_path / "cache")) as client:
        answer = client.post("/v1/batches", content=records(), headers={"Content-Type": "application/json"})
        batch = answer.json()["id"]
        through(client, batch)
        shown = section(client, batch)
        use = json.loads(client.get(f"/v1/batches/{batch}/result").content)["heading_use"]  # of one part, so of all
    assert use["records"] == 4
    assert "Of 4 works that some catalogue gives headings too." in shown
    assert row(shown, "Oceans") == ["4", "1"]
    assert [one["label"] for one in use["overused"]] == ["Oceans"]
    assert {one["label"] for one in use["never"]} == {"Tides"}
    assert row(shown, "Tides") == ["0", "1"]
    assert "Their places beside the catalogues" in shown
    assert "<bdi>Oceans</bdi>" in shown.split("More central than there:")[1]
    for measure in use["profile"]["measures"]:
        value = "" if measure["value"] is None else amount(measure["value"], 3)
        figures = shown.split(f'data-label="Measure">{measure["name"].replace("_", " ")}</th>')[1].split("</tr>")[0]
        assert f'data-label="Value">{value}' in figures, measure


def test_a_queued_run_beside_the_collections_own_graph(tmp_path: Path, settings: Settings) -> None:
    catalogue(tmp_path / "own")
    chosen = replace(settings, references_folder=str(tmp_path / "own"), cache_folder=str(tmp_path / "cache"))
    edges = {Edge("Harbors", "related", "Piers"), Edge("Harbors", "related", "Weirs"), Edge("Oceans", "related", "Harbors")}
    own = Graph(frozenset({"Harbors", "Piers", "Weirs", "Oceans"}), frozenset(edges))
    with open_sources(chosen) as sources:
        read = read_bytes(records(), "b.json", settings=chosen)
        report = check(read, rules=load("default"), sources=sources, settings=chosen, context=own)
    with open_queue(chosen) as queue:
        queue.take_in(report, batch="coast")
    with running(chosen) as client:
        shown = section(client, "coast")
    assert "Their places beside the collection's own graph" in shown
    assert row(shown, "Oceans") == ["4", "1"]
    assert '<th scope="col">Collection</th>' in shown


def test_without_two_works_that_have_headings_elsewhere_the_page_says_so(tmp_path: Path, settings: Settings) -> None:
    with running(settings, references_folder=str(tmp_path / "own"), cache_folder=str(tmp_path / "cache")) as client:
        answer = client.post("/v1/batches", content=records(), headers={"Content-Type": "application/json"})
        through(client, answer.json()["id"])
        assert "Fewer than two of its works have headings in a catalogue" in section(client, answer.json()["id"])
