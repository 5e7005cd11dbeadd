"""A local endpoint that plays the model, and builders of answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gate.stress.answers import Answer, write
from gate.stress.domain import Domain
from gate.stress.truth import Thing
from tests.authorities.server import Asked, Authority, Response

PATH = "/v1/chat/completions"


def playing(say: Callable[[str], str | Response], finish: str = "stop") -> Authority:
    """An endpoint whose model answers a prompt with what ``say`` makes of it."""

    def route(asked: Asked) -> object:
        said = say(json.loads(asked.body)["messages"][0]["content"])
        if isinstance(said, Response):
            return said
        choice = {"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": finish}
        return {"choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}

    return Authority({PATH: route})


def saved(folder: Path, model: str, texts: Mapping[str, str]) -> None:
    """Answers as files."""
    for item, text in texts.items():
        write(folder, Answer(model, item, text), "")


def truthful(domain: Domain, things: Sequence[Thing]) -> dict[str, str]:
    """What a model says that knows everything."""
    return {t.item: json.dumps({k: list(v) for k, v in domain.true(t).items()}) for t in things}
