"""A citation beside an entry of a reference list, as publishers deposit them."""

from __future__ import annotations

import pytest

from gate.comparison.fitting import fit, fit_deposited
from gate.comparison.matching.agreement import Fit
from gate.model import Entity, Kind, Statement
from tests.things import record

GIVEN: dict[str, object] = {
    "title": "The document spectrum for page layout analysis",
    "creators": ["O'Gorman, Lawrence"],
    "date": "1993",
    "container": "IEEE Transactions on Pattern Analysis and Machine Intelligence",
    "volume": "15",
    "pages": "1162-1173",
    "doi": "10.1234/spectrum",
}
STRING = (
    "O’Gorman, L.: The document spectrum for page layout analysis. IEEE Trans. Pattern Anal. Mach. Intell. 15(11), 1162 (1993)"
)
#: the fields that were deposited beside the string, and the entry's label where there is no string
FIELDS = (
    Statement("creators", "L O’Gorman"),
    Statement("date", "1993"),
    Statement("container", "IEEE Trans. Pattern Anal. Mach. Intell."),
    Statement("volume", "15"),
    Statement("pages", "1162"),
    Statement("doi", "10.1234/spectrum"),
)
PUT_TOGETHER = "L O’Gorman (1993). IEEE Trans. Pattern Anal. Mach. Intell., 15, 1162"


def citation(**changes: object) -> Statement:
    (found,) = record(kind="work", title="A work", citations=[{**GIVEN, **changes}]).all("citations")
    return found


def deposited(label: str, *fields: Statement) -> Entity:
    return Entity("https://doi.org/10.1234/spectrum", Kind.WORK, label, fields)


@pytest.mark.parametrize(
    "entity",
    [
        deposited(STRING, *FIELDS),
        deposited(STRING, FIELDS[-1]),
        deposited(PUT_TOGETHER, *FIELDS),
        deposited("The document spectrum for page layout analysis", Statement("title", str(GIVEN["title"])), *FIELDS),
    ],
    ids=["string and fields", "string and DOI", "fields only", "with title"],
)
def test_a_true_citation_is_the_same(entity: Entity) -> None:
    assert fit_deposited(citation(), entity).kind is Fit.SAME


def test_a_string_taken_for_a_title_would_accuse() -> None:
    """Why an entry of a reference list is looked at in another way."""
    assert fit(citation(), deposited(STRING, *FIELDS)).kind is Fit.SAME_WITH_ERRORS


@pytest.mark.parametrize(
    ("changes", "name"),
    [({"date": "1983"}, "date"), ({"creators": ["Nemo, A."]}, "creators")],
)
def test_what_the_string_contradicts_is_an_error_with_its_place(changes: dict[str, object], name: str) -> None:
    found = fit_deposited(citation(**changes), deposited(STRING, FIELDS[-1]))
    assert found.kind is Fit.SAME_WITH_ERRORS
    (difference,) = found.differences
    assert (difference.property, difference.path.split("[")[0], difference.given) == (
        name,
        "citations",
        next(p.value for p in citation(**changes).parts if p.property == name),
    )
    assert difference.held


def test_another_work_is_another() -> None:
    other = {"title": "Combining recognition and term extraction", "creators": ["Lopez, Patrice"], "date": "2009", "pages": "473"}
    assert fit_deposited(citation(**other), deposited(STRING, *FIELDS)).kind is Fit.OTHER
    assert fit_deposited(citation(**other), deposited(PUT_TOGETHER, *FIELDS)).kind is Fit.OTHER


def test_a_string_without_the_title_does_not_accuse() -> None:
    string = "O'Gorman L. Das Dokumentspektrum zur Analyse von Seiten. Deutsche Ausgabe, Springer, Berlin 1993"
    assert fit_deposited(citation(volume=None, pages=None), deposited(string, FIELDS[-1])).kind is Fit.UNDECIDABLE
