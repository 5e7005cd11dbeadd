"""RDF documents from outside: nothing is fetched, faults are one kind of error, order is kept."""

import json
import socket

import pytest

from gate.rdf.parsing import NotRdfError, local_context, parsed

REMOTE = [
    {"@context": "http://example.org/context.json"},
    {"@context": ["http://example.org/context.json", {"a": "http://a/"}]},
    {"@context": {"@import": "http://example.org/context.json"}},
    {"@context": {"a": {"@id": "http://a/", "@context": "http://example.org/context.json"}}},
    {"@graph": [{"b": {"@context": "relative.json"}}]},
]


@pytest.mark.parametrize("document", REMOTE)
def test_a_context_elsewhere_is_refused_and_not_fetched(document: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(NotRdfError, match="is outside this file and is not fetched"):
        local_context(json.dumps(document), 100)


def test_the_context_of_schema_org_is_known() -> None:
    text = local_context('{"@context": "https://schema.org/", "@id": "http://x/", "name": "n"}', 100)
    (triple,) = parsed(text, "json-ld")
    assert [str(term) for term in triple] == ["http://x/", "https://schema.org/name", "n"]


def test_depth_is_limited() -> None:
    with pytest.raises(NotRdfError, match="nested deeper than 5 levels"):
        local_context('{"a":' * 6 + "1" + "}" * 6, 5)


@pytest.mark.parametrize(
    ("text", "form", "place"),
    [
        ("<a> <b> .\n", "turtle", "line 1"),
        ("<a> <b> <c> .\n]", "turtle", "line 2"),
        ("x", "nt", ""),
        ("<a/>" * 2, "xml", "line 1"),
    ],
)
def test_faults_are_one_error_with_their_place(text: str, form: str, place: str) -> None:
    with pytest.raises(NotRdfError) as caught:
        parsed(text, form, text.count("\n") + 1)
    assert caught.value.place == place
    assert caught.value.message.startswith(f"not readable as {form}")


@pytest.mark.parametrize("form", ["turtle", "nt", "json-ld"])
def test_the_order_of_the_document_is_kept(form: str) -> None:
    names = [f"http://x/{name}" for name in "zbyacx"]
    if form == "json-ld":
        text = json.dumps([{"@id": name, "http://p/": [{"@id": v} for v in names]} for name in names])
    else:
        text = "\n".join(f"<{name}> <http://p/> <{value}> ." for name in names for value in names)
    assert [(str(s), str(o)) for s, _, o in parsed(text, form)] == [(name, value) for name in names for value in names]
