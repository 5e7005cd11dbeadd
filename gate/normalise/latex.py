"""LaTeX accents, letters and commands to Unicode, as they occur in bibliographies.

A small reader of its own, because titles are not LaTeX documents: a percent sign is no comment here, an unpaired brace or dollar
is just a character, and nothing can raise. Braces are BibTeX's protection of case and are dropped with their content kept.
"""

from __future__ import annotations

import re
import unicodedata

from gate.normalise.tables import read_table

#: accent command -> combining mark (LaTeX 2e, section "Accents and symbols")
_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}

_LETTERS = read_table(
    """
aa=å; AA=Å; ae=æ; AE=Æ; oe=œ; OE=Œ; o=ø; O=Ø; l=ł; L=Ł; ss=ß; SS=SS; i=ı; j=ȷ; dh=ð; DH=Ð; dj=đ; DJ=Đ; th=þ; TH=Þ; ng=ŋ; NG=Ŋ;
textendash=-; textemdash=-; ldots=...; dots=...; textellipsis=...; S=§; P=¶; pounds=£; textasciitilde=~; textbackslash=\\;
textunderscore=_; slash=/; textquoteright='; times=×; pm=±; to=→; rightarrow=→; infty=∞; le=≤; leq=≤; ge=≥; geq=≥; sim=~;
TeX=TeX; LaTeX=LaTeX; ell=ℓ; circ=°; degree=°; textregistered=®; texttrademark=™; star=*; varepsilon=ε; vartheta=ϑ; varphi=φ;
varsigma=ς; varrho=ρ
"""
) | {"quad": " ", "qquad": " "}

_GREEK = {
    unicodedata.name(chr(point)).rsplit(" ", 1)[1].replace("LAMDA", "LAMBDA").lower(): chr(point)
    for point in range(0x3B1, 0x3CA)
    if point != 0x3C2  # final sigma
}
_SYMBOLS = _LETTERS | _GREEK | {name.capitalize(): letter.upper() for name, letter in _GREEK.items()}

_ACCENT = re.compile(
    r"\\(?:([`'^~=.\"])|([uvHtcdbrk])(?=[\s{\\]))\s*(?:\{\s*(\\?[^\W\d_]{1,2})\s*\}|(\\[ij](?![A-Za-z]))|([^\W\d_]))"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?(\{\}|\s+|)")
_ESCAPED = re.compile(r"\\([&%$#_{}\s,;:!/\\-])")
#: pandoc's rule for inline mathematics: no blank inside the dollars, no digit after the closing one
_MATHS = re.compile(r"(?<![\\\w])\$(?=\S)([^$]*?\S)\$(?!\d)|\$\$([^$]+)\$\$|\\\(([^$]*?)\\\)")
_SPACE_ESCAPES = frozenset(" ,;:/\\\t\n")


def _accented(match: re.Match[str]) -> str:
    accent = match[1] or match[2]
    letter = match[3] or match[4] or match[5]
    if letter.startswith("\\"):  # \'{\i} is a dotted i with its dot replaced
        letter = letter[1:] if letter[1:] in ("i", "j") else _SYMBOLS.get(letter[1:], letter[1:])
    mark = _ACCENTS.get(accent)
    return unicodedata.normalize("NFC", letter[0] + mark + letter[1:]) if mark else letter


def _command(match: re.Match[str]) -> str:
    symbol = _SYMBOLS.get(match[1], "")
    # the blank after \\o only ends the command's name; after a symbol or a Greek letter people mean a word space
    return symbol + (" " if match[2].isspace() and len(match[1]) > 2 and symbol else "")


def _maths(match: re.Match[str]) -> str:
    inner = match[1] or match[2] or match[3] or ""
    return re.sub(r"(?<!\\)[\^_]", "", inner)


def delatex(text: str) -> str:
    """``text`` with LaTeX turned into the characters it stands for; text without LaTeX comes back unchanged. Never raises."""
    if "\\" not in text and "$" not in text and "{" not in text and "}" not in text:
        return text
    text = _MATHS.sub(_maths, text)
    if "\\" in text:
        text = _ACCENT.sub(_accented, text)
        text = _COMMAND.sub(_command, text)
        text = _ESCAPED.sub(lambda m: " " if m[1] in _SPACE_ESCAPES else "" if m[1] in "!-" else m[1], text)
    return text.replace("{", "").replace("}", "")
