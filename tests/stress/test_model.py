from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gate.errors import InputError, UsageError
from gate.stress.answers import Question, file_stem, load
from gate.stress.model import DELAYS, Endpoint, ask
from tests.authorities.server import Response
from tests.stress.endpoint import playing

QUESTIONS = [Question("one", "first?"), Question("two", "second?", temperature=1.4)]


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    with playing(lambda prompt: f"heard {prompt}") as it:
        endpoint = Endpoint(f"{it.url}/v1", "m/1", temperature=0.2, max_tokens=99, key="a-secret-key")
        first = ask(QUESTIONS, endpoint, tmp_path)
        assert (first.now, first.before, first.prompt_tokens, first.answer_tokens, first.failed) == (2, 0, 20, 10, ())
        assert ask(QUESTIONS, endpoint, tmp_path).now == 0
        assert len(it.asked) == 2
        bodies = [json.loads(a.body) for a in it.asked]
        assert [b["temperature"] for b in bodies] == [0.2, 1.4]
        assert bodies[0]["max_tokens"] == 99
        assert bodies[0]["seed"] == 42
        assert it.asked[0].headers["authorization"] == "Bearer a-secret-key"
    answers = load(tmp_path)
    (model,) = answers.models
    held = answers.of(model, "one")
    assert held is not None
    assert held.text == "heard first?"
    assert ("temperature", "0.2") in held.parameters
    assert all("a-secret-key" not in f.read_text() for f in tmp_path.rglob("*.json"))


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    with playing(lambda prompt: prompt) as it:
        endpoint = Endpoint(f"{it.url}/v1", "m")
        ask(QUESTIONS[:1], endpoint, tmp_path)
        assert ask(QUESTIONS, endpoint, tmp_path).before == 1
        assert len(it.asked) == 2


def test_a_run_that_a_signal_killed_asks_only_what_was_not_answered(tmp_path: Path) -> None:
    """The endpoint holds back its third answer, and the process that waits for it is killed."""
    third, go = threading.Event(), threading.Event()

    def say(prompt: str) -> str:
        if prompt == "3?" and not third.is_set():
            third.set()
            go.wait(20)
        return f"heard {prompt}"

    names = ["1", "2", "3", "4"]
    program = (
        "import sys; from pathlib import Path; from gate.stress.answers import Question; from gate.stress.model import *; "
        f"ask([Question(n, n + '?') for n in {names}], Endpoint(sys.argv[1], 'm'), Path(sys.argv[2]))"
    )
    with playing(say) as it:
        url = f"{it.url}/v1"
        child = subprocess.Popen([sys.executable, "-c", program, url, str(tmp_path)])
        try:
            assert third.wait(30)
        finally:
            child.send_signal(signal.SIGKILL)
        assert child.wait(10) == -signal.SIGKILL
        go.set()
        assert [load(tmp_path).of("m", n) is not None for n in names] == [True, True, False, False]
        asked = ask([Question(n, f"{n}?") for n in names], Endpoint(url, "m"), tmp_path)
        prompts = [json.loads(a.body)["messages"][0]["content"] for a in it.asked]
    assert (asked.before, asked.now, asked.failed) == (2, 2, ())
    assert prompts == ["1?", "2?", "3?", "3?", "4?"]
    held = load(tmp_path).of("m", "3")
    assert held is not None
    assert held.text == "heard 3?"


def test_an_answer_that_was_asked_otherwise_is_not_taken_for_this_one(tmp_path: Path) -> None:
    with playing(lambda prompt: prompt) as it:
        ask(QUESTIONS, Endpoint(f"{it.url}/v1", "m"), tmp_path)
        with pytest.raises(UsageError, match="other parameters"):
            ask(QUESTIONS, Endpoint(f"{it.url}/v1", "m", temperature=1.0), tmp_path)
        with pytest.raises(UsageError, match="other parameters"):
            ask([Question("one", "another?")], Endpoint(f"{it.url}/v1", "m"), tmp_path)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_it_is_tried_again_after_1_2_4_and_8_seconds(status: int, tmp_path: Path) -> None:
    waits: list[float] = []
    with playing(lambda _: Response({"error": {"message": "busy"}}, status)) as it:
        asked = ask(QUESTIONS[:1], Endpoint(f"{it.url}/v1", "m"), tmp_path, sleep=waits.append)
        assert len(it.asked) == 5
    assert tuple(waits) == DELAYS == (1.0, 2.0, 4.0, 8.0)
    assert asked.failed == (("one", f"status {status}: busy"),)
    with pytest.raises(InputError, match="no answers"):
        load(tmp_path)


def test_what_no_second_attempt_helps_is_not_tried_again_and_the_rest_is_asked(tmp_path: Path) -> None:
    with playing(lambda p: Response({"error": {"message": "no such model"}}, 404) if p == "first?" else "yes") as it:
        asked = ask(QUESTIONS, Endpoint(f"{it.url}/v1", "m"), tmp_path, sleep=lambda _: pytest.fail("waited"))
        assert len(it.asked) == 2
    assert (asked.now, asked.failed) == (1, (("one", "status 404: no such model"),))


@pytest.mark.parametrize("body", ["<html></html>", [], {"choices": []}, {"choices": [{"message": {"content": 3}}]}])
def test_a_malformed_answer_is_no_answer(body: object, tmp_path: Path) -> None:
    with playing(lambda _: Response(body)) as it:
        asked = ask(QUESTIONS[:1], Endpoint(f"{it.url}/v1", "m"), tmp_path, sleep=lambda _: None)
    assert asked.failed[0][1].startswith("the endpoint's answer")


def test_an_endpoint_that_is_not_there(tmp_path: Path) -> None:
    with playing(lambda p: p) as it:
        it.refuse()
        asked = ask(QUESTIONS[:1], Endpoint(f"{it.url}/v1", "m"), tmp_path, sleep=lambda _: None)
    assert asked.now == 0
    assert asked.failed[0][0] == "one"
    with pytest.raises(UsageError, match="address"):
        ask(QUESTIONS, Endpoint("localhost:8000", "m"), tmp_path)


def test_answers_saved_by_hand(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("as is", encoding="utf-8")
    (tmp_path / "b.json").write_text('{"noun_list": []}', encoding="utf-8")
    answers = load(tmp_path)
    assert answers.models == (tmp_path.name,)
    held = answers.of(tmp_path.name, "b")
    assert held is not None
    assert held.text == '{"noun_list": []}'


def test_a_name_cannot_leave_its_folder() -> None:
    assert file_stem("../../x/y") == "%2e.%2f..%2fx%2fy"
    assert file_stem("") == "%"
    assert len(file_stem("x" * 500)) < 130
    assert file_stem("x" * 500) != file_stem("x" * 501)
