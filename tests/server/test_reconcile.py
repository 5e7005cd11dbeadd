"""The reconciliation service: what OpenRefine sends, and the examples of the specification."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from tests.shared import shared

TITLE = "An Algorithm for Template-Based Prediction of Secondary Structures of Individual RNA Sequences"
DOI = "https://doi.org/10.3389/fgene.2017.00147"


def examples(kind: str, valid: str) -> list[str]:
    try:
        folder = shared("responses", "reconciliation")
    except pytest.skip.Exception:
        return []
    return sorted(path.name for path in folder.glob(f"1.0-draft_{kind}_{valid}_*.json"))


def refine(client: TestClient, **queries: object) -> dict[str, dict[str, list[dict[str, object]]]]:
    """As OpenRefine sends a batch: a form with JSON in it."""
    answer = client.post("/reconcile", data={"queries": json.dumps(queries)})
    assert answer.status_code == 200, answer.text
    assert answer.headers["access-control-allow-origin"] == "*"
    return answer.json()  # type: ignore[no-any-return]


def test_the_manifest_is_one_of_both_versions(client: TestClient) -> None:
    value = client.get("/reconcile").json()
    assert {"0.2", "1.0-draft"} == set(value["versions"])
    assert value["name"]
    assert value["view"]["url"].endswith("{{id}}")
    assert client.get("/reconcile?version=1.0-draft").json()["view"]["url"].endswith("{id}")


def test_a_title_is_matched_and_a_shortened_one_is_not(client: TestClient) -> None:
    found = refine(client, q0={"query": TITLE, "type": "work"}, q1={"query": "An Algorithm", "type": "work", "limit": 3})
    best = found["q0"]["result"][0]
    assert (best["id"], best["match"]) == (DOI, True)
    assert {f["id"] for f in best["features"]} >= {"fit", "level", "title"}  # type: ignore[attr-defined]
    assert not any(one["match"] for one in found["q1"]["result"])


def test_a_wrong_creator_is_a_feature_that_says_so(client: TestClient) -> None:
    query = {"query": TITLE, "type": "work", "properties": [{"pid": "creators", "v": "Nobody, Anna"}]}
    best = refine(client, q0=query)["q0"]["result"][0]
    features = {f["id"]: f["value"] for f in best["features"]}  # type: ignore[attr-defined]
    assert features["creators"] is False


def test_a_person(client: TestClient) -> None:
    best = refine(client, q0={"query": "Karl Marx", "type": "agent", "properties": [{"pid": "birth", "v": "1818"}]})["q0"][
        "result"
    ]
    assert best[0]["name"] == "Karl Marx"
    assert best[0]["match"] is True


def test_an_unknown_type_has_no_candidates(client: TestClient) -> None:
    assert refine(client, q0={"query": "Karl Marx", "type": "Q5"})["q0"]["result"] == []


def test_the_new_version_asks_with_conditions(client: TestClient) -> None:
    conditions = [{"matchType": "name", "propertyValue": TITLE}]
    answer = client.post("/reconcile/match", json={"queries": [{"type": "work", "conditions": conditions}]}).json()
    best = answer["results"][0]["candidates"][0]
    assert best["match"] is True
    assert all(isinstance(f["value"], bool | int | float) for f in best["features"])


@pytest.mark.parametrize("name", examples("reconciliation-query-batch", "valid"))
def test_every_valid_example_of_a_query_is_answered(client: TestClient, name: str) -> None:
    body = (shared("responses", "reconciliation") / name).read_bytes()
    answer = client.post("/reconcile/match", content=body)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["results"]) == len(json.loads(body)["queries"])


@pytest.mark.parametrize("name", examples("reconciliation-query-batch", "invalid"))
def test_every_invalid_example_of_a_query_is_refused(client: TestClient, name: str) -> None:
    answer = client.post("/reconcile/match", content=(shared("responses", "reconciliation") / name).read_bytes())
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("name", examples("data-extension-query", "valid"))
def test_every_valid_example_of_an_extension_is_answered(client: TestClient, name: str) -> None:
    body = (shared("responses", "reconciliation") / name).read_bytes()
    answer = client.post("/reconcile/extend", content=body)
    assert [row["id"] for row in answer.json()["rows"]] == json.loads(body)["ids"]


def test_values_are_fetched_as_openrefine_asks(client: TestClient) -> None:
    asked = {"ids": [DOI, "nothing"], "properties": [{"id": "creators"}]}
    value = client.post("/reconcile", data={"extend": json.dumps(asked)}).json()
    assert {"str": "Modrák, Martin"} in value["rows"][DOI]["creators"]
    assert value["rows"]["nothing"]["creators"] == []


def test_suggestions_and_preview(client: TestClient) -> None:
    entities = client.get("/reconcile/suggest/entity?prefix=Karl+Marx").json()["result"]
    assert entities[0]["name"] == "Karl Marx"
    assert client.get("/reconcile/suggest/type?prefix=wo").json()["result"] == [{"id": "work", "name": "Work"}]
    assert client.get("/reconcile/suggest/property?prefix=crea").json()["result"] == [{"id": "creators", "name": "Creators"}]
    page = client.get("/reconcile/preview", params={"id": DOI})
    assert "Modrák" in page.text
    assert "frame-ancestors" not in page.headers["content-security-policy"]
    assert client.get("/reconcile/preview", params={"id": "x"}).status_code == 404
