"""Crossref's works as entities."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gate.model import Identifier, Statement
from gate.references.crossref_record import citation, date, updates, work
from tests.references.bodies import bodies, objects
from tests.shared import shared

ITEM: dict[str, object] = {
    "DOI": "10.1234/ABC.1",
    "type": "journal-article",
    "title": ["Deep <i>Roots</i> &amp; Branches"],
    "subtitle": ["A survey"],
    "language": "en",
    "author": [
        {"given": "Ada", "family": "Lovelace", "sequence": "first", "ORCID": "http://orcid.org/0000-0002-1825-0097"},
        {"name": "The Tree Consortium", "sequence": "additional"},
        {"given": "", "family": ""},
    ],
    "editor": [{"given": "C.", "family": "Babbage", "suffix": "Jr"}],
    "issued": {"date-parts": [[2020, 3]]},
    "published-print": {"date-parts": [[2020, 3]]},
    "published-online": {"date-parts": [[2019, 12, 24]]},
    "container-title": ["Journal of Trees"],
    "short-container-title": ["J. Trees"],
    "volume": "7",
    "journal-issue": {"issue": "2"},
    "page": "101-120",
    "article-number": "e7",
    "publisher": "Forest Press",
    "ISSN": ["0028-0836", "bad"],
    "reference-count": 2,
    "reference": [
        {
            "key": "1",
            "DOI": "10.1000/X",
            "article-title": "On roots",
            "author": "Smith",
            "year": "2001a",
            "journal-title": "J Roots",
        },
        {"key": "2", "unstructured": "Jones, B. Branches. 1999."},
    ],
}


def test_a_work_in_full() -> None:
    entity = work(ITEM)
    assert entity is not None
    assert entity.id == "https://doi.org/10.1234/abc.1"
    assert entity.label == "Deep Roots & Branches: A survey"
    said = {s.property: s for s in reversed(entity.statements)}
    assert said["title"] == Statement("title", entity.label, lang="en", forms=("Deep Roots & Branches",))
    assert [(s.value, s.role) for s in entity.all("creators")] == [
        ("Lovelace, Ada", "aut"),
        ("The Tree Consortium", "aut"),
        ("Babbage, C., Jr", "edt"),
    ]
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert (said["creators"].part("family"), said["creators"].part("given")) == ("Lovelace", "Ada")
    assert (said["date"].value, said["date"].forms) == ("2020-03", ("2019-12-24",))
    assert (said["container"].value, said["container"].forms) == ("Journal of Trees", ("J. Trees",))
    assert (said["type"].value, said["type"].forms) == ("article-journal", ("journal-article",))
    assert (said["pages"].value, said["pages"].forms) == ("101-120", ("e7",))
    assert [said[name].value for name in ("volume", "issue", "publisher", "issn", "doi")] == [
        *("7", "2", "Forest Press", "0028-0836", "10.1234/abc.1")
    ]
    assert entity.complete_for == {"citations"}
    assert entity.flags == frozenset()


def test_references_keep_their_parts_and_their_text() -> None:
    entity = work(ITEM)
    assert entity is not None
    first, second = entity.all("citations")
    assert first.value == "Smith (2001). On roots. J Roots"
    assert first.identifiers == (Identifier("doi", "10.1000/x"),)
    assert [(p.property, p.value) for p in first.parts] == [
        *(("title", "On roots"), ("creators", "Smith"), ("date", "2001"), ("container", "J Roots"), ("doi", "10.1000/x"))
    ]
    assert second == Statement("citations", "Jones, B. Branches. 1999.")


def test_a_list_that_is_shorter_than_counted_is_open() -> None:
    entity = work({**ITEM, "reference-count": 3})
    assert entity is not None
    assert entity.complete_for == frozenset()
    unlisted = work({**ITEM, "reference-count": 0, "reference": []})
    assert unlisted is not None
    assert unlisted.complete_for == frozenset(), "no references were deposited: that closes no list"


def test_a_reference_that_says_nothing_is_left_out() -> None:
    assert citation({"key": "ref1"}) is None
    book = citation({"volume-title": "The Origin", "author": "Darwin", "year": "1859", "edition": "1"})
    assert book is not None
    assert (book.part("title"), book.part("container"), book.part("edition")) == ("The Origin", "", "1")


def test_a_notice_is_not_retracted_but_what_it_retracts_is_named() -> None:
    notice = {
        "DOI": "10.1234/notice",
        "title": ["Retracted: Deep Roots"],
        "update-to": [{"DOI": "10.1234/paper", "type": "retraction"}, {"DOI": "10.1234/other", "type": "new_version"}],
    }
    entity = work(notice)
    assert entity is not None
    assert entity.flags == frozenset()
    assert updates(notice) == ((Identifier("doi", "10.1234/paper"), "retracted"),)


def test_updates_by_others_are_flags() -> None:
    for kind, flag in (("retraction", "retracted"), ("Withdrawal", "retracted"), ("erratum", "corrected")):
        entity = work({"DOI": "10.1234/x", "updated-by": [{"DOI": "10.1234/n", "type": kind}]})
        assert entity is not None
        assert entity.flags == {flag}
    concern = work({"DOI": "10.1234/x", "updated-by": [{"type": "expression-of-concern"}, {"type": "new_edition"}]})
    assert concern is not None
    assert concern.flags == {"concern"}


def test_a_title_that_says_so_is_a_retraction() -> None:
    for title in ("RETRACTED: Deep Roots", "Retracted Article: Deep Roots", "[Retracted] Deep Roots"):
        entity = work({"DOI": "10.1234/x", "title": [title]})
        assert entity is not None
        assert entity.flags == {"retracted"}
        assert entity.label == "Deep Roots"
        assert title in entity.statements[0].forms
    about = work({"DOI": "10.1234/x", "title": ["Retracted papers and their afterlife"]})
    assert about is not None
    assert about.flags == frozenset()


def test_dates_are_as_precise_as_they_are_given() -> None:
    assert date({"date-parts": [[2020, 3, 4]]}) == "2020-03-04"
    assert date({"date-parts": [["2020", "3"]]}) == "2020-03"
    assert date({"date-parts": [[2020]]}) == "2020"
    assert date({"date-parts": [[None]]}) == ""
    assert date({"date-parts": []}) == ""
    assert date({"date-parts": [[2020, 13]]}) == "2020"
    assert date({"date-parts": [[20200]]}) == ""
    assert date(None) == ""


def test_without_a_doi_there_is_no_work() -> None:
    assert work({"title": ["Something"]}) is None


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*ITEM, "family", "date-parts"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*ITEM, "updated-by", "update-to"]), json))
def test_wrong_types_anywhere_are_left_out(item: dict[str, object]) -> None:
    entity = work({**item, "DOI": "10.1234/x"})
    assert entity is not None
    assert entity.id == "https://doi.org/10.1234/x"
    assert all(s.value for s in entity.statements)
    updates(item)


def test_every_recorded_work_is_read() -> None:
    works = titled = references = 0
    for folder in (shared("responses", "crossref"), shared("references", "crossref_public_data_samples")):
        for _, body in bodies(folder):
            for item in objects(body):
                if "DOI" in item and "publisher" in item and "type" in item:
                    entity = work(item)
                    assert entity is not None
                    works += 1
                    titled += entity.first("title") is not None
                    listed = item.get("reference")
                    references += len(entity.all("citations"))
                    assert len(entity.all("citations")) <= (len(listed) if isinstance(listed, list) else 0)
    assert works > 1_100
    assert titled > 0.95 * works
    assert references > 4_000
