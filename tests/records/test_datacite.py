"""DataCite in XML and JSON: the same statements from both, each with its own paths; and how far Zotero reads the same."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from gate.model import Identifier, Record, Statement, Unreadable
from gate.normalise import dates
from gate.records.readers import sniff
from gate.records.readers.datacite import DataciteJson, DataciteXml
from tests.records.agreement import Tally
from tests.records.building import brief, notes, parts, read_all, read_one, say, values
from tests.shared import shared

XML = """<resource xmlns="http://datacite.org/schema/kernel-4">
<identifier identifierType="DOI">10.5281/ZENODO.1</identifier>
<creators>
  <creator><creatorName nameType="Personal">Lovelace, Ada</creatorName><givenName>Ada</givenName><familyName>Lovelace</familyName>
    <nameIdentifier nameIdentifierScheme="ORCID" schemeURI="https://orcid.org">0000-0002-1825-0097</nameIdentifier>
    <nameIdentifier nameIdentifierScheme="Local">7</nameIdentifier></creator>
  <creator><creatorName nameType="Organizational">Tree Consortium</creatorName></creator>
</creators>
<contributors>
  <contributor contributorType="Editor"><contributorName>Babbage, C.</contributorName></contributor>
  <contributor contributorType="HostingInstitution"><contributorName>Host</contributorName></contributor>
</contributors>
<titles><title xml:lang="en">Roots</title><title titleType="Subtitle">A data set</title>
  <title titleType="TranslatedTitle" xml:lang="de">Wurzeln</title></titles>
<publisher>Zenodo</publisher><publicationYear>2019</publicationYear>
<resourceType resourceTypeGeneral="Dataset">Measurements</resourceType>
<subjects><subject>botany</subject><subject valueURI="http://www.wikidata.org/entity/Q441">trees</subject></subjects>
<dates><date dateType="Issued">2019-05-06</date><date dateType="Updated">2020</date></dates>
<language>en</language><version>1.2</version>
<alternateIdentifiers><alternateIdentifier alternateIdentifierType="ISBN">978-3-16-148410-0</alternateIdentifier>
  <alternateIdentifier alternateIdentifierType="Local">x</alternateIdentifier></alternateIdentifiers>
<relatedIdentifiers>
  <relatedIdentifier relatedIdentifierType="DOI" relationType="References">10.1000/A</relatedIdentifier>
  <relatedIdentifier relatedIdentifierType="URL" relationType="IsSupplementTo">https://example.org</relatedIdentifier>
</relatedIdentifiers>
<descriptions><description descriptionType="Abstract">All about roots.</description>
  <description descriptionType="Methods">Digging.</description></descriptions>
<sizes><size>1 MB</size></sizes>
<relatedItems>
  <relatedItem relatedItemType="Journal" relationType="IsPublishedIn">
    <relatedItemIdentifier relatedItemIdentifierType="ISSN">1234-5679</relatedItemIdentifier>
    <titles><title>Journal of Roots</title></titles><publicationYear>2019</publicationYear>
    <volume>3</volume><issue>4</issue><firstPage>20</firstPage><lastPage>35</lastPage></relatedItem>
  <relatedItem relatedItemType="Book" relationType="References">
    <creators><creator><creatorName>Darwin, C.</creatorName></creator></creators>
    <titles><title>Origin</title></titles><publicationYear>1859</publicationYear></relatedItem>
</relatedItems>
<odd/>
</resource>"""

JSON: dict[str, object] = {
    "doi": "10.5281/ZENODO.1",
    "creators": [
        {
            "name": "Lovelace, Ada",
            "nameType": "Personal",
            "givenName": "Ada",
            "familyName": "Lovelace",
            "nameIdentifiers": [
                {"nameIdentifier": "https://orcid.org/0000-0002-1825-0097", "nameIdentifierScheme": "ORCID"},
                {"nameIdentifier": "7", "nameIdentifierScheme": "Local"},
            ],
        },
        {"name": "Tree Consortium", "nameType": "Organizational"},
    ],
    "contributors": [
        {"name": "Babbage, C.", "contributorType": "Editor"},
        {"name": "Host", "contributorType": "HostingInstitution"},
    ],
    "titles": [
        {"title": "Roots", "lang": "en"},
        {"title": "A data set", "titleType": "Subtitle"},
        {"title": "Wurzeln", "titleType": "TranslatedTitle", "lang": "de"},
    ],
    "publisher": {"name": "Zenodo"},
    "publicationYear": 2019,
    "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Measurements"},
    "subjects": [{"subject": "botany"}, {"subject": "trees", "valueUri": "http://www.wikidata.org/entity/Q441"}],
    "dates": [{"date": "2019-05-06", "dateType": "Issued"}, {"date": "2020", "dateType": "Updated"}],
    "language": "en",
    "version": "1.2",
    "alternateIdentifiers": [
        {"alternateIdentifier": "978-3-16-148410-0", "alternateIdentifierType": "ISBN"},
        {"alternateIdentifier": "x", "alternateIdentifierType": "Local"},
    ],
    "relatedIdentifiers": [
        {"relatedIdentifier": "10.1000/A", "relatedIdentifierType": "DOI", "relationType": "References"},
        {"relatedIdentifier": "https://example.org", "relatedIdentifierType": "URL", "relationType": "IsSupplementTo"},
    ],
    "descriptions": [
        {"description": "All about roots.", "descriptionType": "Abstract"},
        {"description": "Digging.", "descriptionType": "Methods"},
    ],
    "sizes": ["1 MB"],
    "relatedItems": [
        {
            "relatedItemType": "Journal",
            "relationType": "IsPublishedIn",
            "relatedItemIdentifier": {"relatedItemIdentifier": "1234-5679", "relatedItemIdentifierType": "ISSN"},
            "titles": [{"title": "Journal of Roots"}],
            "publicationYear": "2019",
            "volume": "3",
            "issue": "4",
            "firstPage": "20",
            "lastPage": "35",
        },
        {
            "relatedItemType": "Book",
            "relationType": "References",
            "creators": [{"name": "Darwin, C."}],
            "titles": [{"title": "Origin"}],
            "publicationYear": "1859",
        },
    ],
    "odd": 1,
    "schemaVersion": "http://datacite.org/schema/kernel-4",
}


def from_xml(text: str = XML) -> Record:
    return read_one(DataciteXml(), text.encode())


def from_json(value: object = JSON) -> Record:
    return read_one(DataciteJson(), json.dumps(value).encode())


def test_json_in_full() -> None:
    record = from_json()
    assert brief(record.statements) == [
        ("title", "Roots: A data set", "titles[0].title"),
        ("creators", "Lovelace, Ada", "creators[0]"),
        ("creators", "Tree Consortium", "creators[1]"),
        ("creators", "Babbage, C.", "contributors[0]"),
        ("date", "2019-05-06", "dates[0]"),
        ("type", "dataset", "types.resourceTypeGeneral"),
        ("publisher", "Zenodo", "publisher.name"),
        ("edition", "1.2", "version"),
        ("language", "en", "language"),
        ("concepts", "botany", "subjects[0].subject"),
        ("concepts", "trees", "subjects[1].subject"),
        ("doi", "10.5281/ZENODO.1", "doi"),
        ("isbn", "978-3-16-148410-0", "alternateIdentifiers[0].alternateIdentifier"),
        ("citations", "doi:10.1000/a", "relatedIdentifiers[0]"),
        ("container", "Journal of Roots", "relatedItems[0].titles[0].title"),
        ("volume", "3", "relatedItems[0].volume"),
        ("issue", "4", "relatedItems[0].issue"),
        ("pages", "20-35", "relatedItems[0].firstPage"),
        ("issn", "1234-5679", "relatedItems[0].relatedItemIdentifier.relatedItemIdentifier"),
        ("citations", "Darwin, C.. Origin. 1859".replace("C..", "C."), "relatedItems[1]"),
        ("abstract", "All about roots.", "descriptions[0].description"),
    ]
    said = {s.property: s for s in reversed(record.statements)}
    assert (said["title"].forms, said["title"].lang) == (("Roots", "Wurzeln"), "en")
    assert said["creators"].identifiers == (Identifier("orcid", "0000-0002-1825-0097"),)
    assert parts(said["creators"]) == {"family": "Lovelace", "given": "Ada"}
    assert record.all("creators")[2].role == "edt"
    assert record.all("concepts")[1].identifiers == (Identifier("wikidata", "Q441"),)
    assert record.all("citations")[0].identifiers == (Identifier("doi", "10.1000/a"),)
    assert parts(record.all("citations")[1]) == {"title": "Origin", "creators": "Darwin, C.", "date": "1859"}
    assert said["type"].forms == ("Dataset", "Measurements")
    assert record.id == "10.5281/ZENODO.1"
    assert {(i.path, i.reason) for i in record.ignored} == {
        ("contributors", "a contributor of a kind that is no creator"),
        ("dates[1]", "a date that is not the publication"),
        ("alternateIdentifiers[1].alternateIdentifier", "identifier of a kind that is not read"),
        ("relatedIdentifiers", "a related resource"),
        ("descriptions", "a description of another kind"),
        ("sizes", "format or extent"),
        ("odd", "unknown field"),
        ("schemaVersion", "about the record itself"),
    }
    assert not record.notes


def without_paths(statements: Iterable[Statement]) -> list[object]:
    return [(s.property, s.value, s.role, s.lang, s.forms, s.identifiers, without_paths(s.parts)) for s in statements]


def test_xml_says_the_same_with_paths_of_its_own() -> None:
    record = from_xml()
    assert without_paths(record.statements) == without_paths(from_json().statements)
    assert [s.path for s in record.statements] == [
        "/resource/titles/title[1]",
        "/resource/creators/creator[1]",
        "/resource/creators/creator[2]",
        "/resource/contributors/contributor[1]",
        "/resource/dates/date[1]",
        "/resource/resourceType",
        "/resource/publisher",
        "/resource/version",
        "/resource/language",
        "/resource/subjects/subject[1]",
        "/resource/subjects/subject[2]",
        "/resource/identifier",
        "/resource/alternateIdentifiers/alternateIdentifier[1]",
        "/resource/relatedIdentifiers/relatedIdentifier[1]",
        "/resource/relatedItems/relatedItem[1]/titles/title",
        "/resource/relatedItems/relatedItem[1]/volume",
        "/resource/relatedItems/relatedItem[1]/issue",
        "/resource/relatedItems/relatedItem[1]/firstPage",
        "/resource/relatedItems/relatedItem[1]/relatedItemIdentifier",
        "/resource/relatedItems/relatedItem[2]",
        "/resource/descriptions/description[1]",
    ]
    assert [p.path for p in record.all("creators")[0].parts] == [
        "/resource/creators/creator[1]/familyName",
        "/resource/creators/creator[1]/givenName",
    ]
    assert ("/resource/odd", "unknown field") in [(i.path, i.reason) for i in record.ignored]
    assert (record.format, record.id) == ("datacite", "10.5281/ZENODO.1")
    assert record.raw.startswith(b"<resource")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"data": {"id": "x", "attributes": JSON}}, "data.attributes.doi"),
        ({"id": "x", "attributes": JSON}, "attributes.doi"),
        ({"data": [{"attributes": JSON}, {"attributes": JSON}]}, "attributes.doi"),
        ([JSON, JSON], "doi"),
    ],
)
def test_every_envelope_of_the_rest_api(value: object, path: str) -> None:
    found = read_all(DataciteJson(), json.dumps(value).encode())
    assert [f.position for f in found] == list(range(1, len(found) + 1))
    for record in found:
        assert isinstance(record, Record)
        assert [s.path for s in record.all("doi")] == [path]
        assert record.raw.strip()[:1] == b"{" or len(found) > 1


def test_older_spellings_and_single_objects() -> None:
    record = from_json(
        {
            "id": "https://doi.org/10.5281/zenodo.48440",
            "doi": "10.5281/zenodo.48440",
            "types": {"resource-type-general": "Software"},
            "creators": {"type": "Person", "id": "http://orcid.org/0000-0003-1419-2405", "name": "Martin Fenner"},
            "titles": {"title": "Dog food"},
            "dates": {"date": "2016-03-27", "dateType": "Issued"},
            "publication_year": "2016",
        }
    )
    assert [(s.property, s.value) for s in record.statements] == [
        ("title", "Dog food"),
        ("creators", "Martin Fenner"),
        ("date", "2016-03-27"),
        ("type", "software"),
        ("doi", "10.5281/zenodo.48440"),
    ]
    assert record.all("creators")[0].identifiers == (Identifier("orcid", "0000-0003-1419-2405"),)


def test_series_information_names_the_container_where_nothing_else_does() -> None:
    series = [{"description": "DataCite Blog, 2(9), 3-4", "descriptionType": "SeriesInformation"}]
    record = from_json({"titles": [{"title": "T"}], "descriptions": series})
    assert [(s.property, s.value) for s in record.statements] == [
        ("title", "T"),
        ("container", "DataCite Blog"),
        ("volume", "2"),
        ("issue", "9"),
        ("pages", "3-4"),
    ]
    odd = from_json({"titles": [{"title": "T"}], "descriptions": [{**series[0], "description": "Volume(1) Series(3)"}]})
    assert [s.property for s in odd.statements] == ["title"]


def test_wrong_types_are_noted_and_stop_nothing() -> None:
    record = from_json(
        {
            "titles": [{"title": "T"}, 5],
            "creators": ["Doe, J.", {"name": ""}],
            "dates": "2001",
            "publisher": 7,
            "subjects": [1],
            "doi": "x",
        }
    )
    assert values(record, "title") == ["T"]
    assert values(record, "publisher") == ["7"]
    assert notes(record) == [
        ("value-unreadable", "creators[0]"),
        ("value-unreadable", "creators[1]"),
        ("value-unreadable", "dates"),
        ("value-unreadable", "doi"),
    ]


def test_damage_is_named() -> None:
    for reader, data, reason in (
        (DataciteXml(), b"<a/>", "no DataCite resource in this XML"),
        (DataciteXml(), b"<resource/>", "a DataCite record that says nothing of a work"),
        (DataciteXml(), XML.encode()[:500], "not well-formed XML"),
        (
            DataciteXml(),
            b"<!DOCTYPE resource [<!ENTITY x 'y'>]><resource>&x;</resource>",
            "XML with entity declarations is refused",
        ),
        (DataciteJson(), b'{"a": 1}', "a DataCite record that says nothing of a work"),
        (DataciteJson(), b"[5]", "a number, not a JSON object"),
        (DataciteJson(), b'{"titles": [', "the JSON object does not end (truncated?)"),
    ):
        (fault,) = read_all(reader, data)
        assert isinstance(fault, Unreadable), data
        assert fault.reason.startswith(reason), fault.reason
        assert fault.format == reader.name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    text = json.dumps({**JSON, "titles": [{"title": "Größe"}]}, ensure_ascii=False)
    assert DataciteJson().sniff(text.encode(encoding)) == 95
    assert values(read_one(DataciteJson(), text.encode(encoding)), "title") == ["Größe"]
    declared = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' + XML.replace("Roots", "Größe")
    assert DataciteXml().sniff(declared.encode(encoding)) == 90
    assert values(read_one(DataciteXml(), declared.encode(encoding)), "title") == ["Größe: A data set"]


def test_sniffing() -> None:
    assert DataciteXml().sniff(b"<OAI-PMH>" + XML.encode()) == 60
    for other in (b"", b"{}", b'{"title": "x", "creators": []}', b"<resource/>", b"<a/>", b'{"name": "x", "version": "1"}'):
        assert DataciteJson().sniff(other) == 0
        assert DataciteXml().sniff(other) == 0


def test_agreement_with_zotero() -> None:
    """Zotero also takes hosts, distributors and the like for contributors, which are left out here.

    What differs: of a data set with a related book, Zotero takes the year and the ISBN from the book.
    """
    tally = Tally()
    for case in json.loads(shared("records", "datacite", "zotero_testcases_Datacite_JSON.json").read_text()):
        record = read_one(DataciteJson(), case["input"].encode())
        creators = [c for c in case["items"][0]["creators"] if c["creatorType"] != "contributor"]
        tally.compare(record, {**case["items"][0], "creators": creators})
    say(tally.report())
    assert tally.compared.total() > 85
    assert tally.rate > 0.97


def real_files(ending: str) -> list[Path]:
    return sorted(p for p in shared("records", "datacite").glob(f"*.{ending}") if "testcases" not in p.name)


def test_every_real_file_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    """The broken files say so; three package manifests of npm are no DataCite, and one file has other keys."""
    faults, counts = {}, {"xml": 0, "json": 0}
    for ending, reader in (("xml", DataciteXml()), ("json", DataciteJson())):
        for file in real_files(ending):
            data = file.read_bytes()
            chosen = sniff(data, file.name)
            assert chosen is not None
            if "package" in file.name:
                assert chosen.name == "json"
                continue
            assert chosen.name == reader.name, file.name
            for found in read_all(reader, data):
                if isinstance(found, Record):
                    counts[ending] += 1
                    assert found.all("title") or "overlapping" in file.name, file.name
                    assert all(dates.parse(s.value) is not None for s in found.all("date")), file.name
                else:
                    faults[file.name] = found.reason
    assert capfd.readouterr() == ("", "")
    say(counts, *faults.items())
    assert counts == {"xml": 74, "json": 62}
    assert all("malformed" in name for name in faults)


def test_the_xml_and_json_of_one_example_agree() -> None:
    """The examples of the schema in both forms. In two the files themselves differ: one name's case, one creator left out."""
    same = total = 0
    for file in real_files("json"):
        twin = file.with_suffix(".xml")
        if not file.name.startswith("invdc") or not twin.exists():
            continue
        (mine,), (theirs,) = read_all(DataciteJson(), file.read_bytes()), read_all(DataciteXml(), twin.read_bytes())
        assert isinstance(mine, Record)
        assert isinstance(theirs, Record)
        for name in ("title", "creators", "publisher", "language", "doi", "concepts", "edition"):
            total += 1
            same += sorted(map(normal, mine.all(name))) == sorted(map(normal, theirs.all(name)))
    say(f"{same} of {total} properties are the same")
    assert total > 120
    assert same == total - 2


def normal(statement: Statement) -> str:
    return str(statement.identifiers[0]) if statement.property == "doi" else statement.value
