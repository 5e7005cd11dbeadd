"""Who was born in a span of years with an occupation, or of a class, by Wikidata's query service; then their items.

The list is asked for in pages: spans of years, and within one by the last item that was seen, which stays right when items are
added meanwhile. ``wdt:`` gives the statements of best rank.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gate.model import Kind, Unavailable
from gate.references.harvesting.asking import Asker
from gate.references.harvesting.journal import Step
from gate.references.services import service
from gate.references.sparql import Sparql, iri, literal
from gate.references.values import items, table, text, texts
from gate.references.wikidata.api import BATCH, Api, oldest
from gate.references.wikidata.claims import is_item
from gate.references.wikidata.kinds import kind_of
from gate.references.wikidata.record import ENTITY, LANGUAGES, Label, entity, items_named
from gate.settings import Settings

if TYPE_CHECKING:
    from gate.references.http import Http

PAGE = 500
_YEARS = 25
_KEPT_LABELS = 20_000
_DIRECT = "http://www.wikidata.org/prop/direct/"
_TIME = "http://www.w3.org/2001/XMLSchema#dateTime"


@dataclass(frozen=True, slots=True)
class People:
    """Agents born from ``first`` to ``last``, years as in ISO 8601 (0 is 1 BC), both included.

    ``occupations``  items of Wikidata: whoever has one of them (P106), as stated, without its subclasses
    ``classes``      items of Wikidata: whatever is an instance of one of them (P31), likewise
    ``page``         how many the query service is asked for at a time
    """

    first: int
    last: int
    occupations: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    languages: tuple[str, ...] = LANGUAGES
    page: int = PAGE

    @property
    def title(self) -> str:
        """``Q4964182 born 1600..1700``."""
        return f"{', '.join((*self.occupations, *self.classes))} born {self.first}..{self.last}"

    @property
    def source(self) -> str:
        """Wikidata."""
        return "Wikidata: query service and API"

    @property
    def licence(self) -> str:
        """Wikidata's structured data is in the public domain."""
        return "CC0-1.0"

    @property
    def command(self) -> str:
        """The call that builds it."""
        chosen = [f"--occupation {one}" for one in self.occupations] + [f"--class {one}" for one in self.classes]
        return " ".join(("gate refs build people", f"--born {self.first}..{self.last}", *chosen))

    @property
    def parameters(self) -> Mapping[str, object]:
        """All that the steps depend on."""
        return {
            "what": "people",
            "born": [self.first, self.last],
            "occupations": list(self.occupations),
            "classes": list(self.classes),
            "languages": list(self.languages),
            "page": self.page,
        }

    def gather(self, asker: Asker, http: Http, settings: Settings) -> None:
        """List the items of each span, page by page, and describe them, batch by batch."""
        endpoint = Sparql(http, service("wikidata_sparql", settings))
        api = Api(http, service("wikidata", settings), self.languages)
        labels: OrderedDict[str, Label | None] = OrderedDict()
        seen: set[str] = set()
        for first, qids in self._pages(asker, endpoint):
            fresh = [qid for qid in qids if qid not in seen]
            seen.update(fresh)
            for start in range(0, len(fresh), BATCH):
                batch = fresh[start : start + BATCH]
                key = f"items {first} {batch[0]}"
                step = asker.step(key, "describing people", partial(_described, api, batch, labels))
                _learn(labels, step)

    def _pages(self, asker: Asker, endpoint: Sparql) -> Iterator[tuple[int, list[str]]]:
        for first in range(self.first, self.last + 1, _YEARS):
            after = ""
            while True:
                query = self._query(first, min(first + _YEARS - 1, self.last), after)
                key = f"list {first} {after}"
                step = asker.step(key, "listing people", partial(_listed, endpoint, query))
                qids = texts(step.notes.get("items"))
                yield first, qids
                if step.notes.get("rows") != self.page or not qids:
                    break
                after = qids[-1]

    def _query(self, first: int, last: int, after: str) -> str:
        chosen = " UNION ".join(
            f"{{ ?item {iri(_DIRECT + property_)} {iri(ENTITY + value)} }}"
            for property_, values in (("P106", self.occupations), ("P31", self.classes))
            for value in values
        )
        later = f" && STR(?item) > {literal(ENTITY + after)}" if after else ""
        return (
            f"SELECT DISTINCT ?item WHERE {{ {chosen} ?item {iri(_DIRECT + 'P569')} ?born . "
            f"FILTER(?born >= {_year(first)} && ?born < {_year(last + 1)}{later}) }} "
            f"ORDER BY STR(?item) LIMIT {self.page}"
        )


def _year(year: int) -> str:
    written = f"{'-' if year < 0 else ''}{abs(year):04}-01-01T00:00:00Z"
    return f"{literal(written)}^^{iri(_TIME)}"


def _listed(endpoint: Sparql, query: str) -> Step | Unavailable:
    got = endpoint.select(query, {"item": "uri"})
    if isinstance(got, Unavailable):
        return got
    found = [row["item"].value.removeprefix(ENTITY) for row in got.body if "item" in row]
    return Step(notes={"items": [qid for qid in found if is_item(qid)], "rows": len(got.body)}, as_of=got.as_of)


def _described(api: Api, qids: Sequence[str], known: Mapping[str, Label | None]) -> Step | Unavailable:
    """The agents among these items, and the labels that had to be looked up for them."""
    told = api.entities(qids)
    if isinstance(told, Unavailable):
        return told
    agents = {qid: entry for qid, entry in told.entities.items() if kind_of(table(entry.get("claims"))) is Kind.AGENT}
    needed = list(dict.fromkeys(value for entry in agents.values() for value in items_named(entry) if value not in known))
    new = api.labels(needed)
    if isinstance(new, Unavailable):
        return new
    labels = {qid: label for qid, label in {**known, **new}.items() if label is not None}
    found = [entity(entry, labels, api.languages, qid) for qid, entry in agents.items()]
    noted = {qid: _packed(new.get(qid)) for qid in needed}
    return Step(tuple(one for one in found if one is not None), {"labels": noted}, as_of=oldest([told.evidence]).as_of)


def _packed(label: Label | None) -> list[object] | None:
    return None if label is None else [label.value, label.lang, list(label.forms)]


def _learn(known: OrderedDict[str, Label | None], step: Step) -> None:
    """Add the labels that a step looked up; the oldest are forgotten, so that a long list stays within bounds."""
    for qid, packed in table(step.notes.get("labels")).items():
        value = items(packed)
        known[qid] = Label(text(value[0]), text(value[1]), tuple(texts(value[2]))) if len(value) == 3 else None
    while len(known) > _KEPT_LABELS:
        known.popitem(last=False)
