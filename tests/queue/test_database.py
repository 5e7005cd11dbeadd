"""Addresses, versions of the schema, and databases that cannot be used."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from gate.errors import QueueError, SettingsError
from gate.queue.database import open_database
from gate.queue.schema import bring_up
from gate.queue.store import open_queue
from gate.queue.values import Filter, State
from gate.settings import Settings, load_settings
from tests.queue.runs import review, run


def test_the_queue_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_queue(Settings()) as queue:
        assert queue.name == str(tmp_path / "data" / "catalog-gate" / "queue.db")
    assert (tmp_path / "data" / "catalog-gate" / "queue.db").is_file()


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "postgres+odd://x", "oracle://a:secret@b/c"]
)
def test_an_address_that_cannot_be_meant_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(SettingsError) as refused:
        open_queue(Settings(queue_url=url))
    assert "secret" not in str(refused.value)
    assert "queue_url" in str(refused.value)


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    url = f"postgresql://anna:hush@/nowhere?host={tmp_path}"
    assert "hush" not in repr(Settings(queue_url=url))
    with pytest.raises(QueueError) as failed:
        open_queue(Settings(queue_url=url))
    assert "hush" not in str(failed.value)
    assert failed.value.exit_code == 75


@pytest.mark.parametrize(("text", "value"), [("true", True), ("0", False), ("False", False), ("1", True)])
def test_whether_reviews_are_queued_is_a_setting(text: str, value: bool, tmp_path: Path) -> None:
    assert load_settings({"GATE_QUEUE_REVIEWS": text}, tmp_path).queue_reviews is value
    with pytest.raises(SettingsError, match="queue_reviews must be bool"):
        load_settings({"GATE_QUEUE_REVIEWS": "perhaps"}, tmp_path)


def test_what_is_no_database_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "queue.db"
    file.write_text("this is a text" * 100)
    with pytest.raises(QueueError, match="not a database"):
        open_queue(Settings(queue_url=f"sqlite:///{file}"))
    with pytest.raises(QueueError, match="cannot be"):
        open_queue(Settings(queue_url=f"sqlite:///{file}/below/queue.db"))


def test_a_full_disk_is_an_error_that_changes_nothing(tmp_path: Path) -> None:
    with open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")) as queue:
        queue.take_in(run(review(1)), batch="b1")
        with queue.database.writing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        # SQLite's own limit stands for a disk that is full: both end in SQLITE_FULL
        with queue.database._engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 1}")
        with pytest.raises(QueueError, match="full"):
            queue.take_in(run(*(review(n) for n in range(2, 400))), batch="b2")
        assert [b.id for b in queue.batches()] == ["b1"]
        assert queue.page(Filter()).total == 1


@pytest.mark.skipif(os.name == "nt", reason="root may write anywhere; the other way is by file permissions")
def test_a_database_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")) as queue:
        queue.take_in(run(review(1)), batch="b1")
        with queue.database._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        with pytest.raises(QueueError, match="readonly"):
            queue.decide(1, State.REJECTED, who="anna", reason="invented")


def test_many_can_open_a_new_queue_at_once(url: str) -> None:
    def opened(n: int) -> int:
        with open_queue(Settings(queue_url=url)) as queue:
            return queue.take_in(run(review(n)), batch="b").added

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(opened, range(1, 7))) == [1] * 6
    with open_queue(Settings(queue_url=url)) as queue:
        assert queue.page(Filter()).total == 6


def test_an_older_schema_is_brought_up_step_by_step_and_a_newer_one_refused(url: str, tmp_path: Path) -> None:
    def add(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE items ADD COLUMN shelf TEXT"))
        connection.execute(text("UPDATE items SET shelf = 'new'"))

    def fail(connection: Connection) -> None:
        connection.execute(text("UPDATE items SET shelf = 'lost'"))
        raise ValueError("stopped half-way")

    with open_queue(Settings(queue_url=url)) as queue:
        queue.take_in(run(review(1)), batch="b1")
        assert bring_up(queue.database, (add,)) == 2
        with pytest.raises(ValueError, match="half-way"):
            bring_up(queue.database, (add, fail))
        with queue.database.reading() as connection:
            assert connection.execute(text("SELECT shelf FROM items")).scalar() == "new"
        assert bring_up(queue.database, (add,)) == 2
    with pytest.raises(QueueError, match="newer version"):
        open_queue(Settings(queue_url=url))
    database = open_database(url, tmp_path)
    assert bring_up(database, (add,)) == 2
    database.close()


def test_a_copy_made_while_it_runs_can_be_opened_in_its_place(tmp_path: Path) -> None:
    """What ``.backup`` of the sqlite3 shell does (the online backup of SQLite)."""
    import sqlite3

    with open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")) as queue:
        queue.take_in(run(review(1), review(2)), batch="b1")
        queue.decide(1, State.REJECTED, who="anna", reason="invented")
        source, copy = sqlite3.connect(tmp_path / "queue.db"), sqlite3.connect(tmp_path / "copy.db")
        source.backup(copy)
        source.close()
        copy.close()
        queue.decide(2, State.REJECTED, who="anna", reason="invented")
    with open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/copy.db")) as restored:
        assert [row.state for row in restored.page(Filter(), sort="id").rows] == [State.REJECTED, State.PENDING]
        assert restored.decide(2, State.EXPIRED, who="bob").state is State.EXPIRED
        assert [e.who for e in restored.history(1)] == ["gate", "anna"]
