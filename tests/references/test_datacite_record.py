"""DataCite's DOIs as entities."""

from __future__ import annotations

import json

from gate.model import Identifier
from gate.references.datacite_record import attributes_in, work
from tests.references.bodies import bodies
from tests.shared import shared

ATTRIBUTES: dict[str, object] = {
    "doi": "10.5281/ZENODO.1",
    "creators": [
        {"name": "Lovelace, Ada", "nameType": "Personal", "givenName": "Ada", "familyName": "Lovelace",
         "nameIdentifiers": [{"nameIdentifier": "https://orcid.org/0000-0002-1825-0097", "nameIdentifierScheme": "ORCID"}]},
        {"name": "Tree Consortium", "nameType": "Organizational"},
    ],
    "contributors": [
        {"name": "Babbage, C.", "contributorType": "Editor"},
        {"name": "Host", "contributorType": "HostingInstitution"},
    ],
    "titles": [{"title": "Roots", "lang": "en"}, {"title": "A data set", "titleType": "Subtitle"},
               {"title": "Wurzeln", "titleType": "TranslatedTitle"}],
    "publisher": {"name": "Zenodo"},
    "publicationYear": 2019,
    "dates": [
        {"date": "2019-05-06", "dateType": "Issued"},
        {"date": "2018", "dateType": "Created"},
        {"date": "2020", "dateType": "Updated"},
    ],
    "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Measurements", "citeproc": "dataset"},
    "relatedIdentifiers": [
        {"relationType": "References", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1000/A"},
        {"relationType": "IsCitedBy", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1000/b"},
        {"relationType": "IsIdenticalTo", "relatedIdentifierType": "arXiv", "relatedIdentifier": "arXiv:1706.03762"},
    ],
    "version": "1.2",
    "subjects": [{"subject": "botany"}],
    "language": None,
}  # fmt: skip


def test_a_work_in_full() -> None:
    entity = work(ATTRIBUTES)
    assert entity is not None
    assert entity.id == "https://doi.org/10.5281/zenodo.1"
    said = {s.property: s for s in reversed(entity.statements)}
    assert (said["title"].value, said["title"].forms) == ("Roots: A data set", ("Roots", "Wurzeln"))
    assert [(s.value, s.role) for s in entity.all("creators")] == [
        *(("Lovelace, Ada", ""), ("Tree Consortium", ""), ("Babbage, C.", "edt"))
    ]
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert (said["date"].value, said["date"].forms) == ("2019-05-06", ("2018",))
    assert (said["type"].value, said["publisher"].value, said["edition"].value) == ("dataset", "Zenodo", "1.2")
    assert said["arxiv"].value == "1706.03762"
    assert [c.identifiers for c in entity.all("citations")] == [(Identifier("doi", "10.1000/a"),)]
    assert entity.complete_for == frozenset(), "DataCite does not say how many references there are"


def test_a_year_that_no_issued_date_has_comes_first() -> None:
    entity = work({"doi": "10.1234/x", "publicationYear": 2001, "dates": [{"date": "1999", "dateType": "Created"}]})
    assert entity is not None
    date = entity.first("date")
    assert date is not None
    assert (date.value, date.forms) == ("2001", ("1999",))


def test_no_doi_no_work() -> None:
    assert work({"titles": [{"title": "Roots"}]}) is None


def test_every_recorded_work_is_read() -> None:
    works = citations = 0
    lines = shared("references", "datacite_records_400.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    for folder in (shared("responses", "datacite"), shared("references", "datacite_public_data_samples")):
        found += [body for _, body in bodies(folder)]
    for body in found:
        for attributes in attributes_in(body):
            entity = work(attributes)
            assert entity is not None
            assert entity.first("title") is not None
            works += 1
            citations += len(entity.all("citations"))
    assert works > 440
    assert citations > 400
