"""OpenAlex: a second opinion on works, and what they cite. It may confirm, and accuses nobody.

https://docs.openalex.org. What it lacks proves nothing; what it holds is gathered by machine from others, Crossref and PubMed
among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import (
    Answer,
    Entity,
    Evidence,
    Found,
    Graph,
    Identifier,
    Kind,
    Query,
    Reason,
    Role,
    Silent,
    Statement,
    Unavailable,
)
from gate.normalise.text import tokens
from gate.rdf.iris import iri_identifier
from gate.references.live_source import LiveSource
from gate.references.openalex_record import FIELDS, cites, work, work_id
from gate.references.registration import canonical
from gate.references.values import tables, verbatim

if TYPE_CHECKING:
    from gate.references.http import Fault, Table

_BATCH = 50
"""The most works that one filter may name."""
_MOST_CITED = 500
_LONGEST = 60
"""Words of a search."""
_SELECT = ("select", ",".join(FIELDS))


class OpenAlex(LiveSource):
    """https://api.openalex.org."""

    name = "openalex"
    kinds = frozenset({Kind.WORK})
    role = Role.ORACLE
    offers = frozenset({"by_identifier", "search", "neighbourhood"})
    schemes = frozenset({"doi", "arxiv", "pmid", "openalex"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The work with this identifier. What is not held it is silent about."""
        key = _key(identifier)
        if not key:
            return self.not_asked(f"it cannot be asked for {identifier}")
        got = self._item(key, identifier)
        if isinstance(got, Silent | Unavailable):
            return got
        item, evidence = got
        entity = work(item)
        if entity is None:
            return self.unusable("a work without an id")
        if not _has(entity, identifier):
            return Silent(evidence, f"it holds {identifier} as a copy of another work")
        return Found(entity, evidence)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Works with these words in their titles; of a whole reference string, works that it may be of. Never exhaustive."""
        words = tokens(query.label or query.raw)[:_LONGEST]
        if query.kind is not Kind.WORK or not words or limit < 1:
            return self.not_asked("there is no work to search for")
        # only words of letters and digits: commas, bars and quotation marks mean something in a filter
        asked = ("filter", f"title.search:{' '.join(words)}") if query.label else ("search", " ".join(words))
        found = self._list([asked, ("per-page", str(min(limit, 200)))])
        if isinstance(found, Unavailable):
            return found
        listed, evidence = found
        held = tuple(entity for item in listed if (entity := work(item)) is not None)
        return Found(held, evidence) if held else Silent(evidence, "no work has these words in its title")

    def neighbourhood(self, entity_id: str) -> Answer[Graph]:
        """What a work cites, with the creators of these, and which of these cite each other or it.

        Unavailable where part of it could not be asked for: a graph with holes would look as if edges were missing.
        """
        identifier = iri_identifier(entity_id)
        key = _key(identifier)
        if not key:
            return self.not_asked("the id is no work's")
        got = self._item(key, identifier)
        if isinstance(got, Silent | Unavailable):
            return got
        item, evidence = got
        entity = work(item)
        if entity is None or not _has(entity, identifier):
            return Silent(evidence, f"it does not hold {identifier} as a work of its own")
        cited = cites(item)
        if not cited:
            return Silent(evidence, "it knows no references of this work")
        around = self._all(cited[:_MOST_CITED])
        if isinstance(around, Unavailable):
            return around
        from gate.references.local.graphs import neighbourhood

        by_id = {work_id(verbatim(one.get("id"))): one for one in (item, *around)}
        known = {id_: _citing(one, by_id) for id_, one in by_id.items()}
        centre = known.get(work_id(verbatim(item.get("id"))))
        if centre is None:
            return self.unusable("a work without an id")
        graph = neighbourhood(centre, lambda wanted: next((known[i.value] for i in wanted if i.value in known), None))
        cut = f"the first {_MOST_CITED} of {len(cited)} references" if len(cited) > _MOST_CITED else ""
        return Found(graph, evidence, detail=cut)

    def references(self, identifier: Identifier) -> Answer[tuple[Entity, ...]]:
        """The works that the work with this identifier cites, in OpenAlex's order, as far as it holds them."""
        key = _key(identifier)
        if not key:
            return self.not_asked(f"it cannot be asked for {identifier}")
        got = self._item(key, identifier)
        if isinstance(got, Silent | Unavailable):
            return got
        item, evidence = got
        cited = cites(item)[:_MOST_CITED]
        around = self._all(cited) if cited else []
        if isinstance(around, Unavailable):
            return around
        found = {work_id(verbatim(one.get("id"))): work(one) for one in around}
        held = tuple(entity for id_ in cited if (entity := found.get(id_)) is not None)
        return Found(held, evidence) if held else Silent(evidence, "it knows no references of this work")

    def _item(self, key: str, identifier: Identifier) -> tuple[Mapping[str, object], Evidence] | Silent | Unavailable:
        from gate.references.http import NotHeld

        got = self._http.get_json(self._service.at("works", key), [_SELECT], service=self._service, fault=_fault)
        if isinstance(got, Unavailable):
            return got
        if isinstance(got, NotHeld):
            return Silent(got.evidence, f"it does not hold {identifier}")
        page = f"https://openalex.org/{work_id(verbatim(got.body.get('id')))}"
        return got.body, Evidence(self.name, got.as_of, page, got.stale)

    def _list(self, params: Sequence[tuple[str, str]]) -> tuple[list[Mapping[str, object]], Evidence] | Unavailable:
        got = self._http.search_json(
            self._service.at("works"),
            [*params, _SELECT],
            service=self._service,
            fault=_list_fault,
            empty=lambda body: not body["results"],
        )
        return got if isinstance(got, Unavailable) else (tables(got.body["results"]), got.evidence)

    def _all(self, ids: Sequence[str]) -> list[Mapping[str, object]] | Unavailable:
        held: list[Mapping[str, object]] = []
        for start in range(0, len(ids), _BATCH):
            batch = ids[start : start + _BATCH]
            found = self._list([("filter", f"openalex:{'|'.join(batch)}"), ("per-page", str(_BATCH))])
            if isinstance(found, Unavailable):
                return found
            held += found[0]
        return held


def _key(identifier: Identifier) -> str:
    """The last part of a work's address; empty for what OpenAlex is not asked by."""
    match identifier.scheme:
        case "doi" | "arxiv":
            doi = canonical(identifier)
            return f"doi:{doi}" if doi else ""
        case "pmid":
            return f"pmid:{identifier.value}"
        case "openalex":
            return work_id(identifier.value)
        case _:
            return ""


def _citing(item: Mapping[str, object], by_id: Mapping[str, Mapping[str, object]]) -> Entity | None:
    """A work with those of its references that are at hand."""
    entity = work(item)
    if entity is None:
        return None
    cited = tuple(Statement("citations", id_, identifiers=(Identifier("openalex", id_),)) for id_ in cites(item) if id_ in by_id)
    return replace(entity, statements=(*entity.statements, *cited))


def _has(entity: Entity, identifier: Identifier) -> bool:
    """Whether a work is the one asked for. One that was merged into another has that one's id, but a DOI and PMID of its own."""
    wanted = Identifier("doi", canonical(identifier)) if identifier.scheme in {"doi", "arxiv"} else identifier
    return wanted.scheme == "openalex" or any(wanted in statement.identifiers for statement in entity.statements)


def _fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    return None if work(body) is not None else Fault(Reason.MALFORMED, "not a work of OpenAlex's")


def _list_fault(body: Table) -> Fault | None:
    from gate.references.http import Fault

    found = body.get("results")
    if isinstance(found, list) and all(isinstance(item, dict) for item in found) and isinstance(body.get("meta"), dict):
        return None
    return Fault(Reason.MALFORMED, "not a list of OpenAlex's works")
