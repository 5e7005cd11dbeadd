"""A real SPARQL 1.1 engine (Oxigraph) over the test's own triples, served by the same server with the same faults."""

from __future__ import annotations

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, RdfFormat, Store

from tests.authorities.server import NOT_FOUND, Asked, Authority, Response

PATH = "/sparql"
_NODES = " | ".join(
    f"<{one}>"
    for one in (
        "http://vocab.getty.edu/ontology#prefLabelGVP",
        "http://xmlns.com/foaf/0.1/focus",
        "http://vocab.getty.edu/ontology#biographyPreferred",
    )
)


def sparql_authority(turtle: str) -> Authority:
    """An authority whose ``/sparql`` answers SELECT and ASK over ``turtle``, by GET or POST, with results in JSON.

    A query that cannot be parsed is answered with status 400, as public endpoints do. In the settings, the source's ``url``
    is ``authority.url + PATH``: ``authority.settings("dbpedia", tmp_path, path=PATH)``.
    """
    store = Store()
    store.load(turtle.encode(), format=RdfFormat.TURTLE)

    def answer(asked: Asked) -> Response:
        if asked.headers.get("content-type", "").startswith("application/sparql-query"):
            query = asked.body.decode()
        else:
            (query,) = (asked.form if asked.method == "POST" else asked.query)["query"]
        try:
            results = store.query(query)
        except (SyntaxError, ValueError) as error:
            return Response(f"Virtuoso 37000 Error SP030: SPARQL compiler: {error}", 400, "text/plain")
        if not isinstance(results, QuerySolutions | QueryBoolean):
            return Response("only SELECT and ASK", 400, "text/plain")
        body = results.serialize(format=QueryResultsFormat.JSON)
        return Response(body or b"", content_type="application/sparql-results+json")

    return Authority({PATH: answer})


def getty_authority(turtle: str) -> Authority:
    """An endpoint, and every subject's triples under its address, ``/aat/1.json``, as the Getty vocabularies have them."""
    store = Store()
    store.load(turtle.encode(), format=RdfFormat.TURTLE)

    def record(asked: Asked) -> Response:
        subject = f"<http://vocab.getty.edu{asked.path.removesuffix('.json')}>"
        query = f"SELECT ?Subject ?Predicate ?Object {{ {subject} ({_NODES})* ?Subject . ?Subject ?Predicate ?Object }}"
        results = store.query(query)
        assert isinstance(results, QuerySolutions)
        body = results.serialize(format=QueryResultsFormat.JSON) or b""
        return Response(body, content_type="application/sparql-results+json") if b'"bindings":[]' not in body else NOT_FOUND

    found = sparql_authority(turtle)
    found.routes |= dict.fromkeys(("/aat/*", "/ulan/*", "/tgn/*"), record)
    return found
