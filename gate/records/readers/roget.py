"""Roget's Thesaurus as plain text: each numbered head a concept, its terms by part of speech, its cross-references by heading.

Reads the two texts of Project Gutenberg: 10681 (the edition of 1911) and 22 (the same, supplemented by MICRA; heads begin with
``#``). The clean-up of terms is that of the published lexical reconstruction: split on commas and semicolons; strip parentheses,
bracketed glosses, ``&c`` and bare numerals; lower-case. What stands in brackets before a heading is its scope note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gate.model import Identifier, Ignored, Kind, Record, Statement, Unreadable
from gate.settings import Settings

SCHEME = "roget"

# "238. Dextrality -- N. dextrality; ..."; one head, 252a, is printed without its full stop, and some headings take two lines.
_HEAD = re.compile(
    r"^[ \t]*(?P<mark>#)?[ \t]*(?P<number>\d{1,4}[a-z]?)(?:\.|(?<=[a-z]))[ \t]+(?P<heading>[^\n]+?(?:\n[^\n]+?){0,3}?)\s*--\s*"
    r"(?(mark)|(?=(?:N|V|Adj|Adv|Phr|Int|Pron)\.))",
    re.MULTILINE,
)
# A mark stands at the beginning of a line; a few follow the end of the list before.
_PART = re.compile(r"(?:^[ \t]*|\A)(N|V|Adj|Adv|Phr|Int|Pron)\.+(?=\s)|(?<=\.)[ \t]+(V|Adj|Adv|Phr)\.(?=\s)", re.MULTILINE)
_LISTS = {"N": "nouns", "V": "verbs", "Adj": "adjectives", "Adv": "adverbs"}
_NOT_READ = {"Phr": "phrases", "Int": "interjections", "Pron": "pronouns"}

# The supplemented text marks pages and remarks as comments, and the titles of sections with lines of "%".
_COMMENT = re.compile(r"<--.{0,2000}?-->", re.DOTALL)
_SECTION_TITLE = re.compile(r"^%[ \t]*\n(?:[^\n%]{0,120}\n){1,12}?%[ \t]*$", re.MULTILINE)
_END = re.compile(r"^(?:End of (?:of )?E-Thesaurus|\*\*\* ?END OF THE PROJECT GUTENBERG)", re.MULTILINE)
_PARAGRAPH = re.compile(r"(?<=[.;])\s*\n[ \t]+|\n[ \t]*\n|(?<=[a-z]{4})\.\s+(?=[a-z])")
_BRACKETS = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")
_PARENTHESES = re.compile(r"\([^()]*\)?")
_AND_SO_ON = re.compile(r"&c\b\.?\s*(?:(?:adj|adv|v|n|int|phr)\b\.*)?|\betc\.?\s*$", re.IGNORECASE)
# A numeral is a cross-reference where it closes an "&c" or a parenthesis: "truth &c 494", "(inquire) 461", "&c 388.1" for 388a.
_REFERENCE = re.compile(r"(?:&c\b[^,;]*?|\)\s*)\b(?P<number>\d{1,4})(?:\.(?P<letter>[12])|(?P<own>[a-z]))?\b", re.IGNORECASE)
_NUMERALS = re.compile(r"(?<![\w-])\d{1,4}(?:[a-z]|\.\d)?(?![\w-])\.?")
_MARKS = re.compile(r"</?gr/?|/gr>|/>|[=_*^~|\x00-\x08]|(?<=[a-z]{4})\d(?![\w])")
_SIGNS = " \t\n.:;,!?\"'`<>&)]+-\\"


@dataclass
class _Head:
    """A head while it is read: its terms by list, and the numbers that it refers to."""

    number: str
    heading: str
    note: str
    raw: str
    terms: dict[str, list[str]] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)
    not_read: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Roget:
    """The thesaurus; see the module."""

    name: str = "roget"
    suffixes: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()

    def sniff(self, head: bytes) -> int:
        """90 where at least two numbered heads stand in the text, 60 where the title says what it is, else 0."""
        text = _decoded(head)
        if len(_HEAD.findall(text)) >= 2:
            return 90
        return 60 if "ROGET'S THESAURUS" in text.upper() else 0

    def read(self, data: bytes, file: str, settings: Settings) -> Iterator[Record | Unreadable]:
        """Every head, in order. Cross-references are resolved to the headings in this text; one to no head of it is left out."""
        del settings
        heads = list(_heads(_decoded(data)))
        if not heads:
            yield Unreadable(file, "no numbered head in this text", format=self.name)
            return
        headings = {head.number: head.heading for head in heads}
        for position, head in enumerate(heads, 1):
            yield _record(head, headings, file, position)


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n")


def _heads(text: str) -> Iterator[_Head]:
    end = _END.search(text)
    body = _SECTION_TITLE.sub("", _COMMENT.sub("", text[: end.start()] if end else text))
    found = list(_HEAD.finditer(body))
    for place, match in enumerate(found):
        stop = found[place + 1].start() if place + 1 < len(found) else len(body)
        block = body[match.end() : stop]
        if not match["mark"]:
            block = re.split(r"\n[ \t]*\n", block, maxsplit=1)[0]  # in the plain text a blank line ends a head
        heading, note = _heading(match["heading"])
        head = _Head(match["number"], heading, note, body[match.start() : match.end()] + block)
        _read_parts(head, block)
        yield head


def _heading(text: str) -> tuple[str, str]:
    """The heading without glosses, and the glosses as a scope note."""
    joined = " ".join(text.split())
    glosses = [gloss.strip("[]{} .") for gloss in _BRACKETS.findall(joined)]
    heading = " ".join(_BRACKETS.sub(" ", joined).split()).strip(_SIGNS)
    return heading, "; ".join(gloss for gloss in glosses if gloss)


def _read_parts(head: _Head, block: str) -> None:
    marks = list(_PART.finditer(block))
    if not marks or block[: marks[0].start()].strip():
        block = f"N. {block}"  # one head of the supplemented text begins without a mark
        marks = list(_PART.finditer(block))
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        part = mark.group(1) or mark.group(2)
        if part in _NOT_READ:
            head.not_read.append(_NOT_READ[part])
            continue
        terms = head.terms.setdefault(_LISTS[part], [])
        for piece in _pieces(block[mark.end() : following.start() if following else len(block)]):
            head.references += _references(piece)
            term = clean_term(piece)
            if term:
                terms.append(term)


def _pieces(text: str) -> Iterator[str]:
    """The entries of a list: between commas, semicolons and paragraphs, but never within parentheses."""
    text = _PARAGRAPH.sub(";", _BRACKETS.sub(" ", text))
    text = re.sub(r"-\n[ \t]*", "-", text)  # a word cut at its hyphen
    depth, start = 0, 0
    for place, sign in enumerate(text):
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif sign in ",;" and (depth == 0 or sign == ";"):
            yield text[start:place]
            depth, start = 0, place + 1
    yield text[start:]


def _references(piece: str) -> list[str]:
    """The numbers of the heads that an entry refers to."""
    letters = {"1": "a", "2": "b", None: ""}
    return [m["number"] + (m["own"] or letters[m["letter"]]) for m in _REFERENCE.finditer(" ".join(piece.split()))]


def clean_term(piece: str) -> str:
    """An entry as a term: ``truth &c 494`` -> ``truth``; empty where nothing but references is left."""
    text = " ".join(piece.split())
    text = _AND_SO_ON.sub(" ", _PARENTHESES.sub(" ", _BRACKETS.sub(" ", text)))
    text = _NUMERALS.sub(" ", _MARKS.sub("", text))
    return " ".join(text.replace('"', " ").split()).strip(_SIGNS).lower()


def _record(head: _Head, headings: dict[str, str], file: str, position: int) -> Record:
    statements = [Statement("heading", head.heading, "heading")]
    if head.note:
        statements.append(Statement("scope_note", head.note, "scope_note"))
    for name in _LISTS.values():
        terms = dict.fromkeys(head.terms.get(name, ()))
        statements += [Statement(name, term, f"{name}[{place}]") for place, term in enumerate(terms)]
    targets = [number for number in dict.fromkeys(head.references) if number in headings and number != head.number]
    statements += [
        Statement("cross_references", headings[number], f"cross_references[{place}]", identifiers=(Identifier(SCHEME, number),))
        for place, number in enumerate(targets)
    ]
    statements.append(
        Statement("identifiers", f"{SCHEME}:{head.number}", "number", identifiers=(Identifier(SCHEME, head.number),))
    )
    ignored = tuple(Ignored(part, "not one of the lists that are compared") for part in dict.fromkeys(head.not_read))
    raw = head.raw.encode("utf-8")
    return Record(Kind.CONCEPT, head.number, tuple(statements), "roget", file, position, ignored, (), raw)
