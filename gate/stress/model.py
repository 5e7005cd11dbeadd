"""Asking a model over an OpenAI-compatible endpoint (``POST URL/chat/completions``), each question once in the life of a folder.

Retries after 1, 2, 4 and 8 seconds, as the structural study has it, where another attempt can help. An answer is kept as soon
as it is there, so that a second run asks nothing and a killed run goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from gate.errors import UsageError
from gate.stress.answers import Answer, Question, file_stem, read, write
from gate.version import __version__

DELAYS = (1.0, 2.0, 4.0, 8.0)
LONGEST_WAIT = 60.0
MAX_BODY = 20_000_000
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how a model is asked.

    ``url``          base address, as ``http://localhost:8000/v1``; ``name`` the model's name there
    ``temperature``  unless a question has its own; ``max_tokens`` of an answer; ``seed`` where the endpoint takes one
    ``timeout``      seconds for one attempt
    ``json_mode``    ask for ``response_format: json_object``
    """

    url: str
    name: str
    temperature: float = 0.0
    max_tokens: int = 1024
    seed: int | None = 42
    timeout: float = 120.0
    json_mode: bool = False
    key: str = field(default="", repr=False)

    def parameters(self, question: Question) -> tuple[tuple[str, str], ...]:
        """What is recorded with an answer: everything that was asked for but the prompt; no key."""
        heat = self.temperature if question.temperature is None else question.temperature
        given = {"endpoint": self.url, "max_tokens": self.max_tokens, "model": self.name, "temperature": heat}
        if self.seed is not None:
            given["seed"] = self.seed
        if self.json_mode:
            given["response_format"] = "json_object"
        return tuple(sorted((name, str(value)) for name, value in given.items()))

    def body(self, question: Question) -> dict[str, object]:
        """The request."""
        heat = self.temperature if question.temperature is None else question.temperature
        body: dict[str, object] = {
            "model": self.name,
            "messages": [{"role": "user", "content": question.prompt}],
            "temperature": heat,
            "max_tokens": self.max_tokens,
        }
        if self.seed is not None:
            body["seed"] = self.seed
        if self.json_mode:
            body["response_format"] = {"type": "json_object"}
        return body


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run of questions came to: how many were answered now and before, tokens of those asked now, and what failed."""

    now: int
    before: int
    prompt_tokens: int
    answer_tokens: int
    failed: tuple[tuple[str, str], ...]


def digest(question: Question, parameters: Sequence[tuple[str, str]]) -> str:
    """What tells this question, asked in this way, from any other. The endpoint's address does not count: it may move."""
    told = [pair for pair in parameters if pair[0] != "endpoint"]
    return hashlib.sha256(json.dumps([question.prompt, told], ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def ask(
    questions: Sequence[Question],
    endpoint: Endpoint,
    folder: Path,
    *,
    progress: Callable[[int, int, int], None] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Asked:
    """Have every question answered in ``folder``. One that fails for good is told, and the others are still asked.

    ``progress(done, total, tokens)`` is called after each. Raises :class:`gate.errors.UsageError` for an address that is none,
    and where the folder holds an answer to the same item that was asked otherwise.
    """
    if urlsplit(endpoint.url).scheme not in ("http", "https") or not urlsplit(endpoint.url).hostname:
        raise UsageError(f"--model is the address of an endpoint, such as http://localhost:8000/v1, not {endpoint.url!r}")
    from gate.references.http.transport import Transport

    now = before = prompt_tokens = answer_tokens = 0
    failed: list[tuple[str, str]] = []
    transport = Transport(f"catalog-gate/{__version__}", max_body_bytes=MAX_BODY)
    try:
        for done, question in enumerate(questions, 1):
            if _held(question, endpoint, folder):
                before += 1
            else:
                got = _persistently(lambda q=question: _attempt(transport, endpoint, q), sleep)  # type: ignore[misc]
                if isinstance(got, Answer):
                    write(folder, got, question.prompt)
                    now, prompt_tokens = now + 1, prompt_tokens + got.prompt_tokens
                    answer_tokens += got.answer_tokens
                else:
                    failed.append((question.item, got.reason))
            if progress is not None:
                progress(done, len(questions), prompt_tokens + answer_tokens)
    finally:
        transport.close()
    return Asked(now, before, prompt_tokens, answer_tokens, tuple(failed))


@dataclass(frozen=True, slots=True)
class _Failed:
    reason: str
    again: bool = False
    wait: float = 0.0


def _held(question: Question, endpoint: Endpoint, folder: Path) -> bool:
    path = folder / file_stem(endpoint.name) / f"{file_stem(question.item)}.json"
    if not path.is_file():
        return False
    held = read(path)
    if held.digest and held.digest != digest(question, endpoint.parameters(question)):
        raise UsageError(
            f"{path}: was asked with another prompt or other parameters ({_shown(held.parameters)}); "
            "take another folder, or remove what is no longer wanted"
        )
    return True


def _shown(parameters: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in parameters) or "not recorded"


def _persistently(attempt: Callable[[], Answer | _Failed], sleep: Callable[[float], None]) -> Answer | _Failed:
    got = attempt()
    for delay in DELAYS:
        if isinstance(got, Answer) or not got.again:
            return got
        sleep(min(max(delay, got.wait), LONGEST_WAIT))
        got = attempt()
    return got


def _attempt(transport: object, endpoint: Endpoint, question: Question) -> Answer | _Failed:
    from gate.references.http.transport import Transport
    from gate.references.http.values import Failure
    from gate.references.http.wire import Wire

    assert isinstance(transport, Transport)  # noqa: S101 - for the type checker; importing it above would load requests
    url = endpoint.url.rstrip("/") + "/chat/completions"
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    secrets = (endpoint.key,) if endpoint.key else ()
    body = json.dumps(endpoint.body(question), ensure_ascii=False).encode("utf-8", "replace")
    wire = Wire("POST", url, headers, frozenset({urlsplit(url).netloc.lower()}), body, secrets=secrets)
    raw = transport.send(wire, endpoint.timeout, min(endpoint.timeout, 10.0))
    if isinstance(raw, Failure):
        return _Failed(f"{raw.reason}: {raw.detail}" if raw.detail else str(raw.reason), again=True)
    if raw.status != 200:
        wait = raw.header("retry-after")
        told = f"status {raw.status}: {_error(raw.body)}"
        return _Failed(told, raw.status in _AGAIN, float(wait) if wait.isdecimal() else 0.0)
    return _answer(raw.body, endpoint, question)


def _answer(body: bytes, endpoint: Endpoint, question: Question) -> Answer | _Failed:
    try:
        value: object = json.loads(body)
    except ValueError:
        return _Failed("the endpoint's answer is no JSON", again=True)
    choices = value.get("choices") if isinstance(value, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    text = message.get("content") if isinstance(message, dict) else None
    if not isinstance(value, dict) or not isinstance(first, dict) or not isinstance(message, dict):
        return _Failed("the endpoint's answer has no choices", again=True)
    if text is None:
        text = message.get("refusal")  # some endpoints tell a refusal apart
    if not isinstance(text, str):
        return _Failed("the endpoint's answer has no text", again=True)
    parameters = endpoint.parameters(question)
    usage = value.get("usage")
    tokens = [usage.get(k) if isinstance(usage, dict) else 0 for k in ("prompt_tokens", "completion_tokens")]
    counted = [t if isinstance(t, int) and t > 0 else 0 for t in tokens]
    return Answer(
        endpoint.name,
        question.item,
        text,
        str(first.get("finish_reason") or ""),
        digest(question, parameters),
        parameters,
        counted[0],
        counted[1],
        datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _error(body: bytes) -> str:
    """What the endpoint says went wrong, in one line of at most 200 signs."""
    try:
        value: object = json.loads(body)
    except ValueError:
        value = None
    error = value.get("error") if isinstance(value, dict) else None
    told = error.get("message") if isinstance(error, dict) else error
    text = told if isinstance(told, str) else body.decode("utf-8", "replace")
    return " ".join(text.split())[:200]
