"""Values in BibTeX: quoted, braced, macros, joined with ``#``; and what their LaTeX reads as."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, cast

#: the month macros that every BibTeX style defines
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
#: longer texts go to the plain rules, which take time in proportion to the length
_LONG = 20_000
#: macros that name each other can grow a value without end; what is longer is cut off
_LONGEST = 1_000_000
#: inline mathematics by the rule of pandoc (no blank inside the dollars, no figure after them), or a dollar that is just one
_MATHS = re.compile(r"(?<!\\)\$(?:[^\s$]|\S[^$]*?[^\s\\])\$(?!\d)|\\\(.*?\\\)|(?<!\\)\$", re.DOTALL)
_SCRIPT = re.compile(r"(?<!\\)[\^_](?=[\w{\\+-])")
_HREF = re.compile(r"\\href\s*\{[^{}]*\}")  # of a link the text counts
_PERCENT = re.compile(r"(?<!\\)%")
_UNESCAPED = re.compile(r"(?<!\\)[{}]")
_BRACES = re.compile(r"[{}]")


@dataclass(frozen=True, slots=True)
class Value:
    """A field's text, braces inside kept; the macros it names that nothing defines; what stands after it for want of a comma."""

    text: str
    undefined: tuple[str, ...] = ()
    trailing: str = ""


def resolve(raw: str, macros: dict[str, str]) -> Value:
    """The text of a raw value. A macro that nobody defines stands for its own name; ``macros`` has lower-case keys."""
    pieces: list[str] = []
    undefined: list[str] = []
    length, trailing = 0, ""
    for token in _tokens(raw):
        if token[:1] == "{" or token[:1] == '"':
            end = _closing(token)
            pieces.append(token[1:end])
            trailing = trailing or token[end + 1 :].strip()
        elif token.isdigit() or not token:
            pieces.append(token)
        elif token.lower() in macros:
            pieces.append(macros[token.lower()])
        elif token.lower() in MONTHS:
            pieces.append(token.lower())
        else:
            pieces.append(token)
            undefined.append(token)
        length += len(pieces[-1])
        if length > _LONGEST:
            break
    return Value("".join(pieces)[:_LONGEST], tuple(undefined), trailing)


def macros_used(raw: str) -> frozenset[str]:
    """The macros that a raw value names, in lower case, those of months and undefined ones too."""
    return frozenset(token.lower() for token in _tokens(raw) if token and token[:1] not in '{"' and not token.isdigit())


def _closing(token: str) -> int:
    """Where the brace or quotation mark that opens a token is closed; its end, when it never is."""
    if token[0] == '"':
        return len(token) - 1 if len(token) > 1 and token[-1] == '"' else len(token)
    depth = 0
    for match in _UNESCAPED.finditer(token):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(token)


def _tokens(raw: str) -> list[str]:
    """The parts of a value between the ``#`` that stand outside braces and quotation marks."""
    if raw[:1] == "{" and "#" not in raw:
        return [raw]
    tokens, depth, quoted, start = [], 0, False, 0
    for at, char in enumerate(raw):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
        elif char == '"' and depth == 0 and (at == 0 or raw[at - 1] != "\\"):
            quoted = not quoted
        elif char == "#" and depth == 0 and not quoted:
            tokens.append(raw[start:at].strip())
            start = at + 1
    return [*tokens, raw[start:].strip()]


def reading_form(text: str) -> str:
    """LaTeX as the characters it stands for, on one line. Odd LaTeX loses its commands, never the text around them."""
    text = _latex(text) if "\\" in text or "$" in text else _BRACES.sub("", text).replace("~", " ")
    return " ".join(text.replace("---", "\u2014").replace("--", "\u2013").split())


def plain(text: str) -> str:
    """An identifier or address: only the escapes of LaTeX's own characters are undone, nothing else is LaTeX."""
    text = re.sub(r"\\url\s*\{([^{}]*)\}", r"\1", text)
    return "".join(re.sub(r"\\([&%$#_~{}-])|\{|\}", lambda m: m[1] or "", text).split("\n")).strip()


@lru_cache(maxsize=4096)
def _latex(text: str) -> str:
    from gate.normalise.latex import delatex

    if len(text) > _LONG:
        return delatex(text)
    text = _MATHS.sub(lambda m: "\\$" if m[0] == "$" else _SCRIPT.sub("", m[0]), text)
    text = _PERCENT.sub(r"\\%", _HREF.sub("", text))
    try:
        return _decoder().latex_to_text(text)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError):
        return delatex(text)  # pylatexenc raises these on commands without their arguments and on very deep braces


class _Decoder(Protocol):
    def latex_to_text(self, latex: str) -> str: ...


@lru_cache(maxsize=1)
def _decoder() -> _Decoder:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    logging.getLogger("pylatexenc").addHandler(logging.NullHandler())  # its remarks on odd LaTeX are not for stderr
    context = get_default_latex_context_db()
    fixed = {"url": "%s", "mbox": "%s", "LaTeX": "LaTeX", "TeX": "TeX", "textquotesingle": "'", "quad": " "}
    macros = [MacroTextSpec(name, replacement) for name, replacement in fixed.items()]
    context.add_context_category("bibliographies", prepend=True, macros=macros)
    return cast("_Decoder", LatexNodes2Text(latex_context=context, math_mode="text"))
