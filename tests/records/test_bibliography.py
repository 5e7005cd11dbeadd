"""Many records as one bibliography, with places in the user's own file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gate.model import Ignored, Kind, Note, Record, Statement, Unreadable
from gate.records import read_bytes
from gate.records.bibliography import as_bibliography, gather
from gate.settings import Settings

BIB = """
@article{knuth1984,
  author = {Knuth, Donald E.}, title = {Literate Programming}, journal = {The Computer Journal}, year = 1984,
  doi = {10.1093/comjnl/27.2.97}, shelfmark = {X 12}
}
@book{lamport1986, author = {Lamport, Leslie}, title = {LaTeX}, year = 1986}
@book{, title = {A book without a key}}
@misc{bare,}
"""


def read(text: str, name: str = "refs.bib", format: str = "bibtex") -> list[Record | Unreadable]:
    return list(read_bytes(text.encode(), name, format=format, settings=Settings()))


def gathered(text: str, name: str = "refs.bib", format: str = "bibtex") -> Record:
    (found,) = as_bibliography(read(text, name, format))
    assert isinstance(found, Record)
    return found


def paths(record: Record) -> list[str]:
    def below(statement: Statement) -> list[str]:
        return [statement.path, *(path for part in statement.parts for path in below(part))]

    return [path for statement in record.statements for path in below(statement)]


def test_all_works_are_the_citations_of_one_record() -> None:
    record = gathered(BIB)
    assert (record.kind, record.id, record.file, record.format, record.bibliography) == (
        Kind.WORK,
        "refs.bib",
        "refs.bib",
        "bibtex",
        True,
    )
    assert {s.property for s in record.statements} == {"citations"}
    assert [s.value for s in record.statements] == [
        "Knuth, Donald E. Literate Programming. The Computer Journal. 1984",
        "Lamport, Leslie. LaTeX. 1986",
        "A book without a key",
        "bare",
    ]


def test_places_are_the_key_or_number_and_the_field() -> None:
    record = gathered(BIB)
    assert [s.path for s in record.statements] == ["knuth1984", "lamport1986", "#3", "bare"]
    assert {"knuth1984.doi", "knuth1984.author", "knuth1984.year", "lamport1986.title", "#3.title"} <= set(paths(record))
    assert Ignored("knuth1984.shelfmark") in record.ignored
    assert record.notes == (Note("value-unreadable", "bare", "", "the entry says nothing of a work"),)


def test_a_key_that_stands_twice_gets_a_number() -> None:
    record = gathered("@book{a, title={One}}\n@book{a, title={Two}}\n@book{a~2, title={Three}}\n@book{a, title={Four}}")
    assert [s.path for s in record.statements] == ["a", "a~3", "a~2", "a~4"]
    assert "a~3.entrykey" in [note.path for note in record.notes]


def test_keys_of_several_files_stand_behind_the_name_of_theirs() -> None:
    (found,) = as_bibliography([*read(BIB, "one.bib"), *read('[{"id": "x", "title": "T"}]', "two.json", "json")])
    assert isinstance(found, Record)
    assert (found.id, found.file, found.format) == ("bibliography of 2 files", "one.bib, two.json", "several")
    assert found.statements[0].path == "one.bib:knuth1984"
    assert found.statements[-1].parts[0].path == "two.json:x.title"


def test_what_is_no_work_is_named_and_not_checked() -> None:
    text = '[{"kind": "agent", "id": "p", "name": "Ada"}, {"kind": "concept", "heading": "Slowness"}, {"title": "T"}]'
    agent, concept, record = as_bibliography(read(text, "mixed.json", "json"))
    assert isinstance(agent, Unreadable)
    assert isinstance(concept, Unreadable)
    assert isinstance(record, Record)
    assert (agent.reason, agent.id, agent.position) == ("describes an agent: a bibliography lists works", "p", 1)
    assert concept.reason == "describes a concept: a bibliography lists works"
    assert len(record.all("citations")) == 1


def test_what_cannot_be_read_is_passed_on_and_nothing_is_no_record() -> None:
    broken = Unreadable("refs.bib", "the entry in line 3 cannot be read")
    assert list(as_bibliography([broken])) == [broken]
    assert list(as_bibliography([])) == []


def test_what_a_listed_work_cites_is_left_aside_and_said() -> None:
    record = gathered('[{"id": "w", "title": "T", "citations": ["Nemo 1999"]}]', "list.json", "json")
    assert record.ignored == (Ignored("w.citations[0]", "what a cited work cites is not read"),)
    assert [p.property for p in record.statements[0].parts] == ["title"]


@given(st.lists(st.sampled_from(["a", "b", "a~2", "a~3", "#1"]), min_size=1, max_size=12))
def test_every_work_has_a_place_of_its_own(keys: list[str]) -> None:
    works = [Record(Kind.WORK, key, (Statement("title", f"T{n}", "title"),), position=n) for n, key in enumerate(keys)]
    places = [s.path for s in gather(works).statements]
    assert len(set(places)) == len(keys)
    assert all(place.startswith(key) for place, key in zip(places, keys, strict=True))
