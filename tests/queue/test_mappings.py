"""The mapping file of a table: named in the report with its digest, kept at a re-check, needed to read a corrected row."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from gate.errors import UsageError
from gate.hook.running import Runner
from gate.hook.splitting import split
from gate.queue.editing import read_one
from gate.queue.mappings import mapping_of
from gate.queue.store import Queue
from gate.queue.values import Filter
from gate.settings import Settings

MAPPING = b'[columns]\n"Titel" = "title"\n"Verfasser" = { property = "creators", separator = ";" }\n'
OTHER = b'[columns]\n"Titel" = "container"\n"Verfasser" = { property = "creators", separator = ";" }\n'
TABLE = b"Titel,Verfasser\nVon Dingen,Nobody; Somebody\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "map.toml").write_bytes(MAPPING)
    return Settings(mapping=str(tmp_path / "map.toml"))


@pytest.fixture
def queued(queue: Queue, settings: Settings) -> Queue:
    split(TABLE, "list.csv", Runner(settings), queue)
    return queue


def named(settings: Settings) -> str:
    return f"{settings.mapping}, sha256 {hashlib.sha256(MAPPING).hexdigest()}"


def test_the_report_names_the_mapping_of_a_table_and_of_nothing_else(queued: Queue, settings: Settings) -> None:
    assert mapping_of(queued.get(1).report) == named(settings)
    split(b'{"title": "Von Dingen"}', "one.json", Runner(settings), queued)
    assert mapping_of(queued.get(2).report) == ""


def test_a_recheck_keeps_the_mapping_and_the_record_that_it_made(queued: Queue, settings: Settings, tmp_path: Path) -> None:
    before = queued.get(1).record
    (tmp_path / "other.toml").write_bytes(OTHER)
    for other in (Settings(), Settings(mapping=str(tmp_path / "other.toml"), read_text=False, staleness_days=1)):
        queued.recheck(Runner(other).check, Filter())
        assert mapping_of(queued.get(1).report) == named(settings)
        assert queued.get(1).record == before


def test_a_corrected_row_is_read_by_the_mapping_that_it_came_with(queued: Queue, settings: Settings, tmp_path: Path) -> None:
    item = queued.get(1)
    mended = TABLE.replace(b"Nobody", b"Anybody")
    moved = tmp_path / "moved.toml"
    moved.write_bytes(MAPPING)
    Path(settings.mapping).replace(tmp_path / "gone.toml")
    with pytest.raises(UsageError, match="no such file is there now"):
        read_one(item, mended, Settings())
    record = read_one(item, mended, Settings(mapping=str(moved)))
    assert [s.value for s in record.all("creators")] == ["Anybody", "Somebody"]
    Path(settings.mapping).write_bytes(OTHER)
    with pytest.raises(UsageError, match="no such file is there now"):
        read_one(item, mended, settings)
    Path(settings.mapping).write_bytes(MAPPING)
    assert read_one(item, mended, Settings()).first("title") == record.first("title")


def test_a_row_that_came_without_a_mapping_is_read_without_one(queue: Queue, settings: Settings) -> None:
    split(b"title,creators\nVon Dingen,Nobody\n", "list.csv", Runner(Settings()), queue)
    record = read_one(queue.get(1), b"title,creators\nVon Dingen,Anybody\n", settings)
    assert [s.value for s in record.all("creators")] == ["Anybody"]
