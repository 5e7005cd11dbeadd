"""Building a snapshot of people, and going on with it after whatever stopped it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from gate.errors import SnapshotError, UnreachableError, UsageError
from gate.model import Entity, Found, Identifier, Kind, Query
from gate.references import open_sources
from gate.references.harvesting import People, build
from gate.references.local import Manifest, verify
from gate.references.local.files import read_entities
from tests.authorities.wikidata import human
from tests.authorities.wikidata import time as moment
from tests.references.harvesting.services import PHILOSOPHER, philosophers, wikidata

PLAN = People(1600, 1700, (PHILOSOPHER,))


def held(manifest: Manifest) -> list[Entity]:
    return [entity for path in manifest.paths for entity in read_entities(path)]


def test_people_born_in_a_span(tmp_path: Path) -> None:
    with wikidata(philosophers(130)) as served:
        settings = served.settings(tmp_path)
        manifest = build(PLAN, settings, name="thinkers")
        entities = held(manifest)
        assert {e.label for e in entities} == {f"Thinker {n}" for n in range(101)}  # 1600 to 1700, both included
        first = next(e for e in entities if e.label == "Thinker 1")
        assert [s.value for s in first.all("birth")] == ["1601-05-01"]
        assert [s.value for s in first.all("birth_place")] == ["Berlin"]
        assert [s.value for s in first.all("influenced_by")] == ["Thinker 7"]
        assert (manifest.source, manifest.licence) == ("Wikidata: query service and API", "CC0-1.0")
        assert manifest.build == f"gate refs build people --born 1600..1700 --occupation {PHILOSOPHER} --name thinkers"
        assert dict(manifest.counts)["entities"] == 101
        assert manifest.complete_for == ()
        assert verify("thinkers", settings).sound
        assert [path.name for path in settings.references.iterdir()] == ["thinkers"]  # nothing is left beside it
    with open_sources(settings, only=["thinkers"]) as sources:
        (source,) = sources.all
        answer = source.by_identifier(Identifier("wikidata", "Q1050"))
        assert isinstance(answer, Found)
        assert isinstance(source.search(Query(Kind.AGENT, label="Thinker 50")), Found)
        assert isinstance(source.neighbourhood(answer.value.id), Found)


def test_small_pages_bring_the_same_people(tmp_path: Path) -> None:
    with wikidata(philosophers(60)) as served:
        manifest = build(People(1600, 1700, (PHILOSOPHER,), page=7), served.settings(tmp_path), name="thinkers")
        assert len(held(manifest)) == 60
        assert len(served.questions) == len(set(served.questions))


def test_years_before_christ(tmp_path: Path) -> None:
    people = [
        human("Q11", "Early", P106=PHILOSOPHER, P569=moment("-0428")),
        human("Q12", "Later", P106=PHILOSOPHER, P569=moment("-0300")),
        *philosophers(1),
    ]
    with wikidata(people) as served:
        manifest = build(People(-450, -400, (PHILOSOPHER,)), served.settings(tmp_path), name="greeks")
        (early,) = held(manifest)
        assert early.label == "Early"


def test_a_service_that_fails_stops_the_build_and_loses_nothing(tmp_path: Path) -> None:
    with wikidata(philosophers(130)) as served:
        settings = served.settings(tmp_path, max_attempts=1, breaker_failures=1)
        served.api.fault("401")
        with pytest.raises(UnreachableError, match=r"wikidata does not answer .* steps are kept") as told:
            build(PLAN, settings, name="thinkers")
        assert told.value.exit_code == 3
        assert not (settings.references / "thinkers").exists()
        asked = len(served.query.asked)
        served.api.recover()
        manifest = build(PLAN, settings, name="thinkers")
        assert len(held(manifest)) == 101
        assert len(served.query.asked) == asked + 4  # the first of five lists was there


def test_a_passing_fault_is_waited_for(tmp_path: Path) -> None:
    with wikidata(philosophers(3)) as served:
        settings = served.settings(tmp_path, max_attempts=1, breaker_failures=1, breaker_seconds=1)
        served.query.fault("503", times=1)
        assert len(held(build(PLAN, settings, name="thinkers"))) == 3


def test_another_plan_of_the_same_name_is_refused_until_it_is_restarted(tmp_path: Path) -> None:
    with wikidata(philosophers(5)) as served:
        settings = served.settings(tmp_path, max_attempts=1, breaker_failures=1)
        served.api.fault("401")
        with pytest.raises(UnreachableError):
            build(PLAN, settings, name="thinkers")
        served.api.recover()
        other = People(1602, 1603, (PHILOSOPHER,))
        with pytest.raises(UsageError, match="another build of this name was begun"):
            build(other, settings, name="thinkers")
        assert len(held(build(other, settings, name="thinkers", restart=True))) == 2


def test_nobody_at_all_is_an_error_not_an_empty_snapshot(tmp_path: Path) -> None:
    with wikidata(philosophers(2)) as served:
        settings = served.settings(tmp_path)
        with pytest.raises(SnapshotError, match="hold nothing"):
            build(People(1900, 1901, (PHILOSOPHER,)), settings, name="thinkers")


def test_a_name_that_is_taken_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    with wikidata(philosophers(2)) as served:
        settings = served.settings(tmp_path)
        build(PLAN, settings, name="thinkers")
        asked = len(served.questions)
        with pytest.raises(UsageError, match="already"):
            build(PLAN, settings, name="thinkers")
        assert len(served.questions) == asked
        assert len(held(build(PLAN, settings, name="thinkers", replacing=True))) == 2


def start(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    base = {k: v for k, v in os.environ.items() if not k.startswith("GATE_")}
    call = ["refs", "build", "people", "--born", "1600..1999", "--occupation", PHILOSOPHER, "--name", "thinkers"]
    return subprocess.Popen(
        [sys.executable, "-m", "gate", *call], env={**base, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@pytest.mark.parametrize("after", [1, 9, 17])
def test_a_killed_process_goes_on_where_it_was(tmp_path: Path, after: int) -> None:
    with wikidata(philosophers(400), delay=0.05) as served:
        process = start(served.environment(tmp_path))
        ends = time.monotonic() + 30
        while len(served.questions) < after:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < ends
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        before = len(served.questions)
        time.sleep(0.1)  # whatever was on its way has come
        out, err = start(served.environment(tmp_path)).communicate(timeout=60)
        assert out.startswith(b"thinkers: 400 entities"), err
        assert len(served.questions) > before >= after
        again = {question: times for question, times in Counter(served.questions).items() if times > 1}
        # only the question that was on its way when the process died may have been asked again
        assert sum(times - 1 for times in again.values()) <= 1, again
        settings = served.settings(tmp_path)
        assert verify("thinkers", settings).sound
        (path,) = (settings.references / "thinkers").glob("*.gz")
        assert {e.label for e in read_entities(path)} == {f"Thinker {n}" for n in range(400)}
        assert all(e.all("birth_place") and e.all("influenced_by") for e in read_entities(path))
