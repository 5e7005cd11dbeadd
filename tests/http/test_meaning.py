"""The table of outcomes, by hand and against every exchange that was recorded from real services."""

from __future__ import annotations

import base64
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gate.model import Reason
from gate.references.http.bodies import read_bytes, read_json, read_xml
from gate.references.http.meaning import CLASSES, STATUSES, Answer, Missing, judge, of_status, retry_after
from gate.references.http.values import Failure, Fault, Raw
from tests.shared import shared

WALL = 1_800_000_000.0  # 2027-01-15T08:00:00Z


def as_object(raw: Raw) -> object:
    return read_json(raw.body, dict, raw.content_type)


def reason(
    status: int, body: bytes = b"{}", content_type: str = "application/json", *, absent: bool = True, html_absent: bool = False
) -> Reason | str:
    outcome = judge(Raw(status, body, content_type), as_object, absent=absent, html_absent=html_absent)
    return outcome.reason if isinstance(outcome, Failure) else type(outcome).__name__


@pytest.mark.parametrize(
    ("status", "means"),
    [
        (200, "Answer"),
        (404, "Missing"),
        (410, "Missing"),
        (400, Reason.BAD_REQUEST),
        (405, Reason.BAD_REQUEST),
        (406, Reason.BAD_REQUEST),
        (422, Reason.BAD_REQUEST),
        (401, Reason.REFUSED),
        (402, Reason.REFUSED),
        (403, Reason.REFUSED),
        (407, Reason.REFUSED),
        (451, Reason.REFUSED),
        (511, Reason.REFUSED),
        (408, Reason.TIMEOUT),
        (425, Reason.TIMEOUT),
        (429, Reason.RATE_LIMITED),
        (500, Reason.SERVER),
        (503, Reason.SERVER),
        (599, Reason.SERVER),
        (202, Reason.MALFORMED),
        (204, Reason.MALFORMED),
        (206, Reason.MALFORMED),
        (301, Reason.MALFORMED),
        (100, Reason.MALFORMED),
        (999, Reason.MALFORMED),
    ],
)
def test_a_status_means_what_the_table_says(status: int, means: Reason | str) -> None:
    assert reason(status) == means


def test_only_404_and_410_ever_say_not_held_and_only_200_answers() -> None:
    assert {s for s in range(1000) if of_status(s).reason is None} == {200, 404, 410}
    assert {s for s in range(1000) if of_status(s).held} == {200}
    assert not any(meaning.reason is None for meaning in CLASSES.values())


def test_what_is_tried_again_is_what_may_pass() -> None:
    assert {s for s, meaning in STATUSES.items() if meaning.retry} == {408, 425, 429}
    assert [hundreds for hundreds, meaning in CLASSES.items() if meaning.retry] == [5]


@pytest.mark.parametrize(
    ("body", "content_type", "said"),
    [
        (b"", "application/json", "an empty body"),
        (b" \r\n", "application/json", "an empty body"),
        (b"<!DOCTYPE html><html></html>", "application/json", "an HTML page"),
        (b"\xef\xbb\xbf  <HTML>", "", "an HTML page"),
        (b"<h1>Authority is Busted</h1>", "text/html", "an HTML page"),
        (b'{"a": 1', "application/json", "not whole JSON"),
        (b'{"a": NaN}', "application/json", "NaN is not JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", "application/json", "not whole JSON"),
        (b"[" * 200_000, "application/json", "nested too deep"),
        (b"[]", "application/json", "list where dict is due"),
        (b'"a"', "application/json", "str where dict is due"),
        (b"null", "application/json", "NoneType where dict is due"),
        (b"\xff\xfe{}", "application/json", "not UTF-8"),
        (b"Resource not found.", "application/json", "not whole JSON"),
    ],
)
def test_a_body_that_is_not_the_object_asked_for_is_malformed(body: bytes, content_type: str, said: str) -> None:
    outcome = judge(Raw(200, body, content_type), as_object)
    assert isinstance(outcome, Failure)
    assert outcome.reason is Reason.MALFORMED
    assert said in outcome.detail


def test_a_body_with_a_byte_order_mark_or_under_another_name_is_read() -> None:
    assert judge(Raw(200, b'\xef\xbb\xbf{"a": "\\ud800"}', "text/html"), as_object) == Answer({"a": "\ud800"})


BOMB = b'<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;">]><eSearchResult>&y;&y;</eSearchResult>'


def test_xml_is_the_document_asked_for_or_malformed() -> None:
    good = read_xml(b'<?xml version="1.0"?><!DOCTYPE a PUBLIC "-//NLM" "https://x.example/a.dtd"><n:a xmlns:n="u"/>', ("a", "b"))
    assert not isinstance(good, str)
    for body, said in (
        (b"", "an empty body"),
        (b"<a><b></a>", "not whole XML"),
        (b"<a/>", "a where b is due"),
        (b"<html><body/></html>", "an HTML page"),
        (b'<html xmlns="http://www.w3.org/1999/xhtml"/>', "an HTML page"),
        (b"<!doctype html><p>", "an HTML page"),
        (b'{"a": 1}', "not whole XML"),
    ):
        found = read_xml(body, ("b",))
        assert isinstance(found, str)
        assert said in found


def test_entities_are_not_expanded_and_files_not_read(tmp_path: Path) -> None:
    root = read_xml(BOMB, ("eSearchResult",))
    assert not isinstance(root, str)
    assert "xxxxxxxxxx" not in "".join(map(str, root.itertext(tag="*")))
    (tmp_path / "secret").write_text("secret")
    outside = f'<!DOCTYPE a [<!ENTITY x SYSTEM "{(tmp_path / "secret").as_uri()}">]><a>&x;</a>'.encode()
    root = read_xml(outside, ("a",))
    assert not isinstance(root, str)
    assert "secret" not in (root.text or "")


def test_not_held_needs_more_than_a_page_for_people() -> None:
    page = b"<!DOCTYPE html><html>Not Found</html>"
    assert reason(404, page, "text/html") is Reason.MALFORMED
    assert reason(404, page, "text/html", html_absent=True) == "Missing"
    assert reason(404, b"Resource not found.", "text/plain") == "Missing"
    assert reason(404, b"") == "Missing"
    assert reason(404, b"{}", absent=False) is Reason.MALFORMED
    told = judge(Raw(404, b'{"responseCode": 100}', "application/json"), as_object)
    assert told == Missing({"responseCode": 100})


def test_a_part_of_an_answer_is_none() -> None:
    outcome = judge(Raw(200, b"{}", "application/json", (("x-sql-state", "S1TAT"),)), as_object)
    assert isinstance(outcome, Failure)
    assert outcome.reason is Reason.TIMEOUT


def test_an_error_told_with_status_200_is_a_failure() -> None:
    def fault(value: object) -> Fault | None:
        return Fault(Reason.SERVER, "maxlag") if isinstance(value, dict) and "error" in value else None

    outcome = judge(Raw(200, b'{"error": {}}', "", (("retry-after", "5"),)), as_object, fault=fault)
    assert outcome == Failure(Reason.SERVER, "maxlag", retry=True, retry_after=5.0)
    assert judge(Raw(200, b"{}"), as_object, fault=fault) == Answer({})


@pytest.mark.parametrize("found", list(Reason))
def test_what_a_source_finds_wrong_with_one_answer_is_held_against_the_host_only_where_it_says_so(found: Reason) -> None:
    outcome = judge(Raw(200, b"{}"), as_object, fault=lambda _: Fault(found))
    assert isinstance(outcome, Failure)
    passing = found in {Reason.SERVER, Reason.RATE_LIMITED, Reason.TIMEOUT}
    assert (outcome.retry, outcome.counts) == (passing, passing or found is Reason.REFUSED)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("120", 120.0),
        (" 3600 ", 3600.0),
        ("Fri, 15 Jan 2027 08:00:30 GMT", 30.0),
        ("Friday, 15-Jan-27 08:00:30 GMT", 30.0),
        ("Fri, 15 Jan 2027 09:00:30 +0100", 30.0),
        ("Fri Jan 15 08:00:30 2027", 30.0),
        ("Thu, 14 Jan 2027 08:00:30 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("9" * 30, None),
        ("Fri, 99 Xyz 99999 08:00:30 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after(value, WALL) == seconds


# What the recorded exchanges must mean, by status; a 404 with an HTML page proves nothing unless the service says so.
EXPECTED = {400: Reason.BAD_REQUEST, 500: Reason.SERVER, 504: Reason.SERVER, **dict.fromkeys((301, 302, 303), Reason.MALFORMED)}


def exchanges() -> Iterator[tuple[str, str, Mapping[str, object], Raw]]:
    """Folder, file, request and answer of every recorded exchange."""
    for file in sorted(shared("responses").rglob("*.json*")):
        text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        try:
            value = json.loads(text)
        except ValueError:
            continue
        if not isinstance(value, dict) or value.get("format") != "recorded-exchanges/1":
            continue
        for one in value["exchanges"]:
            answer = one["response"]
            assert answer["body_encoding"] == "utf8"
            names = {name.lower(): value for name, value in (answer["headers"] or {}).items()}
            content_type = names.get("content-type", "")
            kind = content_type[0] if isinstance(content_type, list) else content_type
            yield file.parent.name, file.name, one["request"], Raw(answer["status"], _body(answer["body"]), kind)


def _body(text: str) -> bytes:
    """A body. Those that R's vcr kept in base64 still are, though they are marked as text."""
    if re.fullmatch(r"[A-Za-z0-9+/]{100,}={0,2}", text):
        return base64.b64decode(text)
    return text.encode()


def _wanted(raw: Raw) -> str:
    """What a caller that got this answer had asked for, by its content type, or by the body where it has none."""
    kind = raw.content_type.partition(";")[0]
    if "json" in kind or (not kind and raw.body.lstrip()[:1] in {b"{", b"["}):
        return "json"
    return "xml" if "xml" in kind else "bytes"


def _reading(raw: Raw) -> object:
    wanted = _wanted(raw)
    if wanted == "json":
        return read_json(raw.body, object, raw.content_type)
    if wanted == "xml":
        from lxml import etree

        try:
            return read_xml(raw.body, (etree.QName(etree.fromstring(raw.body)).localname,), raw.content_type)
        except etree.XMLSyntaxError:
            return read_xml(raw.body, (), raw.content_type)
    return read_bytes(raw.body, raw.content_type)


def test_every_recorded_exchange_means_what_its_status_says(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[tuple[str, int, str]] = Counter()
    odd = []
    for folder, file, request, raw in exchanges():
        outcome = judge(raw, _reading)
        means = str(outcome.reason) if isinstance(outcome, Failure) else "held" if isinstance(outcome, Answer) else "not held"
        counts[folder, raw.status, means] += 1
        page = raw.body.lstrip()[:1] == b"<" and "html" in raw.content_type
        if raw.status == 200:
            fits = means == ("malformed answer" if page else "held")
        elif raw.status == 404:
            fits = means == ("malformed answer" if page else "not held")
        else:
            fits = means == str(EXPECTED[raw.status])
        if not fits:
            odd.append((folder, file, urlsplit(str(request["uri"])).path, raw.status, raw.content_type, means, raw.body[:60]))
    with capsys.disabled():
        lines = [f"  {folder:12} {status} {means:17} {count:4}" for (folder, status, means), count in sorted(counts.items())]
        sys.stdout.write("\n".join(["", f"{sum(counts.values())} recorded exchanges:", *lines, ""]))
    assert sum(counts.values()) >= 600
    assert odd == []
