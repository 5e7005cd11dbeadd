"""JSON-LD: schema.org in any spelling of its names, journals in levels, objects that are referred to, other kinds, damage."""

import json
from collections import Counter

import pytest

from gate.model import Identifier, Kind, Record, Statement, Unreadable
from gate.records import read_bytes
from gate.records.readers import sniff
from gate.records.readers.jsonld import JsonLd
from gate.settings import Settings
from tests.records.building import brief, notes, parts, read_all, read_one, say, values
from tests.shared import shared

ARTICLE: dict[str, object] = {
    "@context": "https://schema.org",
    "@type": "ScholarlyArticle",
    "@id": "https://doi.org/10.1000/182",
    "name": "On roots",
    "alternativeHeadline": "Roots",
    "author": [
        {
            "@type": "Person",
            "@id": "https://orcid.org/0000-0002-1825-0097",
            "givenName": "Ada",
            "familyName": "Lovelace",
            "name": "Ada Lovelace",
            "affiliation": {"@type": "Organization", "name": "X"},
        },
        {"@type": "Role", "author": {"@type": "Organization", "name": "The Group"}, "roleName": "editor"},
    ],
    "editor": "Babbage, C.",
    "datePublished": "2019-05-06",
    "dateCreated": "2018",
    "dateModified": "2020",
    "isPartOf": {
        "@type": "PublicationIssue",
        "issueNumber": "4",
        "isPartOf": {
            "@type": "PublicationVolume",
            "volumeNumber": 3,
            "isPartOf": {"@type": "Periodical", "name": "Journal of Roots", "issn": ["1234-5679"], "publisher": {"name": "P"}},
        },
    },
    "pageStart": "20",
    "pageEnd": 35,
    "inLanguage": {"@type": "Language", "name": "English", "alternateName": "en"},
    "keywords": "botany, soil",
    "about": [
        {"@type": "DefinedTerm", "@id": "http://www.wikidata.org/entity/Q441", "name": "Botany"},
        {"@id": "x:1", "name": "trees"},
    ],
    "description": "All about roots.",
    "identifier": [
        {"@type": "PropertyValue", "propertyID": "pmid", "value": "1234567"},
        {"@type": "PropertyValue", "propertyID": "md5", "value": "abc"},
        "https://doi.org/10.1000/182",
    ],
    "url": "https://example.org/roots",
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "citation": [
        {"@type": "CreativeWork", "@id": "https://doi.org/10.1000/1", "name": "Cited", "author": "Doe, J."},
        "Roe, R. (2001). A string. doi:10.1000/2",
        {"@type": "CreativeWork"},
    ],
    "odd": 1,
}


def one(value: object = ARTICLE) -> Record:
    return read_one(JsonLd(), json.dumps(value, ensure_ascii=False).encode())


def test_an_article_in_full() -> None:
    record = one()
    assert brief(record.statements) == [
        ("title", "On roots", "name"),
        ("creators", "Lovelace, Ada", "author[0]"),
        ("creators", "The Group", "author[1].author"),
        ("creators", "Babbage, C.", "editor"),
        ("date", "2019-05-06", "datePublished"),
        ("type", "article-journal", "@type"),
        ("issue", "4", "isPartOf.issueNumber"),
        ("volume", "3", "isPartOf.isPartOf.volumeNumber"),
        ("container", "Journal of Roots", "isPartOf.isPartOf.isPartOf.name"),
        ("issn", "1234-5679", "isPartOf.isPartOf.isPartOf.issn[0]"),
        ("publisher", "P", "isPartOf.isPartOf.isPartOf.publisher"),
        ("pages", "20-35", "pageStart"),
        ("language", "en", "inLanguage"),
        ("concepts", "botany", "keywords"),
        ("concepts", "soil", "keywords"),
        ("concepts", "trees", "about[1]"),
        ("abstract", "All about roots.", "description"),
        ("pmid", "1234567", "identifier[0].value"),
        ("doi", "https://doi.org/10.1000/182", "identifier[2]"),
        ("citations", "Doe, J. Cited", "citation[0]"),
        ("citations", "Roe, R. (2001). A string. doi:10.1000/2", "citation[1]"),
    ]
    said = {s.property: s for s in reversed(record.statements)}
    assert said["title"].forms == ("Roots",)
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert parts(said["creators"]) == {"family": "Lovelace", "given": "Ada"}
    assert [s.role for s in record.all("creators")] == ["aut", "edt", "edt"]
    assert said["language"].forms == ("English",)
    assert [s.identifiers for s in record.all("citations")] == [
        (Identifier("doi", "10.1000/1"),),
        (Identifier("doi", "10.1000/2"),),
    ]
    assert notes(record) == [("value-unreadable", "citation[2]")]
    assert record.id == "https://doi.org/10.1000/182"
    assert json.loads(record.raw) == ARTICLE
    reasons = {i.path: i.reason for i in record.ignored}
    assert reasons["license"] == "rights statement"
    assert reasons["url"] == "an address that is no identifier"
    assert reasons["odd"] == "unknown field"
    assert reasons["dateModified"] == reasons["dateCreated"] == "a date that is not the publication"


def renamed(value: object, name: object) -> object:
    """The same with other names for all but JSON-LD's own keys, and expanded values."""
    assert callable(name)
    if isinstance(value, dict):
        return {key if key.startswith("@") else name(key): renamed(item, name) for key, item in value.items()}
    return [renamed(item, name) for item in value] if isinstance(value, list) else value


def without_paths(statements: tuple[Statement, ...]) -> list[object]:
    return [(s.property, s.value, s.role, s.forms, s.identifiers, without_paths(s.parts)) for s in statements]


@pytest.mark.parametrize("prefix", ["schema:", "http://schema.org/", "https://schema.org/"])
def test_names_may_have_any_prefix(prefix: str) -> None:
    other = one(renamed(ARTICLE, lambda key: prefix + key))
    assert without_paths(other.statements) == without_paths(one().statements)
    where = {"schema:": "schema:name"}.get(prefix, f'["{prefix}name"]')
    assert [s.path for s in other.all("title")] == [where]


def test_values_may_be_expanded() -> None:
    record = one(
        {
            "@type": ["http://schema.org/Book"],
            "http://schema.org/name": [{"@value": "Die Wurzel", "@language": "de"}],
            "http://schema.org/author": [{"@list": [{"http://schema.org/name": [{"@value": "A"}]}, {"@value": "B"}]}],
            "http://schema.org/isbn": [{"@value": "978-3-16-148410-0"}],
        }
    )
    assert [(s.property, s.value, s.lang) for s in record.statements] == [
        ("title", "Die Wurzel", "de"),
        ("creators", "A", ""),
        ("creators", "B", ""),
        ("type", "book", ""),
        ("isbn", "978-3-16-148410-0", ""),
    ]


def test_a_language_map_is_one_value_in_several_languages() -> None:
    (title,) = one({"@context": "https://schema.org", "@type": "Book", "name": {"de": "Wurzel", "en": "Root"}}).all("title")
    assert (title.value, title.lang, title.forms) == ("Root", "en", ("Wurzel",))


def test_objects_in_the_graph_are_followed() -> None:
    graph = {
        "@context": {"dcterms": "http://purl.org/dc/terms/"},
        "@graph": [
            {"@id": "gnd:118540238", "sameAs": "Goethe, Johann Wolfgang von"},
            {"@id": "gnd:4066533-1", "sameAs": "Ökonomen"},
            {
                "@id": "https://example.org/1",
                "@type": "bibo:Book",
                "title": "Faust",
                "creator": "gnd:118540238",
                "dcterms:subject": [{"@id": "gnd:4066533-1"}],
                "subject": ["Drama", "(classificationName=ddc)832"],
                "issued": "1808",
                "identifier": ["(isbn)3791008064", "(ppn)043711723", "(doi)10.1000/182"],
                "isPartOf": ["(collectioncode)ZDB-1", {"@id": "https://example.org/1"}],
                "language": "http://id.loc.gov/vocabulary/iso639-1/de",
                "P60163": "Tübingen",
            },
        ],
    }
    record = one(graph)
    assert brief(record.statements) == [
        ("title", "Faust", "@graph[2].title"),
        ("creators", "Goethe, Johann Wolfgang von", "@graph[0]"),
        ("date", "1808", "@graph[2].issued"),
        ("type", "book", "@graph[2].@type"),
        ("language", "http://id.loc.gov/vocabulary/iso639-1/de", "@graph[2].language"),
        ("concepts", "Ökonomen", "@graph[1]"),
        ("concepts", "Drama", "@graph[2].subject[0]"),
        ("isbn", "3791008064", "@graph[2].identifier[0]"),
        ("doi", "10.1000/182", "@graph[2].identifier[2]"),
    ]
    assert record.all("creators")[0].identifiers == (Identifier("gnd", "118540238"),)
    assert ("@graph[2].identifier", "number of a record") in [(i.path, i.reason) for i in record.ignored]


def test_several_works_and_those_that_are_part_of_them() -> None:
    graph = {
        "@context": "https://schema.org",
        "@graph": [
            {"@id": "#1", "@type": "Chapter", "name": "One", "isPartOf": {"@id": "#b"}},
            {"@id": "#2", "@type": "Chapter", "name": "Two", "isPartOf": {"@id": "#b"}},
            {"@id": "#b", "@type": "Book", "name": "The book", "editor": {"name": "Ed, A."}},
        ],
    }
    found = read_all(JsonLd(), json.dumps(graph).encode())
    assert [(f.position, f.id) for f in found] == [(1, "#1"), (2, "#2")]
    for record in found:
        assert isinstance(record, Record)
        (container,) = record.all("container")
        assert (container.value, parts(container)) == ("The book", {"creators": "Ed, A."})


def test_what_a_page_is_about() -> None:
    page = {"@context": "https://schema.org", "@type": "WebPage", "name": "Page", "mainEntity": {"@type": "Book", "name": "Book"}}
    assert brief(one(page).statements) == [("title", "Book", "mainEntity.name"), ("type", "book", "mainEntity.@type")]


def test_a_person_and_a_term_are_agent_and_concept() -> None:
    person = one({"@context": "https://schema.org", "@type": "Person", "name": "Ada Lovelace", "birthDate": "1815-12-10"})
    assert (person.kind, values(person, "name"), values(person, "birth")) == (Kind.AGENT, ["Ada Lovelace"], ["1815-12-10"])
    term = one({"@context": "https://schema.org", "@type": "DefinedTerm", "name": "Trees"})
    assert (term.kind, values(term, "heading")) == (Kind.CONCEPT, ["Trees"])
    assert {person.format, term.format} == {"jsonld"}


def test_circles_and_depth_are_harmless() -> None:
    circle = {
        "@context": "https://schema.org",
        "@graph": [
            {"@id": "#a", "@type": "Chapter", "name": "A", "isPartOf": {"@id": "#b"}, "citation": {"@id": "#a"}},
            {"@id": "#b", "@type": "Periodical", "name": "B", "isPartOf": {"@id": "#a"}, "author": {"@id": "#b"}},
        ],
    }
    assert values(one(circle), "container") == ["B"]
    deep: object = "x"
    for _ in range(150):
        deep = {"isPartOf": deep}
    (fault,) = read_bytes(json.dumps({"@context": "https://schema.org", "x": deep}).encode(), "f.jsonld", settings=Settings())
    assert isinstance(fault, Unreadable)
    assert "max_depth" in fault.reason


def test_damage_is_named() -> None:
    for data, reason in (
        (b'{"@context": "https://schema.org", "@type": "Book"}', "JSON-LD that says nothing of a work"),
        (b"[5]", "a number, not a JSON object"),
        (b'{"@context": ', "the JSON object does not end (truncated?)"),
    ):
        (fault,) = read_all(JsonLd(), data)
        assert isinstance(fault, Unreadable)
        assert (fault.reason, fault.format) == (reason, "jsonld")
    first, second = read_all(JsonLd(), json.dumps([ARTICLE, ARTICLE]).encode())
    assert (first.position, second.position) == (1, 2)


def test_wrong_types_stop_nothing() -> None:
    junk: object
    for junk in (5, True, None, [], {}, [[]], {"@id": 5}, [{"@value": None}], "x", 1e400):
        for key in (
            "name",
            "author",
            "isPartOf",
            "datePublished",
            "keywords",
            "identifier",
            "citation",
            "publisher",
            "inLanguage",
            "@type",
        ):
            found = read_all(JsonLd(), json.dumps({**ARTICLE, key: junk}).encode())
            assert len(found) == 1
            assert isinstance(found[0], Record), (key, junk)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    data = json.dumps({**ARTICLE, "name": "Größe"}, ensure_ascii=False).encode(encoding)
    assert JsonLd().sniff(data) == 92
    assert values(read_one(JsonLd(), data), "title") == ["Größe"]


def test_sniffing() -> None:
    assert JsonLd().sniff(b'{"@graph": [{"@id": "x", "dcterms:title": "t"}]}') == 70
    for other in (
        b"",
        b"{}",
        b'{"title": "t"}',
        b'[{"id": 1}]',
        b'{"@context": {"bf": "http://id.loc.gov/ontologies/bibframe/"}, "title": "x"}',
    ):
        assert JsonLd().sniff(other) == 0


def test_every_real_file_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    for file in sorted(shared("records", "jsonld").iterdir()):
        if "testcases" in file.name:
            continue
        data = file.read_bytes()
        chosen = sniff(data, file.name)
        assert chosen is not None
        assert chosen.name == ("json" if "crosscite" in file.name else "jsonld"), file.name
        for found in read_all(JsonLd(), data):
            assert isinstance(found, Record), file.name
            assert found.all("title"), file.name
            assert found.all("creators"), file.name
            counts.update(s.property for s in found.statements)
            counts.update(f"{s.property} identified" for s in found.statements if s.identifiers)
    assert capfd.readouterr() == ("", "")
    say(counts)
    assert counts["title"] == 24
    assert counts["creators identified"] > 30


def test_the_graphs_of_a_library_name_whom_they_refer_to() -> None:
    """TIB: every creator and term that has a GND number is read with its name."""
    referred = named = 0
    for file in shared("records", "jsonld").glob("tib_*"):
        record = read_one(JsonLd(), file.read_bytes())
        text = json.dumps([n for n in json.loads(file.read_text())["@graph"] if "@type" in n])
        numbers = {part.split('"')[0] for part in text.split('"gnd:')[1:]}
        known = {i.value for s in record.statements for i in s.identifiers if i.scheme == "gnd"}
        referred += len(numbers)
        named += len(numbers & known)
    say(f"{named} of {referred}")
    assert referred > 35
    assert named / referred > 0.95
