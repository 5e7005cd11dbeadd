"""What holds whatever a record is written in: languages in any code, roles as code or term, numbers with a wrong check digit."""

from string import Template

import pytest

from gate.model import Identifier, Record
from gate.normalise import identifiers, languages
from gate.records import read_bytes
from gate.records.readers import sniff
from gate.settings import Settings

#: one small work in each format, with the language, an ISBN, and where the format has them a role and an ORCID
WORKS = {
    "json": '{"title": "T", "creators": [{"name": "Doe, J.", "role": "$ROLE", "orcid": "$ORCID"}], "language": "$LANG",'
    ' "isbn": "$ISBN"}',
    "csl": '[{"type": "book", "title": "T", "editor": [{"family": "Doe", "given": "J."}], "language": "$LANG", "ISBN": "$ISBN",'
    ' "issued": {"date-parts": [[1999]]}}]',
    "cslyaml": "- id: a\n  title: T\n  editor: [{family: Doe, given: J.}]\n  language: $LANG\n  ISBN: $ISBN\n",
    "bibtex": "@book{a, title={T}, editor={Doe, J.}, language={$LANG}, isbn={$ISBN}}",
    "ris": "TY  - BOOK\nTI  - T\nED  - Doe, J.\nLA  - $LANG\nSN  - $ISBN\nER  - \n",
    "refer": "%0 Book\n%T T\n%E Doe, J.\n%G $LANG\n%@ $ISBN\n",
    "isi": "PT B\nTI T\nBE Doe, J.\nLA $LANG\nBN $ISBN\nER\n",
    "nbib": "PMID- 1\nTI  - T\nFED - Doe, J.\nLA  - $LANG\nISBN- $ISBN\n",
    "endnote": """<xml><records><record><ref-type name="Book">6</ref-type><contributors>
        <secondary-authors><author>Doe, J.</author></secondary-authors></contributors><titles>
        <title>T</title></titles><language>$LANG</language><isbn>$ISBN</isbn>
        </record></records></xml>""",
    "mods": """<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>T</title></titleInfo><name><namePart>Doe, J.</namePart>
        <role><roleTerm>$ROLE</roleTerm></role><nameIdentifier type="orcid">$ORCID</nameIdentifier></name>
        <language><languageTerm>$LANG</languageTerm></language><identifier type="isbn">$ISBN</identifier></mods>""",
    "datacite": """<resource xmlns="http://datacite.org/schema/kernel-4"><titles><title>T</title></titles><contributors>
        <contributor contributorType="Editor"><contributorName>Doe, J.</contributorName>
        <nameIdentifier nameIdentifierScheme="ORCID">$ORCID</nameIdentifier></contributor></contributors>
        <language>$LANG</language><alternateIdentifiers>
        <alternateIdentifier alternateIdentifierType="ISBN">$ISBN</alternateIdentifier></alternateIdentifiers></resource>""",
    "datacitejson": """{"titles": [{"title": "T"}], "contributors": [{"name": "Doe, J.", "contributorType": "Editor",
        "nameIdentifiers": [{"nameIdentifier": "$ORCID", "nameIdentifierScheme": "ORCID"}]}], "language": "$LANG",
        "identifiers": [{"identifier": "$ISBN", "identifierType": "ISBN"}]}""",
    "jats": """<article xml:lang="$LANG"><front><article-meta><title-group><article-title>T</article-title></title-group>
        <contrib-group><contrib contrib-type="editor"><contrib-id contrib-id-type="orcid">$ORCID</contrib-id>
        <name><surname>Doe</surname><given-names>J.</given-names></name></contrib></contrib-group>
        <isbn>$ISBN</isbn></article-meta></front></article>""",
    "jsonld": """{"@context": "https://schema.org", "@type": "Book", "name": "T", "inLanguage": "$LANG", "isbn": "$ISBN",
        "editor": {"name": "Doe, J.", "@id": "https://orcid.org/$ORCID"}}""",
}
ISBN, ORCID = "978-3-16-148410-0", "0000-0002-1825-0097"


def one(name: str, lang: str = "ger", isbn: str = ISBN, role: str = "editor") -> Record:
    text = Template(WORKS[name]).substitute(LANG=lang, ISBN=isbn, ORCID=ORCID, ROLE=role)
    (record,) = read_bytes(text.encode(), "f", name, settings=Settings())
    assert isinstance(record, Record), record
    return record


@pytest.mark.parametrize("name", WORKS)
def test_each_is_taken_for_what_it_is(name: str) -> None:
    found = sniff(WORKS[name].encode(), "f")
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("name", WORKS)
@pytest.mark.parametrize("lang", ["de", "ger", "deu", "German"])
def test_a_language_in_any_code(name: str, lang: str) -> None:
    (statement,) = one(name, lang=lang).all("language")
    assert statement.value == lang
    assert languages.code(statement.value) == "deu"


@pytest.mark.parametrize("name", WORKS)
def test_an_editor_is_an_editor(name: str) -> None:
    (editor,) = one(name).all("creators")
    assert editor.role == "edt"
    assert editor.value.startswith("Doe")
    if "$ORCID" in WORKS[name]:
        assert editor.identifiers == (Identifier("orcid", ORCID),)


@pytest.mark.parametrize("name", [name for name, text in WORKS.items() if "$ROLE" in text])
@pytest.mark.parametrize("role", ["edt", "Editor", "http://id.loc.gov/vocabulary/relators/edt", "Herausgeber"])
def test_a_role_as_code_term_or_address(name: str, role: str) -> None:
    assert one(name, role=role).all("creators")[0].role == "edt"


@pytest.mark.parametrize("name", WORKS)
def test_a_wrong_check_digit_is_still_a_claim(name: str) -> None:
    """It is for the check of identifiers to say that it is wrong; a reader neither drops nor mends it."""
    wrong = "978-3-16-148410-9"
    (statement,) = one(name, isbn=wrong).all("isbn")
    assert statement.value == wrong
    assert identifiers.parse("isbn", statement.value).check_ok is False


@pytest.mark.parametrize("name", WORKS)
def test_nothing_is_said_without_its_place(name: str) -> None:
    record = one(name)
    assert all(s.path for s in record.statements)
    assert record.raw
    assert record.format == name
