"""A store in OpenSearch (or Elasticsearch up to 7, whose interface it shares), through the official client.

One index a snapshot, published under an alias; one document an entity, known by a hash of its IRI, so that filing a batch twice
changes nothing. Counting shared keys is left to the server: each key is a clause with the score 1, and the best come first.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

import opensearchpy
from opensearchpy.exceptions import ConnectionTimeout, NotFoundError, OpenSearchException, SerializationError, TransportError

from gate.model import Reason
from gate.references.local.filing import Filed
from gate.references.local.tables import INDEX_FORMAT, deletions
from gate.references.stores.backend import StoreFailedError
from gate.references.values import items, table, tables

_KEYWORD = {"type": "keyword", "doc_values": False}
_MAPPING: dict[str, object] = {
    "dynamic": False,  # what is not named here is kept and not indexed
    "properties": {
        "n": {"type": "long"},
        "identifiers": {"type": "keyword", "doc_values": False},
        "cited": _KEYWORD,
        "blocks": _KEYWORD,
        "headings": _KEYWORD,
        "spelling": _KEYWORD,
    },
}
_REFUSED = frozenset({401, 403, 407})
_MOST_CLAUSES = 1_000  # of one question; the server takes 1,024
_WORDS_FOUND = 5_000
_CONFLICT = 409


class OpenSearchBackend:
    """See :class:`gate.references.stores.backend.Backend`."""

    def __init__(self, url: str, name: str, timeout: float) -> None:
        """``timeout``: seconds for one question."""
        parts = urlsplit(url)
        secure = parts.scheme.endswith("+https")
        login = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        self._alias = f"gate-{name}"
        self._new = ""
        self._client = opensearchpy.OpenSearch(
            hosts=[{"host": parts.hostname or "localhost", "port": parts.port or (443 if secure else 9200), "use_ssl": secure}],
            http_auth=login,
            url_prefix=parts.path.strip("/"),
            timeout=timeout,
            max_retries=0,
            verify_certs=True,
        )

    def manifest(self) -> str:
        """See :class:`~gate.references.stores.backend.Backend`."""
        meta = self._meta(self._alias)
        if meta and meta.get("format") != INDEX_FORMAT:
            wanted, found = INDEX_FORMAT, meta.get("format")
            raise StoreFailedError(Reason.DAMAGED, f"published in format {found}, and this gate reads {wanted}: publish it again")
        return str(meta.get("manifest", ""))

    def identified(self, key: str) -> tuple[int, bytes] | None:
        """See :class:`~gate.references.local.rows.Rows`."""
        found = self._found({"term": {"identifiers": key}}, 1, ["n", "data"])
        return (_number(found[0]["n"]), b64decode(str(found[0]["data"]))) if found else None

    def cited(self, key: str, most: int) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        found = self._found({"term": {"cited": key}}, most, ["n", "cited", "places"])
        rows = [
            (_number(row["n"]), _number(place))
            for row in found
            for one, place in zip(items(row["cited"]), items(row["places"]), strict=True)
            if one == key
        ]
        return sorted(rows)[:most]

    def data(self, number: int) -> bytes | None:
        """See :class:`~gate.references.local.rows.Rows`."""
        found = self._found({"term": {"n": number}}, 1, ["data"])
        return b64decode(str(found[0]["data"])) if found else None

    def headed(self, keys: Sequence[str]) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        found = self._found({"terms": {"headings": [*keys]}}, _MOST_CLAUSES, ["n", "headings", "ranks"]) if keys else []
        rows = {
            (_number(rank), _number(row["n"]))
            for row in found
            for key, rank in zip(items(row["headings"]), items(row["ranks"]), strict=True)
            if key in keys
        }
        return sorted(rows)

    def frequencies(self, keys: Sequence[int]) -> dict[int, int]:
        """None: the server counts, however many share a key."""
        del keys
        return {}

    def sharing(self, keys: Sequence[int], most: int) -> list[tuple[int, int]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        clauses = [{"constant_score": {"filter": {"term": {"blocks": str(key)}}, "boost": 1.0}} for key in keys[:_MOST_CLAUSES]]
        hits = self._hits({"bool": {"should": clauses}}, most, ["n"], ["_score"]) if clauses else []
        return [(_number(table(hit["_source"])["n"]), round(_score(hit))) for hit in hits]

    def briefs(self, numbers: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        found = self._found({"terms": {"n": [*numbers]}}, len(numbers), ["n", "brief"]) if numbers else []
        return [(_number(row["n"]), str(row["brief"])) for row in found]

    def words(self, keys: Sequence[int]) -> list[tuple[int, str]]:
        """See :class:`~gate.references.local.rows.Rows`."""
        wanted = {str(key): key for key in keys}
        found = self._hits({"terms": {"spelling": [*wanted]}}, _WORDS_FOUND, ["word", "spelling"], []) if wanted else []
        rows = [table(hit["_source"]) for hit in found]
        return [(wanted[str(key)], str(row["word"])) for row in rows for key in items(row["spelling"]) if str(key) in wanted]

    def begin(self, manifest: str, sha256: str) -> int:
        """See :class:`~gate.references.stores.backend.Backend`."""
        digest = hashlib.sha256(f"{INDEX_FORMAT} {sha256} {manifest}".encode()).hexdigest()[:16]
        self._new = f"{self._alias}-{digest}"
        with _told():
            if self._client.indices.exists(index=self._new):
                return _number(self._meta(self._new).get("seen", 0))
            meta = {"manifest": manifest, "format": INDEX_FORMAT, "seen": 0}
            self._client.indices.create(index=self._new, body={"mappings": {**_MAPPING, "_meta": meta}})
        return 0

    def add(self, rows: Sequence[Filed], seen: int) -> None:
        """See :class:`~gate.references.stores.backend.Backend`. What was filed before is left as it is."""
        lines: list[object] = []
        words: set[str] = set()
        for row in rows:
            lines += [{"create": {"_id": f"e{_digest(row.iri)}"}}, _document(row)]
            words |= row.words
        for word in sorted(words):
            lines += [
                {"create": {"_id": f"w{_digest(word)}"}},
                {"word": word, "spelling": [str(k) for k in set(deletions(word))]},
            ]
        if not lines:
            return
        with _told():
            answer = table(self._client.bulk(index=self._new, body=lines))
            for one in tables(answer.get("items")):
                said = table(one.get("create"))
                if not 200 <= _number(said.get("status")) < 300 and said.get("status") != _CONFLICT:
                    raise StoreFailedError(Reason.SERVER, f"{said.get('status')}: {said.get('error')}")
            meta = {**self._meta(self._new), "seen": seen}
            self._client.indices.put_mapping(index=self._new, body={"_meta": meta})

    def finish(self) -> None:
        """See :class:`~gate.references.stores.backend.Backend`. The index that was published before goes."""
        with _told():
            self._client.indices.refresh(index=self._new)
            before = [*table(self._client.indices.get_alias(index=f"{self._alias}-*")).items()]
            old = [name for name, told in before if self._alias in table(table(told).get("aliases")) and name != self._new]
            actions: list[object] = [{"remove_index": {"index": name}} for name in old]
            self._client.indices.update_aliases(body={"actions": [{"add": {"index": self._new, "alias": self._alias}}, *actions]})

    def close(self) -> None:
        """See :class:`~gate.references.stores.backend.Backend`."""
        self._client.close()

    def _meta(self, index: str) -> Mapping[str, object]:
        with _told():
            try:
                told = table(self._client.indices.get_mapping(index=index))
            except NotFoundError:
                return {}
        return next((table(table(table(one).get("mappings")).get("_meta")) for one in told.values()), {})

    def _found(self, query: Mapping[str, object], size: int, fields: Sequence[str]) -> list[Mapping[str, object]]:
        return [table(hit["_source"]) for hit in self._hits(query, size, fields, [])]

    def _hits(
        self, query: Mapping[str, object], size: int, fields: Sequence[str], order: Sequence[str]
    ) -> list[Mapping[str, object]]:
        sort: list[object] = [*order, {"n": {"order": "asc", "unmapped_type": "long", "missing": "_last"}}]
        body = {"query": query, "size": size, "_source": [*fields], "sort": sort, "track_total_hits": False, "track_scores": True}
        with _told():
            answer = table(self._client.search(index=self._alias, body=body))
        failed = _number(table(answer.get("_shards")).get("failed", 0))
        if answer.get("timed_out") or failed:  # what some shards say proves nothing
            raise StoreFailedError(Reason.TIMEOUT if answer.get("timed_out") else Reason.SERVER, f"{failed} shards failed")
        hits = answer.get("hits")
        if not isinstance(hits, dict):
            raise StoreFailedError(Reason.MALFORMED, "no hits in the answer")
        return tables(hits.get("hits"))


def _document(row: Filed) -> dict[str, object]:
    return {
        "n": row.number,
        "data": b64encode(row.data).decode("ascii"),
        "brief": row.brief,
        "identifiers": [*row.identifiers],
        "blocks": [str(key) for key in row.blocks],
        "cited": [key for key, _ in row.cited],
        "places": [place for _, place in row.cited],
        "headings": [key for key, _ in row.headings],
        "ranks": [rank for _, rank in row.headings],
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise StoreFailedError(Reason.MALFORMED, f"{value!r} is no number")
    return value


def _score(hit: Mapping[str, object]) -> float:
    score = hit.get("_score")
    if not isinstance(score, int | float):
        raise StoreFailedError(Reason.MALFORMED, "a hit without a score")
    return float(score)


@contextmanager
def _told() -> Iterator[None]:
    """What the server refuses, as the reason of a source."""
    try:
        yield
    except ConnectionTimeout as error:
        raise StoreFailedError(Reason.TIMEOUT, "no answer in time") from error
    except SerializationError as error:
        raise StoreFailedError(Reason.MALFORMED, "the answer is no JSON") from error
    except TransportError as error:
        status = error.status_code
        if not isinstance(status, int):
            raise StoreFailedError(Reason.NETWORK, str(error.error)) from error
        reason = Reason.REFUSED if status in _REFUSED else Reason.RATE_LIMITED if status == 429 else Reason.SERVER
        raise StoreFailedError(reason, f"status {status}") from error
    except (OpenSearchException, KeyError) as error:
        raise StoreFailedError(Reason.MALFORMED, str(error)) from error
