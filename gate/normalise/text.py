"""Reading form, comparison key, words and script of a text.

Unicode normalisation is UAX #15; what a key folds follows the NACO normalisation rules (PCC/LC, 2011) for letters with a fixed
Latin equivalent, with one difference: Cyrillic letters that only look like accented ones (й, ї, ў, ѓ, ќ) stay letters of their
own.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from gate.normalise.latex import delatex
from gate.normalise.markup import strip_markup

#: general material designations of AACR2 1.1C and their common kin, as they stand in brackets inside a title field
_GMD = (
    "activity card|art original|art reproduction|audio ?book|braille|cartographic material|chart|computer file|diorama|e-?book"
    "|electronic(?: resource)?|filmstrip|flash card|game|globe|graphic|kit|large print|machine-readable data file|manuscript|map"
    "|microform|microscope slide|model|motion picture|multimedia|music|picture|realia|slide|sound recording|technical drawing"
    "|text(?: \\(large print\\))?|toy|transparency|video ?recording|ressource électronique|elektronische ressource"
    "|recurso electrónico|risorsa elettronica|texte imprimé|texto impreso"
)
_GMD_MARK = re.compile(rf"\s*\[(?:{_GMD})\]", re.IGNORECASE)

_NONSORTING = re.compile("\x98([^\x98\x9c]*)\x9c")  # ISO 6630 marks around an article that is not filed
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
#: soft hyphen, zero-width characters, bidi controls, byte order mark, variation selectors, lone surrogates
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
#: the letters that UTF-8 read as Latin-1, Windows-1252 or Mac Roman begins with
_MOJIBAKE = re.compile(
    "[\u00c2-\u00f4\u0102\u221a\u0412\u0413\u0420\u0421][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2018-\u2022\u2026\u20ac\u2122]"
)
_PLAIN = re.compile(r"[A-Za-z0-9 .,:;()'/?!\"-]*\Z")
_TROUBLE = re.compile(r"[^ -~]|[&<\\${}\[~]")


@lru_cache(maxsize=16384)
def clean(text: str) -> str:
    """The reading form of ``text``: NFC, mojibake mended, markup, entities and LaTeX turned into plain characters.

    Catalogue marks (ISBD punctuation at the end, ``[electronic resource]``) and invisible characters are removed, dashes are made
    hyphens, blanks are folded.

    Idempotent on its own output for all practical text. Never raises.
    """
    if _TROUBLE.search(text):
        text = _mend(text)
    text = " ".join(text.split())
    if text and text[-1] in "/:;=,.":
        return text[: _before_isbd(text)]
    return text


def _before_isbd(text: str) -> int:
    """Where the ISBD punctuation at the end begins; a full stop is one only behind a blank."""
    end = len(text)
    while end and (text[end - 1] in " /:;=," or (text[end - 1] == "." and (end == 1 or text[end - 2] == " "))):
        end -= 1
    return end


def _mend(text: str) -> str:
    text = _NONSORTING.sub(r"\1", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
        if _MOJIBAKE.search(text):
            text = _unmojibake(text)
    text = _CONTROLS.sub(" ", text)
    if "&" in text or "<" in text:
        text = _INVISIBLE.sub("", strip_markup(text))
    text = delatex(text)
    if "~" in text:
        text = re.sub(r"(?<=[\w.])~(?=\w)", " ", text)  # LaTeX's unbreakable blank
    if "[" in text:
        text = _GMD_MARK.sub("", text)
    if text.isascii():
        return text
    return _DASHES.sub("-", unicodedata.normalize("NFC", text))


def _unmojibake(text: str) -> str:
    """Undo one wrong decoding, only where the result is shorter, plainer and loses nothing."""
    import ftfy

    mended = ftfy.fix_encoding(text)
    return mended if len(mended) < len(text) and "\ufffd" not in mended else text


#: letters with a fixed equivalent that no decomposition gives (NACO rules 3.6; ĸ ŋ and the rest as usual in catalogues)
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ȷ": "j", "ħ": "h", "ŧ": "t"}
    | {"ĸ": "k", "ŋ": "n", "ƒ": "f", "ə": "a", "ℓ": "l"}
)
#: combining marks of Latin, Greek and Cyrillic, and the halves of a mark over two letters (ligatures of the ALA-LC tables)
_MARKS = re.compile("[\u0300-\u036f\ufe20-\ufe2f]+")
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]")  # vowel points, tatweel
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_OWN_LETTERS = (("и\u0306", "й"), ("і\u0308", "ї"), ("у\u0306", "ў"), ("г\u0301", "ѓ"), ("к\u0301", "ќ"))
_APOSTROPHES = "'`´ʹʻʼʽʾʿˈ‘’‛′ʺ″"
_SIGNS = re.compile("[©®™℠℗]")
_DIGITS = re.compile(r"(?![0-9])\d")  # decimal digits of other scripts
_KEPT = re.compile(r"(?<=[^\W_])[+#]+(?![\w+#])")  # C++, C#: content, not punctuation
_NOT_WORD_KEPT = re.compile("[^\\w\ue000\ue001]+|_+")

_ASCII_KEY: dict[int, str | None] = {i: " " for i in range(128) if not chr(i).isalnum()}
_ASCII_KEY |= {ord("'"): None, ord("`"): None, ord("&"): " and "}
_ASCII_KEY |= {i: chr(i).lower() for i in range(65, 91)}


@lru_cache(maxsize=32768)
def key(text: str) -> str:
    """The comparison key of ``text``: its reading form, case folded, diacritics of Latin, Greek and Cyrillic removed, punctuation
    made blanks (apostrophes vanish), ``&`` written ``and``. Other scripts keep their letters.

    Empty when nothing is left to compare: two empty keys are not equal, they are not comparable. Never raises.
    """
    if _PLAIN.match(text):
        return " ".join(text.translate(_ASCII_KEY).split())
    text = clean(text)
    if text.isascii():
        if "+" in text or "#" in text:
            return _unicode_key(text)
        return " ".join(text.translate(_ASCII_KEY).split())
    return _unicode_key(text)


def _unicode_key(text: str) -> str:
    text = _SIGNS.sub("", text).casefold()
    text = text.translate(_LETTERS)
    text = unicodedata.normalize("NFKD", text)
    if _CYRILLIC.search(text):
        for pair, letter in _OWN_LETTERS:
            text = text.replace(pair, letter)
    text = _POINTS.sub("", _MARKS.sub("", text))
    text = unicodedata.normalize("NFC", text).casefold().translate(_LETTERS)
    text = _DIGITS.sub(lambda match: str(unicodedata.decimal(match[0])), text)
    for mark in _APOSTROPHES:
        if mark in text:
            text = text.replace(mark, "")
    text = text.replace("&", " and ")
    if "+" in text or "#" in text:
        text = _KEPT.sub(lambda match: match[0].replace("+", "\ue000").replace("#", "\ue001"), text)
        return " ".join(_spaced(text).replace("\ue000", "+").replace("\ue001", "#").split())
    return " ".join(_spaced(text).split())


def _spaced(text: str) -> str:
    """Blanks for all that is neither letter, digit nor a mark that belongs to a letter (Devanagari signs, Thai vowels)."""
    if not _NOT_WORD_KEPT.search(text):
        return text
    return "".join(c if c.isalnum() or c in "\ue000\ue001" or unicodedata.category(c) in ("Mn", "Mc") else " " for c in text)


@lru_cache(maxsize=32768)
def tokens(text: str) -> tuple[str, ...]:
    """The words of :func:`key`, in order. Text without word spaces (Chinese, Japanese, Thai) is one word a run."""
    return tuple(key(text).split())


@lru_cache(maxsize=4096)
def _script_of(letter: str) -> str:
    name = unicodedata.name(letter, "").split(" ", 1)[0]
    return "LATIN" if name in ("FULLWIDTH", "FEMININE", "MASCULINE") else name


@lru_cache(maxsize=16384)
def script(text: str) -> str:
    """The script of most letters of ``text``, by the first word of their Unicode names.

    ``LATIN``, ``CYRILLIC``, ``GREEK``, ``CJK`` (also Japanese text with kana), ``HANGUL``, ``ARABIC`` ... Empty without letters.
    """
    if text.isascii():
        return "LATIN" if any(map(str.isalpha, text)) else ""
    counts = Counter(_script_of(c) for c in text if c.isalpha())
    counts.pop("", None)
    if not counts:
        return ""
    best = max(counts, key=lambda name: (counts[name], name))
    return "CJK" if best in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else best


@lru_cache(maxsize=4096)
def transliterate(text: str) -> str:
    """``text`` in ASCII letters, by the tables of anyascii: a guess for finding and showing, not a standard romanisation."""
    if text.isascii():
        return text
    import anyascii

    return str(anyascii.anyascii(text))
