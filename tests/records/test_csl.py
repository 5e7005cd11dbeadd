import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate.model import Identifier, Kind, Record, Statement, Unreadable
from gate.normalise import dates
from gate.records import read, read_bytes
from gate.settings import Settings
from tests.shared import shared


def items(data: object) -> list[Record | Unreadable]:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return list(read_bytes(raw, "f.json", "csl", settings=Settings()))


def one(data: object) -> Record:
    (record,) = items(data)
    assert isinstance(record, Record)
    return record


def test_an_item() -> None:
    record = one(
        [
            {
                "id": "smith1991",
                "type": "article-journal",
                "title": "On things",
                "title-short": "Things",
                "author": [{"family": "Smith", "given": "Zoe"}, {"literal": "Thing Consortium"}],
                "editor": [{"family": "Roe", "given": "Rob"}],
                "container-title": "Journal of Things",
                "container-title-short": "J. Things",
                "issued": {"date-parts": [["1991", 5, 2]]},
                "volume": "12",
                "issue": 3,
                "page": "1-10",
                "publisher": "Thing Press",
                "publisher-place": "Nowhere",
                "language": "en",
                "DOI": "10.1000/1",
                "ISSN": "0378-5955, 1234-5679",
                "PMID": "123",
                "PMCID": "PMC12",
                "keyword": "things, being",
                "abstract": "About things.",
                "references": [
                    {"type": "book", "title": "Other things", "author": [{"family": "Doe"}], "issued": {"raw": "1980"}}
                ],
            }
        ]
    )
    assert (record.kind, record.id, record.format, record.notes) == (Kind.WORK, "smith1991", "csl", ())
    assert record.statements == (
        Statement("title", "On things", "title", forms=("Things",)),
        Statement(
            "creators",
            "Smith, Zoe",
            "author[0]",
            "aut",
            parts=(Statement("family", "Smith", "author[0].family"), Statement("given", "Zoe", "author[0].given")),
        ),
        Statement("creators", "Thing Consortium", "author[1]", "aut"),
        Statement(
            "creators",
            "Roe, Rob",
            "editor[0]",
            "edt",
            parts=(Statement("family", "Roe", "editor[0].family"), Statement("given", "Rob", "editor[0].given")),
        ),
        Statement("date", "1991-05-02", "issued.date-parts"),
        Statement("type", "article-journal", "type"),
        Statement("container", "Journal of Things", "container-title", forms=("J. Things",)),
        Statement("publisher", "Thing Press", "publisher"),
        Statement("volume", "12", "volume"),
        Statement("issue", "3", "issue"),
        Statement("pages", "1-10", "page"),
        Statement("language", "en", "language"),
        Statement("concepts", "things", "keyword"),
        Statement("concepts", "being", "keyword"),
        Statement("abstract", "About things.", "abstract"),
        Statement(
            "citations",
            "Doe. Other things. 1980",
            "references[0]",
            parts=(
                Statement("title", "Other things", "references[0].title"),
                Statement(
                    "creators",
                    "Doe",
                    "references[0].author[0]",
                    "aut",
                    parts=(Statement("family", "Doe", "references[0].author[0].family"),),
                ),
                Statement("date", "1980", "references[0].issued.raw"),
                Statement("type", "book", "references[0].type"),
            ),
        ),
        Statement("doi", "10.1000/1", "DOI"),
        Statement("pmid", "123", "PMID"),
        Statement("issn", "0378-5955", "ISSN"),
        Statement("issn", "1234-5679", "ISSN"),
        Statement("identifiers", "PMC12", "PMCID", identifiers=(Identifier("pmcid", "PMC12"),)),
    )
    assert [i.path for i in record.ignored] == ["publisher-place"]


@pytest.mark.parametrize(
    ("variable", "code"),
    [
        ("author", "aut"),
        ("editor", "edt"),
        ("translator", "trl"),
        ("illustrator", "ill"),
        ("director", "drt"),
        ("composer", "cmp"),
        ("compiler", "com"),
        ("contributor", "ctb"),
        ("curator", "cur"),
        ("editorial-director", "pbd"),
        ("editor-translator", "edt"),
        ("executive-producer", "pro"),
        ("guest", "ctb"),
        ("chair", "ctb"),
        ("host", "hst"),
        ("interviewer", "ivr"),
        ("narrator", "nrt"),
        ("organizer", "orm"),
        ("original-author", "ant"),
        ("performer", "prf"),
        ("producer", "pro"),
        ("recipient", "rcp"),
        ("script-writer", "aus"),
        ("series-creator", "cre"),
    ],
)
def test_every_role_has_a_relator_code(variable: str, code: str) -> None:
    (name,) = one({"title": "t", variable: [{"family": "A"}]}).all("creators")
    assert (name.value, name.path, name.role) == ("A", f"{variable}[0]", code)


def test_names_of_other_works_are_not_creators_of_this_one() -> None:
    record = one(
        {
            "title": "t",
            "container-title": "c",
            "container-author": [{"family": "A"}],
            "reviewed-author": [{"family": "B"}],
            "collection-editor": [{"family": "C"}],
        }
    )
    assert record.all("creators") == ()
    (container,) = record.all("container")
    assert [(p.property, p.value, p.path) for p in container.parts] == [("creators", "A", "container-author[0]")]
    assert [i.path for i in record.ignored] == ["collection-editor", "reviewed-author"]
    assert [i.path for i in one({"title": "t", "container-author": [{"family": "A"}]}).ignored] == ["container-author"]


@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        (
            {"family": "Mare", "non-dropping-particle": "de la", "given": "Walter"},
            "de la Mare, Walter",
            {"family": "de la Mare", "given": "Walter"},
        ),
        (
            {"family": "Beethoven", "dropping-particle": "van", "given": "Ludwig"},
            "Beethoven, Ludwig van",
            {"family": "Beethoven", "given": "Ludwig van"},
        ),
        (
            {"family": "Alembert", "non-dropping-particle": "d’", "given": "Jean"},
            "d’Alembert, Jean",
            {"family": "d’Alembert", "given": "Jean"},
        ),
        (
            {"family": "King", "given": "Martin", "suffix": "Jr."},
            "King, Martin, Jr.",
            {"family": "King", "given": "Martin", "suffix": "Jr."},
        ),
        ({"given": "Plato"}, "Plato", {"given": "Plato"}),
        ({"literal": "WHO"}, "WHO", {}),
        ({"name": "WHO", "sequence": "first", "affiliation": []}, "WHO", {}),
    ],
)
def test_names(name: dict[str, object], value: str, parts: dict[str, str]) -> None:
    (creator,) = one({"author": [name]}).all("creators")
    assert creator.value == value
    assert {p.property: p.value for p in creator.parts} == parts


def test_crossref_names_carry_orcid_and_role() -> None:
    author = {
        "ORCID": "https://orcid.org/0000-0002-1825-0097",
        "authenticated-orcid": True,
        "given": "Z.",
        "family": "Smith",
        "role": [{"role": "editor", "vocabulary": "crossref"}],
    }
    record = one({"author": [author]})
    (creator,) = record.all("creators")
    assert (creator.role, creator.identifiers, record.notes) == ("edt", (Identifier("orcid", "0000-0002-1825-0097"),), ())


@pytest.mark.parametrize(
    ("issued", "edtf"),
    [
        ({"date-parts": [[1991]]}, "1991"),
        ({"date-parts": [["1991", "5"]]}, "1991-05"),
        ({"date-parts": [[1991, 5, 2]]}, "1991-05-02"),
        ({"date-parts": [[1991, 5], [1992, 6]]}, "1991-05/1992-06"),
        ({"date-parts": [[1901], [0]]}, "1901/.."),
        ({"date-parts": [[1901], []]}, "1901/.."),
        ({"date-parts": [[1991]], "circa": True}, "1991~"),
        ({"date-parts": [[1991], [1992]], "circa": 1}, "1991~/1992~"),
        ({"date-parts": [[1991]], "season": 2}, "1991-22"),
        ({"date-parts": [[1991]], "season": "Winter"}, "1991-24"),
        ({"date-parts": [[1991, 14]]}, "1991-22"),
        ({"date-parts": [[1991, 23]]}, "1991-23"),
        ({"date-parts": [[-1]]}, "0000"),
        ({"date-parts": [[-44, 3, 15]]}, "-0043-03-15"),
        ({"date-parts": [[476]]}, "0476"),
        ({"date-parts": [[1991, 0, 0]]}, "1991"),
        ({"year": 1991, "month": 5}, "1991-05"),
        ({"raw": "May 1991"}, "May 1991"),
        ({"literal": "c. 1991"}, "c. 1991"),
        ("1991-05", "1991-05"),
        (1991, "1991"),
    ],
)
def test_dates_become_edtf(issued: object, edtf: str) -> None:
    (date,) = one({"issued": issued}).all("date")
    assert date.value == edtf
    if "." not in edtf and " " not in edtf:
        assert dates.parse(date.value) is not None


@pytest.mark.parametrize("parts", [[[1991, 13, 40]], [["x"]], "1991", [[1991, 5, 2, 7]], [[True]], [[1], [2], [3]]])
def test_date_parts_that_are_no_date_are_noted(parts: object) -> None:
    record = one({"issued": {"date-parts": parts}})
    assert record.all("date") == ()
    assert [(n.code, n.path) for n in record.notes] == [("value-unreadable", "issued.date-parts")]


def test_the_empty_date_of_crossref_is_no_date_and_no_fault() -> None:
    record = one({"title": "t", "issued": {"date-parts": [[None]]}})
    assert (record.all("date"), record.notes) == ((), ())


def test_another_date_counts_only_where_none_is_issued() -> None:
    print_date, online = {"date-parts": [[1991]]}, {"date-parts": [[1990]]}
    both = one({"issued": print_date, "published-online": online})
    assert [(d.value, d.path) for d in both.all("date")] == [("1991", "issued.date-parts")]
    assert [i.path for i in both.ignored] == ["published-online"]
    assert [d.value for d in one({"published-online": online, "published-print": print_date}).all("date")] == ["1990"]


def test_arrays_of_crossref() -> None:
    record = one(
        {
            "title": ["A"],
            "subtitle": ["B"],
            "original-title": ["Ä"],
            "container-title": ["J", "K"],
            "short-container-title": ["j"],
            "ISSN": ["0378-5955"],
            "subject": ["s"],
            "is-referenced-by-count": 4,
        }
    )
    assert record.statements == (
        Statement("title", "A: B", "title[0]", forms=("A", "Ä")),
        Statement("container", "J", "container-title[0]", forms=("K", "j")),
        Statement("concepts", "s", "subject[0]"),
        Statement("times_cited", "4", "is-referenced-by-count"),
        Statement("issn", "0378-5955", "ISSN[0]"),
    )


def test_references_of_crossref() -> None:
    record = one(
        {
            "reference": [
                {"key": "r1", "unstructured": "Doe, J. T. 1980.", "DOI": "10.1000/2", "doi-asserted-by": "crossref"},
                {"key": "r2", "author": "Roe", "year": "1990", "journal-title": "J", "volume": "1", "first-page": "7"},
                {"key": "r3", "article-title": "Chapter", "volume-title": "Book"},
                {"key": "r4", "volume-title": "Book"},
            ]
        }
    )
    assert record.ignored == ()
    assert [s.value for s in record.statements] == ["Doe, J. T. 1980.", "Roe. J. 1990", "Chapter. Book", "Book"]
    assert [[(p.property, p.value) for p in s.parts] for s in record.statements] == [
        [("doi", "10.1000/2"), ("raw", "Doe, J. T. 1980.")],
        [("creators", "Roe"), ("date", "1990"), ("container", "J"), ("volume", "1"), ("pages", "7")],
        [("title", "Chapter"), ("container", "Book")],
        [("title", "Book")],
    ]


def test_identifiers_in_a_note() -> None:
    record = one({"title": "t", "note": "PMID: 123\nread twice\n{:PMCID: PMC7}\nOCLC: 42"})
    assert record.statements[1:] == (
        Statement("pmid", "123", "note"),
        Statement("identifiers", "PMC7", "note", identifiers=(Identifier("pmcid", "PMC7"),)),
        Statement("identifiers", "42", "note", identifiers=(Identifier("oclc", "42"),)),
    )
    assert [i.path for i in record.ignored] == ["note"]


def test_several_isbns_in_one_string() -> None:
    record = one({"ISBN": "978-1-107-04452-4 978-1-107-68637-3"})
    assert [s.value for s in record.statements] == ["978-1-107-04452-4", "978-1-107-68637-3"]
    assert [s.value for s in one({"ISBN": "978 1 107 04452 4"}).statements] == ["978 1 107 04452 4"]


@pytest.mark.parametrize(
    "data",
    [
        {"items": [{"title": "a"}, {"title": "b"}]},
        {"references": [{"title": "a"}, {"title": "b"}]},
        {
            "status": "ok",
            "message-type": "work-list",
            "message": {"items": [{"title": ["a"]}, {"title": ["b"]}], "total-results": 2},
        },
        {"k1": {"type": "book", "title": "a"}, "k2": {"type": "book", "title": "b"}},
        [{"title": "a"}, {"title": "b"}],
        b'{"title": "a"}\n{"title": "b"}\n',
    ],
)
def test_wrappers(data: object) -> None:
    assert [r.statements[0].value for r in items(data) if isinstance(r, Record)] == ["a", "b"]


def test_a_crossref_answer_about_one_work() -> None:
    record = one({"status": "ok", "message-type": "work", "message": {"DOI": "10.1000/1", "title": ["a"]}})
    assert record.id == "10.1000/1"


def test_recorded_files() -> None:
    read_count = 0
    for path in sorted(shared("records", "csl").iterdir()):
        if path.suffix == ".yml":
            continue
        found = list(read(path, format="csl", settings=Settings()))
        assert found, path
        records = [r for r in found if isinstance(r, Record)]
        assert len(records) == len(found), path
        assert not [n for r in records for n in r.notes], path
        read_count += len(records)
    assert read_count == 166


def test_recorded_dates_are_dates() -> None:
    """The titles of this export say in EDTF which date was meant."""
    path = next(shared("records", "csl").glob("bbt_export_Date_export*"))
    for record in read(path, settings=Settings()):
        assert isinstance(record, Record)
        for date in record.all("date"):
            assert dates.parse(date.value) is not None, date


def test_zotero_reads_the_same() -> None:
    cases = json.loads(shared("records", "csl", "zotero_testcases_CSL_JSON.json").read_text())
    compared = 0
    for case in cases:
        for record, expected in zip(items(case["input"].encode()), case["items"], strict=True):
            assert isinstance(record, Record)
            title = record.first("title")
            assert title is not None
            assert title.value == expected["title"]
            assert [(c.part("family"), c.part("given"), c.role) for c in record.all("creators")] == [
                (c["lastName"], c["firstName"], {"author": "aut", "editor": "edt"}[c["creatorType"]])
                for c in expected["creators"]
            ]
            ours, theirs = dates.parse(record.all("date")[0].value), dates.parse(expected["date"])
            assert ours is not None
            assert theirs is not None
            assert (ours.earliest, ours.latest) == (theirs.earliest, theirs.latest)
            compared += 1
    assert compared == 1


VARIABLES = st.sampled_from(
    [
        "title",
        "author",
        "editor",
        "issued",
        "container-title",
        "ISBN",
        "note",
        "reference",
        "keyword",
        "container-author",
        "page",
        "id",
    ]
)
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.sampled_from(["1991", "PMID: 1", "A; B"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["family", "given", "literal", "date-parts", "season", "circa", "raw", "year", "DOI"]),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(VARIABLES, VALUES, max_size=5))
def test_any_value_in_any_variable_is_read_or_noted(item: dict[str, object]) -> None:
    for record in items([item]):
        repr(record).encode("utf-8")
        assert isinstance(record, (Record, Unreadable))
