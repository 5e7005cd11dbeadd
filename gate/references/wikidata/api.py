"""The actions of Wikidata's API that the gate uses, each as one or a few requests.

https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities, wbsearchentities, query+search. Errors come with status 200.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlencode

from gate.model import Evidence, Reason, Unavailable
from gate.references.values import table, tables, text
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.record import Label, label

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Service, Table

BATCH = 50
"""The most entities that one request may ask for, and the most results of a search."""

_LONGEST = 200
"""Letters of a search: CirrusSearch takes 300 bytes, labels and aliases have at most 250 letters."""

_NO_SUCH_ENTITY = "no-such-entity"
_REASONS = {
    "ratelimited": Reason.RATE_LIMITED,
    "maxlag": Reason.RATE_LIMITED,
    "cirrussearch-too-busy-error": Reason.RATE_LIMITED,
    "readonly": Reason.SERVER,
    "internal_api_error": Reason.SERVER,
    "assertuserfailed": Reason.REFUSED,
    "readapidenied": Reason.REFUSED,
    "permissiondenied": Reason.REFUSED,
    "blocked": Reason.REFUSED,
    "globalblocking": Reason.REFUSED,
}


@dataclass(frozen=True, slots=True)
class Told:
    """Entities as they came, by the id that was asked for; ``evidence`` is that of the oldest answer among them."""

    entities: Mapping[str, Mapping[str, object]]
    evidence: Evidence


Ids: TypeAlias = tuple[tuple[str, ...], Evidence]


class Api:
    """Wikidata's API as one run asks it. ``languages`` are those of labels, best first. Threads may share it."""

    def __init__(self, http: Http, service: Service, languages: Sequence[str]) -> None:
        self._http = http
        self._service = service
        self.languages = tuple(languages)

    def page(self, qid: str) -> str:
        """The address of an item for people."""
        return self._service.at("wiki", qid)

    def found_by(self, words: str) -> str:
        """The address of a search for people."""
        return f"{self._service.at('w', 'index.php')}?{urlencode({'search': words})}"

    def entities(self, qids: Sequence[str]) -> Told | Unavailable:
        """Labels, aliases and statements of items. One that does not exist is there too, and marked ``missing``."""
        return self._entities(qids, "info|labels|aliases|claims")

    def labels(self, qids: Sequence[str]) -> dict[str, Label] | Unavailable:
        """The labels and aliases of items, without those that have none."""
        if not qids:
            return {}
        told = self._entities(qids, "labels|aliases")
        if isinstance(told, Unavailable):
            return told
        found = ((qid, label(entry, self.languages)) for qid, entry in told.entities.items())
        return {qid: named for qid, named in found if named is not None}

    def called(self, name: str, limit: int) -> Ids | Unavailable:
        """The items of which a label or alias in any language begins with ``name``, best first."""
        asked = [("action", "wbsearchentities"), ("search", name[:_LONGEST]), ("language", self.languages[0]), ("type", "item")]
        return self._ids([*asked, ("limit", str(min(limit, BATCH)))], lambda body: body.get("search"), "id")

    def matching(self, words: Iterable[str], condition: str, limit: int) -> Ids | Unavailable:
        """The items with all of ``words``, each of letters and digits, in any language, and with ``condition``.

        The condition is in the language of CirrusSearch, so no text as it was given.
        """
        searched = f"{_as_many(words)} {condition}".strip()
        asked = [("action", "query"), ("list", "search"), ("srsearch", searched), ("srnamespace", "0"), ("srprop", "")]
        return self._ids(
            [*asked, ("srlimit", str(min(limit, BATCH)))], lambda body: table(body.get("query")).get("search"), "title"
        )

    def _entities(self, qids: Sequence[str], props: str) -> Told | Unavailable:
        found: dict[str, Mapping[str, object]] = {}
        evidence: list[Evidence] = []
        for start in range(0, len(qids), BATCH):
            batch = qids[start : start + BATCH]
            got = self._http.search_json(
                self._service.at("w", "api.php"),
                [
                    ("action", "wbgetentities"),
                    ("ids", "|".join(batch)),
                    ("props", props),
                    ("languages", "|".join(self.languages)),
                    ("format", "json"),
                ],
                service=self._service,
                fault=partial(_entities_fault, asked=batch),
                empty=lambda body: all("missing" in entry for entry in tables(list(table(body.get("entities")).values()))),
            )
            if isinstance(got, Unavailable):
                return got
            told = _by_asked(got.body)
            found |= {qid: told.get(qid, {"id": qid, "missing": ""}) for qid in batch}
            evidence.append(got.evidence)
        return Told(found, oldest(evidence))

    def _ids(self, params: Iterable[tuple[str, str]], results: Callable[[Table], object], key: str) -> Ids | Unavailable:
        got = self._http.search_json(
            self._service.at("w", "api.php"),
            [*params, ("format", "json")],
            service=self._service,
            fault=lambda body: _error(body) or _list_fault(results(body)),
            empty=lambda body: not results(body),
        )
        if isinstance(got, Unavailable):
            return got
        found = (text(result.get(key)) for result in tables(results(got.body)))
        return tuple(dict.fromkeys(qid for qid in found if is_item(qid))), got.evidence


def _as_many(words: Iterable[str]) -> str:
    """The words from the first on that a search can hold, in bytes of UTF-8."""
    told = ""
    for word in words:
        if len(f"{told} {word}".encode()) > _LONGEST:
            break
        told = f"{told} {word}".strip()
    return told


def oldest(evidence: Sequence[Evidence], url: str = "") -> Evidence:
    """One witness for several answers of a source: as old as the oldest, stale where one is. ``evidence`` is not empty."""
    first = min(evidence, key=lambda one: one.as_of)
    return Evidence(first.source, first.as_of, url or first.url, any(one.stale for one in evidence))


def _by_asked(body: Table) -> dict[str, Mapping[str, object]]:
    """The entities of an answer by the id asked for; one that was merged into another may stand under either id."""
    entities = {qid: table(entry) for qid, entry in table(body.get("entities")).items()}
    return {text(table(entry.get("redirects")).get("from")): entry for entry in entities.values()} | entities


def _entities_fault(body: Table, asked: Sequence[str]) -> Fault | None:
    """What is wrong with an answer of wbgetentities. An id that no item can have is an error; asked alone, it is an answer."""
    from gate.references.http import Fault

    if len(asked) == 1 and _denies(table(body.get("error")), asked[0]):
        return None
    entities = body.get("entities")
    if (error := _error(body)) is not None:
        return error
    if not isinstance(entities, dict) or not all(isinstance(entry, dict) for entry in entities.values()):
        return Fault(Reason.MALFORMED, "no entities in the answer")
    told = _by_asked(body)
    lost = [qid for qid in asked if qid not in told]
    return Fault(Reason.MALFORMED, f"the answer leaves out {lost[0]}") if lost else None


def _denies(error: Mapping[str, object], qid: str) -> bool:
    """Whether an error says that there is no item ``qid``: by its code, and naming the id."""
    said = f"{text(error.get('id'))} {text(error.get('info'))}"
    return error.get("code") == _NO_SUCH_ENTITY and re.search(rf"\b{qid}\b", said) is not None


def _error(body: Table) -> Fault | None:
    from gate.references.http import Fault

    error = table(body.get("error"))
    if not error:
        return None
    code, info = text(error.get("code")), text(error.get("info"))
    reason = next((reason for prefix, reason in _REASONS.items() if code.startswith(prefix)), Reason.BAD_REQUEST)
    return Fault(reason, f"{code}: {info}"[:200])


def _list_fault(results: object) -> Fault | None:
    from gate.references.http import Fault

    if isinstance(results, list) and all(isinstance(result, dict) for result in results):
        return None
    return Fault(Reason.MALFORMED, "no list of results in the answer")
