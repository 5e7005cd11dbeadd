"""Headings as MODS and JSON give them: with their vocabulary, the kind of each part, and the number of each part."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate.comparison.headings import check_heading
from gate.model import HeadingCheck, HeadingState, Identifier, Record, Statement
from gate.records import read_bytes
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.settings import Settings
from tests.comparison.test_headings import COLLECTION, COMPLETE, authority, field

S = HeadingState
WHOLE = ("headings:all",)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def stored(folder: Path, text: str = COLLECTION, complete: tuple[str, ...] = COMPLETE) -> LocalSnapshot:
    settings = Settings(cache_folder=str(folder / "cache"), references_folder=str(folder / "refs"))
    (folder / "a.xml").write_text(text, encoding="utf-8")
    done = import_vocabulary([folder / "a.xml"], settings, name="lc", code="lcsh", complete_for=complete)
    return LocalSnapshot(done.manifest, settings)


def checked(store: LocalSnapshot, data: str, file: str) -> list[HeadingCheck]:
    (record,) = read_bytes(data.encode(), file, settings=Settings())
    assert isinstance(record, Record)
    return [check_heading(statement, [store]) for statement in record.all("concepts")]


def mods(*subjects: str) -> str:
    return f'<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>A</title></titleInfo>{"".join(subjects)}</mods>'


LC = "http://id.loc.gov/authorities"


@pytest.mark.parametrize(
    ("subject", "state"),
    [
        ('<subject authority="lcsh"><topic>Zzz qqq</topic></subject>', S.NOT_AUTHORISED),
        (f'<subject authorityURI="{LC}/subjects"><topic>Zzz qqq</topic></subject>', S.NOT_AUTHORISED),
        ('<subject><topic authority="lcsh">Zzz qqq</topic></subject>', S.NOT_AUTHORISED),
        ("<subject><topic>Zzz qqq</topic></subject>", S.NOT_CHECKED),
        ('<subject authority="fast"><topic>Cats</topic></subject>', S.NOT_CHECKED),
        ('<subject authority="lcsh"><topic>Japan</topic></subject>', S.WRONG_FILE),
        ('<subject authority="lcsh"><geographic>Japan</geographic></subject>', S.AUTHORISED),
        ('<subject authority="lcsh"><topic>Domestic cat</topic><geographic>Japan</geographic></subject>', S.VARIANT),
        (
            '<subject authority="lcsh"><name type="personal"><namePart>Kurosawa, Akira</namePart>'
            '<namePart type="date">1910-1998</namePart></name></subject>',
            S.AUTHORISED,
        ),
        (
            f'<subject><topic authority="lcsh" valueURI="{LC}/subjects/sh01000001">Cats</topic>'
            f'<geographic valueURI="{LC}/subjects/sh01000004">Japan</geographic></subject>',
            S.CONSTRUCTED,
        ),
        (f'<subject authority="lcsh" valueURI="{LC}/subjects/sh01000001"><topic>Dogs</topic></subject>', S.IDENTIFIER_CONFLICT),
    ],
)
def test_subjects_of_mods(folder: Path, subject: str, state: HeadingState) -> None:
    store = stored(folder, COLLECTION.replace("sh 10", "sh 010"))
    (found,) = checked(store, mods(subject), "a.xml")
    assert found.state is state, found


@pytest.mark.parametrize(
    ("subject", "state"),
    [
        ('{"label": "Aliens", "vocabulary": "lcsh"}', S.DEPRECATED),
        ('{"subject": "Aliens", "subjectScheme": "Library of Congress Subject Headings"}', S.DEPRECATED),
        (f'{{"label": "Cats", "authorityURI": "{LC}/subjects", "valueURI": "{LC}/subjects/sh01000003"}}', S.IDENTIFIER_CONFLICT),
        ('{"label": "Cats", "id": "sh01000002", "scheme": "lcsh"}', S.IDENTIFIER_CONFLICT),
        ('{"label": "Cats", "id": "sh01000001", "scheme": "lcsh"}', S.AUTHORISED),
        ('{"label": "Cats", "scheme": "stw"}', S.NOT_CHECKED),
        ('{"label": "Zzz qqq", "scheme": "lcsh"}', S.NOT_AUTHORISED),
    ],
)
def test_subjects_of_json(folder: Path, subject: str, state: HeadingState) -> None:
    store = stored(folder, COLLECTION.replace("sh 10", "sh 010"), WHOLE)
    (found,) = checked(store, f'{{"title": "A", "subjects": [{subject}]}}', "a.json")
    assert found.state is state, found


def test_a_field_named_after_its_vocabulary_says_it(folder: Path) -> None:
    found = checked(stored(folder, complete=WHOLE), '{"title": "A", "lcsh": ["Zzz qqq"], "mesh_terms": ["Zzz qqq"]}', "a.json")
    assert [c.state for c in found] == [S.NOT_AUTHORISED, S.NOT_CHECKED]


def test_an_address_that_nothing_here_holds_proves_nothing(folder: Path) -> None:
    given = Statement("concepts", "Cats", "650$a", identifiers=(Identifier("iri", f"{LC}/subjects/nonsense"),))
    found = check_heading(given, [stored(folder)])
    assert found.state is S.AUTHORISED
    assert "could not be looked up" in found.detail


def lcsh(text: str) -> Statement:
    return Statement("concepts", text, "650$a", parts=(Statement("vocabulary", "lcsh"),))


def test_only_the_part_that_a_whole_vocabulary_lacks_is_named(folder: Path) -> None:
    found = check_heading(lcsh("Cats--Japan--Zorgling"), [stored(folder, complete=WHOLE)])
    assert found.state is S.NOT_AUTHORISED
    assert "'Zorgling'" in found.detail
    assert "'Japan'" not in found.detail
    assert found.suggestions == ("Cats",)


@pytest.mark.parametrize("text", ["Cats--Japan--1945-1989", "Cats--Noncitizens"])
def test_years_and_what_is_held_elsewhere_are_no_inventions(folder: Path, text: str) -> None:
    assert check_heading(lcsh(text), [stored(folder, complete=WHOLE)]).state is S.PARTLY_VALID


def test_a_replacement_that_was_replaced_is_followed_by_number(folder: Path) -> None:
    gone = field("550", ("w", "b"), ("a", "Second"), ("0", "(DLC)sh 02000002"))
    later = field("550", ("w", "b"), ("a", "An old form of third"), ("0", "(DLC)sh 02000003"))
    round_again = field("550", ("w", "b"), ("a", "First"), ("0", "(DLC)sh 02000001"))
    records = (
        authority("150", "sh 02000001", "First", gone, "d"),
        authority("150", "sh 02000002", "Second", later + round_again, "d"),
        authority("150", "sh 02000003", "Third"),
    )
    text = f'<collection xmlns="http://www.loc.gov/MARC21/slim">{"".join(records)}</collection>'
    found = check_heading(lcsh("First"), [stored(folder, text)])
    assert (found.state, found.suggestions) == (S.DEPRECATED, ("Third",))


def by_number(store: LocalSnapshot, text: str, number: str = "", code: str = "") -> HeadingCheck:
    own = (Identifier("lccn", number),) if number else ()
    parts = (Statement("vocabulary", code),) if code else ()
    return check_heading(Statement("concepts", text, "650$a", identifiers=own, parts=parts), [store])


def test_a_heading_given_by_its_identifier_alone(folder: Path) -> None:
    store = stored(folder, COLLECTION.replace("sh 10", "sh 010"))
    found = by_number(store, "lccn:sh01000001", "sh01000001")
    assert (found.state, found.suggestions) == (S.AUTHORISED, ())
    assert "Cats" in found.detail
    assert by_number(store, f"{LC}/subjects/sh01000003", "sh01000003").suggestions == ("Noncitizens", "Extraterrestrials")
    assert by_number(store, "lccn:sh01000004", "sh01000004").state is S.WRONG_FILE
    assert by_number(store, "lccn:sh99999999", "sh99999999").state is S.NOT_CHECKED


def test_a_number_that_a_complete_vocabulary_lacks_is_nobodys(folder: Path) -> None:
    store = stored(folder, complete=("identifiers:lccn:sh",))
    assert by_number(store, "lccn:sh99999999", "sh99999999").state is S.IDENTIFIER_CONFLICT


def test_the_identifier_vouches_for_the_plural_and_no_more(folder: Path) -> None:
    records = (
        authority("150", "sh 02000001", "Suchmaschine"),
        authority("150", "sh 02000002", "Werbestrategie"),
        authority("150", "sh 02000003", "Painting"),
        authority("150", "sh 02000004", "Paintings"),
    )
    store = stored(folder, f'<collection xmlns="http://www.loc.gov/MARC21/slim">{"".join(records)}</collection>')
    assert by_number(store, "Suchmaschinen", "sh02000001").state is S.VARIANT
    unknown = by_number(store, "Werbekampagnen", "sh02000002")
    assert unknown.state is S.IDENTIFIER_CONFLICT
    assert "no heading here has these words" in unknown.detail
    other = by_number(store, "Painting", "sh02000004")
    assert other.state is S.IDENTIFIER_CONFLICT
    assert "the words are another heading" in other.detail
