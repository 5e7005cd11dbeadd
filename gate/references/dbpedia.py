"""DBpedia as the oracle: it may confirm what the references lack, and accuses nobody.

https://www.dbpedia.org/resources/sparql/. Its endpoint is Virtuoso, which gives a part of an answer when its own time is up (the
HTTP layer takes that for no answer), at most 10,000 rows, and pages for people when it is in trouble.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gate.model import Answer, Entity, Evidence, Found, Identifier, Kind, Query, Role, Silent, Unavailable
from gate.normalise.text import script, tokens
from gate.rdf.iris import identifier_iri
from gate.references.dbpedia_record import (
    DATES,
    INFLUENCED,
    LABEL,
    LANGUAGES,
    NAMES,
    ONTOLOGY,
    PROPERTY_OF,
    RESOURCE,
    SAME_AS,
    entities,
)
from gate.references.live_source import LiveSource
from gate.references.names import forms_of
from gate.references.sparql import Row, Sparql, iri, literal

_LATIN = ("en", "de", "fr", "es", "it")
"""Languages whose labels a name in Latin letters is looked for among; one in others, among all."""
_NAMES = 4
_MOST_ROWS = 9_999
_MOST_CANDIDATES = 10
_AGENTS = (ONTOLOGY + "Person", ONTOLOGY + "Agent", ONTOLOGY + "Organisation", "http://xmlns.com/foaf/0.1/Person")
_REDIRECTS, _MEANS = ONTOLOGY + "wikiPageRedirects", ONTOLOGY + "wikiPageDisambiguates"
_ITEMS = "http://www.wikidata.org/entity/"
_LINKED = (_ITEMS, "http://viaf.org/viaf/", "https://viaf.org/viaf/", "http://d-nb.info/gnd/", "https://d-nb.info/gnd/")
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_ROW = {"s": "uri", "p": "uri", "o": "any", "label": "literal", "item": "uri"}


class DBpedia(LiveSource):
    """https://dbpedia.org/sparql."""

    name = "dbpedia"
    kinds = frozenset({Kind.AGENT})
    role = Role.ORACLE
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset({"wikidata", "viaf", "gnd", "dbpedia"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The agent that is linked to this identifier (``owl:sameAs``). Silent where there is none, or more than one."""
        try:
            chosen = _with_identifier(identifier)
        except ValueError:  # no text that can be part of an IRI
            chosen = ""
        if not chosen:
            return self.not_asked(f"it cannot be asked for {identifier}")
        found = self._described(chosen, _MOST_CANDIDATES)
        if not isinstance(found, Found):
            return found
        if len(found.value) > 1:
            return Silent(found.evidence, "several resources are linked to this identifier")
        return Found(found.value[0], found.evidence)

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """The agents of this name: those with that label, those to which it is redirected, and those that it may mean."""
        if query.kind is not Kind.AGENT or not tokens(query.label) or limit < 1:
            return self.not_asked("there is no agent to search for")
        return self._described(_with_name(forms_of(query)[:_NAMES]), min(limit, _MOST_CANDIDATES))

    def _described(self, chosen: str, limit: int) -> Answer[tuple[Entity, ...]]:
        """What is held about the resources ``?s`` of a graph pattern, in two requests: which they are, and their facts."""
        endpoint = Sparql(self._http, self._service)
        got = endpoint.select(f"SELECT DISTINCT ?s WHERE {{ {chosen} }} LIMIT {limit}", {"s": "uri"})
        if isinstance(got, Unavailable):
            return got
        subjects = [subject for row in got.body if (subject := _subject(row))][:limit]
        if not subjects:
            return Silent(Evidence(self.name, got.as_of, self._service.url, got.stale), "it knows no agent by that")
        told = endpoint.select(_facts(subjects), _ROW)
        if isinstance(told, Unavailable):
            return told
        found = entities(told.body)
        url = _page(found[0].id) if len(found) == 1 else self._service.url
        evidence = Evidence(self.name, min(got.as_of, told.as_of), url, got.stale or told.stale)
        if not found:
            return Silent(evidence, "it gives no name of what it knows by that")
        return Found(tuple(found), evidence)


def _subject(row: Row) -> str:
    """The resource of a row, ready for a query; empty where it is none, or cannot be part of one."""
    resource = row["s"].value if "s" in row else ""
    if not resource.startswith(RESOURCE):
        return ""
    try:
        return iri(resource)
    except ValueError:
        return ""


def _page(resource: str) -> str:
    return resource.replace(RESOURCE, "https://dbpedia.org/page/", 1)


def _list(iris: Iterable[str]) -> str:
    return ", ".join(map(iri, iris))


def _with_identifier(identifier: Identifier) -> str:
    """The pattern of what has an identifier; empty for a scheme without links there. Raises ValueError as ``iri`` does."""
    known = identifier_iri(identifier)
    if not known or identifier.scheme not in DBpedia.schemes:
        return ""
    if identifier.scheme == "dbpedia":
        own, redirects = iri(known), iri(_REDIRECTS)
        here = f"VALUES ?s {{ {own} }} ?s {iri(LABEL)} ?own . FILTER NOT EXISTS {{ ?s {redirects} ?other }}"
        return f"{{ {here} }} UNION {{ {own} {redirects} ?s }}"
    secure = known.replace("http://", "https://", 1)
    plain = known.replace("https://", "http://", 1)
    branches = (f"{{ ?s {iri(SAME_AS)} {iri(form)} }}" for form in (plain, secure))
    return f"{' UNION '.join(branches)} FILTER(STRSTARTS(STR(?s), {literal(RESOURCE)}))"


def _with_name(names: Sequence[str]) -> str:
    """The pattern of the agents that names may mean. Raises ValueError as ``literal`` does."""
    labels = " ".join(literal(name, lang) for name in names for lang in (_LATIN if script(name) == "LATIN" else LANGUAGES))
    pages = " ".join(literal(f"{name}{more}", "en") for name in names for more in ("", " (disambiguation)"))
    label, agent = iri(LABEL), f"?s {iri(_TYPE)} ?type . FILTER(?type IN ({_list(_AGENTS)}))"
    return (
        f"{{ VALUES ?name {{ {labels} }} ?s {label} ?name . {agent} }} UNION "
        f"{{ VALUES ?name {{ {labels} }} ?page {label} ?name . ?page {iri(_REDIRECTS)} ?s . {agent} }} UNION "
        f"{{ VALUES ?name {{ {pages} }} ?page {label} ?name . ?page {iri(_MEANS)} ?s . {agent} }}"
    )


def _facts(subjects: Sequence[str]) -> str:
    """The query for names, dates, values and links of resources, each already written as an IRI."""
    chosen = f"VALUES ?s {{ {' '.join(subjects)} }}"
    told = (*NAMES, *(term for terms in DATES.values() for term in terms))
    languages = ", ".join(literal(lang) for lang in LANGUAGES)
    same_as = iri(SAME_AS)
    described = (
        f"OPTIONAL {{ ?o {iri(LABEL)} ?label . FILTER(LANG(?label) IN ({languages})) }} "
        f"OPTIONAL {{ ?o {same_as} ?item . FILTER(STRSTARTS(STR(?item), {literal(_ITEMS)})) }}"
    )
    links = " || ".join(f"STRSTARTS(STR(?o), {literal(prefix)})" for prefix in _LINKED)
    return (
        "SELECT ?s ?p ?o ?label ?item WHERE { "
        f"{{ {chosen} ?s ?p ?o . FILTER(?p IN ({_list(told)})) }} UNION "
        f"{{ {chosen} ?s ?p ?o . FILTER(?p IN ({_list(PROPERTY_OF)})) {described} }} UNION "
        f"{{ {chosen} ?o {iri(INFLUENCED)} ?s . BIND({iri(ONTOLOGY + 'influencedBy')} AS ?p) {described} }} UNION "
        f"{{ {chosen} ?s {same_as} ?o . FILTER({links}) BIND({same_as} AS ?p) }} "
        f"}} LIMIT {_MOST_ROWS}"
    )
