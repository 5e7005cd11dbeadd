"""What all stress tests share on the command line: where answers come from, and where results go."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.cli.progress import ProgressLine
from gate.errors import UsageError

if TYPE_CHECKING:
    from gate.stress.answers import Answers, Question
    from gate.stress.results import Result

AnswersFolder = Annotated[Path, typer.Option("--answers", metavar="DIR", help="Folder of answers: DIR/MODEL/ITEM.json or .txt.")]
ModelUrl = Annotated[str, typer.Option("--model", metavar="URL", help="Ask this OpenAI-compatible endpoint first.")]
ModelName = Annotated[str, typer.Option("--name", metavar="M", help="The model's name at the endpoint.")]
Temperature = Annotated[float, typer.Option("--temperature", min=0.0, max=2.0, help="Sampling temperature.")]
MaxTokens = Annotated[int, typer.Option("--max-tokens", min=1, help="Longest answer, in tokens.")]
AskSeed = Annotated[int, typer.Option("--ask-seed", help="Seed sent to the endpoint; -1 sends none.")]
KeyVariable = Annotated[str, typer.Option("--key-variable", metavar="VAR", help="Environment variable that holds the API key.")]
JsonMode = Annotated[bool, typer.Option("--json-mode", help="Ask the endpoint for a JSON object.")]
Price = Annotated[float, typer.Option("--price", min=0.0, help="Price of a million tokens, to show the cost.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Write JSON, CSV, plots and an HTML report here.")]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help="How to print the result.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the sample and of the bootstrap.")]


@dataclass(frozen=True, slots=True)
class Asking:
    """The options of a model."""

    url: str
    name: str
    temperature: float
    max_tokens: int
    seed: int
    key_variable: str
    json_mode: bool = False
    price: float = 0.0


def obtain(questions: Sequence[Question], folder: Path, asking: Asking) -> tuple[Answers, ExitCode]:
    """The answers in ``folder``, after the model was asked what it was not asked before; 3 where it left a question open."""
    from gate.stress.answers import load

    code = ExitCode.ACCEPTED
    if asking.url:
        code = _ask(questions, folder, asking)
    elif asking.name:
        raise UsageError("--name says which model to ask; --model says where")
    return load(folder), code


def _ask(questions: Sequence[Question], folder: Path, asking: Asking) -> ExitCode:
    from gate.stress.model import Endpoint, ask

    if not asking.name:
        raise UsageError("--model needs the model's name: --name")
    key = os.environ.get(asking.key_variable, "") if asking.key_variable else ""
    if asking.key_variable and not key:
        raise UsageError(f"the variable {asking.key_variable} is not set")
    endpoint = Endpoint(
        asking.url, asking.name, asking.temperature, asking.max_tokens, asking.seed if asking.seed >= 0 else None,
        json_mode=asking.json_mode, key=key,
    )  # fmt: skip
    with ProgressLine() as line:
        asked = ask(questions, endpoint, folder, progress=line.step)
    tokens = asked.prompt_tokens + asked.answer_tokens
    cost = f", {tokens * asking.price / 1e6:.2f} at the given price" if asking.price else ""
    note(f"{asked.now} questions asked, {asked.before} answered before; {tokens:,} tokens{cost}")
    for item, reason in asked.failed[:5]:
        note(f"no answer to {item}: {reason}")
    if asked.failed:
        note(f"{len(asked.failed)} questions without an answer; the same call asks only these again")
        return ExitCode.UNCHECKED
    return ExitCode.ACCEPTED


def deliver(result: Result, out: Path | None, format: str, code: ExitCode) -> int:
    """Print the result, and write it where asked."""
    from gate.stress.output import as_json, as_text, save

    if format not in ("text", "json"):
        raise UsageError(f"no format {format!r} for a stress test; there are text, json")
    if out is not None:
        for line in save(result, out):
            note(line)
    show(as_json(result) if format == "json" else as_text(result, columns()))
    return code
