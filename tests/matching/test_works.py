"""Is this cited work that entity? One test a condition, and what the differences say."""

from __future__ import annotations

import pytest

from gate.comparison.matching import compare_work, describe
from gate.comparison.matching.agreement import EntityAgreement, Fit
from gate.comparison.matching.differences import is_error
from gate.model import Entity, Identifier, Kind, Statement

Fields = dict[str, str | list[str]]


def statements(prefix: str = "", /, **fields: str | list[str]) -> tuple[Statement, ...]:
    found = []
    for name, value in fields.items():
        for i, one in enumerate(value if isinstance(value, list) else [value]):
            parts = (Statement("et_al", "true"),) if one == "et al." else ()
            path = f"{prefix}{name}[{i}]" if isinstance(value, list) else prefix + name
            found.append(Statement(name, one, path if prefix else "", parts=parts))
    return tuple(found)


def fit(held: Entity, **fields: str | list[str]) -> EntityAgreement:
    return compare_work(describe(statements("citations[0].", **fields)), held)


def entity(**fields: str | list[str]) -> Entity:
    title = fields.get("title", "")
    return Entity("held", Kind.WORK, title if isinstance(title, str) else "", statements(**fields))


DNA = entity(
    title="Molecular structure of nucleic acids: a structure for deoxyribose nucleic acid",
    creators=["J. D. Watson", "F. H. C. Crick"],
    date="1953-04-25",
    container="Nature",
    volume="171",
    pages="737-738",
    doi="10.1038/171737a0",
    pmid="13054692",
)
TITLE = "Molecular structure of nucleic acids"
BOTH = ["Watson, James D.", "Crick, Francis"]


def test_the_work_itself() -> None:
    found = fit(DNA, title=TITLE, creators=BOTH, date="1953", container="Nature (London)", doi="https://doi.org/10.1038/171737A0")
    assert (found.kind, found.level) == (Fit.SAME, "same identifier (doi) and title")
    assert not [d for d in found.differences if is_error(d)]
    assert fit(DNA, title=TITLE, creators=BOTH).level == "title and creators"
    assert fit(DNA, title=TITLE, date="1953").level == "title and date"
    assert fit(DNA, title=TITLE, container="Nature").level == "title and container"


def test_title_only() -> None:
    assert (fit(DNA, title=TITLE).kind, fit(DNA, title=TITLE).level) == (Fit.SAME, "title only")
    short = entity(title="Introduction", creators=["Jane Roe"], date="1990")
    assert fit(short, title="Introduction").kind is Fit.UNDECIDABLE


def test_no_title() -> None:
    found = fit(DNA, creators=["Watson"], date="1953", container="Nature", volume="171", pages="737")
    assert (found.kind, found.level) == (Fit.SAME, "creators, volume and pages")
    assert fit(DNA, creators=["Watson"], date="1953", container="Nature").kind is Fit.UNDECIDABLE
    assert fit(DNA, creators=["Pauling"], date="1953", container="Nature", volume="171", pages="737").kind is Fit.OTHER
    assert fit(DNA, doi="10.1038/171737a0").kind is Fit.SAME
    assert fit(DNA, date="1953").kind is Fit.UNDECIDABLE
    assert compare_work(describe(()), DNA).kind is Fit.UNDECIDABLE


WRONG: list[tuple[str, Fields, str]] = [
    ("creators", {"creators": ["J. D. Watson", "M. Wilkins"]}, "not a creator of the work"),
    ("creators", {"creators": ["Wilhelm Watson", "F. H. C. Crick"]}, "given name differs: wilhelm / j d"),
    ("creators", {"creators": ["F. H. C. Crick", "J. D. Watson"]}, "creators in another order"),
    ("creators", {"creators": ["J. D. Watson"]}, "creators missing: F. H. C. Crick"),
    ("creators", {"creators": ["F. H. C. Crick", "et al."]}, "first creator differs"),
    ("creators", {"creators": ["J. D. Watson", "J. D. Watson"]}, "named twice"),
    ("date", {"date": "1956"}, "differs"),
    ("container", {"container": "Science"}, "another container"),
    ("volume", {"volume": "172"}, "differs"),
    ("pages", {"pages": "964-967"}, "differs"),
    ("doi", {"doi": "10.1038/171737a1"}, "identifier differs"),
    ("pmid", {"pmid": "13054693"}, "identifier differs"),
    (
        "title",
        {"title": "Molecular structure of nuclear acids: a structure for deoxyribose nucleic acid"},
        "near miss: only given: nuclear; only held: nucleic",
    ),
]


@pytest.mark.parametrize(("name", "changed", "level"), WRONG)
def test_a_real_work_wrongly_described(name: str, changed: Fields, level: str) -> None:
    fields: Fields = {"title": TITLE, "creators": BOTH, "date": "1953", "container": "Nature"}
    found = fit(DNA, **{**fields, **changed})
    assert found.kind is Fit.SAME_WITH_ERRORS
    assert found.level.endswith(f"differs: {name}")
    first = found.differences[0]
    assert (first.property, first.level) == (name, level)
    assert first.path.startswith(f"citations[0].{name}")
    assert first.given
    assert first.held


RIGHT: list[Fields] = [
    {"creators": ["Watson", "et al."]},
    {"creators": ["Watson"]},  # styles that name the first author only
    {"creators": ["Watson JD", "Crick FHC"]},
    {"creators": ["James Watson", "Francis Crick"]},
    {"date": "1954"},
    {"pages": "737"},
    {"pages": "pp. 737\u20138"},
    {"volume": "CLXXI"},
    {"isbn": "978-3-16-148410-0"},
    {"title": "MOLECULAR STRUCTURE OF NUCLEIC ACIDS."},
    {"title": "Molecular structrue of nucliec acids: a structure for deoxyribose nucleic acid"},
]


@pytest.mark.parametrize("changed", RIGHT)
def test_written_otherwise_and_right(changed: Fields) -> None:
    fields: Fields = {"title": TITLE, "creators": BOTH, "date": "1953", "container": "Nature"}
    assert fit(DNA, **{**fields, **changed}).kind is Fit.SAME


def test_identifier_of_another_work() -> None:
    found = fit(DNA, title="A Protein Model of Silk", creators=["Ann Lee"], doi="10.1038/171737a0")
    assert (found.kind, found.level) == (Fit.OTHER, "same identifier (doi), other title")
    translated = fit(DNA, title="Molekulare Struktur der Nukleinsäuren", creators=BOTH, doi="10.1038/171737a0")
    assert translated.kind is Fit.SAME_WITH_ERRORS


def test_same_title_other_creators() -> None:
    assert fit(DNA, title=TITLE, creators=["Ann Lee"], date="1953", container="Nature").kind is Fit.SAME_WITH_ERRORS
    assert fit(DNA, title=TITLE, creators=["Ann Lee"], date="2001", container="Speculum").kind is Fit.OTHER
    short = entity(title="Introduction", creators=["Jane Roe"], date="1990")
    assert fit(short, title="Introduction", creators=["Ann Lee"], date="1990").kind is Fit.OTHER


def test_companion_papers_are_other_works() -> None:
    kalman = entity(
        title="A new approach to linear filtering and prediction problems",
        creators=["Kalman"],
        date="1960",
        container="Journal of Basic Engineering",
        volume="82",
        pages="35",
    )
    found = fit(
        kalman,
        title="New results in linear filtering and prediction",
        creators=["Kalman"],
        date="1961",
        container="Journal of Basic Engineering",
        volume="83",
        pages="95",
    )
    assert found.kind is Fit.OTHER


def test_same_place_other_title() -> None:
    fields: Fields = {"creators": BOTH, "date": "1953", "container": "Nature", "volume": "171", "pages": "737"}
    assert fit(DNA, title="The double helix explained", **fields).kind is Fit.SAME_WITH_ERRORS
    elsewhere: Fields = {**fields, "pages": "964"}
    assert fit(DNA, title="The double helix explained", **elsewhere).kind is Fit.OTHER


PUBLISHED = entity(
    title="Attention is all you need for graphs and trees",
    creators=["Ann Lee", "Bob Poe", "Cid Doe"],
    date="2019",
    container="NeurIPS",
    doi="10.5555/1234567",
)


def test_preprint_of_a_published_work() -> None:
    fields: Fields = {"title": "Attention is all you need for graphs and trees", "creators": ["Ann Lee", "Bob Poe", "Cid Doe"]}
    found = fit(PUBLISHED, **fields, date="2017", container="arXiv", doi="10.48550/arXiv.1706.00001")
    assert found.kind is Fit.SAME
    assert {d.property for d in found.differences if d.level == "preprint and published version"} == {"date", "container", "doi"}
    assert fit(PUBLISHED, **fields, date="2012", container="arXiv").kind is Fit.SAME_WITH_ERRORS  # too long before
    assert fit(PUBLISHED, **fields, date="2019", container="ICML").kind is Fit.SAME_WITH_ERRORS  # never appeared there


def test_published_version_of_a_preprint() -> None:
    preprint = entity(
        title="Attention is all you need for graphs and trees",
        creators=["Ann Lee", "Bob Poe"],
        date="2017-06-01",
        container="arXiv (Cornell University)",
        arxiv="1706.00001",
    )
    fields: Fields = {"title": "Attention is all you need for graphs and trees", "creators": ["Ann Lee", "Bob Poe"]}
    assert fit(preprint, **fields, date="2019", container="NeurIPS", doi="10.5555/1234567").kind is Fit.SAME
    assert fit(preprint, **fields, date="2014", container="NeurIPS").kind is Fit.SAME_WITH_ERRORS  # published before its preprint
    assert fit(preprint, **fields, arxiv="arXiv:1706.00001v3").level == "same identifier (arxiv) and title"


def test_roles() -> None:
    book = Entity(
        "held",
        Kind.WORK,
        "Being and time",
        (
            Statement("title", "Being and time"),
            Statement("creators", "Martin Heidegger", role="aut"),
            Statement("creators", "Joan Stambaugh", role="trl"),
        ),
    )
    assert fit(book, title="Being and time", creators=["Heidegger, Martin"]).kind is Fit.SAME  # translators may be left out
    assert fit(book, title="Being and time", creators=["Heidegger, Martin", "Stambaugh, Joan"]).kind is Fit.SAME


def test_a_book_and_its_review() -> None:
    review = entity(
        title="Orientalism",
        creators=["Robert Irwin"],
        date="1979",
        container="The Journal of Asian Studies",
        type="journal-article",
    )
    assert fit(review, title="Orientalism", creators=["Edward W. Said"], date="1978", isbn="978-0-394-42814-7").kind is Fit.OTHER
    nameless = entity(title="Orientalism", date="1979", container="Isis", type="journal-article")
    assert fit(nameless, title="Orientalism", creators=["Edward W. Said"], date="1978", type="book").kind is Fit.OTHER
    titled = entity(
        title="Orientalism by Edward W. Said: a review", creators=["Edward W. Said", "Robert Irwin"], type="journal-article"
    )
    assert fit(titled, title="Orientalism", creators=["Edward W. Said"], type="book").kind is not Fit.SAME


def test_identifiers_given_with_the_title() -> None:
    held = Entity("x", Kind.WORK, "T", (Statement("title", "Molecular structure", identifiers=(Identifier("wikidata", "Q1"),)),))
    given = describe([Statement("title", "Molecular structure", "title", identifiers=(Identifier("wikidata", "Q1"),))])
    assert compare_work(given, held).level == "same identifier (wikidata) and title"


def test_the_label_stands_in_for_a_missing_title() -> None:
    assert fit(Entity("x", Kind.WORK, "Molecular structure of nucleic acids", ()), title=TITLE).kind is Fit.SAME


def test_scripts() -> None:
    held = entity(title="Преступление и наказание", creators=["Достоевский, Федор"], date="1866")
    assert fit(held, title="Crime and punishment", creators=["Dostoevsky, Fyodor"], date="1866").kind is Fit.UNDECIDABLE
    assert fit(held, title="Crime and punishment", creators=["Tolstoy, Leo"], date="1866").kind is not Fit.SAME


def test_fit_ranks_the_right_one_first() -> None:
    other = entity(
        title=TITLE, creators=["M. H. F. Wilkins", "A. R. Stokes"], date="1953", container="Nature", volume="171", pages="738"
    )
    fields: Fields = {"title": TITLE, "creators": BOTH, "date": "1953", "container": "Nature"}
    assert fit(DNA, **fields).fit > fit(other, **fields).fit + 0.05


PREPRINT = entity(title="Eel larvae in cold currents", creators=["Nils Berg"], date="2024", doi="10.48550/arXiv.2401.00001")
CLOSED = Entity(PREPRINT.id, PREPRINT.kind, PREPRINT.label, PREPRINT.statements, complete_for=frozenset({"container", "doi"}))
EEL: Fields = {"title": "Eel larvae in cold currents", "creators": ["Nils Berg"], "date": "2024"}


def test_a_venue_of_a_work_held_as_a_preprint_is_noted_and_no_error() -> None:
    found = fit(PREPRINT, **EEL, container="Journal of Eels")
    assert found.kind is Fit.SAME
    assert [(d.property, d.level) for d in found.differences] == [("container", "preprint and published version")]


@pytest.mark.parametrize(("name", "value"), [("container", "Journal of Eels"), ("doi", "10.1234/eel.1")])
def test_what_a_closed_list_lacks_is_an_error(name: str, value: str) -> None:
    found = fit(CLOSED, **EEL, **{name: value})
    assert found.kind is Fit.SAME_WITH_ERRORS
    assert [(d.property, d.path, d.given, d.level) for d in found.differences if is_error(d)] == [
        (name, f"citations[0].{name}", value, "not in a closed list")
    ]
    assert fit(PREPRINT, **EEL, **{name: value}).kind is Fit.SAME


def test_a_closed_list_accuses_nothing_that_it_has() -> None:
    assert fit(CLOSED, **EEL, doi="arXiv:2401.00001").kind is not Fit.SAME_WITH_ERRORS
    assert fit(CLOSED, **EEL, doi="https://doi.org/10.48550/arXiv.2401.00001").kind is Fit.SAME
    assert fit(CLOSED, **EEL).kind is Fit.SAME
