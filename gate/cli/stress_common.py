"""What all stress tests share on the command line: where answers come from, and where results go.

A command that asks a model takes a :class:`Run` first and is decorated with :func:`asks`, which gives it the options of asking
and of delivering: they stand here once.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Concatenate, ParamSpec

import typer

from gate.cli.exit_codes import ExitCode
from gate.cli.output import columns, note, show
from gate.cli.progress import ProgressLine
from gate.errors import UnreachableError, UsageError

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
LookUp = Annotated[bool, typer.Option("--look-up", help="Look up what is cited at the live services too.")]


@dataclass(slots=True)
class Run:
    """The options that all commands of models share; ``code`` is what the command ends with."""

    answers: Path
    model: str
    name: str
    temperature: float
    max_tokens: int
    ask_seed: int
    key_variable: str
    price: float
    out: Path | None
    format: str
    json_mode: bool = False
    code: ExitCode = ExitCode.ACCEPTED

    def obtain(self, questions: Sequence[Question]) -> Answers:
        """The answers in the folder, after the model was asked what it was not asked before; code 3 where one stays open."""
        from gate.stress.answers import load

        if self.model:
            self._ask(questions)
        elif self.name:
            raise UsageError("--name says which model to ask; --model says where")
        return load(self.answers)

    def _ask(self, questions: Sequence[Question]) -> None:
        from gate.stress.model import Endpoint, ask

        if not self.name:
            raise UsageError("--model needs the model's name: --name")
        key = os.environ.get(self.key_variable, "") if self.key_variable else ""
        if self.key_variable and not key:
            raise UsageError(f"the variable {self.key_variable} is not set")
        seed = self.ask_seed if self.ask_seed >= 0 else None
        endpoint = Endpoint(self.model, self.name, self.temperature, self.max_tokens, seed, json_mode=self.json_mode, key=key)
        with ProgressLine() as line:
            asked = ask(
                questions, endpoint, self.answers,
                progress=lambda done, all_, tokens: line.step(done, all_, "questions", left=True, detail=self._progress(tokens)),
            )  # fmt: skip
        tokens = asked.prompt_tokens + asked.answer_tokens
        spent = f"{tokens:,} tokens" + (f", {self._cost(tokens)} at the given price" if self.price else "")
        note(f"{asked.now} questions asked, {asked.before} answered before; {spent}")
        for item, reason in asked.failed[:5]:
            note(f"no answer to {item}: {reason}")
        if asked.failed:
            note(f"{len(asked.failed)} questions without an answer; the same call asks only these again")
            self.code = ExitCode.UNCHECKED
            if not asked.now + asked.before:
                raise UnreachableError(f"{self.model} answered none of the questions; nothing was scored")

    def _cost(self, tokens: int) -> str:
        return f"{tokens * self.price / 1e6:.2f}"

    def _progress(self, tokens: int) -> str:
        return f"{tokens:,} tokens" + (f", cost {self._cost(tokens)}" if self.price else "")

    def deliver(self, result: Result) -> int:
        """Print the result, and write it where asked."""
        return deliver(result, self.out, self.format, self.code)


Own = ParamSpec("Own")


def signed(run: Callable[Own, int], name: str, words: str | None, parameters: Sequence[inspect.Parameter]) -> None:
    """Give ``run`` the name and words of a command, and these options."""
    run.__name__, run.__doc__ = name, words
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__signature__ = inspect.Signature(list(parameters))  # type: ignore[attr-defined]


def asks(
    *, temperature: float | None = 0.0, max_tokens: int = 1024, seed: int = 42, json_mode: bool = False
) -> Callable[[Callable[Concatenate[Run, Own], int]], Callable[Own, int]]:
    """The shared options for a command, with these defaults; without ``temperature`` each question brings its own.

    ``json_mode`` offers to ask for a JSON object.
    """

    def decorate(command: Callable[Concatenate[Run, Own], int]) -> Callable[Own, int]:
        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        shared = {
            "answers": (AnswersFolder, inspect.Parameter.empty),
            "model": (ModelUrl, ""),
            "name": (ModelName, ""),
            "temperature": (Temperature, temperature),
            "max_tokens": (MaxTokens, max_tokens),
            "ask_seed": (AskSeed, seed),
            "key_variable": (KeyVariable, ""),
            "json_mode": (JsonMode, False),
            "price": (Price, 0.0),
            "out": (Out, None),
            "format": (Format, "text"),
        }
        fixed: dict[str, object] = {}
        if temperature is None:
            del shared["temperature"]
            fixed["temperature"] = 1.0
        if not json_mode:
            del shared["json_mode"]
        keyword = inspect.Parameter.KEYWORD_ONLY
        options = [inspect.Parameter(n, keyword, default=value, annotation=kind) for n, (kind, value) in shared.items()]
        parameters = [options[0], *(p.replace(kind=keyword) for p in own), *options[1:]]

        def run(*args: Own.args, **given: Own.kwargs) -> int:
            told = {n: given.pop(n) for n in shared}
            return command(Run(**told, **fixed), *args, **given)  # type: ignore[arg-type]

        signed(run, command.__name__, command.__doc__, parameters)
        return run

    return decorate


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
