"""Names: is this the same person or body? Family names must agree; given names may be shortened, left out in part, or turned.

Lists of names are matched one to one, so that two names of a record can never both be explained by one name of a source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gate.comparison.matching.spelling import slips
from gate.model import Agreement, Statement
from gate.normalise import text as text_rules
from gate.normalise.names import PARTICLES, PersonName, parse
from gate.normalise.tables import read_table, read_words

SAME = "same name"
ANOTHER_ORDER = "same in another order"
WITH_INITIALS = "same with initials"
SHORTER = "same, fewer given names"
SHORT_FORM = "same, short form of the given name"
FAMILY_ONLY = "same family name, no given name"
PART_OF_FAMILY = "same, part of the family name left out"
TYPOS = "typographical variants"
OTHER_FORM = "same in another form"
TRANSLITERATED = "same through transliteration"
ACRONYM = "same as acronym"
SAME_IDENTIFIER = "same identifier"
ANOTHER_NAME = "same identifier, another name"
GIVEN_DIFFERS = "given name differs"
SUFFIX_DIFFERS = "suffix differs"
DIFFERS = "differs"
NOT_COMPARABLE = "not comparable"
SCRIPTS = "different scripts"

#: schemes that denote a person or body; the same one on both sides settles names that cannot be compared
_AGENT_SCHEMES = frozenset({"orcid", "isni", "viaf", "gnd", "lccn", "wikidata"})

_SHORT_FORMS = read_table(
    """
bob=robert; rob=robert; bobby=robert; bert=robert; bill=william; will=william; billy=william; liam=william; mike=michael;
mick=michael; tom=thomas; tommy=thomas; jim=james; jimmy=james; jamie=james; dave=david; dan=daniel; danny=daniel;
steve=stephen; steven=stephen; stephan=stephen; chris=christopher; nick=nicholas; nicolas=nicholas; alex=alexander;
aleksandr=alexander; alexandre=alexander; alexandr=alexander; sasha=alexander; andy=andrew; drew=andrew; tony=anthony;
antony=anthony; joe=joseph; josef=joseph; ben=benjamin; sam=samuel; matt=matthew; greg=gregory; jeff=jeffrey; geoff=geoffrey;
fred=frederick; ted=edward; ed=edward; eddie=edward; ned=edward; dick=richard; rick=richard; rich=richard; ron=ronald;
don=donald; ken=kenneth; larry=lawrence; laurence=lawrence; jerry=gerald; jack=john; jon=jonathan; johnny=john; pete=peter;
phil=philip; phillip=philip; ray=raymond; tim=timothy; vic=victor; walt=walter; charlie=charles; chuck=charles; doug=douglas;
gene=eugene; hank=henry; harry=henry; len=leonard; leo=leonard; max=maximilian; mitch=mitchell; nate=nathan; pat=patrick;
liz=elizabeth; beth=elizabeth; betty=elizabeth; elisabeth=elizabeth; kate=katherine; kathy=katherine; catherine=katherine;
katharine=katherine; cathy=katherine; maggie=margaret; meg=margaret; peggy=margaret; sue=susan; sally=sarah; jenny=jennifer;
jen=jennifer; debbie=deborah; deb=deborah; barb=barbara; becky=rebecca; vicky=victoria; tina=christina; kim=kimberly;
cindy=cynthia; pam=pamela; judy=judith; fyodor=fedor; feodor=fedor; leon=leo; lev=leo; fritz=friedrich; frederic=frederick;
hans=johannes; johann=johannes; toni=anton; sepp=josef; nico=nikolaus; pepe=jose; paco=francisco; manolo=manuel; zac=zachary;
zach=zachary; josh=joshua; abe=abraham; al=albert; cliff=clifford; stan=stanley; gabe=gabriel; theo=theodore; vince=vincent;
wes=wesley; yuri=yury; iurii=yury; sergei=sergey; dmitri=dmitry; dmitrii=dmitry; andrei=andrey; alexei=alexey;
aleksei=alexey; nikolai=nikolay; evgeny=evgenii; eugeny=evgenii
"""
)
_LEGAL = read_words(
    "inc ltd llc llp gmbh ag sa corp corporation co plc limited incorporated company the of and for und et de der des"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


_IDENTICAL = Agreement(True, SAME)


def compare(given: Statement, held: Statement) -> Agreement:
    """Compare two names, each in all its forms; names that the record takes apart (parts ``family``, ``given``) are believed."""
    shared = _shared_identifiers(given, held)
    best = _best(given, held)
    if shared and best.same is not True:
        if best.same is None:
            return Agreement(True, SAME_IDENTIFIER, shared)
        return Agreement(None, ANOTHER_NAME, f"{shared}; {best.detail}")
    return best


def _shared_identifiers(given: Statement, held: Statement) -> str:
    if not given.identifiers or not held.identifiers:
        return ""
    theirs = {i for i in held.identifiers if i.scheme in _AGENT_SCHEMES}
    return next((str(i) for i in given.identifiers if i in theirs), "")


def _best(given: Statement, held: Statement) -> Agreement:
    first = compare_names(parsed(given), parsed(held))
    if first.same or not (given.forms or held.forms):
        return first
    unknown = first if first.same is None else None
    for mine in (given.value, *given.forms):
        for theirs in (held.value, *held.forms):
            other = compare_names(parse(mine), parse(theirs))
            if other.same:
                return Agreement(True, OTHER_FORM, f"{mine} / {theirs}: {other.level}")
            if other.same is False and unknown is not None and other.level != NOT_COMPARABLE:
                first, unknown = other, None  # two forms in one script that differ say more than two scripts
    return first


def parsed(statement: Statement) -> PersonName:
    """The name of a statement, taken apart; its parts ``family`` and ``given`` are believed."""
    if not statement.parts:
        return parse(statement.value)
    return parse(statement.value, statement.part("family"), statement.part("given"))


def compare_names(a: PersonName, b: PersonName) -> Agreement:
    """Compare two names in one form each. ``detail`` says what differs."""
    if a is b and a.family:  # one text: most pairs, and names take longer to look up than to know again
        return _IDENTICAL
    return _compared(a, b)


@lru_cache(maxsize=65536)
def _compared(a: PersonName, b: PersonName) -> Agreement:
    if not a.family or not b.family:
        return Agreement(None, NOT_COMPARABLE, "one side has no name to compare")
    one, two = text_rules.script(a.text), text_rules.script(b.text)
    if one and two and one != two:
        return _across_scripts(a, b)
    if a.corporate or b.corporate:
        return _corporate(a, b)
    if a.suffixes and b.suffixes and a.suffixes != b.suffixes and not {"junior", "jr"} >= {*a.suffixes, *b.suffixes}:
        return Agreement(False, SUFFIX_DIFFERS, f"{' '.join(a.suffixes)} / {' '.join(b.suffixes)}")
    if a.family == b.family and a.given == b.given:
        return Agreement(True, SAME)
    if not _letters(a) & _letters(b):
        return Agreement(False, DIFFERS, f"{a.text} / {b.text}")
    return _persons(a, b)


@lru_cache(maxsize=32768)
def _letters(name: PersonName) -> frozenset[str]:
    """First letters of all words: names that share none are others, for slips spare the first letter in all but one word."""
    return frozenset(word[0] for word in (*name.words, *name.fuller))


def _across_scripts(a: PersonName, b: PersonName) -> Agreement:
    one, two = parse(text_rules.transliterate(a.text)), parse(text_rules.transliterate(b.text))
    if one.family and two.family:
        found = _persons(one, two) if not (one.corporate or two.corporate) else _corporate(one, two)
        mononyms = not one.given and not two.given and _slip("".join(one.family), "".join(two.family))
        if found.same or mononyms:
            return Agreement(True, TRANSLITERATED, f"{one.text} / {two.text}")
    return Agreement(None, SCRIPTS, f"{a.text} / {b.text}")


# --- persons ---------------------------------------------------------------------------------------------------------------


def _persons(a: PersonName, b: PersonName) -> Agreement:
    family_slip = ""
    best: Agreement | None = None
    for (mine, mine_given), (theirs, theirs_given) in _readings(a, b):
        if mine == theirs:
            found = _given_names(mine_given, theirs_given, a, b)
        elif _slip(mine, theirs) and (mine_given or theirs_given):
            found = _given_names(mine_given, theirs_given, a, b)
            if found.same and found.level != FAMILY_ONLY:
                family_slip = family_slip or f"{mine} / {theirs}"
            continue
        else:
            continue
        if found.same:
            return found
        best = best or found
    turned = _turned(a, b)
    if turned:
        return turned
    if family_slip:
        return Agreement(True, TYPOS, family_slip)
    if best:
        return best
    return Agreement(False, DIFFERS, f"{a.text} / {b.text}")


_Reading = tuple[str, tuple[str, ...]]


def _readings(a: PersonName, b: PersonName) -> Iterator[tuple[_Reading, _Reading]]:
    """Pairs of (family name run together, given names), likeliest first.

    With and without particles, umlauts written out, and with all but the last word of a compound family name read as given names
    (``García Márquez`` in direct order).
    """
    for mine in _family_forms(a):
        for theirs in _family_forms(b):
            yield mine, theirs


@lru_cache(maxsize=32768)
def _family_forms(name: PersonName) -> tuple[_Reading, ...]:
    plain = "".join(name.family)
    forms: list[_Reading] = [(plain, name.given)]
    if name.particles:
        forms.append(("".join(name.particles) + plain, name.given))
    if len(name.family) > 1:
        forms.append((name.family[-1], (*name.given, *name.family[:-1])))
    written_out = text_rules.key(name.text.lower().translate(_UMLAUTS)) if not name.text.isascii() else ""
    if written_out:
        other = parse(written_out if "," not in name.text else name.text.lower().translate(_UMLAUTS))
        forms.append(("".join(other.family), other.given))
    return tuple(dict.fromkeys(forms))


def _slip(a: str, b: str) -> bool:
    return min(len(a), len(b)) >= 5 and slips(a, b) is not None


def _given_names(mine: tuple[str, ...], theirs: tuple[str, ...], a: PersonName, b: PersonName) -> Agreement:
    """Given names behind one family name."""
    if not mine or not theirs:
        return Agreement(True, SAME if mine == theirs else FAMILY_ONLY)
    if mine == theirs or "".join(mine) == "".join(theirs):
        return Agreement(True, SAME)
    for one, two in ((mine, theirs), (a.fuller, theirs), (mine, b.fuller), (a.fuller, b.fuller)):
        level = _aligned(one, two) if one and two else None
        if level:
            return Agreement(True, level)
    return Agreement(False, GIVEN_DIFFERS, f"{' '.join(mine)} / {' '.join(theirs)}")


def _aligned(mine: tuple[str, ...], theirs: tuple[str, ...]) -> str | None:
    """The level at which two sequences of given names agree: word by word, the shorter one inside the longer one."""
    shorter, longer = (mine, theirs) if len(mine) <= len(theirs) else (theirs, mine)
    levels: list[str] = []
    at = 0
    for number, word in enumerate(shorter):
        found = ""
        while at < len(longer) and not found:
            found = _one_given(word, longer[at])
            at += 1
            if not found and number == 0 and len(word) == 1:
                return _concatenated(mine, theirs)  # a first initial may not be skipped to a middle name
        if not found:
            return _concatenated(mine, theirs)
        levels.append(found)
    if len(shorter) < len(longer):
        levels.append(SHORTER)
    for level in (TYPOS, SHORT_FORM, WITH_INITIALS, SHORTER):
        if level in levels:
            return level
    return SAME


def _concatenated(mine: tuple[str, ...], theirs: tuple[str, ...]) -> str | None:
    """``Xiaoming`` and ``X. M.`` or ``Xiao Ming``; ``Jeanpierre`` and ``J.-P.``: initials of syllables written together."""
    one, two = sorted((mine, theirs), key=len)
    if len(one) == 1 and len(two) == 2 and all(len(w) == 1 for w in two) and len(one[0]) > 3:
        return WITH_INITIALS if one[0][0] == two[0] and two[1] in one[0][2:] else None
    return None


@lru_cache(maxsize=65536)
def _one_given(a: str, b: str) -> str:
    """The level at which two single given names agree; empty when they do not."""
    if a == b:
        return SAME
    if len(a) == 1 or len(b) == 1:
        return WITH_INITIALS if a[0] == b[0] else ""
    short, long = _SHORT_FORMS.get(a, a), _SHORT_FORMS.get(b, b)
    if short == long:
        return SHORT_FORM
    if len(a) >= 5 and len(b) >= 5 and a[-1] == b[-1] and slips(a, b) == 1:
        return TYPOS
    return ""


def _turned(a: PersonName, b: PersonName) -> Agreement | None:
    """Order-free: family and given names exchanged (East Asian names, swapped fields), or a part of a long name left out."""
    mine, theirs = a.words, b.words
    if sum(map(len, mine)) == sum(map(len, theirs)) and (sorted(mine) == sorted(theirs) or _same_pieces(a, b)):
        return Agreement(True, ANOTHER_ORDER)
    longest = max(map(len, mine)), max(map(len, theirs))
    if min(longest) == 1 < max(longest) and len(mine) >= 2 and sorted(w[0] for w in mine) == sorted(w[0] for w in theirs):
        return Agreement(True, WITH_INITIALS, "initials only")
    # exchanged with initials: "Li X." read as given Li, family X
    for one, two in ((a, b), (b, a)):
        if len(one.given) == 1 and len(one.family) == 1 and len(one.given[0]) > 1 and len(one.family[0]) <= 2:
            initials = one.family[0]
            if "".join(two.family) == one.given[0] and two.initials[: len(initials)] == initials:
                return Agreement(True, WITH_INITIALS, "family name first")
    wanted, words = sorted(([w for w in name.words if w not in PARTICLES] for name in (a, b)), key=len)
    full = [w for w in wanted if len(w) > 1]
    if len(full) >= 2 and len(words) > len(wanted) and _contained(wanted, words) and wanted[0][0] == words[0][0]:
        return Agreement(True, PART_OF_FAMILY)
    return None


def _same_pieces(a: PersonName, b: PersonName) -> bool:
    """The same two strings in another order, once words are run together: ``Xiao Ming Li`` and ``Li Xiaoming``."""
    one = {"".join(a.family), "".join(a.given)}
    two = {"".join(b.family), "".join(b.given)}
    return one == two or "".join(a.words) in ("".join((*b.family, *b.given)), "".join(b.words))


def _contained(wanted: list[str], words: list[str]) -> bool:
    left = list(words)
    for word in sorted(wanted, key=len, reverse=True):
        match = next((w for w in left if w == word), None) or next((w for w in left if len(word) == 1 and w[0] == word), None)
        if match is None:
            return False
        left.remove(match)
    return True


# --- corporate bodies ------------------------------------------------------------------------------------------------------


def _corporate(a: PersonName, b: PersonName) -> Agreement:
    mine, theirs = (tuple(w for w in name.words if w not in _LEGAL) or name.words for name in (a, b))
    if mine == theirs or "".join(mine) == "".join(theirs):
        return Agreement(True, SAME)
    if sorted(mine) == sorted(theirs):
        return Agreement(True, ANOTHER_ORDER)
    for short, long in ((mine, theirs), (theirs, mine)):
        if _abbreviated(short, long):
            return Agreement(True, ACRONYM)
    if len(mine) == len(theirs) and all(x == y or slips(x, y) for x, y in zip(mine, theirs, strict=True)):
        return Agreement(True, TYPOS)
    return Agreement(False, DIFFERS, f"{a.text} / {b.text}")


def _abbreviated(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether ``short`` is ``long`` with words shortened to their first letters or an acronym: ``USGS``, ``U S Geol Survey``."""
    initials = "".join(word[0] for word in long)
    if len(short) == 1 and len(short[0]) >= 2 and len(long) > 1:
        return short[0] == initials
    if len(short) == len(long):
        return all(y.startswith(x) for x, y in zip(short, long, strict=True))
    return False
