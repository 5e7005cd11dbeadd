"""Names of persons and corporate bodies, taken apart.

Reads direct order (``Jan van der Berg``), inverted order (``Berg, J. van der``), BibTeX's three parts (``von Last, Jr, First``),
the Vancouver form (``Smith AB``), and MARC headings (``Langland, William, 1330?-1400?``, ``Sarkar, Tapan (Tapan K.)``). What
cannot be told from the form, such as family name first in East Asian names, is left to an order-free comparison.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gate.normalise import text as text_rules
from gate.normalise.markup import unescape
from gate.normalise.tables import read_words

#: words that belong to a family name and are filed with it or not, by language (IFLA, Names of persons, 4th ed.)
PARTICLES = read_words(
    """
van von vom der den dem de des del della dello dei degli di da dal dalla do dos das du la le las los lo el al ar as ad an ibn
bin bint ben bar abu ter ten te zu zum zur af av op ap y e i und the
"""
)
#: those that stand capitalised inside a name and are hardly ever a given name or an initial
_CAPITAL_PARTICLES = PARTICLES - read_words("do e i y as an ad ar the und bar te den dem ben la lo al")
_SUFFIXES = read_words(
    """
jr sr jnr snr ii iii iv junior senior filho neto fils pere 2nd 3rd
"""
)
_DEGREES = read_words(
    """
phd md msc bsc ma ba dphil mba frs rn mph dds dvm esq obe mbe cbe kbe sj op osb dr prof
"""
)
_HONORIFICS = read_words(
    """
dr prof professor sir dame mr mrs ms miss rev reverend hon lord lady herr frau mme mlle monsieur madame fr
"""
)
_ROLES = read_words(
    """
ed eds editor editors hrsg hg author aut trans tr translator illus illustrator comp compiler
"""
)
_LEGAL_FORMS = read_words(
    """
inc ltd llc llp gmbh ag sa srl spa bv nv corp corporation co plc kg limited incorporated company pty oy ab as
"""
)
_CORPORATE = read_words(
    """
university universitat universite universidad universita universiteit college institute institut instituto istituto school
academy academie akademie department ministry ministere ministerium bureau office agency council commission committee comite
board society societe gesellschaft association verein union federation foundation fondation stiftung consortium collaboration
collective group team network project program programme survey museum library bibliothek bibliotheque archive archives
laboratory laboratories center centre centers centres hospital clinic bank press publishers publishing verlag editions church
organization organisation authority service services administration government parliament congress senate court national
international united states republic kingdom corporation company orchestra ensemble band quartet choir conference symposium
workshop staff editors investigators contributors initiative taskforce working platform trust fund research
"""
)

#: those that two-word names of persons end in too: George Church, William Press
_ALSO_FAMILY_NAMES = read_words("church press bank band court board trust center centers research fund project")

_DATES = re.compile(
    r",?\s*\(?\s*(?:(?:approximately|active|born|died|ca\.?|fl\.?|b\.|d\.)\s*)?\d{1,4}\??(?:\s*(?:or|/)\s*\d{1,4}\??)?"
    r"(?:\s*B\.?\s?C\.?(?:E\.?)?)?\s*(?:-\s*(?:(?:approximately|ca\.)\s*)?(?:\d{1,4}\??)?(?:\s*(?:or|/)\s*\d{1,4})?(?:\s*B\.?\s?C\.?)?)?"
    r"\s*\)?\s*[.,]?\s*\Z|,\s*-\d{4}\??\.?\s*\Z|,\s*(?:active\s+)?\d{1,2}(?:st|nd|rd|th) cent(?:ury|\.)\s*\Z",
    re.IGNORECASE | re.ASCII,
)
_PARENTHESES = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_DBLP_NUMBER = re.compile(r"(?<=\w)\s+\d{4}\Z", re.ASCII)
_MARKS = re.compile(r"[\d*†‡§¶¹²³⁴-⁹]+\Z")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[-\s]?){1,4}\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.[-\s]?)+[^\W\d_]?\Z")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in comparison keys (:func:`gate.normalise.text.key`), one word each.

    ``family``     words of the family name, without particles; all words of a corporate name or a mononym
    ``given``      given names and initials in order; an initial is one letter
    ``particles``  van, de, al ...
    ``suffixes``   jr, iii ...
    ``fuller``     words of a fuller form or of a nickname, from parentheses
    ``corporate``  a body, not a person
    ``dates``      birth and death as they stand in the heading
    ``text``       the name as given, in reading form
    """

    family: tuple[str, ...]
    given: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    fuller: tuple[str, ...] = ()
    corporate: bool = False
    dates: str = ""
    text: str = ""

    @property
    def initials(self) -> str:
        """First letters of the given names: ``jrr``."""
        return "".join(word[0] for word in self.given)

    @property
    def words(self) -> tuple[str, ...]:
        """Every word, given names first."""
        return (*self.given, *self.particles, *self.family)


@lru_cache(maxsize=32768)
def parse(text: str, family: str = "", given: str = "", corporate: bool | None = None) -> PersonName:
    """Take a name apart. ``family`` and ``given``, where the record has them, are believed; ``corporate`` settles what it says.

    A name with nothing comparable in it has an empty ``family``. Never raises.
    """
    braced = re.fullmatch(r"\s*\{+([^{}]*\s[^{}]*)\}+\s*", text)
    plain = text_rules.clean(text)
    if family or given:
        return _from_parts(plain or f"{given} {family}".strip(), text_rules.clean(family), text_rules.clean(given))
    if corporate is None:
        corporate = braced is not None or is_corporate(plain)
    if corporate:
        return PersonName(text_rules.tokens(plain), corporate=True, text=plain)
    rest, dates = plain, ""
    match = _DATES.search(rest)
    if match and match.start() > 0 and re.search(r"\d{3}|cent", match[0]) and not _DBLP_NUMBER.search(rest):
        dates, rest = match[0].strip(" ,.()"), rest[: match.start()]
    fuller: tuple[str, ...] = ()
    for inside in _PARENTHESES.findall(rest):
        words = text_rules.tokens(inside)
        if words and not set(words) & _ROLES and not any(c.isdigit() for c in inside):
            fuller += words
    rest = _DBLP_NUMBER.sub("", _PARENTHESES.sub(" ", rest)).strip()
    found = _person(rest, fuller, dates, plain)
    # a name that looks like a date or a mark all through is a name all the same
    return found if found.family else PersonName(text_rules.tokens(plain), text=plain)


def _from_parts(plain: str, family: str, given: str) -> PersonName:
    family_words, given_words = _words(family), _given_words(given)
    if not family_words:
        return PersonName(given_words, text=plain)
    before, family_words = _leading_particles(family_words)
    given_words, after = _trailing_particles(given_words)
    given_words, suffixes = _without_suffixes(given_words)
    return PersonName(family_words, given_words, before + after, suffixes, text=plain)


def _person(rest: str, fuller: tuple[str, ...], dates: str, plain: str) -> PersonName:
    pieces = [piece.strip() for piece in re.split("[,，、]", rest)]
    suffixes: tuple[str, ...] = ()
    kept: list[str] = []
    for piece in pieces:
        piece_key = text_rules.key(piece)
        joined = piece_key.replace(" ", "")
        if not piece_key:
            continue
        if kept and joined in _SUFFIXES:
            suffixes += (joined,)
        elif not kept or joined not in _DEGREES:
            kept.append(piece)
    if not kept:
        return PersonName((), text=plain, dates=dates)
    if len(kept) == 1:
        family, given, particles, more = _direct(kept[0])
    else:
        before, family = _leading_particles(_words(kept[0]))
        given, after = _trailing_particles(_given_words(kept[1]))
        given, more = _without_suffixes(given)
        particles = before + after
    return PersonName(family, given, particles, suffixes + more, fuller, dates=dates, text=plain)


def _direct(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Family, given, particles and suffixes of a name without a comma."""
    raw = [w for w in (_MARKS.sub("", word) for word in text.split()) if text_rules.key(w)]
    while len(raw) > 2 and text_rules.key(raw[0]) in _HONORIFICS:
        raw = raw[1:]
    while len(raw) > 2 and text_rules.key(raw[-1]).replace(" ", "") in _DEGREES and len(raw[-1]) > 1:
        raw = raw[:-1]
    suffixes: tuple[str, ...] = ()
    while len(raw) > 2 and text_rules.key(raw[-1]) in _SUFFIXES:
        suffixes = (text_rules.key(raw[-1]), *suffixes)
        raw = raw[:-1]
    if len(raw) <= 1:
        return _words(text) if not raw else _words(raw[0]), (), (), suffixes
    trailing = _count_trailing_initials(raw, text)
    if trailing:
        before, family = _leading_particles(_words(" ".join(raw[:-trailing])))
        return family, _given_words(" ".join(raw[-trailing:]), initials=True), before, suffixes
    start = _family_start(raw)
    before, family = _leading_particles(_words(" ".join(raw[start:])))
    return family, _given_words(" ".join(raw[:start])), before, suffixes


def _count_trailing_initials(raw: list[str], text: str) -> int:
    """How many words at the end are initials behind a family name: ``Smith AB``, ``NISHINA K.``, ``Dostoevsky F. M.``."""
    shouting = text == text.upper()
    count = 0
    for word in reversed(raw[1:]):
        short = len(word) <= (2 if shouting else 3) and word.isupper() and word.isalpha()
        if not (short or (_DOTTED.match(word) and word[:1].isupper())):
            break
        count += 1
    head = raw[: len(raw) - count]
    if not count or any(_DOTTED.match(w) or len(text_rules.key(w)) == 1 for w in head):
        return 0
    return count


def _family_start(raw: list[str]) -> int:
    """Index of the word with which the family name, particles included, begins."""
    for i, word in enumerate(raw[:-1]):
        plain = text_rules.key(word).split(" ")[0]
        if word[:1].islower() and plain in PARTICLES:
            return i
        if i > 0 and plain in _CAPITAL_PARTICLES and not word.endswith("."):
            return i
    return len(raw) - 1


def _words(text: str) -> tuple[str, ...]:
    return text_rules.tokens(text)


@lru_cache(maxsize=16384)
def _given_words(text: str, initials: bool = False) -> tuple[str, ...]:
    """Given names as words; ``A.B.``, ``AB`` (capitals) and ``J.-P.`` become initials."""
    found: list[str] = []
    shouting = len(text) > 4 and text == text.upper() and "." not in text
    for word in text.split():
        if text_rules.key(word) in _SUFFIXES and len(word) > 1 and found:
            found.append(text_rules.key(word))
            continue
        letters = [c for c in text_rules.key(word) if c.isalnum()]
        capitals = word.isalpha() and word.isupper() and len(word) <= 3 and not shouting and text_rules.script(word) != "CJK"
        if letters and len(letters) <= 4 and ((_DOTTED.match(word) and word[-1] == ".") or capitals or initials):
            pieces = text_rules.tokens(word)
            single = all(len(piece) == 1 for piece in pieces)
            # "Th." is one initial of two letters, "A.B." are two
            found.extend(letters if single or "." not in word else [piece[0] for piece in pieces])
        else:
            found.extend(text_rules.tokens(word))
    return tuple(found)


def _leading_particles(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    count = 0
    while count < len(words) - 1 and words[count] in PARTICLES:
        count += 1
    return words[:count], words[count:]


def _trailing_particles(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    count = len(words)
    while count > 1 and words[count - 1] in PARTICLES and len(words[count - 1]) > 1:
        count -= 1
    return words[:count], words[count:]


def _without_suffixes(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    kept = tuple(w for w in words if w not in _SUFFIXES or len(w) == 1)
    return (kept, tuple(w for w in words if w not in kept)) if kept else (words, ())


@lru_cache(maxsize=16384)
def is_corporate(text: str) -> bool:
    """Whether a name reads as that of a body: a word such as ``university`` or ``survey``, or a legal form at the end."""
    words = text_rules.tokens(text)
    if len(words) < 2:
        return False
    if words[-1] in _LEGAL_FORMS and (len(words[-1]) > 2 or re.search(r"&|\bCo\b", text) is not None):
        return True
    if re.match(r"[^,]+,\s*(?:[^\W\d_]\.?[\s-]*){1,3}\Z", text):  # "Bank, A." is a person
        return False
    found = [word for word in words if word in _CORPORATE]
    before, comma, behind = text.partition(",")
    if comma and len(text_rules.tokens(before)) == 1 and not set(text_rules.tokens(behind)) & _CORPORATE:
        return False  # "Church, F. Forrester"
    if len(words) == 2 and ("," in text or set(found) <= _ALSO_FAMILY_NAMES):
        return False
    return bool(found)


_ET_AL = re.compile(
    r"[\s,;]*(?:\b(?:and|&|und|et)\s+others\b|\bet\.?\s*al(?:ii|ia|\b)\.?|\bu\.\s?a\.|\band\s+\d+\s+(?:others|more)\b|\bи др\."
    r"|(?:,\s*|\s)(?:\.\.\.|…)|\[et al\.?\]|等|ほか)[\s.,;]*\Z",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,?\s+(?:and|&|und|et)\s+|\s*;\s*(?:and\s+|&\s*)?|\s+&\s+|\s*\n\s*", re.IGNORECASE)
_BRACED = re.compile(r"\{[^{}]*\}")
_VANCOUVER = re.compile(r"[^\W\d_][\w'’.-]*(?:\s+[\w'’.-]+)*\s+[A-Z]{1,3}\Z")


def split_list(text: str) -> tuple[tuple[str, ...], bool]:
    """The names in a string, and whether it says that there are more (``et al.``, ``and others``).

    Separators are BibTeX's `` and ``, semicolons, ``&`` and, between names that are whole (``A. Smith, B. Jones``) or turned
    (``Smith, A., Jones, B.``), commas. ``Barnes and Noble, Inc.`` and what stands in braces is one name.
    """
    rest = unescape(text).strip()
    shortened = _ET_AL.sub("", rest)
    et_al = shortened != rest
    rest = shortened
    protected = [m[0] for m in _BRACED.finditer(rest) if re.search(r"\s|,|;", m[0])]
    for number, inside in enumerate(protected):
        rest = rest.replace(inside, f"\ue010{number}\ue011", 1)
    pieces = _rejoin([piece.strip() for piece in _AND.split(rest) if piece.strip(" ,")])
    names: list[str] = []
    for piece in pieces:
        # in "A. Smith, B. Jones and C. Lee" only the last "and" separates; in BibTeX every one does
        last_only = len(pieces) == 2 and piece is pieces[0] and "," not in pieces[1]
        names.extend(_split_commas(piece, last_only or (len(pieces) == 1 and et_al)))
    restored = []
    for name in names:
        for number, inside in enumerate(protected):
            name = name.replace(f"\ue010{number}\ue011", inside)
        name = name.strip(" ,;")
        if text_rules.key(name) in ("others", "et al", "al", "and others"):
            et_al = True
        elif text_rules.key(name) not in ("", "and"):
            restored.append(name)
    return tuple(restored), et_al


def _rejoin(pieces: list[str]) -> list[str]:
    """Put halves of a corporate name together: ``Barnes`` + ``Noble, Inc.``, ``Centers for Disease Control`` + ``Prevention``."""
    joined: list[str] = []
    for piece in pieces:
        if joined:
            words, before = text_rules.tokens(piece), text_rules.tokens(joined[-1])
            legal = (
                "," in piece and len(words) == 2 and words[-1] in _LEGAL_FORMS and len(words[-1]) > 2
            )  # "Sharp, AS" is a person
            one_word = len(words) == 1 and "," not in joined[-1] and is_corporate(joined[-1])
            headless = len(before) == 1 and is_corporate(piece) and not _are_initials(joined[-1])
            if legal or one_word or headless:
                joined[-1] = f"{joined[-1]} and {piece}"
                continue
        joined.append(piece)
    return joined


def _are_initials(text: str) -> bool:
    return _INITIALS.match(text) is not None and text == text.upper()


def _split_commas(piece: str, among_others: bool) -> list[str]:
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    if len(parts) < 2 or is_corporate(piece):
        return [piece]
    if all(_VANCOUVER.match(part) for part in parts):
        return parts
    initials = [_are_initials(part) for part in parts]
    if len(parts) >= 4 and len(parts) % 2 == 0 and all(initials[1::2]) and not any(initials[::2]):
        return [f"{parts[i]}, {parts[i + 1]}" for i in range(0, len(parts), 2)]
    endings = [text_rules.key(part).replace(" ", "") in _SUFFIXES | _DEGREES for part in parts]
    whole = [len(part.split()) >= 2 and not initial for part, initial in zip(parts, initials, strict=True)]
    if all(w or e for w, e in zip(whole, endings, strict=True)) and whole[0]:
        count = sum(whole)
        dotted = all(re.match(r"(?:[^\W\d_]{1,2}\.[\s-]?)+\S", part) for part, w in zip(parts, whole, strict=True) if w)
        turned = text_rules.key(parts[0]).split(" ")[0] in PARTICLES and parts[0][:1].islower()
        if count >= 3 or (count == 2 and (among_others or dotted) and not turned):
            names: list[str] = []
            for part, ending in zip(parts, endings, strict=True):
                if ending and names:
                    names[-1] += f", {part}"
                else:
                    names.append(part)
            return names
    return [piece]
