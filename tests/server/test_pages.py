"""What the forms of the pages do: a spreadsheet that comes back, a corrected record, a re-check, a batch summed up, errors."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Self

import openpyxl
import pytest
from starlette.testclient import TestClient

from gate.model import Record, Similarity
from gate.queue.store import Queue
from gate.queue.values import Filter, State
from gate.records import read_bytes
from gate.report.words import amount
from gate.server.pages import rechecking
from gate.settings import Settings
from tests.queue.runs import run
from tests.report.samples import UNCHECKED, reviewed
from tests.server.conftest import EXAMPLES, TRUE, WRONG, send
from tests.server.test_batches import through

PEOPLE = json.loads((EXAMPLES / "philosophers.json").read_text())


def csrf(client: TestClient) -> str:
    found = re.search('name="csrf" value="([0-9a-f]+)"', client.get("/queue/spreadsheet").text)
    assert found is not None
    return found[1]


def queue_of(client: TestClient) -> Queue:
    queue = client.app.state.service.queue  # type: ignore[attr-defined]
    assert isinstance(queue, Queue)
    return queue


def post(client: TestClient, path: str, **fields: str) -> tuple[int, str]:
    answer = client.post(path, data={"csrf": csrf(client), **fields})
    return answer.status_code, answer.headers.get("location", "") + answer.text


def upload(client: TestClient, data: bytes, name: str = "queue.xlsx") -> tuple[int, str]:
    answer = client.post("/queue/spreadsheet", data={"csrf": csrf(client)}, files={"file": (name, data)})
    return answer.status_code, answer.text


def workbook(client: TestClient, *decisions: tuple[str | int, ...]) -> bytes:
    """The workbook of the queue with decision, reason, note (and version) filled in, row by row."""
    book = openpyxl.load_workbook(io.BytesIO(client.get("/v1/queue/export?format=xlsx&state=all").content))
    sheet = book["items"]
    names = [cell.value for cell in sheet[1]]
    for number, values in enumerate(decisions, 2):
        for name, value in zip(("decision", "reason", "note", "version"), values, strict=False):
            sheet.cell(number, names.index(name) + 1).value = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_shows_what_it_would_change_and_then_does_it(client: TestClient) -> None:
    for _ in range(4):
        send(client)
    data = workbook(client, ("accept", "source-wrong", "seen"), ("reject",), ("burn",), ("reject", "invented", "", 9))
    status, text = upload(client, data)
    assert status == 200
    assert "1 decision can be carried out, 2 cannot, 1 row cannot be meant. Nothing is changed yet." in text
    for told in (
        "row 4: &#39;burn&#39; is no decision",
        "to reject needs a reason",
        "has changed since you saw it (version 9, now 1)",
    ):
        assert told in text
    assert {row.state for row in queue_of(client).page(Filter()).rows} == {State.PENDING}
    packed = re.search('name="decisions" value="([^"]+)"', text)
    assert packed is not None
    given = packed[1].replace("&#34;", '"')
    status, place = post(client, "/queue/spreadsheet/decide", decisions=given)
    assert (status, place[:24]) == (303, "/queue?&count=1&together")
    row = queue_of(client).get(1).row
    assert (row.state, row.reason, row.handed_over) == (State.ACCEPTED, "source-wrong", None)
    status, text = post(client, "/queue/spreadsheet/decide", decisions=given)  # somebody was faster
    assert status == 409
    assert "item 1 is accepted already" in text
    for wrong in ("", "{}", "[1]", '[{"item": 1, "version": 1, "state": "pending"}]'):
        assert post(client, "/queue/spreadsheet/decide", decisions=wrong)[0] == 422


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"a,b\n1,2\n", "no column item"),
        (b"PK\x03\x04 not a workbook", "not a workbook"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"item,version,decision,reason,note\n1,1,,,\n", "No row has a decision in it"),
    ],
)
def test_a_file_that_is_no_spreadsheet_of_ours_is_told(client: TestClient, data: bytes, why: str) -> None:
    assert why in upload(client, data, "<b>x</b>.csv")[1]


def test_a_form_without_a_file_or_of_another_session_changes_nothing(client: TestClient) -> None:
    assert client.post("/queue/spreadsheet", data={"csrf": "x"}, files={"file": ("a.csv", b"x")}).status_code == 403
    assert upload(client, b"")[0] == 422
    assert client.post("/queue/spreadsheet", data={"csrf": csrf(client)}).status_code == 415
    body = client.post("/queue/spreadsheet", content=b"--x", headers={"Content-Type": "multipart/form-data"})
    assert body.status_code == 422


def test_a_record_is_corrected_checked_kept_and_opened_again(client: TestClient) -> None:
    send(client)
    status, text = post(
        client, "/queue/1/correct", how="values", text=WRONG.decode(), **{"take": "death", "h:death": "1883-03-14"}
    )
    assert status == 200
    assert 'corrected it is <span class="verdict accept">' in text
    right = WRONG.replace(b"1893-03-14", b"1883-03-14")
    assert queue_of(client).get(1).row.state is State.PENDING
    assert post(client, "/queue/1/correct", how="keep", text=right.decode(), reason="values-mended", version="1")[0] == 303
    item = queue_of(client).get(1)
    assert (item.row.state, item.raw.strip(), item.corrected.strip()) == (State.CORRECTED, WRONG.strip(), right.strip())
    assert item.events[-1].detail == "checked again: accept, 0 findings above info"
    page = client.get("/queue/1").text
    assert "What was corrected" in page
    assert "checked again: accept" in page
    assert client.get("/queue/1/raw?corrected").content == item.corrected
    status, text = post(client, "/queue/1/correct", how="keep", text=right.decode(), reason="values-mended", version="1")
    assert (status, "corrected already" in text) == (409, True)
    assert post(client, "/queue/1/undo", version="2")[0] == 303
    assert "Take it up again" in client.get("/queue/1").text
    assert "1883-03-14" in client.get("/queue/1/correct").text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"how": "text", "text": "{"}, "one record in the format json is needed"),
        ({"how": "text", "text": ""}, "one record in the format json is needed"),
        ({"how": "values", "text": WRONG.decode(), "v:name": ""}, "name: the value does not stand in the record"),
        ({"how": "keep", "text": WRONG.decode()}, "nothing was changed"),
        ({"how": "keep", "text": WRONG.decode().replace("1893", "1894")}, "keeping it needs a reason"),
        ({"how": "text", "text": "x" * 400_000}, "more than 150,000 characters"),
    ],
)
def test_a_correction_that_cannot_be_is_told_and_what_was_written_stays(
    client: TestClient, fields: dict[str, str], why: str
) -> None:
    send(client)
    status, text = post(client, "/queue/1/correct", **fields)
    assert (status, why in text) == (422, True)
    assert queue_of(client).get(1).row.state is State.PENDING


def test_what_could_not_be_checked_is_checked_again_by_a_button(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [
        record
        for data in (TRUE, WRONG)
        for record in read_bytes(data, "outage.json", settings=Settings())
        if isinstance(record, Record)
    ]
    queue_of(client).take_in(run(*(reviewed(record, (), UNCHECKED) for record in records)), batch="outage")
    assert "<strong>2</strong> of these could not be checked" in client.get("/queue").text
    status, there = post(client, "/queue/recheck", back="batch=outage")
    assert (status, there) == (303, "/queue?batch=outage&again=1-1-0-0-0")
    assert "Checked again: 1 accepted, 1 to review, 0 still unchecked." in client.get(there).text
    pending = queue_of(client).page(Filter(states=(State.PENDING,))).rows
    assert [row.verdict.value for row in pending] == ["review"]
    status, there = post(client, "/queue/recheck", item=str(pending[0].id))
    assert there.endswith("again=0-1-0-0-0")
    assert post(client, "/queue/recheck", back="code=nothing-like-it")[1].endswith("again=0-0-0-0-0")
    assert client.get("/queue?again=1-2-x").status_code == 200
    monkeypatch.setattr(rechecking, "BATCH", 1)
    status, text = post(client, "/queue/recheck", item=str(pending[0].id))
    assert (status, "use gate queue recheck" in text) == (422, True)


def test_an_uploaded_batch_is_summed_up_over_all_its_records(client: TestClient) -> None:
    wrong = json.loads(WRONG)
    body = json.dumps([{**one, "id": f"p{n}"} for n, one in enumerate([*PEOPLE * 11, wrong, wrong])]).encode()
    batch = client.post("/v1/batches", content=body, headers={"Content-Type": "application/json"}).json()["id"]
    through(client, batch)
    page = client.get(f"/batch?id={batch}").text
    total = len(PEOPLE) * 11 + 2
    assert f"Over all {total} records, accepted ones too." in page
    assert f"Of {total} records that a source knows." in page
    assert "date-contradicted</a>" in page
    assert "fabrication strict" in page
    result = json.loads(client.get(f"/v1/batches/{batch}/result").content)  # one part, so its own profile is that of all
    for measure in result["batch_profile"]["measures"]:
        row = page.split(f'data-label="Measure">{measure["name"].replace("_", " ")}</th>')[1].split("</tr>")[0]
        value = "" if measure["value"] is None else amount(measure["value"], 3)
        assert f'data-label="Value">{value}' in row, measure


def test_an_error_keeps_the_way_to_the_other_pages(client: TestClient) -> None:
    answer = client.get("/queue/99")
    assert answer.status_code == 404
    assert 'aria-label="Pages"' in answer.text
    assert client.get("/queue?state=burnt").status_code == 422


def test_a_list_of_works_is_checked_again_by_its_own_rules(client: TestClient) -> None:
    body = (EXAMPLES / "reading-list.bib").read_bytes()
    client.post("/v1/check?as=bibliography&name=list.bib", content=body, headers={"Content-Type": "text/x-bibtex"})
    (before,) = queue_of(client).page(Filter()).rows
    assert "Correct the record here" not in client.get(f"/queue/{before.id}").text
    post(client, "/queue/recheck", item=str(before.id))
    item = queue_of(client).get(before.id)
    assert item.record.bibliography
    assert (item.row.version, item.row.message) == (before.version, before.message), "nothing new"


def test_the_list_can_be_narrowed_by_age_and_exported_as_shown(client: TestClient) -> None:
    send(client)
    page = client.get("/queue").text
    assert "older_than=7d" in page
    assert "/v1/queue/export?format=jsonl&amp;state=pending" in page, "what is exported is what is shown"
    assert "Nothing fits these filters" in client.get("/queue?older_than=7d").text


def test_a_decision_on_several_is_undone_at_once_and_what_changed_since_is_told(client: TestClient) -> None:
    for _ in range(3):
        send(client)
    asked = {"which": "all", "decision": "reject", "reason": "invented", "back": "kind=agent"}
    status, text = post(client, "/queue/bulk", **asked)
    assert (status, "Reject 3 items?" in text) == (200, True)
    assert {row.state for row in queue_of(client).page(Filter()).rows} == {State.PENDING}, "it only asks"
    status, place = post(client, "/queue/bulk", sure="yes", **asked)
    assert status == 303
    shown = client.get(place).text
    assert "3 items decided." in shown
    mark = place.rpartition("together=")[2]
    assert "Undo all 3" in shown
    assert f'value="{mark}"' in shown
    assert "Undo all that were decided together with it" in client.get("/queue/2").text
    queue_of(client).undo(1, who="bob")
    status, text = post(client, "/queue/undo", together=mark)
    assert status == 409
    assert "1 could not be opened again" in text
    assert "item 1 has changed since" in text
    assert {row.state for row in queue_of(client).page(Filter()).rows} == {State.PENDING}
    assert post(client, "/queue/undo", together="0" * 12)[0] == 422
    assert client.post("/queue/undo", data={"together": mark, "csrf": "0"}).status_code == 403
    done = queue_of(client).decide_many((2, 3), None, State.EXPIRED, who="anna")
    status, place = post(client, "/queue/undo", together=done.mark)
    assert (status, "2 items opened again" in client.get(place).text) == (303, True)


def test_a_decision_on_several_that_is_refused_for_some_offers_to_undo_the_others(client: TestClient) -> None:
    for _ in range(3):
        send(client)
    queue_of(client).decide(1, State.EXPIRED, who="bob")
    token = csrf(client)
    fields = {"csrf": token, "which": "chosen", "item": ["1", "2", "3"], "decision": "expire"}
    answer = client.post("/queue/bulk", data=fields)
    assert answer.status_code == 409
    for told in ("1 could not be decided", "2 were decided (expire)", "expired already, by bob", "Undo the 2 that were decided"):
        assert told in answer.text


def test_free_text_and_similarity_are_shown_where_the_report_has_them(client: TestClient) -> None:
    send(client)
    assert "Free text" not in client.get("/queue/1").text
    assert "Similarity of meaning" not in client.get("/queue/1").text
    record = json.loads(WRONG) | {
        "biography": "Karl Marx (born 5 May 1825, died 1883) was a philosopher, like Hegel. <b>=1+1</b>"
    }
    (read,) = read_bytes(json.dumps(record).encode(), "one.json", settings=Settings())
    checker = client.app.state.service.checker  # type: ignore[attr-defined]
    checker.settings = Settings(read_text=True)
    report = checker.check([read])
    advice = (
        Similarity("death", "contradicted", "1884", "<i>14 March 1883</i>", -0.25, 0.75),
        Similarity("name", "fabricated", "Karl Marx", "", None, None, "nothing to hold it against"),
    )
    taken = replace(report, records=(replace(report.records[0], similarities=advice),))
    queue_of(client).take_in(taken, batch="text")
    text = client.get("/queue/2").text
    for told in ("Free text", "characters read", "1825", "contradicted", "No phrase of it is held against the record"):
        assert told in text, told
    for told in ("Similarity of meaning", "cosine -0.25", "wrong with probability 0.75", "undefined: nothing to hold it against"):
        assert told in text, told
    assert "<i>14 March" not in text
    nothing = replace(report, records=(replace(report.records[0], similarities=()),))
    queue_of(client).take_in(nothing, batch="none")
    assert "No value could be compared so." in client.get("/queue/3").text


def test_a_clock_that_was_set_back_shows_no_negative_age(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    class Past(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2001, 1, 1, tzinfo=tz)

    monkeypatch.setattr("gate.server.pages.sources.datetime", Past)
    text = client.get("/sources").text
    assert "is the clock right?" in text
    assert "-9" not in text
    assert "days ago" not in text


def test_reasons_are_told_in_plain_words(client: TestClient) -> None:
    send(client, (EXAMPLES / "work-unknown.json").read_bytes())
    text = client.get("/queue/1").text
    assert "is not assessed, and must be supported" in text
    assert "not_assessed" not in text
