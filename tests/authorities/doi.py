"""A stand-in for doi.org: the handle system, and whose prefix is whose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote

from tests.authorities.server import Asked, Response, Route

NO_AGENCY = "DOI does not exist"


def doi_routes(dois: Iterable[str], agencies: Mapping[str, str]) -> dict[str, Route]:
    """``/api/handles/{doi}`` knows ``dois``; ``/ra/{prefix}`` knows ``agencies`` by prefix."""
    known = {doi.lower() for doi in dois}

    def handle(asked: Asked) -> Response:
        doi = unquote(asked.path.removeprefix("/api/handles/"))
        if doi.lower() not in known:
            return Response({"responseCode": 100, "handle": doi}, 404)
        values = [{"index": 1, "type": "URL", "data": {"format": "string", "value": "https://example.org/landing"}}]
        return Response({"responseCode": 1, "handle": doi, "values": values})

    def agency(asked: Asked) -> Response:
        prefix = unquote(asked.path.removeprefix("/ra/"))
        told = {"RA": agencies[prefix]} if prefix in agencies else {"status": NO_AGENCY}
        return Response([{"DOI": prefix, **told}])

    return {"/api/handles/*": handle, "/ra/*": agency}
