"""The code in docs/integrations, taken from the pages and run against a real server, and against one that is gone or ill."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import HTTPError, URLError

import pymarc
import pytest

from gate.queue.service_tokens import Role, Tokens
from gate.queue.store import open_queue
from gate.settings import Settings
from tests.dspace_stubs import SOURCES
from tests.server.conftest import EXAMPLES, TRUE, WRONG
from tests.server.process import serving
from tests.test_packaging import ROOT

FOLDER = ROOT / "docs" / "integrations"


def code(page: str, language: str) -> str:
    """The one block in ``language`` of a page."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", (FOLDER / page).read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


@dataclass(frozen=True, slots=True)
class Gate:
    base: str
    token: str


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    url = f"sqlite:///{tmp_path_factory.mktemp('gate')}/queue.db"
    with open_queue(Settings(queue_url=url)) as queue:
        _, token = Tokens(queue.database).create("loader", Role.INGEST, datetime.now(UTC))
    with serving(url) as base:
        yield Gate(base, token)


class Ill(BaseHTTPRequestHandler):
    """Answers every call with the status and headers that its path begins with, and a page."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        status = int(self.path.split("/")[1])
        self.send_response(status)
        if status == 200:
            self.send_header("Gate-Decision", "review")
        self.send_header("Content-Length", "13")
        self.end_headers()
        self.wfile.write(b"<html></html>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def ill() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Ill) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def nowhere() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


# -- InvenioRDM


@dataclass
class CheckResult:
    """As invenio_checks.base has it."""

    id: str
    title: str
    description: str
    success: bool = True
    errors: list[dict[str, object]] = field(default_factory=list)

    def add_errors(self, errors: list[dict[str, object]]) -> None:
        self.errors.extend(errors)


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, gate: Gate) -> Callable[[bytes], CheckResult]:
    base = types.ModuleType("invenio_checks.base")
    base.Check, base.CheckResult = object, CheckResult  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "invenio_checks", types.ModuleType("invenio_checks"))
    monkeypatch.setitem(sys.modules, "invenio_checks.base", base)
    monkeypatch.setenv("GATE_HOOK", gate.base)
    monkeypatch.setenv("GATE_HOOK_TOKEN", gate.token)
    names: dict[str, type] = {}
    exec(compile(code("inveniordm.md", "python"), "inveniordm.md", "exec"), names)
    adapter = names["GateCheck"]()
    adapter.body = lambda record: record

    def run(record: bytes) -> CheckResult:
        result, state = adapter.run(record, None)
        assert state == {}
        assert isinstance(result, CheckResult)
        assert {str(one["severity"]) for one in result.errors} <= {"error"}
        assert result.success is not bool(result.errors)
        return result

    return run


def datacite(title: str) -> bytes:
    work = json.loads(TRUE)
    creators = [
        {"familyName": c["family"], "givenName": c["given"], "name": f"{c['family']}, {c['given']}"} for c in work["creators"]
    ]
    return json.dumps(
        {
            "id": work["doi"],
            "doi": work["doi"],
            "creators": creators,
            "titles": [{"title": title}],
            "publisher": "Frontiers Media SA",
            "publicationYear": 2017,
            "types": {"resourceTypeGeneral": "JournalArticle", "resourceType": "article"},
        }
    ).encode()


def test_inveniordm_publishes_what_is_accepted_only(check: Callable[[bytes], CheckResult]) -> None:
    assert check(datacite(json.loads(TRUE)["title"])).success
    refused = check(datacite("A History of Invented Things"))
    assert not refused.success
    assert any("title" in str(one["field"]) or "title" in str(one["description"]).lower() for one in refused.errors)
    assert not check(b"this is no record").success


@pytest.mark.parametrize("path", ["/500", "/503", "/429", "/401", "/200"])
def test_inveniordm_publishes_nothing_when_the_gate_is_ill(
    check: Callable[[bytes], CheckResult], ill: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATE_HOOK", ill + path)
    assert not check(datacite(json.loads(TRUE)["title"])).success
    monkeypatch.setenv("GATE_HOOK", nowhere())
    assert not check(datacite(json.loads(TRUE)["title"])).success


# -- FOLIO


def marc(title: str) -> pymarc.Record:
    work, made = json.loads(TRUE), pymarc.Record()
    names = [f"{c['family']}, {c['given']}" for c in work["creators"]]
    blank = pymarc.Indicators(" ", " ")
    made.add_field(  # type: ignore[no-untyped-call]
        pymarc.Field("001", data="r1"),
        pymarc.Field("024", pymarc.Indicators("7", " "), [pymarc.Subfield("a", work["doi"]), pymarc.Subfield("2", "doi")]),
        *(pymarc.Field("100" if n == 0 else "700", blank, [pymarc.Subfield("a", name)]) for n, name in enumerate(names)),
        pymarc.Field("245", blank, [pymarc.Subfield("a", title)]),
        pymarc.Field(
            "264", pymarc.Indicators(" ", "1"), [pymarc.Subfield("b", "Frontiers Media SA"), pymarc.Subfield("c", "2017")]
        ),
    )
    return made


WAYS: dict[str, Callable[[pymarc.Record], str]] = {
    "MARC_RAW": lambda made: made.as_marc().decode(),
    "MARC_XML": lambda made: str(pymarc.record_to_xml(made, namespace=True), "utf-8"),  # type: ignore[no-untyped-call]
    "MARC_JSON": lambda made: str(made.as_json()),
}


@pytest.fixture
def only_accepted() -> Callable[..., dict[str, list[dict[str, object]]]]:
    names: dict[str, Callable[..., dict[str, list[dict[str, object]]]]] = {}
    exec(compile(code("folio.md", "python"), "folio.md", "exec"), names)
    return names["only_accepted"]


@pytest.mark.parametrize("kind", WAYS)
def test_folio_is_given_what_is_accepted_only(
    only_accepted: Callable[..., dict[str, list[dict[str, object]]]], gate: Gate, ill: str, kind: str
) -> None:
    titles = (json.loads(TRUE)["title"], "A History of Invented Things")
    records = [WAYS[kind](marc(title)) for title in titles] + ["this is no record"]
    chunk = {
        "recordsMetadata": {"last": False, "counter": 3, "total": 3, "contentType": kind},
        "initialRecords": [{"record": record, "order": n} for n, record in enumerate(records)],
    }
    assert [one["order"] for one in only_accepted(chunk, gate.base, gate.token)["initialRecords"]] == [0]
    for base, token in ((nowhere(), gate.token), (gate.base, "gate_wrong"), (f"{ill}/503", ""), (f"{ill}/500", "")):
        with pytest.raises((HTTPError, URLError)):
            only_accepted(chunk, base, token)


# -- shells


def shell(folder: Path, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "GATE_QUEUE_URL": f"sqlite:///{folder}/queue.db", **variables}
    return subprocess.run(
        ["sh", script, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120
    )


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def test_a_loader_with_a_shell_loads_what_is_accepted_only(tmp_path: Path, gate: Gate, ill: str) -> None:
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not here")
    text = code("cron.md", "sh")
    program(tmp_path, "load-into-catalogue", 'echo "loaded $1"')
    (tmp_path / "true.json").write_bytes(TRUE)
    (tmp_path / "wrong.json").write_bytes(WRONG)
    for base, name, loaded in (
        (gate.base, "true.json", True),
        (gate.base, "wrong.json", False),
        (f"{ill}/503", "true.json", False),
        (f"{ill}/200", "true.json", False),
        (nowhere(), "true.json", False),
    ):
        (tmp_path / "load.sh").write_text(text.replace("http://127.0.0.1:8000", base), encoding="utf-8")
        done = shell(tmp_path, "load.sh", name, GATE_TOKEN=gate.token)
        assert ("loaded" in done.stdout, done.returncode == 0) == (loaded, loaded), (base, name, done)


def test_islandora_creates_what_is_accepted_only(tmp_path: Path) -> None:
    (tmp_path / "ingest.sh").write_text(
        code("islandora-workbench.md", "sh").replace("--split", "--offline --split"), encoding="utf-8"
    )
    program(tmp_path, "make-csv", 'cat "$1"')
    program(tmp_path, "workbench", 'echo "workbench $*"; grep -c . input.csv')
    people = json.loads((EXAMPLES / "philosophers.json").read_text(encoding="utf-8"))
    wrong = json.loads(WRONG)
    (tmp_path / "mixed.jsonl").write_text("\n".join(map(json.dumps, [people[0], wrong])) + "\n", encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text(json.dumps(wrong) + "\n", encoding="utf-8")
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    mixed = shell(tmp_path, "ingest.sh", "mixed.jsonl")
    assert (mixed.returncode, mixed.stdout.split("\n")[-5:]) == (
        0,
        ["workbench --config create.yml --check", "1", "workbench --config create.yml", "1", ""],
    ), mixed
    assert wrong["id"] not in (tmp_path / "input.csv").read_text(encoding="utf-8")
    bad, none = shell(tmp_path, "ingest.sh", "bad.jsonl"), shell(tmp_path, "ingest.sh", "none.jsonl")
    assert ("workbench" in bad.stdout, bad.returncode) == (False, 0)
    assert ("workbench" in none.stdout, none.returncode == 0) == (False, False)


# -- Koha

STAGE = """echo "stage_file.pl $*" >> called.txt
[ "$MODE" != dies ] || exit 255
[ "$MODE" != usage ] || { echo 'Parameters:'; exit 0; }
cp "$2" given.mrc
echo 'Number of input records:    1'
echo "Number of invalid records:  $([ "$MODE" = invalid ] && echo 1 || echo 0)"
echo 'Batch number assigned:  17'"""


@pytest.fixture
def koha(tmp_path: Path) -> Callable[..., tuple[int, list[str]]]:
    """Runs the script in ``tmp_path``; gives its code and the calls that Koha's programs got."""
    program(tmp_path, "stage_file.pl", STAGE)
    program(tmp_path, "commit_file.pl", 'echo "commit_file.pl $*" >> called.txt')
    (tmp_path / "stage.sh").write_text(code("koha.md", "sh").replace("--split", "--offline --split"), encoding="utf-8")
    right, wrong = (marc(title).as_marc() for title in (json.loads(TRUE)["title"], "A History of Invented Things"))
    (tmp_path / "mixed.mrc").write_bytes(wrong + right)
    (tmp_path / "right.mrc").write_bytes(right)
    (tmp_path / "wrong.mrc").write_bytes(wrong)
    (tmp_path / "broken.mrc").write_bytes(right + b"00026no record\x1d")

    def run(*arguments: str, mode: str = "", **variables: str) -> tuple[int, list[str]]:
        called = tmp_path / "called.txt"
        called.unlink(missing_ok=True)
        done = shell(tmp_path, "stage.sh", *arguments, KOHA_BIN=str(tmp_path), MODE=mode, **variables)
        return done.returncode, called.read_text(encoding="utf-8").splitlines() if called.exists() else []

    return run


def test_koha_is_handed_what_is_accepted_only(koha: Callable[..., tuple[int, list[str]]], tmp_path: Path) -> None:
    returned, calls = koha("mixed.mrc", "commit")
    assert (returned, [call.split()[0] for call in calls]) == (1, ["stage_file.pl", "commit_file.pl"])
    assert (tmp_path / "given.mrc").read_bytes() == (tmp_path / "right.mrc").read_bytes()
    assert calls[1].endswith("--batch-number 17")
    with open_queue(Settings(queue_url=f"sqlite:///{tmp_path}/queue.db")) as queue:
        (row,) = queue.page().rows
    assert f"--comment {row.batch}" in calls[0], "both logs meet"
    returned, calls = koha("right.mrc")
    assert (returned, [call.split()[0] for call in calls]) == (0, ["stage_file.pl"])


def test_koha_is_handed_nothing_where_the_gate_did_not_accept_or_did_not_run(
    koha: Callable[..., tuple[int, list[str]]], tmp_path: Path
) -> None:
    assert koha("wrong.mrc", "commit") == (1, [])
    assert koha("broken.mrc", "commit") == (2, [])
    for returned in (2, 3, 70, 75):  # even where accepted records of an earlier run lie there
        (tmp_path / "staged").mkdir(exist_ok=True)
        (tmp_path / "staged" / "right.accepted.mrc").write_bytes(b"of yesterday")
        program(tmp_path, "gate", f"exit {returned}")
        assert koha("right.mrc", "commit") == (returned, [])
    (tmp_path / "gate").unlink()
    gone = "/usr/bin:/bin"
    if shutil.which("gate", path=gone) is None:
        assert koha("right.mrc", "commit", PATH=gone) == (127, [])


@pytest.mark.parametrize("mode", ["dies", "usage", "invalid"])
def test_koha_imports_nothing_that_it_did_not_stage(
    koha: Callable[..., tuple[int, list[str]]], tmp_path: Path, mode: str
) -> None:
    (tmp_path / "staged").mkdir()
    (tmp_path / "staged" / "right.accepted.mrc").write_bytes((tmp_path / "right.mrc").read_bytes())
    program(tmp_path, "gate", "exit 0")
    returned, calls = koha("right.mrc", "commit", mode=mode)
    assert returned == {"dies": 255}.get(mode, 70)
    assert [call.split()[0] for call in calls] == ["stage_file.pl"]


# -- DSpace


def item(title: str) -> list[str]:
    work = json.loads(TRUE)
    names = [f"contributor.author={c['family']}, {c['given']}" for c in work["creators"]]
    doi = f"identifier.doi={work['doi']}"
    return [f"title={title}", *names, "date.issued=2017", doi, "description.provenance=Submitted by <somebody>", "type=Article"]


def test_dspace_archives_what_is_accepted_only(tmp_path: Path, gate: Gate, ill: str) -> None:
    javac, java = shutil.which("javac"), shutil.which("java")
    if javac is None or java is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have a Java compiler")
        pytest.skip("no Java compiler is here")
    for name, text in {**SOURCES, "org/example/curate/GateTask.java": code("dspace.md", "java")}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [*SOURCES, "org/example/curate/GateTask.java"]
    quick = "-XX:TieredStopAtLevel=1"  # a short run needs no second compiler
    built = subprocess.run(
        [javac, f"-J{quick}", "-Xlint:all", "-Werror", "-encoding", "UTF-8", *files],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    right, wrong = item(json.loads(TRUE)["title"]), item("A History of <Invented> & other Things")
    cases = [(gate.base, gate.token, right, 0), (gate.base, gate.token, wrong, 1), (gate.base, gate.token, [], 1)]
    cases += [
        (base, "t", right, 1) for base in (gate.base, nowhere(), "", "no address", f"{ill}/503", f"{ill}/200", f"{ill}/302")
    ]
    lines = ["\t".join((base, token, *fields)) for base, token, fields, _ in cases]
    done = subprocess.run(
        [java, quick, "-cp", ".", "Run"], cwd=tmp_path, input="\n".join(lines) + "\n", capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip
    *answers, container = done.stdout.splitlines()
    statuses = [int(answer.split("\t")[0]) for answer in answers]
    assert statuses == [status for *_, status in cases], done
    assert container == "2"
    assert f"{gate.base}/queue?batch=" in answers[1]
    assert all(answer.split("\t")[1] for answer in answers), "the reason is told"


@pytest.mark.parametrize("page", sorted(path.name for path in FOLDER.glob("*.md")))
def test_every_page_says_what_was_tried_and_what_was_not(page: str) -> None:
    text = (FOLDER / page).read_text(encoding="utf-8")
    assert re.search(r"Tried here:|Not tried here:", text)
    assert re.search(r"Not tried:|Not tried here:", text)
