"""The reconciliation service: what OpenRefine sends, and the examples of the specification."""

from __future__ import annotations

import json
import urllib.parse

import pytest
from starlette.testclient import TestClient

from tests.shared import shared

TITLE = "An Algorithm for Template-Based Prediction of Secondary Structures of Individual RNA Sequences"
DOI = "https://doi.org/10.3389/fgene.2017.00147"


def examples(kind: str, valid: str, version: str = "1.0-draft") -> list[str]:
    try:
        folder = shared("responses", "reconciliation")
    except pytest.skip.Exception:
        return []
    return sorted(path.name for path in folder.glob(f"{version}_{kind}_{valid}_*.json"))


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
    assert client.get("/reconcile/").json() == value
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


@pytest.mark.parametrize("name", examples("reconciliation-query-batch", "invalid", "0.2"))
def test_every_invalid_example_of_an_old_query_is_refused(client: TestClient, name: str) -> None:
    body = (shared("responses", "reconciliation") / name).read_text(encoding="utf-8")
    answer = client.post("/reconcile", data={"queries": body})
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("path", ["", "/match", "/extend", "/extend/propose", "/suggest/entity", "/preview"])
def test_a_browser_may_ask_whether_it_may_send_a_token(client: TestClient, path: str) -> None:
    asked = {"Origin": "http://127.0.0.1:3333", "Access-Control-Request-Method": "GET"}
    answer = client.options(f"/reconcile{path}", headers=asked)
    assert answer.status_code == 204
    assert "Authorization" in answer.headers["access-control-allow-headers"]


def keys(value: object, path: str = "") -> set[str]:
    """Every key of a JSON value, with those above it."""
    if isinstance(value, dict):
        return {f"{path}.{key}" for key in value}.union(*(keys(one, f"{path}.{key}") for key, one in value.items()))
    return set().union(*(keys(one, f"{path}[]") for one in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("manifest", "/reconcile?version=1.0-draft"),
        ("data-extension-property-proposal", "/reconcile/extend/propose?type=work"),
        ("suggest-entities-response", "/reconcile/suggest/entity?prefix=Karl"),
        ("suggest-properties-response", "/reconcile/suggest/property?prefix=cre"),
        ("suggest-types-response", "/reconcile/suggest/type?prefix=wo"),
    ],
)
def test_answers_have_no_key_that_the_specification_lacks(client: TestClient, kind: str, path: str) -> None:
    folder = shared("responses", "reconciliation")
    known = set().union(*(keys(json.loads((folder / name).read_text())) for name in examples(kind, "valid")))
    ours = keys(client.get(path).json())
    assert len(ours) > 1
    assert ours <= known


def test_answers_to_posts_have_no_key_that_the_specification_lacks(client: TestClient) -> None:
    folder = shared("responses", "reconciliation")
    conditions = [{"matchType": "name", "propertyValue": TITLE}]
    calls = {
        "reconciliation-result-batch": ("/match", {"queries": [{"type": "work", "conditions": conditions}]}),
        "data-extension-response": ("/extend", {"ids": [DOI, "nothing"], "properties": [{"id": "creators"}]}),
    }
    for kind, (path, body) in calls.items():
        known = set().union(*(keys(json.loads((folder / name).read_text())) for name in examples(kind, "valid")))
        ours = keys(client.post(f"/reconcile{path}", json=body).json())
        assert len(ours) > 5
        assert ours <= known


def test_openrefine_reconciles_a_column(client: TestClient) -> None:
    """As OpenRefine does it: the manifest, rows to guess types from, batches with type_strict, a preview, then more columns."""
    manifest = client.get("/reconcile").json()
    guessed = refine(
        client, **{f"q{n}": {"query": name, "limit": 3} for n, name in enumerate(("Karl Marx", "Plato", "Immanuel Kant"))}
    )
    types = [t["id"] for one in guessed.values() for best in one["result"][:1] for t in best["type"]]  # type: ignore[attr-defined]
    assert set(types) == {"agent"}
    query = {
        "query": "Karl Marx",
        "type": "agent",
        "type_strict": "should",
        "limit": 5,
        "properties": [{"pid": "birth", "v": "1818"}],
    }
    best = refine(client, q0=query)["q0"]["result"][0]
    assert best["match"] is True
    shown = manifest["preview"]["url"].replace("{{id}}", urllib.parse.quote(str(best["id"]), safe=""))
    assert "Karl Marx" in client.get(shown).text
    suggest = manifest["suggest"]["property"]
    found = client.get(suggest["service_url"] + suggest["service_path"], params={"prefix": "dea"}).json()["result"]
    proposal = manifest["extend"]["propose_properties"]
    offered = client.get(proposal["service_url"] + proposal["service_path"], params={"type": "agent", "limit": 200}).json()
    assert found[0]["id"] in {one["id"] for one in offered["properties"]}
    wanted = {"ids": [best["id"]], "properties": [{"id": found[0]["id"]}]}
    rows = client.post("/reconcile", data={"extend": json.dumps(wanted)}).json()["rows"]
    assert rows[best["id"]]["death"] == [{"str": "1883-03-14"}]
