"""The only importer of SPARQLWrapper: it builds the request and reads the result; in between our own HTTP layer sends it.

SPARQLWrapper sends by urllib, without limits on time, size, pace or place. So its one sending method is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.message import Message
from io import BytesIO
from typing import TYPE_CHECKING

from SPARQLWrapper import ASK, GET, JSON, POST, SELECT, URLENCODED, SPARQLWrapper
from SPARQLWrapper.Wrapper import QueryResult

from gate.references.http import Request

if TYPE_CHECKING:
    from urllib.request import Request as UrllibRequest

ACCEPT = "application/sparql-results+json"
_LONGEST_GET = 1800
"""Longer addresses are cut or refused by servers and proxies on the way; a query that would need one goes by POST."""


class _Builder(SPARQLWrapper):
    """SPARQLWrapper up to the point where it would send."""

    def built(self) -> UrllibRequest:
        """The request as SPARQLWrapper would send it."""
        return self._createRequest()

    def _parseQueryType(self, query: str) -> str:  # noqa: N802 - the library's name
        found = self.pattern.search(self.prefix_pattern.sub("", self._cleanComments(query).strip()))
        kind = found["queryType"].upper() if found else ""
        if kind not in {SELECT, ASK}:  # the library would warn, and send it as a SELECT
            raise ValueError("only SELECT and ASK")
        return kind

    def _query(self) -> tuple[object, str]:  # type: ignore[override]
        raise RuntimeError("queries go through gate.references.http")


class _Answer(BytesIO):
    """A body, with the method by which SPARQLWrapper asks an answer what it is."""

    def info(self) -> Message:
        """Its header. The content type is the one asked for: what came under another name was read before this."""
        header = Message()
        header["content-type"] = ACCEPT
        return header


def request(source: str, endpoint: str, query: str) -> Request:
    """``query`` as SPARQLWrapper sends it to ``endpoint``: by GET where the address stays short, else as a POSTed form.

    Raises ValueError for what is no SELECT or ASK.
    """
    builder = _Builder(endpoint, returnFormat=JSON)
    builder.setOnlyConneg(True)
    builder.setRequestMethod(URLENCODED)
    builder.setQuery(query)
    builder.setMethod(GET)
    built = builder.built()
    if len(built.full_url) > _LONGEST_GET:
        builder.setMethod(POST)
        built = builder.built()
    body = built.data if isinstance(built.data, bytes) else b""
    content_type = "application/x-www-form-urlencoded" if body else ""
    return Request(source, built.get_method(), built.full_url, ACCEPT, body, content_type)


def read(body: bytes) -> Mapping[str, object]:
    """A result in JSON, as SPARQLWrapper reads it. Raises ValueError or TypeError where it is none."""
    value: Mapping[str, object] = QueryResult((_Answer(body), JSON)).convert()  # type: ignore[arg-type,assignment]
    return value
