"""Names of real authority and MARC records: a true name is never accused, and a swapped identifier is found."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.comparison.anchor import own_identifiers
from gate.comparison.headings import tag_of
from gate.comparison.names import SCHEMES, check_name
from gate.comparison.names_claims import check_agent
from gate.model import Entity, Identifier, Kind, NameState, Record, Statement
from gate.records import read_bytes
from gate.records.claims import extract
from gate.references.local import LocalSnapshot
from gate.references.vocabulary import import_vocabulary
from gate.references.vocabulary.heading import Heading
from gate.references.vocabulary.importing import headings_in
from gate.settings import Settings
from tests.shared import shared

_ACCUSED = {NameState.IDENTIFIER_CONFLICT, NameState.DATES, NameState.SCRIPTS, NameState.DEPRECATED}
Named = tuple[Entity, Identifier]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> LocalSnapshot:
    folder = tmp_path_factory.mktemp("names")
    settings = Settings(references_folder=str(folder / "references"), cache_folder=str(folder / "cache"))
    manifest = import_vocabulary(sorted(shared("records", "authority").iterdir()), settings, name="names", code="naf").manifest
    return LocalSnapshot(manifest, settings)


@pytest.fixture(scope="module")
def named() -> list[Named]:
    """The name headings of the authority records that have an identifier."""
    return list(_named(sorted(shared("records", "authority").iterdir())))


def _named(files: list[Path]) -> Iterator[Named]:
    for one in files:
        for heading in headings_in(one):
            if isinstance(heading, Heading) and heading.file == "name":
                entity = heading.entity()
                own = [i for s in entity.all("identifiers") for i in s.identifiers if i.scheme in SCHEMES]
                if own:
                    yield entity, own[0]


@pytest.mark.parametrize("path", ["100$a", "creators[1].name"])
def test_every_form_of_a_name_beside_its_own_identifier_is_not_accused(
    path: str, file: LocalSnapshot, named: list[Named], capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Counter[NameState] = Counter()
    for entity, identifier in named:
        for statement in (*entity.all("heading"), *entity.all("alt_labels")):
            for text in (statement.value, *statement.forms):
                checks = check_name(Statement("creators", text, path, identifiers=(identifier,)), [file])
                assert not {one.state for one in checks} & _ACCUSED, (text, entity.label, checks)
                counts.update(one.state for one in checks)
    with capsys.disabled():
        sys.stdout.write(f"\nforms of {len(named)} names beside their own identifiers at {path}: {dict(counts)}\n")
    assert counts.total() > 1300


def test_an_identifier_of_another_is_a_conflict(file: LocalSnapshot, named: list[Named]) -> None:
    chance = random.Random(7)
    missed = []
    pairs = [(entity, chance.choice(named)) for entity, _ in named]
    pairs = [(entity, other) for entity, other in pairs if entity.id != other[0].id]
    for entity, (other, identifier) in pairs:
        checks = check_name(Statement("creators", entity.label, "700$a", identifiers=(identifier,)), [file])
        if checks[0].state is not NameState.IDENTIFIER_CONFLICT:
            missed.append((entity.label, other.label, checks))
    assert len(pairs) > 480
    assert len(missed) <= len(pairs) // 100, missed


def test_no_name_of_the_real_records_is_accused(file: LocalSnapshot) -> None:
    counts: Counter[NameState] = Counter()
    settings = Settings()
    for one in sorted(shared("records", "marc").iterdir()):
        for record in read_bytes(one.read_bytes(), one.name, settings=settings):
            if isinstance(record, Record):
                for statement in (c.statement for c in extract(record).claims):
                    if statement.property == "creators" or tag_of(statement) == "600":
                        checks = check_name(statement, [file])
                        assert not {c.state for c in checks} & _ACCUSED, (one.name, record.id, checks)
                        counts.update(c.state for c in checks)
    assert counts.total() > 1300


def _agents() -> list[Record]:
    """The records of persons and bodies among the authority records that have an identifier to be asked for."""
    files = sorted(shared("records", "authority").iterdir())
    records = (record for one in files for record in read_bytes(one.read_bytes(), one.name, settings=Settings()))
    return [r for r in records if isinstance(r, Record) and r.kind is Kind.AGENT and _asked_for(r)]


def _asked_for(record: Record) -> list[Identifier]:
    return [i for _, i in own_identifiers(record.statements) if i.scheme in SCHEMES]


def test_an_authority_record_is_not_accused_by_the_file_that_it_is_in(
    file: LocalSnapshot, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Counter[NameState] = Counter()
    agents = _agents()
    for record in agents:
        checks = check_agent(record.statements, [file])
        assert not {c.state for c in checks} & _ACCUSED, (record.id, checks)
        counts.update(c.state for c in checks)
    with capsys.disabled():
        sys.stdout.write(f"\n{len(agents)} records of agents in the file that they are in: {dict(counts)}\n")
    assert len(agents) > 400
    assert counts[NameState.AUTHORISED] > len(agents) * 0.9


def test_an_authority_record_with_the_identifier_of_another_is_a_conflict(file: LocalSnapshot) -> None:
    agents, chance, missed, tried = _agents(), random.Random(11), [], 0
    for record in agents:
        other = chance.choice(agents)
        if set(_asked_for(other)) & set(_asked_for(record)):
            continue
        tried += 1
        others = [s for s in record.statements if not own_identifiers([s])]
        swapped = [s for s in other.statements if any(i.scheme in SCHEMES for _, i in own_identifiers([s]))]
        checks = check_agent([*others, *swapped], [file])
        if checks[0].state is not NameState.IDENTIFIER_CONFLICT:
            missed.append((record.id, other.id, checks[0]))
    assert tried > 400
    assert len(missed) <= tried // 50, missed
