"""Labelled records and citations, a JSON object a line."""

from __future__ import annotations

import json

import pytest

from gate.model import Kind, Unreadable
from gate.records.labelled import Labelled, read_labelled
from gate.settings import Settings
from tests.shared import shared


def read(*rows: object) -> list[Labelled | Unreadable]:
    data = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    return list(read_labelled(data.encode(), "mine.jsonl", Settings()))


def one(row: object) -> Labelled:
    found = read(row)[0]
    assert isinstance(found, Labelled)
    return found


def test_a_record_in_the_plain_form() -> None:
    found = one({"label": "valid", "id": "a1", "record": {"kind": "agent", "name": "Berg, Nils", "birth": "1950"}})
    assert (found.valid, found.record.id, found.record.kind, found.record.bibliography) == (True, "a1", Kind.AGENT, False)
    assert found.record.all("birth")[0].value == "1950"


@pytest.mark.parametrize(
    "row",
    [
        {"citation": {"title": "Eel larvae", "creators": ["Berg, Nils"]}},
        {"bibtex": "@article{k, title = {Eel larvae}, author = {Berg, Nils}}"},
        {"bibtex_type": "article", "fields": {"title": "Eel larvae", "author": "Berg, Nils"}},
        {"bibtex_type": "article", "fields": {"title": "Eel {larvae", "author": "Berg, Nils"}},
    ],
)
def test_a_citation_is_a_list_of_one_work(row: dict[str, object]) -> None:
    found = one({"label": "INVALID", **row})
    assert not found.valid
    assert found.record.bibliography
    cited = found.record.all("citations")
    assert [(c.part("title"), c.part("creators")) for c in cited] == [("Eel larvae", "Berg, Nils")]
    assert found.record.id == "line 1"


def test_a_string_is_a_citation_as_it_stands() -> None:
    found = one({"label": "hallucinated", "bibtex_key": "k7", "citation": "Berg, N. (1998). Eel larvae."})
    assert (found.record.id, found.record.all("citations")[0].value) == ("k7", "Berg, N. (1998). Eel larvae.")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("{", "line 2 is no JSON"),
        ("[]", "no JSON object"),
        ({"citation": "Berg"}, "has no label"),
        ({"label": "perhaps", "citation": "Berg"}, "has no label"),
        ({"label": "valid"}, "neither record nor citation"),
        ({"label": "valid", "citation": {"kind": "agent", "name": "Berg"}}, "a citation is of a work"),
        ({"label": "valid", "bibtex": "no entry"}, "no BibTeX entry"),
        ({"label": "valid", "bibtex": "@misc{a, title={A}}\n@misc{b, title={B}}"}, "2 records, and one is wanted"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(row: object, why: str) -> None:
    first, second = read({"label": "valid", "citation": "A"}, row)
    assert isinstance(first, Labelled)
    assert isinstance(second, Unreadable)
    assert why in second.reason
    assert second.position == 2


@pytest.mark.parametrize("name", ["dev_public", "test_public", "journal_articles", "supplement_chatgpt_citations", "stress_test"])
def test_every_line_of_hallmark_is_read(name: str) -> None:
    data = shared("labelled", "hallmark", f"{name}.jsonl").read_bytes()
    found = list(read_labelled(data, name, Settings()))
    assert len(found) == data.count(b"\n")
    assert all(isinstance(f, Labelled) and f.record.bibliography and f.record.all("citations")[0].part("title") for f in found)
