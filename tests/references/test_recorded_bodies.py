"""Every recorded body of the services about works, through the source itself: a typed answer or a named Unavailable.

No crash, no field that is not in the body. What is not an answer to what the gate asks (funders, agencies, cassettes of other
verbs) must come out as Unavailable, and by its right name.
"""

from __future__ import annotations

import html
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from gate.model import Answer, Entity, Found, Graph, Identifier, Kind, Query, Silent, Statement, Unavailable
from gate.normalise.text import key
from tests.authorities.cases import INVENTED
from tests.authorities.doi import doi_routes
from tests.authorities.library import library
from tests.authorities.pubmed import Article
from tests.authorities.server import Response
from tests.references.recorded import Recorded, recorded
from tests.shared import shared

Any = Answer[Entity] | Answer[tuple[Entity, ...]] | Answer[Graph]
QUERY = Query(Kind.WORK, INVENTED, ("Nemo, A.",), 1998, "Journal of Northern Seas", type="article-journal")
#: not values of the body, but the gate's words for them
OUR_WORDS = {"type", "language"}


def words(text: str) -> set[str]:
    """The words of a text, numbers without zeros in front."""
    plain = html.unescape(html.unescape(text))
    return {word.lstrip("0") for word in re.findall(r"\w+", key(plain))}


def corpus(body: bytes) -> tuple[set[str], str]:
    """The words of a body, and all its letters and digits in one run."""
    try:
        strings = [text for line in body.splitlines() or [b""] for text in _strings(json.loads(line))] if b"\n" in body else []
    except ValueError:
        strings = []
    if not strings:
        try:
            strings = list(_strings(json.loads(body)))
        except ValueError:
            try:
                root = etree.fromstring(body, etree.XMLParser(resolve_entities=False, recover=True))
                strings = [str(text) for text in root.itertext()] + [str(v) for e in root.iter() for v in e.attrib.values()]
            except (etree.XMLSyntaxError, ValueError, AttributeError):
                strings = [body.decode("utf-8", errors="replace")]
    whole = " ".join(strings)
    return words(whole), squashed(html.unescape(html.unescape(whole)))


def squashed(text: str) -> str:
    """Letters and digits in one run, without case, marks and tags."""
    folded = unicodedata.normalize("NFKD", key(re.sub(r"</?\w+[^>]*>", "", text)))
    return "".join(c for c in folded if c.isalnum())


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif value is not None:
        yield str(value)


def invented(entity: Entity, known: tuple[set[str], str]) -> list[str]:
    """Values of an entity that the body does not have."""
    found = []

    def look(statement: Statement) -> None:
        if statement.property not in OUR_WORDS:
            for value in (statement.value, *statement.forms):
                if statement.property == "isbn" and squashed(value[3:12]) in known[1]:
                    continue  # ten digits as thirteen: the nine in the middle are the same
                lacking = [w for w in words(value) - known[0] if w not in known[1] and squashed(w) not in known[1]]
                if lacking:
                    found.append(f"{statement.property}: {value!r} has {lacking}")
        for part in statement.parts:
            look(part)

    for statement in entity.statements:
        look(statement)
    return found


class Tally:
    """What came of the bodies, and what in it is not in them."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.invented: list[str] = []
        self.works = 0

    def take(self, route: str, one: Recorded, answer: Any) -> None:
        """Count one answer."""
        name = type(answer).__name__
        if isinstance(answer, Unavailable):
            assert answer.detail
            name = f"Unavailable ({answer.reason})"
        self.counts[route, name] += 1
        entities = answer.value if isinstance(answer, Found) and isinstance(answer.value, tuple) else ()
        if isinstance(answer, Found) and isinstance(answer.value, Entity):
            entities = (answer.value,)
        if entities:
            known = corpus(one.body)
            self.works += len(entities)
            self.invented += [f"{one.file}: {what}" for entity in entities for what in invented(entity, known)]

    def report(self, source: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Print the counts."""
        with capsys.disabled():
            lines = [f"  {route:22} {name:32} {count:5}" for (route, name), count in sorted(self.counts.items())]
            sys.stdout.write("\n".join(["", f"{source}: {self.works} works in recorded bodies", *lines, ""]))
        assert self.invented == []


def doi_in(one: Recorded) -> str:
    """The DOI that an answer is about: that of its only work, or of the address it was asked at."""
    try:
        value = json.loads(one.body)
        work = value.get("message") or value.get("data", {}).get("attributes")
        found = work.get("DOI") or work.get("doi")
    except (ValueError, AttributeError):
        found = None
    if not isinstance(found, str):
        found = next(iter(re.findall(r"10\.\d{4,}/\S+", one.path)), "10.1234/none")
        found = found.partition("/transform")[0].removesuffix("/agency")
    return str(found).lower()


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A place where no answer can be kept, so that each body is asked for anew."""
    file = tmp_path / "no-folder"
    file.touch()
    return file


LIMITS = {"max_attempts": 1, "deadline_seconds": 600, "breaker_failures": 1_000_000}


def test_crossref(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    with library(agencies={}) as held, held.sources(nowhere, "crossref", **LIMITS) as sources:
        (source,) = sources.all
        service = held.services["crossref"]
        for number, one in enumerate(recorded(shared("responses", "crossref"))):
            service.routes = {}
            service.missing = Response(one.body, one.status, one.content_type or "text/plain")
            tally.take("by_identifier", one, source.by_identifier(Identifier("doi", doi_in(one))))
            tally.take("search", one, source.search(Query(Kind.WORK, f"{INVENTED} {number}", type="book")))
    tally.report("crossref", capsys)
    assert tally.works > 600
    assert tally.counts["by_identifier", "Found"] > 20
    assert tally.counts["search", "Found"] > 60
    assert tally.counts["search", "Absent"] == tally.counts["by_identifier", "Absent"] == 0


def test_datacite(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    with library(agencies={}) as held, held.sources(nowhere, "datacite", **LIMITS) as sources:
        (source,) = sources.all
        service = held.services["datacite"]
        held.services["doi"].routes = {"/ra/*": lambda asked: [{"DOI": asked.path.removeprefix("/ra/"), "RA": "DataCite"}]}
        for number, one in enumerate(recorded(shared("responses", "datacite"))):
            service.routes = {}
            service.missing = Response(one.body, one.status, one.content_type or "text/plain")
            tally.take("by_identifier", one, source.by_identifier(Identifier("doi", doi_in(one))))
            tally.take("search", one, source.search(Query(Kind.WORK, f"{INVENTED} {number}")))
    tally.report("datacite", capsys)
    assert tally.works > 55
    assert tally.counts["by_identifier", "Found"] > 50
    assert tally.counts["search", "Found"] >= 2
    assert tally.counts["search", "Absent"] == tally.counts["by_identifier", "Absent"] == 0


def test_doi(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each body as what it is: an agency's name, a handle, and everything else as a handle that it is not."""
    tally = Tally()
    agencies: Counter[str] = Counter()
    with library() as held, held.sources(nowhere, "doi", **LIMITS) as sources:
        (source,) = sources.all
        service = held.services["doi"]
        for one in recorded(shared("responses", "doi")):
            answer = Response(one.body, one.status, one.content_type or "text/plain")
            if one.path.startswith("/ra/"):
                prefix = one.path.removeprefix("/ra/")
                doi = f"{prefix}/x"
                service.routes = {**doi_routes([doi], {}), "/ra/*": answer}
                said = source.by_identifier(Identifier("doi", doi))
                tally.take("agency", one, said)
                assert isinstance(said, Silent)
                named = re.search(r'"RA": "(\w+)"', one.body.decode())
                assert said.detail.endswith(f"registered with {named[1]}" if named else "it could not be told with whom")
                agencies[named[1] if named else "none"] += 1
            else:
                service.routes = {**doi_routes([], {"10.1002": "Crossref"}), "/api/handles/*": answer}
                doi = json.loads(one.body).get("handle", "10.1002/x") if one.file.startswith("pydoi") else "10.1002/x"
                tally.take("handle", one, source.by_identifier(Identifier("doi", doi)))
    tally.report(f"doi: {dict(agencies)}", capsys)
    assert tally.counts["handle", "Silent"] == 3
    assert tally.counts["handle", "Absent"] == 0, "no recorded 404 is the handle system's own"
    assert {"Crossref", "DataCite", "JaLC", "KISTI", "mEDRA", "OP", "ISTIC", "none"} == set(agencies)


def test_pubmed(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    nothing = "<eSearchResult><Count>0</Count><IdList/></eSearchResult>"
    some = f"<PubmedArticleSet>{Article('1', 'Eel larvae in cold currents').xml}</PubmedArticleSet>"
    some_set = Recorded("our own", "", 200, "application/xml", some.encode())
    with library() as held, held.sources(nowhere, "pubmed", **LIMITS) as sources:
        (source,) = sources.all
        service = held.services["pubmed"]
        for one in recorded(shared("responses", "pubmed")):
            answer = Response(one.body, one.status, one.content_type)
            pmid = re.search(rb"<PMID[^>]*>(\d+)</PMID>", one.body)
            service.routes = {"/efetch.fcgi": answer, "/esearch.fcgi": nothing}
            tally.take("PMID, as efetch", one, source.by_identifier(Identifier("pmid", pmid[1].decode() if pmid else "1")))
            service.routes = {
                "/efetch.fcgi": answer,
                "/esearch.fcgi": nothing.replace("0<", "1<").replace("/>", "><Id>1</Id></IdList>"),
            }
            tally.take("search, as efetch", one, source.search(QUERY))
            service.routes = {"/efetch.fcgi": some, "/esearch.fcgi": answer}
            tally.take("search, as esearch", some_set, source.search(QUERY))
    tally.report("pubmed", capsys)
    assert tally.counts["PMID, as efetch", "Found"] > 65
    # an empty set and one of an empty article, which are no denial until esearch counts none as well
    assert tally.counts["PMID, as efetch", "Absent"] == 2
    assert tally.counts["search, as efetch", "Found"] > 65
    assert tally.counts["search, as esearch", "Found"] == 8
    assert tally.counts["search, as esearch", "Absent"] == tally.counts["search, as efetch", "Absent"] == 0
