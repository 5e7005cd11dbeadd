"""A stand-in for DataCite's REST API over the test's own attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

from gate.normalise.text import tokens
from tests.authorities.server import Asked, Response, Route

MISSING = Response({"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]}, 404)
_QUERY = re.compile(r"titles\.title:\(((?:\w+ AND )*\w+)\)")


def dataset(doi: str, title: str, *creators: str, **more: object) -> dict[str, object]:
    """The attributes of a DOI: ``creators`` as "Family, Given"; ``publicationYear`` and others may be given."""
    named = [dict(zip(("familyName", "givenName"), name.split(", "), strict=False)) | {"name": name} for name in creators]
    known: dict[str, object] = {"publicationYear": 2001, "types": {"resourceTypeGeneral": "Dataset"}}
    return {"doi": doi, "titles": [{"title": title}], "creators": named, **known, **more}


def datacite_routes(*attributes: Mapping[str, object]) -> dict[str, Route]:
    """``/dois/{doi}``, and ``/dois`` by all the words of a title."""
    held = [{"id": one["doi"], "type": "dois", "attributes": one} for one in attributes]

    def one(asked: Asked) -> Response:
        doi = unquote(asked.path.removeprefix("/dois/")).lower()
        found = next((one for one in held if str(one["id"]).lower() == doi), None)
        return MISSING if found is None else Response({"data": found})

    def many(asked: Asked) -> Response:
        query = _QUERY.fullmatch(asked.query["query"][0])
        assert query is not None, f"nothing but words may reach the query language: {asked.query['query'][0]}"
        words = set(tokens(query[1].replace(" AND ", " ")))
        found = [one for one in held if words <= set(tokens(str(one["attributes"]["titles"])))]  # type: ignore[index]
        return Response({"data": found[: int(asked.query["page[size]"][0])], "meta": {"total": len(found)}})

    return {"/dois/*": one, "/dois": many}
