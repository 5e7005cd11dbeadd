"""Questions put to a model, and its answers as files: one folder a model, one file an answer.

``DIR/MODEL/ITEM.json`` holds an answer with the question and how it was asked; ``DIR/MODEL/ITEM.txt`` (or ``.md``) just the
text, as saved by hand. A folder without subfolders is one model's, called as the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from gate.errors import InputError, UsageError

FORMAT = "gate-answer/1"
_TEXTS = (".txt", ".md")
_ESCAPED = re.compile(r"%(?:[0-7][0-9a-f]|[cd][0-9a-f]{3}|e[0-9a-f]{5}|f[0-9a-f]{7})")  # the bytes of one character in UTF-8
_UNSAFE = re.compile(r"[^A-Za-z0-9._+=-]")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: ``item`` names it among all of its protocol, ``prompt`` is the one user message."""

    item: str
    prompt: str
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said. ``finish`` as the endpoint tells it (``stop``, ``length``), tokens where it counts them, else empty or
    0.
    """

    model: str
    item: str
    text: str
    finish: str = ""
    digest: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    prompt_tokens: int = 0
    answer_tokens: int = 0
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers of a folder, by model and item."""

    folder: Path
    by_model: dict[str, dict[str, Answer]] = field(default_factory=dict)

    @property
    def models(self) -> tuple[str, ...]:
        """The models, by name; numbers in it count as numbers, so that ``m-4`` comes before ``m-10``."""
        return tuple(sorted(self.by_model, key=_in_order))

    def of(self, model: str, item: str) -> Answer | None:
        """The answer of a model to an item."""
        return self.by_model.get(model, {}).get(file_stem(item))


def _in_order(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    found = re.findall(r"(\D*)(\d*)", name.casefold(), re.ASCII)
    return tuple((words, int(figures or 0)) for words, figures in found), name


def file_stem(name: str) -> str:
    """``name`` as a file is called: what could mislead a file system is escaped, what is long is cut and told by a digest."""
    safe = _UNSAFE.sub(lambda m: "%" + m[0].encode("utf-8", "surrogatepass").hex(), name) or "%"
    safe = "%2e" + safe[1:] if safe.startswith(".") else safe
    if len(safe) > 120:
        safe = safe[:100] + "~" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return safe


def name_of(stem: str) -> str:
    """The name that :func:`file_stem` made ``stem`` of: ``a/b`` of ``a%2fb``. ``stem`` itself where it made it of none."""
    try:
        name = _ESCAPED.sub(lambda m: bytes.fromhex(m[0].replace("%", "")).decode("utf-8", "surrogatepass"), stem)
    except ValueError:
        return stem
    return name if file_stem(name) == stem else stem


def load(folder: Path) -> Answers:
    """Every answer below ``folder``. Raises :class:`gate.errors.InputError` for what cannot be read, and where there is none."""
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder of answers")
    below = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    found = {name_of(p.name): answers for p in (below or [folder]) if (answers := _of_model(p))}
    if not found:
        raise InputError(f"{folder}: no answers in it (.json, .txt or .md)")
    return Answers(folder, found)


def _of_model(folder: Path) -> dict[str, Answer]:
    files = sorted(p for p in folder.iterdir() if p.is_file() and p.suffix in (".json", *_TEXTS))
    return {p.stem: read(p) if p.suffix == ".json" else _bare(p) for p in files}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def _bare(path: Path) -> Answer:
    return Answer(name_of(path.parent.name), path.stem, _text(path))


def read(path: Path) -> Answer:
    """One file of an answer; JSON of another form than ours is the text of an answer that was JSON."""
    text = _text(path)
    try:
        value: object = json.loads(text)
    except ValueError:
        return Answer(name_of(path.parent.name), path.stem, text)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return Answer(name_of(path.parent.name), path.stem, text)
    parameters = value.get("parameters")
    kept = tuple(sorted((str(k), str(v)) for k, v in parameters.items())) if isinstance(parameters, dict) else ()
    return Answer(
        name_of(path.parent.name),
        path.stem,
        str(value.get("text", "")),
        str(value.get("finish", "")),
        str(value.get("digest", "")),
        kept,
        _count(value.get("prompt_tokens")),
        _count(value.get("answer_tokens")),
        str(value.get("asked", "")),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def write(folder: Path, answer: Answer, prompt: str) -> None:
    """Keep an answer as ``folder/MODEL/ITEM.json``: wholly or not at all, also when the run is killed."""
    path = folder / file_stem(answer.model) / f"{file_stem(answer.item)}.json"
    value = {
        "format": FORMAT,
        "model": answer.model,
        "item": answer.item,
        "prompt": prompt,
        "text": answer.text,
        "finish": answer.finish,
        "digest": answer.digest,
        "parameters": dict(answer.parameters),
        "prompt_tokens": answer.prompt_tokens,
        "answer_tokens": answer.answer_tokens,
        "asked": answer.asked,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.part")
        partial.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", errors="replace")
        partial.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
