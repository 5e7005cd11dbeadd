"""Recorded exchanges: everything a run asked and was told, one JSON file a question, so that its verdict can be had again.

Form ``gate-exchange/1``::

    {"format": "gate-exchange/1", "source": "crossref",
     "request": {"method": "GET", "url": "https://...", "accept": "...", "content_type": "", "body": ""},
     "outcomes": [{"times": 1, "answer": {"status": 200, "content_type": "...", "headers": {}, "as_of": "...",
                                          "stale": false, "encoding": "utf-8", "body": "..."}},
                  {"times": 2, "unavailable": {"reason": "server error", "detail": "..."}}]}

A question asked several times has its outcomes in the order in which they came; a replay gives them in that order, and
the last one from then on. There are no secrets in it: a request never holds any, and answers are cleaned when they come.
"""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path

from gate.errors import UsageError
from gate.model import Reason, Unavailable
from gate.references.http.values import Raw, Request

FORMAT = "gate-exchange/1"


def file_name(request: Request) -> str:
    """The name of a question's file: the same in every run."""
    return f"{request.source}-{request.key[:32]}.json"


class Recorder:
    """Keeps exchanges in ``folder``. What an earlier run left there is replaced, question by question."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._outcomes: dict[str, list[dict[str, object]]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{folder}: cannot record there: {error.strerror or error}") from error

    def keep(self, request: Request, outcome: Raw | Unavailable) -> None:
        """Write down what came of ``request``. Raises :class:`UsageError` where the folder cannot be written."""
        told = _told(outcome)
        with self._lock:
            outcomes = self._outcomes.setdefault(request.key, [])
            if outcomes and {**outcomes[-1], "times": 0} == {**told, "times": 0}:
                outcomes[-1]["times"] = int(str(outcomes[-1]["times"])) + 1
            else:
                outcomes.append(told)
            text = json.dumps(_exchange(request, outcomes), ensure_ascii=False, indent=1) + "\n"
            file = self._folder / file_name(request)
            draft = file.with_suffix(f".{os.getpid()}.part")
            try:
                draft.write_text(text, encoding="utf-8")
                draft.replace(file)
            except OSError as error:
                raise UsageError(f"{file}: cannot record there: {error.strerror or error}") from error


class Replayer:
    """Answers from recorded exchanges, and from nothing else. Raises :class:`UsageError` where ``folder`` is none."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder of recorded exchanges")
        self._folder = folder
        self._lock = threading.Lock()
        self._queues: dict[str, list[tuple[int, Raw | Unavailable]]] = {}

    def answer(self, request: Request) -> Raw | Unavailable:
        """What came of ``request`` when it was recorded; what was not recorded, or cannot be read, is Unavailable."""
        with self._lock:
            queue = self._queues.get(request.key)
            if queue is None:
                queue = self._queues[request.key] = self._load(request)
            times, outcome = queue[0]
            if times > 1:
                queue[0] = (times - 1, outcome)
            elif len(queue) > 1:
                del queue[0]
            return outcome

    def _load(self, request: Request) -> list[tuple[int, Raw | Unavailable]]:
        file = self._folder / file_name(request)
        try:
            value: object = json.loads(file.read_text(encoding="utf-8"))
            return _outcomes(value, request.source)
        except FileNotFoundError:
            return [(1, Unavailable(request.source, Reason.NOT_RECORDED, "this was not asked when the run was recorded"))]
        except (OSError, ValueError, TypeError, KeyError) as error:
            return [(1, Unavailable(request.source, Reason.DAMAGED, f"{file}: not a recorded exchange: {error}"))]


def _exchange(request: Request, outcomes: list[dict[str, object]]) -> dict[str, object]:
    body, encoding = _text(request.body)
    asked = {"method": request.method, "url": request.url, "accept": request.accept, "content_type": request.content_type}
    return {
        "format": FORMAT,
        "source": request.source,
        "request": {**asked, "encoding": encoding, "body": body},
        "outcomes": outcomes,
    }


def _told(outcome: Raw | Unavailable) -> dict[str, object]:
    if isinstance(outcome, Unavailable):
        return {"times": 1, "unavailable": {"reason": str(outcome.reason), "detail": outcome.detail}}
    body, encoding = _text(outcome.body)
    answer = {
        "status": outcome.status,
        "content_type": outcome.content_type,
        "headers": dict(outcome.headers),
        "as_of": outcome.as_of,
        "stale": outcome.stale,
        "encoding": encoding,
        "body": body,
    }
    return {"times": 1, "answer": answer}


def _outcomes(value: object, source: str) -> list[tuple[int, Raw | Unavailable]]:
    told = _table(value)
    if told["format"] != FORMAT:
        raise ValueError(f"format {told['format']!r} is not {FORMAT}")
    outcomes = told["outcomes"]
    if not isinstance(outcomes, list) or not outcomes:
        raise ValueError("no outcomes")
    return [(_number(_table(one)["times"]), _outcome(_table(one), source)) for one in outcomes]


def _outcome(told: Mapping[str, object], source: str) -> Raw | Unavailable:
    if "unavailable" in told:
        lost = _table(told["unavailable"])
        return Unavailable(source, Reason(str(lost["reason"])), str(lost["detail"]))
    answer = _table(told["answer"])
    text = str(answer["body"])
    body = base64.b64decode(text) if answer["encoding"] == "base64" else text.encode("utf-8")
    headers = tuple((str(name), str(field)) for name, field in _table(answer["headers"]).items())
    stale = answer["stale"] is True
    return Raw(_number(answer["status"]), body, str(answer["content_type"]), headers, str(answer["as_of"]), stale=stale)


def _text(body: bytes) -> tuple[str, str]:
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return base64.b64encode(body).decode("ascii"), "base64"


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError("an object is due")
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError("a number is due")
    return value
