"""Any service that speaks the W3C reconciliation protocol (GND, VIAF, Getty, a library's own), as a source.

Configured as ``[sources.NAME]`` with ``protocol = "reconciliation"`` and the ``url`` at which its manifest is. It is asked for
candidates and, where it offers that, for details of them. Which of them is meant our own comparison decides, never its score.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Answer, Entity, Evidence, Found, Kind, Query, Reason, Role, Silent, Unavailable
from gate.normalise.text import clean, tokens
from gate.references.live_source import LiveSource
from gate.references.names import direct_order
from gate.references.reconciliation_record import (
    DRAFT,
    Details,
    Manifest,
    Proposal,
    details,
    entity,
    kind_of,
    known_properties,
    manifest,
    proposals,
    proposed_properties,
)
from gate.references.values import text
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Fault, Http, Reply, Service, Table

_LARGEST = 50


class Reconciliation(LiveSource):
    """The service that the settings call ``name``."""

    kinds = frozenset({Kind.AGENT, Kind.CONCEPT})
    role = Role.REFERENCE
    offers = frozenset({"search"})

    def __init__(self, http: Http, settings: Settings, name: str) -> None:
        self.name = name
        kinds = settings.source(name).kinds.split()
        self.kinds = frozenset(map(Kind, kinds)) or self.kinds
        super().__init__(http, settings)

    def manifest(self) -> Manifest | Unavailable:
        """What the service says of itself, as it is asked for at most once in a cache's term."""
        got = self._http.search_json(self._service.url, service=self._service, fault=_fault(manifest))
        if isinstance(got, Unavailable):
            return got
        read = manifest(got.body)
        return read if isinstance(read, Manifest) else self.unusable(read)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """The service's candidates, in its order. Never exhaustive; ``detail`` shows its own scores, which decide nothing."""
        label = query.label or query.raw
        if query.kind not in self.kinds or not tokens(label) or limit < 1:
            return self.not_asked(f"there is no {query.kind} to search for")
        served = self.manifest()
        if isinstance(served, Unavailable):
            return served
        service = _with_key(self._service, served)
        asked = direct_order(label) if query.kind is Kind.AGENT else clean(label)
        got = self._candidates(service, served, asked, query.kind, min(limit, _LARGEST))
        if isinstance(got, Unavailable):
            return got
        read = proposals(got.body, served.version)
        if isinstance(read, str):
            return self.unusable(read)
        fitting = [one for one in read if kind_of(one.types) in {None, query.kind}][:limit]
        evidence = Evidence(self.name, got.as_of, self._service.url, got.stale)
        if not fitting:
            return Silent(evidence, f"{served.title} proposes nothing")
        told = self._details(service, served, fitting)
        if isinstance(told, Unavailable):
            return told
        found = tuple(entity(one, query.kind, served, told.get(one.id, ())) for one in fitting)
        page = served.page(fitting[0].id) if len(fitting) == 1 else ""
        return Found(found, replace(evidence, url=page or evidence.url), detail=_shown(served, fitting))

    def _candidates(self, service: Service, served: Manifest, name: str, kind: Kind, limit: int) -> Reply[Table] | Unavailable:
        type_ = served.type_for(kind, name)
        typed: dict[str, object] = {"type": type_} if type_ else {}
        fault = _fault(lambda body: proposals(body, served.version))
        if served.version == DRAFT:
            condition = {"matchType": "name", "propertyValue": name}
            batch = {"queries": [{"conditions": [condition], "limit": limit, **typed}]}
            return self._http.post_json(service.at("match"), batch, service=service, fault=fault)
        queries = {"q0": {"query": name, "limit": limit, **typed}}
        return self._http.post_form(service.url, [("queries", _json(queries))], service=service, fault=fault)

    def _details(self, service: Service, served: Manifest, of: Sequence[Proposal]) -> Details | Unavailable:
        """What the service says of candidates, where it says anything that we have a use for.

        A service that does not answer this is not to be taken for one that has nothing to say: a date that it would have held
        against the record would be lost.
        """
        properties = self._properties(service, served) if served.extends else ()
        if isinstance(properties, Unavailable):
            return properties
        if not properties:
            return {}
        asked = {"ids": [one.id for one in of], "properties": [{"id": name} for name in properties]}
        fault = _fault(lambda body: details(body, served.version))
        if served.version == DRAFT:
            got = self._http.post_json(service.at("extend"), asked, service=service, fault=fault)
        else:
            got = self._http.post_form(service.url, [("extend", _json(asked))], service=service, fault=fault)
        if isinstance(got, Unavailable):
            return got
        read = details(got.body, served.version)
        return self.unusable(read) if isinstance(read, str) else read

    def _properties(self, service: Service, served: Manifest) -> tuple[str, ...] | Unavailable:
        """Which properties to ask for: those that the service proposes, where it does so at an address of its own."""
        from gate.references.http import NotHeld

        proposed_at = service.at(*served.proposes.split("/")) if served.version == DRAFT and served.proposes else served.proposes
        if not proposed_at or not service.covers(proposed_at):
            return known_properties(served)
        got = self._http.get_json(proposed_at, service=service)
        if isinstance(got, Unavailable):
            return got
        return known_properties(served) if isinstance(got, NotHeld) else proposed_properties(got.body) or known_properties(served)


def _with_key(service: Service, served: Manifest) -> Service:
    """The service with the user's key where its manifest wants it."""
    if served.key_in == "header":
        return replace(service, key_header=served.key_name)
    return replace(service, key_parameter=served.key_name) if served.key_in == "query" else service


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _fault(read: Callable[[Table], object]) -> Callable[[Table], Fault | None]:
    """What is wrong with an answer: an error that is told with status 200, or whatever ``read`` says in a text."""

    def fault(body: Table) -> Fault | None:
        from gate.references.http import Fault

        if body.get("status") == "error":
            return Fault(Reason.SERVER, text(body.get("message"))[:200])
        wrong = read(body)
        return Fault(Reason.MALFORMED, wrong) if isinstance(wrong, str) else None

    return fault


def _shown(served: Manifest, of: Sequence[Proposal]) -> str:
    scores = ", ".join(f"{one.id} {one.score}" for one in of if one.score)
    return f"{served.title}; its own scores, which decide nothing: {scores}" if scores else served.title
