"""Plain JSON in the field names of the project, in every shape that a record comes in."""

import json

import pytest

from gate.model import Identifier, Ignored, Kind, Record, Statement, Unreadable
from gate.records import read_bytes
from gate.settings import Settings


def read(data: object, name: str = "f.json") -> list[Record | Unreadable]:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return list(read_bytes(raw, name, "json", settings=Settings()))


def one(data: object) -> Record:
    (record,) = read(data)
    assert isinstance(record, Record)
    return record


def said(data: object) -> set[tuple[str, str, str]]:
    return {(s.property, s.value, s.path) for s in one(data).statements}


# the three kinds, in the field names of this project


def test_a_work() -> None:
    record = one(
        {
            "kind": "work",
            "title": "On Things",
            "creators": [{"name": "Smith, Zoe", "role": "author"}, {"name": "Roe, Rob", "role": "edt"}],
            "date": "1991-05",
            "doi": "10.1000/1",
            "pmid": 123,
            "isbn": "0-306-40615-2",
            "issn": "0378-5955",
            "arxiv": "2101.00001",
            "type": "article",
            "container": "Journal of Things",
            "publisher": "Thing Press",
            "volume": 12,
            "issue": "3",
            "pages": "1-10",
            "language": "eng",
            "concepts": ["things", "dinge"],
            "research_areas": ["ontology"],
            "times_cited": 7,
            "abstract": "About things.",
            "citations": ["Doe 1980", {"title": "Other Things", "doi": "10.1000/2"}],
        }
    )
    assert (record.kind, record.id, record.ignored, record.notes) == (Kind.WORK, "10.1000/1", (), ())
    assert record.statements == (
        Statement("title", "On Things", "title"),
        Statement("creators", "Smith, Zoe", "creators[0]", "aut"),
        Statement("creators", "Roe, Rob", "creators[1]", "edt"),
        Statement("date", "1991-05", "date"),
        Statement("type", "article", "type"),
        Statement("container", "Journal of Things", "container"),
        Statement("publisher", "Thing Press", "publisher"),
        Statement("volume", "12", "volume"),
        Statement("issue", "3", "issue"),
        Statement("pages", "1-10", "pages"),
        Statement("language", "eng", "language"),
        Statement("concepts", "things", "concepts[0]"),
        Statement("concepts", "dinge", "concepts[1]"),
        Statement("research_areas", "ontology", "research_areas[0]"),
        Statement("times_cited", "7", "times_cited"),
        Statement("abstract", "About things.", "abstract"),
        Statement("citations", "Doe 1980", "citations[0]"),
        Statement(
            "citations",
            "Other Things",
            "citations[1]",
            parts=(Statement("title", "Other Things", "citations[1].title"), Statement("doi", "10.1000/2", "citations[1].doi")),
        ),
        Statement("doi", "10.1000/1", "doi"),
        Statement("pmid", "123", "pmid"),
        Statement("arxiv", "2101.00001", "arxiv"),
        Statement("isbn", "0-306-40615-2", "isbn"),
        Statement("issn", "0378-5955", "issn"),
    )


def test_an_agent() -> None:
    record = one(
        {
            "names": ["Immanuel Kant", "Kant, Immanuel"],
            "birth": "1724-04-22",
            "death": 1804,
            "birth_place": "Königsberg",
            "death_place": {"label": "Königsberg", "wikidata": "Q1829"},
            "citizenship": "Prussia",
            "influenced_by": [{"name": "David Hume", "id": "http://www.wikidata.org/entity/Q37160"}, "Leibniz"],
            "field_of_work": ["ethics"],
            "occupations": "philosopher",
            "identifiers": {"wikidata": "Q9312", "viaf": "82088490"},
        }
    )
    assert (record.kind, record.id, record.ignored, record.notes) == (Kind.AGENT, "#1", (), ())
    assert record.statements == (
        Statement("name", "Immanuel Kant", "names[0]"),
        Statement("name", "Kant, Immanuel", "names[1]"),
        Statement("birth", "1724-04-22", "birth"),
        Statement("death", "1804", "death"),
        Statement("birth_place", "Königsberg", "birth_place"),
        Statement("death_place", "Königsberg", "death_place.label", identifiers=(Identifier("wikidata", "Q1829"),)),
        Statement("citizenship", "Prussia", "citizenship"),
        Statement("influenced_by", "David Hume", "influenced_by[0].name", identifiers=(Identifier("wikidata", "Q37160"),)),
        Statement("influenced_by", "Leibniz", "influenced_by[1]"),
        Statement("field_of_work", "ethics", "field_of_work[0]"),
        Statement("occupations", "philosopher", "occupations"),
        Statement("identifiers", "Q9312", "identifiers.wikidata", identifiers=(Identifier("wikidata", "Q9312"),)),
        Statement("identifiers", "82088490", "identifiers.viaf", identifiers=(Identifier("viaf", "82088490"),)),
    )


def test_a_concept() -> None:
    record = one(
        {
            "heading": "Existence",
            "nouns": ["being", "entity"],
            "verb": "exist",
            "adjectives": ["real"],
            "adverb": ["actually"],
            "broader": ["Abstract relations"],
            "cross_references": ["Nonexistence"],
            "scope_note": "The fact of being.",
        }
    )
    assert (record.kind, record.ignored, record.notes) == (Kind.CONCEPT, (), ())
    assert [(s.property, s.value, s.path) for s in record.statements] == [
        ("heading", "Existence", "heading"),
        ("nouns", "being", "nouns[0]"),
        ("nouns", "entity", "nouns[1]"),
        ("verbs", "exist", "verb"),
        ("adjectives", "real", "adjectives[0]"),
        ("adverbs", "actually", "adverb[0]"),
        ("broader", "Abstract relations", "broader[0]"),
        ("cross_references", "Nonexistence", "cross_references[0]"),
        ("scope_note", "The fact of being.", "scope_note"),
    ]


def test_skos_labels_in_several_languages_are_forms_of_one_heading() -> None:
    record = one(
        {
            "@id": "http://example.org/cat",
            "skos:prefLabel": {"de": "Katze", "en": "cat", "fr": "chat"},
            "skos:altLabel": {"en": ["moggy", "puss"]},
            "skos:broader": [{"@id": "http://example.org/pet", "prefLabel": {"en": "pet"}}],
            "skos:definition": {"@value": "A small carnivore.", "@language": "en"},
        }
    )
    assert record.kind is Kind.CONCEPT
    assert record.id == "http://example.org/cat"
    assert record.statements == (
        Statement("heading", "cat", "skos:prefLabel.en", lang="en", forms=("Katze", "chat")),
        Statement("alt_labels", "moggy", "skos:altLabel.en[0]", lang="en"),
        Statement("alt_labels", "puss", "skos:altLabel.en[1]", lang="en"),
        Statement(
            "broader",
            "pet",
            "skos:broader[0].prefLabel.en",
            lang="en",
            identifiers=(Identifier("iri", "http://example.org/pet"),),
        ),
        Statement("scope_note", "A small carnivore.", "skos:definition.@value", lang="en"),
    )


# kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"kind": "agent", "title": "x"}, Kind.AGENT),
        ({"type": "person", "name": "x"}, Kind.AGENT),
        ({"@type": "skos:Concept", "title": "x"}, Kind.CONCEPT),
        ({"@type": "http://schema.org/Person", "title": "x"}, Kind.AGENT),
        ({"title": "x", "type": "book"}, Kind.WORK),
        ({"name": "x", "birth": "1900"}, Kind.AGENT),
        ({"name": "x"}, Kind.AGENT),
        ({"heading": "x"}, Kind.CONCEPT),
        ({"prefLabel": "x"}, Kind.CONCEPT),
        ({"label": "x", "nouns": ["y"]}, Kind.CONCEPT),
        ({"title": "x", "name": "y"}, Kind.WORK),
        ({"title": "x", "subjects": ["y"], "abstract": "z"}, Kind.WORK),
        ({}, Kind.WORK),
    ],
)
def test_the_kind_is_stated_or_inferred(data: object, kind: Kind) -> None:
    assert one(data).kind is kind


def test_an_unknown_kind_is_noted_and_the_kind_inferred() -> None:
    record = one({"kind": "banana", "name": "x", "born": 1900})
    assert record.kind is Kind.AGENT
    assert [(n.code, n.path, n.value) for n in record.notes] == [("value-unreadable", "kind", "banana")]


# ids


@pytest.mark.parametrize(
    ("data", "identifier"),
    [
        ({"id": "a7", "doi": "10.1000/1"}, "a7"),
        ({"@id": "urn:x"}, "urn:x"),
        ({"id": 7}, "7"),
        ({"key": "k"}, "k"),
        ({"DOI": "10.1000/1"}, "10.1000/1"),
        ({"title": "x"}, "#1"),
        ({"id": None, "title": "x"}, "#1"),
    ],
)
def test_the_id_is_its_own_or_its_doi_or_its_position(data: object, identifier: str) -> None:
    assert one(data).id == identifier


def test_an_id_that_an_authority_gave_is_a_claim() -> None:
    (statement,) = one({"id": "http://www.wikidata.org/entity/Q9312", "kind": "agent"}).statements
    assert (statement.property, statement.path) == ("identifiers", "id")
    assert statement.identifiers == (Identifier("wikidata", "Q9312"),)
    assert one({"id": "local-7", "kind": "agent"}).statements == ()
    assert len(one({"id": "https://doi.org/10.1000/1", "doi": "10.1000/1"}).statements) == 1


# synonyms, forms of values


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"authors": ["A. Bee"]}, ("creators", "A. Bee", "authors[0]")),
        ({"author": "A. Bee"}, ("creators", "A. Bee", "author")),
        ({"year": 1991}, ("date", "1991", "year")),
        ({"year": 1991.0}, ("date", "1991", "year")),
        ({"publicationYear": "1991"}, ("date", "1991", "publicationYear")),
        ({"issued": {"date-parts": [[1991, 5]]}}, ("date", "1991-05", "issued.date-parts")),
        ({"journal": "J"}, ("container", "J", "journal")),
        ({"DOI": "10.1/x"}, ("doi", "10.1/x", "DOI")),
        ({"keywords": "a"}, ("concepts", "a", "keywords")),
        ({"subjects": ["a"]}, ("concepts", "a", "subjects[0]")),
        ({"fields-of-study": ["a"]}, ("research_areas", "a", "fields-of-study[0]")),
        ({"citedByCount": 3}, ("times_cited", "3", "citedByCount")),
        ({"citations": 3}, ("times_cited", "3", "citations")),
        ({"references": ["a"]}, ("citations", "a", "references[0]")),
        ({"bibliography": "a"}, ("citations", "a", "bibliography")),
        ({"dc:title": "a"}, ("title", "a", "dc:title")),
        ({"Title": "  a "}, ("title", "a", "Title")),
        ({"url": "https://doi.org/10.1000/1"}, ("doi", "https://doi.org/10.1000/1", "url")),
        ({"first_page": 1, "last_page": "10"}, ("pages", "1-10", "first_page")),
        ({"volume": 1.5}, ("volume", "1.5", "volume")),
    ],
)
def test_synonyms_of_work_fields(data: dict[str, object], expected: tuple[str, str, str]) -> None:
    assert expected in said(data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"born": {"date": "1724", "place": "K."}}, {("birth", "1724", "born.date"), ("birth_place", "K.", "born.place")}),
        ({"life": "1724–1804"}, {("birth", "1724", "life"), ("death", "1804", "life")}),
        ({"dates": "1941-"}, {("birth", "1941", "dates")}),
        (
            {"places": {"birth": "K.", "death": "L."}},
            {("birth_place", "K.", "places.birth"), ("death_place", "L.", "places.death")},
        ),
        ({"places": [{"type": "birth", "name": "K."}]}, {("birth_place", "K.", "places[0].name")}),
        ({"familyName": "Kant", "givenName": "I."}, {("name", "Kant, I.", "familyName")}),
        ({"nationality": ["x"]}, {("citizenship", "x", "nationality[0]")}),
        ({"influences": "x"}, {("influenced_by", "x", "influences")}),
    ],
)
def test_synonyms_of_agent_fields(data: dict[str, object], expected: set[tuple[str, str, str]]) -> None:
    assert said({"kind": "agent", **data}) == expected


def test_word_lists_may_stand_in_an_object_of_their_own() -> None:
    assert said({"heading": "x", "words": {"noun": ["a"], "adv": "b"}}) == {
        ("heading", "x", "heading"),
        ("nouns", "a", "words.noun[0]"),
        ("adverbs", "b", "words.adv"),
    }


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Zoe Smith and Ann Lee", [("Zoe Smith", "creators", ""), ("Ann Lee", "creators", "")]),
        ("Smith, Zoe; Lee, Ann", [("Smith, Zoe", "creators", ""), ("Lee, Ann", "creators", "")]),
        ("Department of Trade and Industry", [("Department of Trade and Industry", "creators", "")]),
        ("Smith, Zoe", [("Smith, Zoe", "creators", "")]),
        (["Smith, Z.", "et al."], [("Smith, Z.", "creators[0]", ""), ("et al.", "creators[1]", "")]),
        ({"family": "Smith", "given": "Zoe"}, [("Smith, Zoe", "creators", "")]),
        ([{"lastName": "Smith", "firstName": "Zoe", "role": ["editor"]}], [("Smith, Zoe", "creators[0]", "edt")]),
        ([{"name": "X", "role": "wizard"}], [("X", "creators[0]", "wizard")]),
        (
            {"editors": ["A. Bee"], "authors": ["C. Dee"]},
            [("A. Bee", "creators.editors[0]", "edt"), ("C. Dee", "creators.authors[0]", "aut")],
        ),
        ([{"author": {"name": "X"}}], [("X", "creators[0].author", "aut")]),
        ([{"person": {"name": "X"}, "role": "trl"}], [("X", "creators[0].person", "trl")]),
    ],
)
def test_creators_in_any_shape(value: object, expected: list[tuple[str, str, str]]) -> None:
    found = [(s.value, s.path, s.role) for s in one({"title": "t", "creators": value}).all("creators")]
    assert sorted(found) == sorted(expected)


def test_a_creator_object_keeps_parts_and_identifiers() -> None:
    record = one(
        {"authors": [{"family": "Smith", "given": "Zoe", "orcid": "https://orcid.org/0000-0002-1825-0097", "affiliation": "U"}]}
    )
    assert record.statements == (
        Statement(
            "creators",
            "Smith, Zoe",
            "authors[0]",
            "aut",
            identifiers=(Identifier("orcid", "0000-0002-1825-0097"),),
            parts=(Statement("family", "Smith", "authors[0].family"), Statement("given", "Zoe", "authors[0].given")),
        ),
    )
    assert record.ignored == (Ignored("authors[0].affiliation"),)


def test_et_al_is_marked_as_such() -> None:
    marked = [bool(s.part("et_al")) for s in one({"authors": "Smith, Z., et al."}).statements]
    assert marked == [False, True]


def test_a_subtitle_belongs_to_the_title() -> None:
    assert one({"title": "A", "subtitle": "B", "short_title": "a"}).statements == (
        Statement("title", "A: B", "title", forms=("A", "a")),
    )


def test_what_a_container_object_says_of_the_part_is_said_of_the_work() -> None:
    record = one({"title": "t", "journal": {"name": "J", "issn": "0378-5955", "volume": 3, "homepage": "x"}})
    assert record.first("container") == Statement("container", "J", "journal.name")
    assert record.first("issn") == Statement("issn", "0378-5955", "journal.issn")
    assert record.first("volume") == Statement("volume", "3", "journal.volume")
    assert record.ignored == (Ignored("journal.homepage"),)


def test_citations_as_objects_have_the_same_fields() -> None:
    (citation,) = one(
        {"citations": [{"authors": ["Doe, J."], "year": 1980, "title": "T", "journal": "J", "DOI": "10.1000/2"}]}
    ).statements
    assert citation.value == "Doe, J. T. J. 1980"
    assert [(p.property, p.value, p.path) for p in citation.parts] == [
        ("title", "T", "citations[0].title"),
        ("creators", "Doe, J.", "citations[0].authors[0]"),
        ("date", "1980", "citations[0].year"),
        ("container", "J", "citations[0].journal"),
        ("doi", "10.1000/2", "citations[0].DOI"),
    ]


def test_a_reference_string_names_the_identifiers_that_stand_in_it() -> None:
    (citation,) = one({"citations": ["Doe, J. T. 1980. https://doi.org/10.1000/2. PMID: 12, arXiv:2101.00001v2"]}).statements
    assert citation.identifiers == (Identifier("doi", "10.1000/2"), Identifier("pmid", "12"), Identifier("arxiv", "2101.00001"))


def test_a_reference_string_beside_fields_is_the_value_and_a_part() -> None:
    (citation,) = one({"citations": [{"text": "Doe, J. T. 1980.", "doi": "10.1000/2", "references": ["x"]}]}).statements
    assert citation.value == citation.part("raw") == "Doe, J. T. 1980."
    assert [(p.property, p.path) for p in citation.parts] == [("doi", "citations[0].doi"), ("raw", "citations[0].text")]


def test_unknown_fields_are_kept_as_ignored_never_as_claims() -> None:
    record = one({"title": "t", "mood": "blue", "x y": {"z": 1}, "a.b[c]": 1, "empty": "", "nothing": None, "none": [], "no": {}})
    assert record.statements == (Statement("title", "t", "title"),)
    assert [i.path for i in record.ignored] == ['["a.b[c]"]', "mood", "x y"]


def test_a_weaker_name_of_a_field_does_not_contradict_the_better_one() -> None:
    record = one({"kind": "work", "title": "t", "name": "n"})
    assert record.statements == (Statement("title", "t", "title"),)
    assert record.ignored == (Ignored("name", "the title stands in another field"),)
    assert one({"kind": "work", "title": "", "name": "n"}).statements == (Statement("title", "n", "name"),)
