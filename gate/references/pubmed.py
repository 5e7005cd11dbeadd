"""PubMed through NCBI's E-utilities: articles by PMID or DOI, and a search in two stages.

https://www.ncbi.nlm.nih.gov/books/NBK25499/ and the PubMed User Guide, "Proximity searching": a phrase in quotation marks that is
not in PubMed's phrase index is silently searched for word by word, ``"..."[Title:~0]`` is not.

A PMID is denied only where ``efetch`` sends no record and ``esearch`` counts none. Nothing else is ever denied: PubMed holds
medicine and what lies near it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.model import Absent, Answer, Entity, Evidence, Found, Identifier, Kind, Query, Silent, Unavailable
from gate.normalise.names import parse as parse_name
from gate.normalise.text import key
from gate.references.eutils import SEARCH, SETS, Told, fault, found_ids, read
from gate.references.live_source import LiveSource
from gate.references.pubmed_record import work
from gate.references.words import search_words

if TYPE_CHECKING:
    from lxml.etree import _Element

    from gate.references.http import Reply

TITLE_ONLY = "title_only"
_CANDIDATES = 5
_WORDS = 6
_XML = "application/xml, text/xml;q=0.9"
_OPEN = "it holds medicine and what lies near it"
_ET_AL = re.compile(r",?\s*\bet\.?\s+al\b.*$", re.IGNORECASE)
#: kinds of work that PubMed has nothing of
_NOT_HELD = frozenset(
    {"thesis", "software", "dataset", "patent", "legislation", "bill", "legal case", "legal_case", "standard", "webpage", "song"}
    | {"motion picture", "motion_picture", "graphic", "map", "musical score", "musical_score", "performance", "broadcast"}
)


class PubMed(LiveSource):
    """PubMed as a source."""

    name = "pubmed"
    offers = frozenset({"by_identifier", "search"})
    schemes = frozenset({"pmid", "doi"})

    def by_identifier(self, identifier: Identifier) -> Answer[Entity]:
        """The article with this PMID or DOI. Absent is a PMID that PubMed does not have; a DOI it is only silent about."""
        if identifier.scheme == "pmid":
            return self._by_pmid(identifier)
        if identifier.scheme == "doi":
            return self._by_doi(identifier)
        return self.not_asked(f"it is not asked for a {identifier.scheme}")

    def search(self, query: Query, limit: int = 10) -> Answer[tuple[Entity, ...]]:
        """Five articles at most: by first author, year and the first six words of the title; where none, by the title alone.

        What the title alone brings is flagged ``title_only``.
        """
        words = search_words(query.label)[:_WORDS]
        if query.kind is not Kind.WORK or not words or limit < 1:
            return self.not_asked("there is no title to search for")
        if key(query.type) in _NOT_HELD or query.type in _NOT_HELD:
            return self.not_asked(f"it holds nothing like a {query.type}")
        title = f'"{" ".join(words)}"[Title:~0]' if len(words) > 1 else f"{words[0]}[Title]"
        author = _author(query.names)
        most = min(limit, _CANDIDATES)
        if author and query.year is not None:
            answer = self._found(f"{title} AND {author} AND {query.year - 1}:{query.year + 1}[dp]", most)
            if not isinstance(answer, Silent):
                return answer
        answer = self._found(title, most)
        if isinstance(answer, Found):
            flagged = tuple(replace(entity, flags=entity.flags | {TITLE_ONLY}) for entity in answer.value)
            return replace(answer, value=flagged)
        return answer

    def _by_pmid(self, pmid: Identifier) -> Answer[Entity]:
        got = self._fetch((pmid.value,))
        if isinstance(got, Unavailable):
            return got
        held = next((entity for entity in got[0] if pmid in _identifiers(entity)), None)
        if held is not None:
            return Found(held, got[1])
        counted = self._ask("esearch.fcgi", [("term", f"{pmid.value}[uid]"), ("retmax", "1")], (SEARCH,))
        if isinstance(counted, Unavailable):
            return counted
        told = found_ids(counted.body)
        if told is None or counted.body.find(".//FieldNotFound") is not None:
            return self.unusable("a search without a count")
        if told[0]:
            return self.unusable(f"PubMed counts {pmid.value} and sends no record of it")
        return Absent(counted.evidence)

    def _by_doi(self, doi: Identifier) -> Answer[Entity]:
        if re.search(r'["\[\]]', doi.value):
            return self.not_asked("a DOI with brackets or quotation marks cannot be searched for there")
        answer = self._found(f'"{doi.value}"[doi]', _CANDIDATES)
        if not isinstance(answer, Found):
            return answer
        # a search for what it does not know may be widened to its words: only a record that has the DOI is the article
        held = next((entity for entity in answer.value if doi in _identifiers(entity)), None)
        return Found(held, answer.evidence) if held is not None else Silent(answer.evidence, _OPEN)

    def _found(self, term: str, most: int) -> Found[tuple[Entity, ...]] | Silent | Unavailable:
        searched = self._ask("esearch.fcgi", [("term", term), ("retmax", str(most))], (SEARCH,))
        if isinstance(searched, Unavailable):
            return searched
        told = found_ids(searched.body)
        if told is None:
            return self.unusable("a search without a count")
        if not told[1]:
            return Silent(searched.evidence, _OPEN)
        got = self._fetch(told[1][:most])
        if isinstance(got, Unavailable):
            return got
        held, evidence = got
        return Found(held, evidence, detail=_OPEN) if held else self.unusable("PubMed finds records and sends none of them")

    def _fetch(self, pmids: tuple[str, ...]) -> tuple[tuple[Entity, ...], Evidence] | Unavailable:
        got = self._ask("efetch.fcgi", [("id", ",".join(pmids)), ("retmode", "xml")], SETS)
        if isinstance(got, Unavailable):
            return got
        found = (work(element) for element in got.body if element.tag in {"PubmedArticle", "PubmedBookArticle"})
        return tuple(entity for entity in found if entity is not None), got.evidence

    def _ask(self, verb: str, params: list[tuple[str, str]], roots: tuple[str, ...]) -> Reply[_Element] | Unavailable:
        from gate.references.http import Reply, Request
        from gate.references.http.wire import address

        url = address(self._service.at(verb), [("db", "pubmed"), *params, ("tool", "catalog-gate")])
        got = self._http.question(
            Request(self.name, "GET", url, _XML), self._service, lambda raw: read(raw, roots), fault, _is_empty
        )
        if isinstance(got, Unavailable):
            return got
        if got.body.root is None:
            return self.unusable(got.body.error)
        return Reply(got.source, got.body.root, got.url, got.as_of, got.from_cache, got.stale)


def _is_empty(told: Told) -> bool:
    if told.root is None:
        return False
    found = found_ids(told.root)
    return found[0] == 0 if found is not None else len(told.root) == 0


def _identifiers(entity: Entity) -> set[Identifier]:
    return {
        identifier
        for statement in entity.statements
        if statement.property in {"pmid", "doi"}
        for identifier in statement.identifiers
    }


def _author(names: tuple[str, ...]) -> str:
    """The first author as PubMed has authors: by family name, with its particles and without them."""
    for given in names:
        name = parse_name(_ET_AL.sub("", given))
        family = " ".join(search_words(" ".join(name.family)))
        if not family or name.corporate:
            continue
        whole = " ".join((*name.particles, family))
        return f'"{family}"[Author]' if whole == family else f'("{whole}"[Author] OR "{family}"[Author])'
    return ""
