"""CSL-YAML and Hayagriva: layouts, dates, aliases, and the same items in YAML and JSON."""

import itertools
import time
from pathlib import Path

import pytest

from gate.model import Identifier, Record, Unreadable
from gate.records import read
from gate.records.readers import sniff
from gate.records.readers.csl import Csl
from gate.records.readers.csl_yaml import CslYaml
from gate.records.readers.yaml_values import MAX_EXPANDED
from gate.settings import Settings
from tests.records.building import brief, notes, parts, read_all, read_one, values
from tests.shared import shared

ITEM = """---
references:
- id: knuth1984
  type: book
  title: The TeXbook
  author:
  - {family: Knuth, given: Donald E.}
  - literal: Addison Wesley
  issued:
    date-parts: [[1984, 5]]
  volume: 1
  ISBN: 0-201-13448-9
  note: no
  odd: ~
- id: second
  type: webpage
  title: Größe
  issued: {year: 2001, circa: true}
...
"""


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{own}: &{own} [{', '.join([f'*{before}'] * 10)}]\n" for before, own in itertools.pairwise("abcdefghi")
)


def test_items() -> None:
    first, second = read_all(CslYaml(), ITEM.encode())
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert brief(first.statements) == [
        ("title", "The TeXbook", "title"),
        ("creators", "Knuth, Donald E.", "author[0]"),
        ("creators", "Addison Wesley", "author[1]"),
        ("date", "1984-05", "issued.date-parts"),
        ("type", "book", "type"),
        ("volume", "1", "volume"),
        ("isbn", "0-201-13448-9", "ISBN"),
    ]
    assert (first.id, first.format, first.position, second.position) == ("knuth1984", "cslyaml", 1, 2)
    assert first.raw.startswith(b"id: knuth1984\n  type: book")
    assert "Größe" in second.raw.decode()
    assert b"knuth" not in second.raw
    assert values(second, "date") == ["2001~"]


@pytest.mark.parametrize(
    "data",
    [
        "- id: a\n  title: A\n- id: b\n  title: B\n",
        "references:\n- id: a\n  title: A\n- id: b\n  title: B\n",
        "---\ntitle: A paper\nreferences:\n- id: a\n  title: A\n- id: b\n  title: B\n...\n\nIts text.\n".replace(
            "\n\nIts text.\n", "\n"
        ),
        "a:\n  type: book\n  title: A\nb:\n  type: book\n  title: B\n",
        "---\nid: a\ntitle: A\n---\nid: b\ntitle: B\n",
    ],
)
def test_layouts(data: str) -> None:
    found = read_all(CslYaml(), data.encode())
    assert [(f.id, f.position, values(f, "title")) for f in found if isinstance(f, Record)] == [("a", 1, ["A"]), ("b", 2, ["B"])]
    assert CslYaml().sniff(data.encode()) == 60 or data.startswith(("---\nid", "a:"))


@pytest.mark.parametrize(
    ("issued", "value"),
    [
        ("2016", "2016"),
        ("2016-05-01", "2016-05-01"),
        ("{year: 2016, month: 5}", "2016-05"),
        ("[{year: 2016, month: 5, day: 2}]", "2016-05-02"),
        ("[{year: 2016}, {year: 2017}]", "2016/2017"),
        ("[{year: -1, season: 1}, {year: 12, season: 2}]", "0000-21/0012-22"),
        ("{literal: Easter 1999}", "Easter 1999"),
    ],
)
def test_dates(issued: str, value: str) -> None:
    assert values(read_one(CslYaml(), f"- id: a\n  issued: {issued}\n".encode()), "date") == [value]


def test_nothing_is_taken_for_another_type() -> None:
    record = read_one(
        CslYaml(),
        b"- id: 012\n  title: no\n  volume: 0x1F\n  page: 1_000\n  issue: 1:30\n  publisher: !!python/object:os.system x\n",
    )
    assert [(s.property, s.value) for s in record.statements] == [
        ("title", "no"),
        ("publisher", "x"),
        ("volume", "0x1F"),
        ("issue", "1:30"),
        ("pages", "1_000"),
    ]
    assert record.id == "012"


def test_aliases_and_merges_are_followed() -> None:
    data = """
    - &first {id: a, type: book, publisher: P, author: &people [{family: Doe}]}
    - {<<: *first, id: b, author: *people, title: B}
    """
    first, second = read_all(CslYaml(), data.encode())
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (values(second, "publisher"), values(second, "creators"), second.id) == (["P"], ["Doe"], "b")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (LAUGHS, "aliases that expand to more than 100,000 values are refused"),
        ("- &a [*a]", "the alias *a stands inside what it refers to"),
        ("- &a {id: x, title: *a}", "the alias *a stands inside what it refers to"),
        ("- *nobody", "the alias *nobody refers to nothing"),
        ("- " + "[" * 120 + "]" * 120, "nested deeper than 100 levels (setting max_depth)"),
        ("- ? [a, b]\n  : c", "a key that is no text"),
        ("- 'a", "not YAML: found unexpected end of stream"),
        ("a: b: c", "not YAML: mapping values are not allowed"),
        ("- id: a\n  title: \x01", "not YAML: "),
        ("just a text", "no CSL item in this YAML"),
        ("- 5", "text, not a CSL item"),
    ],
)  # fmt: skip
def test_damage_is_named(data: str, reason: str) -> None:
    started = time.process_time()
    faults = [f for f in read_all(CslYaml(), data.encode()) if isinstance(f, Unreadable)]
    assert len(faults) == 1
    assert faults[0].reason.startswith(reason), faults[0].reason
    assert time.process_time() - started < 2


def test_many_aliases_within_the_limit_are_fine() -> None:
    many = "- &a {id: a, title: A}\n" + "- *a\n" * (MAX_EXPANDED // 10)
    assert len(read_all(CslYaml(), many.encode())) == MAX_EXPANDED // 10 + 1


def test_what_stands_before_a_fault_is_kept() -> None:
    first, fault = read_all(CslYaml(), b"---\nid: a\ntitle: A\n---\nid: [\n")
    assert isinstance(first, Record)
    assert isinstance(fault, Unreadable)
    assert fault.position == 2


def test_doubled_keys_are_noted_with_their_item() -> None:
    first, second = read_all(CslYaml(), b"- id: a\n  title: A\n- id: b\n  title: B\n  title: C\n")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (notes(first), notes(second)) == ([], [("duplicate-key", "title")])


def test_hayagriva() -> None:
    data = """
key1:
  type: Article
  title: The article
  author: ["Doe, Jane", "Roe, R."]
  date: 2020-05-01
  page-range: 1-9
  serial-number: {doi: 10.1234/example, isbn: 978-1-4028-9462-6}
  parent: {type: Periodical, title: The journal, volume: 3, issue: 4}
"""
    record = read_one(CslYaml(), data.encode())
    assert sorted((s.property, s.value) for s in record.statements) == [
        ("container", "The journal"),
        ("creators", "Doe, Jane"),
        ("creators", "Roe, R."),
        ("date", "2020-05-01"),
        ("doi", "10.1234/example"),
        ("isbn", "978-1-4028-9462-6"),
        ("issue", "4"),
        ("pages", "1-9"),
        ("title", "The article"),
        ("type", "Article"),
        ("volume", "3"),
    ]
    assert record.id == "key1"
    assert {s.path for s in record.all("doi")} == {"serial-number.doi"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    found = read_all(CslYaml(), ITEM.encode(encoding))
    assert isinstance(found[1], Record)
    assert values(found[1], "title") == ["Größe"]
    assert [n.code for n in found[1].notes] == (["encoding-doubtful"] if encoding == "cp1252" else [])
    assert CslYaml().sniff(ITEM.encode(encoding)) == 60


def test_sniffing() -> None:
    for other in (b"", b"{}", b"TY  - JOUR\n", b"<a/>", b"plain text\n", b"# A heading\n"):
        assert CslYaml().sniff(other) == 0


def yaml_files() -> list[Path]:
    return [p for p in sorted(shared("records", "csl").iterdir()) if p.suffix == ".yml"]


def test_every_real_file_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    count = 0
    for file in yaml_files():
        chosen = sniff(file.read_bytes(), file.name)
        assert chosen is not None
        assert chosen.name == "cslyaml"
        for found in read(file, settings=Settings()):
            assert isinstance(found, Record), file.name
            assert found.all("title"), file.name
            assert found.raw, file.name
            count += 1
    assert capfd.readouterr() == ("", "")
    assert count == 28


def test_the_same_export_in_yaml_and_json_says_the_same() -> None:
    """Better BibTeX exported two libraries in both. Its YAML has Markdown in titles and languages in words."""
    compared = 0
    for file in yaml_files():
        twin = file.with_name(file.name.replace(".csl.yml", ".csl.json"))
        if twin == file or not twin.exists():
            continue
        theirs = {r.id: r for r in read_all(Csl(), twin.read_bytes()) if isinstance(r, Record)}
        for mine in read_all(CslYaml(), file.read_bytes()):
            assert isinstance(mine, Record)
            compared += 1
            assert said(mine) == said(theirs[mine.id]), (file.name, mine.id)
    assert compared == 10


def said(record: Record) -> set[tuple[str, str, str]]:
    left_out = ("identifiers", "title", "language", "abstract")
    return {(s.property, s.value, s.role) for s in record.statements if s.property not in left_out}


def test_an_identifier_in_yaml_is_an_identifier() -> None:
    record = read_one(CslYaml(), b"- id: a\n  title: A\n  DOI: 10.1000/182\n  PMCID: PMC12\n")
    assert parts(record.all("identifiers")[0]) == {}
    assert record.all("identifiers")[0].identifiers == (Identifier("pmcid", "PMC12"),)


def test_notes_find_their_item_whatever_it_is_called() -> None:
    data = '"a]b.c":\n  type: book\n  title: A\n  title: B\n"x y":\n  type: book\n  title: C\n  title: D\n'
    first, second = read_all(CslYaml(), data.encode())
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert [n.code for n in (*first.notes, *second.notes)] == ["duplicate-key"] * len((*first.notes, *second.notes))
    assert notes(second) == [("duplicate-key", "title")]
